package feature

import (
	"math"
	"slices"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// LeastProbable is the probability of being right below which a value is left out: what is more likely wrong than right is worse than none.
const LeastProbable = 0.55

// evidence says how a value was found, what kind of thing it is and what stands beside it.
func evidence(f *candidate.Chosen, w *want.Want, m *candidate.Match) []confidence.Feature {
	var all []confidence.Feature
	add := func(name string, v float64) { all = append(all, confidence.Feature{Name: name, Value: v}) }
	is := func(name string, holds bool) {
		if holds {
			add(name, 1)
		}
	}
	group := candidate.GroupOf(w)
	score := min(m.Score, 1)
	add("always", 1)
	add("score", score)
	is("score low", score < 0.55)
	is("score high", score >= 0.85)
	is("way "+string(m.Way), true)
	is("group "+group, true)
	add("group "+group+" score", score)
	is("group "+group+" way "+string(m.Way), true)
	is("own label", m.Own)
	poorly := 1 - page.Confidence(m.Words)
	add("read poorly", poorly)
	if f.Doc.ReadByOCR(m.Page) {
		add("read by ocr", 1)
		add("group "+group+" by ocr", 1)
		add("group "+group+" read poorly", poorly)
		add("length by ocr", math.Log1p(float64(len(page.Join(m.Words)))))
	}
	is("mended", m.Mended)
	is("on a later page", m.Page > 0)
	add("words", math.Log1p(float64(len(m.Words))))
	named := 0.0
	if len(w.Concepts) > 0 {
		named = w.Concepts[0].Score
	}
	add("named", named)
	is("unknown", len(w.Concepts) == 0 && w.Role == "")
	is("role "+w.Role, w.Role != "")
	add("shared", float64(shared(f, w, m)))
	text := page.Join(m.Words)
	letters, digits := value.Counts(text)
	switch group {
	case "name":
		is("name with a legal form", reading.CompanyForm.MatchString(reading.TrimText(text)))
		is("name with digits", digits > 0)
		is("name with a colon", strings.ContainsAny(text, ":;|"))
		is("name of one word", len(m.Words) == 1)
		is("name in print of a title", sheet.TitleWords.MatchString(text))
	case "amount":
		is("amount without decimals", !strings.ContainsAny(m.Text, "."))
		is("amount of nothing", strings.Trim(m.Text, "0.") == "")
	case "id", "tax id":
		is("id without digits", digits == 0)
		is("id of few digits", digits > 0 && digits < 4 && letters == 0)
		is("id of many digits", digits > 11 && letters == 0)
		is("id with blanks", strings.Contains(m.Text, " "))
		if group == "tax id" {
			is("tax id with a country before it", candidate.VatForm.MatchString(strings.ReplaceAll(m.Text, " ", "")))
			is("tax id with a country before it, as asked", candidate.AsksVAT(w) && candidate.VatForm.MatchString(strings.ReplaceAll(m.Text, " ", "")))
			is("tax id with marks", strings.ContainsAny(m.Text, "./-"))
		}
	case "text", "place":
		is("text long", len(m.Words) > 6)
		is("text with digits", digits > 0)
	}
	return all
}

// shared is how many other properties, of other things, were read from the same print.
func shared(f *candidate.Chosen, w *want.Want, m *candidate.Match) int {
	n := 0
	for _, o := range f.Wants {
		other := f.Found[o.Pointer]
		if o == w || other == nil || other.Page != m.Page || len(o.Concepts) > 0 && len(w.Concepts) > 0 && o.Concepts[0].Concept == w.Concepts[0].Concept && o.Role == w.Role {
			continue
		}
		if slices.ContainsFunc(m.Words, func(a page.Word) bool {
			return slices.ContainsFunc(other.Words, func(b page.Word) bool { return a.Box == b.Box })
		}) {
			n++
		}
	}
	return n
}
