package quote

import (
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// regulationKind says what a regulation demands.
type regulationKind string

const (
	kindPermit      regulationKind = "permit" // permits, notices and certificates
	kindRegister    regulationKind = "register"
	kindStandard    regulationKind = "standard"
	kindProhibition regulationKind = "prohibition"
	kindDuty        regulationKind = "duty"      // another duty at the border, such as tax seals
	kindAutomatic   regulationKind = "automatic" // permits and notices that are given to who asks
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

func (r reader) readRegulations(table func(string, func(row))) {
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
		one := regulation{
			Provision: row.provision(), condition: row.condition(), id: row.must("id"),
			directive: row.direction(), key: row.must("key"), authority: row.must("authority"),
			kind: regulationKind(row.choice("kind", string(kindPermit), string(kindRegister),
				string(kindStandard), string(kindProhibition), string(kindDuty), string(kindAutomatic))),
			standards: row.list("standards"), scope: row.scope(),
			name: row.bilingual("name"), note: row.bilingual("note"),
		}
		if last, known := r.lasts[one.id]; !known || last != "" && (one.To == "" || one.To > last) {
			r.lasts[one.id] = one.To
		}
		r.regulation.add(row.prefixes("prefixes"), one)
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

func (r reader) readNote(row row) {
	r.notes.add(row.prefixes("prefixes"), noteRule{
		Provision: row.provision(), directive: row.direction(),
		kind: noteKind(row.choice("kind", string(noteRemark), string(noteLimit), string(noteRRNA))), reference: row.must("reference"),
		law: row.must("law"), detail: row.bilingual("detail"),
	})
}

func (d Direction) covers(direction Direction) bool { return d == "" || d == direction }

// condition is how a rule reads the facts of a product. When any fact of unless holds the rule does
// not apply; when any of when holds, or when is empty, it applies as far as the rule itself goes;
// otherwise the outcome is the rule's own default.
type condition struct {
	when, unless []Fact
	otherwise    Applies
	except       []string // prefixes outside the rule
}

// verdict is the outcome of a condition and the fact behind it.
type verdict struct {
	applies Applies
	fact    Fact // what decided, or what would decide
	decided bool // a stated or described fact decided, not the rule's default
}

func (r row) condition() condition {
	c := condition{
		when: r.facts("when"), unless: r.facts("unless"), except: r.prefixes("except"),
		otherwise: Applies(r.choice("otherwise", string(AppliesYes), string(AppliesNo), string(AppliesMay))),
	}
	if len(c.when) == 0 && c.otherwise == AppliesNo {
		r.fault("a rule that nothing makes apply")
	}
	return c
}

// covers reports whether the code is inside the rule.
func (c condition) covers(code string) bool {
	return !slices.ContainsFunc(c.except, func(prefix string) bool { return strings.HasPrefix(code, prefix) })
}

// judge applies the condition to what is known of the product. An answer that is only assumed decides
// against a rule without being said to decide.
func (c condition) judge(known *knowledge) verdict {
	known.mark(c.unless...)
	known.mark(c.when...)
	open := Fact("")
	for _, fact := range c.unless {
		switch known.of(fact) {
		case answerYes:
			return verdict{applies: AppliesNo, fact: fact, decided: true}
		case answerUnknown:
			if open == "" {
				open = fact
			}
		case answerNo:
		}
	}
	denied, said := 0, false
	for _, fact := range c.when {
		switch known.of(fact) {
		case answerYes:
			return verdict{applies: AppliesYes, fact: fact, decided: true}
		case answerNo:
			denied++
			said = said || known.told(fact) == answerNo
		case answerUnknown:
			open = fact
		}
	}
	if len(c.when) > 0 && denied == len(c.when) {
		return verdict{applies: AppliesNo, fact: c.when[0], decided: said}
	}
	return verdict{applies: c.otherwise, fact: open}
}

// lapsed reports whether a regulation has ended without a known successor: another row of its id.
func (r *Rules) lapsed(rule *regulation, date tariff.Date) bool {
	return rule.ended(date) && r.lasts[rule.id] == rule.To
}

// facts lists every fact the condition reads.
func (c condition) facts() []Fact { return append(slices.Clone(c.when), c.unless...) }

// lineRule is a line or prefix that an annex names for a regulation, with the limits it has there.
type lineRule struct {
	Provision
	condition
	rule  string // the id of a regulation
	scope regulationScope
	note  bilingual
}

// lineRulesFile holds the annexes by line.
const lineRulesFile = "line_rules.tsv"

func (r reader) readLineRule(row row) {
	l := lineRule{
		Provision: row.provision(), condition: row.condition(), rule: row.must("rule"), scope: row.scope(), note: row.bilingual("note"),
	}
	for _, prefix := range row.prefixes("prefixes") {
		for _, other := range r.lineRules[prefix] {
			if other.rule == l.rule && other.overlaps(l.Provision) {
				row.fault("%s stands twice for %s on one day", prefix, l.rule)
			}
		}
		r.lineRules[prefix] = append(r.lineRules[prefix], l)
	}
}

// lineRuleFor is the entry of the longest prefix by which an annex names a line for a regulation.
func (r *Rules) lineRuleFor(rule, code string, date tariff.Date) (lineRule, bool) {
	for length := len(code); length >= 2; length -= 2 {
		for _, l := range r.lineRules[code[:length]] {
			if l.rule == rule && l.on(date) && l.covers(code) {
				return l, true
			}
		}
	}
	return lineRule{}, false
}

// judgeByLine lets the annex by line decide before the rule by prefix: a line it names is judged by its
// limits there, and a line that a whole annex does not name is outside.
func (q measures) judgeByLine(rule *regulation) judged {
	named, found := q.rules.lineRuleFor(rule.id, q.line.Code, q.date)
	if !found {
		j := q.judgeRule(rule)
		if q.rules.complete[lineRulesFile] && q.rules.lists(rule.id) {
			j.outcome, j.doubt, j.unlisted = verdict{applies: AppliesNo}, verdict{applies: AppliesNo}, true
		}
		return j
	}
	byLine := *rule
	byLine.Provision, byLine.condition, byLine.scope = named.Provision, named.condition, named.scope
	j := q.judgeRule(&byLine)
	j.note = strings.TrimSpace(named.note.in(q.voice.language))
	return j
}

// lists reports whether the annexes by line hold a regulation at all.
func (r *Rules) lists(rule string) bool {
	for _, entries := range r.lineRules {
		for _, entry := range entries {
			if entry.rule == rule {
				return true
			}
		}
	}
	return false
}
