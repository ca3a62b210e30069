package quote

import (
	"strings"

	"tariffdesk/tariff"
)

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

func (r *Rules) readLineRule(row row) {
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
func (q *quotation) judgeByLine(rule regulation) judged {
	named, found := q.rules.lineRuleFor(rule.id, q.line.Code, q.date)
	if !found {
		j := q.judgeRule(rule)
		if q.rules.complete[lineRulesFile] && q.rules.lists(rule.id) {
			j.outcome, j.unlisted, j.ambiguities = verdict{applies: AppliesNo}, true, []string{}
		}
		return j
	}
	byLine := rule
	byLine.Provision, byLine.condition, byLine.scope = named.Provision, named.condition, named.scope
	j := q.judgeRule(byLine)
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
