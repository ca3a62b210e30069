package console

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
)

// formMemory bounds the memory of a posted form; files beyond are spilled to disk.
const formMemory = 1 << 20

// readForm parses the posted form, of either encoding. What is wrong with it is a *refusal.
func (v *visit) readForm() error {
	var err error
	if strings.HasPrefix(v.r.Header.Get("Content-Type"), "multipart/form-data") {
		err = v.r.ParseMultipartForm(formMemory) //nolint:gosec // the body is bounded by withHeaders
	} else {
		err = v.r.ParseForm()
	}
	switch {
	case err == nil:
		return nil
	case strings.Contains(err.Error(), "too large"):
		return &refusal{Status: http.StatusRequestEntityTooLarge, Type: "PayloadTooLarge"}
	}
	return &refusal{Status: http.StatusBadRequest, Type: "BadRequest"}
}

// part is a field of a form on its way to the API: a value, which with a name is a file, or a file of the browser's form.
type part struct {
	field string
	value string
	name  string
	file  *multipart.FileHeader
}

// filename returns the name of the part's file, "" where it is no file.
func (p part) filename() string {
	if p.file != nil {
		return p.file.Filename
	}
	return p.name
}

// files are the files of a field; browsers send an empty one where none is chosen.
func (v *visit) files(field string) (found []*multipart.FileHeader) {
	if v.r.MultipartForm == nil {
		return nil
	}
	for _, f := range v.r.MultipartForm.File[field] {
		if f.Filename != "" || f.Size > 0 {
			found = append(found, f)
		}
	}
	return found
}

// fileParts are the files of the browser's fields under the same names.
func (v *visit) fileParts(fields ...string) (parts []part) {
	for _, field := range fields {
		for _, f := range v.files(field) {
			parts = append(parts, part{field: field, file: f})
		}
	}
	return parts
}

var quoteName = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", " ", "\n", " ")

// multipartCall fills in a call's body: files are read from where they lie, and the length is known, so
// that the API can weigh the request before it reads it. close ends the reading.
func multipartCall(c call, parts []part) (_ call, end func(), err error) {
	var frame bytes.Buffer
	w := multipart.NewWriter(&frame)
	var readers []io.Reader
	var files []multipart.File
	end = func() {
		for _, f := range files {
			_ = f.Close()
		}
	}
	length := int64(0)
	flush := func() {
		text := bytes.Clone(frame.Bytes())
		frame.Reset()
		readers, length = append(readers, bytes.NewReader(text)), length+int64(len(text))
	}
	for _, p := range parts {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", `form-data; name="`+p.field+`"`)
		if name := p.filename(); name != "" {
			h.Set("Content-Disposition", `form-data; name="`+p.field+`"; filename="`+quoteName.Replace(name)+`"`)
			h.Set("Content-Type", "application/octet-stream") // the API judges content by itself
		}
		to, err := w.CreatePart(h)
		if err != nil {
			return c, end, fmt.Errorf("form field %s: %w", p.field, err)
		}
		if p.file == nil {
			_, _ = io.WriteString(to, p.value) // a buffer does not fail
			continue
		}
		f, err := p.file.Open()
		if err != nil {
			return c, end, fmt.Errorf("uploaded file: %w", err)
		}
		files = append(files, f)
		flush()
		readers, length = append(readers, f), length+p.file.Size
	}
	_ = w.Close() // a buffer does not fail
	flush()
	c.body, c.length, c.contentType = io.MultiReader(readers...), length, w.FormDataContentType()
	return c, end, nil
}

// onceKey is the Idempotency-Key of a form: the same form sent twice, by a second click or a reload, is
// one request; what was changed in it makes another one.
func onceKey(v *visit, parts []part) string {
	form := v.field("form")
	if form == "" {
		return ""
	}
	sum := sha256.New()
	for _, p := range slices.Concat([]part{{field: form, value: v.r.URL.Path}}, parts) {
		_, _ = io.WriteString(sum, strconv.Quote(p.field)+strconv.Quote(p.value))
		if p.file != nil {
			_, _ = io.WriteString(sum, strconv.Quote(p.file.Filename)+strconv.FormatInt(p.file.Size, 10))
		}
	}
	return "console-" + hex.EncodeToString(sum.Sum(nil))
}
