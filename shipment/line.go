package shipment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tariffdesk/quote"
)

// Line is one line of goods of the entry.
type Line struct {
	ID          string  `json:"id"`
	Position    int     `json:"position"` // from 1
	Version     int     `json:"version"`  // changes with every change of the line
	Description string  `json:"description"`
	Part        string  `json:"part_number,omitempty"`
	Order       string  `json:"order,omitempty"`
	Quantity    *Number `json:"quantity"`
	Unit        string  `json:"unit"`
	UnitPrice   *Number `json:"unit_price"`
	Value       *Number `json:"value"`
	Currency    string  `json:"currency"`
	Origin      string  `json:"origin"` // ISO 3166; "" where no country is known
	// OriginPrinted is the text in the place of the origin where it names no country.
	OriginPrinted string  `json:"origin_printed,omitempty"`
	NetKg         *Number `json:"net_weight_kg"`
	GrossKg       *Number `json:"gross_weight_kg"`
	// Prorated names the weights that were shared out, not printed for the line.
	Prorated []string `json:"prorated,omitempty"`
	Packages *Number  `json:"packages"`
	// Facts of the goods that a person has stated, and the exporter or producer where it is not the seller.
	Facts    *quote.GoodsFacts `json:"facts,omitempty"`
	Exporter string            `json:"exporter,omitempty"`
	// Sources are the places of what papers print, by member.
	Sources map[string]Source `json:"sources,omitempty"`
	Invoice string            `json:"invoice,omitempty"` // id of the paper that it was read from
	Row     int               `json:"row"`               // of that paper
	// Packed are the rows of packing lists that it was matched with.
	Packed []PackedOn `json:"packed,omitempty"`
	// PrintedCode is the code on the paper: shown and compared, never taken.
	PrintedCode string     `json:"printed_code,omitempty"`
	Proposal    *Proposal  `json:"proposal,omitempty"`
	Decision    *Decision  `json:"decision,omitempty"` // the last one on the code
	Trail       []Decision `json:"trail,omitempty"`    // all decisions, oldest first
	// Asked are the facts by which it was last classified, see ClassifyKey.
	Asked string `json:"asked,omitempty"`
	// Trouble says in English why its classification failed.
	Trouble string `json:"trouble,omitempty"`
	// Attempts counts classifications that failed and were refunded, so that the next one is charged anew.
	Attempts int `json:"attempts,omitempty"`

	Stored bool `json:"-"` // it was read from where shipments are kept
}

// PackedOn is a row of a packing list.
type PackedOn struct {
	Paper string `json:"paper" doc:"Of the packing list within the operation"`
	Row   int    `json:"row" doc:"Row of the paper, from 0"`
}

// Proposal is the code that a classification gave.
type Proposal struct {
	Code       string      `json:"code"`
	Confidence float64     `json:"confidence"`
	Reason     string      `json:"reason"`
	By         string      `json:"by"` // precedent or engine
	RecordID   string      `json:"classification_record_id"`
	JobID      string      `json:"job_id"`
	Question   string      `json:"question,omitempty"` // first open question of the record
	Candidates []Candidate `json:"candidates,omitempty"`
}

// Candidate is a code that a classification found possible.
type Candidate struct {
	Code       string  `json:"code" doc:"The code, digits alone"`
	Name       string  `json:"name" doc:"Title of the code"`
	Confidence float64 `json:"confidence" doc:"Probability that it is right, 0 to 1"`
}

// Who proposed a code.
const (
	ByPrecedent = "precedent"
	ByEngine    = "engine"
)

// Decision is a change of a line by a person.
type Decision struct {
	At     time.Time         `json:"at" doc:"When it was decided"`
	By     string            `json:"by" doc:"Who decided"`
	Code   string            `json:"code,omitempty" doc:"The code after the decision, digits alone; absent where it named none"`
	Before map[string]string `json:"before,omitempty" doc:"Members that the decision changed, as they were; absent where it changed none"`
	After  map[string]string `json:"after,omitempty" doc:"The same members as they are since; absent where it changed none"`
}

// Change holds a person's changes of a line; nil members stay.
type Change struct {
	Code        *string `json:"code,omitempty"`
	Description *string `json:"description,omitempty"`
	Origin      *string `json:"origin,omitempty"`
	Quantity    *Number `json:"quantity,omitempty"`
	Unit        *string `json:"unit,omitempty"`
	Value       *Number `json:"value,omitempty"`
	Exporter    *string `json:"exporter,omitempty"`
	// Facts of the goods by their name; null takes one away.
	Facts map[string]json.RawMessage `json:"facts,omitempty"`
}

// empty reports whether a change says nothing.
func (c Change) empty() bool {
	return c.Code == nil && c.Description == nil && c.Origin == nil && c.Quantity == nil && c.Unit == nil && c.Value == nil && c.Exporter == nil && len(c.Facts) == 0
}

// The limits of a change.
const (
	maxDescription = 2000
	maxUnit        = 40
)

// Problems lists what is wrong with a change, each naming its member.
func (c Change) Problems(d Dictionary) (problems []string) {
	add := func(member, format string, args ...any) {
		problems = append(problems, member+": "+fmt.Sprintf(format, args...))
	}
	if c.empty() {
		add("body", "must hold code, description, origin, quantity, unit, value, exporter or facts")
	}
	if c.Exporter != nil && len([]rune(*c.Exporter)) > maxExporter {
		add("exporter", "must hold at most %d characters", maxExporter)
	}
	problems = append(problems, factProblems(c.Facts)...)
	if c.Description != nil && (strings.TrimSpace(*c.Description) == "" || len([]rune(*c.Description)) > maxDescription) {
		add("description", "must hold 1 to %d characters", maxDescription)
	}
	if c.Origin != nil {
		if _, known := d.Country(*c.Origin); !known {
			add("origin", "is no country: write a name or a code of ISO 3166")
		}
	}
	if c.Unit != nil && (strings.TrimSpace(*c.Unit) == "" || len([]rune(*c.Unit)) > maxUnit) {
		add("unit", "must hold 1 to %d characters", maxUnit)
	}
	for member, n := range map[string]*Number{"quantity": c.Quantity, "value": c.Value} {
		if n != nil && (!n.IsPos() || n.Cmp(maxAmount) > 0) {
			add(member, "must be above 0 and at most %s", maxAmount)
		}
	}
	slices.Sort(problems)
	return problems
}

// Apply makes a change and keeps it in the line's trail. The code is digits already.
func (l *Line) Apply(c Change, d Dictionary, by string, at time.Time) Decision {
	done := Decision{At: at, By: by, Before: map[string]string{}, After: map[string]string{}}
	note := func(member, before, after string) {
		done.Before[member], done.After[member] = before, after
		delete(l.Sources, member)
	}
	if c.Description != nil {
		now := strings.Join(strings.Fields(*c.Description), " ")
		note("description", l.Description, now)
		l.Description = now
	}
	if c.Origin != nil {
		now, _ := d.Country(*c.Origin)
		note("origin", l.Origin, now)
		l.Origin = now
	}
	if c.Unit != nil {
		now := strings.TrimSpace(*c.Unit)
		note("unit", l.Unit, now)
		l.Unit = now
	}
	if c.Quantity != nil {
		note("quantity", shown(l.Quantity), shown(c.Quantity))
		l.Quantity = c.Quantity
	}
	if c.Value != nil {
		note("value", shown(l.Value), shown(c.Value))
		l.Value, l.UnitPrice = c.Value, nil
		delete(l.Sources, "unit_price")
	}
	if c.Exporter != nil {
		now := strings.TrimSpace(*c.Exporter)
		note("exporter", l.Exporter, now)
		l.Exporter = now
	}
	if len(c.Facts) > 0 {
		before, after := l.setFacts(c.Facts)
		note("facts", before, after)
	}
	if c.Code != nil {
		note("code", l.Code(), *c.Code)
		done.Code = *c.Code
	}
	l.Trail = append(l.Trail, done)
	if c.Code != nil {
		l.Decision = &done
	}
	return done
}

// Code is the code by which the line is quoted: decided by a person, else proposed; "" where there is none.
func (l *Line) Code() string {
	switch {
	case l.Decision != nil:
		return l.Decision.Code
	case l.Proposal != nil:
		return l.Proposal.Code
	}
	return ""
}

// Decided reports whether the code may be used without asking: a person decided it, or it has the digits of a
// tariff line and its confidence reaches the threshold.
func (l *Line) Decided(threshold float64) bool {
	return l.Decision != nil || l.Proposal != nil && len(l.Proposal.Code) >= nationalDigits && l.Proposal.Confidence >= threshold
}

// ClassifyKey says which goods a classification of the line is about. A line whose key was asked already is not
// classified, and not charged, again.
func (l *Line) ClassifyKey() string { return digest("classify", l.Description) }

// ToClassify reports whether the line is to be sent to classification: no person has decided its code, and its
// description was not asked yet.
func (l *Line) ToClassify() bool {
	return l.Decision == nil && l.Description != "" && l.Asked != l.ClassifyKey()
}

// QuoteKey says by which facts a line is quoted: its own and those of the shipment. A line whose key was quoted
// already is not charged again.
func (s *Shipment) QuoteKey(l *Line) string {
	t := s.Settle()
	return s.quoteKey(l, t)
}

func (s *Shipment) quoteKey(l *Line, t Settled) string {
	f := s.Facts
	own := []string{l.Code(), l.Description, l.Origin, shown(l.Quantity), l.Unit, shown(l.Value), l.Currency}
	all := []string{
		string(f.Direction), string(f.Date), t.Currency, shown(f.ExchangeRate), shown(f.USDRate), t.Incoterm, shown(t.Freight),
		shown(t.Insurance), shown(t.Others), t.Agreement, fmt.Sprint(t.Certificate, t.Stated), strings.Join(f.Programs, ","),
	}
	return digest(append(append(own, all...), s.quotedBy(l)...)...)
}

// ToQuote lists the lines that a quotation is charged for: those with a code whose facts were not quoted yet.
func (s *Shipment) ToQuote() (ids []string) {
	t := s.Settle()
	for i := range s.Lines {
		l := &s.Lines[i]
		if l.Code() != "" && (s.Priced == nil || s.Priced.Keys[l.ID] != s.quoteKey(l, t)) {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// QuoteKeys are the keys of all lines that have a code.
func (s *Shipment) QuoteKeys() map[string]string {
	keys, t := map[string]string{}, s.Settle()
	for i := range s.Lines {
		if l := &s.Lines[i]; l.Code() != "" {
			keys[l.ID] = s.quoteKey(l, t)
		}
	}
	return keys
}

func digest(parts ...string) string {
	text, err := json.Marshal(parts)
	if err != nil { // strings alone
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// shown writes a number without trailing zeros, "" for none.
func shown(n *Number) string {
	if n == nil {
		return ""
	}
	return n.Trim(0).String()
}
