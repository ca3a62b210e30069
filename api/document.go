package api

import (
	"encoding/json"
	"fmt"
	"log/slog"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
)

// Document returns the OpenAPI document of every operation, as a process with all its parts serves it.
// It needs neither database nor Redis.
func Document(version string) ([]byte, error) {
	s := &Server{
		Deps: Deps{
			Log: slog.New(slog.DiscardHandler), Lookup: struct{ Lookup }{}, Quotes: struct{ QuoteReader }{}, Parcels: struct{ ParcelPricer }{},
			Onboarding: struct{ Onboarding }{}, Lists: struct{ Lists }{}, Documents: struct{ Documents }{}, Rulings: struct{ Rulings }{},
		},
		cfg: Config{Version: version}.withDefaults(), keeper: gate.NewKeeper(nil, nil, ""),
	}
	s.metrics = newMetrics(s)
	s.router = route.New(route.Options{Document: openapi.Config(version), Words: documentWords(), Log: s.Log, Owner: s})
	s.registerAll()
	document, err := json.Marshal(s.router.OpenAPI())
	if err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}
	return document, nil
}
