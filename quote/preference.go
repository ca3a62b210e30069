package quote

import (
	"slices"
	"strconv"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// PreferenceStatus tells how an agreement changes the duty of a line.
type PreferenceStatus string

// The four outcomes. A reduced duty is known as an upper bound at most; unknown is never taken for free.
const (
	PreferenceFree     PreferenceStatus = "free"
	PreferenceReduced  PreferenceStatus = "reduced"
	PreferenceExcluded PreferenceStatus = "excluded"
	PreferenceUnknown  PreferenceStatus = "unknown"

	preferenceSheet PreferenceStatus = "sheet" // in preferences.tsv: the sheet of the line says it
)

func (s PreferenceStatus) rank() int {
	return slices.Index([]PreferenceStatus{PreferenceFree, PreferenceReduced, PreferenceUnknown, PreferenceExcluded}, s)
}

// Preference is the duty of a line under an agreement, as far as it is known.
type Preference struct {
	Status        PreferenceStatus `json:"status" doc:"free, reduced, excluded from the agreement, or unknown"`
	Rate          *Number          `json:"rate" doc:"As a fraction; null where it is not known"`
	UpperBound    bool             `json:"upper_bound" doc:"Whether the rate of the day is at most rate: it may have fallen since source_vintage"`
	Certainty     tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`
	SourceVintage tariff.Date      `json:"source_vintage" doc:"The day as of which the rate stands"`
	LegalRef      string           `json:"legal_ref" doc:"Where the agreement sets it"`
	Note          string           `json:"note" doc:"What has to be known beside the rate; empty where nothing has"`
}

// settled reports whether the duty can be charged: known exactly, or the general one where excluded.
func (p Preference) settled() bool {
	return p.Status == PreferenceFree || p.Status == PreferenceExcluded || p.Status == PreferenceReduced && p.Rate != nil && !p.UpperBound
}

// preferenceRule is a row of preferences.tsv: an agreement, optionally one partner, lines or prefixes.
type preferenceRule struct {
	Provision
	agreement string
	partner   string // ISO code, "" for every member
	prefixes  []string
	except    []string
	status    PreferenceStatus
	rate      *decimal.Decimal
	sheet     string
	note      bilingual
	legal     string
	vintage   tariff.Date
}

func (r reader) readPreference(row row) {
	p := preferenceRule{
		Provision: row.provision(), agreement: row.must("agreement"), partner: row.text("partner"),
		prefixes: row.prefixes("prefixes"), except: row.prefixes("except"), rate: row.fraction("rate"), sheet: row.text("sheet"),
		status: PreferenceStatus(row.choice("status", string(PreferenceFree), string(PreferenceReduced),
			string(PreferenceExcluded), string(PreferenceUnknown), string(preferenceSheet))),
		legal: row.must("legal_ref"), vintage: row.date("vintage"),
	}
	if row.text("note_en") != "" {
		p.note = row.bilingual("note")
	}
	if p.vintage == "" {
		row.fault("column vintage is empty")
	}
	if len(p.prefixes) == 0 {
		row.fault("column prefixes is empty")
	}
	if (p.status == preferenceSheet) != (p.sheet != "") {
		row.fault("status sheet and the column sheet belong together")
	}
	for _, prefix := range p.prefixes {
		key := strings.Join([]string{"preference", p.agreement, p.partner, strconv.FormatBool(p.sheet != ""), prefix}, "\t")
		if r.rated.overlap(key, prefix, p.Provision) != "" {
			row.fault("%s %s of %s has two rows on one day", p.agreement, p.partner, prefix)
		}
	}
	if r.preference[p.agreement] == nil {
		r.preference[p.agreement] = &prefixed[preferenceRule]{}
	}
	r.preference[p.agreement].add(p.prefixes, p)
}

// reach is the length of the prefix by which the rule concerns a line, 1 for every line, 0 for none.
func (p *preferenceRule) reach(partner, code string, date tariff.Date) int {
	inside := func(prefix string) bool { return prefix == "*" || strings.HasPrefix(code, prefix) }
	if !p.on(date) || p.partner != "" && p.partner != partner || slices.ContainsFunc(p.except, inside) {
		return 0
	}
	longest := 0
	for _, prefix := range p.prefixes {
		if inside(prefix) {
			longest = max(longest, len(prefix))
		}
	}
	return longest
}

// lineDigits is the length of a national line: a rule of such a prefix speaks of that line alone.
const lineDigits = 8

// preferenceFor tells what is known of a line under an agreement: a row for the very line first, then
// the sheet of 2017, then the row of the longest prefix.
func (r *Rules) preferenceFor(a agreement, partner, code string, date tariff.Date, language Language) Preference {
	var best, sheet *preferenceRule
	reach := 0
	if rules := r.preference[a.name]; rules != nil {
		for rule := range rules.each(code) {
			length := rule.reach(partner, code, date)
			switch {
			case length == 0:
			case rule.status == preferenceSheet:
				if sheet == nil {
					sheet = rule
				}
			case length > reach || length == reach && rule.partner != "":
				best, reach = rule, length
			}
		}
	}
	if sheet != nil && reach < lineDigits {
		if p, known := r.sheets.of(sheet, code, r, language); known && (p.Status != PreferenceUnknown || best == nil) {
			return p
		}
	}
	if best == nil {
		return Preference{Status: PreferenceUnknown, Certainty: tariff.CertaintyUnconfirmed, SourceVintage: r.Vintage, LegalRef: a.law}
	}
	p := Preference{
		Status: best.status, UpperBound: best.status == PreferenceReduced && best.vintage < best.From,
		Certainty: best.Certainty, SourceVintage: best.vintage, LegalRef: best.legal, Note: best.note.in(language),
	}
	if best.rate != nil {
		p.Rate = number(*best.rate)
	} else if p.Status == PreferenceFree {
		p.Rate = number(decimal.Zero)
	}
	return p
}

// sheets are the official preferences by line of one vintage: a row a line, a column an agreement and
// partner.
type sheets struct {
	columns []string
	rows    map[string]sheetRow
}

type sheetRow struct {
	part  bool // only some of the lines joined in this one stand in the sheets
	cells []string
}

// The marks of a sheet's cell beside a rate.
const (
	markFree     = "F"
	markNoted    = "N"
	markExcluded = "X"
	markReduced  = "R"
	markDiffer   = "?"
)

func readSheets(table func(string, func(row))) *sheets {
	s := &sheets{rows: map[string]sheetRow{}}
	table("preferences_2017.tsv", func(row row) {
		if s.columns == nil {
			s.columns = row.columns[2:]
		}
		line := row.must("line")
		if _, twice := s.rows[line]; twice {
			row.fault("line %s stands twice", line)
		}
		one := sheetRow{part: row.choice("coverage", "full", "part") == "part", cells: make([]string, len(s.columns))}
		for i, column := range s.columns {
			one.cells[i] = row.text(column)
			if !validMark(one.cells[i]) {
				row.fault("column %s: %q is no mark and no rate", column, one.cells[i])
			}
		}
		s.rows[line] = one
	})
	return s
}

func validMark(cell string) bool {
	if slices.Contains([]string{"", markFree, markNoted, markExcluded, markReduced, markDiffer}, cell) {
		return true
	}
	_, err := tariff.ParseRate(cell)
	return err == nil
}

// of reads the cell of a line. A line of which only a part is held, or whose parts differ, is unknown:
// it is never taken for free.
func (s *sheets) of(rule *preferenceRule, code string, r *Rules, language Language) (Preference, bool) {
	column := slices.Index(s.columns, rule.sheet)
	line, found := s.rows[code]
	if column < 0 || !found || line.cells[column] == "" {
		return Preference{}, false
	}
	p := Preference{
		Status: PreferenceUnknown, Certainty: rule.Certainty, SourceVintage: rule.vintage, LegalRef: rule.legal,
	}
	say := func(key string) string { return voice{rules: r, language: language}.say(key) }
	cell := line.cells[column]
	if line.part || cell == markDiffer {
		p.Note = say("preference_parts")
		return p, true
	}
	switch cell {
	case markFree:
		p.Status, p.Rate, p.Note = PreferenceFree, number(decimal.Zero), say("preference_free")
	case markNoted:
		p.Status, p.Rate, p.Note = PreferenceFree, number(decimal.Zero), say("preference_noted")
		p.Certainty = p.Certainty.Worse(tariff.CertaintyUnconfirmed)
	case markExcluded:
		p.Status, p.Note = PreferenceExcluded, say("preference_excluded")
	case markReduced:
		p.Status, p.Note = PreferenceReduced, say("preference_staged")
	default:
		rate, _ := tariff.ParseRate(cell)
		p.Status, p.UpperBound = PreferenceReduced, true
		if rate.Kind == tariff.RateAdValorem {
			p.Rate = number(rate.AdValorem)
		}
		p.Note = strings.ReplaceAll(say("preference_bound"), "{rate}", cell)
	}
	return p, true
}
