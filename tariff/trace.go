package tariff

import (
	"slices"
	"strings"
)

// Relation says how an old code stands to those of today.
type Relation string

// The relations.
const (
	RelationKept    Relation = "kept"    // the code is today's, whatever part of it moved
	RelationOne     Relation = "one"     // one code took everything over
	RelationSeveral Relation = "several" // several did: which one, only the goods tell
	RelationUnknown Relation = "unknown" // no edition held knows the code
)

// Trace is a code followed to those of today.
type Trace struct {
	Code       string // digits, as asked for
	Edition    Edition
	Tariff     string // whose code it is: "HS", or a country for a line of its tariff
	Relation   Relation
	Successor  string   // "" where the relation does not decide
	Successors []string // every code of today that took over goods of it
}

// HarmonizedSystem is the Tariff of codes that every country shares.
const HarmonizedSystem = "HS"

// Tracer follows old codes into the tariffs it was made for. It is immutable and safe for concurrent use.
type Tracer struct {
	editions  *Editions
	schedules []*Schedule
}

// Into returns what follows codes to the lines of schedules; without any, to subheadings alone.
// Lines of the Mexican tariff of 2012 are known to a Tracer that has the Mexican schedule.
func (e *Editions) Into(schedules ...*Schedule) Tracer {
	return Tracer{editions: e, schedules: schedules}
}

// FollowIn is Follow into the tariff of one country, WorldCode meaning subheadings alone and ""
// every tariff the Tracer has.
func (t Tracer) FollowIn(country, code string) Trace {
	if country != "" {
		t.schedules = slices.DeleteFunc(slices.Clone(t.schedules), func(s *Schedule) bool { return s.Country != country })
	}
	return t.Follow(code, EditionUnknown)
}

// Traceable reports whether a code, digits only, has a length editions are compared in.
func Traceable(code string) bool {
	return isDigits(code, SubheadingDigits) || isDigits(code, 8) || isDigits(code, 10)
}

// Follow tells what became of a code of 6, 8 or 10 digits. An edition given is believed; without one
// a code of today is today's.
func (t Tracer) Follow(code string, from Edition) Trace {
	if len(code) > SubheadingDigits {
		if trace, ok := t.line(code, from); ok {
			return trace
		}
	}
	c, ok := t.editions.Subheading(code, from)
	trace := Trace{Code: code, Tariff: HarmonizedSystem, Relation: RelationUnknown}
	switch {
	case !ok, len(code) < SubheadingDigits, t.editions.back.fresh[from][c.Code]:
		return trace
	case c.Kept && len(code) > SubheadingDigits && len(t.schedules) > 0:
		return trace // the subheading stands, the line is none that is held
	}
	trace.Edition = c.From
	if c.Kept {
		return trace.keeps(c.Code, c.Successors)
	}
	return trace.leadsTo(c.Successors)
}

// keeps is the trace of a code that still stands.
func (t Trace) keeps(code string, successors []string) Trace {
	t.Relation, t.Successor, t.Successors = RelationKept, code, successors
	return t
}

// leadsTo is the trace of a code whose goods others took over.
func (t Trace) leadsTo(successors []string) Trace {
	t.Successors = successors
	switch shared := sharedLine(successors); {
	case len(successors) == 0:
		t.Relation = RelationUnknown
	case len(successors) == 1:
		t.Relation, t.Successor = RelationOne, successors[0]
	case shared != "":
		t.Relation, t.Successor = RelationOne, shared // they are all subdivisions of one line
	default:
		t.Relation = RelationSeveral
	}
	return t
}

// line follows a national line: one of today, or of the Mexican tariff of 2012.
func (t Tracer) line(code string, from Edition) (Trace, bool) {
	holder := t.holds(code)
	if holder != nil && (from == EditionUnknown || from == Edition2022) {
		return Trace{Code: code, Edition: Edition2022, Tariff: holder.Country}.keeps(code, []string{code}), true
	}
	mexico := t.mexico()
	if mexico == nil || from != EditionUnknown && from != Edition2012 {
		return Trace{}, false
	}
	trace := Trace{Code: code, Edition: Edition2012, Tariff: mexico.Country}
	c, changed := t.editions.MexicanLine(code)
	line := code[:8]
	switch successors := t.today(mexico, c.Successors); {
	case changed && slices.ContainsFunc(successors, func(s string) bool { return strings.HasPrefix(s, line) }):
		return trace.keeps(line, successors), true
	case changed:
		return trace.leadsTo(successors), true
	case from == Edition2012 && mexico.Holds(line): // the relation lists only what changed
		return trace.keeps(line, []string{line}), true
	}
	return Trace{}, false
}

// holds returns the schedule that has a line, and the subdivision where the code names one.
func (t Tracer) holds(code string) *Schedule {
	for _, s := range t.schedules {
		if s.Holds(code) {
			return s
		}
	}
	return nil
}

func (t Tracer) mexico() *Schedule {
	for _, s := range t.schedules {
		if s.Country == "MEX" {
			return s
		}
	}
	return nil
}

// today carries successors of 2020 on: a code that ended since is followed by its line, or by its
// subheading, whose edition was HS 2012 (the Mexican tariff of 2020 followed HS 2012 and 2017).
func (t Tracer) today(s *Schedule, successors []string) (codes []string) {
	for _, code := range successors {
		switch line, ok := s.Line(code[:8]); {
		case s.Holds(code):
			codes = append(codes, code)
		case ok:
			codes = append(codes, line.Code)
		default:
			c, _ := t.editions.Subheading(code, EditionUnknown)
			codes = append(codes, c.Successors...)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// sharedLine is the eight-digit line all codes lie in, "" where there is none.
func sharedLine(codes []string) string {
	for _, c := range codes {
		if len(c) < 8 || c[:8] != codes[0][:8] {
			return ""
		}
	}
	if len(codes) == 0 {
		return ""
	}
	return codes[0][:8]
}

// Holds reports whether the schedule has a line of eight digits, or a subdivision of ten.
func (s *Schedule) Holds(code string) bool {
	if len(code) != 8 && len(code) != 10 {
		return false
	}
	line, ok := s.Line(code[:8])
	return ok && (len(code) == 8 || slices.ContainsFunc(line.Suffixes(), func(x Suffix) bool { return x.Code == code }))
}
