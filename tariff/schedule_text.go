package tariff

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// The columns of a schedule file; trailing empty ones may be left out.
const (
	columnCode = iota
	columnUnit
	columnImport
	columnExport
	columnSuffixes
	columnFrom
	columnCertainty
	columnSource
	columnConditions
	columnCount
)

const (
	columnHeader = "code\tunit\timport\texport\tsuffixes\tfrom\tcertainty\tsource"
	wideHeader   = columnHeader + "\tconditions" // where a line has conditions
)

// maxScheduleBytes bounds what is parsed; the largest tariff known is a twentieth of it.
const maxScheduleBytes = 32 << 20

// ParseSchedule reads the format of tariff/data/schedules: comment lines "# key: value", the line
// of column names, then one tab-separated line a code, in order.
func ParseSchedule(text []byte) (*Schedule, error) {
	if len(text) > maxScheduleBytes {
		return nil, fmt.Errorf("parse schedule: %d bytes exceed the limit of %d", len(text), maxScheduleBytes)
	}
	reader := scheduleReader{rates: make(map[string]Rate, 1024)}
	number := 0
	reader.lines.rows = make([]lineRow, 0, bytes.Count(text, []byte{'\n'}))
	for row := range strings.Lines(string(text)) {
		number++
		if err := reader.read(strings.TrimRight(row, "\r\n")); err != nil {
			return nil, fmt.Errorf("parse schedule line %d: %w", number, err)
		}
	}
	return reader.finish()
}

type scheduleReader struct {
	schedule  Schedule
	lines     packer
	certainty Certainty
	rates     map[string]Rate // a tariff repeats a few hundred rates over thousands of lines
}

func (r *scheduleReader) read(row string) error {
	switch {
	case row == "" || row == columnHeader || row == wideHeader:
		return nil
	case strings.HasPrefix(row, "#"):
		return r.header(strings.TrimSpace(row[1:]))
	}
	return r.line(row)
}

func (r *scheduleReader) header(comment string) (err error) {
	key, value, _ := strings.Cut(comment, ":")
	value = strings.TrimSpace(value)
	switch key {
	case "country":
		r.schedule.Country = value
	case "vintage":
		r.schedule.Vintage, err = ParseDate(value)
	case "covered_from":
		r.schedule.CoveredFrom, err = ParseDate(value)
	case "certainty":
		r.certainty = Certainty(value)
	case "source":
		r.schedule.Source = value
	case "earlier":
		err = r.earlier(value)
	case "note":
		r.schedule.Notes = append(r.schedule.Notes, value)
	default:
		err = fmt.Errorf("unknown header %q", key)
	}
	return err
}

// earlier reads a line of a period that has ended: code, unit, import, export, first day, last day,
// vintage, source, certainty, separated by bars.
func (r *scheduleReader) earlier(value string) (err error) {
	cells := strings.SplitN(value, " | ", 9)
	if len(cells) != 9 || !isDigits(cells[0], 8) || !Certainty(cells[8]).Known() {
		return fmt.Errorf("earlier line %q has not nine cells", value)
	}
	e := Earlier{Line: Line{Code: cells[0], Unit: cells[1], Certainty: Certainty(cells[8]), Source: cells[7]}}
	for i, day := range []*Date{&e.From, &e.To, &e.Vintage} {
		if *day, err = ParseDate(cells[4+i]); err != nil {
			return err
		}
	}
	if e.Import, err = r.rate(cells[2]); err != nil {
		return err
	}
	if e.Export, err = r.rate(cells[3]); err != nil {
		return err
	}
	list := r.schedule.earlier
	if n := len(list); n > 0 && (list[n-1].Code > e.Code || list[n-1].Code == e.Code && list[n-1].To >= e.From) {
		return fmt.Errorf("earlier line %s is out of order", e.Code)
	}
	r.schedule.earlier = append(list, e)
	return nil
}

func (r *scheduleReader) line(row string) error {
	var field [columnCount]string
	for i := range field {
		field[i], row, _ = strings.Cut(row, "\t")
	}
	if row != "" {
		return fmt.Errorf("more than %d columns", columnCount)
	}
	line := Line{
		Code: field[columnCode], Unit: field[columnUnit], suffixes: field[columnSuffixes], conditions: field[columnConditions],
		From: r.schedule.CoveredFrom, Certainty: r.certainty, Source: field[columnSource],
	}
	if field[columnFrom] != "" {
		from, err := ParseDate(field[columnFrom])
		if err != nil {
			return err
		}
		line.From = from
	}
	if field[columnCertainty] != "" {
		line.Certainty = Certainty(field[columnCertainty])
	}
	var err error
	if line.Import, err = r.rate(field[columnImport]); err != nil {
		return err
	}
	if line.Export, err = r.rate(field[columnExport]); err != nil {
		return err
	}
	return r.add(line)
}

func (r *scheduleReader) add(line Line) error {
	before := r.lines.len() - 1
	switch {
	case !isDigits(line.Code, 8):
		return fmt.Errorf("code %q has not eight digits", line.Code)
	case before >= 0 && r.lines.rows[before].code >= line.Code:
		return fmt.Errorf("code %s is repeated or out of order", line.Code)
	case !line.Certainty.Known():
		return fmt.Errorf("certainty %q of %s is unknown", line.Certainty, line.Code)
	}
	for _, suffix := range line.Suffixes() {
		if !isDigits(suffix.Code, 10) {
			return fmt.Errorf("suffix %q of %s has not two digits", suffix.Code[8:], line.Code)
		}
	}
	if len(line.conditions) > maxConditionBytes {
		return fmt.Errorf("the conditions of %s have more than %d bytes", line.Code, maxConditionBytes)
	}
	r.lines.add(line)
	return nil
}

func (r *scheduleReader) rate(text string) (Rate, error) {
	if rate, ok := r.rates[text]; ok {
		return rate, nil
	}
	rate, err := ParseRate(text)
	if err != nil {
		return Rate{}, err
	}
	r.rates[text] = rate
	return rate, nil
}

func (r *scheduleReader) finish() (*Schedule, error) {
	s := &r.schedule
	s.lines = r.lines.lineTable
	switch {
	case !isUpper(s.Country, 3):
		return nil, fmt.Errorf("parse schedule: country %q is no three-letter code", s.Country)
	case s.Vintage == "" || s.Source == "" || s.CoveredFrom == "":
		return nil, fmt.Errorf("parse schedule %s: vintage, source and covered_from must be stated", s.Country)
	case s.Len() == 0:
		return nil, fmt.Errorf("parse schedule %s: no lines", s.Country)
	}
	return s, nil
}

// Encode writes s in the format ParseSchedule reads; it is what a store keeps of a version.
func (s *Schedule) Encode() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# country: %s\n# vintage: %s\n# covered_from: %s\n# certainty: %s\n# source: %s\n",
		s.Country, s.Vintage, s.CoveredFrom, s.commonCertainty(), s.Source)
	for _, note := range s.Notes {
		fmt.Fprintf(&b, "# note: %s\n", note)
	}
	for _, e := range s.earlier {
		cells := []string{e.Code, e.Unit, e.Import.column(), e.Export.column(), string(e.From), string(e.To), string(e.Vintage), e.Source, string(e.Certainty)}
		fmt.Fprintf(&b, "# earlier: %s\n", strings.Join(cells, " | "))
	}
	header := columnHeader
	if slices.ContainsFunc(s.lines.shared, func(l Line) bool { return l.conditions != "" }) {
		header = wideHeader
	}
	b.WriteString(header + "\n")
	common := s.commonCertainty()
	for line := range s.Lines() {
		b.WriteString(line.row(s.CoveredFrom, common))
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func (l Line) row(from Date, certainty Certainty) string {
	field := [columnCount]string{
		columnCode: l.Code, columnUnit: l.Unit, columnSuffixes: l.suffixes, columnSource: l.Source, columnConditions: l.conditions,
		columnImport: l.Import.column(), columnExport: l.Export.column(),
	}
	if l.From != from {
		field[columnFrom] = string(l.From)
	}
	if l.Certainty != certainty {
		field[columnCertainty] = string(l.Certainty)
	}
	return strings.TrimRight(strings.Join(field[:], "\t"), "\t")
}

func (r Rate) column() string {
	if r.Kind == RateUnknown || r.Kind == "" {
		return ""
	}
	return r.String()
}

// commonCertainty is the degree most lines have; the others name their own.
func (s *Schedule) commonCertainty() Certainty {
	count := map[Certainty]int{}
	for line := range s.Lines() {
		count[line.Certainty]++
	}
	best := CertaintyVerified
	for _, c := range []Certainty{CertaintySecondary, CertaintyUnconfirmed} {
		if count[c] > count[best] {
			best = c
		}
	}
	return best
}

// isControl reports what would break a line or a column of a schedule file.
func isControl(r rune) bool { return r < 0x20 || r == 0x7f }

func isDigits(s string, length int) bool {
	return len(s) == length && strings.Trim(s, "0123456789") == ""
}

func isUpper(s string, length int) bool {
	return len(s) == length && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
