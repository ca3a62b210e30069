package candidate

import (
	"slices"
	"sync"

	"tariffdesk/extract/internal/doubt"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/want"
)

// Finder looks on a sheet for the values of some properties.
type Finder struct {
	*sheet.Sheet
	Companies     func() []firm
	balances      func() []balance
	LongestPostal func() int
	Currency      func() unit.Unit                     // that the document states for its amounts
	linesBelow    func(page int) map[int][][]page.Word // the first lines below the headings of parties, by the heading
	wordings      page.Memo[*want.Want, *wording]
}

// NewFinder returns a finder on a sheet, which derives what it needs when it is first asked for.
func NewFinder(s *sheet.Sheet) *Finder {
	d := &Finder{Sheet: s}
	d.balances = sync.OnceValue(d.findBalances)
	d.Companies = sync.OnceValue(d.findCompanies)
	d.Currency = sync.OnceValue(d.findCurrency)
	d.LongestPostal = sync.OnceValue(d.findLongestPostal)
	d.linesBelow = page.PerPage(d.readLinesBelow)
	return d
}

// Chosen maps the properties of a schema outside lists to the values they were given so far.
type Chosen struct {
	Doc            *Finder
	Wants          []*want.Want      // of the leaves outside arrays
	Found          map[string]*Match // by JSON pointer
	Errors         []string
	Warnings       []doubt.Warning
	Seconds        map[string]*Match // by JSON pointer, what came second, or first where nothing was sure enough
	MendedCaptions func() []sheet.Caption
}

// Warn adds a warning, and tells it among the errors.
func (f *Chosen) Warn(w doubt.Warning) {
	f.Warnings = append(f.Warnings, w)
	f.Errors = append(f.Errors, w.Pointer+": "+w.Message)
}

// NewChosen gathers what a schema wants outside lists, with nothing found yet.
func NewChosen(s *sheet.Sheet, root *schema.Node) *Chosen {
	wants := Gather(s.Dict, root)
	f := &Chosen{Doc: NewFinder(s.Naming(wants)), Wants: wants, Found: map[string]*Match{}, Seconds: map[string]*Match{}}
	f.MendedCaptions = sync.OnceValue(f.findMendedCaptions)
	return f
}

// Gather makes the wants of the leaves outside arrays.
func Gather(dict *term.Dictionary, root *schema.Node) []*want.Want {
	var all []*want.Want
	iso := AsksISO(root)
	var walk func(n *schema.Node, path []string, outer []*schema.Node)
	walk = func(n *schema.Node, path []string, outer []*schema.Node) {
		for _, p := range n.Properties {
			at := append(slices.Clone(path), p.Name)
			switch {
			case p.Leaf():
				w := want.New(dict, p, at, outer)
				w.IsoDates = iso
				all = append(all, w)
			case p.Type == schema.TypeObject:
				walk(p, at, append(slices.Clone(outer), p))
			}
		}
	}
	walk(root, nil, nil)
	want.DeriveRoles(dict, all)
	want.PartDates(all)
	return all
}
