package shipment

import (
	"encoding/json"
	"strings"

	"tariffdesk/quote"
)

// maxExporter is the length of a name that a quote takes.
const maxExporter = 200

// factProblems lists what is wrong with facts of goods, each naming its member. The certificate is a fact of the whole.
func factProblems(facts map[string]json.RawMessage) (problems []string) {
	for name, value := range facts {
		problem := "state it of the operation"
		if quote.Fact(name) != quote.FactCertificate {
			problem = new(quote.GoodsFacts).Set(quote.Fact(name), value)
		}
		if problem != "" {
			letters := []rune(name)
			problems = append(problems, "facts."+string(letters[:min(len(letters), 60)])+": "+problem)
		}
	}
	return problems
}

// GoodsFactsOf are the facts by which a line is quoted: its own, else those that are stated of the whole.
func (s *Shipment) GoodsFactsOf(l *Line) (flags map[quote.Fact]bool, numbers map[quote.Fact]quote.Number) {
	flags, numbers = map[quote.Fact]bool{}, map[quote.Fact]quote.Number{}
	if wood := s.Facts.WoodPackaging; wood != nil {
		flags[quote.FactWoodPackaging] = *wood
	}
	if l.Facts == nil {
		return flags, numbers
	}
	for fact, flag := range l.Facts.Flags {
		flags[fact] = flag
	}
	for fact, n := range l.Facts.Numbers {
		numbers[fact] = n
	}
	return flags, numbers
}

// setFacts states facts of the goods of a line, and returns them as they were and as they are.
func (l *Line) setFacts(facts map[string]json.RawMessage) (before, after string) {
	held := quote.GoodsFacts{}
	if l.Facts != nil {
		held = *l.Facts
	}
	before = written(held)
	now := quote.GoodsFacts{}
	for fact, flag := range held.Flags {
		now.Set(fact, json.RawMessage(map[bool]string{true: "true", false: "false"}[flag]))
	}
	for fact, n := range held.Numbers {
		now.Set(fact, json.RawMessage(n.String()))
	}
	for name, value := range facts {
		now.Set(quote.Fact(name), value)
	}
	l.Facts = &now
	if now.Len() == 0 {
		l.Facts = nil
	}
	return before, written(now)
}

// written is facts as a trail shows them, in the order of their names.
func written(g quote.GoodsFacts) string {
	text, err := json.Marshal(g)
	if err != nil {
		return ""
	}
	return strings.Trim(string(text), "{}")
}

// quotedBy returns the facts that a line adds to its key of a quote. It is empty where nothing more than its papers is stated, so that
// keys of earlier quotations hold.
func (s *Shipment) quotedBy(l *Line) (parts []string) {
	flags, numbers := s.GoodsFactsOf(l)
	if len(flags)+len(numbers) > 0 {
		parts = append(parts, "facts", written(quote.GoodsFacts{Flags: flags, Numbers: numbers}))
	}
	if l.Exporter != "" {
		parts = append(parts, "exporter", l.Exporter)
	}
	return parts
}
