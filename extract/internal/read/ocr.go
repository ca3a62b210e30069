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
	"slices"
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
	goodConfidence  = 0.86 // below it, on average, a page is read once more with its print softened
	poorConfidence  = 0.80 // below it, once more as one block of lines
	fewTorn         = 2    // amounts without their head: one may be printed so
	unsure          = 0.60 // below it, a tall word may be two lines read as one
	twoLines        = 1.7  // line heights of such a word
	fewPiled        = 3    // of them: one or two may be a stamp
	lyingConfidence = 0.60 // below it, a page may lie on its side
	noiseConfidence = 0.30 // below it, a word without letters or digits is dirt
)

// sheet is a picture on its way to OCR: the frame it is brought into holds for all its readings.
type sheet struct {
	gray
	factor float64
	skew   float64 // degrees
}

// framed finds the frame of a picture: the size in which OCR reads best, and its skew.
func framed(g gray) sheet {
	long := max(g.w, g.h)
	if g.dpi == 0 {
		g.dpi = float64(long) / pageInches
	}
	s := sheet{gray: g.evened(), factor: 1}
	switch {
	case g.w*g.h > hugePixels:
		s.factor = math.Sqrt(float64(hugePixels) / float64(g.w*g.h))
	case long < smallLongSide:
		s.factor = min(3, goodLongSide/float64(long))
	case long < goodLongSide-200:
		s.factor = min(2, goodLongSide*1.2/float64(long))
	}
	s.skew = s.gray.skew(s.darkLevel())
	return s
}

// prepared is the picture in its frame, without the table it lies on and without ruled lines.
func (s sheet) prepared() gray {
	g := s.gray
	if s.factor != 1 {
		g = g.scaled(s.factor)
	}
	if s.skew != 0 {
		g = g.straightened(s.skew)
	} else if s.factor == 1 {
		g.pix = slices.Clone(g.pix)
	}
	level := g.darkLevel()
	g.withoutTable(level)
	g.withoutRules(level)
	return g
}

// recognise reads the words of a picture by OCR: once where the first reading is good. A reading that
// was to better those before and overran leaves them as they are.
func recognise(ctx context.Context, g gray, number int, t *tongues) (*page.Page, error) {
	s := framed(g)
	g = s.prepared()
	first, err := tesseract(ctx, g, number, modeAuto, t.now)
	if err != nil {
		return nil, err
	}
	budgetOf(ctx).lower(betterTime)
	g, best, err := bettered(ctx, s, g, first, t)
	if err == nil {
		best, err = completed(ctx, g, best, t.now)
	}
	if late(err) {
		return best, nil
	}
	return best, err
}

// fewEnough is how many words a page may have to be read a third time: time grows with them, and a page with
// more has enough that was read well.
const fewEnough = 250

// bettered reads a picture g, the sheet s in its frame, again where its first reading is poor, by the threshold of each place: once, and
// a page of few words once more, softened. It returns the picture as it stands upright, and what was read by then also with an error.
func bettered(ctx context.Context, s sheet, g gray, p *page.Page, t *tongues) (_ gray, _ *page.Page, err error) {
	if lying(p) {
		if s, p, err = upright(ctx, s, p, t); err != nil {
			return g, p, err
		}
		g = s.prepared()
	}
	langs, foreign := t.now, false
	if name := t.better(p); name != "" {
		langs, foreign = name, !slices.Contains(strings.Split(t.now, "+"), name)
	}
	mode, poor := modeAuto, below(p, goodConfidence)
	if torn(p) || piled(p) {
		mode = modeBlock
	}
	if mode == modeAuto && !poor && !foreign {
		return g, p, nil
	}
	if foreign {
		t.now = langs + "+eng" // the pages that follow are in it too
	}
	other, threshold := g, localThreshold
	switch {
	case poor && mode == modeAuto:
		other = s.resized(g)
	case !poor && mode == modeAuto:
		threshold = nil // another language alone
	}
	if p, err = again(ctx, other, p, mode, langs, threshold...); err != nil || !below(p, poorConfidence) || len(p.Words) > fewEnough {
		return g, p, err
	}
	p, err = again(ctx, s.softer(), p, modeBlock, langs)
	return g, p, err
}

// localThreshold makes tesseract part ink from paper by the surroundings of each pixel, so that light grey print is not lost (Sauvola).
var localThreshold = arguments("-c", "thresholding_method=2")

// arguments lists the arguments of a program.
func arguments(all ...string) []string { return all }

// Print as tall as this, in pixels, is read as well as larger one, and in less time: it gives another view of
// what was misread at the size of the frame.
const (
	viewHeight = 20.0
	viewApart  = 0.15 // the change of size below which it would be the same view
	viewMost   = 1.5  // times the size of the frame: specks make print seem small
	viewLeast  = 0.5
)

// resized is the sheet in the size in which its print is of the usual height; softened where it is already.
func (s sheet) resized(g gray) gray {
	height := g.printHeight(g.darkLevel())
	if height == 0 {
		return s.softer()
	}
	ratio := viewHeight / height
	if math.Abs(ratio-1) < viewApart {
		return s.softer()
	}
	s.factor = min(s.factor*min(viewMost, max(viewLeast, ratio)), math.Sqrt(float64(hugePixels)/float64(s.w*s.h)))
	return s.prepared()
}

func (s sheet) softer() gray {
	s.gray = s.softened()
	return s.prepared()
}

// upright turns a sheet that lies on its side or head, where that reads better.
func upright(ctx context.Context, s sheet, first *page.Page, tongue *tongues) (sheet, *page.Page, error) {
	quarters := orientation(ctx, s.prepared())
	if quarters == 0 {
		return s, first, nil
	}
	t := s
	for range quarters {
		t.gray = t.turned()
	}
	t.skew = t.gray.skew(t.darkLevel())
	p, err := tesseract(ctx, t.prepared(), first.Number, modeAuto, tongue.now)
	if err != nil || score(p) <= score(first) {
		return s, first, err
	}
	return t, p, nil
}

// The ways in which tesseract cuts a page into lines.
const (
	modeAuto  = "3"
	modeBlock = "6" // one block of lines, as on a receipt
)

// again reads a picture in another form and keeps of both readings the surer words; the first alone where the second fails.
func again(ctx context.Context, g gray, first *page.Page, mode, langs string, options ...string) (*page.Page, error) {
	second, err := tesseract(ctx, g, first.Number, mode, langs, options...)
	if err != nil {
		return first, err
	}
	return merged(first, second), nil
}

// below reports whether a page was read less surely than least.
func below(p *page.Page, least float64) bool {
	return score(p) < least*float64(len(p.Words)) || len(p.Words) < fewWords
}

// torn reports whether amounts were cut at their decimal marks, as happens where a column of them is
// taken for two.
func torn(p *page.Page) bool {
	n := 0
	for _, w := range p.Words {
		if markedCents.MatchString(w.Text) {
			n++
		}
	}
	return n >= fewTorn
}

// piled reports whether lines were read as one: unsure words that are as tall as two, as happens to the
// headings of narrow columns.
func piled(p *page.Page) bool {
	n := 0
	for _, w := range p.Words {
		if w.Confidence < unsure && w.Box.Height() > twoLines*p.LineHeight {
			n++
		}
	}
	return n >= fewPiled
}

// lying reports whether a page was read so badly that it may lie on its side or head.
func lying(p *page.Page) bool {
	tall := 0
	for _, w := range p.Words {
		if len(w.Text) > 2 && w.Box.Height() > 1.5*w.Box.Width() {
			tall++
		}
	}
	return below(p, lyingConfidence) || 3*tall > len(p.Words)
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
func tesseract(ctx context.Context, g gray, number int, mode, langs string, options ...string) (*page.Page, error) {
	var words []page.Word
	parse := func(r io.Reader) (err error) {
		words, err = parseTSV(r, pointsPer/g.dpi)
		return err
	}
	err := run(ctx, g.reader(), parse, "tesseract", slices.Concat(arguments("-", "-", "-l", langs, "--psm", mode, "--dpi", g.dpiText()), options, arguments("tsv"))...)
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
	words = joinDecimals(words)
	mendContainers(words)
	mendMisread(words)
	return words, nil
}

var (
	cutAfterMark  = regexp.MustCompile(`\d[.,]$`)
	cutBeforeMark = regexp.MustCompile(`\d$`)
	cents         = regexp.MustCompile(`^\d{2}\b`)
	markedCents   = regexp.MustCompile(`^[.,]\d{2}\b`)
)

// markGap is the widest gap, in heights of the print, between a decimal mark and its decimals: the
// width of a letter in monospaced print.
const markGap = 1.6

// joinDecimals joins amounts that OCR cut at their decimal mark, as it does in wide print.
func joinDecimals(words []page.Word) []page.Word {
	var joined []page.Word
	for _, w := range words {
		if n := len(joined); n > 0 {
			last := &joined[n-1]
			gap := (w.Box.X0 - last.Box.X1) / w.Box.Height()
			beside := gap < markGap && w.Box.OverlapY(last.Box) > 0 && w.Box.X0 > last.Box.X0
			if beside && (cutAfterMark.MatchString(last.Text) && cents.MatchString(w.Text) || gap < 1 && cutBeforeMark.MatchString(last.Text) && markedCents.MatchString(w.Text)) {
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
