package text

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/classify/internal/parse"
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
	d.accent(p.title)
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

// roleOf returns the role of a mention from the role of its word.
var roleOf = [parse.RoleCount]Role{
	parse.Goods: RoleName, parse.Purpose: RolePurpose, parse.Clause: RoleClause, parse.With: RoleWith, parse.Of: RoleOf, parse.Shape: RoleShape, parse.Shade: RoleName, parse.Packing: RolePacking,
}

func (r *Reader) title(d *Description, text string) {
	d.Folded = text
	written := r.expand(r.clauses(r.JoinLetters(Tokenize(text, maxTitleTokens, make([]Token, 0, 64)))))
	written = joinDenials(r.denialTerms, written) // "s/cost" is "sin costura" once it is written out
	r.grammar.Parse(written)
	d.Parsed = written
	d.name()
	if len(d.Bare) > 1 {
		d.Plain = slices.DeleteFunc(slices.Clone(d.Bare), func(w Token) bool { return r.grammar.Colours(w.Text) })
	}
	tokens := r.spellOut(r.designations(r.vehicles(r.withoutSilent(written))))
	clause, named := 0, false
	generic := true // no word before the first connective names goods
	d.Prose = len(written) > 0 && r.grammar.IsArticle(written[0].Text)
	for _, t := range written {
		for l := range d.Small {
			if r.Stopword(t.Text, Lang(l)) {
				d.Small[l]++
			}
		}
	}
	for i, t := range tokens {
		if t.Break {
			clause++
		}
		if t.Role == parse.Tie {
			continue
		}
		if r.tint[t.Text] && !t.Break && len(d.Mentions) > 0 { // "polyester. Colour: blue" is polyester
			d.Mentions[len(d.Mentions)-1].tinted()
		}
		if r.grammar.Promotes(t.Text) && !(i+1 < len(tokens) && r.grammar.Claims(tokens[i+1])) || d.Listing && r.grammar.Packs(t.Text) || i > 0 && tokens[i-1].Number && r.grammar.Contains(t.Text) {
			continue
		}
		role := roleOf[t.Role]
		if t.Context {
			role = RolePurpose
		}
		weight := roleWeight[role]
		switch {
		case role == RoleName:
			generic = generic && r.grammar.Generic(t.Text)
		case generic && named && (role == RolePurpose || role == RoleClause):
			weight = functionWeight
		case !generic && role == RoleWith && !t.Denied:
			weight = gatedWeight
		}
		m := Mention{Token: t, Role: role, Weight: weight * decay(len(d.Mentions), clause), Negated: t.Denied}
		if m.Negated {
			m.Weight *= deniedCounts
		}
		if inInches(tokens, i) {
			m.Inches, m.Weight = true, m.Weight*sizeCounts
		}
		named = named || !t.Number && !t.Context
		d.Mentions = append(d.Mentions, m)
	}
}

// sizeCounts is the weight of a size in fractions of an inch: hoses and fittings alike are of 1/2.
const sizeCounts = 0.01

// inInches reports whether a number is of a fraction that measures have: the 1 and 4 of "1 1/4".
func inInches(tokens []Token, i int) bool {
	fraction := func(at int) bool {
		if at < 1 || at >= len(tokens) || !tokens[at].Number || !tokens[at].Hyphen || !tokens[at-1].Number {
			return false
		}
		switch tokens[at].Text {
		case "2", "4", "8", "16", "32", "64":
			return len(tokens[at-1].Text) < len(tokens[at].Text) || tokens[at-1].Text < tokens[at].Text
		}
		return false
	}
	return tokens[i].Number && (fraction(i) || fraction(i+1) || fraction(i+2) && !tokens[i+1].Break && !tokens[i+1].Hyphen)
}

// withoutSilent drops the words that carry no meaning of goods, except those that qualify the word before.
func (r *Reader) withoutSilent(words []Token) []Token {
	out, broken := make([]Token, 0, len(words)), false
	for _, w := range words {
		if w.Role.Silent() && !r.tint[w.Text] {
			broken = broken || w.Break
			continue
		}
		if broken && len(out) > 0 {
			w.Break, w.Comma, broken = true, false, false
		}
		out = append(out, w)
	}
	return out
}

// name gathers the words of a short description that may be a name: all that carry meaning but what the goods come in,
// and of them, where that is less, those before the first component without colours that stand alone.
func (d *Description) name() {
	carries, bare := false, make([]Token, 0, maxNameTokens)
	for i, w := range d.Parsed {
		if w.Role.Silent() || w.Role == parse.Packing {
			continue
		}
		carries = carries || w.Role == parse.With || w.Role == parse.Tie && tiesTo(d.Parsed[i:], parse.With)
		d.Written = append(d.Written, w)
		if !carries && w.Role != parse.Shade {
			bare = append(bare, w)
		}
	}
	if len(bare) < len(d.Written) {
		d.Bare = short(bare)
	}
	d.Written = short(d.Written)
}

// tiesTo reports whether the connectives that words start with lead to a role.
func tiesTo(words []Token, role parse.Role) bool {
	for _, w := range words {
		if w.Role != parse.Tie {
			return w.Role == role
		}
	}
	return false
}

// short drops connectives at the end, such as "packed in", and returns nothing for a text too long to be a name.
func short(words []Token) []Token {
	for len(words) > 0 && words[len(words)-1].Role == parse.Tie {
		words = words[:len(words)-1]
	}
	if len(words) > maxNameTokens {
		return nil
	}
	return words
}

// Reorderable reports whether words may be a name in another order: only "of" stands between them.
func Reorderable(words []Token) bool {
	for _, w := range words {
		switch w.Role {
		case parse.Goods, parse.Of, parse.Tie:
		default:
			return false
		}
	}
	return true
}

// gatedWeight is the weight of a component in the search for goods that have a name.
var gatedWeight float32 = 0.2

// functionWeight is the weight of a word that states what goods do where no word names them.
const functionWeight = 0.9

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
func (r *Reader) IsArticle(word string) bool { return r.grammar.IsArticle(word) }

// Serves reports whether a word names goods that serve others, as a case or a screw does.
func (r *Reader) Serves(word string) bool { return r.grammar.Serves(word) }

// Ties reports whether a word ties to goods what follows it.
func Ties(r *Reader, word string) bool {
	_, ties := r.grammar.Ties(word)
	return ties
}

// LeadsToPurpose reports whether a word ties to goods what they are for.
func LeadsToPurpose(r *Reader, word string) bool {
	role, ties := r.grammar.Ties(word)
	return ties && role == parse.Purpose
}

// Carried reports whether a word names what other goods carry: an engine, seats.
func (r *Reader) Carried(word string) bool { return r.grammar.Carried(word) }

// IsMark reports whether a word is a maker of many goods.
func (r *Reader) IsMark(word string) bool { return r.grammar.Marks(word) }

// IsColour reports whether a word names a colour, as silver does.
func (r *Reader) IsColour(word string) bool { return r.grammar.Colours(word) }

// Negates reports whether a phrase begins by turning what it names into its opposite.
func (r *Reader) Negates(phrase string) bool {
	first, rest, _ := strings.Cut(Fold(phrase), " ")
	second, _, _ := strings.Cut(rest, " ")
	return r.grammar.Negates(first) && !r.denialTerms[first+" "+second]
}

// Turns reports whether a word turns what follows into its opposite, or sets it against what went before.
func (r *Reader) Turns(word string) bool { return r.grammar.Turns(word) }

// deniedCounts is the weight of a word whose absence is stated.
const deniedCounts = 0.3

// accent finds the name as it was written, accents and capitals included: of a title with other words only those of the name.
func (d *Description) accent(title string) {
	if len(d.Written) == 0 {
		return
	}
	if d.Accented = strings.TrimSpace(title); len(d.Written) == len(d.Parsed) {
		return
	}
	var words []string
	for word := range strings.FieldsFuncSeq(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(words) < len(d.Written) && Fold(word) == d.Written[len(words)].Text {
			words = append(words, word)
		}
	}
	d.Accented = strings.Join(words, " ")
}
