package fit

import (
	"maps"
	"math"
	"slices"
	"strings"

	"tariffdesk/classify/internal/opinion"
)

// How log-odds are smoothed, chosen on fifths of the catalogues held out.
const (
	leastTexts = 5   // a word or pair that fewer different texts hold is cut: it would quote them
	smoothing  = 100 // words that each code is taken to have, spread as in all texts
	priorPower = 0.9 // how far the number of a code's rows counts
)

// learn counts words and pairs by code and turns the counts into log-odds.
func learn(lessons []lesson) *opinion.Model {
	m := &opinion.Model{Codes: codesOf(lessons)}
	place := make(map[string]int, len(m.Codes))
	for i, c := range m.Codes {
		place[c] = i
	}
	kept := widespread(lessons)
	counts := make([]map[int]float64, len(kept))
	seen, words, rows := make([]float64, len(kept)), make([]float64, len(m.Codes)), make([]float64, len(m.Codes))
	all, total := 0.0, 0.0
	for i := range lessons {
		l := &lessons[i]
		share := l.share / float64(len(l.codes))
		for _, c := range l.codes {
			rows[place[c]] += share
		}
		total += l.share
		for _, w := range l.words {
			f, ok := slices.BinarySearch(kept, w)
			if !ok {
				continue
			}
			if counts[f] == nil {
				counts[f] = map[int]float64{}
			}
			for _, c := range l.codes {
				counts[f][place[c]] += share
				words[place[c]] += share
			}
			seen[f] += l.share
			all += l.share
		}
	}
	for i := range m.Codes {
		m.Always = append(m.Always, float32(rounded(priorPower*math.Log(rows[i]/total*float64(len(m.Codes))))))
		m.Missing = append(m.Missing, float32(rounded(math.Log(smoothing/(words[i]+smoothing)))))
	}
	for f, text := range kept {
		feature := opinion.Feature{Text: text}
		expected := smoothing * seen[f] / all
		for _, c := range slices.Sorted(maps.Keys(counts[f])) {
			if steps := opinion.StepsOf(opinion.Value(text) * math.Log1p(counts[f][c]/expected)); steps > 0 {
				feature.Odds = append(feature.Odds, opinion.Odds{Code: uint16(c), Steps: steps})
			}
		}
		if len(feature.Odds) > 0 {
			m.Features = append(m.Features, feature)
		}
	}
	return m
}

func codesOf(lessons []lesson) []string {
	codes := map[string]bool{}
	for i := range lessons {
		for _, c := range lessons[i].codes {
			codes[c] = true
		}
	}
	return slices.Sorted(maps.Keys(codes))
}

// widespread returns the words and pairs that enough different texts hold, in order. Texts of the same words are one.
func widespread(lessons []lesson) []string {
	texts, holding := map[string]bool{}, map[string]int{}
	for i := range lessons {
		whole := strings.Join(lessons[i].words, "\n")
		if texts[whole] {
			continue
		}
		texts[whole] = true
		for _, w := range lessons[i].words {
			holding[w]++
		}
	}
	return slices.Sorted(func(yield func(string) bool) {
		for w, n := range holding {
			if n >= leastTexts && len(w) <= opinion.MaxText && !yield(w) {
				return
			}
		}
	})
}
