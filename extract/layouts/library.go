package layouts

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed data/*.tsv
var files embed.FS

// languages lists the columns of the data files, in their order.
func languages() []string { return []string{"en", "es", "pt", "de", "fr", "it"} }

// library holds the texts and tables that documents are put together from; it never changes.
type library struct {
	captions map[string]map[string][]string // field → language → wordings
	parts    map[string]map[string][]string // sort of part → language → parts
	fields   map[string]field
	order    []string // of the fields
	kinds    []kind
	places   []place
	prose    []kind
	bundle   []share    // of a packet, the invoice first
	roles    [][]string // that one party plays, those of the maker of the goods first
}

// field is a property that a schema may ask for.
type field struct {
	key, sort, kin string
	names, says    map[string][]string // by language: en, es, de
}

// kind is a kind of document.
type kind struct {
	name, issuer          string
	parties, always, free []string
	columns, freeColumns  []string
	sums                  string
	titles                map[string][]string
	prose                 bool // text alone
}

// place is a country as papers of its companies show it.
type place struct {
	code, lang                                string
	names                                     map[string]string
	cities, zips, lines, phones               []string
	taxID, taxCaption, register, registerText []string
	legal, rates                              []string
	currency, account                         string
}

func load(from fs.FS) (*library, error) {
	l := &library{captions: map[string]map[string][]string{}, parts: map[string]map[string][]string{}, fields: map[string]field{}}
	for _, table := range []struct {
		name    string
		columns int
		add     func(f []string) error
	}{
		{"data/captions.tsv", 7, func(f []string) error { return addWordings(l.captions, f) }},
		{"data/parts.tsv", 7, func(f []string) error { return addWordings(l.parts, f) }},
		{"data/fields.tsv", 9, l.addField},
		{"data/kinds.tsv", 14, l.addKind},
		{"data/places.tsv", 15, l.addPlace},
	} {
		if err := read(from, table.name, table.columns, table.add); err != nil {
			return nil, err
		}
	}
	if err := read(from, proseTable, 10, l.addProse); err != nil {
		return nil, err
	}
	if err := read(from, bundleTable, 3, l.addShare); err != nil {
		return nil, err
	}
	return l, read(from, rolesTable, 1, func(f []string) error { l.roles = append(l.roles, strings.Fields(f[0])); return nil })
}

// The tables that packets are put together from.
const (
	proseTable  = "data/prose.tsv"
	bundleTable = "data/bundle.tsv"
	rolesTable  = "data/roles.tsv"
)

// read hands each line of a table to add.
func read(from fs.FS, name string, columns int, add func(f []string) error) error {
	raw, err := fs.ReadFile(from, name)
	if err != nil {
		return fmt.Errorf("read table: %w", err)
	}
	n := 0
	for line := range strings.Lines(string(raw)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") && strings.Count(line, "\t") == 0 {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != columns {
			return fmt.Errorf("%s:%d: %d columns, want %d", name, n, len(f), columns)
		}
		if err := add(f); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return nil
}

func list(s string) []string {
	var all []string
	for v := range strings.SplitSeq(s, ";") {
		if v = strings.TrimSpace(v); v != "" {
			all = append(all, v)
		}
	}
	return all
}

// addWordings reads a line of a word and its wordings in every language.
func addWordings(to map[string]map[string][]string, f []string) error {
	if to[f[0]] != nil {
		return fmt.Errorf("%s stands twice", f[0])
	}
	to[f[0]] = map[string][]string{}
	for i, lang := range languages() {
		all := list(f[i+1])
		if len(all) == 0 {
			return fmt.Errorf("%s has no wording in %s", f[0], lang)
		}
		to[f[0]][lang] = all
	}
	return nil
}

func (l *library) addField(f []string) error {
	sorts := []string{"id", "text", "date", "number", "currency", "role", "list"}
	if _, twice := l.fields[f[0]]; twice || !slices.Contains(sorts, f[1]) {
		return fmt.Errorf("%s stands twice, or its sort %q is none of %v", f[0], f[1], sorts)
	}
	one := field{key: f[0], sort: f[1], kin: f[2], names: map[string][]string{}, says: map[string][]string{}}
	for i, lang := range schemaLanguages() {
		one.names[lang], one.says[lang] = list(f[3+i]), list(f[6+i])
		if len(one.names[lang]) == 0 || len(one.says[lang]) == 0 {
			return fmt.Errorf("%s has no name or description in %s", f[0], lang)
		}
	}
	l.fields[f[0]] = one
	l.order = append(l.order, f[0])
	return nil
}

// schemaLanguages lists the languages of properties, in the order of fields.tsv.
func schemaLanguages() []string { return []string{"en", "es", "de"} }

func (l *library) addKind(f []string) error {
	k := kind{name: f[0], issuer: f[1], parties: strings.Fields(f[2]), always: strings.Fields(f[3]), free: strings.Fields(f[4]),
		columns: strings.Fields(f[5]), freeColumns: strings.Fields(f[6]), sums: f[7], titles: map[string][]string{}}
	for i, lang := range languages() {
		if k.titles[lang] = list(f[8+i]); len(k.titles[lang]) == 0 {
			return fmt.Errorf("%s has no title in %s", f[0], lang)
		}
	}
	for _, key := range slices.Concat(k.always, k.free, k.columns, k.freeColumns) {
		if _, known := l.fields[key]; !known || l.captions[key] == nil {
			return fmt.Errorf("%s: %s is no field with captions", f[0], key)
		}
	}
	l.kinds = append(l.kinds, k)
	return nil
}

func (l *library) addPlace(f []string) error {
	p := place{code: f[0], lang: f[1], names: map[string]string{}, cities: list(f[3]), zips: list(f[4]), lines: list(f[5]), phones: list(f[6]),
		taxID: list(f[7]), taxCaption: list(f[8]), register: list(f[9]), registerText: list(f[10]), legal: list(f[11]), currency: f[12],
		rates: list(f[13]), account: f[14]}
	names := list(f[2])
	if len(names) != len(languages()) || !slices.Contains(languages(), p.lang) {
		return fmt.Errorf("%s: %d names, want %d, in a language of %v", f[0], len(names), len(languages()), languages())
	}
	for i, lang := range languages() {
		p.names[lang] = names[i]
	}
	for _, some := range [][]string{p.cities, p.zips, p.lines, p.phones, p.taxID, p.taxCaption, p.register, p.registerText, p.legal, p.rates} {
		if len(some) == 0 {
			return fmt.Errorf("%s: only the account may be empty", f[0])
		}
	}
	l.places = append(l.places, p)
	return nil
}
