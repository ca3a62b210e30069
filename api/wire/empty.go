package wire

import (
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/fail"
)

// EmptyInput is the input of an operation that takes nothing of its own.
type EmptyInput struct{ Common }

// EmptyOutput is the output of an operation that answers without a body.
type EmptyOutput struct{}

// InvalidBody gives what the domain finds wrong with a body of JSON its status, 422.
func InvalidBody(err error) error {
	e := fail.As(err)
	if err == nil || e.Code != fail.CodeBadRequest {
		return err
	}
	return fail.Wrap(err, fail.CodeValidation, e.Message).With(e.Details...)
}

// WantJSON refuses a body declared as something else.
func WantJSON(ctx huma.Context) error {
	if mediaType, _, _ := mime.ParseMediaType(ctx.Header("Content-Type")); mediaType != "application/json" && mediaType != "" {
		return fail.New(fail.CodeUnsupportedMedia, "Content-Type: want application/json")
	}
	return nil
}

// OwnNotFound gives a library's 404 our body.
func OwnNotFound(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found := &foundWriter{ResponseWriter: w}
		next.ServeHTTP(found, r)
		if found.missing {
			Refuse(w, r, ErrNothingHere)
		}
	})
}

// foundWriter drops a 404 and its body.
type foundWriter struct {
	http.ResponseWriter
	missing bool
}

// WriteHeader passes every status on but 404.
func (f *foundWriter) WriteHeader(status int) {
	if f.missing = status == http.StatusNotFound; !f.missing {
		f.ResponseWriter.WriteHeader(status)
	}
}

// Write drops b after a 404 and passes it on otherwise.
func (f *foundWriter) Write(b []byte) (int, error) {
	if f.missing {
		return len(b), nil
	}
	return f.ResponseWriter.Write(b)
}
