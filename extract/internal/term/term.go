// Package term owns the dictionary of trade documents: it brings labels and property names of any
// supported language to bags of common words, and knows which field a bag names.
//
// It refuses to look at pages and values.
package term

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Kind names the form of a field's value.
type Kind string

// The kinds of values.
const (
	KindID        Kind = "id"
	KindLine      Kind = "line" // a line's number in its table
	KindDate      Kind = "date"
	KindTime      Kind = "time"
	KindParty     Kind = "party"
	KindPerson    Kind = "person"
	KindAddress   Kind = "address"
	KindTaxID     Kind = "taxid"
	KindEmail     Kind = "email"
	KindPhone     Kind = "phone"
	KindText      Kind = "text"
	KindPlace     Kind = "place"
	KindVessel    Kind = "vessel"
	KindCountry   Kind = "country"
	KindIncoterm  Kind = "incoterm"
	KindCurrency  Kind = "currency"
	KindContainer Kind = "container"
	KindHS        Kind = "hs"
	KindCode      Kind = "code"
	KindUnit      Kind = "unit"
	KindAmount    Kind = "amount"
	KindNumber    Kind = "number"
	KindQuantity  Kind = "quantity"
	KindWeight    Kind = "weight"
	KindVolume    Kind = "volume"
	KindCount     Kind = "count"
	KindPercent   Kind = "percent"
)

// Kinds are all kinds of values.
func Kinds() []Kind {
	return []Kind{KindID, KindLine, KindDate, KindTime, KindParty, KindPerson, KindAddress, KindTaxID, KindEmail, KindPhone, KindText, KindPlace,
		KindVessel, KindCountry, KindIncoterm, KindCurrency, KindContainer, KindHS, KindCode, KindUnit, KindAmount, KindNumber, KindQuantity,
		KindWeight, KindVolume, KindCount, KindPercent}
}

// Numeric reports whether values of the kind are numbers.
func (k Kind) Numeric() bool {
	switch k {
	case KindAmount, KindNumber, KindQuantity, KindWeight, KindVolume, KindCount, KindPercent:
		return true
	case KindID, KindLine, KindDate, KindTime, KindParty, KindPerson, KindAddress, KindTaxID, KindEmail, KindPhone, KindText,
		KindPlace, KindVessel, KindCountry, KindIncoterm, KindCurrency, KindContainer, KindHS, KindCode, KindUnit:
	}
	return false
}

// Concept is a field of trade documents.
type Concept struct {
	Name      string
	Kind      Kind
	Bags      []Bag
	Fallbacks []string
}

// Dictionary is the loaded dictionary; it never changes.
type Dictionary struct {
	phrases   map[string][]string // folded phrase → common words
	longest   int                 // words of the longest phrase
	units     map[string]bool
	concepts  map[string]*Concept
	names     []string              // of the concepts, as listed
	byBag     map[string][]*Concept // by the bag's key
	idf       map[string]float64
	groups    map[string]*Group
	languages []string // "-" for all, those of words.tsv, then one for each words.LANGUAGE.tsv
	read      *read    // nil but in what one document reads with
}

// read are texts that were read before, as tokens and as bags.
type read struct {
	tokens map[string][]string
	bags   map[string]Bag
}

// What of a document is remembered.
const (
	mostRead    = 20_000 // texts
	longestRead = 400    // bytes of a text: longer ones are asked about once or twice
)

// Reading is the dictionary as one document reads with it: it remembers what it has read. It is used by one goroutine at a time.
func (d *Dictionary) Reading() *Dictionary {
	own := *d
	own.read = &read{map[string][]string{}, map[string]Bag{}}
	return &own
}

// remembered returns the kept value of a text, or makes and keeps it.
func remembered[T any](kept map[string]T, text string, make func(string) T) T {
	v, ok := kept[text]
	if !ok {
		v = make(text)
		if len(kept) < mostRead && len(text) <= longestRead {
			kept[text] = v
		}
	}
	return v
}

// Load reads the dictionary files: words.tsv and one words.LANGUAGE.tsv for each further language,
// concepts.tsv, phrases.tsv. A mistake is named with its file and line.
func Load(files fs.FS) (*Dictionary, error) {
	d := &Dictionary{phrases: map[string][]string{}, units: map[string]bool{}, concepts: map[string]*Concept{},
		byBag: map[string][]*Concept{}, idf: map[string]float64{}, groups: map[string]*Group{}}
	further, err := fs.Glob(files, "words.*.tsv")
	if err != nil {
		return nil, fmt.Errorf("find dictionary: %w", err)
	}
	for _, name := range append([]string{"words.tsv"}, further...) {
		if err := readTable(files, name, 2, 2, d.addWords); err != nil {
			return nil, err
		}
	}
	d.languages = []string{"-", "en", "es"} // those of words.tsv
	for _, name := range further {
		d.languages = append(d.languages, strings.TrimSuffix(strings.TrimPrefix(name, "words."), ".tsv"))
	}
	fallbacks := map[string]string{} // where each was named
	addConcept := func(fields []string) error { return d.addConcept(fields, fallbacks) }
	if err := readTable(files, "concepts.tsv", 3, 4, addConcept); err != nil {
		return nil, err
	}
	d.addShortened()
	for name, by := range fallbacks {
		if d.concepts[name] == nil {
			return nil, fmt.Errorf("concepts.tsv: %s: unknown fallback %s", by, name)
		}
	}
	d.weigh()
	if err := readTable(files, "phrases.tsv", 4, 4, d.addPhrases); err != nil {
		return nil, err
	}
	return d, nil
}

// readTable hands the fields of each line to add; lines may have from least to most fields.
func readTable(files fs.FS, name string, least, most int, add func(fields []string) error) error {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("read dictionary: %w", err)
	}
	n := 0
	for line := range strings.Lines(string(raw)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) < least || len(fields) > most {
			return fmt.Errorf("%s:%d: %d columns, want %d to %d", name, n, len(fields), least, most)
		}
		if err := add(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return nil
}

func list(s string) []string {
	var all []string
	for _, v := range strings.Split(s, ";") {
		if v = strings.TrimSpace(v); v != "" {
			all = append(all, v)
		}
	}
	return all
}

// addWords reads what a line's phrases mean. A phrase has one meaning.
func (d *Dictionary) addWords(fields []string) error {
	words := strings.Fields(fields[0])
	if fields[0] == "~" {
		words = nil
	}
	for _, v := range list(fields[1]) {
		key := strings.Join(tokens(v), " ")
		if old, taken := d.phrases[key]; taken && !slices.Equal(old, words) {
			return fmt.Errorf("%q means %q already, not %q", v, strings.Join(old, " "), fields[0])
		}
		d.addPhrase(key, words, fields[0] == "~")
	}
	// The common words stand for themselves, so that concepts may be written with them.
	d.addPhrase(strings.Join(tokens(strings.TrimLeft(fields[0], "~")), " "), words, false)
	return nil
}

func (d *Dictionary) addPhrase(key string, words []string, unit bool) {
	if _, taken := d.phrases[key]; taken || key == "" {
		return
	}
	if unit {
		d.units[key] = true
	}
	d.phrases[key] = words
	d.longest = max(d.longest, strings.Count(key, " ")+1)
}

// addShortened adds each phrase without its words of no meaning, as schemas write it: ordenCompra. What
// names a document's number word by word stays that: numeroGuia is an air waybill's.
func (d *Dictionary) addShortened() {
	short := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(d.phrases)) {
		all := strings.Fields(key)
		kept := slices.DeleteFunc(slices.Clone(all), func(w string) bool {
			words, ok := d.phrases[w]
			return ok && len(words) == 0 && !d.units[w] && len(w) > 1
		})
		if len(kept) < 2 || len(kept) == len(all) || len(d.phrases[key]) == 0 {
			continue
		}
		if name := strings.Join(kept, " "); !d.numbers(d.Bag(name)) {
			short[name] = d.phrases[key]
		}
	}
	for key, words := range short {
		if _, taken := d.phrases[key]; !taken {
			d.phrases[key] = words
		}
	}
}

// numbers reports whether a bag says "number" of something whose number is a field.
func (d *Dictionary) numbers(b Bag) bool {
	return b.Has("number") && slices.ContainsFunc(d.byBag[b.Key], func(c *Concept) bool { return c.Kind == KindID })
}

func (d *Dictionary) addConcept(fields []string, fallbacks map[string]string) error {
	c := &Concept{Name: fields[0], Kind: Kind(fields[1])}
	if d.concepts[c.Name] != nil || !slices.Contains(Kinds(), c.Kind) {
		return fmt.Errorf("%s stands twice, or its kind %q is unknown", c.Name, c.Kind)
	}
	if len(fields) > 3 {
		c.Fallbacks = strings.Fields(fields[3])
	}
	for _, f := range c.Fallbacks {
		fallbacks[f] = c.Name
	}
	for _, phrase := range phrasesOf(c, list(fields[2])) {
		b := d.Bag(phrase)
		if b.Key == "" || slices.ContainsFunc(c.Bags, func(o Bag) bool { return o.Key == b.Key }) {
			continue
		}
		c.Bags = append(c.Bags, b)
		d.byBag[b.Key] = append(d.byBag[b.Key], c)
	}
	d.concepts[c.Name] = c
	d.names = append(d.names, c.Name)
	return nil
}

// phrasesOf are a concept's own name and the others; a party's heading may also ask for its name and
// address.
func phrasesOf(c *Concept, others []string) []string {
	own := strings.ReplaceAll(c.Name, "_", " ")
	all := append([]string{own}, others...)
	if c.Kind == KindParty {
		first := append([]string{own}, others[:min(1, len(others))]...)
		for _, f := range first {
			all = append(all, f+" name", f+" name address", f+" full name address")
		}
	}
	return all
}

// Concept returns a concept by its name, nil where there is none.
func (d *Dictionary) Concept(name string) *Concept { return d.concepts[name] }

// Named returns the concepts that a bag names exactly, in the order of the dictionary; "number" may be
// said of every reference, and "estimated" of every measure.
func (d *Dictionary) Named(b Bag) []*Concept {
	if named := d.byBag[b.Key]; len(named) > 0 || len(b.Words) < 2 {
		return named
	}
	if b.Has("estimated") {
		return d.Named(b.Without("estimated"))
	}
	if !b.Has("number") {
		return nil
	}
	var references []*Concept
	for _, c := range d.byBag[b.Without("number").Key] {
		if c.Kind == KindID || c.Kind == KindContainer {
			references = append(references, c)
		}
	}
	return references
}

// Scored is a concept and how well a text names it, from 0 to 1.
type Scored struct {
	Concept *Concept
	Score   float64
}

// Closest returns the concepts whose names are most like the bag, best first.
func (d *Dictionary) Closest(b Bag, least float64) []Scored {
	var all []Scored
	for _, name := range d.names {
		c := d.concepts[name]
		best := 0.0
		for _, o := range c.Bags {
			best = max(best, d.Likeness(b, o))
		}
		if best >= least {
			all = append(all, Scored{c, best})
		}
	}
	slices.SortStableFunc(all, func(a, b Scored) int { return cmp.Compare(b.Score, a.Score) })
	return all
}
