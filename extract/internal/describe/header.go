package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// likelyHeader is the row that names the columns, from 1; 0 for none: the first whose cells are mostly filled
// and say different things, none of them a value. A title above it fills one cell, or says the same in all
// that it is merged over.
func likelyHeader(rows [][]string) int {
	rows = rows[:min(len(rows), maxHeaderRow)]
	widest := 0
	for _, r := range rows {
		widest = max(widest, filled(r))
	}
	for i, r := range rows {
		n := filled(r)
		if n == 0 || 2*n <= widest || values(r) > 0 || n > 1 && different(r) == 1 {
			continue
		}
		if i+1 < len(rows) && 3*n <= 2*widest && 2*filled(rows[i+1]) > widest && values(rows[i+1]) == 0 && filled(rows[i+1]) > n && different(r) == n {
			continue // a caption over the table, and the header below it
		}
		return i + 1
	}
	return 0
}

// values is how many cells of a row are no words.
func values(row []string) int {
	n := 0
	for _, c := range row {
		if formOf(c) != "" {
			n++
		}
	}
	return n
}

func different(row []string) int {
	seen := map[string]bool{}
	for _, c := range row {
		if c = strings.TrimSpace(c); c != "" {
			seen[c] = true
		}
	}
	return len(seen)
}

// withGroups is the row, from 1, in which the headers begin: the one above a header, where its cells group those of the header. The first
// column is seldom of a group: what stands above it alone is a title.
func withGroups(rows [][]string, header int) int {
	if header < 2 {
		return header
	}
	above := rows[header-2]
	if filled(above) == 0 || values(above) > 0 || above[0] != "" && above[0] != rows[header-1][0] {
		return header
	}
	if len(rows) > header && continues(above, rows[header-1], rows[header:]) {
		return header - 1
	}
	return header
}

// joinedHeaders are the headers of the first row, with those of the second where both make one: where cells of
// the first span several of the second, or stand empty above it.
//
// own are the headers without the groups above them.
func (w *Writer) joinedHeaders(rows [][]string) (headers, own []string, body [][]string) {
	headers = make([]string, 0, len(rows[0]))
	for _, h := range rows[0] {
		headers = append(headers, strings.Join(strings.Fields(h), " "))
	}
	body = rows[1:]
	if len(body) < 2 || !continues(headers, body[0], body[1:]) {
		return headers, headers, body
	}
	for len(headers) < len(body[0]) {
		headers = append(headers, "")
	}
	own = slices.Clone(headers)
	above := "" // the group that the column before is of
	for i, below := range body[0] {
		below = strings.Join(strings.Fields(below), " ")
		stands := headers[i] != ""
		if stands {
			above = headers[i]
		}
		switch {
		case below == "", below == headers[i]:
			above = ""
		case stands, above != "" && (single(rows[0], i-1) || w.siblings(rows[0], body, i)):
			headers[i], own[i] = strings.TrimSpace(above+" "+below), below
		default:
			headers[i], own[i], above = below, below, ""
		}
	}
	return headers, own, body[1:]
}

// single reports whether a heading stands in one cell, and is not merged over several.
func single(headings []string, at int) bool {
	return at < len(headings) && headings[at] != "" && (at == 0 || headings[at] != headings[at-1])
}

// siblings reports whether a column under the empty cells behind a group is of the group as the one before it is: both headers are
// opposites, "L" and "H", or it names nothing of its own and its cells are of one type with the other's.
func (w *Writer) siblings(groups []string, body [][]string, at int) bool {
	if at <= len(groups) && groups[at-1] != "" {
		return false // it is merged, and ends there
	}
	before, header := value.Fold(body[0][at-1]), value.Fold(body[0][at])
	if w.words.opposite(before, header) || w.words.is("extent", before) && w.words.is("extent", header) {
		return true
	}
	form := sampled(body[1:], at).form()
	return form != "" && form == sampled(body[1:], at-1).form() && w.words.typeAt(plainWords(header), w.words.tongueOf(header)) == ""
}

// continues reports whether a row goes on with the headers above it: it holds words alone, in cells over which
// a header spans or none stands, and values follow below.
func continues(headers, row []string, body [][]string) bool {
	if values(row) > 0 || filled(row) < 2 {
		return false
	}
	spans, typed := 0, false
	for i, c := range row {
		if strings.TrimSpace(c) == "" {
			continue
		}
		h := ""
		if i < len(headers) {
			h = headers[i]
		}
		again := i > 0 && i < len(headers) && h != "" && headers[i-1] == h || i+1 < len(headers) && h != "" && headers[i+1] == h
		switch {
		case c == h, h == "", again:
			spans++
		case (i+1 >= len(headers) || headers[i+1] == "") && i+1 < len(row) && strings.TrimSpace(row[i+1]) != "":
			spans++
		default:
			return false
		}
		typed = typed || sampled(body[:min(len(body), maxSampleRows)], i).form() != ""
	}
	return spans > 1 && typed
}
