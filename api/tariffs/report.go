package tariffs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tariffdesk/api/gate"
	"tariffdesk/api/printout"
	"tariffdesk/api/wire"
	"tariffdesk/jobs"
	"tariffdesk/report"
	"tariffdesk/tariff"
)

type recordReportInput struct {
	wire.Common
	printout.ReportFormat
	RecordID string `path:"classification_record_id" doc:"Id of the stored classification"`
	Language string `query:"language" enum:"Spanish,English" doc:"Of the captions, that of the classification unless given; its reasons stay in the language they were given in"`
}

func (s *Handlers) recordReport(ctx context.Context, in *recordReportInput) (*printout.Output, error) {
	k := gate.Of(ctx)
	r := gate.Found[jobs.Record](ctx)
	p := r.Provenance
	c := report.Classification{
		ID: r.ID, ParentID: r.ParentID, Organisation: k.Caller.Organisation.Name, Country: r.CountryCode, Model: r.Model, Language: tariff.Language(p.Language),
		Description: r.ProductDescription, Attachments: p.Attachments, AskedAt: p.AskedAt, MadeAt: r.CreatedAt, RequestIDs: p.RequestIDs,
		Tariff: p.Versions.Tariff, Knowledge: p.Versions.Knowledge, Program: p.Versions.Program, Confirmed: r.ConfirmedHSCode, ConfirmedAt: r.ConfirmedAt,
	}
	if len(p.Attachments) > 0 {
		c.Description = wire.FirstRunes(r.ProductDescription, p.Written)
		c.Attached = strings.TrimLeft(r.ProductDescription[len(c.Description):], ". ")
	}
	result, _, err := decisions{s}.decided(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(result, &c.Result); err != nil {
		return nil, fmt.Errorf("result of record %s: %w", r.ID, err)
	}
	language := cmp.Or(tariff.Language(in.Language), c.Language, tariff.LanguageEnglish)
	return printout.Print(report.Opinion(c, language), in.ReportFormat, "opinion-"+r.ID)
}
