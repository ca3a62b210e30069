package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// grouped reads what stands in brackets behind a field; it reports whether the field is told by it alone.
func (r *request) grouped(d *draft, p piece) bool {
	if len(p.group) == 0 {
		r.either(d)
		return false
	}
	inner := value.Fold(strings.Trim(p.inner, " ."))
	if t := r.words.said(inner); t != "" {
		d.kind = t
		return false
	}
	f := folded(d.words)
	switch {
	case r.bounds(d, p):
		return true
	case r.details(d, p):
		return true
	case r.attributes(d, p):
		return true
	case r.choices(d, p):
		return false
	case len(p.group) > 1 && plural(f[headOf(f, r.tongue)]) && (r.words.typeAt(f, r.tongue) == typeNumber || r.amounts(p.group)):
		for _, g := range p.group { // taxes (DTA, VAT)
			r.add(draft{words: strings.Fields(g.text), kind: typeNumber, told: d.told[:len(d.told)-len(p.inner)-3] + ": " + g.text})
		}
		return true
	}
	return false
}

// amounts reports whether several names are those of amounts: half of them at least, and none that of anything else.
func (r *request) amounts(group []piece) bool {
	n := 0
	for _, g := range group {
		words := strings.Fields(g.text)
		if r.typeOf(words) == typeNumber {
			n++
		} else if r.words.typeAt(folded(words), r.tongue) != "" {
			return false
		}
	}
	return 2*n >= len(group)
}

func (r *request) isPeriod(f []string) bool {
	return slices.ContainsFunc(f, func(w string) bool { return r.words.is("period", w) })
}

// bounds are the two days of a period: "(from and to)".
func (r *request) bounds(d *draft, p piece) bool {
	var ends []string
	for _, g := range p.group {
		for _, w := range strings.FieldsFunc(value.Fold(g.text), func(c rune) bool { return c == '/' || c == ' ' || c == '-' }) {
			switch w {
			case "from", "to", "start", "end", "begin", "until", "desde", "hasta", "inicio", "fin", "del", "al":
				ends = append(ends, w)
			}
		}
	}
	if len(ends) != 2 {
		return false
	}
	kind := typeString
	if r.isPeriod(folded(d.words)) || r.typeOf(d.words) == typeDate {
		kind = typeDate
	}
	for _, e := range ends {
		r.add(draft{words: append(slices.Clone(d.words), e), kind: kind, told: d.told})
	}
	return true
}

// details are fields in brackets behind a word that only says that they follow: "bank details of the seller (bank, account)".
// They belong to the party named with it, if any.
func (r *request) details(d *draft, p piece) bool {
	f := folded(d.words)
	at := slices.IndexFunc(f, func(w string) bool { return r.words.is("details", w) })
	if at < 0 || len(p.group) < 2 {
		return false
	}
	owners := [][]string{r.detailed(d.words, at)}
	if n := len(r.clause); p.mark == markAnd && n > 0 && r.list == nil && at == len(f)-1 && owners[0] != nil {
		if before := strings.Split(r.clause[n-1], "_"); r.words.is("party", before...) {
			r.root.Properties.remove(r.clause[n-1]) // exporter and importer details (name, address)
			owners = [][]string{before, owners[0]}
		}
	}
	for _, owner := range owners {
		for _, g := range p.group {
			words := r.owned(owner, r.withoutArticle(strings.Fields(g.text)))
			r.add(draft{words: words, told: strings.Join(words, " ")})
		}
	}
	return true
}

// detailed is the party that stands with the word at a place that says that its details follow; nil for none.
func (r *request) detailed(words []string, at int) []string {
	for _, near := range [][]string{words[at+1:], words[:at]} {
		if near = r.withoutArticle(r.withoutOf(near)); len(near) > 0 && r.words.is("party", folded(near)...) {
			return near
		}
	}
	return nil
}

// tells reports whether one of several words only says that something follows.
func (r *request) tells(f []string) bool {
	return slices.ContainsFunc(f, func(w string) bool { return r.words.is("details", w) })
}

func (r *request) withoutOf(words []string) []string {
	if len(words) > 1 && folds(words[0], ofWords...) {
		return words[1:]
	}
	return words
}

// attributes reads the attributes in brackets behind a party: "buyer (name, address)". "Of each one" means
// the parties before it too.
func (r *request) attributes(d *draft, p piece) bool {
	var asked [][]string
	all := false
	for _, g := range p.group {
		words := r.withoutArticle(strings.Fields(g.text))
		f := folded(words)
		for i := 1; i < len(f); i++ {
			if n := max(r.words.leading("each", f[i:]), r.words.leading("ofeach", f[i:])); n > 0 {
				words, f, all = words[:i], f[:i], true
			}
		}
		if !r.words.is("attribute", f...) {
			return false
		}
		asked = append(asked, words)
	}
	owners := [][]string{d.words}
	if all {
		for i := len(r.clause) - 1; i >= 0 && r.list == nil; i-- {
			before := r.root.Properties.get(r.clause[i])
			if before == nil || !r.words.is("party", strings.Split(r.clause[i], "_")...) {
				break
			}
			owners = append([][]string{strings.Split(r.clause[i], "_")}, owners...)
			r.root.Properties.remove(r.clause[i])
		}
	}
	if n := len(r.clause); !all && p.mark == markAnd && !p.comma && n > 0 && r.list == nil {
		if before := strings.Split(r.clause[n-1], "_"); r.words.is("party", before...) && r.words.is("party", folded(d.words)...) {
			r.root.Properties.remove(r.clause[n-1]) // shipper and consignee (name, address)
			owners = [][]string{before, d.words}
		}
	}
	for _, owner := range owners {
		for _, a := range asked {
			words := r.owned(owner, a)
			r.add(draft{words: words, told: strings.Join(words, " ")})
		}
	}
	return true
}

// choices are the values that a field may have: "(cash or card)", "status (open, closed)".
func (r *request) choices(d *draft, p piece) bool {
	if r.words.leading("says-boolean", []string{value.Fold(p.inner)}) > 0 {
		return false
	}
	var values []any
	or := false
	for _, g := range p.group {
		for _, v := range r.alternatives(g.text, len(p.group) == 1, &or) {
			values = append(values, v)
		}
	}
	f := folded(d.words)
	chosen := slices.ContainsFunc(f, func(w string) bool { return r.words.is("choice", w) })
	if len(values) < 2 || !or && !chosen {
		return false
	}
	d.choice = values
	return true
}

// either reads a choice that stands without brackets: "freight prepaid or collect".
func (r *request) either(d *draft) {
	f := folded(d.words)
	if last := len(f) - 1; last > 0 {
		if one, other, ok := strings.Cut(d.words[last], "/"); ok && r.words.roles["alternative"][value.Fold(one)+" "+value.Fold(other)] {
			d.choice, d.words = []any{one, other}, d.words[:last]
			return
		}
	}
	at := slices.IndexFunc(f, func(w string) bool { return r.tongue.is(roleOr, w) })
	if at < 2 || at+1 >= len(f) || len(f)-at > 4 || r.words.noun(f[at-1:at]) != "" || r.words.typeAt(f[at+1:], r.tongue) != "" {
		return
	}
	d.choice = []any{d.words[at-1], strings.Join(d.words[at+1:], " ")}
	d.words = d.words[:at-1]
}

// alternatives cuts a text at "or", and at strokes.
func (r *request) alternatives(text string, strokes bool, or *bool) []string {
	var all []string
	var words []string
	flush := func() {
		if len(words) > 0 {
			all = append(all, strings.Join(words, " "))
		}
		words = nil
	}
	for _, w := range strings.Fields(text) {
		if w == "/" || r.tongue.is(roleOr, value.Fold(w)) {
			*or = true
			flush()
			continue
		}
		if left, right, ok := strings.Cut(w, "/"); ok && strokes && left != "" && right != "" {
			*or = true
			words = append(words, left)
			flush()
			w = right
		}
		words = append(words, strings.Trim(w, "\"'“”"))
	}
	flush()
	return all
}
