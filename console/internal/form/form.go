// Package form puts what somebody typed back into the form of a page that was rendered anew, and marks the
// fields that were refused. It owns the reading of such pages; what is wrong and why is its caller's knowledge.
//
// It works on whole pages because every form of the console then behaves alike: no page has to know how it looks
// after a refusal.
package form

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"

	parser "golang.org/x/net/html"
)

// Typed holds the fields that somebody sent with a form.
type Typed struct {
	Values map[string][]string
	Files  map[string][]string // names of the files that were chosen, by field: a browser does not keep them
}

// Problem is something that is wrong with a form.
type Problem struct {
	Field string // name of the field, "" where it is of none
	Text  string
}

// Field is a field of a form as its page has it.
type Field struct {
	ID    string
	Label string
	Group bool // radio buttons or checkboxes, which share one label
}

// Fields lists the fields of the form that posts to action, by name. It is nil where the page has no such form.
func Fields(page []byte, action string) map[string]Field {
	s := &survey{action: action, labels: map[string]string{}}
	z := parser.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case parser.ErrorToken:
			return s.named()
		case parser.TextToken:
			s.text(string(z.Text()))
		case parser.StartTagToken, parser.SelfClosingTagToken:
			s.open(z.Token())
		case parser.EndTagToken:
			s.close(z.Token().Data)
		case parser.CommentToken, parser.DoctypeToken:
		}
	}
}

// Action is the action of the form that posts to an address, by itself or by one of its buttons; false where the page has
// none. A form without an action has "".
func Action(page []byte, address string) (action string, ok bool) {
	if Fields(page, address) != nil {
		return address, true
	}
	z := parser.NewTokenizer(bytes.NewReader(page))
	for kind := z.Next(); kind != parser.ErrorToken; kind = z.Next() {
		if kind != parser.StartTagToken && kind != parser.SelfClosingTagToken {
			continue
		}
		switch t := z.Token(); {
		case t.Data == "form":
			action = attribute(t, "action")
		case attribute(t, "formaction") == address:
			return action, true
		}
	}
	return "", false
}

// survey reads the fields and labels of one form.
type survey struct {
	action string
	inside bool
	fields map[string]Field
	labels map[string]string // by the id they are for

	label  strings.Builder
	target string // the id that the open label is for
	tag    string // label or legend, "" where none is open
	legend string
	aside  int // depth within words that are no part of a label
}

func (s *survey) open(t parser.Token) {
	switch t.Data {
	case "form":
		s.inside = isForm(t, s.action)
		if s.inside && s.fields == nil {
			s.fields = map[string]Field{}
		}
	case "fieldset":
		s.legend = ""
	case "label", "legend":
		s.tag, s.target, s.aside = t.Data, attribute(t, "for"), 0
		s.label.Reset()
	case "span", "p", "svg":
		if s.tag != "" && (s.aside > 0 || t.Data == "svg" || slices.ContainsFunc(strings.Fields(attribute(t, "class")), isAside)) {
			s.aside++
		}
	case "input", "select", "textarea":
		s.field(t)
	}
}

// isAside tells the classes of words beside a label: a hint, a number, the mark of an optional field.
func isAside(class string) bool {
	return slices.Contains([]string{"optional", "hint", "rank", "icon"}, class)
}

func (s *survey) field(t parser.Token) {
	name, kind := attribute(t, "name"), attribute(t, "type")
	if !s.inside || name == "" || kind == "hidden" || kind == "submit" {
		return
	}
	if _, known := s.fields[name]; known {
		return
	}
	f := Field{ID: attribute(t, "id"), Label: attribute(t, "aria-label"), Group: kind == "radio" || kind == "checkbox"}
	if f.Label == "" && (kind == "radio" || f.ID == "") {
		f.Label = s.legend
	}
	if f.ID == "" {
		f.ID = "f-" + name
	}
	s.fields[name] = f
}

func (s *survey) close(tag string) {
	switch tag {
	case "form":
		s.inside = false
	case "span", "p", "svg":
		s.aside = max(0, s.aside-1)
	case "label", "legend":
		words := strings.Join(strings.Fields(s.label.String()), " ")
		if s.tag == "legend" {
			s.legend = words
		} else if s.target != "" {
			s.labels[s.target] = words
		}
		s.tag = ""
	}
}

func (s *survey) text(words string) {
	if s.tag != "" && s.aside == 0 {
		s.label.WriteString(words)
	}
}

func (s *survey) named() map[string]Field {
	for name, f := range s.fields {
		if words := s.labels[f.ID]; f.Label == "" && words != "" {
			f.Label = words
			s.fields[name] = f
		}
	}
	return s.fields
}

// Restore returns the page with the form that posts to action filled in as it was sent: summary stands at the top of
// the page, each problem at its field. again is what a field for files says of the names that were chosen; it holds
// one %s.
func Restore(page []byte, action string, typed Typed, problems []Problem, summary []byte, again string) []byte {
	w := &restoring{action: action, typed: typed, problems: map[string]string{}, again: again, taken: map[string]int{}, unfold: around(page, action)}
	for _, p := range problems {
		if p.Field != "" && w.problems[p.Field] == "" {
			w.problems[p.Field] = p.Text
		}
	}
	z := parser.NewTokenizer(bytes.NewReader(page))
	for {
		kind := z.Next()
		if kind == parser.ErrorToken {
			return w.out.Bytes()
		}
		raw := bytes.Clone(z.Raw()) // reading the token changes it
		if w.skipping != "" {       // the old content of a textarea
			if kind == parser.EndTagToken && z.Token().Data == w.skipping {
				w.skipping = ""
				w.out.Write(raw)
				w.after()
			}
			continue
		}
		switch kind {
		case parser.StartTagToken, parser.SelfClosingTagToken:
			t := z.Token()
			if !w.open(t) {
				w.out.Write(raw)
			}
			if t.Data == "main" {
				w.out.Write(summary)
			}
		case parser.EndTagToken:
			w.out.Write(raw)
			w.close(z.Token().Data)
		default:
			w.out.Write(raw)
		}
	}
}

// around counts the details of a page and names those that its form stands in.
func around(page []byte, action string) map[int]bool {
	found, open, count := map[int]bool{}, []int{}, 0
	z := parser.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case parser.ErrorToken:
			return found
		case parser.StartTagToken:
			switch t := z.Token(); {
			case t.Data == "details":
				count++
				open = append(open, count)
			case t.Data == "form" && isForm(t, action):
				for _, n := range open {
					found[n] = true
				}
			}
		case parser.EndTagToken:
			if z.Token().Data == "details" && len(open) > 0 {
				open = open[:len(open)-1]
			}
		case parser.TextToken, parser.SelfClosingTagToken, parser.CommentToken, parser.DoctypeToken:
		}
	}
}

// restoring writes a page with one of its forms filled in.
type restoring struct {
	action   string
	typed    Typed
	problems map[string]string
	again    string

	out      bytes.Buffer
	inside   bool
	chosen   []string // of the open select, nil where none is open
	skipping string
	pending  string         // what follows the field that is open
	taken    map[string]int // how many values of a name are in fields already
	folds    int            // how many details have begun
	unfold   map[int]bool   // those that the form stands in
}

// open writes a start tag anew and reports true, or leaves it as it is.
func (w *restoring) open(t parser.Token) bool {
	switch {
	case t.Data == "details": // what was filled in must not hide
		w.folds++
		if !w.inside && !w.unfold[w.folds] {
			return false
		}
		set(&t, "open", true)
		w.out.WriteString(t.String())
		return true
	case t.Data == "form":
		w.inside = isForm(t, w.action)
		return false
	case !w.inside:
		return false
	}
	name := attribute(t, "name")
	switch t.Data {
	case "input":
		return name != "" && w.input(t, name)
	case "textarea":
		if name == "" {
			return false
		}
		w.mark(&t, name)
		w.out.WriteString(t.String() + "\n" + html.EscapeString(w.next(name)))
		w.skipping = "textarea"
		return true
	case "select":
		w.chosen = slices.Clone(w.typed.Values[name])
		w.mark(&t, name)
		w.out.WriteString(t.String())
		return true
	case "option":
		if w.chosen == nil {
			return false
		}
		set(&t, "selected", slices.Contains(w.chosen, attribute(t, "value")))
		w.out.WriteString(t.String())
		return true
	}
	return false
}

func (w *restoring) input(t parser.Token, name string) bool {
	switch kind := attribute(t, "type"); kind {
	case "submit", "button", "password":
		return false
	case "radio", "checkbox":
		value := attribute(t, "value")
		if value == "" {
			value = "on"
		}
		set(&t, "checked", slices.Contains(w.typed.Values[name], value))
		if w.problems[name] != "" { // the summary tells it, and leads here
			put(&t, "aria-invalid", "true")
			if attribute(t, "id") == "" {
				put(&t, "id", "f-"+name)
			}
			delete(w.problems, name)
		}
		w.out.WriteString(t.String())
	case "file":
		names := w.typed.Files[name]
		w.mark(&t, name)
		w.out.WriteString(t.String())
		if len(names) > 0 {
			w.out.WriteString(`<p class="hint chosen">` + html.EscapeString(fmt.Sprintf(w.again, strings.Join(names, ", "))) + `</p>`)
		}
		w.after()
	case "hidden":
		if len(w.typed.Values[name]) == 0 {
			return false
		}
		put(&t, "value", w.next(name))
		w.out.WriteString(t.String())
	default:
		w.mark(&t, name)
		put(&t, "value", w.next(name))
		w.out.WriteString(t.String())
		w.after()
	}
	return true
}

// next is the value of the next field of a name.
func (w *restoring) next(name string) string {
	values, i := w.typed.Values[name], w.taken[name]
	w.taken[name]++
	if i < len(values) {
		return values[i]
	}
	return ""
}

// mark ties a field to its problem, which follows it.
func (w *restoring) mark(t *parser.Token, name string) {
	text := w.problems[name]
	if text == "" {
		return
	}
	delete(w.problems, name)
	id := "e-" + name
	put(t, "aria-invalid", "true")
	put(t, "aria-describedby", strings.TrimSpace(attribute(*t, "aria-describedby")+" "+id))
	if attribute(*t, "id") == "" {
		put(t, "id", "f-"+name)
	}
	w.pending = `<p class="field-error" id="` + html.EscapeString(id) + `">` + html.EscapeString(text) + `</p>`
}

// after writes what follows a field.
func (w *restoring) after() {
	w.out.WriteString(w.pending)
	w.pending = ""
}

func (w *restoring) close(tag string) {
	switch tag {
	case "form":
		w.inside = false
	case "select":
		w.chosen = nil
		w.after()
	}
}

func isForm(t parser.Token, action string) bool {
	return strings.EqualFold(attribute(t, "method"), "post") && attribute(t, "action") == action
}

func attribute(t parser.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// put sets an attribute.
func put(t *parser.Token, name, value string) {
	for i := range t.Attr {
		if t.Attr[i].Key == name {
			t.Attr[i].Val = value
			return
		}
	}
	t.Attr = append(t.Attr, parser.Attribute{Key: name, Val: value})
}

// set gives a tag an attribute without a value, or takes it away.
func set(t *parser.Token, name string, on bool) {
	t.Attr = slices.DeleteFunc(t.Attr, func(a parser.Attribute) bool { return a.Key == name })
	if on {
		t.Attr = append(t.Attr, parser.Attribute{Key: name})
	}
}
