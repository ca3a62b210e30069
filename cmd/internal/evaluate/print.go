package evaluate

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// maxLine bounds a line of a labelled file.
const maxLine = 4 << 20

// columns name the figures in the order they are printed.
var columns = []string{"file", "rows", "hs2_top1", "hs4_top1", "hs6_top1", "hs6_top3", "hs6_top10", "ece", "coverage_at_80",
	"accuracy_at_conf_90", "asked_when_right", "ask_rate", "auc"}

// nationalColumns stand behind them in a run for a country's schedule, speedColumns at the end.
var (
	nationalColumns = []string{"hs8_top1", "hs10_top1", "hs8_given_hs6", "hs10_given_hs6", "line_wrong", "line_ece", "national_asked"}
	speedColumns    = []string{"items_per_second", "p50_ms", "p99_ms"}
)

func (f Figures) shares() []float64 {
	return []float64{f.HS2Top1, f.HS4Top1, f.HS6Top1, f.HS6Top3, f.HS6Top10, f.ECE, f.CoverageAt80, f.AccuracyAtConf90, f.AskedWhenRight, f.AskRate, f.AUC}
}

func (f Figures) nationalShares() []float64 {
	return []float64{f.HS8Top1, f.HS10Top1, f.HS8Given6, f.HS10Given6, f.LineWrong, f.LineECE, f.NationalAsked}
}

// named joins the figures with their names.
func (p *printer) named(f Figures) (names []string, values []float64) {
	names, values = columns[2:], f.shares()
	if p.national {
		names, values = slices.Concat(names, nationalColumns), slices.Concat(values, f.nationalShares())
	}
	return names, values
}

// printer writes figures as a table or as JSON lines.
type printer struct {
	table    *tabwriter.Writer
	json     *json.Encoder
	err      error
	national bool // figures below six digits too
}

func newPrinter(out io.Writer, asJSON, national bool) *printer {
	if asJSON {
		return &printer{json: json.NewEncoder(out), national: national}
	}
	p := &printer{table: tabwriter.NewWriter(out, 0, 0, 2, ' ', 0), national: national}
	names, _ := p.named(Figures{})
	_, p.err = fmt.Fprintln(p.table, strings.Join(slices.Concat(columns[:2], names, speedColumns), "\t"))
	return p
}

func (p *printer) print(f Figures) {
	if p.err != nil {
		return
	}
	if p.json != nil {
		p.err = p.json.Encode(p.fields(f))
		return
	}
	cells := []string{f.File, strconv.Itoa(f.Rows)}
	_, values := p.named(f)
	for _, v := range values {
		cells = append(cells, cell(v, 4))
	}
	cells = append(cells, cell(f.ItemsPerSecond, 0), cell(f.P50, 3), cell(f.P99, 3))
	_, p.err = fmt.Fprintln(p.table, strings.Join(cells, "\t"))
}

func (p *printer) flush() error {
	if p.err == nil && p.table != nil {
		p.err = p.table.Flush()
	}
	return p.err
}

// fields is the JSON form: null where nothing was to count.
func (p *printer) fields(f Figures) map[string]any {
	m := map[string]any{"file": f.File, "rows": f.Rows, "items_per_second": number(f.ItemsPerSecond), "p50_ms": number(f.P50), "p99_ms": number(f.P99)}
	names, values := p.named(f)
	for i, v := range values {
		m[names[i]] = number(v)
	}
	return m
}

func number(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return v
}

func cell(v float64, places int) string {
	if math.IsNaN(v) {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', places, 64)
}

// readLines calls each with every line of a file that is not empty; its errors get file and line.
func readLines(file string, each func([]byte) error) error {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("open %s: %w", file, err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	for n := 1; lines.Scan(); n++ {
		if len(strings.TrimSpace(lines.Text())) == 0 {
			continue
		}
		if err := each(lines.Bytes()); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	return nil
}
