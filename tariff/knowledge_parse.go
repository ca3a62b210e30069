package tariff

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Bounds of a chapter file: far above what an editor writes, low enough to refuse a wrong file at once.
const (
	maxChapterBytes = 4 << 20
	maxLineBytes    = 64 << 10
	maxTermsPerLine = 2000
)

// chapterReader reads one chapter file line by line.
type chapterReader struct {
	k       *Knowledge
	chapter string
	current *Entry
}

func (k *Knowledge) readChapter(data fs.FS, name string) error {
	content, err := fs.ReadFile(data, name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	if len(content) > maxChapterBytes {
		return fmt.Errorf("%s: %d bytes, the limit is %d", name, len(content), maxChapterBytes)
	}
	base := strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".txt")
	r := &chapterReader{k: k, chapter: base}
	n := 0
	for line := range strings.Lines(string(content)) {
		n++
		if len(line) > maxLineBytes {
			return fmt.Errorf("%s:%d: %d bytes, the limit is %d", name, n, len(line), maxLineBytes)
		}
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := r.line(line); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return nil
}

func (r *chapterReader) line(line string) error {
	if line[0] != ' ' && line[0] != '\t' {
		return r.entry(line)
	}
	key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
	if !ok {
		return errors.New("expected \"key: value\"")
	}
	if r.current == nil {
		return fmt.Errorf("%s before the first code", key)
	}
	return r.attribute(key, strings.TrimSpace(value))
}

// entry reads "610910 English title | Spanish title" and hangs it below its parent.
func (r *chapterReader) entry(line string) error {
	code, titles, _ := strings.Cut(line, " ")
	if clean, ok := CleanCode(code); !ok || clean != code || len(code) > SubheadingDigits || len(code)%2 != 0 {
		return fmt.Errorf("%q is not a code of 2, 4 or 6 digits", code)
	}
	if !strings.HasPrefix(code, r.chapter) {
		return fmt.Errorf("code %s does not belong to chapter %s", code, r.chapter)
	}
	if r.k.entries[code] != nil {
		return fmt.Errorf("code %s is given twice", code)
	}
	english, spanish, ok := strings.Cut(titles, "|")
	e := &Entry{Code: code, Title: Text{English: strings.TrimSpace(english), Spanish: strings.TrimSpace(spanish)}}
	if !ok || e.Title.English == "" || e.Title.Spanish == "" {
		return fmt.Errorf("code %s needs a title in English and in Spanish", code)
	}
	if len(code) == ChapterDigits {
		r.k.chapters = append(r.k.chapters, e)
	} else {
		e.Parent = r.k.entries[prefix(code, len(code)-2)]
		if e.Parent == nil {
			return fmt.Errorf("code %s stands before its parent", code)
		}
		e.Parent.Children = append(e.Parent.Children, e)
	}
	r.k.entries[code] = e
	r.current = e
	return nil
}

func (r *chapterReader) attribute(key, value string) (err error) {
	e := r.current
	switch key {
	case "en":
		e.English, err = e.English.with(value)
	case "es":
		e.Spanish, err = e.Spanish.with(value)
	case "not":
		return r.exclusion(value)
	case "facet":
		return r.facet(value)
	case "value":
		return r.recognition(value)
	case "is":
		return r.choices(value)
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return err
}

// exclusion reads "English; … | Spanish; … -> 6205 6206".
func (r *chapterReader) exclusion(value string) error {
	words, codes, ok := strings.Cut(value, "->")
	english, spanish, both := strings.Cut(words, "|")
	if !ok || !both {
		return errors.New("an exclusion reads \"english | spanish -> codes\"")
	}
	var x Exclusion
	var err error
	if x.English, err = appendTerms(nil, english); err != nil {
		return err
	}
	if x.Spanish, err = appendTerms(nil, spanish); err != nil {
		return err
	}
	for _, c := range strings.FieldsFunc(codes, func(r rune) bool { return r == ' ' || r == ',' || r == ';' }) {
		clean, ok := CleanCode(c)
		if !ok {
			return fmt.Errorf("exclusion points at %q, which is no code", c)
		}
		x.Codes = append(x.Codes, clean)
	}
	r.current.Exclusions = append(r.current.Exclusions, x)
	return nil
}

// facet reads "name | English question | Spanish question", and behind them the value that "yes" stands for, if any.
func (r *chapterReader) facet(value string) error {
	parts := splitTrim(value, "|")
	if len(parts) < 3 || len(parts) > 4 || slices.Contains(parts, "") {
		return errors.New("a facet reads \"name | question in English | question in Spanish | value that yes stands for\", the last where a question needs it")
	}
	f := Facet{Name: parts[0], Question: Text{English: parts[1], Spanish: parts[2]}}
	if len(parts) == 4 {
		f.Yes = parts[3]
	}
	r.current.Facets = append(r.current.Facets, f)
	return nil
}

// recognition reads "facet=value | English words | Spanish words".
func (r *chapterReader) recognition(value string) error {
	parts := splitTrim(value, "|")
	facet, id, ok := strings.Cut(parts[0], "=")
	if len(parts) != 3 || !ok {
		return errors.New("a value reads \"facet=value | english; … | spanish; …\"")
	}
	v := Recognition{Facet: strings.TrimSpace(facet), Value: strings.TrimSpace(id)}
	var err error
	if v.English, err = appendTerms(nil, parts[1]); err != nil {
		return err
	}
	if v.Spanish, err = appendTerms(nil, parts[2]); err != nil {
		return err
	}
	r.current.Values = append(r.current.Values, v)
	return nil
}

// choices reads "material=cotton,linen; wearer=men".
func (r *chapterReader) choices(value string) error {
	for _, part := range splitTrim(value, ";") {
		if part == "" {
			continue
		}
		facet, values, ok := strings.Cut(part, "=")
		if !ok {
			return fmt.Errorf("%q is not facet=value", part)
		}
		c := Choice{Facet: strings.TrimSpace(facet), Values: splitTrim(values, ",")}
		r.current.Is = append(r.current.Is, c)
	}
	return nil
}

func appendTerms(terms []string, value string) ([]string, error) {
	for _, t := range splitTrim(value, ";") {
		if t != "" {
			terms = append(terms, t)
		}
	}
	if len(terms) > maxTermsPerLine {
		return nil, fmt.Errorf("%d terms, the limit is %d", len(terms), maxTermsPerLine)
	}
	return terms, nil
}

func splitTrim(s, sep string) []string {
	parts := strings.Split(s, sep)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
