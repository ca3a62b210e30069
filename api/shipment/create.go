package shipment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/shipment"
)

// createInput is the papers of a shipment.
type createInput struct {
	wire.Common
	wire.Idempotent
	UserIdentifier string `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`

	form  *wire.Form
	files []wire.File
	urls  []string
	facts shipment.Facts
	kept  []shipment.File
}

// operationAcceptedBody is the answer to what sets a shipment to work.
type operationAcceptedBody struct {
	ID     string         `json:"operation_id" format:"uuid" doc:"Id of the shipment"`
	Status shipment.State `json:"status" enum:"reading,checking,classifying,quoting,ready,needs_input,needs_credits,failed,cancelled,closed" doc:"State of the shipment"`
	JobID  string         `json:"job_id" format:"uuid" doc:"The job of the run, which costs nothing by itself"`
}

type acceptedOutput struct {
	Location   string `header:"Location"`
	RetryAfter string `header:"Retry-After"`
	Replayed   string `header:"Idempotent-Replayed"`
	Body       operationAcceptedBody
}

func (s *Handlers) registerCreate(to *route.Router) {
	route.Register(to, route.Row{
		Method: http.MethodPost, Path: path, ID: "create-operation", Tag: tag, Access: gate.Paid, Multipart: true, Status: http.StatusAccepted,
		Summary: "Send the papers of an import or export: they are read, compared, classified and quoted",
		Errors:  []int{http.StatusUnprocessableEntity, http.StatusConflict},
		Document: func(op *huma.Operation, _ huma.Registry) {
			openapi.FormFields(op, nil, map[string]*huma.Schema{
				"files":     openapi.FilesField("1 to 20 files: PDF, JPEG, PNG, TIFF, BMP, WEBP or .xlsx, at most 20 MB and 100 pages each, 200 pages together", shipment.MaxFiles),
				"file_urls": openapi.TextField("Where a file lies, instead of an upload; repeat the field for several. Files and URLs are 1 to 20 together"),
				"operation": openapi.TextField("JSON object of facts, see PATCH: direction, reference, date, currency, exchange_rate, incoterm, freight and others"),
			})
		},
	}, s.create)
}

// Resolve implements huma.Resolver: all problems are reported at once, and nothing is charged.
func (in *createInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	var err error
	if in.form, err = wire.ReadForm(ctx); err != nil {
		return append(errs, err)
	}
	if in.files, err = in.form.Read("files", shipment.MaxFiles); err != nil {
		return append(errs, err)
	}
	for _, url := range in.form.Values["file_urls"] {
		if url = strings.TrimSpace(url); len(url) > maxURLBytes {
			in.form.Bad("file_urls", "want at most %d characters", maxURLBytes)
		} else if url != "" {
			in.urls = append(in.urls, url)
		}
	}
	switch n := len(in.form.Files["files"]) + len(in.urls); {
	case n == 0:
		in.form.Bad("files", "1 to %d files are required", shipment.MaxFiles)
	case n > shipment.MaxFiles && len(in.urls) > 0:
		in.form.Bad("file_urls", "want at most %d files and URLs together", shipment.MaxFiles)
	}
	in.facts = shipment.Facts{}
	if text := strings.TrimSpace(in.form.Values.Get("operation")); text != "" {
		for _, problem := range readFacts([]byte(text), &in.facts) {
			errs = append(errs, invalid([]string{"operation." + problem})...)
		}
	}
	in.facts = in.facts.WithDefaults()
	for _, problem := range in.facts.Problems() {
		errs = append(errs, invalid([]string{"operation." + problem})...)
	}
	if len(errs) == 0 && len(in.form.Problems) == 0 && len(in.urls) == 0 { // URLs are fetched once all else is judged
		if err := in.look(ctx.Context()); err != nil {
			errs = append(errs, err)
		}
	}
	return append(errs, in.form.Errors()...)
}

// maxFactsBytes bounds the text of the facts.
const maxFactsBytes = 64 << 10

// readFacts reads facts over the existing ones and lists what is wrong. A null member removes the fact.
func readFacts(text []byte, into *shipment.Facts) []string {
	if len(text) > maxFactsBytes {
		return []string{fmt.Sprintf("body: exceeds the limit of %d KB", maxFactsBytes>>10)}
	}
	if name := wire.RepeatedMember(text); name != "" {
		return []string{fmt.Sprintf("%s: %s", wire.FirstRunes(name, 60), wire.Repeated)}
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return []string{"body: want a JSON object"}
	}
	held, err := json.Marshal(into)
	if err != nil {
		return []string{"body: cannot be read"}
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(held, &all); err != nil {
		return []string{"body: cannot be read"}
	}
	var problems []string
	for name, value := range members {
		if string(bytes.TrimSpace(value)) == "null" {
			delete(all, name)
			continue
		}
		one, err := json.Marshal(map[string]json.RawMessage{name: value})
		if err != nil {
			problems = append(problems, name+": cannot be read")
			continue
		}
		d := json.NewDecoder(bytes.NewReader(one))
		d.DisallowUnknownFields()
		if err := d.Decode(&shipment.Facts{}); err != nil {
			problems = append(problems, factProblem(name, err))
			continue
		}
		all[name] = value
	}
	if len(problems) > 0 {
		slices.Sort(problems)
		return problems
	}
	merged, err := json.Marshal(all)
	if err != nil {
		return []string{"body: cannot be read"}
	}
	var facts shipment.Facts
	if err := json.Unmarshal(merged, &facts); err != nil {
		return []string{"body: cannot be read"}
	}
	*into = facts
	return nil
}

// factProblem describes what is wrong with a member.
func factProblem(name string, err error) string {
	name = wire.FirstRunes(name, 60)
	if strings.Contains(err.Error(), "unknown field") {
		return name + ": unknown field"
	}
	if strings.Contains(err.Error(), "digits") {
		return name + ": want at most 19 digits"
	}
	return name + ": want the type that the field has"
}

// look counts the pages of each file. A file that is corrupt is refused by name; one that is encrypted is accepted, and
// listed as unread.
func (in *createInput) look(ctx context.Context) error {
	k := gate.Of(ctx)
	s := handlersOf(k)
	release, err := k.Turn(ctx, s.Turns)
	if err != nil {
		return err
	}
	defer release()
	pages, bytes := 0, 0
	for _, f := range in.files {
		sum := sha256.Sum256(f.Content)
		kept := shipment.File{Name: f.Name, MediaType: f.MediaType, Bytes: len(f.Content), SHA256: hex.EncodeToString(sum[:])}
		if excel.IsWorkbook(f.Content) {
			if err := excel.Plain(f.Content); err != nil {
				in.form.Bad(f.Field, "the file %q cannot be taken: %s", f.Name, fail.As(err).Message)
				continue
			}
			kept.MediaType, kept.Pages = submit.WorkbookType, 1
		} else {
			info, err := s.Documents.Count(ctx, f.Content)
			switch {
			case info.Encrypted:
				kept.Encrypted = true
			case err != nil && wire.Severity(fail.CodeOf(err)) < 0:
				return err
			case err != nil:
				in.form.Bad(f.Field, "the file %q cannot be read: %s", f.Name, fail.As(err).Message)
				continue
			default:
				kept.Pages, kept.MediaType = info.Pages, info.MediaType
			}
		}
		pages, bytes = pages+kept.Pages, bytes+kept.Bytes
		in.kept = append(in.kept, kept)
	}
	if pages > shipment.MaxPages {
		in.form.Bad("files", "hold %d pages, the limit is %d", pages, shipment.MaxPages)
	}
	if bytes > shipment.MaxBytes {
		in.form.Bad("files", "hold more than %d MB together", shipment.MaxBytes>>20)
	}
	return nil
}

// download gets the files at URLs after those that were uploaded.
func (in *createInput) download(ctx context.Context) error {
	s := handlersOf(gate.Of(ctx))
	bytes := 0
	for _, f := range in.files {
		bytes += len(f.Content)
	}
	for _, url := range in.urls {
		got, err := submit.Download(ctx, s.Fetch, url)
		if err != nil {
			return wire.OfField("file_urls", err)
		}
		if len(got.Bytes) == 0 {
			return fail.New(fail.CodeSvcDocsResource, "file_urls: a file is empty")
		}
		if bytes += len(got.Bytes); bytes > shipment.MaxBytes { // the rest is not fetched
			in.form.Bad("file_urls", "hold more than %d MB together", shipment.MaxBytes>>20)
			return wire.Refusal(in.form.Problems)
		}
		in.files = append(in.files, wire.File{Field: "file_urls", Name: got.Name, MediaType: wire.Sniff(got.Bytes), Content: got.Bytes})
	}
	if err := in.look(ctx); err != nil {
		return err
	}
	if len(in.form.Problems) > 0 {
		return wire.Refusal(in.form.Problems)
	}
	return nil
}

// maxURLBytes bounds a URL.
const maxURLBytes = 2048

func (s *Handlers) create(ctx context.Context, in *createInput) (*acceptedOutput, error) {
	k := gate.Of(ctx)
	if len(in.urls) > 0 {
		if err := in.download(ctx); err != nil {
			return nil, err
		}
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	var keys, hashes []string
	for i := range in.kept {
		key, err := s.Submits.Keep(ctx, in.kept[i].MediaType, in.files[i].Content)
		if err != nil {
			s.Submits.Discard(ctx, keys)
			return nil, err
		}
		in.kept[i].Key = key
		keys, hashes = append(keys, key), append(hashes, in.kept[i].SHA256)
	}
	slices.Sort(hashes)
	hash := sha256.Sum256([]byte(strings.Join(hashes, "\n")))
	sh := shipment.Shipment{ID: id.String(), Facts: in.facts, Files: in.kept}
	sh.Note(s.event(ctx, "created", "", ""))
	text, err := sh.Header()
	if err != nil {
		return nil, err
	}
	return s.run(ctx, jobs.Submission{
		OrganisationID: k.Caller.Organisation.ID, Kind: jobs.KindShipment, Units: 1, UserIdentifier: in.UserIdentifier,
		Input:       jobs.ShipmentInput{ShipmentID: sh.ID, Language: string(language.Of(ctx))},
		Idempotency: jobs.Idempotency{Key: in.IdempotencyKey, Fingerprint: in.fingerprint(k.Request)},
		Shipment:    &jobs.ShipmentRun{ID: sh.ID, Header: text, New: &jobs.NewShipment{Reference: in.facts.Reference, FilesHash: hash[:], Keys: keys}},
	}, keys)
}

// fingerprint recognises a repeated request.
func (in *createInput) fingerprint(r *http.Request) []byte {
	if in.IdempotencyKey == "" {
		return nil
	}
	f := wire.NewFingerprint(r)
	f.JSON([]byte(in.form.Values.Get("operation")))
	for _, file := range in.files {
		if file.Field == "files" {
			f.File("files", file.Content)
		}
	}
	for _, url := range in.urls { // what lies there may change, the request does not
		f.Add("file_urls", url)
	}
	return f.Sum()
}

// run submits a run and answers where its shipment stands. Under a key that was used before it is the same one again.
func (s *Handlers) run(ctx context.Context, sub jobs.Submission, uploads []string) (*acceptedOutput, error) {
	ticket, err := s.Jobs.Submit(ctx, sub)
	_, conflict := errors.AsType[*jobs.ConflictError](err)
	if conflict || err != nil && fail.CodeOf(err) != fail.CodeInternal || ticket.Replayed {
		s.Submits.Discard(ctx, uploads) // no shipment owns them
	}
	if err != nil {
		return nil, err
	}
	gate.Of(ctx).Job = ticket.Job.ID
	out := &acceptedOutput{RetryAfter: "1"}
	id := sub.Shipment.ID
	if ticket.Replayed {
		out.Replayed = "true"
		if id, err = shipmentOf(ticket.Job); err != nil {
			return nil, err
		}
	}
	sh, err := s.Store.Shipment(ctx, sub.OrganisationID, id)
	if err != nil {
		return nil, err
	}
	out.Location, out.Body = path+"/"+sh.ID, operationAcceptedBody{sh.ID, sh.State, sh.JobID}
	return out, nil
}

// shipmentOf is the shipment of an earlier run: its input names it, and once it has ended its result.
func shipmentOf(j jobs.Job) (string, error) {
	for _, raw := range []json.RawMessage{j.Result, j.Input} {
		var of jobs.ShipmentInput
		if len(raw) > 0 && json.Unmarshal(raw, &of) == nil && of.ShipmentID != "" {
			return of.ShipmentID, nil
		}
	}
	return "", fail.New(fail.CodeNotFound, "no such operation")
}

// actorName is who acts, as trails name him.
func actorName(ctx context.Context) string {
	a := account.ActorOf(ctx)
	return strings.TrimSpace(string(a.Kind) + " " + a.Name)
}

// content reads a stored file.
func (s *Handlers) content(ctx context.Context, key string) ([]byte, error) {
	r, err := s.Blobs.Open(ctx, key)
	if errors.Is(err, fail.New(fail.CodeNotFound, "")) {
		return nil, fail.New(fail.CodeGone, "the files of the operation are kept no longer")
	}
	if err != nil {
		return nil, fail.Wrap(err, fail.CodeUnavailable, "files cannot be read at the moment")
	}
	content, err := io.ReadAll(io.LimitReader(r, wire.MaxFileBytes+1))
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fail.Wrap(err, fail.CodeUnavailable, "files cannot be read at the moment")
	}
	return content, nil
}
