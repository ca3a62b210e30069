package api

var jobDocs = map[string]operationDoc{
	"list-jobs": {about: "Pages go by `starting_after`, the last job_id of the page before."},
	"get-job": {
		about:  "With `wait` the answer is held until the job changes, at most so many seconds; 20 calls of an organisation are held at once, further ones are answered at once. `Retry-After` stands on the answer while the job runs.",
		values: object{"job_id": exampleID},
	},
	"get-job-result": {
		about:   "Status and body as the call itself would have had them: of single jobs JSON, or the error of a job that failed; of batches the workbook, or NDJSON of its rows where Accept asks for application/x-ndjson.",
		values:  object{"job_id": exampleID},
		also:    []int{402, 409, 410, 422, 429, 502},
		headers: []string{"Content-Disposition"},
	},
	"cancel-job":   {about: "A batch ends with the chunks that run already. A single job that runs is 409.", values: object{"job_id": exampleID}, also: []int{409}},
	"get-job-page": {about: "The first 30 pages of the document are kept as long as the result.", values: object{"job_id": exampleID, "page": 1}, also: []int{409, 410}},
	"retry-job":    {about: "Repeated, it answers with the same job.", values: object{"job_id": exampleID}},
}
