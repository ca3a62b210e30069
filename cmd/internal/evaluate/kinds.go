package evaluate

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"tariffdesk/extract"
	"tariffdesk/text"
)

// fault is a value outside lists that is not exact.
type fault struct {
	File, Path, Kind string
	Cause            string // missing, invented, cut, too much, of another, misread or other; passed over where the engine had the right value
	Want, Got        any
}

// tally counts values outside lists that are expected.
type tally struct{ wanted, exact, missing, wrong, invented int }

// kinds gathers the values outside lists by what they are.
type kinds struct {
	all    map[string]*tally
	faults []fault
}

func (k *kinds) of(name string) *tally {
	if k.all == nil {
		k.all = map[string]*tally{}
	}
	if k.all[name] == nil {
		k.all[name] = &tally{}
	}
	return k.all[name]
}

// add counts the values of a document. kindOf names the kind of each path, fields what is known of each value found, and
// passed the paths for which the engine had the right value to choose from, warned those that a warning names.
func (k *kinds) add(e manifestEntry, got any, kindOf map[string]string, fields map[string]extract.Field, passed, warned map[string]bool) {
	var faults []fault
	said := map[string]string{} // what is expected, by path
	c := &comparison{}
	c.each = func(at string, want, got any) {
		if !empty(want) {
			said[at] = fold(fmt.Sprint(want))
		}
		kind := kindOf[at]
		counts := []*tally{k.of("all"), k.of("kind " + kind)}
		if e.Language != "" {
			counts = append(counts, k.of("language "+e.Language))
		}
		if e.Kind != "" {
			counts = append(counts, k.of("document "+e.Kind))
		}
		if f, ok := fields[at]; ok {
			counts = append(counts, k.of("confidence "+band(f.Confidence)))
			if f.Confidence >= sureConfidence && !warned[at] {
				counts = append(counts, k.of("confidence 0.7 and more, no warning"))
			}
		}
		found := leaves(got) > 0
		for _, t := range counts {
			switch {
			case empty(want) && found:
				t.invented++
			case empty(want):
			case !found:
				t.wanted, t.missing = t.wanted+1, t.missing+1
			case equal(want, got):
				t.wanted, t.exact = t.wanted+1, t.exact+1
			default:
				t.wanted, t.wrong = t.wanted+1, t.wrong+1
			}
		}
		if found && (empty(want) || !equal(want, got)) || !found && !empty(want) {
			faults = append(faults, fault{File: e.File, Path: at, Kind: kind, Want: want, Got: got})
		}
	}
	c.compare("", e.Expected, got)
	for i := range faults {
		faults[i].Cause = causeOf(faults[i], said)
		if passed[faults[i].Path] {
			faults[i].Cause += " and passed over"
		}
	}
	k.faults = append(k.faults, faults...)
}

// sureConfidence is from which on nothing says that a value is to be checked.
const sureConfidence = 0.7

// band is the tenth that a confidence lies in, from 0.9 up and below 0.5 as one.
func band(confidence float64) string {
	switch {
	case confidence >= 0.9:
		return "0.9 and more"
	case confidence < 0.5:
		return "below 0.5"
	}
	return fmt.Sprintf("0.%d", int(confidence*10))
}

// nearly is the share of letters that may be misread for a value to count as misread and not as another one.
const nearly = 0.25

// causeOf names what is the matter with a value.
func causeOf(f fault, said map[string]string) string {
	switch {
	case empty(f.Want):
		return "invented"
	case empty(f.Got):
		return "missing"
	}
	want, got := fold(fmt.Sprint(f.Want)), fold(fmt.Sprint(f.Got))
	for path, other := range said {
		if path != f.Path && other == got {
			return "of another"
		}
	}
	switch {
	case strings.Contains(want, got):
		return "cut"
	case strings.Contains(got, want):
		return "too much"
	case float64(text.Distance([]rune(want), []rune(got))) <= nearly*float64(len([]rune(want))):
		return "misread"
	}
	return "other"
}

// print writes a line of figures for each kind.
func (k *kinds) print(out io.Writer) error {
	var names []string
	for name := range k.all {
		names = append(names, name)
	}
	slices.Sort(names)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "outside lists\twanted\texact\tmissing\twrong\tinvented\texact %\twrong %")
	for _, name := range names {
		t := k.all[name]
		share := func(n int) float64 { return 100 * float64(n) / float64(max(t.wanted, 1)) }
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%.1f\t%.1f\n", name, t.wanted, t.exact, t.missing, t.wrong, t.invented, share(t.exact), share(t.wrong))
	}
	return w.Flush()
}

// printFaults writes what is not exact, the commonest kind and cause first.
func (k *kinds) printFaults(out io.Writer) error {
	groups := map[string][]fault{}
	var names []string
	for _, f := range k.faults {
		name := f.Kind + ", " + f.Cause
		if groups[name] == nil {
			names = append(names, name)
		}
		groups[name] = append(groups[name], f)
	}
	slices.SortStableFunc(names, func(a, b string) int { return len(groups[b]) - len(groups[a]) })
	for _, name := range names {
		if _, err := fmt.Fprintf(out, "%s: %d\n", name, len(groups[name])); err != nil {
			return err
		}
		for _, f := range groups[name] {
			if _, err := fmt.Fprintf(out, "    %s %s want %s, got %s\n", f.File, f.Path, quoted(f.Want), quoted(f.Got)); err != nil {
				return err
			}
		}
	}
	return nil
}

func quoted(v any) string {
	if empty(v) {
		return "nothing"
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}
