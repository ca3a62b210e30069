package app

import (
	"strings"
	"testing"
)

func TestModesOfQueriesThatDoNotWorkAreRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	for mode, works := range map[string]bool{"exec": false, "simple_protocol": false, "cache_describe": true, "cache_statement": true, "describe_exec": true} {
		err := Config{DatabaseURL: "postgres://u@h/d?default_query_exec_mode=" + mode}.Validate()
		refused := err != nil && strings.Contains(err.Error(), "DATABASE_URL: default_query_exec_mode="+mode+" does not work")
		if refused == works || works && strings.Contains(err.Error(), "DATABASE_URL") {
			t.Errorf("%s: %v", mode, err)
		}
	}
}
