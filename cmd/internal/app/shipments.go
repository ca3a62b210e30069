package app

import (
	"time"

	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/shipment/entry"
	"tariffdesk/worker"
)

// shipmentHandlers are the handlers of runs of shipments and of their steps.
func (a *App) shipmentHandlers(extraction worker.Extraction, courtesy *worker.Courtesy) map[jobs.Kind]worker.Handler {
	pricer := entry.Pricer{Engine: func() *quote.Engine { return a.tariffs.current.Load().quotes }, Now: time.Now}
	runs := worker.Shipments{Store: a.store, Queue: a.jobs, Dictionary: a.tariffs.dictionary, Pricer: pricer, Now: func() time.Time { return time.Now().Truncate(time.Microsecond) }, Log: a.log}
	return map[jobs.Kind]worker.Handler{
		jobs.KindShipment:       runs.Handle,
		jobs.KindShipmentPapers: courtesy.Caller(extraction.Read),
		jobs.KindShipmentQuote:  courtesy.Caller(worker.ShipmentQuotation{Pricer: pricer}.Handle),
	}
}

// dictionary resolves countries and units with the rules in force.
func (t *tariffs) dictionary() shipment.Dictionary { return t.current.Load().rules }
