package sheet

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
)

// BlockKind says what a block of a page is.
type BlockKind string

// The kinds of blocks.
const (
	BlockParagraph BlockKind = "paragraph"
	BlockTable     BlockKind = "table"
	BlockKeyValue  BlockKind = "key_value"
)

// Block is a piece of a page.
type Block struct {
	Kind BlockKind  `json:"kind" doc:"paragraph, table or key_value"`
	Box  [4]float64 `json:"box" doc:"Left, top, right and bottom as shares of the page, 0 to 1"`
	Text string     `json:"text" doc:"The text of the block"`
	Rows [][]string `json:"rows,omitempty" doc:"Cells row by row: of a table its header first, of a key_value label and value; absent of a paragraph"`
}

// Text is a page as text.
type Text struct {
	Page       int     `json:"page" doc:"Number of the page, from 1"`
	Text       string  `json:"text" doc:"Text of the page in reading order"`
	Blocks     []Block `json:"blocks" doc:"Paragraphs, tables and pairs of key and value, in reading order"`
	Source     string  `json:"-"` // text or ocr
	Confidence float64 `json:"-"` // the mean of its words
}

// Text returns the print of a page as text and in blocks.
func (d *Sheet) Text(at int) Text {
	p := d.Pages[at]
	return Text{Page: p.Number, Text: textOf(p), Blocks: append([]Block{}, blocks(d, at)...), // never null
		Source: string(p.Source), Confidence: MeanConfidence(p)}
}

func textOf(p *page.Page) string {
	var b strings.Builder
	last := 0.0
	for i, r := range p.Rows {
		if i > 0 && r.Box.Y0-last > 1.2*p.LineHeight {
			b.WriteByte('\n')
		}
		b.WriteString(r.Text())
		b.WriteByte('\n')
		last = r.Box.Y1
	}
	return strings.TrimSpace(b.String())
}

// MeanConfidence averages the confidence of the words of a page, 0 for a page without any.
func MeanConfidence(p *page.Page) float64 {
	if len(p.Words) == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range p.Words {
		sum += w.Confidence
	}
	return sum / float64(len(p.Words))
}

// Share brings a box to shares of its page.
func Share(p *page.Page, b page.Box) [4]float64 {
	unit := func(v, of float64) float64 {
		if of <= 0 {
			return 0
		}
		return float64(int(min(max(v/of, 0), 1)*10000+0.5)) / 10000
	}
	return [4]float64{unit(b.X0, p.Width), unit(b.Y0, p.Height), unit(b.X1, p.Width), unit(b.Y1, p.Height)}
}

// blocks cuts a page into tables, pairs of label and value, and paragraphs, from top to bottom.
func blocks(d *Sheet, at int) []Block {
	p := d.Pages[at]
	taken := map[int]bool{}
	blocks := []Block{}
	for _, t := range d.Printed() {
		for _, part := range t.Parts {
			if part.Page != at {
				continue
			}
			b := Block{Kind: BlockTable, Rows: [][]string{t.Headers()}}
			box := page.Box{}
			for i := part.From; i <= part.To && i < len(p.Rows); i++ {
				taken[i] = true
				box = box.Union(p.Rows[i].Box)
				b.Text += p.Rows[i].Text() + "\n"
			}
			for _, r := range t.Rows {
				if r.Page == at {
					b.Rows = append(b.Rows, r.Texts(len(t.Columns)))
				}
			}
			b.Text, b.Box = strings.TrimSpace(b.Text), Share(p, box)
			blocks = append(blocks, b)
		}
	}
	blocks = slices.Concat(blocks, pairBlocks(d, at, taken), paragraphs(d, at, taken))
	slices.SortStableFunc(blocks, func(a, b Block) int { return cmp.Or(cmp.Compare(a.Box[1], b.Box[1]), cmp.Compare(a.Box[0], b.Box[0])) })
	return blocks
}

// paragraphs gathers the other rows that follow each other closely.
func paragraphs(d *Sheet, at int, taken map[int]bool) []Block {
	p := d.Pages[at]
	var blocks []Block
	var lines []string
	var box page.Box
	flush := func() {
		if len(lines) > 0 {
			blocks = append(blocks, Block{Kind: BlockParagraph, Box: Share(p, box), Text: strings.Join(lines, "\n")})
		}
		lines, box = nil, page.Box{}
	}
	for i, r := range p.Rows {
		if taken[i] || len(lines) > 0 && r.Box.Y0-box.Y1 > p.LineHeight {
			flush()
		}
		if !taken[i] {
			lines, box = append(lines, r.Text()), box.Union(r.Box)
		}
	}
	flush()
	return blocks
}

// pairBlocks are the labels with a value in their own column: beside them, else below.
func pairBlocks(d *Sheet, at int, taken map[int]bool) []Block {
	p := d.Pages[at]
	var blocks []Block
	for _, l := range d.Labels {
		if l.Page != at || taken[l.Row] || !l.Colon {
			continue
		}
		words := paired(d, p, l)
		if len(words) == 0 {
			continue
		}
		value := page.Join(words)
		blocks = append(blocks, Block{
			Kind: BlockKeyValue, Box: Share(p, l.Box.Union(page.Bounds(words))), Text: l.Text + ": " + value,
			Rows: [][]string{{l.Text, value}},
		})
	}
	return blocks
}

// Distances of a value from its label, in heights of a line.
const (
	besideGap  = 3.0 // beyond it another column may begin
	sameColumn = 1.0 // between the beginnings of what stands in one column
)

// paired are the words of a label's value, none where it has none in its column.
func paired(d *Sheet, p *page.Page, l *label.Label) []page.Word {
	var below []page.Word
	for _, c := range d.Candidates(l) {
		if len(c.Words) == 0 {
			continue
		}
		switch {
		case c.Place != label.PlaceBelow:
			if !inOtherColumn(d, p, l, c.Words[0]) {
				return c.Words
			}
		case below == nil && math.Abs(c.Words[0].Box.X0-l.Box.X0) < sameColumn*p.LineHeight && !beginsLabel(d, l, c.Words[0]):
			below = c.Words
		}
	}
	return below
}

// inOtherColumn reports whether a word beside a label begins where other labels of the page do, apart from it:
// there a column of labels and values of its own stands.
func inOtherColumn(d *Sheet, p *page.Page, l *label.Label, w page.Word) bool {
	if w.Box.X0-l.Box.X1 < besideGap*p.LineHeight {
		return false
	}
	return slices.ContainsFunc(d.Labels, func(o *label.Label) bool {
		return o != l && o.Page == l.Page && o.Colon && math.Abs(o.Box.X0-w.Box.X0) < sameColumn*p.LineHeight
	})
}

// beginsLabel reports whether a word begins another label.
func beginsLabel(d *Sheet, l *label.Label, w page.Word) bool {
	return slices.ContainsFunc(d.Labels, func(o *label.Label) bool {
		return o != l && o.Page == l.Page && o.Box.X0 == w.Box.X0 && o.Box.OverlapY(w.Box) > 0
	})
}
