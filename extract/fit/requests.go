package fit

import (
	"bufio"
	_ "embed" // the requests that tags are fitted to
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tariffdesk/extract/internal/describe"
)

//go:embed data/requests.txt
var taggedRequests string

// request is a request for a schema with the tags of its words.
type request struct {
	sentence *describe.Sentence
	tags     []describe.Tag
	ids      [][]int32 // of the features of each word
}

// The fit of tags.
const (
	tagRounds  = 14
	tagMargin  = 1    // by how much a wrong tag is preferred while fitting
	tagTimes   = 5    // how often a request that people wrote is learnt, beside drawn ones
	tagSmall   = 0.25 // weights below it are left out
	tagLeast   = 3    // words that have a feature at least
	tagParts   = 8    // of which each is held out once
	drawnTimes = 12   // how many requests are drawn for each written one
)

// Requests fits the tags of the words of requests for a schema to requests with their tags, written and drawn, and writes the weights to
// a folder; without one it holds parts of the written ones out and tells how many of them have every tag right.
func Requests(out string, log io.Writer) error {
	tagging := &tagging{writer: describe.NewWriter(nil), byName: map[string]describe.Tag{}}
	for t, name := range describe.TagNames {
		tagging.byName[name] = describe.Tag(t)
	}
	var written []*request
	for line := range strings.Lines(taggedRequests) {
		if r := tagging.read(strings.TrimSpace(line)); r != nil {
			written = append(written, r)
		} else if !strings.HasPrefix(line, "#") {
			fmt.Fprintf(log, "left out: %s", line)
		}
	}
	drawn := tagging.draw(drawnTimes * len(written))
	fmt.Fprintf(log, "%d requests written, %d drawn\n", len(written), len(drawn))
	if out != "" {
		return writeTags(filepath.Join(out, "tags.tsv"), fitTags(written, drawn), len(written), len(drawn))
	}
	right := 0
	for part := range tagParts {
		from, to := part*len(written)/tagParts, (part+1)*len(written)/tagParts
		model := fitTags(slices.Concat(written[:from], written[to:]), drawn)
		for _, r := range written[from:to] {
			if slices.Equal(model.Decode(r.sentence), r.tags) {
				right++
			}
		}
	}
	fmt.Fprintf(log, "%.1f %% of the written ones have every tag right, their part held out\n", 100*float64(right)/float64(len(written)))
	return nil
}

// tagging reads requests with the tags of their words: "net|A and gross|A weight|G, total|F".
type tagging struct {
	writer *describe.Writer
	byName map[string]describe.Tag
}

// read reads a request; nil where its words are cut otherwise than its tags say.
func (t *tagging) read(text string) *request {
	var named []string
	var plain strings.Builder
	for i, word := range strings.Fields(text) {
		if i > 0 {
			plain.WriteByte(' ')
		}
		name := "O"
		if before, behind, ok := strings.Cut(word, "|"); ok {
			end := strings.IndexFunc(behind, func(c rune) bool { return !strings.ContainsRune("FAGQLXVfagqlxvOC", c) })
			if end < 0 {
				end = len(behind)
			}
			name, word = behind[:end], before+behind[end:]
		}
		plain.WriteString(word)
		if strings.Trim(word, ",;:.?!¿¡-–()[]{}\"") != "" {
			named = append(named, name)
		}
	}
	r := &request{}
	if r.sentence, _ = t.writer.Sentence("", plain.String()); len(r.sentence.Words) != len(named) || len(named) == 0 {
		return nil
	}
	between := "O" // words between columns have a tag of their own
	for i, name := range named {
		switch lower := strings.ToLower(name); {
		case name == "O":
			name = between
		case lower == "l", strings.HasSuffix(name, "C"):
			between = "OC"
		case lower != "v" && lower != "x":
			between = "O"
		}
		if first := strings.ToUpper(name); name != first && strings.HasSuffix(name, "C") == strings.HasSuffix(first, "C") && (i == 0 || !strings.EqualFold(named[i-1], name)) {
			name = first
		}
		r.tags = append(r.tags, t.byName[name])
	}
	return r
}

// fitTags fits weights by an averaged structured perceptron: where the likeliest tags of a request are wrong, the weights of the right
// ones grow and those of the others fall.
func fitTags(written, drawn []*request) *describe.Tagger {
	var all []*request
	for range tagTimes {
		all = append(all, written...)
	}
	all = append(all, drawn...)
	names := numbered(all)
	weights, sums := make([]describe.Weights, len(names)), make([]describe.Weights, len(names))
	var steps, stepSums describe.Steps
	dice, age := rand.New(rand.NewPCG(1, 2)), float32(1)
	for range tagRounds {
		for _, at := range dice.Perm(len(all)) {
			r := all[at]
			got := describe.Viterbi(scored(r, weights), r.sentence.Contexts, &steps)
			var before, wanted describe.Tag
			for i, tag := range r.tags {
				if got[i] != tag {
					for _, id := range r.ids[i] {
						weights[id][got[i]]--
						weights[id][tag]++
						sums[id][got[i]] -= age
						sums[id][tag] += age
					}
				}
				if c := r.sentence.Contexts[i]; got[i] != tag || before != wanted {
					steps[c][before][got[i]]--
					steps[c][wanted][tag]++
					stepSums[c][before][got[i]] -= age
					stepSums[c][wanted][tag] += age
				}
				before, wanted = got[i], tag
			}
			age++
		}
	}
	model := &describe.Tagger{Weights: map[string]*describe.Weights{}, Steps: steps}
	for id, name := range names {
		w, weighs := weights[id], false
		for t := range w {
			w[t] = rounded(w[t] - sums[id][t]/age)
			weighs = weighs || w[t] != 0
		}
		if weighs {
			model.Weights[name] = &w
		}
	}
	for c := range steps {
		for p := range steps[c] {
			for t := range steps[c][p] {
				model.Steps[c][p][t] = rounded(steps[c][p][t] - stepSums[c][p][t]/age)
			}
		}
	}
	return model
}

// rounded is a weight in tenths, nothing where it is small.
func rounded(w float32) float32 {
	if w > -tagSmall && w < tagSmall {
		return 0
	}
	if w < 0 {
		return float32(int(10*w-0.5)) / 10
	}
	return float32(int(10*w+0.5)) / 10
}

// numbered gives the features of requests that come often enough a number each.
func numbered(all []*request) (names []string) {
	count, ids := map[string]int{}, map[string]int32{}
	for _, r := range all {
		for _, features := range r.sentence.Features {
			for _, f := range features {
				count[f]++
			}
		}
	}
	for _, r := range all {
		r.ids = make([][]int32, len(r.tags))
		for i, features := range r.sentence.Features {
			for _, f := range features {
				if count[f] < tagLeast {
					continue
				}
				id, ok := ids[f]
				if !ok {
					id = int32(len(names))
					ids[f], names = id, append(names, f)
				}
				r.ids[i] = append(r.ids[i], id)
			}
		}
	}
	return names
}

// scored are the sums of the weights of each word, wrong tags ahead by the margin.
func scored(r *request, weights []describe.Weights) []describe.Weights {
	scores := make([]describe.Weights, len(r.tags))
	for i, ids := range r.ids {
		for _, id := range ids {
			for t, w := range weights[id] {
				scores[i][t] += w
			}
		}
		for t := range scores[i] {
			if describe.Tag(t) != r.tags[i] {
				scores[i][t] += tagMargin
			}
		}
	}
	return scores
}

// writeTags writes the weights in tenths, by feature.
func writeTags(path string, model *describe.Tagger, written, drawn int) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write weights of tags: %w", err)
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "# Weights of the tags of words in requests for a schema, in tenths, made by `tariffdesk fit requests` from %d requests and %d drawn ones\n# (extract/fit/data): a feature, or what stands between two words with the tag before; then tags with their weights.\n", written, drawn)
	row := func(name string, weights *describe.Weights) {
		any := false
		for t, x := range weights {
			if x != 0 {
				if !any {
					fmt.Fprint(w, name)
				}
				any = true
				fmt.Fprintf(w, "\t%s %.0f", describe.TagNames[t], 10*x)
			}
		}
		if any {
			fmt.Fprintln(w)
		}
	}
	for _, feature := range slices.Sorted(maps.Keys(model.Weights)) {
		row(feature, model.Weights[feature])
	}
	for c := range model.Steps {
		for t := range model.Steps[c] {
			row(fmt.Sprintf("=%d %s", c, describe.TagNames[t]), &model.Steps[c][t])
		}
	}
	return w.Flush()
}
