package quote

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"tariffdesk/quote/table"
	"tariffdesk/tariff"
)

// Overlay is an imported table that takes the place of the one the product carries.
type Overlay struct {
	Table    string // one of Tables
	Content  []byte // tab-separated, in the columns of the carried table
	Vintage  tariff.Date
	Complete bool // the table holds its annex whole: what it does not name does not apply
}

// importable are the tables a customer may replace or add to, as tables.tsv lists them.
func importable() []table.Shape {
	var shapes []table.Shape
	text, err := ruleFiles.ReadFile("data/tables.tsv")
	if err != nil {
		return nil
	}
	readTable(files{"tables.tsv": text}, "tables.tsv", &[]error{}, func(r row) {
		shapes = append(shapes, table.Shape{Name: r.text("name"), File: r.text("file"), Key: r.list("key"), Optional: r.list("optional")})
	})
	return shapes
}

// shapeOf is the shape of an importable table, its columns those of the file that the product carries.
func shapeOf(name string) (table.Shape, bool) {
	for _, shape := range importable() {
		if shape.Name != name {
			continue
		}
		text, err := ruleFiles.ReadFile("data/" + shape.File)
		shape.Columns, shape.Official = columnsOf(text), officialOf(name)
		return shape, err == nil
	}
	return table.Shape{}, false
}

// officialOf is the official workbook that is read for a table, as workbooks.tsv lists its columns.
func officialOf(name string) table.Official {
	all := files{}
	carry := func(file string) {
		if text, err := ruleFiles.ReadFile("data/" + file); err == nil {
			all[file] = text
		}
	}
	carry("workbooks.tsv")
	carry("countries.tsv")
	var official table.Official
	readTable(all, "workbooks.tsv", &[]error{}, func(r row) {
		if r.text("table") == name {
			official.Columns = append(official.Columns, table.OfficialColumn{
				Column: r.text("column"), Words: r.list("words"), Kind: r.text("kind"), Need: r.text("need") == "yes", Otherwise: r.text("otherwise"),
			})
		}
	})
	known := sync.OnceValue(func() *countries {
		return readCountries(func(file string, read func(row)) { readTable(all, file, &[]error{}, read) })
	})
	official.Country = func(name string) (string, bool) {
		found, known := known().find(name)
		if !known {
			return "", false
		}
		return found.iso2, true
	}
	return official
}

// Tables lists the tables that can be imported.
func Tables() []string {
	var names []string
	for _, shape := range importable() {
		names = append(names, shape.Name)
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
		shape, known := shapeOf(o.Table)
		if !known {
			return nil, fmt.Errorf("table %q cannot be imported", o.Table)
		}
		all[shape.File] = o.Content
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
		shape, _ := shapeOf(o.Table)
		r.vintages[shape.File], r.complete[shape.File], r.imported[shape.File] = o.Vintage, o.Complete, true
	}
	return r, nil
}

// TableColumns are the columns a file for a table must have, nil for a table that cannot be imported.
func TableColumns(name string) []string {
	shape, _ := shapeOf(name)
	return shape.Columns
}

// TableStanding tells edition and age of one table in use: a national tariff, or a table of the rules.
type TableStanding struct {
	Kind       TableKind
	Name       string // the country; or as an import calls it, or of the file where none takes its place
	Importable bool
	Imported   bool // a table of the rules that an import took the place of
	Rows       int
	Verified   int
	Vintage    tariff.Date // the day as of which the rows stand
	NextChange tariff.Date // the first later day on which a row begins or has ended, "" where none is known
}

// TableKind tells tariffs from tables of the quote rules.
type TableKind string

// The two kinds.
const (
	TableKindTariff TableKind = "tariff"
	TableKindRules  TableKind = "rules"
)

// Age is how many days lie between the source and today; 0 where the source is later.
func (t TableStanding) Age(today tariff.Date) int {
	then, errThen := time.Parse(time.DateOnly, string(t.Vintage))
	now, errNow := time.Parse(time.DateOnly, string(today))
	if errThen != nil || errNow != nil {
		return 0
	}
	return max(0, int(now.Sub(then).Hours()/24))
}

// Share is the part of the rows that was read in the legal text, from 0 to 1.
func (t TableStanding) Share() float64 {
	if t.Rows == 0 {
		return 0
	}
	return float64(t.Verified) / float64(t.Rows)
}

// Standing lists the tariffs in use by country, then the tables of the rules by name. Words, names and
// units of the product are none.
func Standing(rules *Rules, schedules []*tariff.Schedule, today tariff.Date) []TableStanding {
	var list []TableStanding
	for _, s := range schedules {
		t := TableStanding{Kind: TableKindTariff, Name: s.Country, Importable: true, Rows: s.Len(), Vintage: s.Vintage}
		for line := range s.Lines() {
			if line.Certainty == tariff.CertaintyVerified {
				t.Verified++
			}
			if line.From > today && (t.NextChange == "" || line.From < t.NextChange) {
				t.NextChange = line.From
			}
		}
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b TableStanding) int { return strings.Compare(a.Name, b.Name) })
	return append(list, rules.tables(today)...)
}

func (r *Rules) tables(today tariff.Date) []TableStanding {
	var list []TableStanding
	for file, s := range r.standing {
		t := TableStanding{Kind: TableKindRules, Name: strings.TrimSuffix(file, ".tsv"), Rows: s.Rows, Verified: s.Verified, Vintage: r.vintageOf(file), NextChange: s.Next(today)}
		for _, shape := range importable() {
			if shape.File == file {
				t.Name, t.Importable, t.Imported = shape.Name, true, r.imported[file]
			}
		}
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b TableStanding) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// stand counts the files that cite their source row by row.
func (r *Rules) stand(all files) {
	for file, text := range all {
		columns := columnsOf(text)
		if !slices.Contains(columns, "certainty") && file != "preferences_2017.tsv" && file != "standards.tsv" {
			continue
		}
		t, err := table.Parse(table.Shape{Name: file, File: file, Columns: columns}, text)
		if err == nil {
			r.standing[file] = t.Standing()
		}
	}
}
