package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tariffdesk/bounded"
	"tariffdesk/tariff"
)

// Starting returns the table with its rows beginning on a day: those that name no first day or an
// earlier one. Rows that begin later stay as they are.
func (t *Table) Starting(from tariff.Date) {
	for _, row := range t.Rows {
		if own := tariff.Date(t.cell(row, columnFrom)); own < from {
			t.set(row, columnFrom, string(from))
		}
	}
}

// Merge is a table with rows of another: a row with the key and first day of an existing one takes its
// place, every other is added, none is removed. With a day from, earlier rows of the same key end the
// day before it. Its error names every row of the file that cannot be merged.
func Merge(base, with Table, from tariff.Date) (Table, error) {
	next := Table{Shape: base.Shape, Rows: slices.Clone(base.Rows)}
	at := map[string]int{} // rows by key and first day
	byKey := map[string][]int{}
	for i, row := range next.Rows {
		at[next.version(row)] = i
		byKey[next.key(row)] = append(byKey[next.key(row)], i)
	}
	var faults []error
	seen := map[string]int{}
	for _, row := range with.Rows {
		row.New = true
		version := next.version(row)
		if first, twice := seen[version]; twice {
			faults = append(faults, fmt.Errorf("row %d: the key %s of row %d stands twice", row.Number, short(next.key(row)), first))
			continue
		}
		seen[version] = row.Number
		if from != "" {
			for _, i := range byKey[next.key(row)] {
				next.end(i, from)
			}
		}
		if i, replaces := at[version]; replaces {
			next.Rows[i] = row
			continue
		}
		next.Rows = append(next.Rows, row)
	}
	if len(next.Rows) > MaxRows {
		faults = append(faults, fmt.Errorf("row %d: more than %d rows together", with.Rows[len(with.Rows)-1].Number, MaxRows))
	}
	return next, errors.Join(faults...)
}

// version is the key of a row with its first day.
func (t *Table) version(r Row) string { return t.key(r) + "\t" + t.cell(r, columnFrom) }

// end closes a row on the day before another begins, if it began earlier and runs on.
func (t *Table) end(i int, from tariff.Date) {
	row := t.Rows[i]
	to := tariff.Date(t.cell(row, columnTo))
	if !t.Dated() || tariff.Date(t.cell(row, columnFrom)) >= from || to != "" && to < from {
		return
	}
	row.Cells = slices.Clone(row.Cells)
	t.set(row, columnTo, string(dayBefore(from)))
	t.Rows[i] = row
}

// Drop ends the rows of a key the day before from; one that had not begun by then is taken out, as is
// one of a table without periods.
func (t *Table) Drop(key string, from tariff.Date) error {
	found := false
	rows := t.Rows[:0:0]
	for i, row := range t.Rows {
		if t.key(row) != key {
			rows = append(rows, row)
			continue
		}
		found = true
		if t.Dated() && tariff.Date(t.cell(row, columnFrom)) < from {
			t.end(i, from)
			rows = append(rows, t.Rows[i])
		}
	}
	if !found {
		return fmt.Errorf("no row of %s has the key %q; the key is %s, joined by slashes", t.Name, short(key), strings.Join(t.Key, ", "))
	}
	t.Rows = rows
	return nil
}

// Until ends every row the day before from and leaves out those that had not begun by then.
func (t *Table) Until(from tariff.Date) {
	var rows []Row
	for i, row := range t.Rows {
		if tariff.Date(t.cell(row, columnFrom)) < from {
			t.end(i, from)
			rows = append(rows, t.Rows[i])
		}
	}
	t.Rows = rows
}

func dayBefore(day tariff.Date) tariff.Date { return moved(day, -1) }
func dayAfter(day tariff.Date) tariff.Date  { return moved(day, 1) }

// moved is a day so many days later; what is no day stays as it is, for the checks to name.
func moved(day tariff.Date, days int) tariff.Date {
	at, err := time.Parse(time.DateOnly, string(day))
	if err != nil {
		return day
	}
	return tariff.Date(at.AddDate(0, 0, days).Format(time.DateOnly))
}

// Changes lists the differences between two versions of a table, row by row.
type Changes struct {
	Added, Removed []string // rows, their cells joined by bars
	Kept           int
}

// Compare lists what next adds to and drops from t.
func (t *Table) Compare(next Table) Changes {
	old, rows := t.lines(), next.lines()
	var c Changes
	for row := range rows {
		if old[row] {
			c.Kept++
		} else {
			c.Added = append(c.Added, row)
		}
	}
	for row := range old {
		if !rows[row] {
			c.Removed = append(c.Removed, row)
		}
	}
	slices.Sort(c.Added)
	slices.Sort(c.Removed)
	return c
}

func (t *Table) lines() map[string]bool {
	lines := make(map[string]bool, len(t.Rows))
	for _, row := range t.Rows {
		lines[strings.TrimRight(strings.Join(row.Cells, "|"), "|")] = true
	}
	return lines
}

// Empty reports whether both versions say the same.
func (c Changes) Empty() bool { return len(c.Added)+len(c.Removed) == 0 }

// maxRowsShown bounds what String prints of each side.
const maxRowsShown = 10

// maxRowShown bounds what String prints of a row.
const maxRowShown = 200

// String tells the changes for people.
func (c Changes) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d rows added, %d removed, %d unchanged", len(c.Added), len(c.Removed), c.Kept)
	show := func(sign string, rows []string) {
		for _, row := range rows[:min(len(rows), maxRowsShown)] {
			b.WriteString("\n" + sign + " " + bounded.Clip(row, maxRowShown))
		}
		if more := len(rows) - maxRowsShown; more > 0 {
			fmt.Fprintf(&b, "\n%s and %d more", sign, more)
		}
	}
	show("+", c.Added)
	show("-", c.Removed)
	return b.String()
}
