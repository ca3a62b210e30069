package read

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/page"
)

// When a text layer is doubted: it lies, invisible, over the picture of a scan.
const (
	scanPixels   = 200_000 // a picture of a page, or of a receipt, has at least as many
	coveredShare = 0.7     // of the page, by pictures
	maxDictBytes = 2000    // of a picture's dictionary
)

// What a fresh reading says of a text layer.
const (
	sureConfidence = 0.9
	sureLetters    = 3
	leastSure      = 10  // words, for a judgement
	agreeShare     = 0.9 // of the sure words that a good layer has too
	trustAfter     = 2   // good layers: the rest of the document is trusted
)

var (
	pictureDict = regexp.MustCompile(`/Subtype\s*/Image\b`)
	widthEntry  = regexp.MustCompile(`/Width\s+(\d{1,6})`)
	heightEntry = regexp.MustCompile(`/Height\s+(\d{1,6})`)
)

// holdsScan reports whether a PDF has a picture large enough for a page. Pictures are streams, whose
// dictionaries are never packed, so that a search of the bytes suffices and costs ordinary documents
// nothing.
func holdsScan(content []byte) bool {
	for _, at := range pictureDict.FindAllIndex(content, -1) {
		head, tail := content[max(0, at[0]-maxDictBytes):at[0]], content[at[1]:min(len(content), at[1]+maxDictBytes)]
		if i := bytes.LastIndex(head, []byte("obj")); i >= 0 {
			head = head[i:]
		}
		if i := bytes.Index(tail, []byte("stream")); i >= 0 {
			tail = tail[:i]
		}
		if entry(widthEntry, head, tail)*entry(heightEntry, head, tail) >= scanPixels {
			return true
		}
	}
	return false
}

func entry(form *regexp.Regexp, parts ...[]byte) int {
	for _, part := range parts {
		if m := form.FindSubmatch(part); m != nil {
			n, _ := strconv.Atoi(string(m[1]))
			return n
		}
	}
	return 0
}

// scans tells which of the pages, by their place among the numbers that are read, are covered by pictures. A failure is no answer: then none is.
func (d document) scans(ctx context.Context, pages []*page.Page, numbers []int) map[int]bool {
	found := map[int]bool{}
	if d.Type != TypePDF || len(numbers) == 0 || !holdsScan(d.content) {
		return found
	}
	ctx, cancel := metered(ctx, inspectTime)
	defer cancel()
	area := map[int]float64{}
	parse := func(r io.Reader) error { return addAreas(r, area) }
	if err := run(ctx, nil, parse, "pdfimages", unlocking(ctx, "-list", "-f", strconv.Itoa(numbers[0]), "-l", strconv.Itoa(numbers[len(numbers)-1]), d.path)...); err != nil {
		return found
	}
	for i, p := range pages {
		found[i] = p != nil && area[numbers[i]] >= coveredShare*p.Width*p.Height
	}
	return found
}

// addAreas reads the list of pdfimages: page, number, type, width, height and, in columns 13 and 14,
// the pixels an inch. areas are in square points by page.
func addAreas(r io.Reader, areas map[int]float64) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) < 14 || f[2] != "image" && f[2] != "stencil" {
			continue
		}
		var n [5]int
		valid := true
		for i, column := range []int{0, 3, 4, 12, 13} {
			v, err := strconv.Atoi(f[column])
			valid = valid && err == nil && v > 0
			n[i] = v
		}
		if valid {
			areas[n[0]] += float64(n[1]) / float64(n[3]) * pointsPer * float64(n[2]) / float64(n[4]) * pointsPer
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("parse list of pictures: %w", err)
	}
	return nil
}

// judged is the better of a scan's text layer and a fresh reading: the sure words of the reading
// tell whether the layer is to be trusted.
func judged(layer, fresh *page.Page) *page.Page {
	has := map[string]bool{}
	for _, w := range layer.Words {
		has[plain(w.Text)] = true
	}
	sure, agree := 0, 0
	for _, w := range fresh.Words {
		t := plain(w.Text)
		if w.Confidence < sureConfidence || len(t) < sureLetters {
			continue
		}
		sure++
		if has[t] {
			agree++
		}
	}
	if sure < leastSure || float64(agree) >= agreeShare*float64(sure) {
		return layer
	}
	return fresh
}

// plain are the letters and digits of a word.
func plain(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, s)
}
