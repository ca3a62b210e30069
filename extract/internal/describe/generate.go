package describe

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/fail"
)

// The bounds of a described schema.
const (
	MaxDescription     = 10_000 // characters
	MaxGeneratedFields = 200
)

// Writer writes schemas in the words of a dictionary. It is safe for concurrent use.
type Writer struct {
	dict  *term.Dictionary
	words *vocabulary
}

// NewWriter returns a writer with a dictionary.
func NewWriter(dict *term.Dictionary) *Writer { return &Writer{dict: dict, words: loadVocabulary()} }

// Property is a field of a schema in the making.
type Property struct {
	Type        string  `json:"type"`
	Format      string  `json:"format,omitempty"`
	Description string  `json:"description,omitempty"`
	Enum        []any   `json:"enum,omitempty"`
	Items       *Object `json:"items,omitempty"`
	Properties  *fields `json:"properties,omitempty"`
}

// Object is a schema in the making.
type Object struct {
	Schema      string  `json:"$schema,omitempty"`
	Type        string  `json:"type"`
	Title       string  `json:"title,omitempty"`
	Description string  `json:"description,omitempty"`
	Properties  *fields `json:"properties,omitempty"`
}

// NewObject returns an object without properties.
func NewObject() *Object { return &Object{Type: "object", Properties: newFields()} }

// Generate writes a Draft 7 schema for a request such as "commercial invoice with number, date, seller, and
// for each line the description, quantity and unit price", in English, Spanish, Portuguese or German,
// with names in its language. Where it names no fields, those usual for the kind of document are taken.
//
// notUnderstood lists the parts of the description that name no field and say nothing about one, as written.
func (w *Writer) Generate(documentType, description string) (generated json.RawMessage, notUnderstood []string, err error) {
	if utf8.RuneCountInString(description) > MaxDescription {
		return nil, nil, fail.New(fail.CodeSvcDocsValidation, "the description is too long").With(fmt.Sprintf("description: at most %d characters", MaxDescription))
	}
	root, _, lost := w.described(documentType, description)
	if root.Properties.Len() == 0 {
		return nil, nil, fail.New(fail.CodeSvcDocsValidation, "the description names no field").
			With("description: name the fields, such as: commercial invoice with number, date, seller, and lines with description, quantity, unit price")
	}
	root.Schema = schema.Draft + "#"
	root.Title = strings.TrimSpace(documentType)
	generated, err = json.Marshal(root)
	return generated, lost, err
}

// described reads the fields that a text names, how many those are, and what it did not understand; where it names none, the usual ones.
func (w *Writer) described(documentType, description string) (root *Object, named int, lost []string) {
	r := w.request(documentType, description)
	s, remarks := w.Sentence(documentType, description)
	for _, remark := range remarks {
		tell(r, remark)
	}
	r.read(s)
	if r.named > 0 {
		return r.root, r.named, r.lost
	}
	if usual := w.words.usual(r.kind, r.tongue.name); usual != "" {
		again := w.request(documentType, usual)
		s, _ := again.sentence(usual)
		again.read(s)
		exclude(again.root, r.excluded)
		return again.root, 0, r.lost
	}
	return r.root, 0, r.lost // lists alone, if any
}

// Sentence cuts a description into the words in which fields are asked for, with what their tags are told by. remarks are what it says
// beside them, as written.
func (w *Writer) Sentence(documentType, description string) (s *Sentence, remarks []string) {
	return w.request(documentType, description).sentence(description)
}

func (w *Writer) request(documentType, description string) *reader {
	r := &reader{lexicon: lexicon{words: w.words, tongue: w.words.tongueOf(description + " " + documentType)}, root: NewObject()}
	for _, text := range []string{documentType, description} {
		if d, at := w.words.document(plainWords(text), r.tongue.name); at >= 0 {
			r.kind, r.noun = d.kind, d.noun
			break
		}
	}
	return r
}

// guess is the type of a phrase by the dictionary of trade documents, "" where it holds nothing like it.
func (w *Writer) guess(phrase string) string {
	bag := w.dict.Bag(phrase)
	kind := term.Kind("")
	if named := w.dict.Named(bag); len(named) > 0 {
		kind = Namesake(w.dict, named, phrase).Kind
	} else if close := w.dict.Closest(bag, 0.8); len(close) > 0 {
		kind = close[0].Concept.Kind
	}
	switch {
	case kind == "":
		return ""
	case kind == term.KindDate:
		return typeDate
	case kind == term.KindCount:
		return typeInteger
	case kind.Numeric():
		return typeNumber
	}
	return typeString
}

// plainWords are the folded words of a text without its marks.
func plainWords(text string) []string {
	return strings.FieldsFunc(value.Fold(text), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '/' && c != '-'
	})
}

// maxPropertyName bounds a generated name, in characters.
const maxPropertyName = 60

// Snake writes a phrase as the name of a property.
func Snake(phrase string) string {
	var b strings.Builder
	gap := false
	for _, c := range value.Fold(phrase) {
		if c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			b.WriteRune(c)
			gap = false
		} else {
			gap = true
		}
		if b.Len() >= maxPropertyName {
			break
		}
	}
	name := b.String()
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		name = "field_" + name
	}
	return name
}

func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
