package main

import (
	"fmt"

	"tariffdesk/api"
)

// openapiCommand writes the OpenAPI document, for generators of clients and for linters.
type openapiCommand struct{}

// Run writes the document as one line of JSON.
func (openapiCommand) Run(to streams) error {
	document, err := api.Document(version())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.out, "%s\n", document)
	return err
}
