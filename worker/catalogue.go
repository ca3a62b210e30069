package worker

import (
	"context"
	"sync"
	"time"

	"tariffdesk/classify"
	"tariffdesk/jobs"
)

// CatalogueStore keeps the precedents of organisations.
type CatalogueStore interface {
	CatalogueState(ctx context.Context, organisationID string) (jobs.CatalogueState, error)
	Precedents(ctx context.Context, organisationID string, after, upTo int64, add func([]classify.Precedent)) error
}

// Indexer makes an index of precedents, by the vocabulary of the engine that is asked with it.
type Indexer interface {
	NewPrecedents(rows []classify.Precedent) *classify.Precedents
}

// How many organisations' indexes are held, and how many precedents they have in all; the one used longest
// ago is let go.
const (
	maxCatalogues = 64
	maxHeldRows   = 400_000
)

// Catalogues holds one index an organisation, never one for several, as new as PostgreSQL at the
// moment it is asked for: what is confirmed or imported counts at once in every worker.
type Catalogues struct {
	store CatalogueStore
	index Indexer
	mu    sync.Mutex
	held  map[string]*catalogue
	now   func() time.Time
}

type catalogue struct {
	turn            chan struct{} // one place: its holder brings the index up to date
	used            time.Time     // under Catalogues.mu
	rows            int           // under Catalogues.mu
	revision, epoch int64
	index           *classify.Precedents
}

// NewCatalogues returns catalogues that load from store when first asked; indexer makes their indexes.
func NewCatalogues(store CatalogueStore, indexer Indexer, now func() time.Time) *Catalogues {
	return &Catalogues{store: store, index: indexer, held: map[string]*catalogue{}, now: now}
}

// Of returns the organisation's precedents, nil where it has none. known is the state of its catalogue where it was just
// read; it is asked for where that is nil.
func (c *Catalogues) Of(ctx context.Context, organisationID string, known *jobs.CatalogueState) (*classify.Precedents, error) {
	if known == nil {
		now, err := c.store.CatalogueState(ctx, organisationID)
		if err != nil {
			return nil, err
		}
		known = &now
	}
	state := *known
	if state.Revision == 0 {
		return nil, nil
	}
	k := c.hold(organisationID)
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-k.turn }()
	if k.index == nil || k.epoch != state.Epoch {
		k.index, k.revision, k.epoch = c.index.NewPrecedents(nil), 0, state.Epoch
	}
	if k.revision < state.Revision {
		var rows []classify.Precedent // all at once: an index learns better from many than from part after part
		if err := c.store.Precedents(ctx, organisationID, k.revision, state.Revision, func(part []classify.Precedent) { rows = append(rows, part...) }); err != nil {
			return nil, err
		}
		k.index.Add(rows...)
		k.revision = state.Revision
		c.makeRoom(k)
	}
	return k.index, nil
}

func (c *Catalogues) hold(organisationID string) *catalogue {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.held[organisationID]
	if k == nil {
		k = &catalogue{turn: make(chan struct{}, 1)}
		c.held[organisationID] = k
	}
	k.used = c.now()
	return k
}

// makeRoom lets the indexes go that were used longest ago, until the rest with the grown one are within bounds.
func (c *Catalogues) makeRoom(grown *catalogue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	grown.rows = grown.index.Len()
	for {
		oldest, rows := "", 0
		for id, k := range c.held {
			rows += k.rows
			if k != grown && (oldest == "" || k.used.Before(c.held[oldest].used)) {
				oldest = id
			}
		}
		if oldest == "" || rows <= maxHeldRows && len(c.held) <= maxCatalogues {
			return
		}
		delete(c.held, oldest)
	}
}
