package console

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// maxLeaves bounds the values that a page shows; the download has them all in its JSON.
const maxLeaves = 3000

// leavesOf lists the values of a document in the order in which they stand, with their JSON pointers.
func leavesOf(raw json.RawMessage) (leaves []*leaf, partial bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	walk := &leafWalk{decoder: d}
	walk.value("", "")
	return walk.leaves, walk.partial
}

type leafWalk struct {
	decoder *json.Decoder
	leaves  []*leaf
	partial bool
}

// value reads one value; it reports false once the text ends early, which an answer of the API does not.
func (w *leafWalk) value(pointer, name string) bool {
	token, err := w.decoder.Token()
	if err != nil {
		return false
	}
	switch t := token.(type) {
	case json.Delim:
		return w.inside(t, pointer, name)
	case nil:
		w.add(pointer, name, "")
	case string:
		w.add(pointer, name, t)
	case json.Number:
		w.add(pointer, name, t.String())
	case bool:
		w.add(pointer, name, strconv.FormatBool(t))
	}
	return true
}

func (w *leafWalk) inside(open json.Delim, pointer, name string) bool {
	for i := 0; w.decoder.More(); i++ {
		key, label := strconv.Itoa(i), name
		if open == '{' {
			token, err := w.decoder.Token()
			if err != nil {
				return false
			}
			label, _ = token.(string)
			key = strings.NewReplacer("~", "~0", "/", "~1").Replace(label)
		}
		if !w.value(pointer+"/"+key, label) {
			return false
		}
	}
	_, err := w.decoder.Token() // the closing one
	return err == nil
}

func (w *leafWalk) add(pointer, name, value string) {
	if len(w.leaves) >= maxLeaves {
		w.partial = true
		return
	}
	w.leaves = append(w.leaves, &leaf{Number: len(w.leaves) + 1, Pointer: pointer, Name: name, Value: value})
}

// arranged sets the values of lists apart as tables; a nested list belongs to the outermost one.
func arranged(leaves []*leaf) (single []*leaf, tables []table) {
	at := map[string]int{}
	rows := map[string]int{} // by pointer of the row, its number in the table
	for _, l := range leaves {
		list, row, column, ok := cut(l.Pointer)
		if !ok {
			l.Name = strings.TrimPrefix(l.Pointer, "/")
			single = append(single, l)
			continue
		}
		n, known := at[list]
		if !known {
			n = len(tables)
			at[list] = n
			tables = append(tables, table{Name: strings.TrimPrefix(list, "/")})
		}
		t := &tables[n]
		r, known := rows[list+"/"+row]
		if !known {
			r = len(t.Rows)
			rows[list+"/"+row] = r
			t.Rows = append(t.Rows, nil)
		}
		c := slices.Index(t.Columns, column)
		if c < 0 {
			c = len(t.Columns)
			t.Columns = append(t.Columns, column)
		}
		for len(t.Rows[r]) <= c {
			t.Rows[r] = append(t.Rows[r], nil)
		}
		t.Rows[r][c] = l
	}
	for i := range tables {
		for r := range tables[i].Rows {
			for len(tables[i].Rows[r]) < len(tables[i].Columns) {
				tables[i].Rows[r] = append(tables[i].Rows[r], nil)
			}
		}
	}
	return single, tables
}

// cut splits a pointer at its first index: /items/0/price is the column price of row 0 of /items.
func cut(pointer string) (list, row, column string, ok bool) {
	steps := strings.Split(pointer, "/")
	for i := 1; i < len(steps); i++ {
		if _, err := strconv.Atoi(steps[i]); err == nil {
			return strings.Join(steps[:i], "/"), steps[i], strings.Join(steps[i+1:], "/"), true
		}
	}
	return "", "", "", false
}
