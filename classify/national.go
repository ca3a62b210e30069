package classify

import (
	"fmt"
	"sort"
	"strings"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// maxLinesNamed bounds the national lines a recommendation lists.
const maxLinesNamed = 8

// national fills the levels below six digits. One line is chosen; where the subheading splits they stay
// empty and the advice lists the lines, ranked where they have titles.
func (e *Engine) national(s *Suggestion, request Request, f *finding) []string {
	if request.Country == CountryWorld || e.schedule == nil {
		return nil
	}
	p := phrasesIn(request.Language)
	lines := e.schedule.Lines(request.Country, s.Subheading.Code)
	if len(lines) == 0 {
		return []string{p.noLines}
	}
	if len(lines) > 1 {
		return []string{e.listLines(lines, f, request.Language)}
	}
	s.Line = nationalLevel(lines[0], request.Language, s.Subheading.Name)
	switch children := lines[0].Children; {
	case len(children) == 1:
		s.Statistical = nationalLevel(children[0], request.Language, s.Line.Name)
		return []string{p.single}
	case len(children) > 1:
		return []string{e.listLines(children, f, request.Language)}
	}
	return []string{p.single}
}

func nationalLevel(l NationalLine, language tariff.Language, fallback string) Level {
	name := l.Name.In(language)
	if name == "" {
		name = fallback
	}
	return Level{Name: name, Code: l.Code}
}

// listLines names the candidates, those whose titles share most with the description first.
func (e *Engine) listLines(lines []NationalLine, f *finding, language tariff.Language) string {
	p := phrasesIn(language)
	type ranked struct {
		text  string
		score float32
	}
	list, titled := make([]ranked, 0, len(lines)), false
	for _, l := range lines {
		name := l.Name.In(language)
		r := ranked{text: l.Code}
		if name != "" {
			titled = true
			r.text += " " + name
			r.score = e.overlap(name, f, language)
		}
		list = append(list, r)
	}
	form := p.splits
	if titled {
		sort.SliceStable(list, func(i, j int) bool { return list[i].score > list[j].score })
		form = p.ranked
	}
	var names []string
	for i, r := range list {
		if i == maxLinesNamed {
			names = append(names, "…")
			break
		}
		names = append(names, r.text)
	}
	return fmt.Sprintf(form, strings.Join(names, "; "))
}

// overlap is the mass of the description's words in a title.
func (e *Engine) overlap(title string, f *finding, language tariff.Language) (sum float32) {
	l := text.English
	if language == tariff.LanguageSpanish {
		l = text.Spanish
	}
	for _, t := range e.words.reader.JoinLetters(text.Tokenize(text.Fold(title), 60, nil)) {
		id := e.index.Words.LookupIn(t.Text, l)
		for _, w := range f.query.Words {
			if w.ID == id {
				sum += w.Mass
			}
		}
	}
	return sum
}
