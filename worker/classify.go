package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"tariffdesk/bounded"
	"tariffdesk/classify"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/tariff"
)

// Classifier ranks codes for a description.
type Classifier interface {
	Classify(ctx context.Context, r classify.Request) (classify.Result, error)
}

// Reading is the text that a reader found in an attachment.
type Reading struct {
	Text    string
	Pages   int
	Note    string // what was left out and why, in English, "" for nothing
	Refused bool   // the file itself is at fault: corrupt, encrypted, too large
}

// Reader turns an uploaded document or image into text; it reads at most pages pages.
type Reader interface {
	Read(ctx context.Context, a jobs.Attachment, pages int) (Reading, error)
}

// TariffInfo gives the duties, taxes and regulations of a code, nil where nothing is known.
type TariffInfo interface {
	TariffInfo(country classify.Country, code, description string, language tariff.Language) json.RawMessage
}

// Classification does classify jobs.
type Classification struct {
	Engine     Classifier
	Reader     Reader                             // nil: attachments carry their text already
	Info       TariffInfo                         // nil: tariff_info stays empty
	Precedents Precedents                         // nil: none
	Rulings    Rulings                            // published; nil: none
	Uploads    Uploads                            // of pictures, for an Engine that looks at them; nil: none are shown
	Versions   func(country string) jobs.Versions // kept with each record; nil: none
}

// Precedents gives an organisation's own classified goods, nil where it has none.
type Precedents interface {
	Of(ctx context.Context, organisationID string, known *jobs.CatalogueState) (*classify.Precedents, error)
}

// Rulings gives the published rulings in use, nil where none were imported.
type Rulings interface {
	Current() *classify.Rulings
}

// maxPages is how many pages of attachments are read in all.
const maxPages = 20

// Handle classifies, and stores a record whose id the result names.
func (c Classification) Handle(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.ClassifyInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of classify job %s: %w", t.Job.ID, err)
	}
	report := func(percent float64, message, heading string) {
		if in.Streaming || len(in.Attachments) > 0 { // a text alone takes milliseconds
			t.Progress(jobs.Progress{Percent: percent, Message: message, CurrentHSCode: heading})
		}
	}
	report(5, "reading the description", "")
	text, attached, notes, err := c.describe(ctx, in, report)
	if err != nil {
		return jobs.Outcome{}, err
	}
	refined, err := refinement(in.Refines)
	if err != nil {
		return jobs.Outcome{}, err
	}
	request := classify.Request{
		Description: text, Country: classify.Country(in.CountryCode), Model: classify.Model(in.Model),
		Language: tariff.Language(in.Language), Dialogue: refined.Turns, Attached: attached,
	}
	if c.Precedents != nil {
		if request.Precedents, err = c.Precedents.Of(ctx, t.Job.OrganisationID, t.Job.Precedents); err != nil {
			return jobs.Outcome{}, err
		}
	}
	if c.Rulings != nil {
		request.Rulings = c.Rulings.Current()
	}
	report(50, "ranking the tariff codes", "")
	result, unseen, err := c.classify(ctx, in, request)
	if err != nil {
		return jobs.Outcome{}, err
	}
	c.complete(&result, in, text, append(notes, unseen...))
	result.Moved = classify.Moved(refined.Before, result)
	if len(result.Suggestions) > 0 {
		report(95, "writing the answer", result.Suggestions[0].Heading.Code)
	}
	return c.outcome(t.Job, in, text, result)
}

func (c Classification) outcome(j jobs.Job, in jobs.ClassifyInput, text string, result classify.Result) (jobs.Outcome, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return jobs.Outcome{}, fmt.Errorf("record of job %s: %w", j.ID, err)
	}
	result.RecordID = id.String()
	body, err := json.Marshal(result)
	if err != nil {
		return jobs.Outcome{}, fmt.Errorf("result of job %s: %w", j.ID, err)
	}
	record := &jobs.Record{
		ID: result.RecordID, CountryCode: in.CountryCode, Model: in.Model, ProductDescription: text,
		UserIdentifier: in.UserIdentifier, Result: body,
	}
	record.HSCode, record.Confidence, _ = gist(result)
	record.QuestionOpen = len(result.Questions) > 0
	if in.Refines != nil {
		record.ParentID = in.Refines.RecordID
	}
	record.Provenance = c.provenance(j, in)
	return jobs.Outcome{Result: body, Record: record, Empty: len(result.Suggestions) == 0}, nil
}

// provenance records the call and the engine behind a record.
func (c Classification) provenance(j jobs.Job, in jobs.ClassifyInput) jobs.Provenance {
	p := jobs.Provenance{Language: in.Language, Written: utf8.RuneCountInString(strings.TrimSpace(in.Description)), AskedAt: j.CreatedAt}
	if r := in.Refines; r != nil {
		p.Attachments, p.RequestIDs = slices.Clone(r.Earlier.Attachments), slices.Clone(r.Earlier.RequestIDs)
		if p.Written = r.Earlier.Written; len(p.Attachments) == 0 {
			p.Written = utf8.RuneCountInString(r.Description)
		}
	}
	if in.RequestID != "" {
		p.RequestIDs = append(p.RequestIDs, in.RequestID)
	}
	for _, a := range in.Attachments {
		p.Attachments = append(p.Attachments, a.Name)
	}
	if c.Versions != nil {
		p.Versions = c.Versions(in.CountryCode)
	}
	return p
}

// gist returns the columns that lists show of a classification: the best entry's longest code, its confidence, and
// the first open question.
func gist(r classify.Result) (code string, confidence *float64, question string) {
	if len(r.Questions) > 0 {
		question = r.Questions[0]
	}
	if len(r.Suggestions) == 0 {
		return "", nil, question
	}
	best := r.Suggestions[0]
	return deepest(best.Statistical, best.Line, best.Subheading, best.Heading, best.Chapter), &best.Confidence, question
}

// complete adds what the engine does not know: rates, and what was not read.
func (c Classification) complete(r *classify.Result, in jobs.ClassifyInput, text string, notes []string) {
	if len(notes) > 0 {
		r.Summary = strings.TrimSpace(r.Summary + " " + strings.Join(language.Texts(language.Language(in.Language), notes), " "))
	}
	for i := range r.Suggestions {
		s := &r.Suggestions[i]
		s.TariffInfo = json.RawMessage("{}")
		if !in.TariffInfo || c.Info == nil {
			continue
		}
		for _, level := range []classify.Level{s.Statistical, s.Line, s.Subheading} {
			if level.Code == "" {
				continue
			}
			if info := c.Info.TariffInfo(classify.Country(in.CountryCode), level.Code, text, tariff.Language(in.Language)); info != nil {
				s.TariffInfo = info
			}
			break
		}
	}
}

// describe joins the caller's words, those of the record it refines, and the text of attachments, which it returns by itself too.
func (c Classification) describe(ctx context.Context, in jobs.ClassifyInput, report func(float64, string, string)) (text, attached string, notes []string, err error) {
	var parts []string
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			parts = append(parts, text)
		}
	}
	if in.Refines != nil {
		add(in.Refines.Description)
	}
	if in.Refines == nil || !in.Refines.Spoken {
		add(in.Description)
	}
	pages, refused, own := maxPages, 0, len(parts)
	for i, a := range in.Attachments {
		report(10+30*float64(i)/float64(len(in.Attachments)), "reading "+a.Name, "")
		if a.Key == "" || c.Reader == nil {
			add(a.Text)
			continue
		}
		if pages <= 0 {
			notes = append(notes, fmt.Sprintf("%s was not read: the limit is %d pages of attachments.", a.Name, maxPages))
			continue
		}
		read, err := c.Reader.Read(ctx, a, pages)
		if err != nil {
			return "", "", nil, fmt.Errorf("read attachment %s: %w", a.Key, err)
		}
		pages -= read.Pages
		add(read.Text)
		if read.Note != "" {
			notes = append(notes, read.Note)
		}
		if read.Refused {
			refused++
		}
	}
	if len(parts) == 0 && refused > 0 && refused == len(in.Attachments) {
		return "", "", nil, fail.New(fail.CodeSvcDocsResource, strings.Join(notes, " ")).With(notes...)
	}
	const between = ". "
	var cut bool
	text, cut = bounded.Cut(strings.Join(parts, between), classify.MaxDescription)
	if cut {
		notes = append(notes, fmt.Sprintf("Only the first %d characters were read.", classify.MaxDescription))
	}
	if own > 0 {
		attached = text[min(len(strings.Join(parts[:own], between))+len(between), len(text)):]
	}
	return text, attached, notes, nil
}

// refinement reads the dialogue of a refinement; it is empty for a first classification.
func refinement(r *jobs.Refined) (out classify.Refinement, err error) {
	if r == nil || len(r.Answers) == 0 {
		return out, nil
	}
	if err := json.Unmarshal(r.Answers, &out); err != nil {
		return out, fmt.Errorf("dialogue of record %s: %w", r.RecordID, err)
	}
	return out, nil
}
