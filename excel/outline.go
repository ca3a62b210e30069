package excel

import (
	"encoding/xml"
	"strconv"
	"strings"

	"tariffdesk/bounded"
)

// readOutline reads sheets, styles and where the shared strings are.
func (b *Book) readOutline() error {
	targets, kinds, err := b.relations("")
	if err != nil {
		return err
	}
	workbook := "xl/workbook.xml"
	for id, kind := range kinds {
		if kind == "officeDocument" {
			workbook = targets[id]
		}
	}
	if targets, kinds, err = b.relations(workbook); err != nil {
		return err
	}
	styles := ""
	for id, kind := range kinds {
		switch kind {
		case "styles":
			styles = targets[id]
		case "sharedStrings":
			b.strings = targets[id]
		}
	}
	if err := b.readSheets(workbook, targets, kinds); err != nil {
		return err
	}
	if styles == "" || b.parts[strings.ToLower(styles)] == nil {
		return nil
	}
	return b.readStyles(styles)
}

func (b *Book) readSheets(workbook string, targets, kinds map[string]string) error {
	err := b.each(workbook, func(e xml.StartElement) bool {
		switch e.Name.Local {
		case "workbookPr":
			b.from1904 = attr(e, "date1904") == "1" || attr(e, "date1904") == "true"
		case "sheet":
			id := ""
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					id = a.Value
				}
			}
			if kinds[id] == "worksheet" { // charts are sheets too
				b.sheets = append(b.sheets, sheet{attr(e, "name"), targets[id], attr(e, "state") != "" && attr(e, "state") != "visible"})
			}
		}
		return len(b.sheets) < maxSheets
	})
	if err == nil && len(b.sheets) == 0 {
		return bad("the workbook has no sheet")
	}
	return err
}

// Sheets names the sheets that are shown, in their order.
func (b *Book) Sheets() []string {
	var names []string
	for _, s := range b.sheets {
		if !s.hidden {
			names = append(names, s.name)
		}
	}
	return names
}

// find returns the sheet of a name, in any case; "" is the first one shown.
func (b *Book) find(name string) (sheet, error) {
	for _, s := range b.sheets {
		if name == "" && !s.hidden || name != "" && strings.EqualFold(strings.TrimSpace(s.name), strings.TrimSpace(name)) {
			return s, nil
		}
	}
	if name == "" {
		return sheet{}, bad("all sheets of the workbook are hidden: name one with sheet")
	}
	return sheet{}, bad("sheet: the workbook has no sheet %q; it has %s", clip(name), quoted(b.Sheets()))
}

func quoted(names []string) string {
	var out []string
	for i, n := range names {
		if i == 10 {
			out = append(out, "…")
			break
		}
		out = append(out, strconv.Quote(clip(n)))
	}
	return strings.Join(out, ", ")
}

// clip bounds a foreign text in a message.
func clip(s string) string { return bounded.Clip(s, 60) }

// readStyles learns the number format of every cell style.
func (b *Book) readStyles(part string) error {
	custom := map[string]string{}
	inCells := false
	return b.each(part, func(e xml.StartElement) bool {
		switch e.Name.Local {
		case "numFmt":
			if code := attr(e, "formatCode"); len(custom) < maxFormats && len(code) <= 4*maxFormatChars {
				custom[attr(e, "numFmtId")] = code
			}
		case "cellXfs":
			inCells = true
		case "cellStyles", "dxfs", "tableStyles":
			inCells = false
		case "xf":
			if inCells && len(b.formats) < 1<<16 {
				id := attr(e, "numFmtId")
				code, ok := custom[id]
				if !ok {
					code = builtinFormat(id)
				}
				b.formats, b.dates = append(b.formats, code), append(b.dates, isDateFormat(code))
			}
		}
		return true
	})
}

// builtinFormat is the code of a format that files name by number alone, "" for a plain one. Those
// from 27 on are dates of East Asian editions.
func builtinFormat(id string) string {
	n, err := strconv.Atoi(id)
	if err != nil {
		return ""
	}
	switch n {
	case 1:
		return "0"
	case 2:
		return "0.00"
	case 3:
		return "#,##0"
	case 4:
		return "#,##0.00"
	case 9:
		return "0%"
	case 10:
		return "0.00%"
	case 11:
		return "0.00E+00"
	case 14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58:
		return "yyyy-mm-dd"
	case 18, 19, 20, 21, 32, 33, 45, 46, 47:
		return "hh:mm:ss"
	case 22:
		return "yyyy-mm-dd hh:mm:ss"
	case 37, 38:
		return "#,##0"
	case 39, 40:
		return "#,##0.00"
	}
	return ""
}

// isDateFormat looks for letters of dates outside of quotes, brackets and escapes.
func isDateFormat(code string) bool {
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			if end := strings.IndexByte(code[i+1:], '"'); end >= 0 {
				i += end + 1
			}
		case '[':
			if end := strings.IndexByte(code[i:], ']'); end >= 0 {
				if inside := strings.ToLower(code[i+1 : i+end]); strings.Trim(inside, "hms") == "" && inside != "" {
					return true // elapsed time
				}
				i += end
			}
		case '\\', '_', '*':
			i++
		case 'd', 'D', 'm', 'M', 'y', 'Y', 'h', 'H', 's', 'S':
			return true
		case ';':
			return false // the first section decides
		}
	}
	return false
}
