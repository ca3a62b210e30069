package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

func missing(k jsonschema.ErrorKind) []string {
	if r, ok := k.(*kind.Required); ok {
		return r.Missing
	}
	return nil
}
