package tariff

import (
	"fmt"
	"slices"
	"strings"
)

// LoadSchedule returns the embedded schedule of a country with its titles: version 0, which an
// import replaces.
func LoadSchedule(country string) (*Schedule, error) {
	if !slices.Contains(ScheduleCountries(), country) {
		return nil, fmt.Errorf("load schedule %q: the product carries %s", country, strings.Join(ScheduleCountries(), ", "))
	}
	text, err := embedded.ReadFile("data/schedules/" + strings.ToLower(country) + ".tsv")
	if err != nil {
		return nil, fmt.Errorf("load schedule %s: %w", country, err)
	}
	return OpenSchedule(text)
}

// OpenSchedule reads a schedule, embedded or kept by a store, and gives its lines the titles
// their trees have for them.
func OpenSchedule(text []byte) (*Schedule, error) {
	schedule, err := ParseSchedule(text)
	if err != nil {
		return nil, err
	}
	texts, err := treeTexts()
	if err != nil {
		return nil, err
	}
	for name, text := range texts {
		if strings.HasPrefix(name, treesOf(schedule.Country)) {
			schedule.entitle(text)
		}
	}
	return schedule, nil
}

// entitle takes the titles of eight-digit nodes over. A line without one of its own goes without;
// a title whose line a newer schedule no longer has is passed over.
func (s *Schedule) entitle(tree string) {
	for row := range strings.Lines(tree) {
		code, rest, ok := strings.Cut(strings.TrimSpace(row), " | ")
		if !ok || !isDigits(code, 8) {
			continue
		}
		english, rest, _ := strings.Cut(rest, " | ")
		spanish, _, _ := strings.Cut(rest, " | ")
		if english == anyOther.English {
			continue
		}
		if i, known := s.lines.find(code); known {
			s.lines.rows[i].title = Text{English: english, Spanish: spanish}
		}
	}
}
