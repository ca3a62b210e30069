package api

import (
	"encoding/json"
	"fmt"
	"log/slog"

	"tariffdesk/api/onboarding"
	"tariffdesk/api/quoter"
	shipments "tariffdesk/api/shipment"
	"tariffdesk/api/svcdocs"
	"tariffdesk/api/tariffs"
	"tariffdesk/shipment"
)

// Document returns the OpenAPI document of every operation, as a process with all its parts serves it.
// It needs neither database nor Redis.
func Document(version string) ([]byte, error) {
	s := newServer(Config{Version: version}.withDefaults(), Deps{
		Store: struct{ Store }{}, Log: slog.New(slog.DiscardHandler), Lookup: struct{ tariffs.Lookup }{}, Quotes: struct{ quoter.QuoteReader }{}, Parcels: struct{ quoter.ParcelPricer }{},
		Onboarding: struct{ onboarding.Onboarding }{}, Lists: struct{ onboarding.Lists }{}, Documents: struct{ svcdocs.Documents }{}, Rulings: struct{ tariffs.Rulings }{},
		Papers: struct{ shipments.Documents }{}, Dictionary: func() shipment.Dictionary { return nil },
	})
	document, err := json.Marshal(s.router.OpenAPI())
	if err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}
	return document, nil
}
