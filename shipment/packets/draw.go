package packets

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"

	"github.com/go-pdf/fpdf"
)

// sheet is the file in the making.
type sheet struct {
	*fpdf.Fpdf

	text func(string) string // UTF-8 in the encoding of the fonts
}

func newSheet() *sheet {
	f := fpdf.New("P", "mm", "A4", "")
	f.SetAutoPageBreak(true, 18)
	return &sheet{f, f.UnicodeTranslatorFromDescriptor("")}
}

func (s *sheet) line(style string, size float64, format string, args ...any) {
	s.SetFont("Helvetica", style, size)
	s.CellFormat(0, size*0.55, s.text(fmt.Sprintf(format, args...)), "", 1, "L", false, 0, "")
}

// pair is a caption with its value beside it.
func (s *sheet) pair(caption, value string) {
	s.SetFont("Helvetica", "B", 9)
	s.CellFormat(45, 5.5, s.text(caption), "", 0, "L", false, 0, "")
	s.SetFont("Helvetica", "", 9)
	s.CellFormat(0, 5.5, s.text(value), "", 1, "L", false, 0, "")
}

// table draws rows under headings; borders are those of the design.
func (s *sheet) table(border string, widths []float64, headings []string, rows [][]string) {
	s.Ln(3)
	s.SetFont("Helvetica", "B", 8)
	for i, h := range headings {
		s.CellFormat(widths[i], 6.5, s.text(h), border, 0, "C", false, 0, "")
	}
	s.Ln(-1)
	s.SetFont("Helvetica", "", 8)
	for _, row := range rows {
		for i, cell := range row {
			align := "R"
			if i < 2 {
				align = "L"
			}
			s.CellFormat(widths[i], 6, s.text(cell), border, 0, align, false, 0, "")
		}
		s.Ln(-1)
	}
	s.Ln(2)
}

func money(cents int) string { return fmt.Sprintf("%s.%02d", grouped(cents/100), cents%100) }

func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// draw draws all papers into one file.
func (d *deal) draw() error {
	s := newSheet()
	add := func(kind string, paint func(*sheet)) {
		s.AddPage()
		before := s.PageCount()
		paint(s)
		d.Papers = append(d.Papers, Paper{kind, s.PageCount() - before + 1})
	}
	add("commercial_invoice", d.invoice)
	add("packing_list", d.packingList)
	if d.airborne {
		add("air_waybill", d.airWaybill)
	} else {
		add("bill_of_lading", d.billOfLading)
	}
	if d.certificate {
		add("certificate_of_origin", d.certificateOfOrigin)
	}
	for range d.pick(3) {
		add("other", d.dataSheet)
	}
	var out bytes.Buffer
	if err := s.Output(&out); err != nil {
		return err
	}
	d.PDF = out.Bytes()
	if d.Scan {
		return d.scan()
	}
	return nil
}

func (d *deal) border() string { return []string{"1", "B", "TB"}[d.design] }

func (d *deal) invoice(s *sheet) {
	s.line("B", 15, "%s", d.seller)
	s.line("", 8, "Building 7, Industrial Park, Export Zone")
	s.Ln(3)
	s.line("B", 14, "%s", d.word("COMMERCIAL INVOICE", "FACTURA COMERCIAL", "HANDELSRECHNUNG"))
	s.Ln(2)
	s.pair(d.word("Invoice No.:", "No. de factura:", "Rechnungsnummer:"), d.Invoice)
	s.pair(d.word("Invoice date:", "Fecha de factura:", "Rechnungsdatum:"), d.date)
	s.pair(d.word("Seller:", "Vendedor:", "Verkäufer:"), d.seller)
	s.pair(d.word("Buyer:", "Comprador:", "Käufer:"), d.buyer)
	s.pair("Incoterm:", "FOB "+[]string{"Shanghai", "Hamburg", "Houston"}[d.design])
	s.pair(d.word("Currency:", "Moneda:", "Währung:"), "USD")
	o := origins[d.origin]
	s.pair(d.word("Country of origin:", "País de origen:", "Ursprungsland:"), d.word(o.en, o.es, o.de))
	rows := make([][]string, len(d.Lines))
	for i, l := range d.Lines {
		amount := l.AmountCents()
		if i == d.wrongAmount {
			amount += 5000
		}
		rows[i] = []string{l.Part, l.Description, grouped(l.Quantity), l.Unit, money(l.PriceCents), money(amount)}
	}
	s.table(d.border(), []float64{22, 82, 20, 14, 24, 28},
		[]string{d.word("Part No.", "No. parte", "Art.-Nr."), d.word("Description", "Descripción", "Beschreibung"), d.word("Quantity", "Cantidad", "Menge"), d.word("Unit", "Unidad", "Einheit"), d.word("Unit price", "Precio unitario", "Einzelpreis"), d.word("Amount", "Importe", "Betrag")}, rows)
	total := d.totalCents
	if d.wrongAmount >= 0 {
		total += 5000
	}
	s.pair(d.word("Total amount USD:", "Importe total USD:", "Gesamtbetrag USD:"), money(total))
}

func (d *deal) packingList(s *sheet) {
	s.line("B", 14, "%s", d.word("PACKING LIST", "LISTA DE EMPAQUE", "PACKLISTE"))
	s.Ln(2)
	s.pair(d.word("Packing list No.:", "No. de lista de empaque:", "Packliste Nr.:"), "PL-"+d.Invoice[len(d.Invoice)-4:])
	s.pair(d.word("Invoice No.:", "No. de factura:", "Rechnungsnummer:"), d.Invoice)
	s.pair(d.word("Shipper:", "Remitente:", "Absender:"), d.seller)
	s.pair(d.word("Consignee:", "Consignatario:", "Empfänger:"), d.buyer)
	rows := make([][]string, len(d.packing))
	net := 0
	for i, l := range d.packing {
		net += l.NetKg
		rows[i] = []string{l.Part, l.Description, grouped(l.Quantity), l.Unit, strconv.Itoa(l.Packages), grouped(l.NetKg), grouped(l.GrossKg)}
	}
	s.table(d.border(), []float64{22, 72, 18, 14, 18, 22, 24},
		[]string{d.word("Part No.", "No. parte", "Art.-Nr."), d.word("Description", "Descripción", "Beschreibung"), d.word("Quantity", "Cantidad", "Menge"), d.word("Unit", "Unidad", "Einheit"), d.word("Packages", "Bultos", "Packstücke"), d.word("Net weight kg", "Peso neto kg", "Netto kg"), d.word("Gross weight kg", "Peso bruto kg", "Brutto kg")}, rows)
	s.pair(d.word("Total packages:", "Total de bultos:", "Packstücke gesamt:"), strconv.Itoa(d.packages))
	s.pair(d.word("Total net weight:", "Peso neto total:", "Nettogewicht gesamt:"), grouped(net)+" kg")
	s.pair(d.word("Total gross weight:", "Peso bruto total:", "Bruttogewicht gesamt:"), grouped(d.gross)+" kg")
}

func (d *deal) billOfLading(s *sheet) {
	s.line("B", 14, "BILL OF LADING")
	s.Ln(2)
	s.pair("B/L No.:", fmt.Sprintf("MEDU%d", 100000+d.Number*37))
	s.pair("Shipper:", d.billSeller)
	s.pair("Consignee:", d.buyer)
	s.pair("Notify party:", d.buyer)
	s.pair("Vessel:", "MSC AURORA")
	s.pair("Voyage No.:", "412W")
	s.pair("Port of loading:", []string{"Shanghai", "Hamburg", "Houston"}[d.design])
	s.pair("Port of discharge:", "Manzanillo")
	s.pair("Freight:", "FREIGHT COLLECT")
	s.Ln(3)
	s.pair("Total packages:", strconv.Itoa(d.billCount))
	s.pair("Total gross weight:", grouped(d.billGross)+" kg")
}

func (d *deal) airWaybill(s *sheet) {
	s.line("B", 14, "AIR WAYBILL")
	s.Ln(2)
	s.pair("Air waybill No.:", fmt.Sprintf("020-%08d", 41000000+d.Number*91))
	s.pair("Shipper:", d.billSeller)
	s.pair("Consignee:", d.buyer)
	s.pair("Airport of departure:", "Frankfurt")
	s.pair("Airport of destination:", "Mexico City")
	s.pair("Flight:", "LH 498")
	s.Ln(3)
	s.pair("Total packages:", strconv.Itoa(d.billCount))
	s.pair("Total gross weight:", grouped(d.billGross)+" kg")
}

func (d *deal) certificateOfOrigin(s *sheet) {
	s.line("B", 14, "CERTIFICATE OF ORIGIN")
	s.Ln(2)
	s.pair("Certificate No.:", fmt.Sprintf("CO-%d", 7000+d.Number))
	s.pair("Exporter:", d.seller)
	s.pair("Importer:", d.buyer)
	s.pair("Invoice No.:", d.billRef)
	s.pair("Country of origin:", d.certified)
	s.Ln(3)
	s.line("", 9, "The undersigned certifies that the goods described on the invoice originate in %s.", d.certified)
}

func (d *deal) dataSheet(s *sheet) {
	l := d.Lines[d.pick(len(d.Lines))]
	s.line("B", 14, "%s", d.word("TECHNICAL DATA SHEET", "FICHA TÉCNICA", "TECHNISCHES DATENBLATT"))
	s.Ln(2)
	s.line("", 10, "%s", l.Description)
	s.line("", 9, "%s", d.word("Store in a dry place. Read the instructions before use.", "Guárdese en un lugar seco. Lea las instrucciones antes de usar.", "Trocken lagern. Vor Gebrauch Anleitung lesen."))
}

// scan turns the file into pictures of its pages, as a scanner gives them.
func (d *deal) scan() error {
	folder, err := os.MkdirTemp("", "packet")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	in := filepath.Join(folder, "in.pdf")
	if err := os.WriteFile(in, d.PDF, 0o600); err != nil {
		return err
	}
	if out, err := exec.CommandContext(context.Background(), "pdftoppm", "-gray", "-jpeg", "-r", "200", in, filepath.Join(folder, "page")).CombinedOutput(); err != nil {
		return fmt.Errorf("pdftoppm: %w: %s", err, out)
	}
	pages, err := filepath.Glob(filepath.Join(folder, "page*.jpg"))
	if err != nil {
		return err
	}
	sort.Strings(pages)
	f := fpdf.New("P", "mm", "A4", "")
	for _, page := range pages {
		f.AddPage()
		f.ImageOptions(page, 0, 0, 210, 297, false, fpdf.ImageOptions{ImageType: "JPG"}, 0, "")
	}
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		return err
	}
	d.PDF = out.Bytes()
	return nil
}
