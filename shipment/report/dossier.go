package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	printed "tariffdesk/report"
	"tariffdesk/shipment"
	"tariffdesk/tariff"
)

// maxDetailed is the number of lines whose charges, measures and codes the dossier prints one by one; the workbook has all.
const maxDetailed = 200

// rateOf is the rate of a charge in print.
func rateOf(c quote.Charge) string {
	switch {
	case c.RateType == quote.RateTypeExempt:
		return "0 %"
	case c.Rate == nil:
		return "?"
	case c.RateType == quote.RateTypeAdValorem:
		if shown, err := c.Rate.Mul(decimal.Hundred); err == nil {
			return shown.Trim(0).String() + " %"
		}
	}
	return strings.TrimSuffix(fmt.Sprintf("%s %s/%s", c.Rate, c.Currency, c.PerUnit), "/")
}

// rate is the rate of a charge as the law writes it: the DTA per mil.
func (d *dossier) rate(c quote.Charge) string {
	if c.Name == "DTA" && c.RateType == quote.RateTypeAdValorem && c.Rate != nil {
		if shown, err := c.Rate.Mul(decimal.Thousand); err == nil {
			return shown.Trim(0).String() + " " + d.say("per mil", "al millar")
		}
	}
	return rateOf(c)
}

// total shows the amount that the entry pays.
func (d *dossier) total() printed.Section {
	t := d.entry.Total
	s := printed.Section{Title: d.say("What the entry pays (MXN)", "Contribuciones del pedimento (MXN)"), Facts: []printed.Fact{
		{Caption: d.say("Duties", "Aranceles"), Value: d.money(t.Duties)}, {Caption: d.say("Taxes", "Impuestos"), Value: d.money(t.Taxes)},
		{Caption: d.say("Fees", "Derechos"), Value: d.money(t.Fees)},
	}}
	for _, once := range t.OncePerEntry {
		s.Facts = append(s.Facts, printed.Fact{Caption: d.say("of which once: ", "de ellos, una sola vez: ") + once.Name, Value: d.money(once.Amount)})
	}
	s.Facts = append(s.Facts, printed.Fact{Caption: d.say("Total of the entry", "Total del pedimento"), Value: d.money(t.Total)})
	return s
}

// open lists the reasons why the total is not complete.
func (d *dossier) open() printed.Section {
	return printed.Section{Title: d.say("Missing for a complete total", "Falta para un total completo"), Paragraphs: d.entry.Missing}
}

// left lists what was not evaluated.
func (d *dossier) left() printed.Section {
	return printed.Section{Title: d.say("Not evaluated", "No evaluado"), Paragraphs: d.entry.NotEvaluated}
}

// value is the customs value with its parts.
func (d *dossier) value() printed.Section {
	v := d.entry.Value
	in := " (" + d.entry.Currency + ")"
	s := printed.Section{Title: d.say("Customs value", "Valor en aduana"), Paragraphs: d.entry.Notes, Facts: []printed.Fact{
		{Caption: d.say("Price", "Precio") + in, Value: d.money(v.Price)},
	}}
	for _, part := range []struct {
		caption string
		amount  *quote.Number
	}{
		{d.say("Discounts and charges", "Descuentos y cargos"), v.Adjustment}, {d.say("Freight", "Flete"), v.Freight}, {d.say("Insurance", "Seguro"), v.Insurance},
		{d.say("Other increments", "Otros incrementables"), v.Others},
	} {
		if part.amount != nil && !part.amount.IsZero() {
			s.Facts = append(s.Facts, printed.Fact{Caption: part.caption + in, Value: d.money(part.amount)})
		}
	}
	s.Facts = append(s.Facts, printed.Fact{Caption: d.say("Customs value", "Valor en aduana") + in, Value: d.money(v.Customs)})
	if d.entry.Currency != "MXN" {
		s.Facts = append(s.Facts, printed.Fact{Caption: d.say("Customs value (MXN)", "Valor en aduana (MXN)"), Value: d.money(v.MXN)})
	}
	if v.USD != nil && d.entry.Currency != "USD" {
		s.Facts = append(s.Facts, printed.Fact{Caption: d.say("Customs value (USD)", "Valor en dólares"), Value: d.money(v.USD)})
	}
	return s
}

// goods is the table of lines.
func (d *dossier) goods() printed.Section {
	s := printed.Section{
		Title: d.say("Lines", "Partidas"), Figures: []int{5, 6, 7},
		Columns: []string{"#", d.say("Goods", "Mercancía"), d.say("Line", "Fracción"), d.say("Origin", "Origen"), d.say("Quantity", "Cantidad"), d.say("Price", "Precio") + " " + d.entry.Currency, d.say("Customs value MXN", "Valor en aduana MXN"), d.say("Duties, taxes, fees", "Contribuciones")},
	}
	for _, l := range d.lines {
		s.Rows = append(s.Rows, []string{
			strconv.Itoa(l.Position), l.Description, strings.TrimSuffix(tariff.Dotted(l.Code)+"-"+l.NICO, "-"), l.Origin, strings.TrimSpace(quantity(l.Quantity) + " " + l.Unit),
			d.money(l.Value.Price), d.money(l.Value.MXN), d.money(l.Total),
		})
	}
	return s
}

// charges shows the charges of each line.
func (d *dossier) charges() printed.Section {
	s := printed.Section{
		Title: d.say("Charges by line", "Contribuciones por partida"), Figures: []int{2, 3},
		Columns: []string{"#", d.say("Charge", "Contribución"), d.say("Rate", "Tasa"), "MXN", d.say("Reason", "Motivo"), d.say("Law", "Fundamento")},
	}
	for _, l := range d.lines[:min(len(d.lines), maxDetailed)] {
		for _, c := range slices.Concat(l.Quote.Tariffs, l.Quote.Taxes) {
			s.Rows = append(s.Rows, []string{strconv.Itoa(l.Position), c.Name, d.rate(c), d.money(c.Amount), c.Reason, c.LegalRef})
		}
	}
	return d.bounded(s)
}

// bounded says that lines are left out.
func (d *dossier) bounded(s printed.Section) printed.Section {
	if len(d.lines) > maxDetailed {
		s.Prose = append(s.Prose, fmt.Sprintf(d.say("The first %d lines; the workbook holds all %d.", "Las primeras %d partidas; la hoja de cálculo contiene las %d."), maxDetailed, len(d.lines)))
	}
	return s
}

// measures are the permits and regulations, each with the lines that it is for.
func (d *dossier) measures() printed.Section {
	s := printed.Section{
		Title:   d.say("Permits and regulations", "Permisos y regulaciones"),
		Columns: []string{d.say("Lines", "Partidas"), d.say("Key", "Clave"), d.say("Measure", "Regulación"), d.say("Applies", "Aplica"), d.say("Reason", "Motivo")},
	}
	type group struct {
		measure
		lines []string
	}
	var groups []*group
	at := map[measure]*group{}
	for _, l := range d.lines {
		for _, m := range measuresOf(l.Quote) {
			g := at[m]
			if g == nil {
				g = &group{measure: m}
				at[m], groups = g, append(groups, g)
			}
			g.lines = append(g.lines, strconv.Itoa(l.Position))
		}
	}
	for _, g := range groups[:min(len(groups), maxDetailed)] {
		s.Rows = append(s.Rows, []string{shortened(g.lines), g.key, g.name, d.applies(g.applies), g.reason})
	}
	return s
}

// shortened names the first lines of many.
func shortened(lines []string) string {
	const most = 12
	if len(lines) <= most {
		return strings.Join(lines, ", ")
	}
	return strings.Join(lines[:most], ", ") + fmt.Sprintf(" … (%d)", len(lines))
}

// checks lists the checks of the papers, the worst first.
func (d *dossier) checks() printed.Section {
	s := printed.Section{
		Title:   d.say("Checks of the papers", "Revisiones de los documentos"),
		Columns: []string{d.say("Result", "Resultado"), d.say("Check", "Revisión"), d.say("Values", "Valores"), d.say("Difference", "Diferencia")},
	}
	for _, c := range d.sh.Checks {
		var values []string
		for _, v := range c.Values {
			values = append(values, d.valueOf(v))
		}
		s.Rows = append(s.Rows, []string{d.status(c.Status), c.Text.In(d.spanish), strings.Join(values, "; "), c.Difference})
	}
	return s
}

// valueOf writes a compared value with its paper and page.
func (d *dossier) valueOf(v shipment.Compared) string {
	text := strings.TrimSpace(v.Name.In(d.spanish) + ": " + v.Value + " " + v.Unit)
	if p := d.sh.Paper(v.Paper); p != nil {
		text += " (" + p.Title().In(d.spanish)
		if v.Source != nil && v.Source.Page > 0 {
			text += fmt.Sprintf(", p. %d", v.Source.Page)
		}
		text += ")"
	}
	return text
}

func (d *dossier) status(s shipment.Status) string {
	switch s {
	case shipment.StatusDiffers:
		return d.say("differs", "difiere")
	case shipment.StatusUnknown:
		return d.say("not known", "no se sabe")
	case shipment.StatusOK:
	}
	return d.say("agrees", "coincide")
}

// papers lists the documents of the files.
func (d *dossier) papers() printed.Section {
	s := printed.Section{
		Title:   d.say("Papers", "Documentos"),
		Columns: []string{"#", d.say("Paper", "Documento"), d.say("Date", "Fecha"), d.say("From", "De"), d.say("File", "Archivo"), d.say("Pages", "Páginas"), d.say("Remark", "Observación")},
	}
	for i := range d.sh.Papers {
		p := &d.sh.Papers[i]
		file := ""
		if p.File >= 1 && p.File <= len(d.sh.Files) {
			file = d.sh.Files[p.File-1].Name
		}
		pages := make([]string, len(p.Pages))
		for n, page := range p.Pages {
			pages[n] = strconv.Itoa(page)
		}
		s.Rows = append(s.Rows, []string{strconv.Itoa(i + 1), p.Title().In(d.spanish), p.Date.Value, p.Seller.Value, file, shortened(pages), d.remark(p)})
	}
	return s
}

// remark says why a paper does not count.
func (d *dossier) remark(p *shipment.Paper) string {
	switch {
	case p.Trouble != nil:
		return p.Trouble.In(d.spanish)
	case p.CopyOf != "":
		if of := d.sh.Paper(p.CopyOf); of != nil {
			return d.say("copy of the ", "copia de ") + of.Title().In(d.spanish)
		}
		return d.say("a copy", "una copia")
	case p.SetAside:
		return d.say("set aside: it belongs to another operation", "apartado: es de otra operación")
	}
	return ""
}

// codes says how each line came to its code: who decided it and when, or what proposed it and how sure.
func (d *dossier) codes() printed.Section {
	s := printed.Section{
		Title:   d.say("How the codes came about", "Cómo se llegó a las fracciones"),
		Columns: []string{"#", d.say("Code", "Código"), d.say("Decided by", "Decidió"), d.say("When", "Cuándo"), d.say("Proposed", "Propuesto"), d.say("Printed on the paper", "Impreso en el documento")},
	}
	for i := range d.sh.Lines[:min(len(d.sh.Lines), maxDetailed)] {
		l := &d.sh.Lines[i]
		by, when, proposed := d.say("nobody: the proposal was taken", "nadie: se tomó la propuesta"), "", ""
		if l.Decision != nil {
			by, when = l.Decision.By, moment(l.Decision.At)
		}
		if p := l.Proposal; p != nil && p.Code != "" {
			source := d.say("engine", "motor")
			if p.By == shipment.ByPrecedent {
				source = d.say("precedent", "precedente")
			}
			proposed = fmt.Sprintf("%s (%s, %.0f %%)", p.Code, source, 100*p.Confidence)
		}
		s.Rows = append(s.Rows, []string{strconv.Itoa(l.Position), l.Code(), by, when, proposed, l.PrintedCode})
	}
	return d.bounded(s)
}

// maxEvents bounds the trail that a dossier prints: the last ones.
const maxEvents = 500

// history is who did what and when: decisions on lines and moves of the shipment.
func (d *dossier) history() printed.Section {
	s := printed.Section{
		Title:   d.say("Decisions", "Decisiones"),
		Columns: []string{d.say("When", "Cuándo"), d.say("Who", "Quién"), d.say("Line", "Partida"), d.say("What", "Qué")},
	}
	type event struct {
		at              time.Time
		who, line, what string
	}
	var events []event
	for i := range d.sh.Lines {
		l := &d.sh.Lines[i]
		for _, t := range l.Trail {
			events = append(events, event{t.At, t.By, strconv.Itoa(l.Position), d.changes(t)})
		}
	}
	for _, h := range d.sh.History {
		if h.Line != "" || h.By == shipment.ByService { // decisions on lines stand in their trail
			continue
		}
		events = append(events, event{h.At, h.By, "", strings.TrimSpace(d.word(h.Action) + " " + h.Note)})
	}
	slices.SortStableFunc(events, func(a, b event) int { return a.at.Compare(b.at) })
	for _, e := range events[max(0, len(events)-maxEvents):] {
		s.Rows = append(s.Rows, []string{moment(e.at), e.who, e.line, e.what})
	}
	return s
}

// word is a member of a line or an action of the trail in words; what is not listed stands as it is.
func (d *dossier) word(name string) string {
	switch name {
	case "code":
		return d.say("code", "fracción")
	case "description":
		return d.say("description", "descripción")
	case "origin":
		return d.say("origin", "origen")
	case "quantity":
		return d.say("quantity", "cantidad")
	case "unit":
		return d.say("unit", "unidad")
	case "value":
		return d.say("value", "valor")
	case "facts":
		return d.say("facts changed:", "datos cambiados:")
	case "created":
		return d.say("papers sent", "documentos enviados")
	case "continue":
		return d.say("continued", "continuada")
	case "cancel", "cancelled":
		return d.say("cancelled", "cancelada")
	case "close", "closed":
		return d.say("closed", "cerrada")
	}
	return name
}

// changes writes what a decision changed: "code: 42022101 → 42022201".
func (d *dossier) changes(t shipment.Decision) string {
	members := make([]string, 0, len(t.After))
	for member := range t.After {
		members = append(members, member)
	}
	slices.Sort(members)
	for i, member := range members {
		before := t.Before[member]
		if before == "" {
			before = "–"
		}
		members[i] = fmt.Sprintf("%s: %s → %s", d.word(member), before, t.After[member])
	}
	return strings.Join(members, "; ")
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }
