package tariff

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Edition is an edition of the Harmonized System.
type Edition string

// The editions codes come from. EditionUnknown lets the code itself decide: one that HS 2022 has is
// taken for today's.
const (
	EditionUnknown Edition = ""
	Edition2012    Edition = "2012"
	Edition2017    Edition = "2017"
	Edition2022    Edition = "2022"
)

// Carry tells what became of a code in the new edition.
type Carry struct {
	Code       string   // as asked for, digits only
	From       Edition  // the newest edition that knows it
	Successor  string   // the code of today, "" where the relation does not decide
	Successors []string // every code of today that took over goods of it
	Kept       bool     // the code is today's, whatever part of it moved
}

// Editions maps codes of older editions to those of today.
type Editions struct {
	hs    map[Edition]map[string][]string // only codes that changed
	lines map[string][]string             // Mexican lines of 2012
	back  origins
	known func(code string) bool // whether HS 2022 has a subheading
}

// LoadEditions reads the embedded relations; known tells the subheadings of HS 2022.
func LoadEditions(known func(code string) bool) (*Editions, error) {
	tables, err := editionTables()
	if err != nil {
		return nil, err
	}
	return &Editions{hs: tables.hs, lines: tables.lines, back: tables.back, known: known}, nil
}

// editionTables are read once a process: they do not change.
var editionTables = sync.OnceValues(readEditions)

func readEditions() (Editions, error) {
	e := Editions{hs: map[Edition]map[string][]string{Edition2012: {}, Edition2017: {}}, lines: map[string][]string{}}
	err := eachRow("data/editions/hs.tsv", 3, func(f []string) error {
		of := e.hs[Edition(f[0])]
		if of == nil || !isDigits(f[1], SubheadingDigits) {
			return errEditionRow(f)
		}
		of[f[1]] = strings.Fields(f[2])
		return nil
	})
	if err != nil {
		return e, err
	}
	err = eachRow("data/editions/mex.tsv", 2, func(f []string) error {
		if !isDigits(f[0], 8) {
			return fmt.Errorf("line %q has not eight digits", f[0])
		}
		e.lines[f[0]] = strings.Fields(f[1])
		return nil
	})
	if err != nil {
		return e, err
	}
	e.turn()
	return e, e.readFresh()
}

func errEditionRow(f []string) error { return fmt.Errorf("edition %q, code %q", f[0], f[1]) }

// eachRow calls f with the columns of every row of a tab-separated file.
func eachRow(name string, columns int, f func([]string) error) error {
	content, err := embedded.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	number := 0
	for row := range strings.Lines(string(content)) {
		number++
		if row = strings.TrimRight(row, "\r\n"); row == "" || row[0] == '#' {
			continue
		}
		fields := strings.Split(row, "\t")
		if len(fields) != columns {
			return fmt.Errorf("%s:%d: %d columns, want %d", name, number, len(fields), columns)
		}
		if err := f(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	return nil
}

// Subheading tells what became of the first six digits of code. An edition given is believed;
// without one a code of HS 2022 is today's, and any other is looked for in HS 2017, then 2012. ok is
// false for a code no edition knows.
func (e *Editions) Subheading(code string, from Edition) (c Carry, ok bool) {
	code = code[:min(len(code), SubheadingDigits)]
	c.Code = code
	switch {
	case from == EditionUnknown && e.known(code), from == Edition2022:
		c.From, c.Successors = Edition2022, []string{code}
	case from != EditionUnknown:
		c.From, c.Successors = from, e.hs[from][code]
	default:
		for _, edition := range []Edition{Edition2017, Edition2012} {
			if c.Successors = e.hs[edition][code]; len(c.Successors) > 0 {
				c.From = edition
				break
			}
		}
	}
	if len(c.Successors) == 0 && e.known(code) {
		c.Successors = []string{code}
	}
	c.Kept = slices.Contains(c.Successors, code)
	switch {
	case c.Kept:
		c.Successor = code
	case len(c.Successors) == 1:
		c.Successor = c.Successors[0]
	}
	return c, len(c.Successors) > 0 && (c.From != Edition2022 || e.known(code))
}

// MexicanLine tells what became of a line of the Mexican tariff of 2012: its successors of 2020,
// line and NICO; ok is false where the line kept its number or was none of 2012.
func (e *Editions) MexicanLine(code string) (c Carry, ok bool) {
	if len(code) < 8 {
		return Carry{}, false
	}
	c = Carry{Code: code[:8], From: Edition2012, Successors: e.lines[code[:8]]}
	lines := map[string]bool{}
	for _, s := range c.Successors {
		lines[s[:8]] = true
	}
	switch {
	case len(c.Successors) == 1:
		c.Successor = c.Successors[0]
	case len(lines) == 1:
		c.Successor = c.Successors[0][:8]
	}
	return c, len(c.Successors) > 0
}
