package list

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/verification/taxid"
)

// Parse reads the official file of a source. A file of sat-69 may hold several lists; the others hold
// one. A file that is cut, has no header or is of another source is CodeBadRequest, which names the line.
func Parse(source Source, content []byte) ([]List, error) {
	if source == SourceAPOC {
		var err error
		if content, err = unpacked(content); err != nil {
			return nil, err
		}
	}
	text, err := decode(content)
	if err != nil {
		return nil, err
	}
	t, err := readTable(source, text, columnsOf(source))
	if err != nil {
		return nil, err
	}
	var entries []Entry
	parts := map[string][]Entry{}
	for i, row := range t.rows {
		e, part := t.entry(row)
		if e.TaxID == "" && e.Name == "" && e.Shown == "" {
			t.note("line %d: a record without id and name was left out", t.lines[i])
			continue
		}
		entries = append(entries, e)
		parts[part] = append(parts[part], e)
	}
	if len(entries) == 0 {
		return nil, broken("no record of the file has an id or a name")
	}
	var lists []List
	for part, of := range parts {
		lists = append(lists, List{Source: source, Part: part, AsOf: dayOf(t.before), Entries: of, Notes: append(slices.Clone(t.notes), repeated(of)...)})
	}
	slices.SortFunc(lists, func(a, b List) int { return cmp.Compare(a.Part, b.Part) })
	return lists, nil
}

func columnsOf(source Source) []column {
	switch source {
	case SourceSAT69B:
		return []column{{"RFC", []string{"rfc"}, true}, {"name", []string{"nombre contribuyente", "nombre"}, true}, {"situation", []string{"situacion…"}, true}}
	case SourceSAT69:
		return []column{{"RFC", []string{"rfc"}, true}, {"name", []string{"razon social", "nombre…", "nombre denominacion o razon social"}, true},
			{"situation", []string{"supuesto"}, true}, {"published", []string{"fecha…"}, false}, {"reference", []string{"entidad…"}, false}}
	case SourceAPOC:
		return []column{{"CUIT", []string{"cuit…"}, true}, {"since", []string{"fecha condicion…", "fechacondicion…"}, false},
			{"published", []string{"fecha publicacion…", "fechapublicacion…"}, false}, {"situation", []string{"descripcion…", "condicion…"}, false}}
	case SourceDIAN:
		return []column{{"NIT", []string{"nit…"}, true}, {"name", []string{"name", "nombre…", "razon social…"}, true}, {"reference", []string{"resolution…", "resolucion…"}, false},
			{"published", []string{"date…", "fecha…"}, false}, {"situation", []string{"state…", "estado…"}, false}}
	case SourceCSL:
	}
	return []column{{"name", []string{"name"}, true}, {"source", []string{"source"}, true}, {"aliases", []string{"alt names", "altnames"}, false},
		{"programs", []string{"programs"}, false}, {"since", []string{"start date", "startdate"}, false}, {"number", []string{"entity number"}, false}}
}

// entry reads a record of the table's source; part is the list of sat-69 it belongs to.
func (t *table) entry(row []string) (e Entry, part string) {
	e = Entry{Name: t.get(row, "name"), Wording: t.get(row, "situation"), Situation: SituationListed, Reference: t.get(row, "reference"),
		Published: day(t.get(row, "published"), false), Since: day(t.get(row, "since"), false)}
	switch t.source {
	case SourceSAT69B:
		t.identify(&e, taxid.CountryMEX, row, "RFC")
		e.Situation = situation69B(e.Wording)
		t.steps69B(&e, row)
	case SourceSAT69:
		t.identify(&e, taxid.CountryMEX, row, "RFC")
		part = strings.ReplaceAll(folded(e.Wording), " ", "-")
	case SourceAPOC:
		t.identify(&e, taxid.CountryARG, row, "CUIT")
		e.Situation, e.Wording = SituationDefinitive, cmp.Or(e.Wording, "APOC")
	case SourceDIAN:
		t.identify(&e, taxid.CountryCOL, row, "NIT")
		e.Situation = situationDIAN(e.Wording)
	case SourceCSL:
		e.Wording = t.get(row, "source")
		e.Reference = t.get(row, "programs")
		e.Since = day(t.get(row, "since"), true)
		for alias := range strings.SplitSeq(t.get(row, "aliases"), ";") {
			if alias = strings.TrimSpace(alias); alias != "" && len(e.Aliases) < 100 {
				e.Aliases = append(e.Aliases, alias)
			}
		}
	}
	return e, part
}

// identify reads the entry's id from its row. One that the authority hides, or printed wrong, is kept
// for people and never compared.
func (t *table) identify(e *Entry, country taxid.Country, row []string, column string) {
	e.Shown = strings.ToUpper(t.get(row, column))
	if taxid.Masked(e.Shown) {
		return
	}
	id, err := taxid.Parse(country, e.Shown)
	if err != nil {
		return
	}
	e.TaxID, e.Shown = id.Value, id.Shown
}

// situation69B reads the four situations of article 69-B.
func situation69B(wording string) Situation {
	switch w := folded(wording); {
	case strings.HasPrefix(w, "desvirtuado"):
		return SituationCleared
	case strings.HasPrefix(w, "sentencia favorable"):
		return SituationFavourable
	case strings.HasPrefix(w, "presunto"):
		return SituationPresumed
	case strings.HasPrefix(w, "definitivo"):
		return SituationDefinitive
	}
	return SituationListed
}

func situationDIAN(wording string) Situation {
	switch w := folded(wording); {
	case strings.Contains(w, "revocad"), strings.Contains(w, "excluid"), strings.Contains(w, "levantad"), strings.Contains(w, "revoked"), strings.Contains(w, "removed"):
		return SituationCleared
	}
	return SituationDefinitive
}

// steps69B takes the dates from the four blocks behind the situation, each of office, its date, and the
// publications of SAT and DOF: the first begins the matter, the last with a date is the newest.
func (t *table) steps69B(e *Entry, row []string) {
	first := t.columns["situation"] + 1
	for block := first; block < first+16 && block < len(row); block += 4 {
		cells := row[block:min(block+4, len(row))]
		for _, cell := range cells[1:] {
			if d := day(cell, false); d != "" {
				if e.Since == "" {
					e.Since = d
				}
				e.Published = max(e.Published, d)
			}
		}
		if office := strings.Join(strings.Fields(cells[0]), " "); office != "" {
			e.Reference = office[:min(len(office), 200)]
		}
	}
	e.Reference = strings.ToValidUTF8(e.Reference, "")
}

// repeated tells how many ids stand more than once: the official files repeat some, with another
// situation each.
func repeated(entries []Entry) []string {
	times := map[string]int{}
	n := 0
	for _, e := range entries {
		if times[e.TaxID]++; e.TaxID != "" && times[e.TaxID] == 2 {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d ids stand more than once: each of their records is kept", n)}
}
