package sheet

import (
	"encoding/json"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/shipment"
)

// heads reads the captions above and below the table, and the sums under its columns: the first of several is the subtotal, the last the
// total.
func (g *grid) heads() {
	var sums [][]Cell
	charged := false
	for i, row := range g.rows {
		if i >= g.header && i < g.end {
			continue
		}
		if i >= g.end {
			if p := g.charge(row, g.item(row)); p != "" {
				charged = charged || len(sums) == 0
				g.take(p, row)
				continue
			}
			if g.sums(row) && g.summed(row) {
				sums = append(sums, row)
				continue
			}
		}
		for c, cell := range row[:min(len(row), MaxColumns)] {
			property, value, at := g.caption(i, c, cell)
			if property == "" || g.data[property] != nil || value.empty() || i >= g.end && money(property) && g.counts(at) {
				continue
			}
			g.keepCell(property, value, cell.Text)
		}
	}
	for n := len(sums) - 1; n >= 0; n-- {
		if n < len(sums)-1 && !g.whole(sums[n]) {
			continue // of a group
		}
		g.sumsUnderColumns(sums[n], n > 0 || charged || len(sums) == 1)
	}
}

// money reports whether a property is an amount.
func money(property string) bool {
	return numeric(property) && (property == "total_amount" || !strings.HasPrefix(property, "total_"))
}

// counts reports whether a column holds figures that are no amounts: a caption of an amount does not name them.
func (g *grid) counts(column int) bool {
	property := g.columns[column]
	return numeric(property) && property != "amount"
}

// summed reports whether a row has a sum under a column: of the amounts, where the table has any.
func (g *grid) summed(row []Cell) bool {
	item := g.item(row)
	for _, property := range g.columns {
		if property == "amount" {
			return item["amount"] != nil
		}
	}
	for _, property := range []string{"quantity", "packages", "net_weight_kg", "gross_weight_kg"} {
		if item[property] != nil {
			return true
		}
	}
	return false
}

// take keeps what a row has in the column of amounts.
func (g *grid) take(property string, row []Cell) {
	for c, of := range g.columns {
		if of == "amount" && c < len(row) && g.data[property] == nil {
			g.keepCell(property, row[c], "")
		}
	}
}

// caption finds a caption and its value with its column: in the same cell after a colon, in the next cell of the row, or below.
func (g *grid) caption(i, c int, cell Cell) (property string, value Cell, at int) {
	if before, after, colon := strings.Cut(cell.Text, ":"); colon && strings.TrimSpace(after) != "" {
		return known.head[fold(before)], Cell{Text: after}, -1
	}
	if property = known.head[fold(cell.Text)]; property == "" {
		return "", Cell{}, -1
	}
	row := g.rows[i]
	for next := c + 1; next < min(len(row), MaxColumns); next++ {
		if !row[next].empty() {
			if known.head[fold(row[next].Text)] != "" {
				break
			}
			return property, row[next], next
		}
	}
	if i+1 < len(g.rows) && (i+1 < g.header || i >= g.end) && c < len(g.rows[i+1]) {
		if below := g.rows[i+1][c]; known.head[fold(below.Text)] == "" {
			return property, below, c
		}
	}
	return property, Cell{}, -1
}

func (g *grid) keepCell(property string, value Cell, caption string) {
	if property == "date" {
		g.keep(property, isoDate(value.Text, caption))
	} else if !numeric(property) {
		g.keep(property, value.Text)
	} else if n, ok := g.figure(property, value, caption+" "+value.Text); ok {
		g.data[property] = n
		g.fields["/"+property] = shipment.Field{Text: strings.TrimSpace(value.Text), Confidence: 1}
	}
}

func (g *grid) keep(property, value string) {
	value = strings.Join(strings.Fields(value), " ")
	g.data[property] = value
	g.fields["/"+property] = shipment.Field{Text: value, Confidence: 1}
}

// sumsUnderColumns takes the totals that stand under the columns of the table.
func (g *grid) sumsUnderColumns(row []Cell, total bool) {
	to := map[string]string{
		"quantity": "total_quantity", "amount": "subtotal", "packages": "total_packages", "net_weight_kg": "total_net_weight_kg", "gross_weight_kg": "total_gross_weight_kg",
	}
	if total && g.data["total_amount"] == nil {
		to["amount"] = "total_amount"
	}
	for c, property := range g.columns {
		if p := to[property]; p != "" && c < len(row) && !row[c].empty() && g.data[p] == nil {
			g.keepCell(p, row[c], g.rows[g.header][c].Text+" "+g.below(c))
		}
	}
}

// whole reports whether the amount in a row of sums is that of all rows of goods.
func (g *grid) whole(row []Cell) bool {
	for c, property := range g.columns {
		if property == "amount" && c < len(row) && g.isSum(row[c]) {
			return true
		}
	}
	return false
}

// isSum reports whether a cell is the sum of the amounts of all rows of goods.
func (g *grid) isSum(cell Cell) bool {
	want, ok := g.figures.number(cell)
	sum := decimal.Zero
	for _, item := range g.list {
		n, is := item["amount"].(json.Number)
		if !is {
			continue
		}
		amount, err := decimal.Parse(n.String())
		if err != nil {
			return false
		}
		if sum, err = sum.Add(amount); err != nil {
			return false
		}
	}
	return ok && sum.Cmp(want) == 0
}
