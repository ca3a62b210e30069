package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/excel"
	"tariffdesk/quote"
	"tariffdesk/shipment/entry"
)

// moneyFormat shows amounts with thousands apart and two decimals.
const moneyFormat = "#,##0.00"

// field is a column of the sheet of lines.
type field struct {
	english, spanish string
	width            float64
	cell             func(*dossier, entry.Line) excel.Cell
}

// fields are the columns in the order of a pedimento: partida, line, NICO, goods, units and quantities, values, origin,
// seller, valuation, identifiers, permits; then what the line pays.
func fields() []field {
	return []field{
		{"Item", "Partida", 8, func(_ *dossier, l entry.Line) excel.Cell { return excel.NumberCell(strconv.Itoa(l.Position)) }},
		{"Tariff line", "Fracción", 12, func(_ *dossier, l entry.Line) excel.Cell { return text(l.Code) }},
		{"NICO", "NICO", 7, func(_ *dossier, l entry.Line) excel.Cell { return text(l.NICO) }},
		{"Description", "Descripción", 48, func(_ *dossier, l entry.Line) excel.Cell { return text(l.Description) }},
		{"Unit invoiced (UMC)", "UMC", 10, func(_ *dossier, l entry.Line) excel.Cell { return text(l.Unit) }},
		{"Quantity UMC", "Cantidad UMC", 14, func(_ *dossier, l entry.Line) excel.Cell { return plain(l.Quantity) }},
		{"Unit of the tariff (UMT)", "UMT", 10, func(_ *dossier, l entry.Line) excel.Cell { return text(l.TariffUnit) }},
		{"Quantity UMT", "Cantidad UMT", 14, func(_ *dossier, l entry.Line) excel.Cell { return plain(l.TariffUnits) }},
		{"Price paid", "Precio pagado", 14, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Value.Price) }},
		{"Currency", "Moneda", 9, func(d *dossier, _ entry.Line) excel.Cell { return text(d.entry.Currency) }},
		{"Customs value USD", "Valor en dólares", 16, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Value.USD) }},
		{"Customs value MXN", "Valor en aduana MXN", 18, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Value.MXN) }},
		{"Origin or destination", "País de origen o destino", 12, func(_ *dossier, l entry.Line) excel.Cell { return text(l.Origin) }},
		{"Seller", "Vendedor", 28, func(_ *dossier, l entry.Line) excel.Cell { return text(l.Seller) }},
		{"Valuation method", "Método de valoración", 11, func(_ *dossier, l entry.Line) excel.Cell { return text(l.Valuation) }},
		{"Identifiers", "Identificadores", 24, func(d *dossier, l entry.Line) excel.Cell { return text(d.identifiers(l)) }},
		{"Permits and regulations", "Permisos y regulaciones", 60, func(d *dossier, l entry.Line) excel.Cell { return text(d.permits(l)) }},
		{"Discounts and charges", "Descuentos y cargos", 13, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Value.Adjustment) }},
		{"Freight", "Flete", 12, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Value.Freight) }},
		{"Insurance", "Seguro", 12, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Value.Insurance) }},
		{"Other increments", "Otros incrementables", 12, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Value.Others) }},
		{"Duty rate", "Tasa de IGI/IGE", 12, func(_ *dossier, l entry.Line) excel.Cell { return text(dutyRate(l.Quote)) }},
		{"IGI/IGE", "IGI/IGE", 14, func(_ *dossier, l entry.Line) excel.Cell { return amount(charged(l.Quote, "IGI", "IGE")) }},
		{"Compensatory duty", "Cuota compensatoria", 14, func(_ *dossier, l entry.Line) excel.Cell { return amount(charged(l.Quote, "CC")) }},
		{"DTA", "DTA", 12, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Fees) }},
		{"IEPS", "IEPS", 12, func(_ *dossier, l entry.Line) excel.Cell { return amount(charged(l.Quote, "IEPS")) }},
		{"ISAN", "ISAN", 12, func(_ *dossier, l entry.Line) excel.Cell { return amount(charged(l.Quote, "ISAN")) }},
		{"IVA", "IVA", 14, func(_ *dossier, l entry.Line) excel.Cell { return amount(charged(l.Quote, "IVA")) }},
		{"Total of the line", "Total de la partida", 16, func(_ *dossier, l entry.Line) excel.Cell { return amount(l.Total) }},
		{"Complete", "Completo", 10, func(d *dossier, l entry.Line) excel.Cell { return text(d.yesNo(l.Complete)) }},
		{"Notes", "Notas", 50, func(_ *dossier, l entry.Line) excel.Cell { return text(strings.Join(l.Notes, " ")) }},
	}
}

// write writes the workbook: lines, entry, papers, checks, and where lines may share an item, the items.
func (d *dossier) write(to io.Writer) error {
	lines := d.sheet(d.say("Lines", "Partidas"), fields(), d.lines)
	total, value := d.total(), d.value()
	pairs := append(append(d.head(), total.Facts...), value.Facts...)
	entrySheet := d.texts(d.say("Entry", "Pedimento"), []string{d.say("What", "Concepto"), d.say("Value", "Valor")}, []float64{44, 60}, func() (rows [][]string) {
		for _, p := range pairs {
			rows = append(rows, []string{p.Caption, p.Value})
		}
		for _, text := range d.entry.Missing {
			rows = append(rows, []string{d.say("Missing", "Falta"), text})
		}
		for _, text := range d.entry.Notes {
			rows = append(rows, []string{d.say("Note", "Nota"), text})
		}
		return rows
	}())
	papers, checks := d.papers(), d.checks()
	sheets := []excel.Sheet{
		lines, entrySheet,
		d.texts(d.say("Papers", "Documentos"), papers.Columns, []float64{6, 34, 14, 34, 30, 14, 40}, papers.Rows),
		d.texts(d.say("Checks", "Revisiones"), checks.Columns, []float64{14, 70, 70, 24}, checks.Rows),
	}
	if groups := entry.Grouped(d.lines); len(groups) < len(d.lines) {
		sheets = append(sheets, d.grouped(groups))
	}
	if err := excel.WriteSheets(to, sheets); err != nil {
		return fmt.Errorf("workbook of shipment %s: %w", d.sh.ID, err)
	}
	return nil
}

// sheet is a sheet of lines.
func (d *dossier) sheet(name string, columns []field, lines []entry.Line) excel.Sheet {
	s := excel.Sheet{Name: name}
	for _, f := range columns {
		s.Headers = append(s.Headers, d.say(f.english, f.spanish))
		s.Widths = append(s.Widths, f.width)
	}
	s.Fill = func(add func([]excel.Cell) error) error {
		cells := make([]excel.Cell, len(columns))
		for _, l := range lines {
			for i, f := range columns {
				cells[i] = f.cell(d, l)
			}
			if err := add(cells); err != nil {
				return err
			}
		}
		return nil
	}
	return s
}

// grouped is the sheet of the items that the lines may be filed as; its last column names the lines of each.
func (d *dossier) grouped(groups [][]entry.Line) excel.Sheet {
	merged, of := make([]entry.Line, len(groups)), make([]string, len(groups))
	for i, group := range groups {
		merged[i] = entry.Merged(group)
		merged[i].Position = i + 1
		positions := make([]string, len(group))
		for n, l := range group {
			positions[n] = strconv.Itoa(l.Position)
		}
		of[i] = strings.Join(positions, ", ")
	}
	columns := append(fields(), field{"Lines", "Partidas", 24, func(_ *dossier, l entry.Line) excel.Cell { return text(of[l.Position-1]) }})
	return d.sheet(d.say("Grouped", "Agrupadas"), columns, merged)
}

// texts is a sheet of texts alone.
func (d *dossier) texts(name string, headers []string, widths []float64, rows [][]string) excel.Sheet {
	return excel.Sheet{Name: name, Headers: headers, Widths: widths, Fill: func(add func([]excel.Cell) error) error {
		for _, row := range rows {
			cells := make([]excel.Cell, len(row))
			for i, s := range row {
				cells[i] = text(s)
			}
			if err := add(cells); err != nil {
				return err
			}
		}
		return nil
	}}
}

// text is a cell that no program reads as a formula, whatever it begins with.
func text(s string) excel.Cell {
	if s == "" {
		return excel.Cell{}
	}
	return excel.Cell{Kind: excel.KindText, Text: s}
}

func plain(n *quote.Number) excel.Cell {
	if n == nil {
		return excel.Cell{}
	}
	return excel.NumberCell(n.String())
}

func amount(n *quote.Number) excel.Cell {
	cell := plain(n)
	if cell.Kind == excel.KindNumber {
		cell.Format = moneyFormat
	}
	return cell
}

// identifiers returns the identifiers of the agreement that was applied.
func (d *dossier) identifiers(l entry.Line) string {
	switch l.Preference {
	case entry.PreferenceOnFile, entry.PreferenceStated:
		return strings.TrimSpace(l.Identifier + " " + l.Certificate)
	case entry.PreferenceNone, entry.PreferenceLacking:
	}
	return ""
}

// measure is a permit, prohibition, standard or compensatory duty of a line, that applies or may.
type measure struct {
	key, name, reason string
	applies           quote.Applies
}

// measuresOf lists the regulations of a quote, and the restrictions that are not among them.
func measuresOf(item quote.Item) (list []measure) {
	known := func(key, name string) bool {
		return slices.ContainsFunc(list, func(m measure) bool { return m.key == key && m.name == name })
	}
	for _, r := range item.RRNA {
		name := strings.TrimSpace(r.Standard + " " + r.Name)
		if r.Applies != quote.AppliesNo && !known(r.Key, name) {
			list = append(list, measure{r.Key, name, r.Reason, r.Applies})
		}
	}
	for _, r := range item.Restrictions {
		if r.Applies != quote.AppliesNo && !known(r.Key, r.Name) {
			list = append(list, measure{r.Key, r.Name, r.Reason, r.Applies})
		}
	}
	return list
}

func (d *dossier) applies(a quote.Applies) string {
	switch a {
	case quote.AppliesYes:
		return d.say("applies", "aplica")
	case quote.AppliesMay:
		return d.say("may apply", "puede aplicar")
	case quote.AppliesNo:
	}
	return d.say("does not apply", "no aplica")
}

func (d *dossier) permits(l entry.Line) string {
	var list []string
	for _, m := range measuresOf(l.Quote) {
		list = append(list, fmt.Sprintf("%s %s (%s)", m.key, m.name, d.applies(m.applies)))
	}
	return strings.Join(list, "; ")
}

// charged is the sum of the charges of a name; nil where one is not known, or where none stands there.
func charged(item quote.Item, names ...string) *quote.Number {
	var sum *quote.Number
	for _, c := range slices.Concat(item.Tariffs, item.Taxes) {
		if !slices.Contains(names, c.Name) {
			continue
		}
		if c.Amount == nil {
			return nil
		}
		if sum == nil {
			sum = c.Amount
			continue
		}
		added, err := sum.Add(c.Amount.Decimal)
		if err != nil {
			return nil
		}
		sum = &quote.Number{Decimal: added}
	}
	return sum
}

// dutyRate is the duty as its formula states it: 25 %, or an amount a unit.
func dutyRate(item quote.Item) string {
	var list []string
	for _, c := range item.Tariffs {
		if rate := rateOf(c); (c.Name == "IGI" || c.Name == "IGE") && !slices.Contains(list, rate) {
			list = append(list, rate)
		}
	}
	return strings.Join(list, " + ")
}
