// Package prose owns the reasons of an answer: how the description names its goods, how a subheading stands to what is
// stated, and the sentences that say why a code comes first and why its rival does not.
//
// It refuses to rank, and to say what is not stated.
package prose

import (
	"strings"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
	"tariffdesk/classify/internal/voice"
	"tariffdesk/tariff"
)

// Library holds the texts and tables that reasons are written from, whatever the description. It does not change.
type Library struct {
	Tree       *code.Tree
	Index      *lookup.Index
	Facets     *facet.Index
	Vocabulary *tariff.Vocabulary
	Reader     *text.Reader
	Words      *Words
	Called     map[string][]int32 // values by what they are called, as Called returns them
	Narrowed   [][]uint8          // by subheading: the qualifiers of its titles, as Words.Narrow returns them
}

// Words are the word lists of reasons.
type Words struct {
	Chapters map[string]string // what all goods of a chapter are of: 73 = iron-steel
	Unbound  map[string]bool   // headings whose goods are not bound to what those of their chapter are
	Articles map[string]bool   // chapters and headings of goods that there are of any material

	subjects, copulas, clauses map[string]bool // about the name of the goods in a sentence
	sets, ofUse                map[string]bool // ofUse: facets of which a purpose states values
	qualifiers                 []qualifier     // of titles
	demands                    []demand        // of headings
}

// NewWords reads the lists.
func NewWords(b *vocabulary.Book) *Words {
	w := &Words{
		Chapters: b.Names("chapters of one material"), Articles: b.Set("articles of any material"), Unbound: b.Set("headings unlike their chapter"),
		subjects: b.Set("subjects"), copulas: b.Set("copulas"), clauses: b.Set("clauses"), sets: b.Set("sets"), ofUse: b.Set("facets of purpose"),
	}
	b.Table("qualifiers", 4, func(row []string) error {
		w.qualifiers = append(w.qualifiers, qualifier{row[0], tariff.Text{English: row[1], Spanish: row[2]}, strings.Split(row[3], "; ")})
		return nil
	})
	b.Table("demands", 4, func(row []string) error {
		w.demands = append(w.demands, demand{strings.Fields(row[0]), qualifier{"", tariff.Text{English: row[1], Spanish: row[2]}, strings.Split(row[3], "; ")}})
		return nil
	})
	return w
}

// Finding holds the candidates of a description with their evidence.
type Finding struct {
	Text        string           // with what was told since
	Renderings  []text.Rendering // of words that a country uses
	Description *text.Description
	Query       *lookup.Query
	Candidates  []rank.Candidate
	Confidence  []float64 // by candidate
	Ranking     *rank.Ranking
	Readings    *facet.Readings
	Measures    []facet.Quantity
	Rule        string // the general interpretive rule that carried the decision
	Vague       bool   // nothing says what the goods are
}

// quoter quotes a description.
type quoter struct {
	*Library
	*Finding
	voice.Voice
	original []spelling // the words of the description, and units of two behind them
	fields   int        // how many of them are words

	titleRoles []parse.Role // of the words of the title
	phrase     string       // how the description names the goods, once it is phrased
	phrased    bool
}

// comparison holds subheadings against what a description states.
type comparison struct {
	quoter
	held []heldSub // subheadings whose facets have been held against the description
}
