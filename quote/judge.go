package quote

import (
	"slices"

	"tariffdesk/tariff"
)

// judged is a regulation with what it comes to for the product.
type judged struct {
	kind      regulationKind
	name      string
	key       string
	standard  string
	authority string
	note      string
	scope     regulationScope
	certainty tariff.Certainty
	source    string
	outcome   verdict
	doubt     verdict     // the outcome that the ambiguities are told of
	unlisted  bool        // a whole annex does not name the line
	lapsed    tariff.Date // the last day of a measure that ended without a known successor
}

// judgeRegulations evaluates the annex of standards by line first, then the rules by prefix. A
// standard the annex names for the line is not repeated by prefix.
func (q measures) judgeRegulations() []judged {
	found := q.entry.judged[:0]
	var named []string
	if q.direction == DirectionImport {
		for _, entry := range q.rules.annex[q.line.Code] {
			if entry.on(q.date) && !slices.Contains(named, entry.standard) {
				named = append(named, entry.standard)
				found = append(found, q.judgeAnnex(entry))
			}
		}
	}
	for rule := range q.rules.regulation.each(q.line.Code) {
		if !rule.directive.covers(q.direction) || !rule.covers(q.line.Code) {
			continue
		}
		if !rule.on(q.date) {
			if q.rules.lapsed(rule, q.date) {
				found = append(found, q.judgeLapsed(rule))
			}
			continue
		}
		q.asksUsed = q.asksUsed || slices.Contains(rule.when, FactUsed)
		if len(rule.standards) == 0 {
			found = append(found, q.judgeByLine(rule))
			continue
		}
		for _, code := range rule.standards {
			if !slices.Contains(named, code) {
				named = append(named, code)
				found = append(found, q.judgeStandard(rule, code))
			}
		}
	}
	q.entry.judged = found
	return q.entry.ordered(found)
}

// ordered are the outcomes that are worth a row: what applies first, then what may, then what does not. They
// stand behind the list in its own memory, so that none is moved twice.
func (e *entry) ordered(list []judged) []judged {
	all, from := list, len(list)
	for _, applies := range []Applies{AppliesYes, AppliesMay, AppliesNo} {
		for i := range from {
			if j := &all[i]; j.outcome.applies == applies && !j.silent(list) {
				all = append(all, *j)
			}
		}
	}
	e.judged = all
	return all[from:]
}

// silent reports whether an outcome is not worth a row: nothing that is said of the goods brings the rule
// up, or a prohibition is open where another holds.
func (j *judged) silent(all []judged) bool {
	if j.outcome.applies == AppliesNo {
		return !j.outcome.decided && !j.unlisted
	}
	return j.kind == kindProhibition && j.outcome.applies == AppliesMay && anyBars(all)
}

func anyBars(list []judged) bool {
	for i := range list {
		if list[i].bars() {
			return true
		}
	}
	return false
}

// bars reports whether the operation is prohibited.
func (j *judged) bars() bool { return j.kind == kindProhibition && j.outcome.applies == AppliesYes }

// judgeLapsed is a measure that ended without a known successor: what would have applied may apply still.
func (q measures) judgeLapsed(rule *regulation) judged {
	j := q.judgeRule(rule)
	j.certainty, j.lapsed = tariff.CertaintyUnconfirmed, rule.To
	if j.outcome.applies == AppliesYes {
		j.outcome = verdict{applies: AppliesMay}
	}
	return j
}

// judgeAnnex reads an entry of Anexo 2.4.1: without limits it applies, with limits the facts of the
// standard decide.
func (q measures) judgeAnnex(entry annexEntry) judged {
	s := q.rules.standards[entry.standard]
	c := condition{when: s.when, unless: s.unless, otherwise: AppliesMay}
	if entry.scope == scopeAll {
		c.when, c.otherwise = nil, AppliesYes
	}
	outcome := c.judge(q.known)
	if entry.scope == scopeExcept && outcome.applies == AppliesMay && len(s.when) == 0 && len(s.unless) > 0 {
		outcome.applies = AppliesYes // all but what is named, and nothing named is in the description
	}
	return judged{
		kind: kindStandard, name: s.name.in(q.voice.language), key: s.key, standard: s.code, authority: s.authority,
		note:  q.voice.say("scope_annex_" + entry.scope.word()),
		scope: entry.scope, certainty: entry.Certainty, outcome: outcome, doubt: outcome,
	}
}

func (q measures) judgeRule(rule *regulation) judged {
	outcome := rule.judge(q.known)
	return judged{
		kind: rule.kind, name: rule.name.in(q.voice.language), key: rule.key, authority: rule.authority,
		note: rule.note.in(q.voice.language), scope: rule.scope, certainty: rule.Certainty, source: rule.Source, outcome: outcome, doubt: outcome,
	}
}

// judgeStandard is a standard named by prefix only: without its line in the annex it may apply at
// most, unless the facts decide.
func (q measures) judgeStandard(rule *regulation, code string) judged {
	s := q.rules.standards[code]
	c := rule.condition
	if len(c.when)+len(c.unless) == 0 {
		c.when, c.unless = s.when, s.unless
	}
	j := q.judgeRule(rule)
	j.outcome = c.judge(q.known)
	if rule.key == "NM" && j.outcome.applies == AppliesYes && !j.outcome.decided {
		j.outcome.applies = AppliesMay
	}
	j.name, j.standard, j.authority, j.key = s.name.in(q.voice.language), s.code, s.authority, s.key
	if s.key == "NM" { // certificates are due by line, and the line was not found in the annex
		j.certainty = j.certainty.Worse(tariff.CertaintySecondary)
	}
	j.doubt = j.outcome
	return j
}

func (q measures) ambiguities(j *judged) []string {
	list, scope, outcome := []string{}, j.scope, j.doubt
	if outcome.applies == AppliesMay {
		if outcome.fact != "" {
			list = append(list, q.rules.facts.facts[outcome.fact].question.in(q.voice.language))
		} else {
			list = append(list, q.voice.say("ambiguity_"+scope.word()))
		}
	}
	if scope == scopeExcept && outcome.applies == AppliesYes && !outcome.decided {
		list = append(list, q.voice.say("ambiguity_exceptions"))
	}
	return list
}

// word names a scope in message keys.
func (s regulationScope) word() string {
	switch s {
	case scopeOnly:
		return "only"
	case scopeExcept:
		return "except"
	case scopeAll:
	}
	return "all"
}

// reason says why an outcome is what it is.
func (q measures) reason(j *judged) string {
	label, code := q.label(j.outcome.fact), q.lineText
	switch {
	case j.lapsed != "" && j.outcome.applies == AppliesMay:
		return q.voice.say("reason_lapsed", "date", string(j.lapsed))
	case j.unlisted:
		return q.voice.say("reason_unlisted", "code", code)
	case j.outcome.decided && j.outcome.applies == AppliesYes:
		return q.voice.say("reason_fact_yes", "fact", label)
	case j.outcome.decided && q.known.of(j.outcome.fact) == answerYes:
		return q.voice.say("reason_fact_excludes", "fact", label)
	case j.outcome.decided:
		if denial := q.rules.facts.facts[j.outcome.fact].denial.in(q.voice.language); denial != "" {
			return q.voice.say("reason_denied", "denial", denial)
		}
		return q.voice.say("reason_fact_no", "fact", label)
	case j.outcome.applies == AppliesNo:
		return q.voice.say("reason_not_described", "fact", label)
	case j.outcome.applies == AppliesYes:
		return q.voice.say("reason_line", "code", code)
	case j.outcome.fact != "":
		return q.voice.say("reason_undecided", "fact", label)
	}
	return q.voice.say("reason_listed", "code", code)
}

// label names a fact, with the substances of the description behind it.
func (q *quotation) label(fact Fact) string {
	label := q.voice.label(fact)
	for i, name := range q.known.names[fact] {
		label += []string{": ", ", "}[min(i, 1)] + name.in(q.voice.language)
	}
	return label
}

// bar marks an operation that the line or a prohibition does not allow.
func (q measures) bar(list []judged) {
	q.barred = q.barredByLine()
	for i := range list {
		j := &list[i]
		if j.bars() && !q.barred {
			ban := *j
			q.barred, q.ban = true, &ban
		}
		q.open = q.open || j.lapsed != "" && j.outcome.applies == AppliesMay
	}
}

func (q *quotation) barredByLine() bool {
	if q.direction == DirectionExport {
		return q.line.Export.Kind == tariff.RateProhibited
	}
	return q.line.Import.Kind == tariff.RateProhibited
}

// restrict lists prohibitions, permits and registers; standards are left to the non-tariff
// regulations.
func (q measures) restrict(list []judged) {
	if q.barredByLine() {
		q.item.Restrictions = append(q.item.Restrictions, Restriction{
			Name: q.voice.say("prohibited_" + string(q.direction)), Key: keyProhibited, Applies: AppliesYes,
			Reason: q.voice.say("reason_prohibited_"+string(q.direction), "code", q.lineText), Certainty: q.line.Certainty,
		})
	}
	for i := range list {
		if j := &list[i]; j.kind != kindStandard {
			q.item.Restrictions = append(q.item.Restrictions, Restriction{
				Name: j.name, Key: j.key, Applies: j.outcome.applies, Reason: q.reason(j),
				DecidingFact: q.label(j.outcome.fact), Certainty: j.certainty, automatic: j.kind == kindAutomatic,
			})
		}
	}
}

// inquire asks for the facts that regulations hang on, after those that rates hang on. Questions of
// standards belong to an answer that shows the standards.
func (q measures) inquire(list []judged, includeRRNA bool) {
	for i := range list {
		if j := &list[i]; j.outcome.applies == AppliesMay && (includeRRNA || j.kind != kindStandard) {
			q.ask(j.outcome.fact)
		}
	}
}

// keyProhibited stands where other restrictions carry the key of a permit.
const keyProhibited = "PROHIBIDA"

// regulations are the non-tariff regulations of the answer.
func (q measures) regulations(list []judged) []Regulation {
	found := make([]Regulation, 0, len(list))
	for i := range list {
		j := &list[i]
		found = append(found, Regulation{
			Name: j.name, Key: j.key, Standard: j.standard, ScopeNote: j.note, Reason: q.reason(j),
			Ambiguities: q.ambiguities(j), Applies: j.outcome.applies, Authority: j.authority, Certainty: j.certainty,
		})
	}
	return found
}
