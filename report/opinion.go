package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"tariffdesk/classify"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// Classification is a stored classification with what it came from.
type Classification struct {
	ID, ParentID string
	Organisation string
	Country      string
	Model        string
	Language     tariff.Language // in which the result was written; "" where that is not known
	Description  string          // as the caller wrote it
	Attached     string          // text read from attachments
	Attachments  []string        // names
	AskedAt      time.Time       // zero where it is not known
	MadeAt       time.Time
	RequestIDs   []string // of all rounds, oldest first
	Tariff       string   // versions; "" where they are not known
	Knowledge    string
	Program      string
	Confirmed    string // the code the organisation confirmed or corrected it to
	ConfirmedAt  *time.Time
	Result       classify.Result
}

// Opinion is the report of a classification for the file of a broker, with captions in a language; what the result says stays as it was
// given.
func Opinion(c Classification, language tariff.Language) Document {
	o := opinion{captions: captionsIn(quote.Language(language)), Classification: c, language: language}
	d := Document{Title: o.of("opinion"), Subtitle: o.of("record") + " " + c.ID, Language: quote.Language(language), Facts: o.head(), Footer: o.of("opinion_footer")}
	d.Sections = []Section{o.asked(), {Title: o.of("from_attachments"), Prose: prose(c.Attached)}, o.dialogue(), o.moved()}
	if len(c.Result.Suggestions) > 0 {
		first := c.Result.Suggestions[0]
		d.Sections = append(d.Sections, o.path(first), Section{Title: o.of("grounds"), Prose: prose(first.Reason)}, o.evidence(first),
			Section{Title: o.of("presumed"), Paragraphs: first.Presumed}, Section{Title: o.of("advice"), Prose: prose(first.Advice)}, o.lines(first))
	}
	d.Sections = append(d.Sections, o.open(), o.others(), o.provenance())
	d.Sections = WithContent(d.Sections)
	return d
}

type opinion struct {
	captions
	Classification
	language tariff.Language
}

// head is the answer in short.
func (o opinion) head() []Fact {
	facts := []Fact{{o.of("organisation"), o.Organisation}, {o.of("tariff_of"), o.of(o.Country)}, {o.of("created"), day(o.MadeAt)}}
	if len(o.Result.Suggestions) == 0 {
		return append(facts, Fact{o.of("code"), o.of("none")})
	}
	first := o.Result.Suggestions[0]
	facts = append(facts, Fact{o.of("code"), tariff.Dotted(deepest(first).Code) + "  " + name(first)})
	if first.Decision != nil {
		return append(facts, o.decided(*first.Decision)...)
	}
	facts = append(facts, Fact{o.of("confidence"), o.sure(first.Confidence)})
	for _, level := range []struct {
		key string
		at  *float64
	}{{"line_confidence", first.LineConfidence}, {"statistical_confidence", first.StatisticalConfidence}} {
		if level.at != nil {
			facts = append(facts, Fact{o.of(level.key), percent(*level.at)})
		}
	}
	if o.Confirmed != "" {
		at := ""
		if o.ConfirmedAt != nil {
			at = ", " + day(*o.ConfirmedAt)
		}
		facts = append(facts, Fact{o.of("confirmed"), tariff.Dotted(o.Confirmed) + at})
	}
	return facts
}

// decided says who decided, and how sure the suggestion was.
func (o opinion) decided(d classify.Decision) []Fact {
	facts := []Fact{{o.of("confirmed"), tariff.Dotted(d.HSCode) + ", " + day(d.At)}, {o.of("decided_by"), d.By}, {o.of("reason"), d.Reason}}
	if d.SuggestedConfidence != nil {
		facts = append(facts, Fact{o.of("suggested_confidence"), percent(*d.SuggestedConfidence)})
	}
	return slices.DeleteFunc(facts, func(f Fact) bool { return f.Value == "" })
}

func (o opinion) asked() Section {
	s := Section{Title: o.of("asked"), Prose: prose(o.Description)}
	if len(o.Attachments) > 0 {
		s.Facts = []Fact{{o.of("attachments"), strings.Join(o.Attachments, ", ")}}
	}
	return s
}

func (o opinion) dialogue() Section {
	s := Section{Title: o.of("dialogue"), Columns: []string{"#", o.of("question"), o.of("answer"), o.of("understood")}}
	for i, x := range o.Result.Dialogue {
		question := x.Question
		if question == "" {
			question = o.of("added")
		}
		s.Rows = append(s.Rows, []string{fmt.Sprint(i + 1), question, x.Answer, x.Understood})
	}
	if o.Result.Told != "" {
		s.Paragraphs = []string{o.of("read_as") + ": " + o.Result.Told}
	}
	return s
}

// moved lists the changes that the last answers made.
func (o opinion) moved() Section {
	m := o.Result.Moved
	if m == nil {
		return Section{}
	}
	standing := func(s classify.Standing) string { return tariff.Dotted(s.Code) + " (" + percent(s.Confidence) + ")" }
	s := Section{
		Title: o.of("moved"), Facts: []Fact{{o.of("before"), standing(m.From)}, {o.of("after"), standing(m.To)}},
		Columns: []string{o.of("code"), o.of("place_before"), o.of("place_after")},
	}
	for _, r := range m.Ranks {
		s.Rows = append(s.Rows, []string{tariff.Dotted(r.Code), o.place(r.Before), o.place(r.After)})
	}
	return s
}

func (o opinion) place(n int) string {
	if n == 0 {
		return o.of("unlisted")
	}
	return fmt.Sprint(n)
}

// path is the way from the section to the longest code.
func (o opinion) path(s classify.Suggestion) Section {
	out := Section{Title: o.of("path"), Columns: []string{o.of("level"), o.of("code"), o.of("text")}}
	if section, ok := tariff.SectionOf(s.Chapter.Code); ok {
		out.Rows = append(out.Rows, []string{o.of("section"), section.Number, section.Title.In(cmp.Or(o.Language, o.language))})
	}
	for _, level := range []struct {
		key string
		at  classify.Level
	}{{"chapter", s.Chapter}, {"heading", s.Heading}, {"subheading", s.Subheading}, {"national_line", s.Line}, {"suffix", s.Statistical}} {
		if level.at.Code != "" {
			out.Rows = append(out.Rows, []string{o.of(level.key), tariff.Dotted(level.at.Code), level.at.Name})
		}
	}
	return out
}

func (o opinion) evidence(s classify.Suggestion) Section {
	out := Section{Title: o.of("evidence"), Columns: []string{o.of("kind"), o.of("reference"), o.of("stands"), o.of("text"), o.of("source")}}
	for _, e := range s.Evidence {
		source := e.Source
		if e.URL != "" {
			source += " " + e.URL
		}
		out.Rows = append(out.Rows, []string{o.of(string(e.Kind)), e.Reference, o.of(string(e.Status)), e.Text, source})
	}
	return out
}

// lines are the national lines of the first subheading that are still open, by what tells them apart.
func (o opinion) lines(s classify.Suggestion) Section {
	out := Section{Title: o.of("national"), Columns: []string{o.of("code"), o.of("text"), o.of("requires"), o.of("duty")}}
	for _, n := range s.NationalCandidates {
		out.Rows = append(out.Rows, []string{tariff.Dotted(n.Code), n.Name, n.Requires, n.Duty})
	}
	return out
}

// open are the questions nobody has answered, with what each answer leads to.
func (o opinion) open() Section {
	s := Section{Title: o.of("open_questions"), Columns: []string{o.of("question"), o.of("answer"), o.of("leads_to")}}
	for _, q := range o.Result.Open {
		if len(q.Choices) == 0 {
			s.Rows = append(s.Rows, []string{q.Text, q.Unit, ""})
		}
		for i, c := range q.Choices {
			text := q.Text
			if i > 0 {
				text = ""
			}
			codes := make([]string, len(c.LeadsTo))
			for i, code := range c.LeadsTo {
				codes[i] = tariff.Dotted(code)
			}
			s.Rows = append(s.Rows, []string{text, c.Label, strings.Join(codes, ", ")})
		}
	}
	return s
}

// others are the codes behind the first, with what speaks for and against each.
func (o opinion) others() Section {
	s := Section{Title: o.of("others"), Columns: []string{o.of("code"), o.of("text"), o.of("confidence"), o.of("stands")}}
	for _, c := range o.Result.Suggestions[min(1, len(o.Result.Suggestions)):] {
		s.Rows = append(s.Rows, []string{tariff.Dotted(deepest(c).Code), name(c), percent(c.Confidence), c.Reason})
	}
	return s
}

func (o opinion) provenance() Section {
	facts := []Fact{
		{o.of("asked_at"), o.of("unkept")}, {o.of("made_at"), day(o.MadeAt)}, {o.of("record"), o.ID}, {o.of("refines"), o.ParentID},
		{o.of("requests"), strings.Join(o.RequestIDs, ", ")}, {o.of("nomenclature"), o.Tariff}, {o.of("knowledge"), o.Knowledge},
		{o.of("program"), o.Program}, {o.of("model"), o.Model}, {o.of("language"), o.of(string(o.Language))},
	}
	if !o.AskedAt.IsZero() {
		facts[0].Value = day(o.AskedAt)
	}
	return Section{Title: o.of("provenance"), Facts: slices.DeleteFunc(facts, func(f Fact) bool { return f.Value == "" })}
}

// sure is a confidence with the meaning of its band.
func (o opinion) sure(confidence float64) string {
	band := "band_expert"
	switch {
	case confidence >= 0.9:
		band = "band_high"
	case confidence >= 0.7:
		band = "band_medium"
	case confidence >= 0.5:
		band = "band_low"
	}
	return percent(confidence) + ": " + o.of(band)
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// deepest is the longest code of a suggestion.
func deepest(s classify.Suggestion) classify.Level {
	for _, l := range []classify.Level{s.Statistical, s.Line} {
		if l.Code != "" {
			return l
		}
	}
	return s.Subheading
}

// name is the name of the longest code, or of the nearest above it that has one.
func name(s classify.Suggestion) string {
	for _, l := range []classify.Level{s.Statistical, s.Line, s.Subheading} {
		if l.Name != "" {
			return l.Name
		}
	}
	return s.Heading.Name
}

// prose are the paragraphs of a text.
func prose(text string) (out []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}
