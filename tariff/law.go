package tariff

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// lawFile holds the notes.
const lawFile = "law.txt"

// Note is a note of the Harmonized System in our own words: what it governs, where it sends goods, and what has to be
// said of goods for it to decide.
type Note struct {
	ID     string   // "ch61-n6", "s16-n1", "h4202": section, chapter or heading with the number of its note
	Text   Text     // our wording
	Within []string // the chapters and headings it governs
	Goes   []string // the chapters and headings it sends the goods to
	When   []Condition
}

// Governs reports whether a code is among those the note decides about.
func (n *Note) Governs(code string) bool { return startsWith(code, n.Within) }

// Sends reports whether the note sends its goods to a code.
func (n *Note) Sends(code string) bool { return startsWith(code, n.Goes) }

// Concerning are the notes that matter to goods near a code: those that govern it, and those that send goods to it.
func (l *Law) Concerning(code string) (found []Note) {
	heading := code[:min(len(code), HeadingDigits)]
	for _, n := range l.Notes {
		if n.Governs(heading) || n.Sends(heading) {
			found = append(found, n)
		}
	}
	return found
}

func startsWith(code string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(code, p) })
}

// Law are the notes with the measures that their conditions speak of. It does not change.
type Law struct {
	Notes    []Note
	Measures *Measures
}

// noteID is section, chapter, subheading notes of a chapter, or heading, with the number of the note.
var noteID = regexp.MustCompile(`^(?:s\d{2}|ch\d{2}|h\d{4})(?:-[ns]\d{1,2}[a-z]{0,2})?$`)

// readLaw reads the notes, none where data holds no file of them:
//
//	ch61-n6 | 61 | 6111 | said: baby, bebé OR height<=86cm
//	  our words in English
//	  our words in Spanish
//
// Id, codes governed, codes led to, and conditions as of the trees of national lines, all of which have to be met.
func readLaw(data fs.FS, vocabulary *Vocabulary, known func(code string) bool) (*Law, error) {
	raw, err := fs.ReadFile(data, lawFile)
	if err != nil {
		return &Law{}, nil
	}
	measures, err := readMeasures(data)
	if err != nil {
		return nil, err
	}
	r := lawReader{law: &Law{Measures: measures}, conditions: conditionReader{vocabulary: vocabulary, measures: measures}, known: known}
	n := 0
	for line := range strings.Lines(string(raw)) {
		n++
		if line = strings.TrimRight(line, " \t\r\n"); line == "" || line[0] == '#' {
			continue
		}
		if err := r.line(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", lawFile, n, err)
		}
	}
	if r.texts != 0 {
		return nil, fmt.Errorf("%s: the last note lacks its words in both languages", lawFile)
	}
	return r.law, nil
}

type lawReader struct {
	law        *Law
	conditions conditionReader
	known      func(code string) bool
	texts      int // that the note read last still lacks
}

func (r *lawReader) line(line string) error {
	if line[0] == ' ' {
		return r.text(strings.TrimSpace(line))
	}
	if r.texts != 0 {
		return fmt.Errorf("the note before lacks its words in both languages")
	}
	parts := strings.Split(line, "|")
	if len(parts) != 4 {
		return fmt.Errorf("a note is written id | codes governed | codes led to | conditions")
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	note := Note{ID: parts[0], Within: strings.Fields(parts[1]), Goes: strings.Fields(parts[2])}
	if !noteID.MatchString(note.ID) {
		return fmt.Errorf("%q is no id of a note, such as ch61-n6", note.ID)
	}
	for _, code := range slices.Concat(note.Within, note.Goes) {
		if len(code) > HeadingDigits || !r.known(code) {
			return fmt.Errorf("%s: %q is no chapter or heading", note.ID, code)
		}
	}
	if len(note.Within) == 0 || len(note.Goes) == 0 {
		return fmt.Errorf("%s names no codes", note.ID)
	}
	var node Node
	if err := r.conditions.read(&node, parts[3]); err != nil {
		return fmt.Errorf("%s: %w", note.ID, err)
	}
	if note.When = node.Conditions; len(note.When) == 0 || node.Other || node.Complete {
		return fmt.Errorf("%s has no condition that goods can meet", note.ID)
	}
	r.law.Notes, r.texts = append(r.law.Notes, note), 2
	return nil
}

func (r *lawReader) text(words string) error {
	if r.texts == 0 {
		return fmt.Errorf("words without a note")
	}
	note := &r.law.Notes[len(r.law.Notes)-1]
	if r.texts == 2 {
		note.Text.English = words
	} else {
		note.Text.Spanish = words
	}
	r.texts--
	return nil
}
