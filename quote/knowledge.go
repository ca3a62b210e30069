package quote

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// knowledge is all that is known of a product's facts: what the request states first, then what
// the description says.
type knowledge struct {
	product     *Product
	facts       *lexicon
	described   map[Fact]answer
	names       map[Fact][]bilingual // of the substances that the description names
	read        map[Fact]bool        // stated facts that a rule has read
	text        string               // folded description
	derivations map[Fact]decimal.Decimal
}

func (r *Rules) know(product *Product, date tariff.Date) *knowledge {
	said := r.facts.read(product.Description, date)
	k := &knowledge{product: product, facts: r.facts, described: said.answers, names: said.names, text: fold(product.Description)}
	k.derivations = describedNumbers(k.text)
	return k
}

// mark remembers that a rule reads facts, whichever of them decides.
func (k *knowledge) mark(facts ...Fact) {
	if len(k.product.Flags)+len(k.product.Numbers) == 0 {
		return
	}
	if k.read == nil {
		k.read = map[Fact]bool{}
	}
	for _, fact := range facts {
		k.read[fact] = true
		k.read[k.facts.facts[fact].follows] = true
	}
}

// unread lists the stated facts that no rule has read. That goods are new is what every rule assumes.
func (k *knowledge) unread() []string {
	var list []string
	for fact, flag := range k.product.Flags {
		if !k.read[fact] && (fact != FactUsed || flag) {
			list = append(list, string(fact))
		}
	}
	for fact := range k.product.Numbers {
		if !k.read[fact] {
			list = append(list, string(fact))
		}
	}
	slices.Sort(list)
	return list
}

// tell adds an answer that the request gives for all products.
func (k *knowledge) tell(fact Fact, holds bool) {
	if k.described == nil {
		k.described = map[Fact]answer{}
	}
	k.described[fact] = answerNo
	if holds {
		k.described[fact] = answerYes
	}
}

// of answers a yes-or-no fact: the stated one, the one that follows from it, the described one. Goods are
// new unless they are said to be used.
func (k *knowledge) of(fact Fact) answer {
	if a := k.told(fact); a != answerUnknown {
		return a
	}
	if fact == FactUsed {
		return answerNo
	}
	if rule := k.facts.facts[fact]; rule.follows == FactUsed {
		return k.of(FactUsed).inverse()
	}
	return answerUnknown
}

// told returns the stated or described answer to a fact, with nothing assumed.
func (k *knowledge) told(fact Fact) answer {
	if a := k.stated(fact); a != answerUnknown {
		return a
	}
	if rule := k.facts.facts[fact]; rule.follows != "" {
		if a := k.stated(rule.follows); a != answerUnknown && rule.opposite {
			return a.inverse()
		} else if a != answerUnknown {
			return a
		}
	}
	return k.described[fact]
}

func (k *knowledge) stated(fact Fact) answer {
	flag, stated := k.product.Flags[fact]
	switch {
	case !stated:
		return answerUnknown
	case flag:
		return answerYes
	}
	return answerNo
}

// number answers a numeric fact.
func (k *knowledge) number(fact Fact) (decimal.Decimal, bool) {
	k.mark(fact)
	if n, stated := k.product.Numbers[fact]; stated {
		return n.Decimal, true
	}
	n, described := k.derivations[fact]
	return n, described
}

// figure finds a number of a fact in a folded description.
type figure struct {
	fact   Fact
	hint   string // a word without which the expression need not be tried
	find   *regexp.Regexp
	factor decimal.Decimal
}

// figures read what labels print. The expressions are linear in the text and bounded by its length.
var figures = []figure{
	{FactAlcoholDegrees, "", regexp.MustCompile(`(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:percent|per cent|por ciento)\s*(?:of |de )?(?:alc|vol|abv)`), decimal.One},
	{FactAlcoholDegrees, "alcohol", regexp.MustCompile(`alcohol[a-z ]{0,30}:?\s*(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:%|°|º|percent|per cent|por ciento)`), decimal.One},
	{FactAlcoholDegrees, "", regexp.MustCompile(`(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:%|°|º)\s*(?:de )?(?:alc|vol|abv|a\.b\.v|gl\b|g\.l)`), decimal.One},
	{FactAlcoholDegrees, "", regexp.MustCompile(`(?:alc|abv|vol)\.?(?:ohol)?:?\s*(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:%|°|º)`), decimal.One},
	{FactAlcoholDegrees, "proof", regexp.MustCompile(`(\d{2,3})\s*(?:-\s*)?proof`), decimal.MustNew(5, 1)},
	{FactKcal, "kcal", regexp.MustCompile(`(\d{1,4}(?:[.,]\d{1,2})?)\s*kcal\s*(?:/|per|por|en|in)\s*(?:cada )?100\s*g`), decimal.One},
	{FactOctane, "oct", regexp.MustCompile(`(\d{2,3})\s*(?:-\s*)?oct`), decimal.One},
	{FactToxicity, "categor", regexp.MustCompile(`categor(?:y|ia)\s*(?:toxicologica\s*)?([1-5])\b`), decimal.One},
	{FactContainerLitres, "", regexp.MustCompile(`(\d{1,4}(?:[.,]\d{1,3})?)\s*(?:l|lt|lts|litros?|lit(?:er|re)s?)\b`), decimal.One},
	{FactContainerLitres, "ml", regexp.MustCompile(`(\d{1,5})\s*ml\b`), decimal.MustNew(1, 3)},
}

func describedNumbers(text string) map[Fact]decimal.Decimal {
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	found := map[Fact]decimal.Decimal{}
	for _, f := range figures {
		if _, known := found[f.fact]; known || !strings.Contains(text, f.hint) {
			continue
		}
		m := f.find.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		value, err := decimal.Parse(strings.Replace(m[1], ",", ".", 1))
		if err != nil {
			continue
		}
		if scaled, err := value.Mul(f.factor); err == nil && scaled.Cmp(numberFields[f.fact]) <= 0 {
			found[f.fact] = scaled.Trim(0)
		}
	}
	return found
}
