// Package vocabulary owns the form of the word lists: files of sections, each a list of words, of phrases, or of words
// with what they stand for, and files of tab-separated columns. It is the one loader of them all.
//
// It refuses meaning: what a section is for is known to the room that asks for it. A section nobody asks for, or one
// that is missing, is an error, and so is a word given twice.
package vocabulary

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Folder is where the files are, below the data of the classification.
const Folder = "vocabulary"

// Book holds the sections of all files. What goes wrong is kept until Err asks for it.
type Book struct {
	sections map[string]*section
	problems []error
}

// section is one list.
type section struct {
	at    string // file and line
	lines []line
	asked bool
}

// line is one line of a section.
type line struct{ at, text string }

// Read reads the files of a data folder.
func Read(files fs.FS) (*Book, error) {
	names, err := fs.Glob(files, path.Join(Folder, "*.txt"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s holds no files", Folder)
	}
	b := &Book{sections: map[string]*section{}}
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		b.take(name, string(raw))
	}
	tables, err := fs.Glob(files, path.Join(Folder, "*.tsv"))
	if err != nil {
		return nil, err
	}
	for _, name := range tables {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		b.takeTable(name, string(raw))
	}
	return b, nil
}

// takeTable reads a file of columns as one section, named as the file is.
func (b *Book) takeTable(file, content string) {
	s := b.open(file, strings.TrimSuffix(path.Base(file), ".tsv")+"]")
	n := 0
	for text := range strings.Lines(content) {
		n++
		if text = strings.TrimRight(text, "\r\n"); text != "" && text[0] != '#' {
			s.lines = append(s.lines, line{fmt.Sprintf("%s:%d", file, n), text})
		}
	}
}

// Table hands the rows of a table with so many columns to a function. What is wrong with a row, the function returns.
func (b *Book) Table(name string, columns int, read func(row []string) error) {
	for _, l := range b.lines(name) {
		row := strings.Split(l.text, "\t")
		if len(row) != columns {
			b.fault(l.at, "%d columns, not %d", len(row), columns)
			continue
		}
		if err := read(row); err != nil {
			b.fault(l.at, "%w", err)
		}
	}
}

// take reads one file.
func (b *Book) take(file, content string) {
	var open *section
	n := 0
	for text := range strings.Lines(content) {
		n++
		at := fmt.Sprintf("%s:%d", file, n)
		text = strings.TrimSpace(text)
		title, bracket := strings.CutPrefix(text, "[")
		switch {
		case text == "" || text[0] == '#':
		case bracket:
			open = b.open(at, title)
		case open == nil:
			b.fault(at, "%q stands before any section", text)
		default:
			open.lines = append(open.lines, line{at, text})
		}
	}
}

func (b *Book) open(at, title string) *section {
	name, closed := strings.CutSuffix(title, "]")
	known := b.sections[name]
	switch {
	case !closed || name == "":
		b.fault(at, "the title of a section is written [title]")
	case known != nil:
		b.fault(at, "the section [%s] stands at %s already", name, known.at)
	}
	s := &section{at: at}
	b.sections[name] = s
	return s
}

// Set returns the words of a section.
func (b *Book) Set(name string) map[string]bool {
	out := map[string]bool{}
	for _, l := range b.lines(name) {
		if strings.Contains(l.text, "=") {
			b.fault(l.at, "[%s] is a list of words, none of which stands for another", name)
		}
		for word := range strings.FieldsSeq(l.text) {
			if out[word] {
				b.fault(l.at, "%q stands in [%s] twice", word, name)
			}
			out[word] = true
		}
	}
	return out
}

// Phrases returns the phrases of a section in their order.
func (b *Book) Phrases(name string) (out []string) {
	for _, l := range b.lines(name) {
		for _, phrase := range strings.Split(l.text, ";") {
			switch phrase = strings.TrimSpace(phrase); {
			case phrase == "":
				b.fault(l.at, "a phrase of [%s] is empty", name)
			case slices.Contains(out, phrase):
				b.fault(l.at, "%q stands in [%s] twice", phrase, name)
			}
			out = append(out, phrase)
		}
	}
	return out
}

// Names returns the words of a section with what they stand for.
func (b *Book) Names(name string) map[string]string {
	return Values(b, name, func(meaning string) (string, error) { return meaning, nil })
}

// Values is Names with what the words stand for read by a function.
func Values[T any](b *Book, name string, read func(meaning string) (T, error)) map[string]T {
	out := map[string]T{}
	for _, l := range b.lines(name) {
		words, meaning, ok := strings.Cut(l.text, "=")
		if meaning = strings.TrimSpace(meaning); !ok || meaning == "" || strings.TrimSpace(words) == "" {
			b.fault(l.at, "in [%s] words stand before and their meaning behind =", name)
			continue
		}
		value, err := read(meaning)
		if err != nil {
			b.fault(l.at, "%w", err)
		}
		for word := range strings.FieldsSeq(words) {
			if _, known := out[word]; known {
				b.fault(l.at, "%q stands in [%s] twice", word, name)
			}
			out[word] = value
		}
	}
	return out
}

func (b *Book) lines(name string) []line {
	s := b.sections[name]
	switch {
	case s == nil:
		b.problems = append(b.problems, fmt.Errorf("%s: the section [%s] is missing", Folder, name))
		return nil
	case len(s.lines) == 0:
		b.fault(s.at, "the section [%s] is empty", name)
	}
	s.asked = true
	return s.lines
}

// Err returns all that was wrong, by file and line, once every section has been asked for.
func (b *Book) Err() error {
	var unasked []error
	for name, s := range b.sections {
		if !s.asked {
			unasked = append(unasked, fmt.Errorf("%s: nothing reads the section [%s]", s.at, name))
		}
	}
	slices.SortFunc(unasked, func(x, y error) int { return strings.Compare(x.Error(), y.Error()) })
	return errors.Join(append(b.problems, unasked...)...)
}

func (b *Book) fault(at, format string, values ...any) {
	b.problems = append(b.problems, fmt.Errorf(at+": "+format, values...))
}
