package excel

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path"
	"strconv"
	"strings"
)

// Good is a description with the code it was classified to.
type Good struct {
	Row         int
	Description string
	Code        string
	Problem     string // of the row itself, such as a line that is no JSON
}

// Goods streams classified goods from a workbook, a CSV file or JSON lines.
type Goods struct {
	next func() (Good, bool, error)
}

// Next returns the next row, false after the last.
func (g *Goods) Next() (Good, bool, error) { return g.next() }

// OpenGoods opens a file by its content; the name tells CSV from JSON lines. Its columns of
// descriptions and codes are found by their headers, else by what stands in them.
func OpenGoods(name string, content []byte) (*Goods, error) {
	return OpenGoodsWithin(context.Background(), name, content)
}

// OpenGoodsWithin is OpenGoods for a reader that ends soon after ctx. See Within.
func OpenGoodsWithin(ctx context.Context, name string, content []byte) (*Goods, error) {
	switch ending := strings.ToLower(path.Ext(name)); {
	case bytes.HasPrefix(content, zipMagic), bytes.HasPrefix(content, oleMagic):
		book, err := Open(Within(ctx, bytes.NewReader(content)), int64(len(content)))
		if err != nil {
			return nil, err
		}
		rows, err := book.Rows("")
		if err != nil {
			return nil, err
		}
		return goodsIn(rows)
	case ending == ".jsonl" || ending == ".ndjson" || ending == ".json" || bytes.HasPrefix(bytes.TrimSpace(content), []byte("{")):
		return goodsInLines(content), nil
	case ending == ".xlsx":
		_, err := Open(bytes.NewReader(content), int64(len(content)))
		return nil, err // it says what the file is instead
	}
	rows, err := ReadCSV(content)
	if err != nil {
		return nil, err
	}
	return goodsIn(rows)
}

// goodsIn finds the columns by the first rows.
func goodsIn(rows RowSource) (*Goods, error) {
	head, err := firstRows(rows)
	if err != nil {
		return nil, err
	}
	if len(head) == 0 {
		return nil, bad("the file has no rows")
	}
	description, code, headed := goodsColumns(head)
	if description < 0 || code < 0 {
		return nil, bad("no columns of descriptions and codes: head them description and hs")
	}
	if headed {
		head = head[1:]
	}
	at := 0
	return &Goods{func() (Good, bool, error) {
		var row Row
		if at < len(head) {
			row = head[at]
			at++
		} else if next, ok, err := rows.Next(); err != nil || !ok {
			return Good{}, false, err
		} else {
			row = next
		}
		return Good{Row: row.Number, Description: strings.TrimSpace(row.At(description).Text), Code: CodeText(row.At(code))}, true, nil
	}}, nil
}

var codeWords = words("hs hts hscode code codigo fraccion arancelaria tariff subheading subpartida nico hs6 hs8 hs10 taric ncm")

// goodsColumns judges headers first, content where they say nothing.
func goodsColumns(head []Row) (description, code int, headed bool) {
	description, code = -1, -1
	best, bestCode := 0, 0
	for i, c := range head[0].Cells {
		if score := headerScore(c.Text); c.Kind == KindText && score > best {
			description, best = i, score
		}
		if score := codeHeader(c.Text); score > bestCode {
			code, bestCode = i, score
		}
	}
	headed = description >= 0 || code >= 0
	body := head
	if headed {
		body = head[1:]
	}
	columns := Layout{}.measure(body)
	codes := make([]int, len(columns))
	for _, row := range body {
		for i, c := range row.Cells {
			if text := CodeText(c); LooksLikeCode(text) && len(text) >= 6 {
				codes[i]++
			}
		}
	}
	for i := range columns {
		if code < 0 && 2*codes[i] > columns[i].filled {
			code = i
		}
	}
	if description < 0 {
		if i, err := (Layout{}).wordiest(columns); err == nil && i != code {
			description = i
		}
	}
	return description, code, headed
}

func codeHeader(text string) int {
	score := 0
	for _, w := range strings.Fields(fold(text)) {
		if codeWords[w] {
			score++
			if w != "code" && w != "codigo" {
				score++
			}
		}
	}
	return score
}

func goodsInLines(content []byte) *Goods {
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))))
	lines.Buffer(nil, maxLineBytes)
	n := 0
	return &Goods{func() (Good, bool, error) {
		for lines.Scan() {
			n++
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			return goodIn(n, lines.Bytes()), true, nil
		}
		if errors.Is(lines.Err(), bufio.ErrTooLong) {
			return Good{}, false, bad("line %d is longer than %d bytes", n+1, maxLineBytes)
		}
		return Good{}, false, nil
	}}
}

func goodIn(n int, line []byte) Good {
	var members map[string]any
	if json.Unmarshal(line, &members) != nil {
		return Good{Row: n, Problem: "not a JSON object"}
	}
	g := Good{Row: n}
	best, bestCode := 0, 0
	for name, value := range members {
		text := textOf(value)
		if score := headerScore(name); score > best && text != "" {
			g.Description, best = strings.TrimSpace(text), score
		}
		if score := codeHeader(name); score > bestCode && text != "" {
			g.Code, bestCode = strings.TrimSpace(text), score
		}
	}
	return g
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return CodeText(Cell{Kind: KindNumber, Text: strconv.FormatFloat(v, 'f', -1, 64)})
	}
	return ""
}
