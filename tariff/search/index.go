package search

import (
	"math"
	"slices"
	"strings"
	"sync"

	"tariffdesk/tariff"
)

// What a word counts by where it stands.
const (
	ofTitle     = 3.0 // of the code itself
	ofTerm      = 2.0 // a name the goods go by, or a phrase a line asks for
	ofDivision  = 1.5 // the title of a level between subheading and line
	ofAbove     = 0.6 // titles and terms of the subheading, for its lines
	ofHeading   = 0.4 // the title of the heading, for what lies below
	saturation  = 1.4 // k1 of BM25
	lengthShare = 0.4 // b of BM25
)

// Index finds the codes of one country's tariff. It is immutable and safe for concurrent use.
type Index struct {
	codes    []string
	words    map[string]int32
	postings [][]posting // by word
	all      []string    // every code, in order, for searches by digits
	boards   sync.Pool   // of *board
}

// posting is a code and the weighted count of a word in it.
type posting struct {
	code  int32
	count float32
}

// builder collects the codes of an Index.
type builder struct {
	*Index
	lengths []float32
	counts  []float32 // by word, of the code at hand
	touched []int32   // its words
	stems   map[string][]int32
}

// New indexes the nomenclature and, of every country but tariff.WorldCode, its lines.
func New(knowledge *tariff.Knowledge, national *tariff.National, country string) *Index {
	b := builder{Index: &Index{words: map[string]int32{}}, stems: map[string][]int32{}}
	schedule := national.Schedule(country)
	for _, chapter := range knowledge.Chapters() {
		b.all = append(b.all, chapter.Code)
		for _, heading := range chapter.Children {
			b.entry(heading)
			b.finish(heading.Code)
			for _, subheading := range heading.Children {
				b.entry(subheading)
				b.text(heading.Title, ofHeading)
				b.finish(subheading.Code)
				if tree := national.Tree(country, subheading.Code); tree != nil {
					b.nodes(subheading, tree.Children)
				}
			}
		}
	}
	b.digits(schedule)
	b.weigh()
	codes := len(b.codes)
	b.boards.New = func() any { return newBoard(codes) }
	return b.Index
}

// digits lists every code a search by digits may find: those that words find, and the lines and
// subdivisions of the schedule.
func (b *builder) digits(schedule *tariff.Schedule) {
	b.all = append(b.all, b.codes...)
	if schedule != nil {
		for line := range schedule.Lines() {
			b.all = append(b.all, line.Code)
			for _, s := range line.Suffixes() {
				b.all = append(b.all, s.Code)
			}
		}
	}
	slices.Sort(b.all)
	b.all = slices.Compact(b.all)
}

// entry counts what is written of a heading or subheading.
func (b *builder) entry(e *tariff.Entry) {
	b.text(e.Title, ofTitle)
	for _, terms := range []tariff.Names{e.English, e.Spanish} {
		for term := range terms.All() {
			b.count(term, ofTerm)
		}
	}
}

// nodes takes the nodes of a tree in that have a code. Lines that do not split are found as their
// subheading.
func (b *builder) nodes(subheading *tariff.Entry, nodes []*tariff.Node) {
	for _, n := range nodes {
		if n.Code != "" {
			b.node(subheading, n)
			b.finish(n.Code)
		}
		b.nodes(subheading, n.Children)
	}
}

func (b *builder) node(subheading *tariff.Entry, n *tariff.Node) {
	b.text(n.Title, ofTitle)
	for _, condition := range n.Conditions {
		for _, term := range condition {
			for _, phrase := range term.Phrases {
				if !term.Not {
					b.count(phrase, ofTerm)
				}
			}
		}
	}
	for at := n.Parent; at != nil; at = at.Parent {
		b.text(at.Title, ofDivision)
	}
	b.text(subheading.Title, ofAbove)
	for _, terms := range []tariff.Names{subheading.English, subheading.Spanish} {
		for term := range terms.All() {
			b.count(term, ofAbove)
		}
	}
	b.text(subheading.Parent.Title, ofHeading)
}

func (b *builder) text(t tariff.Text, weight float32) {
	b.count(t.English, weight)
	b.count(t.Spanish, weight)
}

// count adds the words of a text, whose stems are found once: lines repeat those of their subheading.
func (b *builder) count(text string, weight float32) {
	ids, ok := b.stems[text]
	if !ok {
		eachWord(text, func(stem string) { ids = append(ids, b.word(stem)) })
		b.stems[text] = ids
	}
	for _, id := range ids {
		if b.counts[id] == 0 {
			b.touched = append(b.touched, id)
		}
		b.counts[id] += weight
	}
}

func (b *builder) word(stem string) int32 {
	id, ok := b.words[stem]
	if !ok {
		id = int32(len(b.postings))
		b.words[strings.Clone(stem)] = id
		b.postings, b.counts = append(b.postings, nil), append(b.counts, 0)
	}
	return id
}

// finish ends the code at hand.
func (b *builder) finish(code string) {
	at := int32(len(b.codes))
	b.codes = append(b.codes, code)
	length := float32(0)
	for _, id := range b.touched {
		b.postings[id] = append(b.postings[id], posting{at, b.counts[id]})
		length += b.counts[id]
		b.counts[id] = 0
	}
	b.lengths, b.touched = append(b.lengths, length), b.touched[:0]
}

// weigh turns counts into what they are worth in BM25, so that a search only adds.
func (b *builder) weigh() {
	var total float32
	for _, l := range b.lengths {
		total += l
	}
	mean := total / float32(max(1, len(b.lengths)))
	for _, list := range b.postings {
		rarity := float32(math.Log(1 + (float64(len(b.codes)-len(list))+0.5)/(float64(len(list))+0.5)))
		for i := range list {
			p := &list[i]
			p.count = rarity * p.count * (saturation + 1) / (p.count + saturation*(1-lengthShare+lengthShare*b.lengths[p.code]/mean))
		}
	}
}
