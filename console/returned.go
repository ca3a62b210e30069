package console

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/console/internal/form"
	sentences "tariffdesk/language"
)

// sentForm is a form that was posted and refused, on its way back to the page it came from.
type sentForm struct {
	v      *visit
	action string // what it posted to
	form   string // the action of the form itself, which one of its buttons may have set aside
	from   string // the page it stood on, as the browser says; "" where it does not
	typed  form.Typed
	met    *refusal // what kept its page from being rendered, nil where nothing did
}

// sent reads the form of a request; nil where there is none that can be read.
func sent(v *visit) *sentForm {
	if v.r.Method != http.MethodPost || v.r.PostForm == nil && v.readForm() != nil {
		return nil
	}
	if kept := keptFrom(v); kept != nil && strings.HasSuffix(v.r.URL.Path, resumePath) {
		return kept.form(v)
	}
	s := &sentForm{v: v, action: v.r.URL.Path, typed: form.Typed{Values: map[string][]string{}, Files: map[string][]string{}}}
	for name, values := range v.r.PostForm {
		if !strings.Contains(name, "password") {
			s.typed.Values[name] = values
		}
	}
	if v.r.MultipartForm != nil {
		for name, values := range v.r.MultipartForm.Value {
			if name != workbookContent {
				s.typed.Values[name] = values
			}
		}
		for name, files := range v.r.MultipartForm.File {
			for _, f := range files {
				if f.Filename != "" {
					s.typed.Files[name] = append(s.typed.Files[name], f.Filename)
				}
			}
		}
	}
	if u, err := url.Parse(v.r.Referer()); err == nil && u.Host == v.r.Host {
		s.from = returnPath(u.RequestURI())
	}
	return s
}

// pages are the addresses where the form may stand: the one the browser came from, and those above its action.
func (s *sentForm) pages() []string {
	found := []string{s.from, s.action}
	for above := s.action; len(found) < 5; {
		above = above[:max(0, strings.LastIndexByte(above, '/'))]
		if strings.Count(above, "/") < 2 {
			break
		}
		found = append(found, above)
	}
	return slices.Compact(slices.DeleteFunc(found, func(p string) bool { return p == "" }))
}

// page renders the page of the form anew, as the visitor sees it now; nil where none of the addresses has the form.
func (s *sentForm) page() []byte {
	for _, path := range s.pages() {
		r, err := http.NewRequestWithContext(context.WithValue(s.v.r.Context(), visitKey{}, s.v), http.MethodGet, path, http.NoBody) //nolint:gosec // served here, sent to no host
		if err != nil {
			continue
		}
		r.RequestURI, r.Host, r.RemoteAddr, r.TLS = path, s.v.r.Host, s.v.r.RemoteAddr, s.v.r.TLS
		for _, name := range []string{"User-Agent", "Accept-Language", "Cookie", "Authorization"} {
			r.Header[name] = s.v.r.Header[name]
		}
		var answer recorder
		s.v.c.pages.ServeHTTP(&answer, r)
		if answer.status() != http.StatusOK || answer.overflow {
			if s.met == nil || s.met.Status == http.StatusNotFound { // an address above the form may lead nowhere
				s.met = newRefusal(answer.status(), answer.Header(), nil)
			}
			continue
		}
		if action, ok := form.Action(answer.body.Bytes(), s.action); ok {
			s.form = action
			return answer.body.Bytes()
		}
	}
	return nil
}

// visitKey is the key of a visit in the context of a request that the console makes of itself.
type visitKey struct{}

// inner serves a page to the console itself, with what a visit already knows.
func (c *Console) inner(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		of, ok := r.Context().Value(visitKey{}).(*visit)
		if !ok || !rt.open && of.viewer == nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		v := &visit{c: c, w: w, r: r, language: of.language, theme: of.theme, token: of.token, refresh: of.refresh, viewer: of.viewer, authorization: of.authorization}
		err := rt.handle(v)
		if r := refused(err); r != nil {
			w.Header().Set("Retry-After", r.RetryAfter)
			w.WriteHeader(r.Status)
		} else if err != nil {
			w.WriteHeader(http.StatusNotFound) // the page is of no use here
		}
	})
}

// returned shows the form once more as it was filled in, with what was refused, and reports whether it found the page.
func (s *sentForm) returned(r *refusal) bool {
	page := s.page()
	if page == nil {
		return false
	}
	fields := form.Fields(page, s.form)
	problems := r.Problems()
	for i, p := range problems {
		problems[i].Text, problems[i].Field = named(p.Text, fields), onForm(p.Field, fields)
	}
	summary, err := s.v.c.part(s.v, "summary", newSummary(r, problems, fields))
	if err != nil {
		return false
	}
	if r.RetryAfter != "" {
		s.v.w.Header().Set("Retry-After", r.RetryAfter)
	}
	s.v.write(r.Status, form.Restore(page, s.form, s.typed, problems, summary, s.v.t("form.chosen")))
	return true
}

// resumed shows the form as it was filled in, which a sign-in has interrupted, or else a page of a problem.
func (s *sentForm) resumed(problem bool) bool {
	page := s.page()
	if page == nil {
		return false
	}
	summary, err := s.v.c.part(s.v, "resumed", problem)
	if err != nil {
		return false
	}
	s.v.write(http.StatusOK, form.Restore(page, s.form, s.typed, nil, summary, s.v.t("form.chosen")))
	return true
}

// aliases are names that a form has for members of the API.
func aliases(name string) []string {
	switch name {
	case "description":
		return []string{"document_description", "product_description"}
	case "file":
		return []string{"workbook", "file_path"}
	case "password", "new":
		return []string{"new_password"}
	case "product_description":
		return []string{"more"}
	case "hscode":
		return []string{"other_hscode"}
	case "name":
		return []string{"schema_name"}
	case "json_data":
		return []string{"json_response"}
	}
	return nil
}

// onForm is the first field of the form that a problem is of, "" where it is of none.
func onForm(names string, fields map[string]form.Field) string {
	for name := range strings.SplitSeq(names, ", ") {
		last := name[strings.LastIndexByte(name, '.')+1:]
		group := ""
		for _, other := range slices.Concat([]string{name, last}, aliases(last)) {
			f, ok := fields[other]
			if ok && !f.Group {
				return other
			}
			if ok && group == "" {
				group = other
			}
		}
		if group != "" {
			return group
		}
	}
	return ""
}

// summaryLine is a problem above the form, with a link to its field where the page has it.
type summaryLine struct{ Link, Label, Text string }

// summary stands above a form that was refused.
type summary struct {
	*refusal
	Lines []summaryLine
}

func newSummary(r *refusal, problems []form.Problem, fields map[string]form.Field) summary {
	s := summary{refusal: r}
	for _, p := range problems {
		line := summaryLine{Text: p.Text}
		if f, ok := fields[p.Field]; ok {
			line.Link, line.Label = "#"+f.ID, f.Label
		}
		if line.Label == "" {
			line.Text = capitalised(line.Text)
		}
		s.Lines = append(s.Lines, line)
	}
	return s
}

func capitalised(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// located is the place of a problem as the API writes it: "url: …", "body.name, email: …", "products[1].country: …".
var located = regexp.MustCompile(`^([a-z][a-z0-9_-]*(?:\[\d{1,5}\])?(?:\.[a-z0-9_]+(?:\[\d{1,5}\])?)*(?:, [a-z][a-z0-9_.\[\]]*)*): `)

// Problems lists the problems of the API's message, each apart from the names of its fields, which ", " parts.
func (r *refusal) Problems() (problems []form.Problem) {
	if r == nil {
		return nil
	}
	for _, text := range r.Errors {
		field := ""
		if found := located.FindString(text); found != "" {
			field, text = strings.TrimSuffix(found, ": "), text[len(found):]
		}
		problems = append(problems, form.Problem{Field: field, Text: sentences.Plain(text)})
	}
	return problems
}

// Lines are the problems as a page shows them that cannot link to their fields.
func (r *refusal) Lines() (lines []string) {
	for _, p := range r.Problems() {
		lines = append(lines, capitalised(p.Text))
	}
	return lines
}

// memberName is the name of a member of the API within a sentence.
var memberName = regexp.MustCompile(`\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b`)

// named puts the labels of a form in the place of the API's names.
func named(text string, fields map[string]form.Field) string {
	return memberName.ReplaceAllStringFunc(text, func(name string) string {
		if f := fields[name]; f.Label != "" {
			return "«" + f.Label + "»"
		}
		return name
	})
}

// part renders a part of the pages alone.
func (c *Console) part(v *visit, name string, data any) ([]byte, error) {
	t, err := c.templates.page(v.language, "problem") // every page has the parts
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, name, data); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// resumePath ends the addresses that show a form again whose page could not be rendered as it was refused.
const resumePath = "/resume"

// resumeForm shows the form that a page of a problem carries, as it was filled in.
func resumeForm(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	if v.viewer == nil && v.token != "" {
		if err := v.meet(); err != nil {
			return err
		}
	}
	form := sent(v)
	if form == nil {
		return errNoPage
	}
	if form.resumed(true) {
		return nil
	}
	if form.met != nil && form.met.Status == http.StatusUnauthorized {
		return errSignIn
	}
	return cmp.Or(form.met, errNoPage)
}

// resumable is the form as the page of a problem carries it; nil where there is nothing to come back to. A supplier's
// page keeps its own answers.
func (s *sentForm) resumable() *keptForm {
	if s == nil || strings.HasPrefix(s.action, "/app/s/") {
		return nil
	}
	return s.kept()
}

// ResumeAt is the address that shows the form again.
func (k *keptForm) ResumeAt() string {
	if strings.HasPrefix(k.Action+"/", "/ops/") {
		return "/ops" + resumePath
	}
	return "/app" + resumePath
}

// keptForm is a form that waits for a sign-in, or for a limit to pass, within a form of the page that is shown
// meanwhile: it holds no password and no file.
type keptForm struct {
	Content string // the values, encoded as a query
	Action  string
	From    string
	Files   string // encoded likewise
}

// maxKept bounds what a sign-in carries along.
const maxKept = 400 << 10

// kept is the form as the page of the sign-in carries it; nil where it has nothing that would be missed.
func (s *sentForm) kept() *keptForm {
	if s == nil {
		return nil
	}
	values := url.Values(s.typed.Values)
	content := values.Encode()
	typed := slices.ContainsFunc(slices.Collect(valuesOf(values)), func(v string) bool { return v != "" })
	if !typed || len(content) > maxKept {
		return nil
	}
	return &keptForm{Content: content, Action: s.action, From: s.from, Files: url.Values(s.typed.Files).Encode()}
}

func valuesOf(values url.Values) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, list := range values {
			for _, value := range list {
				if !yield(value) {
					return
				}
			}
		}
	}
}

// keptFrom reads the form that a sign-in carried along; nil where it carried none.
func keptFrom(v *visit) *keptForm {
	k := &keptForm{Content: v.field("kept"), Action: returnPath(v.field("kept_action")), From: v.field("kept_from"), Files: v.field("kept_files")}
	if k.Content == "" {
		return nil
	}
	return k
}

// form is the form that was kept, for a visit that has signed in since.
func (k *keptForm) form(v *visit) *sentForm {
	values, err := url.ParseQuery(k.Content)
	files, err2 := url.ParseQuery(k.Files)
	if err != nil || err2 != nil {
		return nil
	}
	s := &sentForm{v: v, action: k.Action, typed: form.Typed{Values: values, Files: files}}
	if k.From != "" {
		s.from = returnPath(k.From)
	}
	return s
}

// Texts returns the texts somebody wrote in a form, for a page that cannot show the form itself.
func (s *sentForm) Texts() (texts []string) {
	if s == nil {
		return nil
	}
	for name, values := range s.typed.Values {
		for _, value := range values {
			if strings.ContainsFunc(value, unicode.IsSpace) && !slices.Contains([]string{"query", "return", "kept"}, name) {
				texts = append(texts, value)
			}
		}
	}
	slices.Sort(texts)
	return texts
}

// problemOf returns the problem of one of the names, "" where there is none.
func problemOf(r *refusal, names ...string) string {
	for _, p := range r.Problems() {
		if slices.ContainsFunc(strings.Split(p.Field, ", "), func(f string) bool { return slices.Contains(names, f) }) {
			return capitalised(p.Text)
		}
	}
	return ""
}
