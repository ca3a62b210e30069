package language

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed spanish/*.json
var spanishFiles embed.FS

//go:embed plain/*.json
var plainFiles embed.FS

// dictionary holds the sentences of the API in one language.
type dictionary struct {
	fixed     map[string]string // without places
	templates []template        // the most telling first
}

// template is a sentence with places, such as "want at most %d characters".
type template struct {
	english  string
	prefix   string // before the first place
	suffix   string // behind the last one
	literals int    // bytes that are not places
	match    *regexp.Regexp
	pieces   []piece // of the translation
}

// piece is a text, or a place of the English sentence by its number from 1.
type piece struct {
	text  string
	place int
	kind  string // how a place is put: as it is, "sentence", "list", "values", a list of single words, or "omit", not at all
}

var (
	verb  = regexp.MustCompile(`%(?:\[\d+\])?[+#]?[a-zA-Z]|%%`)
	place = regexp.MustCompile(`\{(\d+)(?::(sentence|list|values|omit))?\}`)
	// fieldName matches the text before a problem: one field or several, with their path.
	fieldName = regexp.MustCompile(`^(?:header )?[\w$/.\[\]~?*-]+(?:, [\w$/.\[\]~?*-]+)*: |^\(root\): |^[\w$.\[\]-]+ \([\w$.\[\]-]+\): `)
)

// what a verb of fmt may stand for.
var verbs = map[byte]string{
	'd': `(-?\d[\d,]*)`,
	'q': `("(?:[^"\\]|\\.)*")`,
	'U': `(U\+[0-9A-F]+)`,
}

// The dictionaries are read once: their files are part of the program, and a test reads them too.
var (
	spanish  = sync.OnceValue(func() *dictionary { return mustRead(spanishFiles) })
	everyday = sync.OnceValue(func() *dictionary { return mustRead(plainFiles) })
)

func mustRead(files fs.FS) *dictionary {
	d, err := read(files)
	if err != nil {
		panic(err)
	}
	return d
}

// Plain puts an English message into the words of somebody who fills in a form: "is required" for
// "expected length >= 1". A message that is not in the dictionary stays as it is.
func Plain(english string) string {
	text, ok := everyday().translate(english, maxNesting)
	if !ok {
		return english
	}
	return text
}

// Text is a message in a language. What has no translation stays in English, and known is false.
func Text(l Language, english string) (text string, known bool) {
	if l != Spanish || english == "" {
		return english, true
	}
	return spanish().translate(english, maxNesting)
}

// Texts are messages in a language.
func Texts(l Language, english []string) []string {
	if l == English || english == nil {
		return english
	}
	texts := make([]string, len(english))
	for i, e := range english {
		texts[i], _ = Text(l, e)
	}
	return texts
}

// hole stands for the joined problems while the words around them are translated.
const hole = "\uFFFC"

// Messages puts a message and the problems that it may quote into a language.
func Messages(l Language, message string, problems []string) (text string, texts []string, known bool) {
	if l == English {
		return message, problems, true
	}
	known = true
	for _, p := range problems {
		t, ok := Text(l, p)
		texts, known = append(texts, t), known && ok
	}
	for _, between := range []string{"; ", " "} {
		for _, n := range []int{len(problems), min(len(problems), 3)} {
			around, quotes := strings.CutSuffix(message, strings.Join(problems[:n], between))
			if n < 2 || !quotes {
				continue
			}
			text, ok := hole, true
			if around != "" {
				text, ok = Text(l, around+hole)
			}
			return strings.Replace(text, hole, strings.Join(texts[:n], between), 1), texts, known && ok
		}
	}
	text, ok := Text(l, message)
	return text, texts, known && ok
}

// maxNesting bounds how often a message stands within another.
const maxNesting = 4

// translate puts a message into the dictionary's language: as a whole, else behind the fields that it names.
func (d *dictionary) translate(english string, nesting int) (string, bool) {
	if text, ok := d.sentence(english, nesting); ok {
		return text, true
	}
	field := fieldName.FindString(english)
	if field == "" || nesting == 0 {
		return english, false
	}
	text, ok := d.translate(english[len(field):], nesting-1)
	return field + text, ok
}

func (d *dictionary) sentence(english string, nesting int) (string, bool) {
	if text, ok := d.fixed[english]; ok {
		return text, true
	}
	for i := range d.templates {
		t := &d.templates[i]
		if !strings.HasPrefix(english, t.prefix) || !strings.HasSuffix(english, t.suffix) {
			continue
		}
		if values := t.match.FindStringSubmatch(english); values != nil {
			if text, ok := d.fill(t, values, nesting); ok {
				return text, true
			}
		}
	}
	return "", false
}

func (d *dictionary) fill(t *template, values []string, nesting int) (string, bool) {
	var b strings.Builder
	known := true
	for _, p := range t.pieces {
		switch {
		case p.place == 0:
			b.WriteString(p.text)
		case p.kind == "values" && !areValues(values[p.place]):
			return "", false
		case p.kind == "omit":
		case p.kind == "list" || p.kind == "values":
			b.WriteString(list(values[p.place]))
		case p.kind == "sentence" && nesting > 0:
			text, ok := d.translate(values[p.place], nesting-1)
			known = known && ok
			b.WriteString(text)
		default:
			b.WriteString(values[p.place])
		}
	}
	return b.String(), known
}

var (
	conjunctions = strings.NewReplacer(" or ", " o ", " and ", " y ")
	valueList    = regexp.MustCompile(`^[\w/.+:*-]+(?:(?:,| or| and) [\w/.+:*-]+)*$`)
)

// list puts "a, b or c" into Spanish; its elements are values, which stay.
func list(english string) string { return conjunctions.Replace(english) }

// areValues tells a list of values such as "import or export" from a sentence.
func areValues(english string) bool { return valueList.MatchString(english) }

// read reads all files: flat objects of English sentences with their translations, each sentence once.
func read(files fs.FS) (*dictionary, error) {
	d := &dictionary{fixed: map[string]string{}}
	names, err := fs.Glob(files, "*/*.json")
	if err != nil {
		return nil, fmt.Errorf("find translations: %w", err)
	}
	seen := map[string]bool{}
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read translations: %w", err)
		}
		var entries map[string]string
		if err := json.Unmarshal(raw, &entries); err != nil {
			return nil, fmt.Errorf("read translations of %s: %w", name, err)
		}
		for english, text := range entries {
			if seen[english] {
				return nil, fmt.Errorf("%s: %q stands twice", name, english)
			}
			seen[english] = true
			if err := d.add(english, text); err != nil {
				return nil, fmt.Errorf("%s: %q: %w", name, english, err)
			}
		}
	}
	slices.SortFunc(d.templates, func(a, b template) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), -cmp.Compare(a.literals, b.literals), strings.Compare(a.english, b.english))
	})
	return d, nil
}

// rank puts sentences that begin with a place last: their values may hold a whole other sentence.
func rank(t template) int {
	if t.prefix == "" {
		return 1
	}
	return 0
}

func (d *dictionary) add(english, text string) error {
	at := verb.FindAllStringIndex(english, -1)
	if len(at) == 0 {
		if place.MatchString(text) {
			return errors.New("the translation has a place, the sentence none")
		}
		d.fixed[english] = text
		return nil
	}
	t := template{english: english}
	var pattern strings.Builder
	end, places := 0, 0
	literal := func(until int) {
		s := english[end:until]
		t.literals += len(s)
		pattern.WriteString(regexp.QuoteMeta(s))
	}
	for _, v := range at {
		literal(v[0])
		end = v[1]
		if english[v[0]:v[1]] == "%%" {
			pattern.WriteString("%")
			continue
		}
		places++
		pattern.WriteString(cmp.Or(verbs[english[v[1]-1]], `(.+?)`))
	}
	literal(len(english))
	t.prefix, t.suffix = english[:at[0][0]], english[at[len(at)-1][1]:]
	t.match = regexp.MustCompile(`^(?s:` + pattern.String() + `)$`)
	var err error
	t.pieces, err = piecesOf(text, places)
	d.templates = append(d.templates, t)
	return err
}

func piecesOf(text string, places int) ([]piece, error) {
	var pieces []piece
	end := 0
	used := map[int]bool{}
	for _, at := range place.FindAllStringSubmatchIndex(text, -1) {
		n, err := strconv.Atoi(text[at[2]:at[3]])
		if err != nil || n < 1 || n > places {
			return nil, fmt.Errorf("there is no place %s", text[at[0]:at[1]])
		}
		kind := ""
		if at[4] >= 0 {
			kind = text[at[4]:at[5]]
		}
		used[n] = true
		pieces = append(pieces, piece{text: text[end:at[0]]}, piece{place: n, kind: kind})
		end = at[1]
	}
	if len(used) != places {
		return nil, fmt.Errorf("the translation shows %d of %d places", len(used), places)
	}
	return append(pieces, piece{text: text[end:]}), nil
}
