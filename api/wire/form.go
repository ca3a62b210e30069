package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/fail"
	"tariffdesk/language"
)

// formMemory is how much of a form's files stays in memory; the rest is spilled to the temp folder.
const formMemory = 1 << 20

// Form is a multipart body with what is wrong with it.
type Form struct {
	Values   url.Values
	Files    map[string][]*multipart.FileHeader
	Problems []*Problem
}

// File is an uploaded file, read.
type File struct {
	Field     string
	Name      string // the last element of the caller's file name
	MediaType string // by content, not by what the caller says
	Content   []byte
}

// IsText tells a text file by its content, or by its name where its encoding hides it.
func (f File) IsText() bool {
	return strings.HasPrefix(f.MediaType, "text/") ||
		slices.Contains([]string{".txt", ".csv", ".md", ".json", ".xml"}, strings.ToLower(path.Ext(f.Name)))
}

// ReadForm parses the multipart body of a call. See parseForm.
func ReadForm(ctx huma.Context) (*Form, error) { return ParseForm(incomingOf(ctx.Context()).request) }

// ParseForm parses a multipart body. An empty body without a media type is an empty form. The error
// is for what nothing can be said after: too large, too slow, another media type.
func ParseForm(r *http.Request) (*Form, error) {
	f := &Form{Values: url.Values{}}
	contentType := r.Header.Get("Content-Type")
	if contentType == "" && r.ContentLength == 0 {
		return f, nil
	}
	mediaType, params, _ := mime.ParseMediaType(contentType) // parameters that cannot be parsed are none
	if mediaType != "multipart/form-data" {
		return nil, fail.New(fail.CodeUnsupportedMedia, "Content-Type: want multipart/form-data")
	}
	if params["boundary"] == "" {
		f.Problems = append(f.Problems, BadField("Content-Type", "the boundary is missing"))
		return f, nil
	}
	if r.ContentLength > MaxRequestBytes {
		return nil, fail.Newf(fail.CodePayloadTooLarge, "body: exceeds the limit of %d MB", MaxRequestBytes>>20)
	}
	if err := r.ParseMultipartForm(formMemory); err != nil { //nolint:gosec // the router bounds the body before
		if public := BodyProblem(err); public != nil {
			return nil, public
		}
		if errors.Is(err, multipart.ErrMessageTooLarge) {
			return nil, fail.New(fail.CodePayloadTooLarge, "body: more than 1000 parts, or more than 10 MB beside its files")
		}
		f.Problems = append(f.Problems, BadField("body", "not a well-formed multipart/form-data body"))
		return f, nil
	}
	f.Values, f.Files = r.MultipartForm.Value, r.MultipartForm.File
	language.State(r.Context(), f.Values.Get("language"))
	f.checkText()
	return f, nil
}

// Bad notes a problem of CodeBadRequest with a field.
func (f *Form) Bad(field, format string, args ...any) {
	f.Problems = append(f.Problems, BadField(field, format, args...))
}

func (f *Form) checkText() {
	note := func(field, text string) {
		if p := TextProblem(field, text); p != nil {
			f.Problems = append(f.Problems, p)
		}
	}
	for name, values := range f.Values {
		note(name, name+strings.Join(values, ""))
	}
	for name, headers := range f.Files {
		for _, h := range headers {
			note(name, name+h.Filename)
		}
	}
	slices.SortFunc(f.Problems, func(a, b *Problem) int { return strings.Compare(a.Text, b.Text) }) // maps have no order
}

// Text returns a field's value without surrounding space, of most characters at most.
func (f *Form) Text(field string, most int) string {
	v := strings.TrimSpace(f.Values.Get(field))
	if utf8.RuneCountInString(v) > most {
		f.Bad(field, "want at most %d characters", most)
	}
	return v
}

// Errors returns the problems for huma.
func (f *Form) Errors() []error {
	errs := make([]error, len(f.Problems))
	for i, p := range f.Problems {
		errs[i] = p
	}
	return errs
}

// Note keeps the problem of a value, if any, and passes the value on.
func (f *Form) Note(v bool, p *Problem) bool {
	if p != nil {
		f.Problems = append(f.Problems, p)
	}
	return v
}

// CheckFileText refuses a text file that is not UTF-8.
func (f *Form) CheckFileText(file File) {
	if p := bytesProblem(fmt.Sprintf("%s: the file %q", file.Field, file.Name), file.Content); p != nil {
		f.Problems = append(f.Problems, p)
	}
}

// Bool reads a boolean field: true, false, 1, 0 in any case; absent or empty is otherwise.
func (f *Form) Bool(field string, otherwise bool) bool {
	return f.Note(ParseBool(field, f.Values.Get(field), otherwise))
}

// ParseBool reads true, false, 1 or 0 in any case and without surrounding space. Empty is otherwise; other text gives
// otherwise and a problem.
func ParseBool(field, s string, otherwise bool) (bool, *Problem) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "":
		return otherwise, nil
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return otherwise, BadField(field, "want true, false, 1 or 0")
}

// OneOf reads a field that has one of some values; absent or empty is the first of them.
func (f *Form) OneOf(field string, values ...string) string {
	v := strings.TrimSpace(f.Values.Get(field))
	if v == "" {
		return values[0]
	}
	if !slices.Contains(values, v) {
		f.Bad(field, "want %s", strings.Join(values, " or "))
	}
	return v
}

// Read reads a field's files, most at most. The error is for a file over the limit of size.
func (f *Form) Read(field string, most int) ([]File, error) {
	if strings.TrimSpace(f.Values.Get(field)) != "" {
		f.Bad(field, "want a file, not text")
	}
	headers := f.Files[field]
	if len(headers) > most {
		f.Bad(field, "want at most %d files", most)
		headers = nil
	}
	var files []File
	for _, h := range headers {
		if h.Size > MaxFileBytes {
			return nil, fail.Newf(fail.CodePayloadTooLarge, "%s: a file exceeds the limit of %d MB", field, MaxFileBytes>>20)
		}
		content, err := contentOf(h)
		if err != nil {
			return nil, err
		}
		if len(bytes.TrimSpace(content)) == 0 {
			f.Bad(field, "the file %q is empty", fileName(h))
			continue
		}
		files = append(files, File{field, fileName(h), Sniff(content), content})
	}
	return files, nil
}

// contentOf reads a file, whose size is known and bounded, without growing a buffer to twice of it.
func contentOf(h *multipart.FileHeader) ([]byte, error) {
	opened, err := h.Open()
	if err != nil {
		return nil, fmt.Errorf("open uploaded file: %w", err)
	}
	defer func() { _ = opened.Close() }() // only read
	content := make([]byte, h.Size)
	if _, err := io.ReadFull(opened, content); err != nil {
		return nil, fmt.Errorf("read uploaded file: %w", err)
	}
	return content, nil
}

// fileName is a name fit for messages and records: no folders, no control characters, bounded.
func fileName(h *multipart.FileHeader) string {
	name := path.Base(strings.ReplaceAll(h.Filename, `\`, "/"))
	name = strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f || c == utf8.RuneError {
			return '_'
		}
		return c
	}, name)
	if runes := []rune(name); len(runes) > 120 {
		name = string(runes[:120])
	}
	return name
}

// Sniff tells a file's media type by its content, without parameters.
func Sniff(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte("II*\x00")), bytes.HasPrefix(content, []byte("MM\x00*")):
		return "image/tiff" // not known to net/http
	}
	mediaType, _, _ := strings.Cut(http.DetectContentType(content), ";")
	return mediaType
}

// Invalid notes a problem that is 422 SvcDocsValidationError.
func (f *Form) Invalid(text string) {
	f.Problems = append(f.Problems, &Problem{fail.CodeSvcDocsValidation, text})
}
