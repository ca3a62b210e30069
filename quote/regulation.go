package quote

// regulationKind says what a regulation demands.
type regulationKind string

const (
	kindPermit      regulationKind = "permit" // permits, notices and certificates
	kindRegister    regulationKind = "register"
	kindStandard    regulationKind = "standard"
	kindProhibition regulationKind = "prohibition"
	kindDuty        regulationKind = "duty" // another duty at the border, such as tax seals
)

// regulationScope is the model of the annexes: only what is named, or all but what is named.
type regulationScope string

const (
	scopeAll    regulationScope = ""
	scopeOnly   regulationScope = "U" // únicamente
	scopeExcept regulationScope = "E" // excepto
)

// regulation is a restriction or non-tariff regulation by prefix.
type regulation struct {
	Provision
	condition
	id        string
	directive Direction // "" for both
	kind      regulationKind
	key       string
	authority string
	standards []string
	scope     regulationScope
	name      bilingual
	note      bilingual
}

// standard is an official Mexican standard (NOM).
type standard struct {
	code         string
	key          string // NM: certificate, N3: labelling
	authority    string
	name         bilingual
	when, unless []Fact
}

// annexEntry is a line of Anexo 2.4.1: the standard that names it and the form of its limits.
type annexEntry struct {
	Provision
	standard string
	scope    regulationScope
}

// noteKind says where a remark stands in the answer.
type noteKind string

const (
	noteRemark noteKind = "note"
	noteLimit  noteKind = "limit" // what a quote leaves out
	noteRRNA   noteKind = "rrna"  // what the non-tariff regulations leave out
)

// noteRule is a remark that belongs to lines.
type noteRule struct {
	Provision
	kind      noteKind
	directive Direction
	reference string
	law       string
	detail    bilingual
}

func (r *Rules) readRegulations(table func(string, func(row))) {
	table("standards.tsv", func(row row) {
		s := standard{
			code: row.must("standard"), key: row.choice("key", "NM", "N3"), authority: row.must("authority"),
			name: row.bilingual("name"), when: row.facts("when"), unless: row.facts("unless"),
		}
		if _, twice := r.standards[s.code]; twice {
			row.fault("standard %s stands twice", s.code)
		}
		r.standards[s.code] = s
	})
	table("regulations.tsv", func(row row) {
		r.regulation.add(row.prefixes("prefixes"), regulation{
			Provision: row.provision(), condition: row.condition(), id: row.must("id"),
			directive: row.direction(), key: row.must("key"), authority: row.must("authority"),
			kind: regulationKind(row.choice("kind", string(kindPermit), string(kindRegister),
				string(kindStandard), string(kindProhibition), string(kindDuty))),
			standards: row.list("standards"), scope: row.scope(),
			name: row.bilingual("name"), note: row.bilingual("note"),
		})
	})
	table("annex_2_4_1.tsv", func(row row) {
		line := row.must("line")
		for _, code := range row.list("standards") {
			entry := annexEntry{Provision: row.provision(), scope: row.scope(), standard: code}
			r.annex[line] = append(r.annex[line], entry)
		}
	})
}

func (r row) scope() regulationScope {
	return regulationScope(r.choice("scope", string(scopeAll), string(scopeOnly), string(scopeExcept)))
}

func (r row) direction() Direction {
	return Direction(r.choice("direction", "", string(DirectionImport), string(DirectionExport)))
}

func (r *Rules) readNote(row row) {
	r.notes.add(row.prefixes("prefixes"), noteRule{
		Provision: row.provision(), directive: row.direction(),
		kind: noteKind(row.choice("kind", string(noteRemark), string(noteLimit), string(noteRRNA))), reference: row.must("reference"),
		law: row.must("law"), detail: row.bilingual("detail"),
	})
}

func (d Direction) covers(direction Direction) bool { return d == "" || d == direction }
