package excel

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// tally counts what the summary shows.
type tally struct {
	rows, classified, unclassified, failed, skipped, cancelled int
	bands                                                      [4]int // of confidence, the highest first
	chapters                                                   map[string]int
	names                                                      map[string]string
	agreements                                                 map[Agreement]int
}

func newTally() tally {
	return tally{chapters: map[string]int{}, names: map[string]string{}, agreements: map[Agreement]int{}}
}

// note counts a row and says why it needs review, "" where it does not.
func (t *tally) note(row ReportRow, l labels, reviewBelow float64) string {
	t.rows++
	switch {
	case row.Product.Lack != LackNone:
		t.skipped++
		if row.Product.Lack == LackEmpty || row.Product.Lack == LackCaption { // there is nothing to look at
			return ""
		}
		return l.lacks[row.Product.Lack]
	case row.Cancelled: // what never ran is no matter of review
		t.cancelled++
		return ""
	case row.Result == nil:
		t.failed++
		return l.failed
	case row.Unclassified:
		t.unclassified++
		return l.unclassified
	}
	t.classified++
	c := row.Result
	t.agreements[c.Agrees(row.Product.Code)]++
	t.bands[band(c.Confidence)]++
	chapter := c.Levels[0]
	t.chapters[chapter.Code]++
	t.names[chapter.Code] = chapter.Name
	if c.Confidence < reviewBelow {
		return fmt.Sprintf(l.lowConfidence, reviewBelow)
	}
	return ""
}

func band(confidence float64) int {
	switch {
	case confidence >= 0.90:
		return 0
	case confidence >= 0.70:
		return 1
	case confidence >= 0.50:
		return 2
	}
	return 3
}

// sheetCells writes a small sheet cell by cell and keeps the first error.
type sheetCells struct {
	book  *workbook
	sheet string
	row   int
	err   error
}

func (s *sheetCells) add(style int, values ...any) {
	s.row++
	for i, v := range values {
		name := fmt.Sprintf("%s%d", Letter(i), s.row)
		if s.err == nil {
			s.err = s.book.file.SetCellValue(s.sheet, name, v)
		}
		if s.err == nil && style != 0 {
			s.err = s.book.file.SetCellStyle(s.sheet, name, name, style)
		}
	}
}

// summarise adds the sheet of figures with its charts.
func (r *Report) summarise() error {
	l, t := r.labels, r.tally
	if _, err := r.book.file.NewSheet(l.summary); err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	head, err := r.book.headerStyle(fillAdded)
	if err != nil {
		return err
	}
	s := &sheetCells{book: r.book, sheet: l.summary}
	s.add(head, l.titleSummary, "")
	s.add(0, l.country, r.options.Country)
	s.add(0, l.model, r.options.Model)
	s.add(0, l.sheet, cellText(r.options.Layout.Sheet))
	if unread := r.options.Layout.Unread; len(unread) > 0 {
		s.add(0, l.unread, cellText(strings.Join(unread, ", ")))
	}
	s.add(0, l.rows, t.rows)
	s.add(0, "  "+l.classified, t.classified)
	if t.unclassified > 0 {
		s.add(0, "  "+l.unclassified, t.unclassified)
	}
	s.add(0, "  "+l.failed, t.failed)
	if t.cancelled > 0 {
		s.add(0, "  "+l.cancelled, t.cancelled)
	}
	s.add(0, "  "+l.skipped, t.skipped)
	refunded := t.unclassified + t.failed + t.cancelled
	s.add(0, l.charged, t.classified+refunded)
	s.add(0, l.refunded, refunded)
	s.add(0, l.net, t.classified)
	if r.options.Layout.Code > 0 {
		for _, a := range []Agreement{AgreementYes, AgreementHeading, AgreementNo} {
			s.add(0, l.agrees+": "+l.agreement[a], t.agreements[a])
		}
	}
	s.row++
	s.add(head, l.byConfidence, l.count, l.share)
	bands := s.row + 1
	for i, name := range []string{l.high, l.medium, l.low, l.veryLow} {
		r.counted(s, name, "", t.bands[i])
	}
	s.row++
	s.add(head, l.byChapter, l.count, l.share, l.name)
	chapters := s.row + 1
	for _, code := range t.byCount() {
		r.counted(s, code, t.names[code], t.chapters[code])
	}
	if s.err != nil {
		return fmt.Errorf("summary: %w", s.err)
	}
	for column, width := range map[string]float64{"A": 36, "B": 14, "C": 14, "D": 78} {
		if err := r.book.file.SetColWidth(l.summary, column, column, width); err != nil {
			return fmt.Errorf("summary: %w", err)
		}
	}
	return r.charts(bands, chapters, s.row)
}

func (r *Report) counted(s *sheetCells, name, meaning string, n int) {
	s.add(0, name, n, float64(n)/float64(max(r.tally.classified, 1)), meaning)
	for column, style := range map[string]int{"C": r.percent, "D": r.indented} {
		cell := fmt.Sprintf("%s%d", column, s.row)
		if s.err == nil {
			s.err = s.book.file.SetCellStyle(s.sheet, cell, cell, style)
		}
	}
}

// byCount lists the chapters, the most frequent first.
func (t *tally) byCount() []string {
	codes := slices.Sorted(maps.Keys(t.chapters))
	slices.SortStableFunc(codes, func(a, b string) int { return cmp.Compare(t.chapters[b], t.chapters[a]) })
	return codes
}

// maxChartChapters keeps the chart legible.
const maxChartChapters = 12

func (r *Report) charts(bands, chapters, last int) error {
	if r.tally.classified == 0 {
		return nil
	}
	for _, c := range []struct {
		cell, title string
		from, to    int
		kind        excelize.ChartType
	}{
		{"F1", r.labels.byConfidence, bands, bands + 3, excelize.Col},
		{"F18", r.labels.byChapter, chapters, min(last, chapters+maxChartChapters-1), excelize.Bar},
	} {
		area := func(column string) string {
			return fmt.Sprintf("'%s'!$%s$%d:$%s$%d", r.labels.summary, column, c.from, column, c.to)
		}
		err := r.book.file.AddChart(r.labels.summary, c.cell, &excelize.Chart{
			Type: c.kind,
			Series: []excelize.ChartSeries{{
				Name: r.labels.count, Categories: area("A"), Values: area("B"),
				Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{fillAdded}},
			}},
			Title:      excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: c.title}}},
			VaryColors: new(bool),
			Legend:     excelize.ChartLegend{Position: "none"},
			XAxis:      excelize.ChartAxis{ReverseOrder: c.kind == excelize.Bar, Font: excelize.Font{Color: "404040"}},
			YAxis:      excelize.ChartAxis{None: true}, // each bar shows its number
			PlotArea:   excelize.ChartPlotArea{ShowVal: true},
		})
		if err != nil {
			return fmt.Errorf("chart: %w", err)
		}
	}
	return nil
}
