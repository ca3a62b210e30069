package quantity

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/tariff"
)

// size is the class and the factor that a word gives the number behind it: "rodada 26" is of inches.
type size struct {
	class  string
	factor float64
}

// parseSize reads class and factor.
func parseSize(s string) (size, error) {
	class, factor, ok := strings.Cut(s, " ")
	value, err := parseFactor(factor)
	if !ok || err != nil {
		return size{}, fmt.Errorf("%q is no class with a factor above 0", s)
	}
	return size{class, value}, nil
}

func parseFactor(s string) (float64, error) { return tariff.ParseFactor(s) }

// kind names the measures of goods of a kind, the smallest dimension first.
type kind struct {
	alone    string   // what a single dimension is
	most     float64  // metres that it has at most
	measures []string // of a row
}

// parseKind reads "thickness 0.15: thickness width length".
func parseKind(s string) (k kind, err error) {
	alone, row, ok := strings.Cut(s, ":")
	name, most, _ := strings.Cut(strings.TrimSpace(alone), " ")
	if k.alone, k.measures = name, strings.Fields(row); !ok || len(k.measures) == 0 {
		return k, errors.New(`a kind reads "measure metres: measures of a row from the smallest"`)
	}
	k.most, err = strconv.ParseFloat(most, 64)
	return k, err
}

// bind names the measures of a row of dimensions.
func (k kind) bind(row []*Quantity) {
	if len(row) == 1 {
		if row[0].High <= k.most {
			row[0].Measure = k.alone
		}
		return
	}
	slices.SortStableFunc(row, func(a, b *Quantity) int {
		switch {
		case a.Low < b.Low:
			return -1
		case a.Low > b.Low:
			return 1
		}
		return 0
	})
	names := k.measures
	if len(row) < len(names) && len(row) == 2 && row[0].High > k.most { // width and length of a sheet
		names = names[1:]
	}
	for i := range row[:min(len(row), len(names))] {
		row[i].Measure = names[i]
	}
}
