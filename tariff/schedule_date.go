package tariff

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"time"
)

// Date is a civil day as "2006-01-02", so that the order of the text is the order of the days.
// The empty Date is an open end.
type Date string

// ParseDate reads a Date and refuses days that do not exist.
func ParseDate(s string) (Date, error) {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", fmt.Errorf("date %q is not a day written YYYY-MM-DD", s)
	}
	return Date(s), nil
}

// Within reports whether d lies in the closed period from … to, an empty end being open.
func (d Date) Within(from, to Date) bool {
	return (from == "" || d >= from) && (to == "" || d <= to)
}

// Certainty says how well a figure or rule is founded.
type Certainty string

// The three degrees, best first.
const (
	CertaintyVerified    Certainty = "verified"    // read in the legal text or an official extract
	CertaintySecondary   Certainty = "secondary"   // reported by another source
	CertaintyUnconfirmed Certainty = "unconfirmed" // known to practitioners, not yet checked in the text
)

var degrees = []Certainty{CertaintyVerified, CertaintySecondary, CertaintyUnconfirmed}

// Known reports whether c is one of the three degrees.
func (c Certainty) Known() bool { return slices.Contains(degrees, c) }

// Worse is the lower of two degrees: a conclusion is as certain as its weakest premise.
func (c Certainty) Worse(other Certainty) Certainty {
	return degrees[max(0, slices.Index(degrees, c), slices.Index(degrees, other))]
}

// Earlier is a line as it stood in a period before the one the schedule shows: its rates have changed
// since, or the line has ended.
type Earlier struct {
	Line
	To      Date // the last day
	Vintage Date // of the schedule that showed it
}

// On returns a line as it stood on a day: the one of the schedule, or an earlier one. A line that no
// period covers on that day is the one of the schedule, which begins later; earlier is nil for both.
func (s *Schedule) On(code string, day Date) (line Line, earlier *Earlier, found bool) {
	code = DigitsOf(code)
	line, found = s.Line(code)
	if found && day >= line.From {
		return line, nil, true
	}
	for _, e := range s.earlierOf(code) {
		if day.Within(e.From, e.To) {
			return e.Line, &e, true
		}
	}
	return line, nil, found
}

// FirstDay is the first day on which a line has rates, "" for a line that the schedule never had.
func (s *Schedule) FirstDay(code string) Date {
	line, _ := s.Line(code)
	first := line.From
	for _, e := range s.earlierOf(DigitsOf(code)) {
		if first == "" || e.From < first {
			first = e.From
		}
	}
	return first
}

// Had reports whether any line lies below prefix, or once lay.
func (s *Schedule) Had(prefix string) bool {
	return s.Has(prefix) || len(s.earlierOf(DigitsOf(prefix))) > 0
}

// earlierOf are the earlier lines below a prefix.
func (s *Schedule) earlierOf(prefix string) []Earlier {
	from := sort.Search(len(s.earlier), func(i int) bool { return s.earlier[i].Code >= prefix })
	to := from
	for to < len(s.earlier) && len(s.earlier[to].Code) >= len(prefix) && s.earlier[to].Code[:len(prefix)] == prefix {
		to++
	}
	return s.earlier[from:to]
}

// remember gives next the earlier lines of s, and those of s that next changes or ends.
func (s *Schedule) remember(next *Schedule) {
	var earlier []Earlier
	keep := func(e Earlier, until Date) {
		if e.To = until; e.From <= e.To {
			e.Title, e.suffixes, e.conditions = Text{}, "", ""
			earlier = append(earlier, e)
		}
	}
	begins := func(code string) Date {
		if line, known := next.Line(code); known {
			return line.From
		}
		return next.CoveredFrom
	}
	same := func(line Line) bool {
		now, known := next.Line(line.Code)
		return known && now.Import.Equal(line.Import) && now.Export.Equal(line.Export)
	}
	for line := range s.Lines() {
		if !same(line) {
			keep(Earlier{Line: line, Vintage: s.Vintage}, before(begins(line.Code)))
		}
	}
	for _, e := range s.earlier {
		until := e.To
		if old, known := s.Line(e.Code); known && same(old) && e.To == before(old.From) {
			until = max(e.To, before(begins(e.Code))) // what follows it may begin later now
		}
		keep(e, min(until, before(begins(e.Code))))
	}
	slices.SortFunc(earlier, func(a, b Earlier) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.From, b.From))
	})
	next.earlier = earlier
}

// before is the day before another.
func before(day Date) Date {
	at, err := time.Parse(time.DateOnly, string(day))
	if err != nil {
		return day
	}
	return Date(at.AddDate(0, 0, -1).Format(time.DateOnly))
}

// Starting is a publication whose rates begin on a day: those of the lines that name no day of their own.
func (s *Schedule) Starting(day Date) *Schedule {
	lines := slices.Collect(s.Lines())
	for i, line := range lines {
		if line.From == s.CoveredFrom {
			lines[i].From = day
		}
	}
	next := s.with(lines)
	next.CoveredFrom = day
	return next
}

// Redated is the schedule with the rates that began on a wrong day beginning on another; what was
// before them ends the day before that.
func (s *Schedule) Redated(wrong, right Date) (*Schedule, error) {
	lines := slices.Collect(s.Lines())
	moved := 0
	for i, line := range lines {
		if line.From != wrong {
			continue
		}
		for _, e := range s.earlierOf(line.Code) {
			if e.From >= right {
				return nil, fmt.Errorf("line %s has rates of its own from %s on: it cannot begin on %s", line.Code, e.From, right)
			}
		}
		lines[i].From = right
		moved++
	}
	if moved == 0 {
		return nil, fmt.Errorf("no rate of %s begins on %s", s.Country, wrong)
	}
	next := s.with(lines)
	if next.CoveredFrom == wrong {
		next.CoveredFrom = right
	}
	s.remember(next)
	return next, nil
}
