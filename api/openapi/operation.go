package openapi

import "encoding/json"

// Operation holds what the document states about an operation beyond its route and types.
type Operation struct {
	About   string         // what it does, what it costs, and what a caller has to know
	Values  map[string]any // an example of each parameter that a call needs
	Body    any            // an example of the request body, of a form its fields; files are named by the path of a sample
	Also    []int          // statuses of refusals that do not follow from the route
	Headers []string       // of its success, beyond those that follow from the route
}

// Words holds the texts of the document that belong to no route or type.
type Words struct {
	Operation func(id string) Operation
	Example   func(id, status string) (answer json.RawMessage, ok bool) // recorded of a running service
}
