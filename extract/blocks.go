package extract

import (
	"cmp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
)

// blocks cuts a page into tables, pairs of label and value, and paragraphs, from top to bottom.
func (d *document) blocks(at int) []Block {
	p := d.Pages[at]
	taken := map[int]bool{}
	blocks := []Block{}
	for _, t := range d.printed() {
		for _, part := range t.parts {
			if part.page != at {
				continue
			}
			b := Block{Kind: BlockTable, Rows: [][]string{t.headers()}}
			box := page.Box{}
			for i := part.from; i <= part.to && i < len(p.Rows); i++ {
				taken[i] = true
				box = box.Union(p.Rows[i].Box)
				b.Text += p.Rows[i].Text() + "\n"
			}
			for _, r := range t.rows {
				if r.page == at {
					b.Rows = append(b.Rows, r.texts(len(t.columns)))
				}
			}
			b.Text, b.Box = strings.TrimSpace(b.Text), share(p, box)
			blocks = append(blocks, b)
		}
	}
	blocks = slices.Concat(blocks, d.pairBlocks(at, taken), d.paragraphs(at, taken))
	slices.SortStableFunc(blocks, func(a, b Block) int { return cmp.Or(cmp.Compare(a.Box[1], b.Box[1]), cmp.Compare(a.Box[0], b.Box[0])) })
	return blocks
}

// paragraphs gathers the other rows that follow each other closely.
func (d *document) paragraphs(at int, taken map[int]bool) []Block {
	p := d.Pages[at]
	var blocks []Block
	var lines []string
	var box page.Box
	flush := func() {
		if len(lines) > 0 {
			blocks = append(blocks, Block{Kind: BlockParagraph, Box: share(p, box), Text: strings.Join(lines, "\n")})
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
