package tariff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// usitcRow is one row of the Harmonized Tariff Schedule as the USITC exports it.
type usitcRow struct {
	Number      string   `json:"htsno"`
	Units       []string `json:"units"`
	General     string   `json:"general"`
	Indent      string   `json:"indent"`
	Description string   `json:"description"`
}

const usitcSource = "Harmonized Tariff Schedule of the United States, USITC, general rates of column 1"

// ParseUSITC reads the export of the Harmonized Tariff Schedule, CSV or JSON. Chapters 98 and 99
// are provisions on top of the tariff, not goods, and are passed over.
func ParseUSITC(text []byte, vintage Date) (*Schedule, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	read := usitcCSV
	if bytes.HasPrefix(text, []byte("[")) {
		read = usitcJSON
	}
	rows, err := read(text)
	if err != nil {
		return nil, err
	}
	lines, err := usitcLines(rows, vintage)
	if err != nil {
		return nil, err
	}
	return build(Schedule{
		Country: "USA", wordings: usitcWordings(rows), Vintage: vintage, CoveredFrom: vintage, Source: usitcSource,
		Notes: []string{"chapters 98 and 99 and their additional duties are not held; export duties do not exist"},
	}, lines)
}

func usitcJSON(text []byte) ([]usitcRow, error) {
	var rows []usitcRow
	if err := json.Unmarshal(text, &rows); err != nil {
		return nil, fmt.Errorf("HTS JSON: %w", err)
	}
	if len(rows) > maxImportRows {
		return nil, fmt.Errorf("more than %d rows", maxImportRows)
	}
	return rows, nil
}

func usitcCSV(text []byte) ([]usitcRow, error) {
	t, err := headed(csvRows(text), func(cell string) string {
		switch cell {
		case "hts number":
			return "code"
		case "unit of quantity":
			return "unit"
		case "general rate of duty":
			return "general"
		case "indent", "description":
			return cell
		}
		return ""
	}, "code", "unit", "general")
	if err != nil {
		return nil, err
	}
	var rows []usitcRow
	err = t.each(func() error {
		var units []string
		if cell := t.cell("unit"); strings.HasPrefix(cell, "[") {
			if err := json.Unmarshal([]byte(cell), &units); err != nil {
				return fmt.Errorf("units %q: %w", cell, err)
			}
		} else if cell != "" {
			units = []string{cell}
		}
		rows = append(rows, usitcRow{
			Number: strings.Clone(t.cell("code")), Units: units, General: strings.Clone(t.cell("general")),
			Indent: strings.Clone(t.cell("indent")), Description: strings.Clone(t.cell("description")),
		})
		return nil
	})
	return rows, err
}

// usitcLines makes one line of each eight-digit code. The rate sits on the eight-digit row or,
// where there is none, on the ten-digit row; the unit on the most detailed row.
func usitcLines(rows []usitcRow, vintage Date) ([]Line, error) {
	var lines []Line
	position := map[string]int{}
	for _, row := range rows {
		code := DigitsOf(row.Number)
		if len(code) < 8 || strings.HasPrefix(code, "98") || strings.HasPrefix(code, "99") {
			continue
		}
		if !isDigits(code, 8) && !isDigits(code, 10) {
			return nil, fmt.Errorf("HTS number %q has neither eight nor ten digits", row.Number)
		}
		i, known := position[code[:8]]
		if !known {
			i = len(lines)
			position[code[:8]] = i
			lines = append(lines, Line{
				Code: code[:8], From: vintage, Certainty: CertaintyVerified,
				Export: Rate{Kind: RateFree}, Import: Rate{Kind: RateUnknown},
			})
		}
		if row.General != "" {
			lines[i].Import = usitcRate(row.General)
		}
		lines[i].addSuffix(code[8:], strings.Join(row.Units, ", "))
	}
	return lines, nil
}

// addSuffix records a ten-digit code below the line; the first unit met becomes the line's.
func (l *Line) addSuffix(digits, unit string) {
	unit = cleanUnit(unit)
	if l.Unit == "" {
		l.Unit = unit
	}
	if digits == "" {
		return
	}
	entry := digits
	if unit != l.Unit {
		entry += "=" + unit
	}
	if l.suffixes != "" {
		entry = l.suffixes + ";" + entry
	}
	l.suffixes = entry
}

var (
	usitcPercent = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s?%$`)
	usitcAmount  = regexp.MustCompile(`^(\$?)(\d+(?:\.\d+)?)(¢?)\s*/?\s*([a-z0-9.][a-z0-9 .]{0,19}|each)$`)
)

// usitcRate reads a general rate: "Free", "6.5%", "4.5¢/ liter", "$1.44/1000", "1¢ each + 2.8%".
// Other arithmetic is kept as published, prose becomes a provision.
func usitcRate(text string) Rate {
	text = strings.Join(strings.Fields(text), " ")
	if strings.EqualFold(text, "free") {
		return Rate{Kind: RateFree}
	}
	var adValorem, specific string
	parts := strings.Split(text, "+")
	for _, part := range parts {
		part = strings.TrimSpace(part)
		if m := usitcPercent.FindStringSubmatch(part); m != nil {
			adValorem = m[1] + "%"
		} else if m := usitcAmount.FindStringSubmatch(part); m != nil && (m[1] == "$") != (m[3] == "¢") {
			specific = usitcDollars(m[2], m[3] == "¢") + " USD/" + strings.TrimSpace(m[4])
		}
	}
	found := 0
	for _, part := range []string{adValorem, specific} {
		if part != "" {
			found++
		}
	}
	if found == len(parts) {
		if rate, err := parseParts(adValorem, specific); err == nil {
			return rate
		}
	}
	if len(text) <= 90 && strings.ContainsAny(text, "%¢$") && !strings.ContainsFunc(text, isControl) {
		return Rate{Kind: RateCompound, Text: text}
	}
	return Rate{Kind: RateProvision}
}

func usitcDollars(number string, cents bool) string {
	if !cents {
		return number
	}
	value, err := parseAmount(number)
	if err != nil {
		return number
	}
	dollars, err := value.Quo(hundred)
	if err != nil {
		return number
	}
	return dollars.Trim(0).String()
}

// maxIndent is deeper than any level of the Harmonized Tariff Schedule.
const maxIndent = 20

// usitcWordings collects by code what the rows below its subheading say, topmost first. A level above
// several subheadings says nothing about the lines of one.
func usitcWordings(rows []usitcRow) map[string][]string {
	wide := wideLevels(rows)
	wordings := map[string][]string{}
	eachLevel(rows, func(at int, open []int) {
		code := DigitsOf(rows[at].Number)
		if len(code) < 8 {
			return
		}
		var path []string
		for _, i := range open {
			switch own := DigitsOf(rows[i].Number); {
			case len(own) >= SubheadingDigits-2 && len(own) < len(code):
				path = nil // what stands above a numbered row is said of that number
			case !wide[i]:
				path = append(path, rows[i].Description)
			}
		}
		wordings[code] = path
	})
	return wordings
}

// wideLevels marks the rows without a number that stand above more than one subheading.
func wideLevels(rows []usitcRow) []bool {
	wide, first := make([]bool, len(rows)), make([]string, len(rows))
	eachLevel(rows, func(at int, open []int) {
		code := DigitsOf(rows[at].Number)
		if len(code) < SubheadingDigits {
			return
		}
		for _, i := range open {
			switch first[i] {
			case "":
				first[i] = code[:SubheadingDigits]
			case code[:SubheadingDigits]:
			default:
				wide[i] = true
			}
		}
	})
	return wide
}

// eachLevel calls f with every row and the rows it stands below, by indent, itself last.
func eachLevel(rows []usitcRow, f func(at int, open []int)) {
	var open []int
	for i, row := range rows {
		indent, err := strconv.Atoi(strings.TrimSpace(row.Indent))
		if err != nil || indent < 0 || indent > maxIndent {
			open = open[:0] // a publication without indents has no levels
			continue
		}
		open = append(open[:min(indent, len(open))], i)
		f(i, open)
	}
}
