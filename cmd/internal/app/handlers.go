package app

import (
	"maps"
	"time"

	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// handlers builds the engines and registers what does each kind of job, and the chunks of batches.
func (a *App) handlers() (map[jobs.Kind]worker.Handler, *worker.Batches, error) {
	engine := a.classifier
	assisted, err := a.assisted(engine)
	if err != nil {
		return nil, nil, err
	}
	versions, err := a.versions()
	if err != nil {
		return nil, nil, err
	}
	classification := worker.Classification{Engine: assisted.classifier, Reader: worker.Attachments{Engine: a.documents, Uploads: a.blobs}, Uploads: a.blobs, Info: a.tariffs, Precedents: worker.NewCatalogues(a.store, engine, time.Now), Rulings: a.rulings, Versions: versions}
	extraction := worker.Extraction{Engine: assisted.extractor, Uploads: a.blobs, Painter: a.documents, Store: a.store, Lessons: a.store, Blobs: a.blobs, Log: a.log}
	courtesy := worker.NewCourtesy()
	rows := classification
	rows.Engine, rows.Uploads = engine, nil // a batch asks no model: fifty thousand rows are not its measure
	batch := worker.Batch{Classification: rows, Store: a.store, Blobs: a.blobs}
	tables := worker.Tables{Engine: a.tariffs, Names: a.knowledge, Editions: a.tariffs, Store: a.store, Blobs: a.blobs, Courtesy: courtesy}
	imports := worker.Import{Store: a.store, Blobs: a.blobs, Names: a.knowledge, Editions: a.tariffs, Courtesy: courtesy}
	handlers := map[jobs.Kind]worker.Handler{
		jobs.KindClassify:          courtesy.Caller(classification.Handle),
		jobs.KindClassifyDocuments: courtesy.Caller(classification.Handle),
		jobs.KindExtract:           courtesy.Caller(extraction.Extract),
		jobs.KindDigitize:          courtesy.Caller(extraction.Digitize),
		jobs.KindSplit:             courtesy.Caller(extraction.Split),
		jobs.KindQuote:             courtesy.Caller(worker.Quotation{Engine: a.tariffs}.Handle),
		jobs.KindTables:            tables.Handle,
		jobs.KindPrecedents:        imports.Handle,

		jobs.KindVerificationDocument: courtesy.Caller(worker.Papers{Engine: a.documents, Blobs: a.blobs, Store: a.store, Now: time.Now}.Handle),
	}
	maps.Copy(handlers, a.shipmentHandlers(extraction, courtesy))
	return handlers, &worker.Batches{Store: a.store, Handler: batch, Courtesy: courtesy, Offer: a.jobs.OfferChunks}, nil
}
