package line

import (
	"math"
	"regexp"
	"strconv"

	"tariffdesk/classify/internal/quantity"
	"tariffdesk/tariff"
)

// gauge is a measure with its words prepared for the search.
type gauge struct {
	measure *tariff.Measure
	cues    []phrase
}

// verdict tells whether a requirement is met by what is stated.
type verdict uint8

const (
	verdictOpen verdict = iota // nothing is said of it
	verdictNo                  // what is stated rules it out
	verdictYes                 // what is stated meets it
)

// Strength of the tie between a number and a measure.
const (
	tieNone    = 0.0
	tieLoose   = 0.5 // only the class of the unit speaks for it
	tieDefault = 1.0 // the class means it where nothing else is said, or a cue stands somewhere
	tieClose   = 2.0 // a cue stands beside the number
)

// cueReach is how many words a cue may stand from its number.
const cueReach = 4

// amount is a number taken for a measure.
type amount struct {
	number
	tie float64
}

// amounts returns the numbers of a reading that a measure may mean, those tied closest alone.
func (b *Book) amounts(r *Reading, g *gauge, class string) (out []amount) {
	best := tieNone
	for _, n := range r.numbers() {
		n, ok := b.as(n, g.measure.Name, class)
		if !ok {
			continue
		}
		tie := b.tie(r, g, n)
		if tie == tieNone || tie < best {
			continue
		}
		if tie > best {
			best, out = tie, out[:0]
		}
		out = append(out, amount{n, tie})
	}
	if g.measure.Name == measureCylinders && len(out) == 0 {
		out = r.vEngines()
	}
	if len(out) == 0 {
		out = b.standing(r, g.measure.Name)
	}
	return out
}

// standing returns the value that goods of a name are presumed to have where none is stated.
func (b *Book) standing(r *Reading, measure string) []amount {
	known := b.words.taken[measure]
	if known == nil {
		return nil
	}
	for _, w := range r.words {
		if v, ok := known[w.forms[0]]; ok && !w.denied {
			return []amount{{exactly(v), tieDefault}}
		}
	}
	return nil
}

const (
	measureCylinders    = "count:cylinders"
	measureDiameter     = "diameter"
	measureDisplacement = "displacement"
	classVolume         = "volume"
	classLength         = "length"
	litre               = 1000 // cubic centimetres
)

// exactly is a number that nothing written states.
func exactly(v float64) number { return number{Quantity: quantity.Quantity{Low: v, High: v}} }

// as gives a number in the unit of a class: litres of an engine are cubic centimetres.
func (b *Book) as(n number, measure, class string) (number, bool) {
	var ok bool
	switch {
	case class == quantity.ClassCount && n.Class == "":
		return n, true
	case n.Class == quantity.ClassDiameter && class == classLength:
		n.Class, n.threaded = class, true
		return n, measure == measureDiameter
	case measure == measureDisplacement && (n.Class == classVolume || n.Class == "" && n.Decimal):
		ok = n.Low >= 0.6 && n.High < 10
		n.Low, n.High, n.Class = n.Low*litre, n.High*litre, class
		return n, ok
	}
	n.Quantity, ok = b.words.quantities.As(n.Quantity, class)
	return n, ok
}

// tie weighs how surely a number is meant of a measure: by the cues beside it, against those of the
// other measures of its class.
func (b *Book) tie(r *Reading, g *gauge, n number) float64 {
	own, somewhere := b.distance(r, g, n)
	switch {
	case n.threaded:
		own = 0
	case n.Measure == g.measure.Name:
		own = min(own, cueReach)
	case n.Measure != "" && own > cueReach:
		return tieNone // by its kind it is another dimension
	}
	switch class := g.measure.Class; {
	case b.rivalled(r, g, n, own):
		return tieNone
	case own <= cueReach:
		return tieClose
	case class == quantity.ClassCount, class == quantity.ClassPercent && !g.measure.Default:
		return tieNone // a number of things or a share is nobody's without its word
	case somewhere, g.measure.Default:
		return tieDefault
	}
	return tieLoose
}

// rivalled reports whether a cue of another measure of the class stands closer to the number.
func (b *Book) rivalled(r *Reading, g *gauge, n number, own int) bool {
	for _, other := range b.byClass[g.measure.Class] {
		if other.measure.Name == g.measure.Name {
			continue
		}
		if d, _ := b.distance(r, other, n); d < own && d <= cueReach {
			return true
		}
	}
	return false
}

// distance is how far a number stands from the words of a measure. Of "65 % polyester, 35 % cotton" each share is that of
// the word behind it, of "polyester 65 %, cotton 35 %" that of the word before it.
func (b *Book) distance(r *Reading, g *gauge, n number) (nearest int, somewhere bool) {
	if n.Class != quantity.ClassPercent {
		return r.cueDistance(g.cues, n.at, sideEither)
	}
	if r.shares == sideEither {
		r.shares = sideBehind
		for _, other := range b.byClass[quantity.ClassPercent] {
			if d, _ := r.cueDistance(other.cues, r.firstShare(), sideBefore); d == 1 {
				r.shares = sideBefore
			}
		}
	}
	return r.cueDistance(g.cues, n.at, r.shares)
}

// firstShare is the place of the first number that is a share.
func (r *Reading) firstShare() int {
	for _, n := range r.numbers() {
		if n.Class == quantity.ClassPercent {
			return n.at
		}
	}
	return 0
}

// side is where the word of a number stands.
type side int8

const (
	sideEither side = iota
	sideBefore
	sideBehind
)

// cueDistance is how many words lie between a number and the nearest cue, and whether any cue stands
// in the description at all. On the wrong side of the number it is a word farther.
func (r *Reading) cueDistance(cues []phrase, at int, on side) (nearest int, somewhere bool) {
	nearest = math.MaxInt
	var room [8]int32
	for _, cue := range cues {
		for _, start := range r.places(&cue.words[0], room[:0]) {
			if len(cue.words) > 1 && r.around(cue, start) == hitNone {
				continue
			}
			somewhere = true
			d := int(start) - at
			if on == sideBefore && d > 0 || on == sideBehind && d < 0 {
				d += d / max(d, -d)
			}
			d = max(d, -d)
			if r.words[start].clause != r.words[min(at, len(r.words)-1)].clause {
				d += 2
			}
			nearest = min(nearest, d)
		}
	}
	return nearest, somewhere
}

var vEngine = regexp.MustCompile(`^v(\d{1,2})$`)

// vEngines reads the cylinders of "V6".
func (r *Reading) vEngines() (out []amount) {
	for i, w := range r.words {
		if m := vEngine.FindStringSubmatch(w.forms[0]); m != nil {
			n, _ := strconv.ParseFloat(m[1], 64)
			out = append(out, amount{number{Quantity: quantity.Quantity{Low: n, High: n}, at: i}, tieClose})
		}
	}
	return out
}

// bound is a limit in the base unit of its class.
type bound struct {
	gauge *gauge
	class string
	sense tariff.Bound
	value float64
	limit tariff.Limit
}

// tolerance is the difference allowed between converted units: 14 inches are 35.56 cm.
const tolerance = 1e-6

// meets holds a number against a limit: open where it lies on both sides.
func (l bound) meets(n number) verdict {
	low, high := l.inside(n.Low), l.inside(n.High)
	switch {
	case low && high:
		return verdictYes
	case low || high || l.sense == tariff.BoundIs && n.Low < l.value && n.High > l.value:
		return verdictOpen
	}
	return verdictNo
}

func (l bound) inside(v float64) bool {
	slack := tolerance * math.Max(1e-9, math.Abs(l.value))
	switch l.sense {
	case tariff.BoundUpTo:
		return v <= l.value+slack
	case tariff.BoundUnder:
		return v < l.value-slack
	case tariff.BoundFrom:
		return v >= l.value-slack
	case tariff.BoundOver:
		return v > l.value+slack
	case tariff.BoundIs:
		return math.Abs(v-l.value) <= slack
	}
	return false
}

// judge holds the numbers stated for a limit's measure against it, and tells how surely they are
// meant.
func (b *Book) judge(r *Reading, l bound) (verdict, float64) {
	amounts := b.amounts(r, l.gauge, l.class)
	if len(amounts) == 0 {
		return b.restOf(r, l)
	}
	all := l.meets(amounts[0].number)
	for _, a := range amounts[1:] {
		if l.meets(a.number) != all {
			return verdictOpen, 0
		}
	}
	return all, amounts[0].tie
}

// wholePercent is how near to a hundred shares must come to be all there are.
const wholePercent = 1.5

// restOf reads a content nothing is said of out of the shares of everything else: of "60 % cotton,
// 40 % polyester" no silk is left.
func (b *Book) restOf(r *Reading, l bound) (verdict, float64) {
	if l.class != quantity.ClassPercent {
		return verdictOpen, 0
	}
	sum := 0.0
	for _, n := range r.numbers() {
		if n.Class == quantity.ClassPercent && n.Low == n.High {
			sum += n.Low
		}
	}
	if math.Abs(sum-100) > wholePercent {
		return verdictOpen, 0
	}
	if _, somewhere := r.cueDistance(l.gauge.cues, 0, sideEither); somewhere {
		return verdictOpen, 0
	}
	return l.meets(number{}), tieDefault
}
