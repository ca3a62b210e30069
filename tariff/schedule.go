package tariff

import (
	"iter"
	"slices"
	"strings"
)

// Schedule is one country's tariff: its eight-digit lines with unit and duty, at one vintage.
// It is immutable once built and safe for concurrent use.
type Schedule struct {
	Country     string // ISO 3166-1 alpha-3: MEX, USA, COL or ARG
	Vintage     Date   // the day whose law the lines show
	CoveredFrom Date   // the first day the rates may be used for, unless a line says otherwise
	Source      string // the official publication
	Notes       []string
	lines       lineTable
	earlier     []Earlier           // by code and first day
	lacks       publicationLack     // of a publication just read: what the current version must lend
	wordings    map[string][]string // of a publication just read, by code, topmost level first; never written
}

// Line is one tariff line of a Schedule.
type Line struct {
	Code      string // eight digits
	Unit      string // the published unit, "" where unknown
	Import    Rate
	Export    Rate
	From      Date // the first day these rates hold
	Certainty Certainty
	Source    string // where it differs from the schedule's
	Title     Text   // zero where none has been written
	suffixes  string

	conditions string // derived from the publication of a line nobody has described; see conditionsOf
}

// Suffix is a statistical subdivision of a line: the NICO of Mexico, the ninth and tenth digit
// of the United States.
type Suffix struct {
	Code string // ten digits
	Unit string
}

// Suffixes lists the ten-digit codes below the line.
func (l Line) Suffixes() []Suffix {
	if l.suffixes == "" {
		return nil
	}
	parts := strings.Split(l.suffixes, ";")
	list := make([]Suffix, len(parts))
	for i, part := range parts {
		digits, unit, own := strings.Cut(part, "=")
		if !own {
			unit = l.Unit
		}
		list[i] = Suffix{Code: l.Code + digits, Unit: unit}
	}
	return list
}

// Line returns the line of an eight-digit code; dots and spaces are ignored.
func (s *Schedule) Line(code string) (Line, bool) {
	code = DigitsOf(code)
	if i, known := s.lines.find(code); known {
		return s.lines.at(i), true
	}
	return Line{}, false
}

// LinesOf returns the lines below a chapter, heading or subheading, by code.
func (s *Schedule) LinesOf(prefix string) []Line {
	from, to := s.lines.below(DigitsOf(prefix))
	list := make([]Line, 0, to-from)
	return slices.AppendSeq(list, s.lines.between(from, to))
}

// Near returns at most limit lines that a code without a line may have meant, in order: those of its subheading, or else of the
// longest shorter prefix that has any, or the nearest of all.
func (s *Schedule) Near(code string, limit int) []Line {
	code = DigitsOf(code)
	from, to := 0, s.lines.len()
	for length := min(len(code), SubheadingDigits); length >= ChapterDigits; length-- {
		if a, b := s.lines.below(code[:length]); a < b {
			from, to = a, b
			break
		}
	}
	from = max(from, min(s.lines.search(code)-limit/2, to-limit))
	return slices.Collect(s.lines.between(from, min(to, from+limit)))
}

// Lines yields every line by code.
func (s *Schedule) Lines() iter.Seq[Line] { return s.lines.between(0, s.lines.len()) }

// Len is the number of lines.
func (s *Schedule) Len() int { return s.lines.len() }

// Has reports whether any line lies below prefix.
func (s *Schedule) Has(prefix string) bool {
	from, to := s.lines.below(DigitsOf(prefix))
	return from < to
}

// with returns a copy of s that holds list, which it puts in order.
func (s *Schedule) with(list []Line) *Schedule {
	next := *s
	next.lines = packLines(list)
	return &next
}

// DigitsOf drops the dots and spaces people write inside a code.
func DigitsOf(code string) string {
	if !strings.ContainsAny(code, ". \u00a0") {
		return code
	}
	return strings.NewReplacer(".", "", " ", "", "\u00a0", "").Replace(code)
}
