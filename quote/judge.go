package quote

import (
	"slices"

	"tariffdesk/tariff"
)

// judged is a regulation with what it comes to for the product.
type judged struct {
	kind        regulationKind
	name        string
	key         string
	standard    string
	authority   string
	note        string
	scope       regulationScope
	certainty   tariff.Certainty
	outcome     verdict
	ambiguities []string
	unlisted    bool // a whole annex does not name the line
}

// judgeRegulations evaluates the annex of standards by line first, then the rules by prefix. A
// standard the annex names for the line is not repeated by prefix.
func (q *quotation) judgeRegulations() []judged {
	var found []judged
	var named []string
	if q.direction == DirectionImport {
		for _, entry := range q.rules.annex[q.line.Code] {
			if entry.on(q.date) && !slices.Contains(named, entry.standard) {
				named = append(named, entry.standard)
				found = append(found, q.judgeAnnex(entry))
			}
		}
	}
	for _, rule := range q.rules.regulation.of(q.line.Code) {
		if !rule.directive.covers(q.direction) || !rule.on(q.date) || !rule.covers(q.line.Code) {
			continue
		}
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
	slices.SortStableFunc(found, func(a, b judged) int { return a.outcome.applies.rank() - b.outcome.applies.rank() })
	return found
}

// rank orders what applies before what may and what does not.
func (a Applies) rank() int { return slices.Index([]Applies{AppliesYes, AppliesMay, AppliesNo}, a) }

// judgeAnnex reads an entry of Anexo 2.4.1: without limits it applies, with limits the facts of the
// standard decide.
func (q *quotation) judgeAnnex(entry annexEntry) judged {
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
		scope: entry.scope, certainty: entry.Certainty, outcome: outcome,
		ambiguities: q.ambiguities(entry.scope, outcome),
	}
}

func (q *quotation) judgeRule(rule regulation) judged {
	outcome := rule.judge(q.known)
	return judged{
		kind: rule.kind, name: rule.name.in(q.voice.language), key: rule.key, authority: rule.authority,
		note: rule.note.in(q.voice.language), scope: rule.scope, certainty: rule.Certainty, outcome: outcome,
		ambiguities: q.ambiguities(rule.scope, outcome),
	}
}

// judgeStandard is a standard named by prefix only: without its line in the annex it may apply at
// most, unless the facts decide.
func (q *quotation) judgeStandard(rule regulation, code string) judged {
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
	j.ambiguities = q.ambiguities(rule.scope, j.outcome)
	return j
}

func (q *quotation) ambiguities(scope regulationScope, outcome verdict) []string {
	list := []string{}
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
func (q *quotation) reason(j judged) string {
	label := q.voice.label(j.outcome.fact)
	switch {
	case j.unlisted:
		return q.voice.say("reason_unlisted", "code", q.line.Code)
	case j.outcome.decided && j.outcome.applies == AppliesYes:
		return q.voice.say("reason_fact_yes", "fact", label)
	case j.outcome.decided && q.known.of(j.outcome.fact) == answerYes:
		return q.voice.say("reason_fact_excludes", "fact", label)
	case j.outcome.decided:
		return q.voice.say("reason_fact_no", "fact", label)
	case j.outcome.applies == AppliesNo:
		return q.voice.say("reason_not_described", "fact", label)
	case j.outcome.applies == AppliesYes:
		return q.voice.say("reason_line", "code", q.line.Code)
	case j.outcome.fact != "":
		return q.voice.say("reason_undecided", "fact", label)
	}
	return q.voice.say("reason_listed", "code", q.line.Code)
}

// bar marks an operation that the line or a prohibition does not allow.
func (q *quotation) bar(list []judged) {
	q.barred = q.barredByLine()
	for _, j := range list {
		if j.kind == kindProhibition && j.outcome.applies == AppliesYes {
			q.barred = true
		}
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
func (q *quotation) restrict(list []judged) {
	if q.barredByLine() {
		q.item.Restrictions = append(q.item.Restrictions, Restriction{
			Name: q.voice.say("prohibited_" + string(q.direction)), Key: keyProhibited, Applies: AppliesYes,
			Reason: q.voice.say("reason_prohibited_"+string(q.direction), "code", q.line.Code), Certainty: q.line.Certainty,
		})
	}
	for _, j := range list {
		if j.kind != kindStandard {
			q.item.Restrictions = append(q.item.Restrictions, Restriction{
				Name: j.name, Key: j.key, Applies: j.outcome.applies, Reason: q.reason(j),
				DecidingFact: q.voice.label(j.outcome.fact), Certainty: j.certainty,
			})
		}
	}
}

// inquire asks for the facts that regulations hang on, after those that rates hang on. Questions of
// standards belong to an answer that shows the standards.
func (q *quotation) inquire(list []judged, includeRRNA bool) {
	for _, j := range list {
		if j.outcome.applies == AppliesMay && (includeRRNA || j.kind != kindStandard) {
			q.ask(j.outcome.fact)
		}
	}
}

// keyProhibited stands where other restrictions carry the key of a permit.
const keyProhibited = "PROHIBIDA"

// regulations are the non-tariff regulations of the answer.
func (q *quotation) regulations(list []judged) []Regulation {
	found := make([]Regulation, 0, len(list))
	for _, j := range list {
		found = append(found, Regulation{
			Name: j.name, Key: j.key, Standard: j.standard, ScopeNote: j.note, Reason: q.reason(j),
			Ambiguities: j.ambiguities, Applies: j.outcome.applies, Authority: j.authority, Certainty: j.certainty,
		})
	}
	return found
}
