package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// maxPhrase is the longest name of a field, in words: beyond it people tell, and name nothing.
const maxPhrase = 8

// draft is a field on the way from its phrase.
type draft struct {
	words  []string // of its name
	kind   string   // its type, "" as long as nothing said it
	choice []any    // the values it may have
	told   string   // its phrase, for the description
	one    bool     // its words belong together
}

// field adds what a piece names.
func (r *request) field(p piece) {
	d := draft{words: strings.Fields(p.text), told: p.text, one: p.one}
	if f := folded(d.words); r.words.leading("prose", f) > 0 && !p.asked || r.words.is("courtesy", f...) {
		return
	}
	if len(p.inner) > 0 {
		d.told += " (" + p.inner + ")"
	}
	d.words = r.ofOwner(r.withoutArticle(d.words))
	r.question(&d)
	r.truth(&d, p)
	r.suffixes(&d)
	if n := len(d.words); n == 0 {
		return
	} else if n > maxPhrase || p.asked && r.words.leading("asks", folded(d.words)) > 0 {
		if len(r.lost) < mostLost && !slices.Contains(r.lost, p.text) {
			r.lost = append(r.lost, p.text)
		}
		return
	}
	if r.grouped(&d, p) {
		return
	}
	f := folded(d.words)
	if r.group != "" && r.words.is("attribute", f...) {
		d.words = r.owned(strings.Fields(r.group), d.words)
	}
	r.bare(&d)
	r.add(d)
	if f = folded(d.words); r.list == nil && (r.words.is("party", f...) || r.words.is("party", f[:1]...)) {
		r.owner = d.words[0]
		if r.words.is("party", f...) {
			r.owner = strings.Join(d.words, " ")
		}
	}
	if n := r.words.leading("attribute", f); r.list == nil && n > 0 && n+1 < len(f) && slices.Contains(ofWords, f[n]) && r.words.is("party", f[n+1:]...) {
		r.owner = strings.Join(d.words[n+1:], " ") // nombre del proveedor, su RFC
	}
}

// mostLost is how many pieces are told that were not understood.
const mostLost = 50

// add gives a draft its name and type.
func (r *request) add(d draft) {
	if letters, _ := value.Counts(strings.Join(d.words, "")); letters < 1 {
		return
	}
	if d.kind == "" {
		d.kind = r.typeOf(d.words)
	}
	p := &Property{Type: d.kind, Description: sentence(d.told)}
	if d.kind == typeString && r.list == nil && !d.one && r.numbered(d.words) {
		p.Type, p.Items = typeArray, &Object{Type: typeString}
	}
	if d.kind == typeDate {
		p.Type, p.Format = typeString, "date"
	}
	if d.choice != nil {
		p.Type, p.Format, p.Enum = typeString, "", d.choice
	}
	r.put(r.name(strings.Join(d.words, " ")), p)
}

// numbered reports whether a phrase asks for several of what is told apart by its digits: "container numbers".
func (r *request) numbered(words []string) bool {
	f := folded(words)
	switch f[headOf(f, r.tongue)] {
	case "numbers", "codes", "ids", "numeros", "codigos", "claves", "referencias", "references":
		return true
	}
	return false
}

func (r *request) typeOf(words []string) string {
	f := folded(words)
	if last := f[len(f)-1]; strings.HasSuffix(last, "%") {
		return typeNumber
	}
	if t := r.words.typeAt(f, r.tongue); t != "" {
		return t
	}
	if t := r.guess(strings.Join(words, " ")); t != "" {
		return t
	}
	return typeString
}

// ofOwner turns "their tax id" into that of the party named last, and "name of the customer" around.
func (r *request) ofOwner(words []string) []string {
	if len(words) > 1 && r.possessive(words[0]) {
		rest := words[1:]
		if r.owner != "" && r.list == nil && r.words.is("attribute", folded(rest)...) {
			return r.owned(strings.Fields(r.owner), rest)
		}
		return rest
	}
	f := folded(words)
	n := r.words.leading("attribute", f)
	if r.tongue.name == "en" && n > 0 && n+1 < len(words) && f[n] == "of" && (r.article(f[n+1]) || r.words.is("party", f[n+1:]...)) {
		return append(slices.Clone(r.withoutArticle(words[n+1:])), words[:n]...)
	}
	return words
}

// owned joins a party and what is asked of it, in the order of the language.
func (r *request) owned(owner, attribute []string) []string {
	if r.tongue.headFirst {
		return append(slices.Clone(attribute), owner...)
	}
	return append(slices.Clone(owner), attribute...)
}

// bare names what is called number or date alone by its document or its line.
func (r *request) bare(d *draft) {
	f := strings.Join(folded(d.words), " ")
	number := r.tongue.is(roleNumber, f)
	date := r.tongue.is(roleDate, f)
	switch {
	case r.list != nil && number:
		if d.kind == "" {
			d.kind = typeString
		}
		noun := strings.Fields(r.words.singular(value.Fold(r.list.noun)))
		d.words = r.owned(noun, []string{r.tongue.says(roleNumber)})
	case r.list == nil && number && r.noun != "":
		d.kind = typeString
		d.words = r.owned([]string{r.noun}, []string{r.tongue.says(roleNumber)})
	case r.list == nil && date && r.noun != "" && !r.tongue.headFirst:
		d.words = []string{r.noun, r.tongue.says(roleDate)}
	}
}

// initials are two letters with a stroke or points: B/L, P.O.
var initials = regexp.MustCompile(`\b([a-z])[/.]([a-z])\b\.?`)

// name writes a phrase as a property's name in the language of the request.
func (r *request) name(phrase string) string {
	words := strings.Fields(initials.ReplaceAllString(value.Fold(phrase), "$1$2"))
	percent := r.tongue.says("percent")
	for i, w := range words {
		switch {
		case w == "%":
			words[i] = percent
		case strings.HasSuffix(w, "%"):
			words[i] = strings.TrimSuffix(w, "%") + " " + percent
		case w == "#", r.tongue.name == "en" && i > 0 && (w == "no" || w == "no."):
			words[i] = r.tongue.says(roleNumber)
		}
	}
	kept := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return r.tongue.is(roleDropped, w) })
	if len(kept) == 0 {
		kept = words
	}
	return Snake(strings.Join(kept, " "))
}
