package tariff

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const nicoSource = "Ley de los Impuestos Generales de Importación y de Exportación, table of NICO, Secretaría de Economía"

// ParseNICO reads the Mexican tariff from CSV text, or from a workbook through rows: one ten-digit code
// a row with the duties of its line, or one of the families that the ministry publishes apart, the
// table of lines with their duties (FRACCIONESARANCELARIAS) and the table of NICO without them. What a
// family lacks NewImport takes from the version in use. Duty and unit belong to the eight-digit line; a
// table in which two NICO of one line disagree is refused.
func ParseNICO(rows ImportRows, vintage Date) (*Schedule, error) {
	t, err := headedAny(rows, nicoColumn, strings.Fields("line unit import"), strings.Fields("line nico"), strings.Fields("line quota"))
	if err != nil {
		return nil, err
	}
	lacks := lacksNothing
	switch {
	case t.has("quota"):
		return nil, fmt.Errorf("row %d: this is a table of tariff quotas, not of the tariff", t.number)
	case !t.has("nico"):
		lacks = lacksSuffixes
	case !t.has("unit") && !t.has("import"):
		lacks = lacksRates
	case !t.has("unit", "import"):
		return nil, fmt.Errorf("row %d: the header has one of unit and import duty without the other", t.number)
	}
	long := false // ten digits in one column
	var lines []Line
	wordings := map[string][]string{}
	err = t.each(func() error {
		code, nico := DigitsOf(t.cell("line")), DigitsOf(t.cell("nico"))
		if isDigits(code, 10) {
			code, nico, long = code[:8], code[8:], true
		}
		if len(code) == 7 || len(nico) == 1 { // spreadsheets drop a leading zero
			code, nico = padded(code, 8), padded(nico, 2)
		}
		if code == "" || !isDigits(code, 8) { // chapter and heading rows carry text only
			return nil
		}
		if wording := t.cell("description"); wording != "" {
			wordings[strings.Clone(code+nico)] = []string{strings.Clone(wording)}
		}
		line := Line{Code: strings.Clone(code), Unit: mexicanUnit(t.cell("unit")), From: vintage, Certainty: CertaintyVerified}
		if isDigits(nico, 2) {
			line.suffixes = strings.Clone(nico)
		}
		var err error
		if line.Import, err = nicoRate(t.cell("import"), t.cell("import note")); err != nil {
			return fmt.Errorf("import duty of %s: %w", code, err)
		}
		if line.Export, err = nicoRate(t.cell("export"), t.cell("export note")); err != nil {
			return fmt.Errorf("export duty of %s: %w", code, err)
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if long && lacks == lacksSuffixes {
		lacks = lacksNothing
	}
	return build(Schedule{Country: "MEX", Vintage: vintage, CoveredFrom: vintage, Source: nicoSource, wordings: wordings, lacks: lacks}, lines)
}

// nicoColumn finds the columns by the words of their header, which differ between the official
// table and its extracts.
func nicoColumn(cell string) string {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(cell, word) })
	}
	note := ""
	if has("nota") {
		note = " note"
	}
	switch {
	case has("cupo"):
		return "quota"
	case has("descripcion"):
		return "description"
	case has("fraccion", "codigo"):
		return "line"
	case has("nico", "identificacion comercial"):
		return "nico"
	case has("unidad", "umt"):
		return "unit"
	case has("import") || cell == "igi":
		return "import" + note
	case has("export") || cell == "ige":
		return "export" + note
	}
	return ""
}

var (
	nicoMixed    = regexp.MustCompile(`(?i)^(?:amx)?\s*\(?\s*(\d+(?:\.\d+)?)\s*%\s*\+\s*(\d+(?:\.\d+)?)\s*(?:dls|usd)[a-z. ]*(?:por|/)\s*kg de az[uú]car\.?\s*\)?$`)
	nicoSpecific = regexp.MustCompile(`(?i)^(?:ae)?\s*\(?\s*(\d+(?:\.\d+)?)\s*(?:dls|usd)[a-z. ]*(?:por|/)\s*pza\.?\s*\)?$`)
)

// nicoRate reads a duty cell and its note. The note decides: a specific duty leaves 0 in the cell.
func nicoRate(cell, note string) (Rate, error) {
	text := cell
	if note != "" {
		text = note
	}
	switch strings.ToLower(strings.TrimSuffix(text, ".")) {
	case "ex", "exenta", "exento":
		return Rate{Kind: RateFree}, nil
	case "prohibida", "prohibido":
		return Rate{Kind: RateProhibited}, nil
	case "":
		return Rate{Kind: RateUnknown}, nil
	}
	if m := nicoMixed.FindStringSubmatch(text); m != nil {
		return parseParts(m[1]+"%", m[2]+" USD/kg of sugar")
	}
	if m := nicoSpecific.FindStringSubmatch(text); m != nil {
		return parseParts("", m[1]+" USD/Pza")
	}
	return parseParts(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))+"%", "")
}

// mexicanUnit gives each unit of the Mexican tariff one spelling.
func mexicanUnit(cell string) string {
	switch cell {
	case "M2":
		return "M²"
	case "M3":
		return "M³"
	case "CARAT":
		return "Carat"
	case "Prohibida":
		return ""
	}
	return cleanUnit(cell)
}

func padded(digits string, length int) string {
	if digits == "" || len(digits) >= length {
		return digits
	}
	return strings.Repeat("0", length-len(digits)) + digits
}
