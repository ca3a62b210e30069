package dialogue

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/text"
)

// states reports whether words contain a number in the unit asked for or one that converts to it. Without a unit
// asked for, any number will do.
func (t *Tools) states(words, unit string) bool {
	return t.Quantities.Usable(text.Fold(words), text.Fold(unit))
}

// inUnit gives the last bare number of an answer the unit that its question asks for, and writes a lone value of another unit in it.
func (t *Tools) inUnit(words, unit string) string {
	list := t.Quantities.Read(text.Fold(words))
	if len(list) == 1 && !list[0].Denied {
		if number, ok := t.Quantities.InUnit(list[0], text.Fold(unit)); ok {
			from, to := unfolded(words, list[0].Start), unfolded(words, list[0].End)
			return words[:from] + strconv.FormatFloat(math.Round(number*1000)/1000, 'f', -1, 64) + " " + unit + words[to:]
		}
	}
	if len(list) == 0 || unit == "" || slices.ContainsFunc(list, func(q quantity.Quantity) bool { return q.Class != "" }) {
		return words
	}
	at, _ := list[len(list)-1].Bare()
	at = unfolded(words, at)
	return words[:at] + " " + unit + words[at:]
}

// unfolded is the offset in a text of an offset in its folded form.
func unfolded(s string, folded int) int {
	for at, r := range s {
		if folded <= 0 {
			return at
		}
		folded -= len(text.Fold(s[at : at+max(1, utf8.RuneLen(r))]))
	}
	return len(s)
}

// correct takes numbers back that words deny, "25 hp, not 20", or state otherwise than the only one of their kind before.
func (d *dialogue) correct(said string) {
	now := d.Quantities.Read(text.Fold(said))
	told := []*string{&d.Text}
	for i := range d.notes {
		told = append(told, &d.notes[i])
	}
	for _, before := range told {
		was := d.Quantities.Read(text.Fold(*before))
		for i := len(was) - 1; i >= 0; i-- {
			if d.corrected(was[i], was, now) {
				from, to := unfolded(*before, was[i].Start), unfolded(*before, was[i].End)
				*before = (*before)[:from] + (*before)[to:]
			}
		}
	}
	d.Aside = strings.Join(d.notes, "")
}

// corrected reports whether new quantities take the place of one of the old.
func (t *Tools) corrected(q quantity.Quantity, was, now []quantity.Quantity) bool {
	alike := func(o quantity.Quantity) bool { return o.Class == q.Class && q.Class != "" }
	if slices.ContainsFunc(now, func(o quantity.Quantity) bool { return o.Denied && alike(o) && o.Low <= q.High && q.Low <= o.High }) {
		return true
	}
	kept := func(o quantity.Quantity) bool { return alike(o) && !o.Denied }
	count := func(list []quantity.Quantity) (n int) {
		for _, o := range list {
			if kept(o) {
				n++
			}
		}
		return n
	}
	return t.Quantities.Single(q.Class) && count(was) == 1 && count(now) == 1
}
