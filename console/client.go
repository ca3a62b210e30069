package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"tariffdesk/client"
	sentences "tariffdesk/language"
)

// call is a request to the API.
type call struct {
	method      string
	path        string // escaped, without query
	query       url.Values
	body        io.Reader // nil for none
	length      int64     // of body
	contentType string
	accept      string
	key         string // Idempotency-Key
}

// reply is an answer of the API below 400.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// maxReplyBytes bounds what of an answer is held; files are passed on without being held.
const maxReplyBytes = 32 << 20

// get asks for path and decodes the answer.
func (v *visit) get(path string, query url.Values, into any) error {
	return v.decoded(call{method: http.MethodGet, path: path, query: query}, into)
}

// post sends body as JSON and decodes the answer, if into is not nil.
func (v *visit) post(path string, body, into any) error {
	return v.send(http.MethodPost, path, body, into)
}

// send sends body as JSON, or nothing where it is nil.
func (v *visit) send(method, path string, body, into any) error {
	c := call{method: method, path: path}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
		c.body, c.length, c.contentType = bytes.NewReader(text), int64(len(text)), "application/json"
	}
	return v.decoded(c, into)
}

func (v *visit) decoded(c call, into any) error {
	got, err := v.ask(c)
	if err != nil || into == nil {
		return err
	}
	if err := json.Unmarshal(got.body, into); err != nil {
		return fmt.Errorf("answer of %s %s: %w", c.method, c.path, err)
	}
	return nil
}

// ask calls the API in process and returns its whole answer; one of 400 and above is a *refusal.
func (v *visit) ask(c call) (*reply, error) {
	request, err := v.request(c)
	if err != nil {
		return nil, err
	}
	var answer recorder
	v.c.api.ServeHTTP(&answer, request)
	if answer.overflow {
		return nil, fmt.Errorf("answer of %s %s exceeds %d bytes", c.method, c.path, maxReplyBytes)
	}
	if answer.status() >= http.StatusBadRequest {
		return nil, newRefusal(answer.status(), answer.Header(), answer.body.Bytes())
	}
	return &reply{answer.status(), answer.Header(), answer.body.Bytes()}, nil
}

// pass calls the API and gives its answer to the browser as it comes: streams, files and pictures.
func (v *visit) pass(c call, header http.Header) error {
	request, err := v.request(c)
	if err != nil {
		return err
	}
	to := &passage{to: v.w, header: http.Header{}, add: header}
	v.c.api.ServeHTTP(to, request)
	if to.refused != nil {
		return newRefusal(to.refused.status(), to.header, to.refused.body.Bytes())
	}
	return nil
}

// request is c as the API sees it: the visitor's token, address and program.
func (v *visit) request(c call) (*http.Request, error) {
	u := url.URL{Path: c.path, RawQuery: c.query.Encode()}
	if plain, err := url.PathUnescape(c.path); err == nil {
		u.Path, u.RawPath = plain, c.path
	}
	request, err := http.NewRequestWithContext(v.r.Context(), c.method, u.String(), c.body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", c.method, c.path, err)
	}
	request.RequestURI, request.Host, request.RemoteAddr = u.RequestURI(), v.r.Host, v.r.RemoteAddr
	request.Header.Set("User-Agent", v.r.UserAgent())
	if request.Body == nil {
		request.Body = http.NoBody // as a server hands it to its handlers
	}
	request.ContentLength = c.length
	for name, value := range map[string]string{
		"Content-Type": c.contentType, "Accept": c.accept, "Idempotency-Key": c.key, "X-Request-ID": v.requestID(),
		"Accept-Language": string(v.language),
	} {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	switch {
	case v.authorization != "":
		request.Header.Set("Authorization", v.authorization)
	case v.token != "":
		request.Header.Set("Authorization", "Bearer "+v.token)
	}
	return request, nil
}

// recorder holds an answer of the API.
type recorder struct {
	header   http.Header
	code     int
	body     bytes.Buffer
	overflow bool
}

func (r *recorder) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}

func (r *recorder) WriteHeader(code int) {
	if r.code == 0 {
		r.code = code
	}
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.body.Len()+len(b) > maxReplyBytes {
		r.overflow = true
		return 0, errors.New("the answer is too large")
	}
	return r.body.Write(b)
}

// Flush implements http.Flusher: everything is read at the end.
func (r *recorder) Flush() {}

func (r *recorder) status() int {
	if r.code == 0 {
		return http.StatusOK
	}
	return r.code
}

// passage passes an answer below 400 on. Of its headers only those go to the browser that describe
// the content: what the API allows its clients is not what a page may do.
type passage struct {
	to      http.ResponseWriter
	header  http.Header
	add     http.Header // set over those of the answer
	begun   bool
	refused *recorder
}

func (p *passage) Header() http.Header { return p.header }

func (p *passage) WriteHeader(code int) {
	if p.begun {
		return
	}
	p.begun = true
	if code >= http.StatusBadRequest {
		p.refused = &recorder{code: code}
		return
	}
	out := p.to.Header()
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Disposition", "X-Accel-Buffering"} {
		if value := p.header.Get(name); value != "" {
			out.Set(name, value)
		}
	}
	for name, values := range p.add {
		out[name] = slices.Clone(values)
	}
	p.to.WriteHeader(code)
}

func (p *passage) Write(b []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	if p.refused != nil {
		return p.refused.Write(b)
	}
	return p.to.Write(b)
}

// Flush implements http.Flusher: a stream reaches the browser line by line.
func (p *passage) Flush() {
	if p.refused == nil {
		_ = http.NewResponseController(p.to).Flush() // a writer that cannot flush sends at the end
	}
}

// refusal is an answer of the API that says no, or what the console itself refuses.
type refusal struct {
	Status     int
	Type       string
	Message    string
	Errors     []string
	RequestID  string
	JobID      string
	RetryAfter string // seconds
}

func newRefusal(status int, h http.Header, body []byte) *refusal {
	var told client.ErrorBody
	r := &refusal{Type: http.StatusText(status)}
	if json.Unmarshal(body, &told) == nil {
		r = refusalOf(told)
	}
	r.Status, r.RetryAfter = status, h.Get("Retry-After")
	return r
}

// refusalOf reads an error within an answer.
func refusalOf(told client.ErrorBody) *refusal {
	return &refusal{Status: int(told.StatusCode), Type: told.Error, Message: told.Message, Errors: given(told.Errors), RequestID: given(told.RequestId), JobID: given(told.JobId)}
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s: %s", r.Status, r.Type, r.Message) }

// Field returns the API's message about the field of a form, "" where there is none.
func (r *refusal) Field(name string) string {
	if r == nil {
		return ""
	}
	for _, problem := range r.Errors {
		fields, text, found := strings.Cut(problem, ": ")
		if found && slices.Contains(strings.Split(fields, ", "), name) {
			return sentences.Plain(text)
		}
	}
	return ""
}

// refused returns err as a refusal of one of the statuses, of any where none is given; else nil.
func refused(err error, statuses ...int) *refusal {
	r, ok := errors.AsType[*refusal](err)
	if !ok || len(statuses) > 0 && !slices.Contains(statuses, r.Status) {
		return nil
	}
	return r
}
