package quote

import (
	"strings"

	"tariffdesk/tariff"
)

// ForeignRate is a special rate of the United States for goods that qualify under a programme.
type ForeignRate struct {
	Rate       string   `json:"rate"`       // as published, "free", or "see " and where it is set
	Programmes []string `json:"programmes"` // by their symbols in the tariff
}

// AdditionalDuty is a provision that charges a line beside its general rate.
type AdditionalDuty struct {
	Provision     string           `json:"provision"`
	Name          string           `json:"name"`
	Effect        string           `json:"effect"` // "+25%" on the customs value, "+50% of the metal content", "floor 15%"
	Origin        string           `json:"origin"` // ISO 3166, "" for every origin its notes do not except
	EffectiveFrom tariff.Date      `json:"effective_from"`
	EffectiveTo   *tariff.Date     `json:"effective_to"`
	SourceVintage tariff.Date      `json:"source_vintage"`
	Certainty     tariff.Certainty `json:"certainty"`
}

// Foreign is what tariff_info holds of lines outside Mexico beside unit and duty.
type Foreign struct {
	SpecialRates     []ForeignRate    `json:"special_rates,omitempty"`
	Column2          *Column2         `json:"column_2,omitempty"`
	AdditionalDuties []AdditionalDuty `json:"additional_duties,omitempty"`
	NotHeld          []string         `json:"not_held,omitempty"` // what the product does not know of the line
}

// Column2 is the rate for origins without normal trade relations.
type Column2 struct {
	Rate    string   `json:"rate"`
	Origins []string `json:"origins"`
}

// column2Origins are denied the rates of column 1 by general note 3(b).
var column2Origins = []string{"CUB", "PRK", "RUS", "BLR"}

// foreign completes the info of a line of another country.
func (q *quotation) foreign(info *Info, schedule *tariff.Schedule) error {
	info.NotHeld = []string{q.voice.say("not_held_" + strings.ToLower(schedule.Country))}
	if schedule.Country != "USA" {
		return nil
	}
	held, err := tariff.DutiesOfUSA(q.line.Code, q.date)
	if err != nil {
		return err
	}
	for _, s := range held.Special {
		info.SpecialRates = append(info.SpecialRates, ForeignRate(s))
	}
	if held.Column2 != "" {
		info.Column2 = &Column2{Rate: held.Column2, Origins: column2Origins}
	}
	for _, p := range held.Additional {
		duty := AdditionalDuty{
			Provision: p.Number, Name: p.Title.In(tariff.Language(q.voice.language)), Effect: p.Effect, Origin: p.Origin,
			EffectiveFrom: p.From, SourceVintage: held.AdditionalDay, Certainty: p.Certainty,
		}
		if p.To != "" {
			duty.EffectiveTo = &p.To
		}
		info.AdditionalDuties = append(info.AdditionalDuties, duty)
	}
	return nil
}
