package svcdocs

import (
	"context"
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"tariffdesk/api/gate"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// selection states which part of a file is read: its pages, its password, and whether each of its documents is read apart.
type selection struct {
	pages    []extract.PageRange // none for all
	chosen   string              // the pages as the caller wrote them
	password string
	apart    bool
}

// maxPagesText is above what a choice of pages takes.
const maxPagesText = 1000

// splits are the values of the form field split, the first where it is absent.
func splits() []string { return []string{"none", "auto"} }

// readPassword reads the form field password, which no message and no log repeats.
func (in *documentInput) readPassword() {
	in.password = in.form.Values.Get("password")
	if len(in.password) > extract.MaxPassword {
		in.form.Invalid(fmt.Sprintf("password: longer than the limit of %d bytes", extract.MaxPassword))
		in.password = ""
	}
}

// readSelection reads the form fields pages, password and split.
func (in *documentInput) readSelection() {
	in.readPassword()
	in.apart = in.form.OneOf("split", splits()...) == "auto"
	if in.chosen = strings.TrimSpace(in.form.Values.Get("pages")); in.chosen == "" {
		return
	}
	if len(in.chosen) > maxPagesText {
		in.form.Bad("pages", "longer than the limit of %d characters", maxPagesText)
		in.chosen = ""
		return
	}
	var err error
	if in.pages, err = extract.ParsePages(in.chosen); err != nil {
		in.form.Problems = append(in.form.Problems, &wire.Problem{Code: fail.CodeBadRequest, Text: fail.As(err).Message})
	}
}

// storePassword keeps the password as long as the document, beside it: not in the job, whose input is read by more than its worker.
func (in *documentInput) storePassword(ctx context.Context) (key string, err error) {
	if in.password == "" {
		return "", nil
	}
	key = "uploads/" + uuid.NewString()
	if err := handlersOf(gate.Of(ctx)).Blobs.Put(ctx, key, "application/octet-stream", []byte(in.password)); err != nil {
		return "", fail.Wrap(err, fail.CodeUnavailable, "uploads cannot be stored at the moment")
	}
	return key, nil
}

// kept stores the document and its password; uploads are the keys of both.
func (in *documentInput) kept(ctx context.Context) (key, passwordKey string, uploads []string, err error) {
	if key, err = in.store(ctx); err != nil {
		return "", "", nil, err
	}
	if passwordKey, err = in.storePassword(ctx); err != nil {
		return "", "", nil, err
	}
	uploads = []string{key}
	if passwordKey != "" {
		uploads = append(uploads, passwordKey)
	}
	return key, passwordKey, uploads, nil
}

// splitInput is a file that holds several documents.
type splitInput struct {
	wire.Common
	wire.Idempotent
	UserIdentifier string `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`

	documentInput
}

// Resolve implements huma.Resolver.
func (in *splitInput) Resolve(ctx huma.Context) []error {
	return append(in.Common.Resolve(ctx), in.resolve(ctx, credit.ProductDigitize.UnitPrice(), in.Idempotent, in.readPassword)...)
}

func (s *Handlers) split(ctx context.Context, in *splitInput) (*submit.Answer, error) {
	if err := in.fetch(ctx, credit.ProductDigitize.UnitPrice(), in.Idempotent); err != nil {
		return nil, err
	}
	key, passwordKey, uploads, err := in.kept(ctx)
	if err != nil {
		return nil, err
	}
	return s.Submits.Submit(ctx, submit.Submission{
		Kind: jobs.KindSplit, Units: 1, Uploads: uploads, UserIdentifier: in.UserIdentifier,
		Key: in.Idempotent, Fingerprint: in.fingerprint(gate.Of(ctx).Request, in.Idempotent),
		Input: jobs.SplitInput{Key: key, Name: in.file.Name, PasswordKey: passwordKey},
	})
}

// splitAnswer documents the body of a file that was parted into its documents.
type splitAnswer struct {
	Status      string             `json:"status" enum:"success" doc:"success"`
	Documents   []extract.Document `json:"documents" doc:"The documents that the file holds"`
	BilledFiles int                `json:"billed_files" doc:"Files charged, 1 credit each"`
	Errors      []string           `json:"errors,omitempty" doc:"That no page has print that can be read"`
	Warnings    []extract.Warning  `json:"warnings,omitempty" doc:"The same in a form that programs read"`
}
