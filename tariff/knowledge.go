package tariff

import (
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"sort"
	"strings"
)

// Entry is one chapter, heading or subheading with everything written about it.
type Entry struct {
	Code       string
	Title      Text
	English    Names // names the goods go by; on a heading they do not decide between subheadings
	Spanish    Names
	Exclusions []Exclusion
	Facets     []Facet       // headings only: what splits it
	Values     []Recognition // headings only: words that signal a value within this heading
	Is         []Choice      // subheadings only: the value it stands for, facet by facet
	Parent     *Entry
	Children   []*Entry
}

// Names are names of goods as they are written, with semicolons between them: apart they would take twice the room, and
// all that reads them does so once.
type Names string

// All yields the names in order.
func (n Names) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range strings.SplitSeq(string(n), nameSeparator) {
			if name = strings.TrimSpace(name); name != "" && !yield(name) {
				return
			}
		}
	}
}

// List returns the names in order.
func (n Names) List() []string { return slices.Collect(n.All()) }

// Len is how many there are.
func (n Names) Len() (count int) {
	for range n.All() {
		count++
	}
	return count
}

const nameSeparator = ";"

// with adds the names of a line.
func (n Names) with(line string) (Names, error) {
	if n != "" {
		line = string(n) + nameSeparator + line
	}
	if all := Names(line); all.Len() <= maxTermsPerLine {
		return all, nil
	}
	return n, fmt.Errorf("%d terms, the limit is %d", Names(line).Len(), maxTermsPerLine)
}

// Exclusion names goods looked for here by mistake and the codes they belong to.
type Exclusion struct {
	English, Spanish []string
	Codes            []string
}

// Facet is a property whose value decides between the subheadings of a heading.
type Facet struct {
	Name     string
	Question Text
	Yes      string // the value that "yes" answers the question with; empty where the question names it, or neither answers it
}

// Recognition lists the words that signal a value of a facet.
type Recognition struct {
	Facet, Value     string
	English, Spanish []string
}

// Choice is the value, or the alternatives, a subheading stands for.
type Choice struct {
	Facet  string
	Values []string
}

// ValueOther marks the residual choice: any value no sibling names.
const ValueOther = "other"

// Knowledge is the searchable tariff: immutable after loading and safe for concurrent use.
type Knowledge struct {
	entries    map[string]*Entry
	chapters   []*Entry
	vocabulary *Vocabulary
	lexicon    []Equivalent
	law        *Law
}

// LoadKnowledge reads the embedded chapters, facet vocabulary and lexicon. Chapters that do not exist yet are
// no error: see Missing.
func LoadKnowledge() (*Knowledge, error) {
	data, err := fs.Sub(embedded, "data")
	if err != nil {
		return nil, fmt.Errorf("open embedded tariff data: %w", err)
	}
	return ReadKnowledge(data)
}

// ReadKnowledge reads hs/NN.txt, facets.txt and, where they are present, lexicon.txt and law.txt from data. The first problem
// ends it, with file and line.
func ReadKnowledge(data fs.FS) (*Knowledge, error) {
	vocabulary, err := readVocabulary(data, "facets.txt")
	if err != nil {
		return nil, err
	}
	lexicon, err := readLexicon(data)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(data, "hs/*.txt")
	if err != nil {
		return nil, fmt.Errorf("list chapters: %w", err)
	}
	sort.Strings(names)
	k := &Knowledge{entries: make(map[string]*Entry, 8192), vocabulary: vocabulary, lexicon: lexicon}
	for _, name := range names {
		if err := k.readChapter(data, name); err != nil {
			return nil, err
		}
	}
	if k.law, err = readLaw(data, vocabulary, func(code string) bool { return k.entries[code] != nil }); err != nil {
		return nil, err
	}
	return k, nil
}

// Law returns the notes, none where they are not held.
func (k *Knowledge) Law() *Law { return k.law }

// Entry returns the chapter, heading or subheading of this code, or nil.
func (k *Knowledge) Entry(code string) *Entry { return k.entries[code] }

// HasSubheading reports whether HS 2022 has a subheading of this code.
func (k *Knowledge) HasSubheading(code string) bool {
	return len(code) == SubheadingDigits && k.entries[code] != nil
}

// Chapters returns the chapters in order of code; headings and subheadings hang below them in order.
func (k *Knowledge) Chapters() []*Entry { return k.chapters }

// Vocabulary returns the central facet vocabulary.
func (k *Knowledge) Vocabulary() *Vocabulary { return k.vocabulary }

// Counts returns how many chapters, headings and subheadings are known.
func (k *Knowledge) Counts() (chapters, headings, subheadings int) {
	for _, c := range k.chapters {
		headings += len(c.Children)
		for _, h := range c.Children {
			subheadings += len(h.Children)
		}
	}
	return len(k.chapters), headings, subheadings
}

// Missing names the chapters of HS 2022 that have no file: empty when the knowledge is complete.
func (k *Knowledge) Missing() []string {
	var missing []string
	for n := 1; n <= 97; n++ {
		code := fmt.Sprintf("%02d", n)
		if n != 77 && k.entries[code] == nil {
			missing = append(missing, code)
		}
	}
	return missing
}

// Level returns the number of digits of the entry's code: 2, 4 or 6.
func (e *Entry) Level() int { return len(e.Code) }

// Choice returns the values the subheading stands for in a facet; nil where the facet does not apply to it.
func (e *Entry) Choice(facet string) []string {
	for _, c := range e.Is {
		if c.Facet == facet {
			return c.Values
		}
	}
	return nil
}

// Residual reports whether the subheading takes what no sibling names in some facet.
func (e *Entry) Residual() bool {
	for _, c := range e.Is {
		for _, v := range c.Values {
			if v == ValueOther {
				return true
			}
		}
	}
	return false
}

// Facet returns the heading's facet of this name.
func (e *Entry) Facet(name string) (Facet, bool) {
	for _, f := range e.Facets {
		if f.Name == name {
			return f, true
		}
	}
	return Facet{}, false
}

// Path returns chapter, heading and subheading titles down to e, joined by " > ".
func (e *Entry) Path(language Language) string {
	var parts []string
	for at := e; at != nil; at = at.Parent {
		parts = append([]string{at.Title.In(language)}, parts...)
	}
	return strings.Join(parts, " > ")
}
