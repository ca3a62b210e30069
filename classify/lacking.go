package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
)

// lacking holds what the titles say that goods are without, by subheading: bicycles of 8712 have no motor.
type lacking struct {
	without [][][]string    // by subheading: phrases
	drives  map[string]bool // motor, engine
	driven  map[string]bool // motorised: said of goods, not of what they carry
}

// newLacking reads the titles of subheadings and of what stands above them.
func newLacking(t *code.Tree, w *ruleWords) lacking {
	l := lacking{without: make([][][]string, len(t.Subs)), drives: w.driving, driven: w.driven}
	for sub := range t.Subs {
		own, heading := t.Subs[sub].Title, t.Headings[t.HeadingOf[sub]].Title
		for _, title := range []string{own.English, own.Spanish, heading.English, heading.Spanish} {
			l.without[sub] = append(l.without[sub], w.lacked(title)...)
		}
	}
	return l
}

// lacked lists what a title says that goods are without: each phrase to the next comma or conjunction.
func (w *ruleWords) lacked(title string) (phrases [][]string) {
	words := strings.FieldsFunc(text.Fold(title), func(c rune) bool { return c == ' ' })
	for i, word := range words {
		if !w.lacks[word] || i > 0 && w.orEnds[words[i-1]] { // "with or without shaft"
			continue
		}
		var phrase []string
		for _, next := range words[i+1:] {
			bare := strings.Trim(next, ",;:()")
			if w.orEnds[bare] {
				break
			}
			if !w.smallInTitles[bare] {
				phrase = append(phrase, bare)
			}
			if bare != next {
				break
			}
		}
		if len(phrase) > 0 && len(phrase) <= maxLacked {
			phrases = append(phrases, phrase)
		}
	}
	return phrases
}

// maxLacked bounds the words of what goods are said to be without.
const maxLacked = 3

// exclude puts the subheadings behind the others whose titles say that goods are without what the description says they have: a bicycle with a motor is
// none of heading 8712.
func (l *lacking) exclude(e *Engine, f *finding) {
	if f.description.Listing || len(f.query.Whole) > 0 && !f.query.Complete {
		return
	}
	out, fits := map[int32]bool{}, false
	for i := range f.ranking.Candidates {
		c := &f.ranking.Candidates[i]
		if slices.ContainsFunc(l.without[c.Sub], func(phrase []string) bool { return l.has(f.parsed, phrase) }) {
			out[c.Sub] = true
		} else if c.P >= leastFitting && !e.facets.Traits[c.Sub].Part {
			fits = true
		}
	}
	if len(out) == 0 || !fits {
		return
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		switch {
		case out[c.Sub] && f.neighbors.Share(c.Sub) < precedentVisible:
			return contradicted
		case e.facets.Traits[c.Sub].Part: // what has a motor is not the part of what has none
			return elsewhere
		}
		return 1
	})
}

// has reports whether words say that goods have what a phrase names.
func (l *lacking) has(words []text.Token, phrase []string) bool {
	for _, wanted := range phrase {
		if !slices.ContainsFunc(words, func(t text.Token) bool {
			if t.Denied || t.Role != parse.With && (t.Role != parse.Goods || !l.driven[t.Text]) {
				return false
			}
			return strings.TrimSuffix(t.Text, "s") == strings.TrimSuffix(wanted, "s") || l.drives[wanted] && (l.drives[t.Text] || l.driven[t.Text])
		}) {
			return false
		}
	}
	return true
}
