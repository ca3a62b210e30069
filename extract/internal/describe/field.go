package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

const (
	maxPhrase = 8  // words of the longest name of a field: beyond it people tell, and name nothing
	mostLost  = 50 // pieces that are told at most as not understood
)

// phrase names a field.
type phrase struct {
	words  []string
	told   string // how the field is described
	theirs string // the possessive before it: "its"
	kind   string // its type, where a question or a word beside it says so
	one    bool   // its words belong together
}

// owns keeps the party that a field names, whose attributes may follow: "nombre del proveedor, su RFC".
func (r *reader) owns(words []string) {
	if r.list != nil || len(words) == 0 {
		return
	}
	if r.is("party", words...) {
		r.owner = words
	} else if r.is("party", words[0]) {
		r.owner = words[:1]
	}
	if n := r.starts("attribute", words); n > 0 && n+1 < len(words) && r.is("of", words[n]) {
		if of := r.withoutArticle(words[n+1:]); r.starts("party", of) > 0 {
			r.owner = of[:r.starts("party", of)] // del proveedor en el extranjero
		}
	}
}

// ofOwner turns "their tax id" into that of the party named last, and "name of the customer" around.
func (r *reader) ofOwner(p *phrase) {
	if p.theirs != "" && len(r.owner) > 0 && r.list == nil && r.is("attribute", p.words...) {
		p.words = r.owned(r.owner, p.words)
		return
	}
	n := r.starts("attribute", p.words)
	if r.tongue.name == "en" && n > 0 && n+1 < len(p.words) && folds(p.words[n], "of") && (r.article(p.words[n+1]) || r.is("party", p.words[n+1:]...)) {
		p.words = slices.Concat(r.withoutArticle(p.words[n+1:]), p.words[:n])
	}
}

// numberOrDate names what is called number or date alone by its document or its line.
func (r *reader) numberOrDate(p *phrase) {
	text := strings.Join(folded(p.words), " ")
	number, date := r.tongue.is(roleNumber, text), r.tongue.is(roleDate, text)
	switch {
	case r.list != nil && number:
		if p.kind == "" {
			p.kind = typeString
		}
		noun := strings.Fields(r.words.singular(strings.Join(folded(r.list.noun), " ")))
		p.words = r.owned(noun, []string{r.tongue.says(roleNumber)})
	case number && r.is("street", r.before):
		p.kind = typeString
	case r.list == nil && number && r.noun != "":
		p.kind = typeString
		p.words = r.owned([]string{r.noun}, []string{r.tongue.says(roleNumber)})
	case r.list == nil && date && r.noun != "" && !r.tongue.headFirst:
		p.words = []string{r.noun, r.tongue.says(roleDate)}
	}
}

// add gives a phrase its name and type.
func (r *reader) add(p phrase, choice []any) {
	if letters, _ := value.Counts(strings.Join(p.words, "")); letters < 1 {
		return
	}
	if p.kind == "" {
		p.kind = r.typeOf(p.words)
	}
	if p.told == "" {
		p.told = strings.Join(p.words, " ")
	}
	if head := r.head(p.words); r.list != nil && p.theirs != "" && plural(head) && r.words.types[head] == "" && (p.kind == typeNumber || r.words.roles["numbers"][head] && p.kind == typeString) { // each line has one
		at := headOf(folded(p.words), r.tongue)
		p.words = slices.Clone(p.words)
		p.words[at] = r.words.singular(value.Fold(p.words[at]))
	}
	property := &Property{Type: p.kind, Description: sentence(p.told)}
	if p.kind == typeString && r.list == nil && !p.one && r.several(p.words) {
		property.Type, property.Items = typeArray, &Object{Type: typeString}
	}
	if p.kind == typeArray {
		property.Items = &Object{Type: typeString}
	}
	if p.kind == typeDate {
		property.Type, property.Format = typeString, "date"
	}
	if choice != nil {
		property.Type, property.Format, property.Enum = typeString, "", choice
	}
	r.put(r.name(strings.Join(p.words, " ")), property)
}

// several reports whether words are numbers or codes of which a document may have many: "tracking numbers", "the PO numbers referenced".
// Attributes of a party are not: each party has one.
func (l *lexicon) several(words []string) bool {
	if n := len(words); n > 1 && l.is("done", words[n-1]) {
		words = words[:n-1]
	}
	for at := 1; at < len(words); at++ {
		if l.is("party", words[:at]...) && l.is("attribute", words[at:]...) {
			return false
		}
	}
	return l.words.roles["numbers"][l.head(words)]
}

// tell keeps what became no field.
func tell(r *reader, text string) {
	if len(r.lost) < mostLost && !slices.Contains(r.lost, text) {
		r.lost = append(r.lost, text)
	}
}

// either reads a choice that stands without brackets: "freight prepaid or collect".
func (r *reader) either(p *phrase) []any {
	if last := len(p.words) - 1; last >= 0 {
		if parts := strings.Split(p.words[last], "/"); len(parts) > 1 && r.alternative(p.words[:last], parts) {
			var all []any
			for _, v := range parts {
				all = append(all, v)
			}
			if last > 0 {
				p.words = p.words[:last]
			}
			return all
		}
	}
	at := slices.IndexFunc(p.words, r.or)
	if at < 2 || at+1 >= len(p.words) || len(p.words)-at > 4 || r.words.noun(folded(p.words[at-1:at])) != "" || r.typed(p.words[at+1:]) != "" {
		return nil
	}
	from := at - 1
	if from > 1 && r.is("ends", p.words[from-1]) && r.is("place", p.words[at+1]) {
		from-- // saldo a favor o en contra
	}
	all := []any{strings.Join(p.words[from:at], " "), strings.Join(p.words[at+1:], " ")}
	p.words = p.words[:from]
	return all
}

// alternative reports whether what strokes part are values of a field: known ones, or three and more.
func (r *reader) alternative(noun, parts []string) bool {
	if slices.Contains(parts, "") {
		return false
	}
	return len(parts) > 2 && r.typed(parts) == "" && len(noun) > 0 || r.words.roles["alternative"][strings.Join(folded(parts[:2]), " ")]
}

// sums adds the totals of the columns named last: "also the grand totals". It reports whether there are any.
func sums(r *reader, p phrase) bool {
	last := r.last
	if last == nil {
		return false
	}
	added := false
	for name, column := range last.Properties.All() {
		words := strings.Split(name, "_")
		if column.Type != typeNumber && column.Type != typeInteger || slices.ContainsFunc(words, func(w string) bool { return r.is("notsummed", w) }) {
			continue
		}
		r.put(r.name(r.tongue.says("total")+" "+strings.ReplaceAll(name, "_", " ")), &Property{Type: column.Type, Description: sentence(p.told) + ": " + name})
		added = true
	}
	return added
}

// put adds a field where the text stands: to the list, or to the document.
func (r *reader) put(name string, p *Property) {
	to := r.root
	if r.list != nil {
		to = r.list.items
	} else {
		r.before = name
	}
	r.named++
	if name != "" && to.Properties.get(name) == nil && to.Properties.Len() < MaxGeneratedFields {
		to.Properties.Put(name, p)
	}
}

// initials are two letters with a stroke or points: B/L, P.O.
var initials = regexp.MustCompile(`\b([a-z])[/.]([a-z])\b\.?`)
