package verification

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tariffdesk/verification/list"
	"tariffdesk/verification/name"
	"tariffdesk/verification/taxid"
)

// Outcome is the result of a check.
type Outcome string

// The outcomes. Unknown is not a pass: nothing could be compared.
const (
	OutcomePassed  Outcome = "passed"
	OutcomeWarning Outcome = "warning"
	OutcomeFailed  Outcome = "failed"
	OutcomeUnknown Outcome = "unknown"
)

// The names of the service's own checks; those of providers begin with their name and a colon.
const (
	CheckTaxID           = "tax_id"
	CheckLegalName       = "legal_name"
	CheckRepresentatives = "representatives"
	CheckBlacklist       = "blacklist"
	CheckDocumentKind    = "document_kind"
	CheckDocumentAge     = "document_age"
	CheckDocumentTaxID   = "document_tax_id"
	CheckDocumentName    = "document_legal_name"
	CheckDocumentAddress = "document_address"
	CheckDocumentSigner  = "document_representative"
)

// SubjectCompany is the subject of a check that is not about a representative.
const SubjectCompany = "company"

// Check is one thing that was compared.
type Check struct {
	Name       string      `json:"name" doc:"What was compared: tax_id, legal_name, representatives, blacklist, document_kind, document_age, document_tax_id, document_legal_name, document_address, document_representative, or provider:check"`
	Subject    string      `json:"subject" doc:"company, or the name of a representative"`
	Outcome    Outcome     `json:"outcome" enum:"passed,warning,failed,unknown" doc:"passed, warning, failed or unknown"`
	Detail     string      `json:"detail" doc:"What the check found, in words"`
	Declared   string      `json:"declared,omitempty" doc:"What the company declared; absent where nothing was"`
	Found      string      `json:"found,omitempty" doc:"What the document says"`
	DocumentID string      `json:"document_id,omitempty" doc:"The document that the check read; absent where it read none"`
	Page       int         `json:"page,omitempty" doc:"Number of the page, from 1"`
	Box        *[4]float64 `json:"box,omitempty" doc:"x0, y0, x1, y1 in shares of the page, from its top left"`
	Score      float64     `json:"score,omitempty" doc:"Likeness of the names, 0 to 1"`
	Listings   []Listing   `json:"listings,omitempty" doc:"Of the blacklist check: the entries found"`
	AsOf       string      `json:"as_of,omitempty" format:"date" doc:"Of the blacklist check: the oldest day of the lists"`
	Source     string      `json:"source,omitempty" doc:"Who says so, where it is not the service"`
	CheckedAt  time.Time   `json:"checked_at" doc:"When it was checked"`
}

// Listing is an entry of a list as it is shown.
type Listing struct {
	Source    list.Source    `json:"source" enum:"sat-69b,sat-69,arca-apoc,dian,us-csl" doc:"The list: sat-69b and sat-69 of Mexico, arca-apoc of Argentina, dian of Colombia, us-csl of the United States"`
	Part      string         `json:"part,omitempty" doc:"Of sat-69: which of its lists"`
	TaxID     string         `json:"tax_id,omitempty" doc:"Tax id, as the list prints it"`
	Name      string         `json:"name,omitempty" doc:"Name as listed; absent where the list has none"`
	Aliases   []string       `json:"aliases,omitempty" doc:"Other names of the entry; absent where there are none"`
	Situation list.Situation `json:"situation" enum:"listed,presumed,definitive,cleared,favourable_ruling" doc:"What the list says of the entry; cleared and favourable_ruling are not adverse"`
	Wording   string         `json:"situation_text,omitempty" doc:"As the authority words it"`
	Adverse   bool           `json:"adverse" doc:"Whether the listing still stands against the company: cleared ones do not"`
	Since     string         `json:"since,omitempty" format:"date" doc:"The day since which it is listed; absent where the list does not say"`
	Published string         `json:"published,omitempty" format:"date" doc:"The day on which it was published; absent where the list does not say"`
	Reference string         `json:"reference,omitempty" doc:"Where the authority published it; absent where the list does not say"`
	By        list.By        `json:"matched_by" enum:"tax_id,name" doc:"Whether the tax id or the name matched"`
	Score     float64        `json:"score" doc:"1 by id; the likeness of the names otherwise"`
	Decides   bool           `json:"decides" doc:"Whether the entry counts as the one asked for"`
	AsOf      string         `json:"as_of" format:"date" doc:"The day as of which the list was published"`
}

// Listings shows matches.
func Listings(matches []list.Match) []Listing {
	shown := make([]Listing, len(matches))
	for i, m := range matches {
		shown[i] = Listing{
			Source: m.Source, Part: m.Part, TaxID: m.Shown, Name: m.Name, Aliases: m.Aliases, Situation: m.Situation, Wording: m.Wording,
			Adverse: m.Situation.Adverse(), Since: m.Since, Published: m.Published, Reference: m.Reference, By: m.By, Score: m.Score,
			Decides: m.Decides, AsOf: m.AsOf,
		}
	}
	return shown
}

// Inspect are the checks of what is declared alone: the id, the name, who signs.
func Inspect(v Verification, now time.Time) []Check {
	checks := []Check{idCheck(v, now)}
	c := Check{Name: CheckLegalName, Subject: SubjectCompany, Outcome: OutcomePassed, Detail: "The name is written in one script.", Declared: v.LegalName, CheckedAt: now}
	if name.Mixed(v.LegalName) {
		c.Outcome, c.Detail = OutcomeWarning, "The name mixes letters of several scripts that look alike."
	}
	checks = append(checks, c)
	c = Check{Name: CheckRepresentatives, Subject: SubjectCompany, Outcome: OutcomePassed, Detail: "Who signs is declared.", CheckedAt: now}
	if len(v.Representatives) == 0 {
		c.Outcome, c.Detail = OutcomeWarning, "No representative is declared: it is not known who signs."
	}
	return append(checks, c)
}

func idCheck(v Verification, now time.Time) Check {
	c := Check{Name: CheckTaxID, Subject: SubjectCompany, Outcome: OutcomePassed, Detail: "Form and check digit fit.", Declared: v.TaxIDShown, CheckedAt: now}
	id, err := taxid.Parse(v.Country, v.TaxIDShown)
	switch {
	case err != nil:
		c.Outcome, c.Detail = OutcomeFailed, "The id has not the form of its country."
	case id.Warning != "":
		c.Outcome, c.Detail = OutcomeWarning, capital(id.Warning)+"."
	case v.Country == taxid.CountryUSA:
		c.Detail = "The form fits; an EIN has no check digit."
	}
	if id.Bearer == taxid.BearerPerson {
		c.Detail += " It is the id of a natural person."
	}
	return c
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Party is the company or one who signs for it, as lists are searched for it.
type Party struct {
	Subject string
	Query   list.Query
}

// Parties are whom the lists are searched for.
func (v Verification) Parties() []Party {
	all := []Party{{SubjectCompany, list.Query{Country: v.Country, TaxID: v.TaxID, Name: v.LegalName}}}
	for _, r := range v.Representatives {
		all = append(all, Party{r.Name, list.Query{Country: v.Country, TaxID: r.TaxID, Name: r.Name}})
	}
	return all
}

// Screen searches the lists for everyone in a verification. keys name what was found, by which a
// later search tells what is new.
func Screen(v Verification, lists *list.Register, now time.Time) (checks []Check, keys []string) {
	for _, p := range v.Parties() {
		a := lists.Check(p.Query)
		checks = append(checks, screened(p, a, now))
		for _, f := range findings(p, a) {
			keys = append(keys, f.key)
		}
	}
	return checks, keys
}

// Screened holds the findings of a search in newer lists alone.
type Screened struct {
	Keys  []string // everything that is found now
	Newly []string // of these, the adverse listings that decide and were not found before
}

// Rescreen searches only the lists that are newer than those that v was checked with.
func Rescreen(v Verification, lists *list.Register) Screened {
	var s Screened
	newer := map[string]bool{}
	for _, l := range lists.Versions() {
		newer[l.Key()] = l.ID > v.CheckedLists
	}
	for _, k := range v.Listed {
		if key, _, _ := strings.Cut(k, "|"); !newer[key] {
			s.Keys = append(s.Keys, k)
		}
	}
	for _, p := range v.Parties() {
		for _, f := range findings(p, lists.CheckSince(p.Query, v.CheckedLists)) {
			s.Keys = append(s.Keys, f.key)
			if f.adverse && !slices.Contains(v.Listed, f.key) {
				s.Newly = append(s.Newly, f.key)
			}
		}
	}
	return s
}

// Changed reports whether anything was found that was not, or is not found any more.
func (s Screened) Changed(before []string) bool {
	return len(s.Keys) != len(before) || slices.ContainsFunc(s.Keys, func(k string) bool { return !slices.Contains(before, k) })
}

// finding is a match by its key: list, party, situation, entry.
type finding struct {
	key     string
	adverse bool // and it decides
}

func findings(p Party, a list.Answer) (found []finding) {
	for _, m := range a.Matches {
		of := list.Version{Source: m.Source, Part: m.Part}
		f := finding{fmt.Sprintf("%s|%s|%s|%s|%s", of.Key(), p.Subject, m.Situation, m.Shown, m.Name), m.Decides && m.Situation.Adverse()}
		if !slices.Contains(found, f) {
			found = append(found, f)
		}
	}
	return found
}

func screened(p Party, a list.Answer, now time.Time) Check {
	c := Check{Name: CheckBlacklist, Subject: p.Subject, Declared: strings.TrimSpace(p.Query.TaxID + " " + p.Query.Name), Listings: Listings(a.Matches), AsOf: a.AsOf(), CheckedAt: now}
	switch {
	case a.Adverse():
		c.Outcome, c.Detail = OutcomeFailed, "Listed: "+told(a)+"."
	case a.Result == list.ResultListed, a.Result == list.ResultCleared:
		c.Outcome, c.Detail = OutcomeWarning, "Listed, and no longer held against it: "+told(a)+"."
	case len(a.Matches) > 0:
		c.Outcome, c.Detail = OutcomeWarning, "Not listed as of "+c.AsOf+"; a name on a list is like it: "+a.Matches[0].Name+"."
	case a.Result == list.ResultUnknown:
		c.Outcome, c.Detail = OutcomeUnknown, "Unknown: no list of the country is loaded."
	default:
		c.Outcome, c.Detail = OutcomePassed, NotListed(c.AsOf)
	}
	if len(a.Matches) > 0 {
		c.Score = a.Matches[0].Score
	}
	return c
}

// NotListed states what the lists of a day do not hold.
func NotListed(asOf string) string { return "Not listed as of " + asOf + "." }

func told(a list.Answer) string {
	m := a.Matches[0]
	for _, one := range a.Matches {
		if one.Decides && one.Situation.Adverse() {
			m = one
			break
		}
	}
	text := list.Version{Source: m.Source, Part: m.Part}.Key() + ", " + strings.ReplaceAll(string(m.Situation), "_", " ")
	if m.Since != "" {
		text += " since " + m.Since
	}
	return text + ", list of " + m.AsOf
}

// Renew gives the blacklist checks that found nothing the day of the lists in force, where v was
// checked with these.
func Renew(v Verification, checks []Check, lists *list.Register) {
	a := lists.Check(list.Query{Country: v.Country})
	if v.CheckedLists < lists.Newest() || a.Result == list.ResultUnknown || !v.State.Watched() {
		return
	}
	for i := range checks {
		c := &checks[i]
		if c.Name == CheckBlacklist && len(c.Listings) == 0 {
			c.Outcome, c.AsOf, c.Detail = OutcomePassed, a.AsOf(), NotListed(a.AsOf())
		}
	}
}
