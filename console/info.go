package console

import "encoding/json"

// charge is a duty or tax of a line, with its source.
type charge struct {
	RateType      string  `json:"rate_type"`
	Rate          *amount `json:"rate"`
	Name          string  `json:"name"`
	Description   string  `json:"description"`
	Reason        string  `json:"reason"`
	Base          string  `json:"base"`
	Formula       string  `json:"formula"`
	LegalRef      string  `json:"legal_ref"`
	EffectiveFrom string  `json:"effective_from"`
	EffectiveTo   *string `json:"effective_to"`
	Vintage       string  `json:"source_vintage"`
	Certainty     string  `json:"certainty"`
	Amount        *amount `json:"amount"`
	Currency      string  `json:"currency"`
	PerUnit       string  `json:"per_unit"`
}

// tariffInfo is what the API tells of a line: unit, duties, taxes, regulations.
type tariffInfo struct {
	Unit        string   `json:"unit"`
	Import      []charge `json:"import_duty"`
	Export      []charge `json:"export_duty"`
	Taxes       []charge `json:"taxes"`
	Regulations []struct {
		Key     string `json:"key"`
		Name    string `json:"name"`
		Applies string `json:"applies"`
		Reason  string `json:"reason"`
	} `json:"regulations"`
	Vintage    string `json:"source_vintage"`
	Additional []struct {
		Provision string `json:"provision"`
		Name      string `json:"name"`
		Effect    string `json:"effect"`
		Origin    string `json:"origin"`
	} `json:"additional_duties"`
	Special []struct {
		Rate       string   `json:"rate"`
		Programmes []string `json:"programmes"`
	} `json:"special_rates"`
	NotHeld []string `json:"not_held"`
}

// Known reports whether anything is told.
func (i tariffInfo) Known() bool { return i.Vintage != "" || len(i.Import) > 0 }

// readInfo reads tariff_info; what is no object of that shape is nothing known.
func readInfo(raw json.RawMessage) (info tariffInfo) {
	if json.Unmarshal(raw, &info) != nil {
		return tariffInfo{}
	}
	return info
}
