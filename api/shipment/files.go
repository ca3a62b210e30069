package shipment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/language"
	"tariffdesk/shipment"
)

func (s *Handlers) registerFiles(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: one + "/papers/{paper_id}/pages/{page}", ID: "get-operation-page", Tag: tag, Access: gate.Paid, Find: s.find,
		Summary: "The picture of a page of a paper", Errors: []int{http.StatusNotFound, http.StatusGone},
		Document: func(op *huma.Operation, _ huma.Registry) {
			op.Responses["200"] = &huma.Response{Description: "A JPEG of at most 1,200 pixels a side", Content: map[string]*huma.MediaType{
				"image/jpeg": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
			}}
			op.Responses["304"] = &huma.Response{Description: "You hold the picture already"}
		}}, s.page)
	route.Register(to, route.Row{Method: http.MethodGet, Path: one + "/report", ID: "get-operation-report", Tag: tag, Access: gate.Paid, Find: s.find,
		Summary: "An operation to file: JSON, and where the service writes them a workbook, a PDF or a page", Errors: []int{http.StatusNotFound, http.StatusConflict},
		Document: func(op *huma.Operation, r huma.Registry) {
			binary := &huma.Schema{Type: huma.TypeString, Format: "binary"}
			op.Responses["200"] = &huma.Response{Description: "The report", Content: map[string]*huma.MediaType{
				"application/json": {Schema: openapi.SchemaOf[OperationBody](r)}, "application/pdf": {Schema: binary},
				"text/html": {Schema: &huma.Schema{Type: huma.TypeString}}, submit.WorkbookType: {Schema: binary},
			}}
		}}, s.report)
}

type pageInput struct {
	wire.Common
	PathInput
	PaperID string `path:"paper_id" maxLength:"20" doc:"Id of the paper"`
	Page    int    `path:"page" minimum:"1" maximum:"100" doc:"A page of its file, from 1"`
	Held    string `header:"If-None-Match" maxLength:"200" doc:"The ETag of the picture that you hold: 304 where it is the same"`
}

type pageOutput struct {
	Status      int
	ContentType string `header:"Content-Type"`
	Policy      string `header:"Content-Security-Policy"`
	Cache       string `header:"Cache-Control"`
	ETag        string `header:"ETag"`
	Body        []byte
}

// pageCache lets a browser keep a picture for a day: a file never changes. Whoever comes back later asks by its tag.
const pageCache = "private, max-age=86400"

var errNoPicture = fail.New(fail.CodeNotFound, "there is no picture of this page")

// page draws a page. It was made of a stranger's file: a browser runs nothing of it.
func (s *Handlers) page(ctx context.Context, in *pageInput) (*pageOutput, error) {
	sh := gate.Found[*shipment.Shipment](ctx)
	p := sh.Paper(in.PaperID)
	if p == nil || p.File < 1 || p.File > len(sh.Files) || !slices.Contains(p.Pages, in.Page) {
		return nil, errNoPicture
	}
	f := sh.Files[p.File-1]
	if f.MediaType == submit.WorkbookType {
		return nil, errNoPicture
	}
	out := &pageOutput{Status: http.StatusOK, ContentType: "image/jpeg", Policy: "default-src 'none'; sandbox", Cache: pageCache, ETag: fmt.Sprintf(`"%s-%d"`, f.SHA256[:min(len(f.SHA256), 32)], in.Page)}
	if strings.Contains(in.Held, out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	content, err := s.content(ctx, f.Key)
	if err != nil {
		return nil, err
	}
	release, err := gate.Of(ctx).Turn(ctx, s.Turns)
	if err != nil {
		return nil, err
	}
	defer release()
	picture, err := s.Documents.Preview(ctx, content, in.Page)
	if errors.Is(err, fail.New(fail.CodeUnavailable, "")) {
		return nil, err
	}
	if err != nil {
		return nil, errNoPicture
	}
	out.Body = picture.JPEG
	return out, nil
}

type reportInput struct {
	wire.Common
	PathInput
	Format string `query:"format" enum:"pdf,html,xlsx,json" default:"json" doc:"What it is written as"`
}

type reportOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

var errNoReport = fail.New(fail.CodeConflict, "the operation has no quotation yet: continue it first")

func (s *Handlers) report(ctx context.Context, in *reportInput) (*reportOutput, error) {
	sh := gate.Found[*shipment.Shipment](ctx)
	spanish := language.Of(ctx) == language.Spanish
	if in.Format == "json" || in.Format == "" {
		costs, err := s.Store.ShipmentCosts(ctx, sh.ID)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(NewBody(sh, costs, spanish))
		if err != nil {
			return nil, err
		}
		return &reportOutput{"application/json", `attachment; filename="operation.json"`, text}, nil
	}
	if sh.Priced == nil {
		return nil, errNoReport
	}
	if s.Reports == nil {
		return nil, fail.New(fail.CodeUnavailable, "the service does not write this format")
	}
	mediaType, name, content, err := s.Reports.Report(sh, in.Format, spanish)
	if err != nil {
		return nil, err
	}
	return &reportOutput{mediaType, "attachment; filename=\"" + name + "\"", content}, nil
}
