package quote

import (
	"fmt"
	"io/fs"
	"slices"

	"tariffdesk/tariff"
)

// Overlay is an imported table that takes the place of the one the product carries.
type Overlay struct {
	Table    string // one of Tables
	Content  []byte // tab-separated, in the columns of the carried table
	Vintage  tariff.Date
	Complete bool // the table holds its annex whole: what it does not name does not apply
}

// importable are the tables a customer may replace, by their public names.
func importable() map[string]string {
	return map[string]string{
		"duties": "compensatory.tsv", "preferences": "preferences.tsv", "preference-sheets": "preferences_2017.tsv",
		"annex-2.4.1": "annex_2_4_1.tsv", "lines": "line_rules.tsv", "prosec": "prosec.tsv", "origin": "origin_rules.tsv", "history": "history.tsv",
	}
}

// Tables lists the tables that can be imported.
func Tables() []string {
	var names []string
	for name := range importable() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// merged returns the carried files with the overlays in their place.
func merged(carried fs.FS, overlays []Overlay) (files, error) {
	all := files{}
	entries, err := fs.ReadDir(carried, ".")
	if err != nil {
		return nil, fmt.Errorf("read rules: %w", err)
	}
	for _, entry := range entries {
		if all[entry.Name()], err = fs.ReadFile(carried, entry.Name()); err != nil {
			return nil, fmt.Errorf("read rules: %w", err)
		}
	}
	for _, o := range overlays {
		name, known := importable()[o.Table]
		if !known {
			return nil, fmt.Errorf("table %q cannot be imported", o.Table)
		}
		all[name] = o.Content
	}
	return all, nil
}

// LoadRules reads and checks the rules the product carries, imported tables in place of their own.
func LoadRules(overlays ...Overlay) (*Rules, error) {
	carried, err := fs.Sub(ruleFiles, "data")
	if err != nil {
		return nil, fmt.Errorf("open rules: %w", err)
	}
	if len(overlays) == 0 {
		return ReadRules(carried)
	}
	all, err := merged(carried, overlays)
	if err != nil {
		return nil, err
	}
	r, err := readRules(all)
	if err != nil {
		return nil, err
	}
	for _, o := range overlays {
		name := importable()[o.Table]
		r.vintages[name], r.complete[name] = o.Vintage, o.Complete
	}
	return r, nil
}

// TableColumns are the columns a file for a table must have, nil for a table that cannot be imported.
func TableColumns(table string) []string {
	name, known := importable()[table]
	if !known {
		return nil
	}
	text, err := ruleFiles.ReadFile("data/" + name)
	if err != nil {
		return nil
	}
	return columnsOf(text)
}
