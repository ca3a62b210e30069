package quote

// originRule says in words when goods of a chapter or heading originate under an agreement.
type originRule struct {
	Provision
	agreement string
	text      bilingual
	legal     string
}

func (r *Rules) readOriginRule(row row) {
	r.origin.add(row.prefixes("prefixes"), originRule{
		Provision: row.provision(), agreement: row.must("agreement"), text: row.bilingual("text"), legal: row.must("legal_ref"),
	})
}

// ruleOfOrigin is the rule of the longest prefix that is known for the line, nil where none is.
func (q *quotation) ruleOfOrigin(a agreement) *OriginRule {
	for _, rule := range q.rules.origin.of(q.line.Code) {
		if rule.agreement == a.name && rule.on(q.date) {
			return &OriginRule{Text: rule.text.in(q.voice.language), LegalRef: rule.legal, Certainty: rule.Certainty}
		}
	}
	return nil
}
