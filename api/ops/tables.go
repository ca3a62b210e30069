package ops

import (
	"net/http"

	"tariffdesk/api/route"

	"cmp"
	"context"
	"slices"
	"time"

	"tariffdesk/api/wire"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

type reconcilerBody struct {
	Actions map[string]int64   `json:"actions" doc:"What this process has repaired, by kind"`
	Loops   map[string]float64 `json:"loops" doc:"Seconds since each loop of this process came round"`
	Jobs    []jobCountBody     `json:"jobs" doc:"Jobs that have not ended, by kind and state"`
}

type jobCountBody struct {
	Kind          jobs.Kind  `json:"kind" doc:"Kind of the jobs"`
	Status        jobs.State `json:"status" doc:"State of the jobs"`
	Count         int64      `json:"count" doc:"How many there are"`
	OldestSeconds float64    `json:"oldest_seconds" doc:"How long the oldest has been waiting, in seconds"`
}

type knowledgeBody struct {
	Tariffs []knownTableBody `json:"tariffs" doc:"Imported schedules in use, by country; the embedded one where absent"`
	Rules   []knownTableBody `json:"rule_tables" doc:"Imported tables of the quote rules in use"`
	Tables  []standingBody   `json:"tables" doc:"Every table in use, carried or imported: tariffs by country, then tables of the quote rules"`
}

type standingBody struct {
	Kind          quote.TableKind `json:"kind" enum:"tariff,rules" doc:"tariff for the schedule of a country, rules for a table of the quote rules"`
	Name          string          `json:"name" doc:"The country, or the table as an import calls it"`
	Rows          int             `json:"rows" doc:"Rows in use"`
	VerifiedShare float64         `json:"verified_share" doc:"The part of the rows that was read in the legal text, 0 to 1"`
	SourceDay     string          `json:"source_day" format:"date" doc:"The day as of which the rows stand"`
	Days          int             `json:"days" doc:"Days since source_day"`
	NextChange    *string         `json:"next_change" format:"date" doc:"The first later day on which a row begins or has ended; null where none is known"`
}

type knownTableBody struct {
	Name       string    `json:"name" doc:"The country, or the table"`
	Version    int       `json:"version" doc:"Number of the import; each import of the table raises it by one"`
	Vintage    string    `json:"vintage" format:"date" doc:"The day as of which the table stands"`
	Source     *string   `json:"source" doc:"Where it comes from, as the import stated; null where it stated nothing"`
	Complete   bool      `json:"complete" doc:"Whether the table holds every line; if not, it completes the embedded one"`
	ImportedAt time.Time `json:"imported_at" doc:"When it was imported"`
}

func (s *Handlers) opsReconciler(ctx context.Context, _ *wire.EmptyInput) (*wire.OneOutput[reconcilerBody], error) {
	counts, err := s.Store.JobCounts(ctx)
	if err != nil {
		return nil, err
	}
	r := s.Jobs.Actions()
	b := reconcilerBody{Loops: map[string]float64{}, Jobs: []jobCountBody{}, Actions: map[string]int64{"expired": r.Expired, "revived": r.Revived,
		"reoffered": r.Reoffered, "regenerated": r.Regenerated, "enqueue_failed": r.EnqueueFailed}}
	if s.Loops != nil {
		for loop, age := range s.Loops() {
			b.Loops[loop] = age.Seconds()
		}
	}
	for _, c := range counts {
		b.Jobs = append(b.Jobs, jobCountBody{c.Kind, c.State, c.Jobs, c.OldestSeconds})
	}
	slices.SortFunc(b.Jobs, func(a, b jobCountBody) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Status, b.Status))
	})
	return wire.One(b, nil)
}

func (s *Handlers) opsKnowledge(ctx context.Context, _ *wire.EmptyInput) (*wire.OneOutput[knowledgeBody], error) {
	tables, err := s.Store.Knowledge(ctx)
	b := knowledgeBody{[]knownTableBody{}, []knownTableBody{}, []standingBody{}}
	for _, t := range tables {
		known := knownTableBody{t.Name, t.Version, t.Vintage, wire.OrNull(t.Source), t.Complete, t.CreatedAt.UTC()}
		if t.Kind == "tariff" {
			b.Tariffs = append(b.Tariffs, known)
		} else {
			b.Rules = append(b.Rules, known)
		}
	}
	if s.Standing != nil {
		today := tariff.Date(s.Now().UTC().Format(time.DateOnly))
		for _, t := range s.Standing(today) {
			b.Tables = append(b.Tables, standingBody{t.Kind, t.Name, t.Rows, t.Share(), string(t.Vintage), t.Age(today), wire.OrNull(string(t.NextChange))})
		}
	}
	return wire.One(b, err)
}

func (s *Handlers) registerTables(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/ops/api/reconciler", ID: "ops-reconciler", Tag: "operations", Operators: true,
		Summary: "What this process repairs, and how many jobs wait"}, s.opsReconciler)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/ops/api/knowledge", ID: "ops-knowledge", Tag: "operations", Operators: true,
		Summary: "Tables in use: what was imported, and how each stands"}, s.opsKnowledge)
}
