package classify

import (
	"slices"
	"strconv"
	"strings"

	"tariffdesk/bounded"
	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/voice"
)

// Bounds of several goods.
const (
	maxOtherGoods = 20  // named in an answer
	maxGoodsName  = 160 // characters of one
)

// several are the goods of a text that lists more than one.
type several struct {
	names    []string // in the order of the list
	codes    []string // the subheading of each of the first, as it is found alone
	meant    int      // the one that is classified; -1 for one that the list does not have
	settled  bool     // somebody said which
	contrary bool     // the caller names the first, attachments the other
	unclear  bool     // they are something and what it holds, or what a set holds
}

// doubtBetweenGoods reports whether attachments name other goods than the caller, or the text goods and what holds them, and nobody has said which are meant.
func (f *finding) doubtBetweenGoods() bool {
	return f.several != nil && !f.several.settled && (f.several.contrary || f.several.unclear || f.several.meant < 0)
}

// goods reads what a request's text is of: without what belongs to a paper, and of several goods the one that is meant. The
// list names them for the answer, nil for a text of one product; nothing reports that only a paper is left.
func (e *Engine) goods(request Request) (read Request, list *several, nothing bool) {
	own, attached := request.Description, ""
	if request.Attached != "" {
		if head, ok := strings.CutSuffix(own, request.Attached); ok {
			own, attached = strings.TrimRight(head, ". \n"), request.Attached
		}
	}
	written, paper := e.words.papers.Read(own), e.words.papers.Read(attached)
	pointed := strings.TrimSpace(paper.Rest) != "" && e.words.vague.NamesNothing(written.Rest) && !text.HasDigit(written.Rest) // "goods as attached"; a size is of the goods
	if pointed {
		written.Rest = ""
	}
	rest, beside := joined(written.Rest, paper.Rest), written.Paper || paper.Paper || pointed
	if beside && strings.TrimSpace(rest) == "" {
		return request, nil, true
	}
	names, inOwn := written.Goods, len(written.Goods) > 0
	if len(names) == 0 {
		names = paper.Goods
	}
	if list = e.listed(request, names); list == nil {
		list = goodsOf{e, request}.unmarked(written.Rest)
		inOwn = list != nil
	}
	if list == nil {
		list = goodsOf{e, request}.unmarked(paper.Rest)
	}
	if list == nil {
		if beside && request.Description != rest {
			request.Description, request.Attached = rest, paper.Rest
		}
		if strings.TrimSpace(paper.Rest) == "" {
			if filled, list, ok := (goodsOf{e, request}).filled(request.Description); ok {
				return filled, list, false
			}
		}
		return goodsOf{e, request}.chosen(written.Rest, paper.Rest)
	}
	list.choose(e, request.Dialogue)
	own = written.Rest
	switch at := list.named(own); {
	case list.settled || inOwn:
		request.Description = list.names[list.meant]
	case at >= 0:
		list.meant = at
		request.Description = joined(own, list.names[at])
	case e.knows(request, own):
		list.meant = -1
		request.Description = own
	default:
		request.Description = list.names[0]
	}
	request.Attached = ""
	return request, list, false
}

// joined joins the caller's words with what was read from attachments, as a worker does.
func joined(own, attached string) string {
	if own == "" || attached == "" {
		return own + attached
	}
	return own + ". " + attached
}

// namesGoods reports whether words name goods.
func (e *Engine) namesGoods(words string) bool {
	if strings.TrimSpace(words) == "" || e.words.vague.NamesNothing(words) {
		return false
	}
	d := e.words.reader.Describe(words)
	q := e.ask(&d)
	return q.Known > 0 && !e.words.vague.Vague(&d, func(i int) bool { return e.index.Understands(&q, &d, i) }, 0)
}

// knows reports whether words alone are classified with some confidence: "see attached" is not.
func (e *Engine) knows(request Request, words string) bool {
	if !e.namesGoods(words) {
		return false
	}
	r := e.rankings.Get().(*rank.Ranking)
	defer e.rankings.Put(r)
	defer r.Reset()
	f := e.find(r, Request{Description: words, Country: request.Country, Model: ModelFast, Language: request.Language})
	return len(f.candidates) > 0 && f.confidence[0] >= confidence.BandLow
}

// maxCompared bounds the goods of a list that are looked up.
const maxCompared = maxOtherGoods + 1

// listed keeps of a list what names goods; nil where fewer than two are left, or all of them are the same goods in colours and
// sizes: whichever is meant, the answer is the same.
func (e *Engine) listed(request Request, names []string) *several {
	if len(names) < 2 {
		return nil
	}
	list := &several{}
	r := e.rankings.Get().(*rank.Ranking)
	defer e.rankings.Put(r)
	for _, name := range names {
		if !e.namesGoods(name) {
			continue
		}
		name, _ = bounded.Cut(name, maxGoodsName)
		list.names = append(list.names, name)
		if len(list.codes) == maxCompared {
			continue
		}
		code := ""
		if f := e.find(r, Request{Description: name, Country: request.Country, Model: ModelFast, Language: request.Language}); len(f.candidates) > 0 {
			code = e.tree.Subs[f.candidates[0].Sub].Code
		}
		r.Reset()
		list.codes = append(list.codes, code)
	}
	if len(list.names) < 2 || list.alike() {
		return nil
	}
	return list
}

// alike reports whether all goods are of one subheading and have a word in common: umbrellas, red ones and blue ones.
func (s *several) alike() bool {
	first := dialogue.WordsOf(s.names[0])
	for i, name := range s.names {
		common := false
		for word := range dialogue.WordsOf(name) {
			common = common || first[word]
		}
		if !common || i < len(s.codes) && s.codes[i] != s.codes[0] {
			return false
		}
	}
	return true
}

// choose takes the answer to the question which of the goods is meant.
func (s *several) choose(e *Engine, turns []Turn) {
	for _, t := range turns {
		if t.Question == nil || t.Question.ID != dialogue.IDMeant {
			continue
		}
		at := dialogue.Chosen(t.Question, t.Answer, e.words.replies.Read(t.Answer))
		if at >= 0 {
			at = slices.Index(s.names, t.Question.Choices[at].Label)
		} else {
			at = s.named(t.Answer)
		}
		if at >= 0 {
			s.meant, s.settled = at, true
		}
	}
}

// named returns which of the goods words name: the one with most of them, -1 where none has any.
func (s *several) named(words string) int {
	asked := dialogue.WordsOf(words)
	best, most := -1, 0
	for i, name := range s.names {
		n := 0
		for word := range dialogue.WordsOf(name) {
			if asked[word] {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// others are the goods that were not classified, maxOtherGoods at most.
func (s *several) others() (out []string) {
	for i, name := range s.names {
		if i != s.meant && !slices.Contains(out, name) && len(out) < maxOtherGoods {
			out = append(out, name)
		}
	}
	return out
}

// question asks which of the goods is meant.
func (s *several) question(v voice.Voice) Question {
	q := Question{ID: dialogue.IDMeant, Text: v.Say("ask_meant"), Kind: QuestionChoice, Choices: []Choice{}}
	for i := range s.codes[:min(len(s.codes), dialogue.MaxChoices)] {
		c := Choice{Value: strconv.Itoa(i + 1), Label: s.names[i], LeadsTo: []string{}}
		if s.codes[i] != "" {
			c.LeadsTo = append(c.LeadsTo, s.codes[i])
		}
		q.Choices = append(q.Choices, c)
	}
	return q
}
