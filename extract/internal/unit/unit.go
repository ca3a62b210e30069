// Package unit owns the units in which figures are printed: which ones a text names, and how one measures in another.
//
// It refuses to look at pages: whoever asks knows which text belongs to a figure.
package unit

import (
	"fmt"
	"io/fs"
	"math/big"
	"strings"
	"sync"

	"tariffdesk/extract/data"
)

// Dimension is the quantity that a unit measures. Only units of one dimension contradict each other.
type Dimension string

// The dimensions.
const (
	DimensionWeight      Dimension = "weight"
	DimensionLength      Dimension = "length"
	DimensionArea        Dimension = "area"
	DimensionVolume      Dimension = "volume"
	DimensionTemperature Dimension = "temperature"
	DimensionCurrency    Dimension = "currency"
)

// Unit is a unit by its code of UNECE recommendation 20, or a currency by its code of ISO 4217. The zero value is none.
type Unit struct {
	Code      string
	Dimension Dimension
}

// None reports whether it is no unit.
func (u Unit) None() bool { return u.Code == "" }

// Contradicts reports whether a figure in one unit is none in the other: two units of one dimension.
func (u Unit) Contradicts(o Unit) bool {
	return !u.None() && u.Dimension == o.Dimension && u.Code != o.Code
}

// scale is how many of the base unit of its dimension a unit is, times over by, and where its zero lies. times is nil where the unit has
// no fixed ratio.
type scale struct {
	dimension       Dimension
	times, by, zero *big.Rat
}

// file holds the units.
const file = "units.tsv"

// scales are the units of the file by their code.
var scales = sync.OnceValue(func() map[string]scale {
	all, err := load(data.Files)
	if err != nil {
		return nil // a test holds the embedded file to being right
	}
	return all
})

// load reads the units; a line that is none is an error.
func load(files fs.FS) (map[string]scale, error) {
	raw, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, fmt.Errorf("read units: %w", err)
	}
	all := map[string]scale{}
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(fields) != 5 {
			return nil, fmt.Errorf("%s: %q has %d columns, want 5", file, line, len(fields))
		}
		s := scale{dimension: Dimension(fields[1])}
		for i, to := range []**big.Rat{&s.times, &s.by, &s.zero} {
			v, ok := new(big.Rat).SetString(fields[2+i])
			if !ok && (i > 0 || fields[2] != "-") {
				return nil, fmt.Errorf("%s: %q is no decimal", file, fields[2+i])
			}
			if ok {
				*to = v
			}
		}
		all[fields[0]] = s
	}
	return all, nil
}

// Of is the unit of a code, none for an unknown one.
func Of(code string) Unit {
	if s, ok := scales()[code]; ok {
		return Unit{code, s.dimension}
	}
	return Unit{}
}

// Decimals is to how many decimals a converted figure is rounded.
const Decimals = 6

// Convert is a decimal in another unit of its dimension, rounded to Decimals; ok is false where the units have no fixed ratio, as
// currencies have none.
func Convert(figure string, from, to Unit) (string, bool) {
	if from.Dimension != to.Dimension {
		return "", false
	}
	a, b := scales()[from.Code], scales()[to.Code]
	v, ok := new(big.Rat).SetString(figure)
	if !ok || a.times == nil || b.times == nil {
		return "", false
	}
	v.Add(v, a.zero)
	v.Mul(v, new(big.Rat).Quo(a.times, a.by))
	v.Quo(v, new(big.Rat).Quo(b.times, b.by))
	v.Sub(v, b.zero)
	return trimmed(v.FloatString(Decimals)), true
}

// trimmed is a decimal without the zeros that its last digits are.
func trimmed(s string) string {
	end := len(s)
	for end > 0 && s[end-1] == '0' {
		end--
	}
	if end > 0 && s[end-1] == '.' {
		end--
	}
	return s[:end]
}
