package text

import (
	"slices"
	"strings"
)

// Bounds of what is read of one description: enough for any listing or ruling.
const (
	maxTitleTokens     = 160
	maxNameTokens      = 8 // of a name looked up as a whole
	maxAttributeTokens = 120
	maxCategoryTokens  = 24
)

// Describe takes a description apart. Nothing in it is trusted: every loop is bounded.
func (r *Reader) Describe(text string) Description {
	p := r.split(WithoutMarkup(text))
	d := Description{Mentions: make([]Mention, 0, len(text)/8+8), Capitals: InCapitals(text)}
	d.Listing = p.attributes != "" || p.category != ""
	r.title(&d, r.unslash(Fold(p.title)))
	if len(d.Written) > 0 {
		d.Accented = strings.TrimSpace(p.title)
	}
	r.attributes(&d, p.attributes)
	r.category(&d, p.category)
	return d
}

// InCapitals reports whether at least two letters of three are capitals.
func InCapitals(s string) bool {
	upper, lower := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			upper++
		case 'a' <= c && c <= 'z':
			lower++
		}
	}
	return upper > 2*lower
}

func (r *Reader) title(d *Description, text string) {
	written := r.JoinLetters(Tokenize(text, maxTitleTokens, make([]Token, 0, 64)))
	if len(written) <= maxNameTokens {
		d.Written = slices.Clone(written)
	}
	tokens := r.spellOut(r.designations(r.vehicles(r.abbreviations(r.clauses(written)))))
	at, clause, named, denied := RoleName, 0, false, 0
	generic := true // no word before the first connective names goods
	d.Prose = len(tokens) > 0 && r.articles[tokens[0].Text]
	for i, t := range tokens {
		if t.Break {
			clause++
			at, denied = RoleName, 0
		}
		if t.Percent && at == RolePurpose { // "for women, woven 60% linen": a share is of the goods
			at = RoleName
		}
		for l := range d.Small {
			if r.Stopword(t.Text, Lang(l)) {
				d.Small[l]++
			}
		}
		if r.negation[t.Text] {
			denied = r.reach(tokens, i)
		} else if r.contrast[t.Text] {
			denied = 0
		}
		if tied, ok := r.connective(tokens, i); ok {
			if named {
				at = tied
			}
			if !r.negation[t.Text] {
				denied = 0
			}
			continue
		}
		if r.tint[t.Text] && len(d.Mentions) > 0 {
			d.Mentions[len(d.Mentions)-1].tinted()
		}
		if r.noise[t.Text] || r.packing[t.Text] && d.Listing || i > 0 && tokens[i-1].Number && (r.packing[t.Text] || r.container[t.Text]) {
			continue
		}
		if r.label[t.Text] && i+1 < len(tokens) && HasDigit(tokens[i+1].Text) {
			continue
		}
		role := at
		if t.context {
			role = RolePurpose
		}
		weight := roleWeight[role]
		switch {
		case role == RoleName:
			generic = generic && r.generic[t.Text]
		case generic && named && (role == RolePurpose || role == RoleClause):
			weight = functionWeight
		}
		m := Mention{Token: t, Role: role, Weight: weight * decay(len(d.Mentions), clause), Negated: denied > 0 && !r.negation[t.Text]}
		if m.Negated {
			m.Weight *= deniedCounts
		}
		if !r.negation[t.Text] {
			denied--
		}
		named = named || !t.Number && !t.context
		d.Mentions = append(d.Mentions, m)
	}
}

// functionWeight is what a word counts that says what goods do which no word names.
const functionWeight = 0.9

// negationReach is how many words a negation governs where nothing ends it before: "without metal frame". One that
// belongs to a word, as in non-alcoholic, governs that word alone.
const negationReach = 3

func (r *Reader) reach(tokens []Token, i int) int {
	if i+1 < len(tokens) && tokens[i+1].Hyphen || tokens[i].Text == "non" {
		return 1
	}
	return negationReach
}

// decay lowers what stands late in a long text: the goods are named first, details follow.
func decay(position, clause int) float32 {
	w := float32(1)
	if position > 14 {
		w = 14 / float32(position)
	}
	if clause > 3 {
		w *= 0.8
	}
	if w < 0.15 {
		w = 0.15
	}
	return w
}

// IsArticle reports whether a word opens a sentence.
func (r *Reader) IsArticle(word string) bool { return r.articles[word] }

// Negates reports whether a phrase begins by turning what it names into its opposite.
func (r *Reader) Negates(phrase string) bool {
	first, _, _ := strings.Cut(Fold(phrase), " ")
	return r.negation[first]
}

// Turns reports whether a word turns what follows into its opposite, or sets it against what went before.
func (r *Reader) Turns(word string) bool { return r.negation[word] || r.contrast[word] }

// deniedCounts is what a word counts in the search that is named to be absent.
const deniedCounts = 0.3
