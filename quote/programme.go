package quote

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// Programme is a programme of the importer that opens another way to import.
type Programme string

// The programmes a request may state. Their rates are alternatives, never the duty of the quote.
const (
	ProgrammePROSEC      Programme = "PROSEC"
	ProgrammeReglaOctava Programme = "REGLA_OCTAVA"
	ProgrammeIMMEX       Programme = "IMMEX"
)

// maxProgrammes bounds what a request states: every sector of PROSEC and the other programmes.
const maxProgrammes = 30

// factIMMEX is answered by the programmes of the request.
const factIMMEX Fact = "immex_temporary"

// Programmes lists the programmes of a request.
func Programmes() []Programme {
	return []Programme{ProgrammePROSEC, ProgrammeReglaOctava, ProgrammeIMMEX}
}

// Alternative is another way to import the goods, open to an importer with the programme.
type Alternative struct {
	Programme     Programme        `json:"programme" doc:"PROSEC, REGLA_OCTAVA or IMMEX"`
	Sector        string           `json:"sector" doc:"Sector of PROSEC, in Roman numerals; empty of other programmes"`
	Rate          *Number          `json:"rate" doc:"Duty under the programme as a fraction; null where it is not known"`
	Saving        *Number          `json:"saving" doc:"What it saves of IGI on the line, in MXN; null where no value was stated"`
	Stated        bool             `json:"stated" doc:"Whether the request stated that the importer holds the programme"`
	Condition     string           `json:"condition" doc:"What the importer has to fulfil"`
	LegalRef      string           `json:"legal_ref" doc:"Where the law sets it"`
	SourceVintage tariff.Date      `json:"source_vintage" doc:"The day as of which the rate stands"`
	Certainty     tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`
}

// prosecRate is the duty of a line in a sector of PROSEC.
type prosecRate struct {
	Provision
	sector  string
	rate    *decimal.Decimal // nil where the sheet has a note alone
	vintage tariff.Date
	note    bilingual
}

func (r reader) readProsec(row row) {
	p := prosecRate{
		Provision: row.provision(), sector: row.must("sector"), rate: row.fraction("rate"), vintage: row.date("vintage"),
	}
	if row.text("note_en") != "" {
		p.note = row.bilingual("note")
	}
	for _, line := range row.prefixes("lines") {
		for _, other := range r.prosec[line] {
			if other.sector == p.sector && other.overlaps(p.Provision) {
				row.fault("line %s stands twice in sector %s on one day", line, p.sector)
			}
		}
		r.prosec[line] = append(r.prosec[line], p)
	}
}

// has reports whether the request states a programme, with a sector where one is given.
func has(programmes []string, want Programme, sector string) bool {
	return slices.ContainsFunc(programmes, func(text string) bool {
		name, stated := splitProgramme(text)
		return name == want && (stated == "" || sector == "" || stated == sector)
	})
}

// splitProgramme reads "PROSEC:II", "PROSEC II", "IMMEX", "Regla Octava".
func splitProgramme(text string) (Programme, string) {
	folded := strings.ToUpper(fold(strings.TrimSpace(text)))
	for _, name := range []string{"REGLA OCTAVA", "REGLA_OCTAVA", "REGLA 8A", "REGLA 8", "R8"} {
		if folded == name {
			return ProgrammeReglaOctava, ""
		}
	}
	head, sector, _ := strings.Cut(strings.Map(func(r rune) rune {
		if strings.ContainsRune(":/- ", r) {
			return ':'
		}
		return r
	}, folded), ":")
	return Programme(head), strings.Trim(sector, ":")
}

// alternatives lists what the programmes of the importer open, those stated first.
func (q trade) alternatives() {
	if q.direction != DirectionImport || q.barred {
		return
	}
	for _, p := range q.rules.prosec[q.line.Code] {
		if p.on(q.date) {
			q.item.Alternatives = append(q.item.Alternatives, q.prosecAlternative(p))
		}
	}
	if has(q.programmes, ProgrammeReglaOctava, "") && q.line.Import.Kind != tariff.RateFree {
		q.item.Alternatives = append(q.item.Alternatives, q.programme(ProgrammeReglaOctava, "LIGIE art. 2, regla complementaria 8a; 9802.00"))
	}
	if has(q.programmes, ProgrammeIMMEX, "") {
		q.item.Alternatives = append(q.item.Alternatives, q.programme(ProgrammeIMMEX, "LA 108; Decreto IMMEX"))
	}
	slices.SortStableFunc(q.item.Alternatives, func(a, b Alternative) int {
		return compareSavings(decimalOf(a.Saving), decimalOf(b.Saving))
	})
	slices.SortStableFunc(q.item.Alternatives, func(a, b Alternative) int { return rankOf(b.Stated) - rankOf(a.Stated) })
}

func rankOf(stated bool) int {
	if stated {
		return 1
	}
	return 0
}

func decimalOf(n *Number) *decimal.Decimal {
	if n == nil {
		return nil
	}
	return &n.Decimal
}

func (q trade) programme(name Programme, legal string) Alternative {
	return Alternative{
		Programme: name, Stated: true, Condition: q.voice.say("programme_" + string(name)), LegalRef: legal,
		SourceVintage: q.rules.Vintage, Certainty: tariff.CertaintyUnconfirmed,
	}
}

// prosecAlternative is the rate of a sector; saving = IGI of the quote − customs value × rate.
func (q trade) prosecAlternative(p prosecRate) Alternative {
	a := Alternative{
		Programme: ProgrammePROSEC, Sector: p.sector, Stated: has(q.programmes, ProgrammePROSEC, p.sector),
		Condition: strings.TrimSpace(q.voice.say("programme_PROSEC", "sector", p.sector) + " " + p.note.in(q.voice.language)),
		LegalRef:  "Decreto PROSEC, sector " + p.sector, SourceVintage: p.vintage, Certainty: p.Certainty,
	}
	if p.rate == nil {
		return a
	}
	a.Rate = number(*p.rate)
	due := q.valueTimes(*p.rate)
	if due == nil || q.igi == nil {
		return a
	}
	if spared, err := q.igi.Sub(*due); err == nil {
		if spared.IsNeg() {
			spared = decimal.Zero
		}
		a.Saving = money(spared)
	}
	return a
}
