package ops

import "tariffdesk/api/openapi"

// Docs describes the operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"ops-list-jobs":           {About: "Filters join."},
	"ops-get-job":             {About: "As far as the job and the ledger tell.", Values: openapi.Object{"job_id": openapi.ExampleID}},
	"ops-retry-job":           {About: "Charges nothing.", Values: openapi.Object{"job_id": openapi.ExampleID}, Also: []int{410, 402}},
	"ops-cancel-job":          {About: "Whoever waits for it is answered.", Values: openapi.Object{"job_id": openapi.ExampleID}},
	"ops-refund-job":          {About: "All that is left of the charge, or `credits` of it.", Values: openapi.Object{"job_id": openapi.ExampleID}, Body: openapi.Object{"reason": "agreed with the customer"}},
	"ops-list-organizations":  {About: "`q` finds by a part of the name or the id."},
	"ops-get-organization":    {About: "Its balance, plan, limits and prices, as an operator sets them.", Values: openapi.Object{"id": openapi.ExampleID}},
	"ops-change-organization": {About: "Members that are absent stay as they are; null lifts an end or a limit.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{"plan": "enterprise"}},
	"ops-grant-credits":       {About: "An entry of the ledger, with its note.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{"credits": 100, "note": "invoice 2026-0147"}},
	"ops-create-key":          {About: "For an integration of the operator with business verification; no organisation can make one itself. The audit log names who did.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{"name": "onboarding"}, Headers: []string{"Cache-Control"}},
	"ops-reconciler":          {About: "Of the process that answers."},
	"ops-knowledge":           {About: "National schedules and tables of the quote rules, with their vintages."},
	"ops-audit":               {About: "As CSV with `format=csv`.", Headers: []string{"Content-Disposition"}},
}
