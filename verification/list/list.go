// Package list owns the lists of companies that authorities publish: how their official files are
// read, what two versions of one differ in, how a version is kept, and the search in all that are loaded.
//
// It refuses to fetch them and to judge what a listing means for anybody.
package list

import (
	"slices"
	"strings"

	"tariffdesk/fail"
	"tariffdesk/verification/taxid"
)

// Source is an authority's list.
type Source string

// The sources.
const (
	SourceSAT69B Source = "sat-69b"   // Mexico: simulated operations, Código Fiscal art. 69-B
	SourceSAT69  Source = "sat-69"    // Mexico: art. 69, one file a list
	SourceAPOC   Source = "arca-apoc" // Argentina: apocryphal invoices
	SourceDIAN   Source = "dian"      // Colombia: fictitious suppliers
	SourceCSL    Source = "us-csl"    // United States: Consolidated Screening List
)

// Sources lists them.
func Sources() []Source {
	return []Source{SourceSAT69B, SourceSAT69, SourceAPOC, SourceDIAN, SourceCSL}
}

// ParseSource reads a source's name; case, dashes and underscores do not count, and the short names
// of the two long ones are known.
func ParseSource(text string) (Source, error) {
	key := func(s string) string {
		return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
	}
	short := map[string]Source{"69b": SourceSAT69B, "69": SourceSAT69, "apoc": SourceAPOC, "arca": SourceAPOC, "csl": SourceCSL}
	if s, ok := short[key(text)]; ok {
		return s, nil
	}
	for _, s := range Sources() {
		if key(string(s)) == key(text) {
			return s, nil
		}
	}
	return "", fail.New(fail.CodeBadRequest, "SOURCE: want sat-69b, sat-69, arca-apoc, dian or us-csl")
}

// Country is the country whose companies a source lists by their tax ids.
func (s Source) Country() taxid.Country {
	switch s {
	case SourceSAT69B, SourceSAT69:
		return taxid.CountryMEX
	case SourceAPOC:
		return taxid.CountryARG
	case SourceDIAN:
		return taxid.CountryCOL
	case SourceCSL:
	}
	return taxid.CountryUSA
}

// World reports whether a source lists companies of any country, by their names.
func (s Source) World() bool { return s == SourceCSL }

// Situation is where a listed company stands, whatever its authority calls it.
type Situation string

// The situations. Cleared and favourable have left the charge behind, though they stay on the list.
const (
	SituationListed     Situation = "listed"
	SituationPresumed   Situation = "presumed"
	SituationDefinitive Situation = "definitive"
	SituationCleared    Situation = "cleared"
	SituationFavourable Situation = "favourable_ruling"
)

// Adverse reports whether a listing still stands against the company.
func (s Situation) Adverse() bool { return s != SituationCleared && s != SituationFavourable }

// Entry is a company on a list.
type Entry struct {
	TaxID     string    `json:"i,omitempty"` // as it is compared; "" where the list hides it or has none
	Shown     string    `json:"w,omitempty"` // as the list prints it
	Name      string    `json:"n,omitempty"`
	Aliases   []string  `json:"a,omitempty"`
	Situation Situation `json:"s"`
	Wording   string    `json:"t,omitempty"` // the situation as the authority words it
	Since     string    `json:"d,omitempty"` // ISO day on which the situation began, or was first published
	Published string    `json:"p,omitempty"` // ISO day of the newest publication
	Reference string    `json:"r,omitempty"` // office, resolution or programme
}

// List is one version of a list.
type List struct {
	Source  Source
	Part    string // of sat-69: which of its lists; "" for the other sources
	AsOf    string // ISO day that the list shows; "" where the file does not say
	Entries []Entry
	Notes   []string // what was odd about the file without harming the list
}

// Key names what a version replaces.
func (l List) Key() string { return key(l.Source, l.Part) }

func key(s Source, part string) string {
	if part == "" {
		return string(s)
	}
	return string(s) + ":" + part
}

// same tells the versions of one entry: by its id, else by its name.
func (e Entry) same() string {
	if e.TaxID != "" {
		return e.TaxID
	}
	return e.Shown + "\x00" + e.Name
}

// Difference lists the changes of a version.
type Difference struct{ Added, Removed, Changed []Entry }

// Diff compares a version with the one before it. An id that stands several times counts with all of
// its situations.
func Diff(before, after []Entry) (d Difference) {
	old, next := grouped(before), grouped(after)
	for _, e := range after {
		was, known := old[e.same()]
		switch {
		case !known:
			d.Added = append(d.Added, e)
		case !slices.Contains(was, e.Situation):
			d.Changed = append(d.Changed, e)
		}
	}
	for _, e := range before {
		if _, stays := next[e.same()]; !stays {
			d.Removed = append(d.Removed, e)
		}
	}
	return d
}

func grouped(entries []Entry) map[string][]Situation {
	groups := make(map[string][]Situation, len(entries))
	for _, e := range entries {
		groups[e.same()] = append(groups[e.same()], e.Situation)
	}
	return groups
}

// maxLoss is the share of entries that a version may lose unseen, in per cent.
const maxLoss = 5

// Shrinks reports whether a version has lost so much that its file is likely cut.
func Shrinks(before, after int) bool { return after*100 < before*(100-maxLoss) }
