package fit

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tariffdesk/classify"
	"tariffdesk/classify/internal/coefficient"
	"tariffdesk/tariff"
)

// labels are the labelled files of a folder.
type labels struct {
	families   []labelledFamily
	vague      []row // descriptions that must be asked about
	catalogues []catalogue
	lines      []labelledLines
	sources    []coefficient.Source
	measured   []string // files for measuring alone, which were left out
}

type labelledFamily struct {
	family
	rows []row
}

// catalogue are precedents of one organisation.
type catalogue struct {
	name   string
	rows   []classify.Precedent
	source coefficient.Source
}

// row is a labelled description.
type row struct {
	Description string   `json:"description"`
	HS          string   `json:"hs"`
	All         []string `json:"hs_all"`
	Expect      string   `json:"expect"`
}

// expectAsk marks a row whose description must be asked about.
const expectAsk = "ask"

// maxLine bounds a line of a labelled file.
const maxLine = 4 << 20

// readLabels reads a folder. Errors name file and row.
func readLabels(folder string) (*labels, error) {
	table, err := readFamilies(familyTable)
	if err != nil {
		return nil, err
	}
	l, measuring := &labels{}, readMeasuring(familyTable)
	for _, kind := range []struct {
		pattern, prefix string
		take            func(name, file string) error
	}{
		{"dev_*.jsonl", "dev_", func(name, file string) error { return l.takeFamily(familyOf(table, name), file, readJSON) }},
		{"pairs.tsv", "", func(name, file string) error { return l.takeFamily(familyOf(table, name), file, readPair) }},
		{"cases/*.tsv", "", func(name, file string) error { return l.takeFamily(family{name: "case-" + name}, file, readCase) }},
		{"precedents/train_*.jsonl", "train_", l.takeCatalogue},
		{"lines_*.jsonl", "lines_", l.takeLines},
	} {
		files, err := filepath.Glob(filepath.Join(folder, kind.pattern))
		if err != nil {
			return nil, fmt.Errorf("read labelled files: %w", err)
		}
		for _, file := range files {
			name, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(file), kind.prefix), ".")
			if measuring.holds(name) {
				l.measured = append(l.measured, filepath.Base(file))
				continue
			}
			if err := kind.take(name, file); err != nil {
				return nil, err
			}
		}
	}
	if len(l.families) == 0 && len(l.lines) == 0 && len(l.catalogues) == 0 {
		return nil, fmt.Errorf("%s holds no labelled descriptions to fit to: dev_*.jsonl, lines_*.jsonl or precedents/train_*.jsonl with description and hs are needed", folder)
	}
	return l, nil
}

func (l *labels) takeFamily(f family, file string, read func(line []byte) ([]row, error)) error {
	rows, err := l.read(file, read)
	if err != nil {
		return err
	}
	taken := labelledFamily{family: f}
	for _, r := range rows {
		if r.Expect == expectAsk {
			l.vague = append(l.vague, r)
		} else {
			taken.rows = append(taken.rows, r)
		}
	}
	if len(taken.rows) > 0 {
		l.families = append(l.families, taken)
	}
	return nil
}

func (l *labels) takeCatalogue(name, file string) error {
	rows, err := l.read(file, readJSON)
	if err != nil {
		return err
	}
	c := catalogue{name: name, source: l.sources[len(l.sources)-1]}
	for _, r := range rows {
		c.rows = append(c.rows, classify.Precedent{Description: r.Description, HS: r.HS})
	}
	l.catalogues = append(l.catalogues, c)
	return nil
}

// read returns the rows of a file and notes where they come from.
func (l *labels) read(file string, parse func(line []byte) ([]row, error)) (rows []row, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read labelled file: %w", err)
	}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		if n++; len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		parsed, err := parse(lines.Bytes())
		for i := range parsed {
			if err == nil {
				err = parsed[i].check()
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		rows = append(rows, parsed...)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s holds no rows", file)
	}
	sum := sha256.Sum256(content)
	l.sources = append(l.sources, coefficient.Source{Name: filepath.Base(file), Rows: len(rows), SHA256: hex.EncodeToString(sum[:])})
	return rows, nil
}

// check holds a row to what a fit needs of it, and brings its codes to digits.
func (r *row) check() error {
	if strings.TrimSpace(r.Description) == "" {
		return errors.New("description is empty")
	}
	if r.Expect == expectAsk {
		return nil
	}
	r.All = append([]string{r.HS}, r.All...)
	for i, code := range r.All {
		digits, ok := tariff.CleanCode(code)
		if !ok || len(digits) < tariff.SubheadingDigits {
			return fmt.Errorf("hs %q: six digits or more are needed", code)
		}
		r.All[i] = digits
	}
	r.HS = r.All[0]
	return nil
}

func readJSON(line []byte) ([]row, error) {
	var r row
	if err := json.Unmarshal(line, &r); err != nil {
		return nil, err
	}
	return []row{r}, nil
}

// readPair reads the same goods in both languages: English, tab, Spanish, tab, codes that are right.
func readPair(line []byte) ([]row, error) {
	if line[0] == '#' {
		return nil, nil
	}
	cells := strings.Split(string(line), "\t")
	if len(cells) != 3 {
		return nil, fmt.Errorf("%d cells, three are needed", len(cells))
	}
	codes := strings.Split(cells[2], ",")
	return []row{{Description: cells[0], HS: codes[0], All: codes}, {Description: cells[1], HS: codes[0], All: codes}}, nil
}

// readCase reads code, tab, text.
func readCase(line []byte) ([]row, error) {
	code, text, ok := strings.Cut(string(line), "\t")
	if !ok {
		return nil, errors.New("no tab between code and text")
	}
	return []row{{Description: text, HS: code}}, nil
}
