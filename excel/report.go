package excel

import (
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Level is a code of the nomenclature with its name.
type Level struct{ Code, Name string }

// Levels are the depths of a classification, from chapter to statistical code.
const Levels = 5

// Classification holds the columns that are shown for a classified row.
type Classification struct {
	Levels        [Levels]Level
	Confidence    float64
	Justification string
	Advice        string
	Questions     string
	Alternatives  string
	Unit          string
	ImportDuty    string
	ExportDuty    string
	Taxes         string
	Regulations   string
}

// ReportRow is a row of a batch, with what became of it: a classification, a lack, a failure, or nothing.
type ReportRow struct {
	Product      Product
	Result       *Classification
	Failure      string
	Cancelled    bool // the batch was cancelled before the row ran
	Unclassified bool // Result has questions and no code
}

// ReportOptions describe the batch that a report is about.
type ReportOptions struct {
	Language   string
	Layout     Layout
	Country    string
	Model      string
	TariffInfo bool

	ReviewBelow float64 // the confidence from which on a row needs no second look
}

// Report writes a workbook of results: the caller's columns as they were and ours behind them, the
// rows that need review, and a summary. Rows come in order; memory does not grow with them.
type Report struct {
	options  ReportOptions
	labels   labels
	book     *workbook
	results  *stream
	review   *stream
	own      int // columns of the caller
	extra    int // columns of ours
	percent  int
	indented int
	values   []any
	tally    tally
}

// NewReport begins a report. The caller closes it.
func NewReport(o ReportOptions) (*Report, error) {
	r := &Report{options: o, labels: labelsIn(o.Language), book: newWorkbook(), own: len(o.Layout.Headers), tally: newTally()}
	r.own = max(r.own, o.Layout.Description+1, o.Layout.Code, o.Layout.Columns)
	if o.Layout.Columns == 0 { // a batch of before
		r.own = max(r.own, len(o.Layout.Widths))
	}
	r.own = min(r.own, MaxColumns)
	return r, r.begin()
}

func (r *Report) begin() (err error) {
	defer func() {
		if err != nil {
			_ = r.Close()
		}
	}()
	code := "0%"
	if r.percent, err = r.book.file.NewStyle(&excelize.Style{CustomNumFmt: &code}); err != nil {
		return fmt.Errorf("style of confidence: %w", err)
	}
	if r.indented, err = r.book.file.NewStyle(&excelize.Style{Alignment: &excelize.Alignment{Horizontal: "left", Indent: 1}}); err != nil {
		return fmt.Errorf("style of names: %w", err)
	}
	added := r.added()
	r.extra = len(added)
	columns := append(r.ownColumns(), added...)
	r.values = make([]any, 0, len(columns))
	if r.results, err = r.book.addSheet(r.labels.results, columns); err != nil {
		return err
	}
	r.review, err = r.book.addSheet(r.labels.review, append([]column{
		{r.labels.row, 8, fillAdded}, {r.labels.reason, 40, fillAdded}, {r.ownTitle(r.options.Layout.Description), 50, fillOwn},
	}, added...))
	return err
}

func (r *Report) ownTitle(i int) string {
	if i >= 0 && i < len(r.options.Layout.Headers) {
		return r.options.Layout.Headers[i]
	}
	if len(r.options.Layout.Headers) == 0 {
		return Letter(i)
	}
	return ""
}

// ownColumns are the caller's, as wide as they were.
func (r *Report) ownColumns() []column {
	columns := make([]column, r.own)
	for i := range columns {
		columns[i] = column{title: r.ownTitle(i), fill: fillOwn, width: 14}
		if i == r.options.Layout.Description {
			columns[i].width = 50
		}
		if i < len(r.options.Layout.Widths) && r.options.Layout.Widths[i] > 0 {
			columns[i].width = r.options.Layout.Widths[i]
		}
	}
	return columns
}

// added are our columns, in the order of addedValues.
func (r *Report) added() []column {
	l := r.labels
	columns := []column{{l.status, 14, fillAdded}}
	if r.options.Layout.Code > 0 {
		columns = append(columns, column{l.statedCode, 14, fillAdded}, column{l.agrees, 12, fillAdded})
	}
	for i, name := range []string{l.chapter, l.heading, l.subheading, l.line, l.statistical} {
		if i >= 3 && r.options.Country == "WORLD" {
			break
		}
		columns = append(columns, column{name, 12, fillAdded}, column{name + ": " + l.name, 28, fillAdded})
	}
	columns = append(columns, column{l.confidence, 12, fillAdded}, column{l.justification, 60, fillAdded},
		column{l.questions, 40, fillAdded}, column{l.alternatives, 30, fillAdded}, column{l.advice, 40, fillAdded})
	if r.options.TariffInfo {
		columns = append(columns, column{l.unit, 8, fillAdded}, column{l.importDuty, 20, fillAdded},
			column{l.exportDuty, 20, fillAdded}, column{l.taxes, 30, fillAdded}, column{l.regulations, 40, fillAdded})
	}
	return append(columns, column{l.note, 40, fillAdded})
}

// Add writes the next row.
func (r *Report) Add(row ReportRow) error {
	r.values = r.values[:0]
	for i := range r.own {
		r.values = append(r.values, r.book.value(row.Product.Row.At(i)))
	}
	r.values = r.addedValues(r.values, row)
	if err := r.results.write(r.values); err != nil {
		return err
	}
	why := r.tally.note(row, r.labels, r.options.ReviewBelow)
	if why == "" {
		return nil
	}
	r.values = append(r.values[:0], row.Product.Row.Number, why, cellText(row.Product.Description))
	return r.review.write(r.addedValues(r.values, row))
}

func (r *Report) addedValues(values []any, row ReportRow) []any {
	c, l := row.Result, r.labels
	if c == nil {
		status, note := l.failed, row.Failure
		switch {
		case row.Product.Lack != LackNone:
			status, note = l.skipped, l.lacks[row.Product.Lack]
		case row.Cancelled:
			status, note = l.cancelled, ""
		}
		values = r.stated(append(values, status), row)
		for range r.extra - 2 - r.statedColumns() {
			values = append(values, nil)
		}
		return append(values, filled(note))
	}
	status, confidence := l.classified, any(c.Confidence)
	if row.Unclassified {
		status, confidence = l.unclassified, nil
	}
	values = r.stated(append(values, status), row)
	for i, level := range c.Levels {
		if i >= 3 && r.options.Country == "WORLD" {
			break
		}
		values = append(values, filled(level.Code), filled(level.Name))
	}
	values = append(values, excelize.Cell{StyleID: r.percent, Value: confidence}, filled(c.Justification),
		filled(c.Questions), filled(c.Alternatives), filled(c.Advice))
	if r.options.TariffInfo {
		values = append(values, filled(c.Unit), filled(c.ImportDuty), filled(c.ExportDuty), filled(c.Taxes), filled(c.Regulations))
	}
	return append(values, filled(row.Failure))
}

// statedColumns is how many of the added columns are of the code that the row states.
func (r *Report) statedColumns() int {
	if r.options.Layout.Code > 0 {
		return 2
	}
	return 0
}

// stated adds the code that the row states, and how far the classification agrees with it.
func (r *Report) stated(values []any, row ReportRow) []any {
	if r.options.Layout.Code == 0 {
		return values
	}
	agrees := ""
	if row.Result != nil && !row.Unclassified {
		agrees = r.labels.agreement[row.Result.Agrees(row.Product.Code)]
	}
	return append(values, filled(row.Product.Code), filled(agrees))
}

// Agreement is how far a code that is stated agrees with one that was found.
type Agreement string

// The agreements of codes; AgreementUnknown where none of the two says anything.
const (
	AgreementUnknown Agreement = ""
	AgreementYes     Agreement = "yes"         // in all digits that both have, six at least
	AgreementHeading Agreement = "to 4 digits" // in those, and not in all
	AgreementNo      Agreement = "no"
)

// Agrees holds a stated code against the longest one that was found.
func (c *Classification) Agrees(stated string) Agreement {
	found := ""
	for _, level := range c.Levels {
		if level.Code != "" {
			found = level.Code
		}
	}
	stated = digits(stated)
	switch n := min(len(stated), len(found)); {
	case n < 4 || !LooksLikeCode(stated):
		return AgreementUnknown
	case stated[:4] != found[:4]:
		return AgreementNo
	case n >= 6 && stated[:n] == found[:n]:
		return AgreementYes
	}
	return AgreementHeading
}

// digits returns the digits of a code as people write it, "" where anything but dots, dashes and spaces stands in it too.
func digits(code string) string {
	var b strings.Builder
	for _, c := range code {
		switch {
		case c >= '0' && c <= '9':
			b.WriteRune(c)
		case c != '.' && c != ' ' && c != '-':
			return ""
		}
	}
	return b.String()
}

// filled leaves a cell without text out.
func filled(s string) any {
	if s == "" {
		return nil
	}
	return cellText(s)
}

// Write ends the sheets, adds the summary and packs all into to. refundedCredits are those of failed rows.
func (r *Report) Write(to io.Writer) error {
	for _, s := range []struct {
		stream *stream
		column int
	}{{r.results, r.own}, {r.review, 3}} {
		if err := r.scale(s.stream, s.column+r.confidenceColumn()); err != nil {
			return err
		}
		if err := s.stream.end(); err != nil {
			return err
		}
	}
	if err := r.summarise(); err != nil {
		return err
	}
	return r.book.writeTo(to)
}

// confidenceColumn is its place among the added ones.
func (r *Report) confidenceColumn() int {
	if r.options.Country == "WORLD" {
		return 1 + r.statedColumns() + 2*3
	}
	return 1 + r.statedColumns() + 2*Levels
}

// scale colours the confidences from red to green.
func (r *Report) scale(s *stream, at int) error {
	over := fmt.Sprintf("%[1]s2:%[1]s%[2]d", Letter(at), max(s.row-1, 2))
	err := r.book.file.SetConditionalFormat(s.sheet, over, []excelize.ConditionalFormatOptions{{
		Type: "3_color_scale", Criteria: "=", MinType: "num", MidType: "num", MaxType: "num",
		MinValue: "0", MidValue: "0.6", MaxValue: "1", MinColor: "#F8696B", MidColor: "#FFEB84", MaxColor: "#63BE7B",
	}})
	if err != nil {
		return fmt.Errorf("colours of sheet %s: %w", s.sheet, err)
	}
	return nil
}

// Close releases temporary files.
func (r *Report) Close() error { return r.book.close() }
