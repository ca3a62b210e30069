package tariff

import (
	"slices"
	"strings"

	"tariffdesk/fail"
)

// LevelKind names a step of the way from a chapter to a line.
type LevelKind string

// The kinds of level.
const (
	LevelChapter     LevelKind = "chapter"
	LevelHeading     LevelKind = "heading"
	LevelSubheading  LevelKind = "subheading"
	LevelDivision    LevelKind = "division"    // it only divides and has no code
	LevelLine        LevelKind = "line"        // eight digits
	LevelStatistical LevelKind = "statistical" // ten digits
)

// PlaceLevel is one step of the way to a code, or one of the steps that go on from it.
type PlaceLevel struct {
	Code       string // "" of a division
	Kind       LevelKind
	Title      Text
	Requires   Text         // of levels below the subheading: what goods have to be, from the subheading down
	Conditions []string     // of the level itself, in the form of the files
	Leaf       bool         // nothing lies below
	Working    bool         // the title was made by the program
	Below      []PlaceLevel // of a division among children and siblings: what it divides
}

// Place is a code seen from where it stands in a country's tariff.
type Place struct {
	Country  string
	Code     string
	Path     []PlaceLevel // from the chapter down to the code, which is last
	Children []PlaceLevel
	Siblings []PlaceLevel // of lines and their subdivisions: what they are told apart from
	Line     *Line        // what the code is or lies in; nil above lines
	Schedule *Schedule    // nil for WorldCode
}

// Atlas walks the nomenclature and the national lines below it. It is immutable and safe for
// concurrent use.
type Atlas struct {
	knowledge *Knowledge
	national  *National
}

// NewAtlas joins the nomenclature with the lines of an edition.
func NewAtlas(knowledge *Knowledge, national *National) *Atlas { return &Atlas{knowledge, national} }

// Place finds a code of 2, 4, 6, 8 or 10 digits in the tariff of a country, WorldCode being the
// nomenclature alone. An unknown code gives a NotFound error that names near ones.
func (a *Atlas) Place(country, code string) (Place, error) {
	p := Place{Country: country, Code: code, Schedule: a.national.Schedule(country)}
	if p.Schedule == nil && country != WorldCode {
		return p, fail.Newf(fail.CodeBadRequest, "country: %q has no tariff here", country)
	}
	if !a.knows(p.Schedule, code) {
		return p, fail.Newf(fail.CodeNotFound, "%s is no code of %s; near: %s", code, a.named(country), strings.Join(a.Near(country, code), ", "))
	}
	p.Path = a.upper(code)
	switch {
	case len(code) < SubheadingDigits:
		p.Children = a.entries(p.Schedule, code)
		return p, nil
	case p.Schedule == nil:
	case a.national.Tree(country, code[:SubheadingDigits]) == nil:
		p.untold()
	default:
		p.split(a.national.Tree(country, code[:SubheadingDigits]))
	}
	p.Path[len(p.Path)-1].Leaf = len(p.Children) == 0
	return p, nil
}

// Path is the way to a code that is known, without what lies around it: a search shows many.
func (a *Atlas) Path(country, code string) []PlaceLevel {
	path := a.upper(code)
	if len(code) <= SubheadingDigits {
		return path
	}
	if tree := a.national.Tree(country, code[:SubheadingDigits]); tree != nil {
		below, _, _ := tree.way(path[len(path)-1], code)
		path = append(path, below...)
	}
	for digits := 8; digits <= len(code); digits += 2 {
		if above := path[len(path)-1]; len(above.Code) < digits { // not told apart by a tree
			path = append(path, PlaceLevel{Code: code[:digits], Kind: kindOf(code[:digits]), Title: above.Title, Requires: above.Requires})
		}
	}
	return path
}

func (a *Atlas) named(country string) string {
	if country == WorldCode {
		return "the Harmonized System"
	}
	return "the tariff of " + country
}

// Knows reports whether a code stands in the tariff of a country, WorldCode being the nomenclature alone.
func (a *Atlas) Knows(country, code string) bool {
	s := a.national.Schedule(country)
	return (s != nil || country == WorldCode) && a.knows(s, code)
}

// knows reports whether a code stands in the nomenclature or in a schedule.
func (a *Atlas) knows(s *Schedule, code string) bool {
	switch len(code) {
	case ChapterDigits, HeadingDigits, SubheadingDigits:
		return a.knowledge.Entry(code) != nil || s != nil && s.Has(code)
	}
	return s != nil && s.Holds(code)
}

// upper is the way through the nomenclature. National chapters have codes the nomenclature has not.
func (a *Atlas) upper(code string) (path []PlaceLevel) {
	for i, kind := range []LevelKind{LevelChapter, LevelHeading, LevelSubheading} {
		if digits := 2 * (i + 1); len(code) >= digits {
			path = append(path, PlaceLevel{Code: code[:digits], Kind: kind, Title: a.title(code[:digits])})
		}
	}
	return path
}

func (a *Atlas) title(code string) Text {
	if e := a.knowledge.Entry(code); e != nil {
		return e.Title
	}
	return Text{English: "Code " + code, Spanish: "Código " + code}
}

// entries are the headings of a chapter, or the subheadings of a heading; of a national chapter,
// those its lines lie in.
func (a *Atlas) entries(s *Schedule, code string) (list []PlaceLevel) {
	kind := LevelHeading
	if len(code) == HeadingDigits {
		kind = LevelSubheading
	}
	var codes []string
	if e := a.knowledge.Entry(code); e != nil {
		for _, c := range e.Children {
			codes = append(codes, c.Code)
		}
	} else {
		for _, line := range s.LinesOf(code) {
			codes = append(codes, line.Code[:len(code)+2])
		}
	}
	for _, c := range slices.Compact(codes) {
		list = append(list, PlaceLevel{Code: c, Kind: kind, Title: a.title(c), Leaf: s == nil && kind == LevelSubheading})
	}
	return list
}

// maxNear bounds the codes an error names.
const maxNear = 5

// Near lists codes that an unknown one may have meant: those of the longest part of it that is known.
func (a *Atlas) Near(country, code string) (codes []string) {
	if s := a.national.Schedule(country); s != nil && len(code) > SubheadingDigits {
		if len(code) > 8 {
			if line, known := s.Line(code[:8]); known && len(line.Suffixes()) > 0 {
				return nearSuffixes(line, code)
			}
		}
		for _, line := range s.Near(code, maxNear) {
			codes = append(codes, line.Code)
		}
		return codes
	}
	known := a.knowledge.Chapters()
	for digits := min(len(code)-1, HeadingDigits) &^ 1; digits >= ChapterDigits; digits -= 2 {
		if e := a.knowledge.Entry(code[:digits]); e != nil {
			known = e.Children
			break
		}
	}
	at, _ := slices.BinarySearchFunc(known, code, func(e *Entry, c string) int { return strings.Compare(e.Code, c) })
	from := max(0, min(at-maxNear/2, len(known)-maxNear))
	for _, e := range known[from:min(len(known), from+maxNear)] {
		codes = append(codes, e.Code)
	}
	return codes
}

// nearSuffixes are the subdivisions of a line that are nearest to a code.
func nearSuffixes(line Line, code string) (codes []string) {
	all := line.Suffixes()
	at, _ := slices.BinarySearchFunc(all, code, func(x Suffix, c string) int { return strings.Compare(x.Code, c) })
	from := max(0, min(at-maxNear/2, len(all)-maxNear))
	for _, x := range all[from:min(len(all), from+maxNear)] {
		codes = append(codes, x.Code)
	}
	return codes
}
