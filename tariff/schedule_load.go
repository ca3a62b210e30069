package tariff

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed data/schedules
var scheduleFiles embed.FS

// ScheduleCountries lists the countries whose schedule the product carries.
func ScheduleCountries() []string { return []string{"MEX", "USA", "COL", "ARG"} }

// LoadSchedule returns the embedded schedule of a country with its titles: version 0, which an
// import replaces.
func LoadSchedule(country string) (*Schedule, error) {
	if !slices.Contains(ScheduleCountries(), country) {
		return nil, fmt.Errorf("load schedule %q: the product carries %s", country, strings.Join(ScheduleCountries(), ", "))
	}
	text, err := scheduleFiles.ReadFile("data/schedules/" + strings.ToLower(country) + ".tsv")
	if err != nil {
		return nil, fmt.Errorf("load schedule %s: %w", country, err)
	}
	return OpenSchedule(text)
}

// OpenSchedule reads a schedule, embedded or kept by a store, and gives its lines the titles
// written for that country.
func OpenSchedule(text []byte) (*Schedule, error) {
	schedule, err := ParseSchedule(text)
	if err != nil {
		return nil, err
	}
	titles, err := scheduleFiles.ReadFile("data/schedules/" + strings.ToLower(schedule.Country) + "_titles.txt")
	if errors.Is(err, fs.ErrNotExist) {
		return schedule, nil
	}
	if err != nil {
		return nil, fmt.Errorf("load titles %s: %w", schedule.Country, err)
	}
	return schedule, schedule.entitle(string(titles))
}

// entitle reads lines "code English title | Spanish title". A title whose line a newer schedule
// no longer has is passed over.
func (s *Schedule) entitle(text string) error {
	number := 0
	for row := range strings.Lines(text) {
		number++
		row = strings.TrimSpace(row)
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		code, names, _ := strings.Cut(row, " ")
		english, spanish, both := strings.Cut(names, "|")
		english, spanish = strings.TrimSpace(english), strings.TrimSpace(spanish)
		if code = DigitsOf(code); !isDigits(code, 8) || !both || english == "" || spanish == "" {
			return fmt.Errorf("titles %s line %d: want \"code English title | Spanish title\"", s.Country, number)
		}
		if i := s.search(code); i < len(s.lines) && s.lines[i].Code == code {
			s.lines[i].Title = Title{English: english, Spanish: spanish}
		}
	}
	return nil
}
