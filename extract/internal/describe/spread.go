package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// spread says in full what a request says of several at once by words that stand alone: "period from and to", "name of the
// seller and of the buyer".
func (r *request) spread(all []piece) []piece {
	var kept []piece
	for _, p := range all {
		if n := len(kept); n > 0 && p.mark <= markAnd && p.group == nil {
			if before, ok := r.bothEnds(kept[n-1], p); ok {
				kept[n-1] = before
				continue
			}
			if p.mark == markAnd && r.oneThing(kept[n-1].text, p.text) {
				kept[n-1].text, kept[n-1].one = kept[n-1].text+" "+r.tongue.says("and")+" "+p.text, true
				continue
			}
			if p.mark == markAnd {
				kept[n-1].text, p.text = r.bothOwners(kept[n-1].text, p.text)
				p.text = whenDone(kept[n-1].text, p.text)
			}
			if more := r.ofAnotherOwner(kept, p); more != nil {
				kept = append(kept, more...)
				continue
			}
			p.text = r.withHead(kept[n-1], p)
		}
		kept = append(kept, p)
	}
	return kept
}

// oneThing reports whether two nouns that an "and" joins are one thing: marks and numbers.
func (r *request) oneThing(a, b string) bool {
	own := strings.Fields(a)
	own = folded(r.withoutArticle(own[r.leads(own):]))
	both := append(own, folded(strings.Fields(b))...)
	return len(both) == 2 && r.words.roles["joined"][strings.Join(both, " ")]
}

var whoDid = regexp.MustCompile(`(?i)\b(?:who|qui[eé]n)\s+(?:(?:has|have|lo|la|los|las)\s+)?(\pL+)`)

// whenDone says in full when was done what the question before asks the doer of: who signed it and when.
func whenDone(before, text string) string {
	m := whoDid.FindStringSubmatch(before)
	switch {
	case m == nil:
	case value.Fold(text) == "when":
		return "date " + m[1]
	case value.Fold(text) == "cuando":
		return "fecha en que se " + m[1]
	}
	return text
}

// bothEnds joins "period from" and "to" as a period with its two ends.
func (r *request) bothEnds(a, b piece) (piece, bool) {
	words := strings.Fields(a.text)
	to := strings.Fields(b.text)
	last := len(words) - 1
	if last < 1 || len(to) != 1 || a.group != nil || !r.words.is("begins", value.Fold(words[last])) || !r.words.is("ends", value.Fold(to[0])) {
		return a, false
	}
	a.group = []piece{{text: words[last]}, {text: to[0]}}
	a.inner = words[last] + " " + to[0]
	if noun := value.Fold(words[last-1]); plural(noun) {
		words[last-1] = r.words.singular(noun)
	}
	a.text = strings.Join(words[:last], " ")
	return a, true
}

// ofAnotherOwner are the attributes asked of one party, asked of another that stands alone behind them: "of the buyer". It is nil
// where p is no such party.
func (r *request) ofAnotherOwner(before []piece, p piece) []piece {
	words := strings.Fields(p.text)
	f := folded(words)
	if len(words) < 2 || !slices.Contains(ofWords, f[0]) || !r.words.is("party", folded(r.withoutArticle(words[1:]))...) {
		return nil
	}
	owner, asked := "", []piece(nil)
	for i := len(before) - 1; i >= 0; i-- {
		own := strings.Fields(before[i].text)
		own = r.withoutArticle(own[r.leads(own):])
		n := r.words.leading("attribute", folded(own))
		if n == 0 || before[i].group != nil {
			break
		}
		of := strings.Join(own[n:], " ")
		if owner == "" && n < len(own) && slices.Contains(ofWords, value.Fold(own[n])) {
			owner = of
		}
		if owner == "" || of != "" && of != owner {
			break
		}
		asked = append(asked, piece{text: strings.Join(append(slices.Clone(own[:n]), words...), " ")})
		if before[i].mark > markAnd {
			break
		}
	}
	slices.Reverse(asked)
	return asked
}

// withHead is the text of a piece that begins with "of" with the noun before it: "fecha de entrada y de pago".
func (r *request) withHead(before, p piece) string {
	words, own := strings.Fields(p.text), strings.Fields(before.text)
	own = r.withoutArticle(own[r.leads(own):])
	if !r.tongue.headFirst || p.mark != markAnd || before.group != nil || len(words) < 2 || !folds(words[0], ofWords...) || r.words.leading("each", folded(words)) > 0 {
		return p.text
	}
	of := slices.IndexFunc(own, func(w string) bool { return folds(w, ofWords...) })
	if of < 1 || plural(value.Fold(own[0])) || r.words.typeAt(folded(own[:of]), r.tongue) == "" {
		return p.text
	}
	return strings.Join(append(slices.Clone(own[:of]), words...), " ")
}

// bothOwners gives what is asked of two owners to each: "the shipper's" and "consignee's names".
func (r *request) bothOwners(a, b string) (string, string) {
	one, two := strings.Fields(a), strings.Fields(b)
	if len(one) == 0 {
		return a, b
	}
	if _, ok := cutPossessive(one[len(one)-1]); !ok {
		return a, b
	}
	at := slices.IndexFunc(two, func(w string) bool { _, ok := cutPossessive(w); return ok })
	if at < 0 || at+1 >= len(two) {
		return a, b
	}
	asked := r.words.singular(value.Fold(strings.Join(two[at+1:], " ")))
	return a + " " + asked, strings.Join(two[:at+1], " ") + " " + asked
}
