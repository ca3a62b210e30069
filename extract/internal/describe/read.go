package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// reader puts the phrases of a request in order where they belong: to the document, to a party or to lines.
type reader struct {
	lexicon
	root     *Object
	last     *Object  // the columns of the lines named last
	list     *list    // the lines that are being named, nil between lists
	party    []string // whose properties follow its colon
	owner    []string // the party named last
	clause   []string // the fields named since the last semicolon or sentence
	rest     []phrase // what follows
	goesOn   bool     // what follows goes on to a semicolon
	named    int      // fields that the text itself names
	excluded []string // names that the text says not to give
	lost     []string // what was read as no field, and as nothing that is said beside fields
}

// read reads a whole request.
func (r *reader) read(text string) {
	asked, remarks := (&remarker{r.lexicon}).read(pieces(flattened(r.spelled(text)), 0))
	for _, remark := range remarks {
		tell(r, remark)
	}
	said, excluded := (&excluder{r.lexicon}).read(asked)
	all := (&chunker{lexicon: r.lexicon}).read(said, false)
	all = (&joiner{lexicon: r.lexicon}).join(all)
	withoutOnlyRate(r, all)
	r.sequence(all)
	r.close()
	r.excluded = excluded
	exclude(r.root, excluded)
}

// withoutOnlyRate takes the percentage off a tax that the request names with no other: "VAT 16%", and not "VAT 7%, VAT 19%".
func withoutOnlyRate(r *reader, all []phrase) {
	rates := map[string][]int{}
	for i, p := range all {
		if n := len(p.words); n > 1 && percentage.MatchString(p.words[n-1]) && r.is("taxes", p.words[:n-1]...) {
			tax := strings.Join(folded(p.words[:n-1]), " ")
			rates[tax] = append(rates[tax], i)
		}
	}
	for _, at := range rates {
		if p := &all[at[0]]; len(at) == 1 {
			p.words = p.words[:len(p.words)-1]
		}
	}
}

// contraction is a question's word with its verb: "what's".
var contraction = regexp.MustCompile(`(?i)\b(what|who|when|where)['’]s\b`)

// shortWith and shortWithout are prepositions that a stroke shortens: "w/ price".
var (
	shortWith    = regexp.MustCompile(`(?i)\bw/ ?`)
	shortWithout = regexp.MustCompile(`(?i)\bw/o\b`)
)

// shortAm and shortAre are other verbs that are written together with who speaks.
var (
	shortAm  = regexp.MustCompile(`(?i)\b(i)['’]m\b`)
	shortAre = regexp.MustCompile(`(?i)\b(we|they|you)['’]re\b`)
)

// oneByOne is how lines are asked for, too: "line by line".
var oneByOne = regexp.MustCompile(`(?i)(\pL+) (?:by|por|für|a) (\pL+)`)

// severalOf are asked for at once: "net/VAT/gross totals".
var severalOf = regexp.MustCompile(`(\pL+)/(\pL+)/(\pL+) (\pL+)`)

// strokedList are columns that strokes part: "charges with date / description / amount".
var strokedList = regexp.MustCompile(`[^,;:()/]+ / [^,;:()/]+ / [^,;:()]+`)

var strokes = regexp.MustCompile(`(\pL+\.?)\s?/\s?(\pL+)(/\pL+)?`)

// spelled writes out what is written short: "opening/closing balance", "line by line", "what's".
func (r *reader) spelled(text string) string {
	text = shortWith.ReplaceAllString(shortWithout.ReplaceAllString(text, "without"), "with ")
	text = shortAre.ReplaceAllString(shortAm.ReplaceAllString(contraction.ReplaceAllString(text, "$1 is"), "$1 am"), "$1 are")
	text = oneByOne.ReplaceAllStringFunc(text, func(s string) string {
		if words := strings.Fields(s); value.Fold(words[0]) == value.Fold(words[2]) && r.lines(words[0]) {
			return r.tongue.says("each") + " " + words[0]
		}
		return s
	})
	text = severalOf.ReplaceAllStringFunc(text, func(s string) string {
		m := severalOf.FindStringSubmatch(s)
		if noun := r.words.singular(value.Fold(m[4])); plural(value.Fold(m[4])) && r.words.noun([]string{noun}) == typeNumber {
			return m[1] + " " + noun + ", " + m[2] + " " + noun + ", " + m[3] + " " + noun
		}
		return s
	})
	text = strokedList.ReplaceAllStringFunc(text, func(s string) string { return strings.ReplaceAll(s, " / ", ", ") })
	return strokes.ReplaceAllStringFunc(text, func(s string) string {
		m := strokes.FindStringSubmatch(s)
		a, b := value.Fold(strings.Trim(m[1], ".")), value.Fold(m[2])
		number := r.tongue.is(roleNumber, a) && r.tongue.is(roleDate, b)
		if m[3] == "" && (number || r.words.opposite(a, b) || r.is("begins", a) && r.is("ends", b)) {
			return m[1] + " " + r.tongue.says("and") + " " + m[2]
		}
		return s
	})
}

// sequence reads phrases of one level.
func (r *reader) sequence(all []phrase) {
	for i := range all {
		r.rest = all[i+1:]
		r.goesOn = goesOn(r.rest)
		r.take(all[i])
	}
}

// goesOn reports whether commas alone part what follows, up to a semicolon: an "and" before has ended no enumeration.
func goesOn(rest []phrase) bool {
	for i, p := range rest {
		if p.mark != markComma {
			return i > 0 && p.mark == markSemi
		}
	}
	return false
}

// take reads one phrase.
func (r *reader) take(p phrase) {
	r.borders(p)
	switch {
	case len(p.words) == 0, r.opensList(p):
		return
	case p.colon && p.group == nil && r.is("heading", p.words...): // Totals: net, tax
		return
	case p.colon && r.heads(p.words):
		r.party = p.words
		return
	case p.group == nil && r.is("sums", p.words...) && sums(r, p):
		return
	case p.opens != "" && len(r.rest) > 0 && !r.beside(p):
		return
	}
	r.field(p)
	if l := r.list; l != nil && p.mark == markAnd && !r.goesOn {
		l.closed = true
	}
}

// heads reports whether words name a party whose properties follow: "Buyer: name, address".
func (r *reader) heads(words []string) bool {
	return r.list == nil && len(words) <= 3 && r.typed(words) == "" || r.is("text", words[len(words)-1])
}

// beside reports whether a phrase is a field beside the one that "with" adds: "ticket price with currency". Else both are one field,
// "total with tax", or it is the title of what follows.
func (r *reader) beside(p phrase) bool {
	next := &r.rest[0]
	t := r.typed(p.words)
	if r.named == 0 && p.mark == markSentence && len(r.rest) >= leastTitled && r.unknown(p.words) {
		return false
	}
	if len(next.words) > 0 && t != typeString && r.typed(next.words) != "" && !p.one {
		next.mark, next.inside = markAnd, false
		return true
	}
	next.words = append(append(append([]string{}, p.words...), strings.Fields(p.opens)...), next.words...)
	next.mark, next.comma, next.inside, next.article, next.theirs = p.mark, p.comma, p.inside, p.article, p.theirs
	return false
}

// unknown reports whether words may be what a document is called that the vocabulary does not know: "gate pass".
func (r *reader) unknown(words []string) bool {
	return !plural(value.Fold(words[len(words)-1])) && r.words.noun([]string{r.head(words)}) == "" && !r.is("party", words...) && !r.lines(words...)
}

// put adds a field where the text stands: to the list, or to the document.
func (r *reader) put(name string, p *Property) {
	to := r.root
	if r.list != nil {
		to = r.list.items
	} else {
		r.clause = append(r.clause, name)
	}
	r.named++
	if name != "" && to.Properties.get(name) == nil && to.Properties.Len() < MaxGeneratedFields {
		to.Properties.Put(name, p)
	}
}

// sums adds the totals of the columns named last: "also the grand totals". It reports whether there are any.
func sums(r *reader, p phrase) bool {
	r.close()
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
