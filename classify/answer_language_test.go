package classify

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// betray are small words that only a text of the other language holds.
var betray = map[tariff.Language]map[string]bool{
	tariff.LanguageSpanish: wordSet("of the and or with without for other than not from over under up to by below is are which what its it does they them this that"),
	tariff.LanguageEnglish: wordSet("para del los las otros otras sin y u cual qué que es una se según"),
}

func wordSet(list string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(list) {
		out[word] = true
	}
	return out
}

// quotation is what an answer repeats of the description.
var quotation = regexp.MustCompile(`«[^»]*»|“[^”]*”`)

// foreignIn returns the first word of a text that does not belong to its language, or that is an internal id.
func foreignIn(text string, language tariff.Language, ids map[string]bool) string {
	for _, w := range strings.FieldsFunc(quotation.ReplaceAllString(text, " "), func(r rune) bool { return strings.ContainsRune(" ,;:.()?¿!/", r) }) {
		if betray[language][w] || ids[w] && (language == tariff.LanguageSpanish || strings.Contains(w, "-")) {
			return w
		}
	}
	return ""
}

// internalIDs are the ids of facets and values that are no words of the language too.
func internalIDs(k *tariff.Knowledge, language tariff.Language) map[string]bool {
	ids, trade := map[string]bool{}, map[string]bool{}
	note := func(english, spanish []string) {
		list := english
		if language == tariff.LanguageSpanish {
			list = spanish
		}
		for _, w := range list {
			for _, part := range strings.Fields(w) {
				trade[strings.ToLower(strings.Trim(part, "(),:;?¿"))] = true
			}
		}
	}
	text := func(t tariff.Text) { note([]string{t.English}, []string{t.Spanish}) }
	for _, c := range k.Chapters() {
		for _, h := range c.Children {
			text(h.Title)
			for _, f := range h.Facets {
				ids[f.Name] = true
				text(f.Question)
			}
			for _, v := range h.Values {
				note(v.English, v.Spanish)
			}
			for _, s := range h.Children {
				text(s.Title)
				for _, choice := range s.Is {
					for _, v := range choice.Values {
						ids[v] = true
					}
				}
			}
		}
	}
	for _, v := range k.Vocabulary().Values() {
		ids[v.ID] = true
		text(v.Name)
		note(v.English, v.Spanish)
	}
	for w := range trade {
		delete(ids, w)
	}
	delete(ids, "general") // a rule is, in either language
	return ids
}

func TestForeignWordsAreTold(t *testing.T) {
	t.Parallel()
	k := embeddedEngine(t).knowledge
	for _, c := range []struct {
		text     string
		language tariff.Language
		want     string
	}{
		{"Indique sole, height para darle mayor certeza.", tariff.LanguageSpanish, "sole"},
		{"Regla general 1 and 6: los textos.", tariff.LanguageSpanish, "and"},
		{"Declarado: clase: other-bag.", tariff.LanguageSpanish, "other-bag"},
		{"Stated: kind: other-bag.", tariff.LanguageEnglish, "other-bag"},
		{"Which is it: sin azúcar?", tariff.LanguageEnglish, "sin"},
		{"La palabra «other» conduce a esta subpartida.", tariff.LanguageSpanish, ""},
		{"The description states the sole and its height.", tariff.LanguageEnglish, ""},
	} {
		if got := foreignIn(c.text, c.language, internalIDs(k, c.language)); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestAnswersAboutEveryHeadingSpeakOneLanguage(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	ids := map[tariff.Language]map[string]bool{}
	for language := range betray {
		ids[language] = internalIDs(e.knowledge, language)
		if len(ids[language]) < 100 {
			t.Fatalf("only %d ids are told from words", len(ids[language]))
		}
	}
	check := func(code, text string, language tariff.Language) {
		if w := foreignIn(text, language, ids[language]); w != "" {
			t.Errorf("%s, %s: %q in %q", code, language, w, text)
		}
	}
	for _, h := range e.tree.Headings {
		sub := h.Children[len(h.Children)-1]
		for _, language := range []tariff.Language{tariff.LanguageEnglish, tariff.LanguageSpanish} {
			for _, title := range []tariff.Text{h.Title, sub.Title} {
				r, err := e.Classify(context.Background(), Request{Description: title.In(language), Model: ModelFast, Language: language, Limit: 3})
				if err != nil {
					t.Fatal(err)
				}
				check(h.Code, r.Summary, language)
				for _, q := range r.Questions {
					check(h.Code, q, language)
				}
				for _, s := range r.Suggestions {
					check(s.Subheading.Code, s.Reason, language)
					check(s.Subheading.Code, s.Advice, language)
				}
			}
		}
	}
}

func TestEveryChoiceIsNamedInBothLanguages(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	f := finding{engine: e, settled: &dialogue.Settled{}, ranking: rank.New(e.index, e.facets, e.weights), readings: e.facets.Read(&text.Description{})}
	for _, language := range []tariff.Language{tariff.LanguageEnglish, tariff.LanguageSpanish} {
		ids := internalIDs(e.knowledge, language)
		w := e.writer(Request{Language: language}, &f)
		for sub := range e.tree.Subs {
			code := e.tree.Subs[sub].Code
			for _, s := range w.Standings(int32(sub)) {
				if s.Name == "" || s.Stated {
					t.Errorf("%s, %s: %+v of nothing stated", code, language, s)
				}
				if word := foreignIn(s.Name+" "+s.Own, language, ids); word != "" {
					t.Errorf("%s, %s: %q in %+v", code, language, word, s)
				}
			}
			for _, c := range e.facets.Choices[sub] {
				q := w.facetQuestion(e.tree.HeadingOf[sub], c.Facet)
				if q == "" || foreignIn(q, language, ids) != "" || language == tariff.LanguageSpanish && !strings.Contains(q, "¿") {
					t.Errorf("%s, %s: question %q", code, language, q)
				}
			}
		}
	}
}
