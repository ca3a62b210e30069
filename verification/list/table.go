package list

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"tariffdesk/fail"
	"tariffdesk/verification/name"
)

// The bounds of a file.
const (
	MaxBytes     = 128 << 20
	MaxRows      = 2_000_000
	headerWithin = 40       // records before the header
	maxColumns   = 256      // of a record
	maxField     = 64 << 10 // bytes of a field: beyond it a quote was never closed
	shortShare   = 100      // one in so many records may be short
)

func broken(format string, args ...any) error { return fail.Newf(fail.CodeBadRequest, format, args...) }

// decode turns the bytes of a file into UTF-8: by its byte order mark, else as UTF-8 where it is that,
// else as Windows-1252, which covers Latin-1.
func decode(content []byte) (string, error) {
	if len(content) > MaxBytes {
		return "", broken("the file has %d bytes, more than the limit of %d", len(content), MaxBytes)
	}
	var err error
	switch {
	case bytes.HasPrefix(content, []byte{0xEF, 0xBB, 0xBF}):
		content = content[3:]
	case bytes.HasPrefix(content, []byte{0xFF, 0xFE}), bytes.HasPrefix(content, []byte{0xFE, 0xFF}):
		content, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(content)
	case !utf8.Valid(content):
		content, err = charmap.Windows1252.NewDecoder().Bytes(content)
	}
	if err != nil {
		return "", broken("the file's encoding is not UTF-8, UTF-16 or Windows-1252")
	}
	if bytes.IndexByte(content, 0) >= 0 {
		return "", broken("the file is not text")
	}
	return string(content), nil
}

// table is a file of records below a header.
type table struct {
	source  Source
	before  []string // the lines above the header, and comments
	columns map[string]int
	width   int
	rows    [][]string
	lines   []int // of rows
	notes   []string
}

// column names what a source calls a column, folded; want lists those that a file must have.
type column struct {
	name  string
	names []string // folded beginnings of headers
	must  bool
}

// readTable reads the records below the first one that has all columns that must be there.
func readTable(source Source, text string, columns []column) (*table, error) {
	t := &table{source: source}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = delimiter(text, columns), -1, true, false
	short, full, last := 0, 0, 0
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, broken("%s", csvProblem(err))
		}
		line, _ := r.FieldPos(0)
		if len(record) > maxColumns || slices.ContainsFunc(record, func(f string) bool { return len(f) > maxField }) {
			return nil, broken("line %d: a record of more than %d columns or a field of more than %d bytes: is a quote not closed?", line, maxColumns, maxField)
		}
		if strings.HasPrefix(record[0], "#") || t.columns == nil {
			if err := t.head(record, columns); err != nil {
				return nil, err
			}
			continue
		}
		if blank(record) {
			continue
		}
		if last = len(record); last >= t.width {
			full++
		}
		if last < t.needed(columns) {
			short++
			t.note("line %d: a record of %d columns was left out", line, last)
			continue
		}
		if len(t.rows) >= MaxRows {
			return nil, broken("line %d: more than %d records", line, MaxRows)
		}
		t.rows, t.lines = append(t.rows, record), append(t.lines, line)
	}
	if full > 0 && full == len(t.rows)+short-1 && last < t.width { // all are as wide as the header but the last
		last = 0
	}
	return t, t.whole(short, last, columns)
}

// whole refuses a file without header or records, and one that breaks off.
func (t *table) whole(short, last int, columns []column) error {
	switch {
	case t.columns == nil:
		return broken("no header: none of the first %d records names %s", headerWithin, wanted(columns))
	case len(t.rows) == 0:
		return broken("no record below the header")
	case last < t.needed(columns):
		return broken("the last record is cut: the file is not whole")
	case short*shortShare > len(t.rows)+short:
		return broken("%d of %d records lack columns: %s", short, len(t.rows)+short, t.notes[0])
	}
	return nil
}

// needed is how many columns a record must have: up to the last that must be there.
func (t *table) needed(columns []column) (n int) {
	for _, c := range columns {
		if at, ok := t.columns[c.name]; ok && c.must {
			n = max(n, at+1)
		}
	}
	return n
}

const maxNotes = 20

func (t *table) note(format string, args ...any) {
	if len(t.notes) < maxNotes {
		t.notes = append(t.notes, fmt.Sprintf(format, args...))
	}
}

// head reads a record above the rows: a comment, a title, or the header.
func (t *table) head(record []string, columns []column) error {
	if len(t.before) < 10*headerWithin {
		t.before = append(t.before, strings.Join(record, " "))
	}
	if t.columns == nil && len(t.before) > headerWithin {
		return broken("no header: none of the first %d records names %s", headerWithin, wanted(columns))
	}
	found := map[string]int{}
	for at, cell := range record {
		cell = folded(strings.TrimPrefix(strings.TrimSpace(cell), "#"))
		for _, c := range columns {
			if _, taken := found[c.name]; !taken && slices.ContainsFunc(c.names, func(n string) bool { return matches(cell, n) }) {
				found[c.name] = at
				break
			}
		}
	}
	for _, c := range columns {
		if _, ok := found[c.name]; !ok && c.must {
			return nil
		}
	}
	t.columns, t.width = found, len(record)
	return nil
}

// matches compares a header with a column's name; a name that ends in … is the beginning of one.
func matches(cell, name string) bool {
	if begin, ok := strings.CutSuffix(name, "…"); ok {
		return strings.HasPrefix(cell, begin)
	}
	return cell == name
}

func folded(text string) string { return strings.Join(name.Fold(text), " ") }

func wanted(columns []column) string {
	var names []string
	for _, c := range columns {
		if c.must {
			names = append(names, c.name)
		}
	}
	return strings.Join(names, ", ")
}

// get is a record's value of a column, on one line; "" where it has none.
func (t *table) get(row []string, name string) string {
	at, ok := t.columns[name]
	if !ok || at >= len(row) {
		return ""
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(row[at], "")), " ")
}

func blank(record []string) bool {
	return !slices.ContainsFunc(record, func(f string) bool { return strings.TrimSpace(f) != "" })
}

// delimiter is the one that parts the first line with a required column into the most fields.
func delimiter(text string, columns []column) rune {
	seen := 0
	for line := range strings.Lines(text) {
		if seen++; seen > 4*headerWithin {
			break
		}
		for _, d := range []rune{';', '\t', '|', ','} {
			for _, cell := range strings.Split(line[:min(len(line), maxField)], string(d)) {
				cell = folded(strings.Trim(strings.TrimSpace(cell), `"# `))
				for _, c := range columns {
					if c.must && strings.ContainsRune(line, d) && slices.ContainsFunc(c.names, func(n string) bool { return matches(cell, n) }) {
						return d
					}
				}
			}
		}
	}
	return ','
}

func csvProblem(err error) string {
	if p, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Sprintf("line %d: %v", p.Line, p.Err)
	}
	return "the file cannot be read as CSV"
}
