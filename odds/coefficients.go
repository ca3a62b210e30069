package odds

import (
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
)

// Coefficients reads a file of a fitted model: on each line a name, which may hold tabs, a tab and a finite number; lines with # at
// their beginning are comments. A mistake, a name that stands twice and a file without coefficients are errors that name the file.
func Coefficients(files fs.FS, name string) (map[string]float64, error) {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("read coefficients: %w", err)
	}
	all := map[string]float64{}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at := max(0, strings.LastIndexByte(line, '\t'))
		v, err := strconv.ParseFloat(strings.TrimPrefix(line[at:], "\t"), 64)
		if _, twice := all[line[:at]]; at == 0 || twice || err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%s: %q is no name with its coefficient, or stands twice", name, line)
		}
		all[line[:at]] = v
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no coefficients", name)
	}
	return all, nil
}
