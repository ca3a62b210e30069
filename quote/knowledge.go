package quote

import (
	"regexp"
	"strings"

	"github.com/govalues/decimal"
)

// knowledge is all that is known of a product's facts: what the request states first, then what
// the description says.
type knowledge struct {
	product     *Product
	described   map[Fact]answer
	text        string // folded description
	derivations map[Fact]decimal.Decimal
}

func (r *Rules) know(product *Product) *knowledge {
	k := &knowledge{product: product, described: r.facts.read(product.Description), text: fold(product.Description)}
	k.derivations = describedNumbers(k.text)
	return k
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

// of answers a yes-or-no fact.
func (k *knowledge) of(fact Fact) answer {
	if flag, stated := k.product.Flags[fact]; stated {
		if flag {
			return answerYes
		}
		return answerNo
	}
	return k.described[fact]
}

// number answers a numeric fact.
func (k *knowledge) number(fact Fact) (decimal.Decimal, bool) {
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
