package read

import (
	"context"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

//go:embed data/languages.tsv
var languageWords string

// usualTongues are the languages a page is read in at first: both are needed, for most trade documents of Mexico are in
// both.
const usualTongues = "eng+spa"

// moreTongues are read where a page turns out to be in them, and they are installed.
var moreTongues = []string{"deu", "fra", "por", "ita"}

// tongues are the languages of OCR, as far as they are known of a document.
type tongues struct {
	installed func() []string
	words     map[string]string // folded word → language
	now       string            // of the next page
}

// newTongues returns what begins each document. The installed languages are asked for once.
func newTongues() func() *tongues {
	words := map[string]string{}
	for line := range strings.Lines(languageWords) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		for _, w := range strings.Split(list, ";") {
			if w = strings.TrimSpace(w); words[w] == "" {
				words[w] = name
			}
		}
	}
	installed := sync.OnceValue(installedTongues)
	return func() *tongues { return &tongues{installed: installed, words: words, now: usualTongues} }
}

// installedTongues asks tesseract for its languages; none where it does not answer.
func installedTongues() []string {
	ctx, cancel := context.WithTimeout(context.Background(), inspectTime) // of no request: the answer is kept
	defer cancel()
	var names []string
	_ = run(ctx, nil, func(r io.Reader) error { // without an answer the usual languages do
		raw, err := io.ReadAll(r)
		names = strings.Fields(string(raw))
		return err
	}, "tesseract", "--list-langs")
	return names
}

// MissingTongues names the languages beside English and Spanish that are not installed.
func MissingTongues() []string {
	installed := installedTongues()
	return slices.DeleteFunc(slices.Clone(moreTongues), func(t string) bool { return slices.Contains(installed, t) })
}

// What makes a page one in a language.
const (
	leastTold  = 4 // different words of it
	clearlyOne = 2 // times as many as of any other
)

// of is the language of a page that was read, "" where its words do not tell.
func (t *tongues) of(p *page.Page) string {
	told := map[string]map[string]bool{}
	for _, w := range p.Words {
		word := strings.Trim(value.Fold(w.Text), ".,:;()-/")
		if name := t.words[word]; name != "" && word != "" {
			if told[name] == nil {
				told[name] = map[string]bool{}
			}
			told[name][word] = true
		}
	}
	best, next := "", 0
	for _, name := range append([]string{"eng", "spa"}, moreTongues...) {
		switch n := len(told[name]); {
		case n > len(told[best]):
			best, next = name, len(told[best])
		case n > next:
			next = n
		}
	}
	if len(told[best]) < leastTold || len(told[best]) < clearlyOne*next {
		return ""
	}
	return best
}

// better is the language in which a page is to be read again, "" for none that is known and installed.
func (t *tongues) better(p *page.Page) string {
	name := t.of(p)
	if name == "" || slices.Contains(strings.Split(t.now, "+"), name) && t.now != usualTongues || !slices.Contains(t.installed(), name) {
		return ""
	}
	return name
}
