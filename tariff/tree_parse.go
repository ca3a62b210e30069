package tariff

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// Bounds of what is read of trees.
const (
	maxTreeBytes = 8 << 20 // of one file
	maxTreeDepth = 16
	treeIndent   = "  "
)

// Trees holds what separates the national lines of every subheading that splits, by country.
// It is immutable after loading and safe for concurrent use.
type Trees struct {
	measures   *Measures
	vocabulary *Vocabulary
	country    map[string]map[string]*Tree
}

// LoadTrees reads the embedded trees of every country.
func LoadTrees(vocabulary *Vocabulary) (*Trees, error) {
	texts, err := treeTexts()
	if err != nil {
		return nil, err
	}
	data, err := fs.Sub(embedded, "data")
	if err != nil {
		return nil, fmt.Errorf("open embedded tariff data: %w", err)
	}
	return readTrees(data, texts, vocabulary)
}

// treeTexts are the embedded trees, read once a process: titles of trees and of schedules are parts of them.
var treeTexts = sync.OnceValues(func() (map[string]string, error) {
	data, err := fs.Sub(embedded, "data")
	if err != nil {
		return nil, fmt.Errorf("open embedded tariff data: %w", err)
	}
	return readTreeTexts(data)
})

// readTreeTexts reads lines/COUNTRY/NN.txt, by name.
func readTreeTexts(data fs.FS) (map[string]string, error) {
	texts := map[string]string{}
	for _, country := range ScheduleCountries() {
		names, err := fs.Glob(data, treesOf(country)+"*.txt")
		if err != nil {
			return nil, fmt.Errorf("list trees of %s: %w", country, err)
		}
		for _, name := range names {
			content, err := fs.ReadFile(data, name)
			if err != nil {
				return nil, fmt.Errorf("read %s: %w", name, err)
			}
			texts[name] = string(content)
		}
	}
	return texts, nil
}

// treesOf is where the trees of a country lie.
func treesOf(country string) string { return "lines/" + strings.ToLower(country) + "/" }

// ReadTrees reads measures.txt and lines/COUNTRY/NN.txt from data. Every problem is reported, with
// file and line.
func ReadTrees(data fs.FS, vocabulary *Vocabulary) (*Trees, error) {
	texts, err := readTreeTexts(data)
	if err != nil {
		return nil, err
	}
	return readTrees(data, texts, vocabulary)
}

func readTrees(data fs.FS, texts map[string]string, vocabulary *Vocabulary) (*Trees, error) {
	measures, err := readMeasures(data)
	if err != nil {
		return nil, err
	}
	t := &Trees{measures: measures, vocabulary: vocabulary, country: map[string]map[string]*Tree{}}
	conditions := conditionReader{vocabulary: vocabulary, measures: measures, met: map[string]Condition{}}
	for _, country := range ScheduleCountries() {
		t.country[country] = map[string]*Tree{}
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		problems = append(problems, t.readFile(name, texts[name], conditions)...)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return t, nil
}

// Of returns the tree below a subheading of a country, nil where it does not split.
func (t *Trees) Of(country, subheading string) *Tree { return t.country[country][subheading] }

// Measures returns the table of measures and units the conditions are written in.
func (t *Trees) Measures() *Measures { return t.measures }

// Subheadings lists the subheadings of a country that have a tree, in order.
func (t *Trees) Subheadings(country string) []string {
	codes := make([]string, 0, len(t.country[country]))
	for code := range t.country[country] {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}

func (t *Trees) readFile(name, text string, conditions conditionReader) []error {
	if len(text) > maxTreeBytes {
		return []error{fmt.Errorf("%s: %d bytes, the limit is %d", name, len(text), maxTreeBytes)}
	}
	r := treeReader{
		into:    t.country[strings.ToUpper(path.Base(path.Dir(name)))],
		chapter: strings.TrimSuffix(path.Base(name), ".txt"), conditions: conditions,
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimRight(line, " \t\r\n"); line == "" || line[0] == '#' {
			continue
		}
		r.number = number
		if err := r.line(line); err != nil {
			r.fail(number, err)
		}
	}
	r.close()
	for i, p := range r.problems {
		r.problems[i] = fmt.Errorf("%s:%w", name, p)
	}
	return r.problems
}

// treeReader reads one file: a line of six digits, perhaps "| complete" behind them, opens a tree, every other line is a node
// "code | title | título | conditions", "-" standing for no code, two spaces deeper than its parent.
type treeReader struct {
	into       map[string]*Tree
	chapter    string
	conditions conditionReader
	tree       *Tree
	open       []*Node // by depth
	at         map[*Node]int
	number     int
	problems   []error
}

func (r *treeReader) fail(number int, err error) {
	r.problems = append(r.problems, fmt.Errorf("%d: %w", number, err))
}

func (r *treeReader) line(line string) error {
	if line[0] != ' ' {
		r.close()
		return r.subheading(line)
	}
	depth := 0
	for strings.HasPrefix(line, treeIndent) {
		line, depth = line[len(treeIndent):], depth+1
	}
	if line[0] == ' ' || depth > len(r.open)+1 || depth > maxTreeDepth {
		return fmt.Errorf("indented by no step of two spaces below the line above, or deeper than %d", maxTreeDepth)
	}
	if r.tree == nil {
		return errors.New("a node stands before the first subheading")
	}
	node, err := r.node(line)
	if err != nil {
		return err
	}
	r.at[node] = r.number
	r.open = append(r.open[:depth-1], node)
	if depth == 1 {
		r.tree.Children = append(r.tree.Children, node)
		return nil
	}
	node.Parent = r.open[depth-2]
	node.Parent.Children = append(node.Parent.Children, node)
	return nil
}

func (r *treeReader) subheading(line string) error {
	code, mark, marked := strings.Cut(line, " | ")
	switch {
	case marked && mark != completeWord:
		return fmt.Errorf("behind a subheading stands nothing but %q", completeWord)
	case !isDigits(code, SubheadingDigits) || !strings.HasPrefix(code, r.chapter):
		return fmt.Errorf("%q is no subheading of chapter %s", code, r.chapter)
	case r.into[code] != nil:
		return fmt.Errorf("subheading %s stands twice", code)
	}
	r.tree, r.open, r.at = &Tree{Subheading: code, Complete: marked}, nil, map[*Node]int{}
	r.into[code] = r.tree
	return nil
}

func (r *treeReader) node(line string) (*Node, error) {
	parts := splitTrim(line, "|")
	if len(parts) < 3 || len(parts) > 4 {
		return nil, errors.New("a node reads \"code | title | título | conditions\"")
	}
	n := &Node{Title: Text{English: parts[1], Spanish: parts[2]}}
	if parts[0] != "-" {
		n.Code = parts[0]
	}
	switch {
	case n.Code != "" && !isDigits(n.Code, 8) && !isDigits(n.Code, 10):
		return nil, fmt.Errorf("code %q has neither eight nor ten digits", n.Code)
	case n.Code != "" && !strings.HasPrefix(n.Code, r.tree.Subheading):
		return nil, fmt.Errorf("code %s does not lie below %s", n.Code, r.tree.Subheading)
	case n.Title.English == "" || n.Title.Spanish == "":
		return nil, errors.New("a title is missing in one language")
	}
	if len(parts) == 4 {
		return n, r.conditions.read(n, parts[3])
	}
	return n, nil
}

// close judges the tree that ends.
func (r *treeReader) close() {
	if r.tree == nil {
		return
	}
	j := treeJudge{measures: r.conditions.measures}
	for _, p := range j.judge(r.tree) {
		r.fail(r.at[p.node], p.err)
	}
	r.tree = nil
}
