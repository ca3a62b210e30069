package quote

import (
	"slices"
	"strings"
)

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

// judge applies the condition to what is known of the product.
func (c condition) judge(known *knowledge) verdict {
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
	denied := 0
	for _, fact := range c.when {
		switch known.of(fact) {
		case answerYes:
			return verdict{applies: AppliesYes, fact: fact, decided: true}
		case answerNo:
			denied++
		case answerUnknown:
			open = fact
		}
	}
	if len(c.when) > 0 && denied == len(c.when) {
		return verdict{applies: AppliesNo, fact: c.when[0], decided: true}
	}
	return verdict{applies: c.otherwise, fact: open}
}

// facts lists every fact the condition reads.
func (c condition) facts() []Fact { return append(slices.Clone(c.when), c.unless...) }
