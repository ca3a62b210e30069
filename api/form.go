package api

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
)

// formMemory is how much of a form's files stays in memory; the rest is spilled to the temp folder.
const formMemory = 1 << 20

// form is a multipart body with what is wrong with it.
type form struct {
	values   url.Values
	files    map[string][]*multipart.FileHeader
	problems []*problem
}

// file is an uploaded file, read.
type file struct {
	field     string
	name      string // the last element of the caller's file name
	mediaType string // by content, not by what the caller says
	content   []byte
}

// isText tells a text file by its content, or by its name where its encoding hides it.
func (f file) isText() bool {
	return strings.HasPrefix(f.mediaType, "text/") ||
		slices.Contains([]string{".txt", ".csv", ".md", ".json", ".xml"}, strings.ToLower(path.Ext(f.name)))
}

// readForm parses the multipart body of a call. See parseForm.
func readForm(ctx huma.Context) (*form, error) { return parseForm(callOf(ctx.Context()).request) }

// parseForm parses a multipart body. An empty body without a media type is an empty form. The error
// is for what nothing can be said after: too large, too slow, another media type.
func parseForm(r *http.Request) (*form, error) {
	f := &form{values: url.Values{}}
	contentType := r.Header.Get("Content-Type")
	if contentType == "" && r.ContentLength == 0 {
		return f, nil
	}
	mediaType, params, _ := mime.ParseMediaType(contentType) // parameters that cannot be parsed are none
	if mediaType != "multipart/form-data" {
		return nil, fail.New(fail.CodeUnsupportedMedia, "Content-Type: want multipart/form-data")
	}
	if params["boundary"] == "" {
		f.problems = append(f.problems, badField("Content-Type", "the boundary is missing"))
		return f, nil
	}
	if r.ContentLength > maxRequestBytes {
		return nil, fail.Newf(fail.CodePayloadTooLarge, "body: exceeds the limit of %d MB", maxRequestBytes>>20)
	}
	if err := r.ParseMultipartForm(formMemory); err != nil {
		if public := bodyProblem(err); public != nil {
			return nil, public
		}
		if errors.Is(err, multipart.ErrMessageTooLarge) {
			return nil, fail.New(fail.CodePayloadTooLarge, "body: more than 1000 parts, or more than 10 MB beside its files")
		}
		f.problems = append(f.problems, badField("body", "not a well-formed multipart/form-data body"))
		return f, nil
	}
	f.values, f.files = r.MultipartForm.Value, r.MultipartForm.File
	f.checkText()
	return f, nil
}

func (f *form) bad(field, format string, args ...any) {
	f.problems = append(f.problems, badField(field, format, args...))
}

func (f *form) checkText() {
	note := func(field, text string) {
		if p := textProblem(field, text); p != nil {
			f.problems = append(f.problems, p)
		}
	}
	for name, values := range f.values {
		note(name, name+strings.Join(values, ""))
	}
	for name, headers := range f.files {
		for _, h := range headers {
			note(name, name+h.Filename)
		}
	}
	slices.SortFunc(f.problems, func(a, b *problem) int { return strings.Compare(a.text, b.text) }) // maps have no order
}

// text returns a field's value without surrounding space, of most characters at most.
func (f *form) text(field string, most int) string {
	v := strings.TrimSpace(f.values.Get(field))
	if utf8.RuneCountInString(v) > most {
		f.bad(field, "want at most %d characters", most)
	}
	return v
}

// errors returns the problems for huma.
func (f *form) errors() []error {
	errs := make([]error, len(f.problems))
	for i, p := range f.problems {
		errs[i] = p
	}
	return errs
}

// note keeps the problem of a value, if any, and passes the value on.
func (f *form) note(v bool, p *problem) bool {
	if p != nil {
		f.problems = append(f.problems, p)
	}
	return v
}

// checkFileText refuses a text file that is not UTF-8.
func (f *form) checkFileText(file file) {
	if p := bytesProblem(fmt.Sprintf("%s: the file %q", file.field, file.name), file.content); p != nil {
		f.problems = append(f.problems, p)
	}
}

// bool reads a boolean field: true, false, 1, 0 in any case; absent or empty is otherwise.
func (f *form) bool(field string, otherwise bool) bool {
	return f.note(parseBool(field, f.values.Get(field), otherwise))
}

func parseBool(field, s string, otherwise bool) (bool, *problem) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "":
		return otherwise, nil
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return otherwise, badField(field, "want true, false, 1 or 0")
}

// oneOf reads a field that has one of some values; absent or empty is the first of them.
func (f *form) oneOf(field string, values ...string) string {
	v := strings.TrimSpace(f.values.Get(field))
	if v == "" {
		return values[0]
	}
	if !slices.Contains(values, v) {
		f.bad(field, "want %s", strings.Join(values, " or "))
	}
	return v
}

// read reads a field's files, most at most. The error is for a file over the limit of size.
func (f *form) read(field string, most int) ([]file, error) {
	if strings.TrimSpace(f.values.Get(field)) != "" {
		f.bad(field, "want a file, not text")
	}
	headers := f.files[field]
	if len(headers) > most {
		f.bad(field, "want at most %d files", most)
		headers = nil
	}
	var files []file
	for _, h := range headers {
		if h.Size > maxFileBytes {
			return nil, fail.Newf(fail.CodePayloadTooLarge, "%s: a file exceeds the limit of %d MB", field, maxFileBytes>>20)
		}
		content, err := contentOf(h)
		if err != nil {
			return nil, err
		}
		if len(bytes.TrimSpace(content)) == 0 {
			f.bad(field, "the file %q is empty", fileName(h))
			continue
		}
		files = append(files, file{field, fileName(h), sniff(content), content})
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

// sniff tells a file's media type by its content, without parameters.
func sniff(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte("II*\x00")), bytes.HasPrefix(content, []byte("MM\x00*")):
		return "image/tiff" // not known to net/http
	}
	mediaType, _, _ := strings.Cut(http.DetectContentType(content), ";")
	return mediaType
}
