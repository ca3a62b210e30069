package tariff

import (
	"bytes"
	"fmt"
	"strings"
)

// plainHeader is the first line of a plain CSV; the columns after export may be left out.
const plainHeader = "code,unit,import,export"

func isPlain(text []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimPrefix(text, []byte("\ufeff")), []byte{'\n'})
	folded := strings.NewReplacer(";", ",", "\t", ",", " ", "").Replace(strings.ToLower(string(first)))
	return strings.HasPrefix(strings.TrimSpace(folded), plainHeader)
}

// ParsePlain reads a CSV with the header code,unit,import,export[,suffixes,from,certainty,source].
// Codes have eight digits, dots allowed; duties are written as ParseRate reads them, empty meaning
// unknown; suffixes are two-digit groups joined by semicolons.
func ParsePlain(country string, text []byte, vintage Date) (*Schedule, error) {
	t, err := headed(csvRows(text), func(cell string) string { return cell }, "code", "unit", "import", "export")
	if err != nil {
		return nil, err
	}
	var lines []Line
	err = t.each(func() error {
		line := Line{
			Code: strings.Clone(DigitsOf(t.cell("code"))), Unit: cleanUnit(t.cell("unit")),
			suffixes: strings.Clone(t.cell("suffixes")), From: vintage,
			Certainty: CertaintySecondary, Source: strings.Join(strings.Fields(t.cell("source")), " "),
		}
		if line.Code == "" {
			return nil
		}
		if !isDigits(line.Code, 8) {
			return fmt.Errorf("code %q has not eight digits", line.Code)
		}
		if err := plainColumns(&line, t); err != nil {
			return fmt.Errorf("code %s: %w", line.Code, err)
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return build(Schedule{Country: country, Vintage: vintage, CoveredFrom: vintage, Source: "imported table of " + country}, lines)
}

func plainColumns(line *Line, t *table) (err error) {
	if line.Import, err = ParseRate(strings.Clone(t.cell("import"))); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if line.Export, err = ParseRate(strings.Clone(t.cell("export"))); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if from := t.cell("from"); from != "" {
		if line.From, err = ParseDate(strings.Clone(from)); err != nil {
			return err
		}
	}
	if certainty := Certainty(strings.Clone(t.cell("certainty"))); certainty != "" {
		if !certainty.Known() {
			return fmt.Errorf("certainty %q is unknown", certainty)
		}
		line.Certainty = certainty
	}
	for _, suffix := range line.Suffixes() {
		if !isDigits(suffix.Code, 10) || strings.ContainsFunc(suffix.Unit, isControl) {
			return fmt.Errorf("suffix %q has not two digits", suffix.Code[8:])
		}
	}
	return nil
}
