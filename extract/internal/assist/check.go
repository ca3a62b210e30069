package assist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/value"
)

// Bounds of an answer.
const (
	maxSaidItems  = 2000 // of one list
	maxSaidLeaves = 20_000
	maxSaidChars  = 2000 // of one text
	maxProblems   = 20   // told to the model
	mostInvented  = 0.5  // of the values of an answer that are printed nowhere; beyond it nothing in it is believed
	maxNears      = 64   // searches for a misread print: each is dear
	fewValues     = 3    // with so few values the share says nothing
)

// told is a model's answer at one node of the schema.
type told struct {
	said   []statement // of a leaf: one for each part that said something
	fields map[string]*told
	items  []*told
}

// statement is a value that passed for its type, and where it may be printed.
type statement struct {
	value    any    // string, json.Number or bool
	spots    []spot // best first; none where it is not printed
	pictured bool   // a picture was shown, and may show what OCR did not read
	judged   bool   // a choice or a yes: no value that a page must print
}

// refusedAnswer says what is wrong with a model's answer, by places of the caller's schema; it quotes
// nothing that was said.
type refusedAnswer struct{ problems []string }

// Error lists the problems of the answer.
func (r *refusedAnswer) Error() string {
	return "model answer refused: " + strings.Join(r.problems, "; ")
}

// InvalidAnswer reports that asking again may help.
func (r *refusedAnswer) InvalidAnswer() bool { return true }

// problemsIn lists the problems of its answer that a model is told.
func problemsIn(err error) []string {
	if r, ok := errors.AsType[*refusedAnswer](err); ok {
		return r.problems
	}
	return []string{"the answer was no JSON object, or too long"}
}

// checker reads one answer.
type checker struct {
	q        *questions
	part     stretch
	problems []string
	leaves   int
	nears    int // searches for a misread print
	literal  int // values that a page must print
	invented []string
}

// checked reads an answer by the schema and looks for its values on the pages of its part. It refuses an
// answer of another shape, and one of which most is printed nowhere.
func (q *questions) checked(raw []byte, p stretch) (*told, error) {
	var said struct {
		Data any `json:"data"`
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&said); err != nil {
		return nil, &refusedAnswer{[]string{"it does not fit the schema"}}
	}
	c := &checker{q: q, part: p}
	root := q.filling.Schema.Root
	answer := c.read(root, said.Data, nil)
	if answer == nil {
		answer = &told{}
		if said.Data == nil { // strictly nothing was found; an answer without data is none
			if !bytes.Contains(raw, []byte(`"data"`)) {
				c.problem(nil, "is missing")
			}
		}
	}
	if len(p.pictures) == 0 && c.literal >= fewValues && float64(len(c.invented)) > mostInvented*float64(c.literal) {
		for _, at := range c.invented[:min(len(c.invented), maxProblems)] {
			c.problems = append(c.problems, at+": is printed on none of the pages")
		}
	}
	if len(c.problems) > 0 {
		return nil, &refusedAnswer{c.problems[:min(len(c.problems), maxProblems)]}
	}
	return answer, nil
}

func (c *checker) problem(path []string, what string) {
	c.problems = append(c.problems, "/data"+schema.Pointer(path)+": "+what)
}

// read turns what was said at a node into what is believed of it, nil for nothing.
func (c *checker) read(n *schema.Node, v any, path []string) *told {
	if v == nil || len(c.problems) >= maxProblems {
		return nil
	}
	switch n.Type {
	case schema.TypeObject:
		object, ok := v.(map[string]any)
		if !ok {
			c.problem(path, "want an object")
			return nil
		}
		return c.object(n, object, path)
	case schema.TypeArray:
		list, ok := v.([]any)
		switch {
		case !ok:
			c.problem(path, "want a list")
			return nil
		case len(list) > maxSaidItems:
			c.problem(path, fmt.Sprintf("more than %d elements", maxSaidItems))
			return nil
		}
		t := &told{}
		for i, item := range list {
			if said := c.read(n.Items, item, append(slices.Clone(path), strconv.Itoa(i))); said != nil {
				t.items = append(t.items, said)
			}
		}
		return t
	case schema.TypeString, schema.TypeNumber, schema.TypeInteger, schema.TypeBoolean:
	}
	return c.leaf(n, v, path)
}

func (c *checker) object(n *schema.Node, object map[string]any, path []string) *told {
	t := &told{fields: map[string]*told{}}
	for _, p := range n.Properties {
		if said := c.read(p, object[p.Name], append(slices.Clone(path), p.Name)); said != nil {
			t.fields[p.Name] = said
		}
	}
	if len(t.fields) == 0 {
		return nil
	}
	return t
}

func (c *checker) leaf(n *schema.Node, v any, path []string) *told {
	if c.leaves++; c.leaves > maxSaidLeaves {
		c.problem(path, "too many values")
		return nil
	}
	if s, ok := v.(string); ok && value.Alnum(s) == "" {
		return nil
	}
	v, why := asType(n, v)
	if why != "" {
		c.problem(path, why)
		return nil
	}
	s := statement{value: v, judged: n.Type == schema.TypeBoolean || len(n.Enum) > 0, pictured: len(c.part.pictures) > 0}
	s.spots = c.q.prints.find(n, v, c.part.from, c.part.to)
	if text, ok := v.(string); ok && len(s.spots) == 0 && !s.judged && c.nears < maxNears {
		c.nears++
		s.spots = c.q.prints.near(text, c.part.pictures)
	}
	if !s.judged && len(s.spots) == 0 && nothing(v) {
		return nil
	}
	if !s.judged {
		if c.literal++; len(s.spots) == 0 {
			c.invented = append(c.invented, "/data"+schema.Pointer(path))
		}
	}
	return &told{said: []statement{s}}
}

// plainDecimal is a number that is cheap to compute with.
var plainDecimal = regexp.MustCompile(`^-?\d{1,30}(?:\.\d{1,30})?$`)

// asType brings what was said to a leaf's type; why tells what is wrong with it.
func asType(n *schema.Node, v any) (typed any, why string) {
	if number, ok := v.(json.Number); ok && n.Type == schema.TypeString && len(n.Enum) == 0 {
		v = number.String()
	}
	switch n.Type {
	case schema.TypeNumber, schema.TypeInteger:
		text := strings.TrimSpace(fmt.Sprint(v))
		if _, isBool := v.(bool); isBool || !plainDecimal.MatchString(text) {
			return nil, "want a decimal number"
		}
		whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
		text = value.Trim(whole, fraction, strings.HasPrefix(text, "-"))
		if n.Type == schema.TypeInteger && strings.Contains(text, ".") {
			return nil, "want an integer"
		}
		v = json.Number(text)
	case schema.TypeBoolean:
		if _, ok := v.(bool); !ok {
			return nil, "want true or false"
		}
	case schema.TypeString, schema.TypeObject, schema.TypeArray:
		s, ok := v.(string)
		switch {
		case !ok && len(n.Enum) == 0:
			return nil, "want a text"
		case len(s) > maxSaidChars:
			return nil, "the text is too long"
		case ok && n.Format == "date":
			if _, err := time.Parse(time.DateOnly, strings.TrimSpace(s)); err != nil {
				return nil, "want a date as yyyy-mm-dd"
			}
		}
		if ok {
			v = strings.Join(strings.Fields(s), " ")
		}
	}
	if len(n.Enum) == 0 {
		return v, ""
	}
	for _, allowed := range n.Enum {
		if sameValue(allowed, v) {
			return allowed, ""
		}
	}
	return nil, "want one of the values listed"
}

// ofType reports whether a listed value has its field's type.
func ofType(n *schema.Node, v any) bool {
	switch v.(type) {
	case string:
		return n.Type == schema.TypeString
	case json.Number:
		return n.Type == schema.TypeNumber || n.Type == schema.TypeInteger
	case bool:
		return n.Type == schema.TypeBoolean
	}
	return false
}

// nothing reports whether a text only says that there is none.
func nothing(v any) bool {
	s, _ := v.(string)
	return slices.Contains([]string{"na", "null", "none", "nil", "unknown", "notfound", "notavailable", "notprovided", "notapplicable", "notspecified",
		"noencontrado", "nodisponible", "noaplica", "noespecificado", "desconocido"}, value.Alnum(s))
}

// sameValue compares values as they are meant: numbers as decimals, texts without case, accents and
// marks.
func sameValue(a, b any) bool {
	if x, y := result.RatOf(a), result.RatOf(b); x != nil && y != nil {
		return x.Cmp(y) == 0
	}
	s, ok := a.(string)
	t, also := b.(string)
	if !ok || !also {
		return a == b
	}
	if letters, _ := value.Counts(s + t); letters == 0 { // marks tell 1.5 from 15
		return strings.Join(strings.Fields(s), "") == strings.Join(strings.Fields(t), "")
	}
	return value.Alnum(s) == value.Alnum(t)
}
