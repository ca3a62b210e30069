package result

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/fail"
)

// Builder is the result in the making.
type Builder struct {
	*candidate.Chosen
	Schema   *schema.Schema
	Value    any
	Taught   func(*candidate.Chosen) // gives properties what corrections taught of them; nil for nothing
	values   confidence.Model
	isoDates bool
	grids    []*grids.Grid            // all tables of the document
	lists    map[string]*grids.Choice // those of arrays of objects, by JSON pointer
}

// NewBuilder prepares a result for a sheet and a schema, with nothing found yet.
func NewBuilder(d *sheet.Sheet, s *schema.Schema, values confidence.Model) *Builder {
	return &Builder{Chosen: candidate.NewChosen(d, s.Root), Schema: s, values: values, isoDates: candidate.AsksISO(s.Root)}
}

// Find chooses the values and builds the result.
func (f *Builder) Find() {
	choose.Choose(f.Chosen, f.values)
	if f.Taught != nil {
		f.Taught(f.Chosen)
	}
	f.chooseTables()
	f.Value, _ = f.build(f.Schema.Root, nil, nil)
	if f.Value == nil {
		f.Value = map[string]any{}
		if f.Schema.Root.Type == schema.TypeArray {
			f.Value = []any{}
		}
	}
}

// Finish checks the result; what the schema refuses is taken out again.
func (f *Builder) Finish() {
	f.Check()
	f.conform()
	d := doubts{f}
	d.missingIn(f.Schema.Root, f.Value, nil)
	d.unsure()
	d.unusedTables()
	d.pages()
}

// build makes the value of a node; ok is false where nothing of it was found.
func (f *Builder) build(n *schema.Node, path []string, outer []*schema.Node) (any, bool) {
	switch n.Type {
	case schema.TypeObject:
		object, found := map[string]any{}, false
		for _, p := range n.Properties {
			at := append(slices.Clone(path), p.Name)
			inner := outer
			if p.Type == schema.TypeObject {
				inner = append(slices.Clone(outer), p)
			}
			v, ok := f.build(p, at, inner)
			switch {
			case ok:
				object[p.Name], found = v, true
			case p.Nullable && p.Required:
				object[p.Name] = nil
			case p.Type == schema.TypeArray && p.Required:
				object[p.Name] = []any{}
			}
		}
		return object, found || len(path) == 0
	case schema.TypeArray:
		return f.buildArray(n, path)
	case schema.TypeString, schema.TypeNumber, schema.TypeInteger, schema.TypeBoolean:
	}
	m := f.Found[schema.Pointer(path)]
	if m == nil {
		return nil, false
	}
	v, ok := f.Typed(n, m)
	if !ok {
		delete(f.Found, schema.Pointer(path))
	}
	return v, ok
}

// Fields are the places of all leaves of the result.
func (f *Builder) Fields() map[string]Field {
	all := map[string]Field{}
	for pointer, m := range f.Found {
		if m.Unlocated {
			all[pointer] = Field{Text: m.Text, Confidence: m.Score, Source: sourceModel}
			continue
		}
		p := f.Doc.Pages[m.Page]
		all[pointer] = Field{
			Page: p.Number, Box: sheet.Share(p, page.Bounds(m.Words)), Text: page.Join(m.Words),
			Confidence: float64(int(min(m.Score, 0.99)*100+0.5)) / 100, Source: string(p.Source),
		}
	}
	return all
}

// Typed turns a reading into a JSON value of the node's type.
func (f *Builder) Typed(n *schema.Node, m *candidate.Match) (any, bool) {
	if len(n.Enum) > 0 {
		return enumValue(f.Doc, n, m)
	}
	switch n.Type {
	case schema.TypeNumber:
		v, ok := f.number(m)
		if unsigned.MatchString(n.Description) {
			v = json.Number(strings.TrimPrefix(string(v), "-"))
		}
		return v, ok
	case schema.TypeInteger:
		v, ok := f.number(m)
		if !ok {
			return nil, false
		}
		if _, err := strconv.ParseInt(string(v), 10, 64); err != nil {
			return nil, false
		}
		return v, true
	case schema.TypeBoolean:
		return boolean(m.Text)
	case schema.TypeString, schema.TypeObject, schema.TypeArray:
		if printed, ok := candidate.PrintedNumber(m, f.Doc.Mark); ok {
			return printed, true
		}
	}
	return text(n, m), true
}

// unsigned is how schemas ask for the amount of a deduction without its sign.
var unsigned = regexp.MustCompile(`(?i)\b(?:sin signo|unsigned|without (?:the )?(?:minus )?sign|absolute|valor absoluto|as a positive)\b`)

func (f *Builder) number(m *candidate.Match) (json.Number, bool) {
	if m.Mended || m.Converted {
		return json.Number(m.Text), true
	}
	r, ok := f.Doc.Fit(term.KindNumber, m.Words, false)
	if !ok {
		if r, ok = f.Doc.Fit(term.KindPercent, m.Words, false); !ok {
			return "", false
		}
	}
	m.Text = r.Text
	return json.Number(r.Text), true
}

// Readable reports whether any page has a word worth the name.
func Readable(pages []*page.Page) bool {
	for _, p := range pages {
		for _, w := range p.Words {
			if len(w.Text) > 1 && w.Confidence > 0.3 {
				return true
			}
		}
	}
	return false
}

// ParseSchema is a caller's schema, refused where it is none or names no field.
func ParseSchema(raw []byte) (*schema.Schema, error) {
	s, err := schema.Parse(raw)
	if err != nil {
		return nil, fail.Wrap(err, fail.CodeSvcDocsValidation, "json_response is not a JSON Schema that is supported").With(problemsOf(err)...)
	}
	if s.Root.Type != schema.TypeObject && s.Root.Type != schema.TypeArray || len(s.Root.Properties) == 0 && s.Root.Items == nil {
		return nil, fail.New(fail.CodeSvcDocsValidation, "json_response names no field").With("json_response: no properties")
	}
	return s, nil
}

func problemsOf(err error) []string {
	problems, ok := err.(schema.Problems) //nolint:errorlint // Parse returns it unwrapped
	if !ok {
		return []string{"json_response: " + err.Error()}
	}
	named := make([]string, len(problems))
	for i, p := range problems {
		named[i] = "json_response: " + p
	}
	return named
}

// Field says where a leaf was found.
type Field struct {
	Page       int        `json:"page" doc:"Number of the page, from 1; 0 where the value was not located"`
	Box        [4]float64 `json:"box" doc:"Left, top, right and bottom as shares of the page, 0 to 1; zeros where the value was not located"`
	Text       string     `json:"text" doc:"The value as printed"`
	Confidence float64    `json:"confidence" doc:"Probability that the value is right, 0 to 1"`
	Source     string     `json:"source,omitempty" doc:"text or ocr; model for what a model states and no recognised text prints"`
}

// sourceModel is the source of a value that no recognised text prints.
const sourceModel = "model"
