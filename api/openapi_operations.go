package api

var operationsDocs = map[string]operationDoc{
	"ops-list-jobs":           {about: "Filters join."},
	"ops-get-job":             {about: "As far as the job and the ledger tell.", values: object{"job_id": exampleID}},
	"ops-retry-job":           {about: "Charges nothing.", values: object{"job_id": exampleID}, also: []int{410, 402}},
	"ops-cancel-job":          {about: "Whoever waits for it is answered.", values: object{"job_id": exampleID}},
	"ops-refund-job":          {about: "All that is left of the charge, or `credits` of it.", values: object{"job_id": exampleID}, body: object{"reason": "agreed with the customer"}},
	"ops-list-organizations":  {about: "`q` finds by a part of the name or the id."},
	"ops-get-organization":    {about: "Its balance, plan, limits and prices, as an operator sets them.", values: object{"id": exampleID}},
	"ops-change-organization": {about: "Members that are absent stay as they are; null lifts an end or a limit.", values: object{"id": exampleID}, body: object{"plan": "enterprise"}},
	"ops-grant-credits":       {about: "An entry of the ledger, with its note.", values: object{"id": exampleID}, body: object{"credits": 100, "note": "invoice 2026-0147"}},
	"ops-create-key":          {about: "For an integration of the operator with business verification; no organisation can make one itself. The audit log names who did.", values: object{"id": exampleID}, body: object{"name": "onboarding"}, headers: []string{"Cache-Control"}},
	"ops-reconciler":          {about: "Of the process that answers."},
	"ops-knowledge":           {about: "National schedules and tables of the quote rules, with their vintages."},
	"ops-audit":               {about: "As CSV with `format=csv`.", headers: []string{"Content-Disposition"}},
}
