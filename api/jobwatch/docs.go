package jobwatch

import "tariffdesk/api/openapi"

// Docs describes the operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"list-jobs": {About: "Pages go by `starting_after`, the last job_id of the page before."},
	"get-job": {
		About:  "With `wait` the answer is held until the job changes, at most so many seconds; 20 calls of an organisation are held at once, further ones are answered at once. `Retry-After` stands on the answer while the job runs.",
		Values: openapi.Object{"job_id": openapi.ExampleID},
	},
	"get-job-result": {
		About:   "Status and body as the call itself would have had them: of single jobs JSON, or the error of a job that failed; of batches the workbook, or NDJSON of its rows where Accept asks for application/x-ndjson.",
		Values:  openapi.Object{"job_id": openapi.ExampleID},
		Also:    []int{402, 409, 410, 422, 429, 502},
		Headers: []string{"Content-Disposition"},
	},
	"cancel-job":   {About: "A batch ends with the chunks that run already. A single job that runs is 409.", Values: openapi.Object{"job_id": openapi.ExampleID}, Also: []int{409}},
	"get-job-page": {About: "The first 30 pages of the document are kept as long as the result.", Values: openapi.Object{"job_id": openapi.ExampleID, "page": 1}, Also: []int{409, 410}},
	"retry-job":    {About: "Repeated, it answers with the same job.", Values: openapi.Object{"job_id": openapi.ExampleID}},
}
