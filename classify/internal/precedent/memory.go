package precedent

import (
	"slices"

	"tariffdesk/classify/internal/top"
)

// searchMemory is the working memory of one search, zero between searches.
type searchMemory struct {
	common          []float32 // by row: what it shares with the description
	found           []int32
	list            []top.Item
	places          []int32 // by heading or chapter: rows that hold the word
	odds            odds
	linear          linear
	byPlace         []float32 // by heading: the linear model's probability
	codes, headings votes
}

// strengthen adds gain to the rows of a long list that have been found: each is looked for in the list, or all of the
// list is read where that is less work.
func (m *searchMemory) strengthen(rows []int32, gain float32) {
	if len(rows) < 8*len(m.found) {
		for _, row := range rows {
			if m.common[row] != 0 {
				m.common[row] += gain
			}
		}
		return
	}
	for _, row := range m.found {
		if _, has := slices.BinarySearch(rows, row); has {
			m.common[row] += gain
		}
	}
}

func (m *searchMemory) grow(rows int) {
	if len(m.common) < rows {
		m.common = append(m.common, make([]float32, rows-len(m.common))...)
	}
}
