package api

import (
	_ "embed"
	"encoding/json"
)

// operationDoc is what the document says of an operation beyond what its route and types tell.
type operationDoc struct {
	about   string         // what it does, what it costs, and what a caller has to know
	values  map[string]any // an example of each parameter that a call needs
	body    any            // an example of the request body, of a form its fields; files are named by the path of a sample
	also    []int          // statuses of refusals that do not follow from the route
	headers []string       // of its success, beyond those that follow from the route
}

// object is JSON.
type object = map[string]any

// docOf finds what is said of an operation; each file of a tag has its own.
func docOf(id string) operationDoc {
	for _, of := range []map[string]operationDoc{
		tariffDocs, documentDocs, quoteDocs, jobDocs, shareDocs, accountDocs, organizationDocs, onboardingDocs, operationsDocs,
	} {
		if doc, ok := of[id]; ok {
			return doc
		}
	}
	return operationDoc{}
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
