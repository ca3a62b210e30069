package parse

import (
	"fmt"
	"iter"
	"maps"

	"tariffdesk/classify/internal/vocabulary"
)

// class is a set of classes that a word of the grammar belongs to.
type class uint64

const (
	negation class = 1 << iota
	contrast
	freedom       // "free of", "-free"
	promotion     // says nothing of what the goods are
	packing       // counts packs behind a number
	container     // what goods are put up in
	packed        // "packed in"
	wrapping      // after "packed in": film, pallet
	label         // says nothing before a number: "size 42"
	numbered      // a number of the maker follows
	numbering     // "no", "number": between a label and its number
	brand         // a mark follows
	mark          // is one
	adds          // "and": the last of a list follows
	origin        // a country follows
	homeland      // before "of origin"
	making        // "made in", where a country follows
	country       // a name of one
	colour        // a name of one
	colouring     // the word colour
	counting      // "qty": a number follows
	weighing      // "gross weight": a weight follows
	weight        // the word weight
	generic       // names no goods
	accessory     // serves other goods
	listing       // "including": the commas that follow list components
	purposeful    // follows "used" where it says what goods serve
	article       // opens a sentence
	connective    // gives a role
	caption       // before a colon: "description: ..."
	quality       // before "quality": high, alta
	qualityItself // the word quality
	covering      // "recubierto": "con" says what of
	tinting       // a metal that colours other materials: the silver of "silver plastic cup"
	tinted        // what it colours
	sheathing     // says that the metal is there all the same: "copper plastic insulated wire"
	claimed       // what a word of promotion belongs to: the rolled of "hot rolled"
	content       // measures what a container holds: "botella 500 ml"
	heft          // … by weight
	copula        // between a negation and "of": "no es de punto"
	platform      // goods stand on it
	stuffing      // packs goods behind "packed in"
	preserving    // a container that says food is preserved, where its content is weighed: "200 g tins"
	engined       // has an engine, whatever else is said: what ends with one behind a number is it
	motor         // drives these
	prefix        // negates the word that a hyphen ties it to: "un-upholstered"
	component     // behind a number, what goods carry: "1.6 L engine"
)

// entry holds the roles that a word may have.
type entry struct {
	class
	role Role // of a connective
}

// Grammar reads descriptions by a vocabulary. It is read only once built.
type Grammar struct {
	words map[string]entry
	pairs map[string]string // first and second word of two that negate together
}

// New returns the grammar of a vocabulary. What is wrong with it the book tells.
func New(b *vocabulary.Book) *Grammar {
	g := &Grammar{words: map[string]entry{}, pairs: b.Names("negating pairs")}
	g.learn(b.Set("negations"), negation)
	g.learn(b.Set("contrasts"), contrast)
	g.learn(b.Set("freedom"), freedom)
	g.learn(b.Set("promotion"), promotion)
	g.learn(b.Set("claimed by promotion"), claimed)
	g.learn(b.Set("negating prefixes"), prefix)
	g.learn(b.Set("measures of contents"), content)
	g.learn(b.Set("measures by weight"), heft)
	g.learn(b.Set("containers that preserve"), preserving)
	g.learn(b.Set("verbs of being"), copula)
	g.learn(b.Set("platforms"), platform)
	g.learn(b.Set("stuffing"), stuffing)
	g.learn(b.Set("goods with an engine"), engined)
	g.learn(b.Set("engines of these"), motor)
	g.learn(b.Set("packing"), packing)
	g.learn(b.Set("containers"), container)
	g.learn(b.Set("packed"), packed)
	g.learn(b.Set("wrappings"), wrapping)
	g.learn(b.Set("labels"), label)
	g.learn(b.Set("labels of numbers"), numbered)
	g.learn(b.Set("numbering"), numbering)
	g.learn(b.Set("labels of marks"), brand)
	g.learn(b.Set("marks"), mark)
	g.learn(b.Set("conjunctions"), adds)
	g.learn(b.Set("labels of origin"), origin)
	g.learn(b.Set("before of origin"), homeland)
	g.learn(b.Set("making"), making)
	g.learn(b.Set("countries"), country)
	g.learn(b.Set("colours"), colour)
	g.learn(b.Set("words for colour"), colouring)
	g.learn(b.Set("words for quantity"), counting)
	g.learn(b.Set("kinds of weight"), weighing)
	g.learn(b.Set("words for weight"), weight)
	g.learn(b.Set("generic goods"), generic)
	g.learn(b.Set("accessories"), accessory)
	g.learn(b.Set("lists of components"), listing)
	g.learn(b.Set("purposes after used"), purposeful)
	g.learn(b.Set("articles"), article)
	g.learn(b.Set("degrees of quality"), quality)
	g.learn(b.Set("words for quality"), qualityItself)
	g.learn(b.Set("captions"), caption)
	g.learn(b.Set("coverings"), covering)
	g.learn(b.Set("metals that colour"), tinting)
	g.learn(b.Set("coloured materials"), tinted)
	g.learn(b.Set("behind sheathed metals"), sheathing)
	g.learn(b.Set("components"), component)
	for word, role := range vocabulary.Values(b, "connectives", parseRole) {
		e := g.words[word]
		e.class, e.role = e.class|connective, role
		g.words[word] = e
	}
	return g
}

// learn puts words into a class.
func (g *Grammar) learn(words map[string]bool, c class) {
	for word := range words {
		e := g.words[word]
		e.class |= c
		g.words[word] = e
	}
}

// parseRole reads the role that a connective gives.
func parseRole(name string) (Role, error) {
	for r := Purpose; r <= Shape; r++ {
		if names[r] == name {
			return r, nil
		}
	}
	return 0, fmt.Errorf("%q is none of the roles purpose, clause, with, of, shape", name)
}

func (g *Grammar) is(word string, c class) bool { return g.words[word].class&c != 0 }

// Ties returns the role that a word ties what follows by, if it does.
func (g *Grammar) Ties(word string) (Role, bool) {
	e := g.words[word]
	return e.role, e.class&connective != 0
}

// Negates reports whether a word turns what follows into its opposite.
func (g *Grammar) Negates(word string) bool { return g.is(word, negation) }

// Claims reports whether a word makes one of promotion before it part of what goods are: "hot-rolled", "hot water".
func (g *Grammar) Claims(next Word) bool {
	return next.Hyphen && !g.is(next.Text, promotion) || !next.Break && g.is(next.Text, claimed)
}

// Turns reports whether a word turns what follows into its opposite, or sets it against what went before.
func (g *Grammar) Turns(word string) bool { return g.is(word, negation|contrast) }

// IsArticle reports whether a word opens a sentence.
func (g *Grammar) IsArticle(word string) bool { return g.is(word, article) }

// Promotes reports whether a word says nothing of what goods are.
func (g *Grammar) Promotes(word string) bool { return g.is(word, promotion) }

// Colours reports whether a word names a colour.
func (g *Grammar) Colours(word string) bool { return g.is(word, colour) }

// Generic reports whether a word names goods of whatever kind: machine, article.
func (g *Grammar) Generic(word string) bool { return g.is(word, generic) }

// Serves reports whether a word names goods that serve others: a case, a screw.
func (g *Grammar) Serves(word string) bool { return g.is(word, accessory) }

// Carried reports whether a word names what other goods carry: an engine, seats.
func (g *Grammar) Carried(word string) bool { return g.is(word, component) }

// Packs reports whether a word counts packs behind a number.
func (g *Grammar) Packs(word string) bool { return g.is(word, packing) }

// Numbers reports whether a word before a number makes it the maker's.
func (g *Grammar) Numbers(word string) bool { return g.is(word, numbered) }

// Marks reports whether a word is a maker of many goods.
func (g *Grammar) Marks(word string) bool { return g.is(word, mark) }

// Contains reports whether a word is of something that goods come in.
func (g *Grammar) Contains(word string) bool { return g.is(word, packing|container) }

// Words lists the words that the grammar knows.
func (g *Grammar) Words() iter.Seq[string] { return maps.Keys(g.words) }
