package read

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
)

// Sizes, in pixels, that pictures are brought to before OCR: print of 10 points wants about 300 dpi.
const (
	pageInches    = 11.0 // the long side of a page, where a picture does not know its resolution
	goodLongSide  = 2400
	smallLongSide = 1300
	hugePixels    = 16_000_000
)

// Confidences.
const (
	poorConfidence  = 0.70 // below it, a page is read once more, and in another orientation
	noiseConfidence = 0.30 // below it, a word without letters or digits is dirt
)

// prepare brings a picture to the form in which OCR reads best.
func prepare(g gray) gray {
	long := max(g.w, g.h)
	if g.dpi == 0 {
		g.dpi = float64(long) / pageInches
	}
	switch {
	case g.w*g.h > hugePixels:
		g = g.scaled(math.Sqrt(float64(hugePixels) / float64(g.w*g.h)))
	case long < smallLongSide:
		g = g.scaled(min(3, goodLongSide/float64(long)))
	case long < goodLongSide-200:
		g = g.scaled(min(2, goodLongSide*1.2/float64(long)))
	}
	level := g.darkLevel()
	if a := g.skew(level); a != 0 {
		g = g.straightened(a)
	}
	g.withoutRules(level)
	return g
}

// recognise reads the words of a picture by OCR.
func recognise(ctx context.Context, g gray, number int) (*page.Page, error) {
	g = prepare(g)
	p, err := tesseract(ctx, g, number, modeAuto)
	if err != nil || !doubtful(p) {
		return p, err
	}
	if p, err = secondLook(ctx, g, p); err != nil || !doubtful(p) {
		return p, err
	}
	quarters := orientation(ctx, g)
	if quarters == 0 {
		return p, nil
	}
	for range quarters {
		g = g.turned()
	}
	turned, err := tesseract(ctx, g, number, modeAuto)
	if err != nil || score(turned) <= score(p) {
		return p, err
	}
	return turned, nil
}

// The ways in which tesseract cuts a page into lines.
const (
	modeAuto  = "3"
	modeBlock = "6" // one block of lines, as on a receipt
)

// secondLook reads a doubtful page as one block of lines; the surer reading stands.
func secondLook(ctx context.Context, g gray, first *page.Page) (*page.Page, error) {
	second, err := tesseract(ctx, g, first.Number, modeBlock)
	if err != nil || score(second) <= score(first) {
		return first, err
	}
	return second, nil
}

// doubtful reports whether a page was read badly or may lie on its side.
func doubtful(p *page.Page) bool {
	tall := 0
	for _, w := range p.Words {
		if len(w.Text) > 2 && w.Box.Height() > 1.5*w.Box.Width() {
			tall++
		}
	}
	return score(p) < poorConfidence*float64(len(p.Words)) || len(p.Words) < fewWords || 3*tall > len(p.Words)
}

// score is the sum of the words' confidences: more words and surer ones.
func score(p *page.Page) float64 {
	s := 0.0
	for _, w := range p.Words {
		s += w.Confidence
	}
	return s
}

// orientation asks tesseract how many quarters clockwise would make the picture upright; 0 where it
// cannot tell.
func orientation(ctx context.Context, g gray) int {
	quarters := 0
	read := func(r io.Reader) error {
		lines := bufio.NewScanner(r)
		for lines.Scan() {
			if v, ok := strings.CutPrefix(lines.Text(), "Rotate:"); ok {
				if degrees, err := strconv.Atoi(strings.TrimSpace(v)); err == nil {
					quarters = degrees / 90 % 4
				}
			}
		}
		return lines.Err()
	}
	if err := run(ctx, g.reader(), read, "tesseract", "-", "-", "--psm", "0", "--dpi", g.dpiText()); err != nil {
		return 0 // too little text for it
	}
	return quarters
}

func (g gray) dpiText() string { return strconv.Itoa(int(min(max(g.dpi, 70), 1200))) }

func (g gray) reader() io.Reader {
	return io.MultiReader(strings.NewReader(g.pgm()), bytes.NewReader(g.pix))
}

// tesseract reads the words of a picture as it is.
func tesseract(ctx context.Context, g gray, number int, mode string) (*page.Page, error) {
	var words []page.Word
	parse := func(r io.Reader) (err error) {
		words, err = parseTSV(r, pointsPer/g.dpi)
		return err
	}
	err := run(ctx, g.reader(), parse, "tesseract", "-", "-", "-l", "eng+spa", "--psm", mode, "--dpi", g.dpiText(), "tsv")
	if tool, ok := errors.AsType[*toolError](err); ok && strings.Contains(tool.complaints, "Empty page") {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("recognise page %d: %w", number, err)
	}
	scale := pointsPer / g.dpi
	return page.New(number, float64(g.w)*scale, float64(g.h)*scale, page.SourceOCR, words), nil
}

// parseTSV reads the word rows of tesseract's output: level 5, box in pixels, confidence in percent.
func parseTSV(r io.Reader, scale float64) ([]page.Word, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 4096), maxLineBytes)
	var words []page.Word
	for lines.Scan() && len(words) < maxWordsPerPage {
		f := strings.SplitN(lines.Text(), "\t", 12)
		if len(f) != 12 || f[0] != "5" {
			continue
		}
		var n [4]float64
		valid := true
		for i := range n {
			v, err := strconv.Atoi(f[6+i])
			valid = valid && err == nil && v >= 0
			n[i] = float64(v) * scale
		}
		confidence, err := strconv.ParseFloat(f[10], 64)
		text := clean(f[11])
		if !valid || err != nil || text == "" || dirt(text, confidence/100) {
			continue
		}
		box := page.Box{X0: n[0], Y0: n[1], X1: n[0] + n[2], Y1: n[1] + n[3]}
		words = append(words, page.Word{Text: text, Box: box, Confidence: min(max(confidence/100, 0), 1)})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("parse OCR: %w", err)
	}
	return joinDecimals(words), nil
}

var (
	cutAfterMark  = regexp.MustCompile(`\d[.,]$`)
	cutBeforeMark = regexp.MustCompile(`\d$`)
	cents         = regexp.MustCompile(`^\d{2}\b`)
	markedCents   = regexp.MustCompile(`^[.,]\d{2}\b`)
)

// joinDecimals joins amounts that OCR cut at their decimal mark, as it does in wide print.
func joinDecimals(words []page.Word) []page.Word {
	var joined []page.Word
	for _, w := range words {
		if n := len(joined); n > 0 {
			last := &joined[n-1]
			near := w.Box.X0-last.Box.X1 < w.Box.Height() && w.Box.OverlapY(last.Box) > 0 && w.Box.X0 > last.Box.X0
			if near && (cutAfterMark.MatchString(last.Text) && cents.MatchString(w.Text) || cutBeforeMark.MatchString(last.Text) && markedCents.MatchString(w.Text)) {
				last.Text += w.Text
				last.Box = last.Box.Union(w.Box)
				last.Confidence = min(last.Confidence, w.Confidence)
				continue
			}
		}
		joined = append(joined, w)
	}
	return joined
}

func dirt(text string, confidence float64) bool {
	if strings.Trim(text, "|_[]{}~—-=.,'`‘’“”\"°:;*«»<>/\\!") == "" {
		return !strings.Contains(text, ":") && text != "-" && text != "/" || confidence < noiseConfidence
	}
	return confidence < 0.05
}
