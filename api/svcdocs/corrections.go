package svcdocs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

// registerCorrections adds the endpoints of corrections.
func (s *Handlers) registerCorrections(to *route.Router) {
	const path = "/api/v3/svcdocs/corrections"
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/v3/jobs/{job_id}/corrections", ID: "correct-extraction", Tag: "svcdocs",
		Summary: "Correct values of an extraction; the next document of its issuer is read by them", Access: gate.Current, Limited: true, Find: s.Submits.FindJob,
		Validation: fail.CodeSvcDocsValidation, Errors: []int{http.StatusConflict, http.StatusGone}}, s.correct)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/jobs/{job_id}/schema", ID: "get-extraction-schema", Tag: "svcdocs",
		Summary: "The JSON Schema that an extraction was read by", Access: gate.Current, Limited: true, Find: s.Submits.FindJob,
		Errors: []int{http.StatusConflict, http.StatusGone}}, s.readBy)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "list-corrections", Tag: "svcdocs",
		Summary: "The corrections of your organization, newest first", Access: gate.Current, Limited: true}, s.listCorrections)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: path + "/{id}", ID: "delete-correction", Tag: "svcdocs",
		Summary: "Remove a correction: documents are read by it no more", Access: gate.Current, Limited: true, Status: http.StatusNoContent}, s.deleteCorrection)
}

// correctInput are corrections of a result.
type correctInput struct {
	wire.Common
	JobID string `path:"job_id" doc:"Id of the job"`
	Body  struct {
		Corrections []correctionIn `json:"corrections" minItems:"1" maxItems:"100" doc:"Values to put right, each once"`
	}
}

type correctionIn struct {
	Pointer  string          `json:"pointer" minLength:"1" maxLength:"500" doc:"JSON pointer of the value in document_data"`
	Value    json.RawMessage `json:"value" doc:"The right value, in the form that the schema wants"`
	Document int             `json:"document,omitempty" minimum:"1" maximum:"100" doc:"The document of the file, where each has its own data; else that of document_data"`
}

type correctOutput struct{ Body extractAnswer }

var errNoExtraction = fail.New(fail.CodeConflict, "the job is no extraction that succeeded: it has no values to correct")

func (s *Handlers) correct(ctx context.Context, in *correctInput) (*correctOutput, error) {
	j, err := extraction(ctx)
	if err != nil {
		return nil, err
	}
	release, err := gate.Of(ctx).Turn(ctx, s.DocumentTurns)
	if err != nil {
		return nil, err
	}
	defer release()
	c := correcting{Handlers: s, by: account.ActorOf(ctx).Name, in: in.Body.Corrections}
	if c.schema, c.kept, err = s.schemaOf(ctx, j); err != nil {
		return nil, err
	}
	raw, err := s.Taught.Correct(ctx, j.OrganisationID, j.ID, c.change)
	if err != nil {
		return nil, err
	}
	out := &correctOutput{}
	if err := json.Unmarshal(language.Result(language.Of(ctx), raw), &out.Body); err != nil {
		return nil, fmt.Errorf("result of extract job %s: %w", j.ID, err)
	}
	return out, nil
}

// extraction is the job that the request names, if it is an extraction with a result.
func extraction(ctx context.Context) (jobs.Job, error) {
	switch j := gate.Found[jobs.Job](ctx); {
	case j.Kind != jobs.KindExtract || j.State != jobs.StateSucceeded:
		return j, errNoExtraction
	case j.Expired:
		return j, submit.ErrExpired
	default:
		return j, nil
	}
}

// schemaOf is the schema that an extraction was read by, with the words that were kept of it, nil where none were.
func (s *Handlers) schemaOf(ctx context.Context, j jobs.Job) (schema, kept []byte, err error) {
	var input jobs.ExtractInput
	if err := json.Unmarshal(j.Input, &input); err != nil {
		return nil, nil, fmt.Errorf("input of extract job %s: %w", j.ID, err)
	}
	if kept, err = s.words(ctx, j.ID); err != nil {
		return nil, nil, err
	}
	switch {
	case kept != nil:
		schema, err = s.Documents.SchemaKept(kept)
		return schema, kept, err
	case input.Infer || len(input.Schema) == 0:
		return nil, nil, errNoExtraction
	}
	return input.Schema, nil, nil
}

type readByInput struct {
	wire.Common
	JobID string `path:"job_id" doc:"Id of the job"`
}

type readByOutput struct {
	Body struct {
		Schema json.RawMessage `json:"json_schema" doc:"The schema, its properties in the order of the result"`
	}
}

func (s *Handlers) readBy(ctx context.Context, _ *readByInput) (out *readByOutput, err error) {
	j, err := extraction(ctx)
	if err != nil {
		return nil, err
	}
	out = &readByOutput{}
	out.Body.Schema, _, err = s.schemaOf(ctx, j)
	return out, err
}

// words are the words that were kept with a result; nil where none are.
func (s *Handlers) words(ctx context.Context, jobID string) ([]byte, error) {
	r, err := s.Blobs.Open(ctx, jobs.WordsKey(jobID))
	if errors.Is(err, fail.New(fail.CodeNotFound, "")) {
		return nil, nil
	}
	if err != nil {
		return nil, fail.Wrap(err, fail.CodeUnavailable, "results cannot be read at the moment")
	}
	content, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fail.Wrap(err, fail.CodeUnavailable, "results cannot be read at the moment")
	}
	return content, nil
}

// correcting is one call that corrects a result.
type correcting struct {
	*Handlers
	schema, kept []byte
	by           string
	in           []correctionIn
}

// change corrects a result and returns what is to be learned from it.
func (c correcting) change(result json.RawMessage) (json.RawMessage, []jobs.Correction, error) {
	var a extractAnswer
	if err := json.Unmarshal(result, &a); err != nil {
		return nil, nil, fmt.Errorf("result: %w", err)
	}
	chosen := a.chosen()
	byDocument := map[int][]extract.Change{}
	var all []jobs.Correction
	for i, one := range c.in {
		n := cmp.Or(one.Document, chosen)
		if n != chosen && (n > len(a.Documents) || a.Documents[n-1].Data == nil) {
			text := fmt.Sprintf("corrections[%d].document: the result has no data of document %d", i, n)
			return nil, nil, fail.New(fail.CodeSvcDocsValidation, text).With(text)
		}
		change := extract.Change{Pointer: one.Pointer, Value: one.Value}
		byDocument[n] = append(byDocument[n], change)
		all = append(all, jobs.Correction{ID: uuid.NewString(), Document: n, Pointer: one.Pointer, Value: one.Value, By: c.by, Marks: []string{}})
	}
	for n, changes := range byDocument {
		if err := c.put(&a, n, chosen, changes); err != nil {
			return nil, nil, err
		}
	}
	for i := range all {
		if c.kept == nil {
			continue
		}
		t, err := c.Documents.Learn(c.kept, all[i].Document, extract.Change{Pointer: all[i].Pointer, Value: all[i].Value})
		if err != nil {
			return nil, nil, err
		}
		all[i].Issuer, all[i].Caption, all[i].Place = t.Issuer, t.Caption, t.Place
		all[i].Marks = append(all[i].Marks, t.Marks...)
	}
	corrected, err := json.Marshal(a)
	return corrected, all, err
}

// put sets the values of one document, and takes back what was doubted of them.
func (c correcting) put(a *extractAnswer, n, chosen int, changes []extract.Change) error {
	var pointers []string
	for _, change := range changes {
		pointers = append(pointers, change.Pointer)
	}
	if n <= len(a.Documents) && a.Documents[n-1].Data != nil {
		d := &a.Documents[n-1]
		data, err := c.Documents.Corrected(d.Data, c.schema, changes)
		if err != nil {
			return err
		}
		d.Data, d.Corrected = data, joined(d.Corrected, pointers)
		d.Errors, d.Warnings = undoubted(d.Errors, d.Warnings, pointers)
	}
	if n != chosen {
		return nil
	}
	data, err := c.Documents.Corrected(a.DocumentData, c.schema, changes)
	if err != nil {
		return err
	}
	a.DocumentData, a.Corrected = data, joined(a.Corrected, pointers)
	a.Errors, a.Warnings = undoubted(a.Errors, a.Warnings, pointers)
	return nil
}

// chosen is the document whose data document_data is.
func (a extractAnswer) chosen() int {
	for i, d := range a.Documents {
		if d.Data != nil && bytes.Equal(d.Data, a.DocumentData) {
			return i + 1
		}
	}
	for _, w := range a.Warnings {
		if w.Code == extract.WarningDocuments && w.Document != nil {
			return *w.Document
		}
	}
	return 1
}

// joined are pointers, each once and in order.
func joined(a, b []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

// undoubted are the errors and warnings that are not of corrected values.
func undoubted(problems []string, warnings []extract.Warning, pointers []string) ([]string, []extract.Warning) {
	problems = slices.DeleteFunc(problems, func(p string) bool {
		return slices.ContainsFunc(pointers, func(at string) bool { return strings.HasPrefix(p, at+": ") })
	})
	return problems, slices.DeleteFunc(warnings, func(w extract.Warning) bool { return slices.Contains(pointers, w.Pointer) })
}

// correctionBody is a correction in a list.
type correctionBody struct {
	ID      string          `json:"id" format:"uuid" doc:"Id of the correction"`
	Issuer  string          `json:"issuer" doc:"Of the document, as printed; empty where none was found"`
	Pointer string          `json:"pointer" doc:"JSON pointer of the value in document_data"`
	Caption string          `json:"caption" doc:"As printed at the value: the next document of the issuer is read by it. Empty where the value is not printed, has no caption or stands in a list: such a correction changes its own result alone"`
	Value   json.RawMessage `json:"value" doc:"The right value"`
	At      time.Time       `json:"at" doc:"When it was made"`
	By      string          `json:"by" doc:"The user or key that made it"`
	JobID   string          `json:"job_id" format:"uuid" doc:"Whose result was corrected"`
}

type listCorrectionsInput struct {
	wire.Common
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Corrections of a page at most"`
	StartingAfter string `query:"starting_after" maxLength:"100" doc:"The id that the page before ended with"`
}

type correctionsOutput struct {
	Body struct {
		Data    []correctionBody `json:"data" doc:"Corrections of the organisation, newest first"`
		HasMore bool             `json:"has_more" doc:"Whether another page follows"`
	}
}

func (s *Handlers) listCorrections(ctx context.Context, in *listCorrectionsInput) (*correctionsOutput, error) {
	limit := cmp.Or(in.Limit, 20)
	found, err := s.Taught.Corrections(ctx, gate.Of(ctx).Caller.Organisation.ID, limit+1, in.StartingAfter)
	if in.StartingAfter != "" && fail.CodeOf(err) == fail.CodeNotFound {
		return nil, gate.ErrNotListed
	}
	if err != nil {
		return nil, err
	}
	out := &correctionsOutput{}
	out.Body.Data, out.Body.HasMore = []correctionBody{}, len(found) > limit
	for _, c := range found[:min(limit, len(found))] {
		out.Body.Data = append(out.Body.Data, correctionBody{ID: c.ID, Issuer: c.Issuer, Pointer: c.Pointer, Caption: c.Caption, Value: c.Value, At: c.At.UTC(), By: c.By, JobID: c.JobID})
	}
	return out, nil
}

type correctionInput struct {
	wire.Common
	ID string `path:"id" doc:"Id of the correction"`
}

func (s *Handlers) deleteCorrection(ctx context.Context, in *correctionInput) (*struct{}, error) {
	return nil, s.Taught.DeleteCorrection(ctx, gate.Of(ctx).Caller.Organisation.ID, in.ID)
}
