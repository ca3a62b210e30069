package shipment

import (
	"encoding/json"
	"fmt"
)

// header is the document that is stored of a shipment, beside papers, checks and lines.
type header struct {
	Facts   Facts             `json:"facts"`
	Files   []File            `json:"files"`
	Answers map[string]string `json:"answers,omitempty"`
	Needs   []Need            `json:"needs,omitempty"`
	History []Event           `json:"history,omitempty"`
}

// Header writes facts, files, answers, needs and history as one document.
func (s *Shipment) Header() (json.RawMessage, error) {
	text, err := json.Marshal(header{s.Facts, s.Files, s.Answers, s.Needs, s.History})
	if err != nil {
		return nil, fmt.Errorf("encode shipment %s: %w", s.ID, err)
	}
	return text, nil
}

// SetHeader reads what Header wrote.
func (s *Shipment) SetHeader(text json.RawMessage) error {
	var h header
	if err := json.Unmarshal(text, &h); err != nil {
		return fmt.Errorf("header of shipment %s: %w", s.ID, err)
	}
	s.Facts, s.Files, s.Answers, s.Needs, s.History = h.Facts, h.Files, h.Answers, h.Needs, h.History
	return nil
}
