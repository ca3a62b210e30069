package read

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/page"
)

// Bounds of a text layer.
const (
	maxWordsPerPage = 50_000
	maxWordBytes    = 1000
	maxLineBytes    = 64 << 10
)

// parseBoxes reads the output of pdftotext -bbox: a <page> element per page and a <word> element
// per line. It is read by lines, since the program does not escape every control character and is
// thus no well-formed XML.
func parseBoxes(r io.Reader, first int) ([]*page.Page, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 4096), maxLineBytes)
	var pages []*page.Page
	var words []page.Word
	var width, height float64
	open := false
	flush := func() {
		if open {
			pages = append(pages, layered(first+len(pages), width, height, words))
		}
		words, open = nil, false
	}
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		switch {
		case strings.HasPrefix(line, "<page "):
			flush()
			width, height, open = attribute(line, "width"), attribute(line, "height"), true
		case strings.HasPrefix(line, "<word "):
			if w, ok := parseWord(line); ok && len(words) < maxWordsPerPage {
				words = append(words, w)
			}
		case line == "</page>":
			flush()
		}
	}
	flush()
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("parse text layer: %w", err)
	}
	return pages, nil
}

func parseWord(line string) (page.Word, bool) {
	_, text, ok := strings.Cut(line, ">")
	text, closed := strings.CutSuffix(text, "</word>")
	if !ok || !closed || len(text) > maxWordBytes {
		return page.Word{}, false
	}
	text = clean(html.UnescapeString(text))
	b := page.Box{X0: attribute(line, "xMin"), Y0: attribute(line, "yMin"), X1: attribute(line, "xMax"), Y1: attribute(line, "yMax")}
	return page.Word{Text: text, Box: b, Confidence: 1}, text != "" && b.X1 > b.X0 && b.Y1 > b.Y0
}

// attribute reads a coordinate; what is no finite number of a sane size is 0.
func attribute(line, name string) float64 {
	_, rest, ok := strings.Cut(line, name+`="`)
	if !ok {
		return 0
	}
	text, _, _ := strings.Cut(rest, `"`)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > 1e6 {
		return 0
	}
	return v
}

// clean drops what prints nothing and writes ligatures and spaces in their common form.
func clean(s string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		switch {
		case c == '\u00a0' || c == '\u202f' || c == '\u2009':
			return ' '
		case c == '\u00ad' || unicode.IsControl(c) || unicode.Is(unicode.Cf, c):
			return -1
		}
		return c
	}, s))
}

// Thresholds below which a text layer is not worth using.
const (
	fewWords        = 5    // a page with fewer is a picture, perhaps with a stamp or page number
	unreadableShare = 0.15 // of characters without a meaning: a font without its mapping
)

// usable reports whether a page's text layer can stand for the page.
func usable(p *page.Page) bool {
	if len(p.Words) < fewWords {
		return false
	}
	all, bad := 0, 0
	for _, w := range p.Words {
		for _, c := range w.Text {
			all++
			if c == unicode.ReplacementChar || unicode.Is(unicode.Co, c) || !unicode.IsGraphic(c) {
				bad++
			}
		}
	}
	return float64(bad) <= unreadableShare*float64(all)
}
