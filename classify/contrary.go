package classify

import (
	"slices"
	"strings"

	"tariffdesk/bounded"
	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/rank"
)

// Limits for telling the goods of an attachment from those of the caller.
const (
	maxHeads     = 12  // lines of an attachment that are searched for its goods
	sharedEnough = 0.1 // probability that a chapter needs in one text to be possible for the other
)

// goodsOf finds the goods that the texts of a request name, each text by itself.
type goodsOf struct {
	*Engine
	request Request
}

// chosen reads a request whose text and attachment each name goods: where they are of different chapters, those of the caller are classified.
func (e goodsOf) chosen(own, attached string) (Request, *several, bool) {
	request, list := e.request, e.contrary(own, attached)
	if list == nil {
		return request, nil, false
	}
	list.choose(e.Engine, request.Dialogue)
	request.Attached = ""
	if request.Description = own; list.meant == 1 {
		request.Description = attached
	}
	return request, list, false
}

// contrary returns the goods of the caller and those of an attachment where neither can be the other; nil where they may be the same.
func (e goodsOf) contrary(own, attached string) *several {
	own = strings.Trim(own, " .\n")
	if own == "" || strings.TrimSpace(attached) == "" || !e.namesGoods(own) {
		return nil
	}
	said, read := e.nominate(own), e.nominate(attached)
	if said.code == "" || read.code != "" && (said.mayBe(read) || read.mayBe(said)) {
		return nil
	}
	for i, line := range strings.Split(attached, "\n") {
		if i == maxHeads {
			break
		}
		line = strings.Trim(line, " .,;:\r\t")
		if !e.namesGoods(line) {
			continue
		}
		head := e.nominate(line)
		unsure := read.code == "" // then the first line that names goods tells
		if head.code == "" || !unsure && !head.mayBe(read) || head.mayBe(said) || said.mayBe(head) {
			if unsure {
				return nil
			}
			continue
		}
		one, _ := bounded.Cut(own, maxGoodsName)
		other, _ := bounded.Cut(line, maxGoodsName)
		return &several{names: []string{one, other}, codes: []string{said.code, head.code}, contrary: true}
	}
	return nil
}

// Limits from which lines without numbers and prices are a list of goods.
const (
	leastLines    = 20 // of the text: fewer may be a data sheet
	maxLinesRead  = 24
	leastNamed    = 8 // lines that are classified by themselves
	leastChapters = 4 // chapters that those lines belong to
)

// unmarked returns the goods of a text of many lines most of which name goods of their own, though nothing else tells that it is a list; nil
// where it is none.
func (e goodsOf) unmarked(words string) *several {
	if strings.Count(words, "\n") < leastLines {
		return nil
	}
	list, read, known, chapters := &several{}, 0, 0, map[string]bool{}
	for line := range strings.SplitSeq(words, "\n") {
		if line = strings.Trim(line, " .,;|\r\t"); line == "" || slices.Contains(list.names, line) {
			continue
		}
		if read == maxLinesRead {
			break
		}
		read++
		if len(line) > maxGoodsName || strings.Contains(line, ":") || !e.namesGoods(line) {
			continue
		}
		found := e.nominate(line)
		list.names, list.codes = append(list.names, line), append(list.codes, found.code)
		if found.code != "" {
			known++
			chapters[found.code[:2]] = true
		}
	}
	if known < min(leastNamed, read) || 2*known < read || len(chapters) < leastChapters {
		return nil
	}
	return list
}

// nomination is the classification of a text by itself: its likeliest code, and how probable each chapter is.
type nomination struct {
	code     string // of the likeliest subheading; "" where the words are not classified with some confidence
	chapters map[string]float64
}

// mayBe reports whether the chapter of other goods is possible for these.
func (n nomination) mayBe(o nomination) bool { return n.chapters[o.code[:2]] >= sharedEnough }

// nominate classifies words by themselves.
func (e goodsOf) nominate(words string) nomination {
	r := e.rankings.Get().(*rank.Ranking)
	defer e.rankings.Put(r)
	defer r.Reset()
	f := e.find(r, Request{Description: words, Country: e.request.Country, Model: ModelFast, Language: e.request.Language})
	defer e.opinions.Return(f.opinion)
	n := nomination{chapters: map[string]float64{}}
	if len(f.candidates) == 0 || f.vague() || f.foundNothing() || f.confidence[0] < confidence.BandLow {
		return n
	}
	n.code = e.tree.Subs[f.candidates[0].Sub].Code
	for _, c := range f.candidates {
		n.chapters[e.tree.Subs[c.Sub].Code[:2]] += float64(c.P)
	}
	return n
}
