package list

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tariffdesk/verification/name"
	"tariffdesk/verification/taxid"
)

// Version is a version of a list as it was imported.
type Version struct {
	ID     int64 // grows with each import, of whichever list
	Source Source
	Part   string
	AsOf   string // ISO day
	Rows   int
}

// Key names what the version replaces.
func (v Version) Key() string { return key(v.Source, v.Part) }

// AgeDays is how many days have passed since the day of the list, 0 for one that is still to come.
func (v Version) AgeDays(now time.Time) int {
	asOf, err := time.Parse(time.DateOnly, v.AsOf)
	if err != nil {
		return 0
	}
	return max(0, int(now.UTC().Truncate(24*time.Hour).Sub(asOf)/(24*time.Hour)))
}

// Imported is a version as it is kept.
type Imported struct {
	Version
	File       string
	ImportedAt time.Time
}

// New is a list to be kept after a version, 0 for the first.
type New struct {
	List  List
	File  string
	After int64
}

// loaded is a version with its indexes.
type loaded struct {
	Version
	entries []Entry
	byID    map[string][]int32
	names   names   // of all entries
	hidden  names   // of those whose id is not known: the others are told apart by it
	before  int64   // the version that was loaded before, 0 for none
	fresh   *loaded // what this one has beyond that: all that is new to who was checked with it
}

// names are indexed names with the entry that each is a name of.
type names struct {
	index *name.Index
	owner []int32
}

func indexed(entries []Entry, wanted func(Entry) bool) (n names) {
	var all []string
	for i, e := range entries {
		if !wanted(e) {
			continue
		}
		for _, text := range append([]string{e.Name}, e.Aliases...) {
			if text != "" {
				all, n.owner = append(all, text), append(n.owner, int32(i))
			}
		}
	}
	n.index = name.NewIndex(all)
	return n
}

// Register is every list that is loaded. It does not change; With returns another.
type Register struct{ lists map[string]*loaded }

// NewRegister returns one without lists.
func NewRegister() *Register { return &Register{lists: map[string]*loaded{}} }

// With returns the register with a version in the place of the one before it.
func (r *Register) With(v Version, entries []Entry) *Register {
	l := load(v, entries)
	if old := r.lists[v.Key()]; old != nil {
		l.before, l.fresh = old.ID, load(v, beyond(old.entries, entries))
	}
	next := &Register{lists: maps.Clone(r.lists)}
	next.lists[v.Key()] = l
	return next
}

// beyond are the entries that an earlier version has not, or in another situation.
func beyond(before, after []Entry) []Entry {
	d := Diff(before, after)
	return append(d.Added, d.Changed...)
}

func load(v Version, entries []Entry) *loaded {
	l := &loaded{Version: v, entries: entries, byID: map[string][]int32{}}
	for i, e := range entries {
		if e.TaxID != "" {
			l.byID[e.TaxID] = append(l.byID[e.TaxID], int32(i))
		}
	}
	l.names = indexed(entries, func(Entry) bool { return true })
	l.hidden = indexed(entries, func(e Entry) bool { return e.TaxID == "" })
	return l
}

// Newest is the highest version that is loaded, 0 for none.
func (r *Register) Newest() (id int64) {
	for _, l := range r.lists {
		id = max(id, l.ID)
	}
	return id
}

// Has reports whether a version is loaded.
func (r *Register) Has(v Version) bool {
	l := r.lists[v.Key()]
	return l != nil && l.ID == v.ID
}

// Versions lists what is loaded, by source and part.
func (r *Register) Versions() []Version {
	var all []Version
	for _, k := range slices.Sorted(maps.Keys(r.lists)) {
		all = append(all, r.lists[k].Version)
	}
	return all
}

// Query is a company or person to be looked for. One of TaxID and Name may be empty.
type Query struct {
	Country taxid.Country
	TaxID   string // as taxid.ID.Value has it
	Name    string
}

// Result is the outcome of a search in the lists.
type Result string

// The results. Cleared: the company is on a list, and every entry that was found, those of like names
// too, is one that its authority has cleared. Unknown: no list of the country is loaded. None says that a
// company is clear of anything: not listed is what the lists of a day say.
const (
	ResultListed    Result = "listed"
	ResultCleared   Result = "cleared"
	ResultNotListed Result = "not_listed"
	ResultUnknown   Result = "unknown"
)

// Match is an entry that is the one asked for, or may be.
type Match struct {
	Entry
	Source Source
	Part   string
	AsOf   string
	By     By
	Score  float64 // 1 by id; the likeness of the names otherwise
	// Decides says that the entry counts as the one asked for: by its id, or by a name as good as the same.
	Decides bool
}

// By names the field by which an entry was found.
type By string

// An id is exact; a name is a likeness.
const (
	ByTaxID By = "tax_id"
	ByName  By = "name"
)

// Answer holds the entries of the lists that fit a query.
type Answer struct {
	Result  Result
	Matches []Match   // those that decide first
	Lists   []Version // in which was looked
}

// Adverse reports whether a listing that decides still stands against the company.
func (a Answer) Adverse() bool {
	return slices.ContainsFunc(a.Matches, func(m Match) bool { return m.Decides && m.Situation.Adverse() })
}

// AsOf is the oldest day of the lists in which was looked, "" for none.
func (a Answer) AsOf() (oldest string) {
	for _, v := range a.Lists {
		if oldest == "" || v.AsOf < oldest {
			oldest = v.AsOf
		}
	}
	return oldest
}

// The bounds of likeness: from Alike on a name is shown, from Same on it decides.
const (
	Alike    = 0.8
	Same     = 0.95
	maxShown = 20 // matches of one list
)

// Check looks a query up in every list that concerns it.
func (r *Register) Check(q Query) Answer { return r.CheckSince(q, 0) }

// CheckSince is Check in the lists that were imported after a version.
func (r *Register) CheckSince(q Query, after int64) Answer {
	a := Answer{Result: ResultUnknown, Matches: []Match{}, Lists: []Version{}}
	for _, k := range slices.Sorted(maps.Keys(r.lists)) {
		l := r.lists[k]
		own := l.Source.Country() == q.Country
		if l.ID <= after || !own && !l.Source.World() {
			continue
		}
		a.Lists = append(a.Lists, l.Version)
		if own {
			a.Result = ResultNotListed
		}
		if l.fresh != nil && after >= l.before {
			l = l.fresh
		}
		a.Matches = append(a.Matches, l.find(q, own)...)
	}
	slices.SortStableFunc(a.Matches, func(x, y Match) int {
		return cmp.Or(cmp.Compare(rank(y), rank(x)), cmp.Compare(y.Score, x.Score))
	})
	if slices.ContainsFunc(a.Matches, func(m Match) bool { return m.Decides }) {
		a.Result = ResultListed
		if !slices.ContainsFunc(a.Matches, func(m Match) bool { return m.Situation.Adverse() }) {
			a.Result = ResultCleared
		}
	}
	return a
}

func rank(m Match) (n int) {
	if m.Decides {
		n += 2
	}
	if m.By == ByTaxID {
		n++
	}
	return n
}

// find returns the entries with the id, else those of a like name. An entry with another id of the
// same country is another company, however it is called.
func (l *loaded) find(q Query, own bool) []Match {
	var matches []Match
	add := func(e Entry, by By, score float64) {
		matches = append(matches, Match{Entry: e, Source: l.Source, Part: l.Part, AsOf: l.AsOf, By: by, Score: score, Decides: score >= Same})
	}
	if own && q.TaxID != "" {
		for _, i := range l.byID[q.TaxID] {
			add(l.entries[i], ByTaxID, 1)
		}
	}
	if len(matches) > 0 || q.Name == "" {
		return matches
	}
	among, seen := l.names, map[int32]bool{}
	if own && q.TaxID != "" {
		among = l.hidden
	}
	for _, h := range among.index.Find(q.Name, Alike, 5*maxShown) {
		i := among.owner[h.Name]
		if seen[i] || len(matches) >= maxShown {
			continue
		}
		seen[i] = true
		add(l.entries[i], ByName, h.Score)
	}
	return matches
}
