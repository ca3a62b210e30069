package api

import (
	"tariffdesk/api/accounts"
	"tariffdesk/api/jobwatch"
	"tariffdesk/api/onboarding"
	"tariffdesk/api/openapi"
	"tariffdesk/api/ops"
	"tariffdesk/api/quoter"
	"tariffdesk/api/share"
	shipments "tariffdesk/api/shipment"
	"tariffdesk/api/svcdocs"
	"tariffdesk/api/tariffs"

	_ "embed"
	"encoding/json"
)

// docOf finds the documentation of an operation; each subject has its own map.
func docOf(id string) openapi.Operation {
	for _, of := range []map[string]openapi.Operation{
		tariffs.Docs, svcdocs.Docs, quoter.Docs, jobwatch.Docs, share.Docs, accounts.Docs, accounts.OrganizationDocs, onboarding.Docs, ops.Docs, shipments.Docs,
	} {
		if doc, ok := of[id]; ok {
			return doc
		}
	}
	return openapi.Operation{}
}

// recordedAnswers are answers of a running service to the examples of requests, by operation and status.
// The test that sends them writes this file anew with -update.
var recordedAnswers = func() (answers map[string]map[string]json.RawMessage) {
	if err := json.Unmarshal(recordedFile, &answers); err != nil {
		panic(err) // embedded
	}
	return answers
}()

//go:embed openapi_answers.json
var recordedFile []byte

// documentWords are the texts of the document.
func documentWords() openapi.Words {
	return openapi.Words{
		Operation: docOf,
		Example: func(id, status string) (json.RawMessage, bool) {
			answer, ok := recordedAnswers[id][status]
			return answer, ok
		},
	}
}
