package tariffs

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// precedentSource is where some of an organisation's precedents came from.
type precedentSource struct {
	Source     string    `json:"source" doc:"The imported file's name, or confirmed"`
	Count      int       `json:"count" doc:"Precedents from this source"`
	ImportedAt time.Time `json:"imported_at" doc:"When they were last imported"`
}

// precedentsInput is a file of classified goods.
type precedentsInput struct {
	wire.Common
	file wire.File
}

// Resolve implements huma.Resolver. The columns are found here, so that a file without them is
// refused at once; its rows are judged by the job.
func (in *precedentsInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	f, err := wire.ReadForm(ctx)
	if err != nil {
		return append(errs, err)
	}
	files, err := f.Read("file", 1)
	switch {
	case err != nil:
		return append(errs, err)
	case len(f.Files["file"]) == 0:
		f.Bad("file", "an .xlsx, .csv or .jsonl file is required")
	case len(files) == 1:
		in.file = files[0]
		release, err := gate.Of(ctx.Context()).Turn(ctx.Context(), handlersOf(gate.Of(ctx.Context())).WorkbookTurns)
		if err != nil {
			return append(errs, err)
		}
		defer release()
		if err := in.look(ctx.Context()); err != nil {
			errs = append(errs, named("file", err))
		}
	}
	return append(errs, f.Errors()...)
}

func (in *precedentsInput) look(ctx context.Context) error {
	ctx, cancel := excel.Timed(ctx, handlersOf(gate.Of(ctx)).ReadTime)
	defer cancel()
	if in.file.IsText() {
		if p := wire.TextProblem("file", string(in.file.Content)); p != nil {
			return fail.New(p.Code, p.Text)
		}
	}
	goods, err := excel.OpenGoodsWithin(ctx, in.file.Name, in.file.Content)
	if err != nil {
		return err
	}
	_, some, err := goods.Next()
	if err == nil && !some {
		return fail.New(fail.CodeBadRequest, "the file has no rows")
	}
	return err
}

type precedentsOutput struct {
	Body struct {
		Count   int               `json:"count" doc:"Precedents in all"`
		Sources []precedentSource `json:"sources" doc:"Precedents by the source that the import named"`
	}
}

type deletedOutput struct {
	Body struct {
		Deleted int64 `json:"deleted" doc:"How many were removed"`
	}
}

func (s *Handlers) registerPrecedents(to *route.Router) {
	const path = "/api/v3/tariff/precedents"
	single := decisions{s}
	route.Register(to, route.Row{
		Method: http.MethodPost, Path: path, ID: "import-precedents", Tag: "tariff",
		Summary: "Import goods that your organisation has classified, as a job; no credits",
		Access:  gate.Current, Limited: true, Multipart: true, Status: http.StatusAccepted,
		Document: func(op *huma.Operation, r huma.Registry) {
			openapi.FormFields(op, []string{"file"}, map[string]*huma.Schema{
				"file": {Type: huma.TypeString, Format: "binary", Description: "An .xlsx, .csv or .jsonl file of descriptions and codes, at most 100,000 rows"},
			})
			submit.AnswersJob(op, r)
		},
	}, s.importPrecedents)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "get-precedents", Tag: "tariff",
		Summary: "How many precedents there are, by source", Access: gate.Current, Limited: true}, s.getPrecedents)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: path, ID: "delete-precedents", Tag: "tariff",
		Summary: "Remove all precedents", Access: gate.Manager, Limited: true}, s.deletePrecedents)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path + "/{precedent_id}", ID: "get-precedent", Tag: "tariff",
		Summary: "A single precedent", Access: gate.Current, Find: single.findPrecedent, Errors: []int{http.StatusNotFound}}, single.getPrecedent)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: path + "/{precedent_id}", ID: "delete-precedent", Tag: "tariff", Status: http.StatusNoContent,
		Summary: "Remove a single precedent", Access: gate.Current, Find: single.findPrecedent, Limited: true, Errors: []int{http.StatusNotFound}}, single.deletePrecedent)
}

func (s *Handlers) importPrecedents(ctx context.Context, in *precedentsInput) (*submit.Answer, error) {
	key, err := s.Submits.Keep(ctx, in.file.MediaType, in.file.Content)
	if err != nil {
		return nil, err
	}
	return s.Submits.Submit(ctx, submit.Submission{
		Kind: jobs.KindPrecedents, Units: 1, Uploads: []string{key}, Batch: true,
		Input: jobs.PrecedentsInput{Source: key, Name: strings.TrimSpace(in.file.Name)},
	})
}

func (s *Handlers) getPrecedents(ctx context.Context, _ *wire.Common) (*precedentsOutput, error) {
	found, err := s.Store.PrecedentSources(ctx, gate.Of(ctx).Caller.Organisation.ID)
	if err != nil {
		return nil, err
	}
	out := &precedentsOutput{}
	out.Body.Sources = []precedentSource{}
	for _, p := range found {
		out.Body.Count += p.Count
		out.Body.Sources = append(out.Body.Sources, precedentSource{p.Source, p.Count, p.ImportedAt.UTC()})
	}
	return out, nil
}

func (s *Handlers) deletePrecedents(ctx context.Context, _ *wire.Common) (*deletedOutput, error) {
	n, err := s.Store.DeletePrecedents(ctx, gate.Of(ctx).Caller.Organisation.ID)
	out := &deletedOutput{}
	out.Body.Deleted = n
	return out, err
}

// precedentBody is one description with the code that was chosen for it.
type precedentBody struct {
	PrecedentID string    `json:"precedent_id" format:"uuid" doc:"Id of the precedent"`
	Description string    `json:"product_description" doc:"Description of the goods, as imported"`
	HSCode      string    `json:"hscode" doc:"Code of the goods, digits alone"`
	CountryCode *string   `json:"country_code" doc:"Whose tariff the digits beyond six are of; null of what was imported"`
	Source      string    `json:"source" doc:"The imported file's name, or confirmed"`
	RecordID    *string   `json:"classification_record_id" doc:"The classification whose decision it is"`
	RowID       *string   `json:"row_id" doc:"The row of a batch whose decision it is"`
	ImportedAt  time.Time `json:"imported_at" doc:"When it was imported"`
}

type precedentInput struct {
	wire.Common
	PrecedentID string `path:"precedent_id" doc:"Id of the precedent"`
}

// findPrecedent finds the precedent that the path names.
func (s decisions) findPrecedent(ctx huma.Context, k *gate.Call) error {
	found, err := s.Store.Precedent(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("precedent_id"))
	k.SetFound(found)
	return err
}

func (s decisions) getPrecedent(ctx context.Context, _ *precedentInput) (*wire.OneOutput[precedentBody], error) {
	p := gate.Found[jobs.Precedent](ctx)
	return wire.One(precedentBody{p.ID, p.Description, p.HSCode, wire.OrNull(p.CountryCode), p.Source, wire.OrNull(p.RecordID), wire.OrNull(p.RowID), p.ImportedAt.UTC()}, nil)
}

func (s decisions) deletePrecedent(ctx context.Context, _ *precedentInput) (*wire.EmptyOutput, error) {
	return &wire.EmptyOutput{}, s.Store.DeletePrecedent(ctx, gate.Of(ctx).Caller.Organisation.ID, gate.Found[jobs.Precedent](ctx).ID)
}
