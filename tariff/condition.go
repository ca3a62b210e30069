package tariff

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/govalues/decimal"
)

// Condition is one requirement of a node: it holds where any of its terms does.
type Condition []Term

// TermKind tells which fact a Term compares, and how it takes an absent one.
type TermKind string

// The kinds of term.
const (
	TermNamed   TermKind = "name"   // the goods are called so; goods called otherwise are not these
	TermSaid    TermKind = "said"   // an attribute in words; silence leaves it open
	TermOnly    TermKind = "only"   // a special case; silence denies it
	TermFacet   TermKind = "facet"  // a value of the central vocabulary; silence leaves it open
	TermMeasure TermKind = "limit"  // a quantity within a limit; silence leaves it open
	TermUsed    TermKind = "used"   // second-hand; silence denies it
	TermNew     TermKind = "new"    // not second-hand; silence means new
	TermQuota   TermKind = "quota"  // entered within a tariff-rate quota; silence denies it
	TermSeason  TermKind = "season" // entered between two days of the year, both included
)

// Term is one way to meet a Condition.
type Term struct {
	Kind    TermKind
	Not     bool     // none of the phrases is said, none of the values is stated, no number within the limit is
	Phrases []string // named, said, only: in both languages
	Facet   string   // of facet
	Values  []string // of facet: any of them
	Limit   Limit    // of limit
	From    string   // of season: month and day, "01-15"
	To      string
}

// Limit is a bound of a measure: "width<=30cm".
type Limit struct {
	Measure string // of the measures the product knows; contents are "fat%"
	Bound   Bound
	Number  decimal.Decimal
	Unit    string // as written: "cm", "USD/kg", "" for numbers of things and shares
}

// Bound is the sense of a Limit.
type Bound string

// The bounds.
const (
	BoundUpTo  Bound = "<="
	BoundUnder Bound = "<"
	BoundFrom  Bound = ">="
	BoundOver  Bound = ">"
	BoundIs    Bound = "="
)

// String is the form of the files.
func (l Limit) String() string { return l.Measure + string(l.Bound) + l.Number.String() + l.Unit }

// otherWord and completeWord stand among the conditions of a node.
const (
	otherWord    = "other"
	completeWord = "complete"
	orWord       = " OR "
	innerComma   = "·" // of a name that has one: 1·2-dichloroethane
)

var (
	phrasePattern = regexp.MustCompile(`^(not )?(name|said|only): *(.+)$`)
	facetPattern  = regexp.MustCompile(`^([a-z-]+)(!?=)([a-z0-9][a-z0-9.-]*(?:, ?[a-z0-9][a-z0-9.-]*)*)$`)
	limitForm     = regexp.MustCompile(`^(not )?([a-z]+%?|count:[a-z-]+) ?(<=|>=|<|>|=) ?(-?\d+(?:\.\d+)?) ?([A-Za-zµ°/0-9]*)$`)
	seasonPattern = regexp.MustCompile(`^season: ((?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))\.\.((?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))$`)
)

// conditionReader checks terms against the vocabulary and the measures while it reads them.
type conditionReader struct {
	vocabulary *Vocabulary
	measures   *Measures
	met        map[string]Condition // by text: most are those of many nodes, which share them; nil where few are read
}

// read takes conditions "a; b OR c; other" into n.
func (r conditionReader) read(n *Node, text string) error {
	for part := range strings.SplitSeq(text, ";") {
		switch part = strings.TrimSpace(part); part {
		case "":
			continue
		case otherWord:
			n.Other = true
			continue
		case completeWord:
			n.Complete = true
			continue
		}
		condition, err := r.condition(part)
		if err != nil {
			return err
		}
		n.Conditions = append(n.Conditions, condition)
	}
	return nil
}

func (r conditionReader) condition(text string) (Condition, error) {
	if met, ok := r.met[text]; ok {
		return met, nil
	}
	terms := strings.Split(text, orWord)
	condition := make(Condition, len(terms))
	for i, alternative := range terms {
		term, err := r.term(strings.TrimSpace(alternative))
		if err != nil {
			return nil, err
		}
		condition[i] = term
	}
	if r.met != nil {
		r.met[text] = condition
	}
	return condition, nil
}

func (r conditionReader) term(text string) (Term, error) {
	switch text {
	case string(TermUsed), string(TermNew):
		return Term{Kind: TermKind(text)}, nil
	case "quota: in":
		return Term{Kind: TermQuota}, nil
	case "quota: over":
		return Term{Kind: TermQuota, Not: true}, nil
	}
	if m := phrasePattern.FindStringSubmatch(text); m != nil {
		return phraseTerm(m)
	}
	if m := seasonPattern.FindStringSubmatch(text); m != nil {
		return Term{Kind: TermSeason, From: m[1], To: m[2]}, nil
	}
	if m := limitForm.FindStringSubmatch(text); m != nil && r.measures.Known(m[2]) {
		return r.limit(m)
	}
	if m := facetPattern.FindStringSubmatch(text); m != nil {
		return r.facet(m)
	}
	return Term{}, fmt.Errorf("condition %q is not understood", text)
}

func phraseTerm(m []string) (Term, error) {
	term := Term{Kind: TermKind(m[2]), Not: m[1] != ""}
	for phrase := range strings.SplitSeq(m[3], ",") {
		if phrase = strings.TrimSpace(phrase); phrase == "" {
			return Term{}, fmt.Errorf("condition %q has an empty phrase", m[0])
		}
		term.Phrases = append(term.Phrases, strings.ReplaceAll(phrase, innerComma, ","))
	}
	return term, nil
}

func (r conditionReader) facet(m []string) (Term, error) {
	term := Term{Kind: TermFacet, Facet: m[1], Not: m[2] == "!="}
	if _, ok := r.vocabulary.FacetName(m[1]); !ok {
		return Term{}, fmt.Errorf("%q is neither a facet nor a measure", m[1])
	}
	for value := range strings.SplitSeq(m[3], ",") {
		value = strings.TrimSpace(value)
		if known := r.vocabulary.Value(value); known == nil || known.Facet != m[1] {
			return Term{}, fmt.Errorf("facet %s has no value %q", m[1], value)
		}
		term.Values = append(term.Values, value)
	}
	return term, nil
}

func (r conditionReader) limit(m []string) (Term, error) {
	number, err := decimal.Parse(m[4])
	if err != nil {
		return Term{}, fmt.Errorf("condition %q: %w", m[0], err)
	}
	limit := Limit{Measure: m[2], Bound: Bound(m[3]), Number: number, Unit: m[5]}
	if _, err := r.measures.Base(limit); err != nil {
		return Term{}, err
	}
	return Term{Kind: TermMeasure, Not: m[1] != "", Limit: limit}, nil
}
