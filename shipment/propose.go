package shipment

import (
	"encoding/json"
	"fmt"
	"time"
)

// nationalDigits is how many digits a code needs to be quoted.
const nationalDigits = 8

// maxCandidates bounds the codes that a line offers.
const maxCandidates = 10

// classification is the part of a classification response that a line takes over.
type classification struct {
	Suggestions []suggestion `json:"hscodes_array"`
	Questions   []string     `json:"required_questions"`
}

type level struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

type suggestion struct {
	Heading        level    `json:"hscode_4digits"`
	Subheading     level    `json:"hscode_6digits"`
	Line           level    `json:"hscode_8digits"`
	Statistical    level    `json:"hscode_10digits"`
	Confidence     float64  `json:"overall_confidence"`
	LineConfidence *float64 `json:"line_confidence"`
	Reason         string   `json:"justification"`
	Evidence       []struct {
		Kind   string `json:"kind"`
		Status string `json:"status"`
	} `json:"evidence"`
	National []struct {
		Code string `json:"code"`
		Name string `json:"name"`
	} `json:"national_candidates"`
}

// deepest is the longest code with its name, and how sure that one is.
func (s suggestion) deepest() (code, name string, confidence float64) {
	confidence = s.Confidence
	if s.Line.Code != "" && s.LineConfidence != nil {
		confidence = min(confidence, *s.LineConfidence)
	}
	for _, l := range []level{s.Statistical, s.Line, s.Subheading, s.Heading} {
		if l.Code != "" {
			return l.Code, l.Name, confidence
		}
	}
	return "", "", 0
}

// ProposalOf takes a proposal from a classification response. One without a suggestion gives a proposal without a
// code, which keeps the record and its question.
func ProposalOf(result json.RawMessage, recordID, jobID string) (*Proposal, error) {
	var c classification
	if err := json.Unmarshal(result, &c); err != nil {
		return nil, fmt.Errorf("classification %s: %w", recordID, err)
	}
	p := &Proposal{RecordID: recordID, JobID: jobID, By: ByEngine}
	if len(c.Questions) > 0 {
		p.Question = c.Questions[0]
	}
	for i, s := range c.Suggestions {
		code, name, confidence := s.deepest()
		if i == 0 {
			p.Code, p.Confidence, p.Reason = code, confidence, s.Reason
			for _, e := range s.Evidence {
				if e.Kind == ByPrecedent && e.Status == "supports" {
					p.By = ByPrecedent
				}
			}
			if len(code) < nationalDigits {
				for _, n := range s.National {
					p.offer(Candidate{n.Code, n.Name, s.Confidence})
				}
			}
		}
		if len(code) >= nationalDigits {
			p.offer(Candidate{code, name, confidence})
		}
	}
	return p, nil
}

func (p *Proposal) offer(c Candidate) {
	if len(p.Candidates) < maxCandidates && len(c.Code) >= nationalDigits {
		p.Candidates = append(p.Candidates, c)
	}
}

// Refine takes the proposal of a classification that refines the line's own: a supplier has answered its questions. A
// code that a person decided stays.
func (l *Line) Refine(recordID string, result json.RawMessage, at time.Time) error {
	jobID := ""
	if l.Proposal != nil {
		jobID = l.Proposal.JobID
	}
	p, err := ProposalOf(result, recordID, jobID)
	if err != nil {
		return err
	}
	before := ""
	if l.Proposal != nil {
		before = l.Proposal.Code
	}
	l.Proposal = p
	l.Trail = append(l.Trail, Decision{At: at, By: ByRefinement, Before: map[string]string{"proposal": before}, After: map[string]string{"proposal": p.Code}})
	return nil
}

// ByRefinement is the actor of a proposal that moved with the answers to its questions.
const ByRefinement = "answers"

// RecordID is the classification record of the line, "" before one was made.
func (l *Line) RecordID() string {
	if l.Proposal == nil {
		return ""
	}
	return l.Proposal.RecordID
}

// Query asks for a page of shipments; empty fields do not filter.
type Query struct {
	OrganisationID string
	State          State
	Text           string // that the reference has
	Limit          int
	StartingAfter  string
}

// Summary is a shipment as a list shows it.
type Summary struct {
	ID          string
	State       State
	Step        State
	Reference   string
	JobID       string
	Facts       Facts
	Papers      int
	Lines       int
	Differences int
	Needs       int
	Totals      json.RawMessage
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Cost is the price of one step, in hundredths of a credit.
type Cost struct {
	Step     State
	Jobs     int
	Charged  int64
	Refunded int64
}

// Note adds an entry to the trail; the oldest go beyond a thousand.
func (s *Shipment) Note(e Event) {
	s.History = append(s.History, e)
	if n := len(s.History) - maxHistory; n > 0 {
		s.History = s.History[n:]
	}
}

const maxHistory = 1000

// DropMet takes the needs away that a change has met, so that what is left is what is missing.
func (s *Shipment) DropMet() {
	var open []Need
	threshold := s.Facts.Threshold()
	for _, n := range s.Needs {
		l := s.Line(n.Line)
		met := false
		switch n.Kind {
		case NeedCode:
			met = l == nil || l.Decided(threshold)
		case NeedValue:
			met = l == nil || l.Value != nil && l.Value.IsPos()
		case NeedOrigin:
			met = l == nil || l.Origin != ""
		case NeedDescription:
			met = l == nil || l.Description != ""
		case NeedExchangeRate:
			met = s.Facts.ExchangeRate != nil
		case NeedDuplicate, NeedSeveral, NeedCurrencies, NeedConflict:
			met = s.Answers[n.ID] != ""
		case NeedInvoice, NeedTooMany, NeedFacts:
		}
		if !met {
			open = append(open, n)
		}
	}
	s.Needs = open
}
