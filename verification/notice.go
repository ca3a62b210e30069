package verification

import (
	"encoding/json"
	"fmt"
	"time"

	"tariffdesk/verification/taxid"
)

// notice is the data of a webhook event: what happened, and to which verification. Documents and
// representatives are not told.
type notice struct {
	ID             string          `json:"id"`
	OrganisationID string          `json:"organization_id"`
	ExternalID     *string         `json:"external_id"`
	Country        taxid.Country   `json:"country"`
	LegalName      string          `json:"legal_name"`
	TaxID          string          `json:"tax_id"`
	State          State           `json:"state"`
	PreviousState  State           `json:"previous_state"`
	Reason         *string         `json:"reason"`
	ExpiresAt      *time.Time      `json:"expires_at"`
	Detail         json.RawMessage `json:"detail,omitempty"`
}

// Notice is the webhook's data of an event.
func Notice(v Verification, e Event) (json.RawMessage, error) {
	n := notice{ID: v.ID, OrganisationID: v.OrganisationID, ExternalID: given(v.ExternalID), Country: v.Country, LegalName: v.LegalName,
		TaxID: v.TaxIDShown, State: v.State, PreviousState: e.From, Reason: given(e.Reason), ExpiresAt: v.ExpiresAt, Detail: e.Detail}
	raw, err := json.Marshal(n)
	if err != nil {
		return nil, fmt.Errorf("notice of verification %s: %w", v.ID, err)
	}
	return raw, nil
}

func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
