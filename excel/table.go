package excel

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Table streams the first sheet of a file as rows of text, header included.
type Table struct {
	rows *Rows
	file *os.File
	text []string
	row  int
	stop context.CancelFunc
}

// OpenTable opens the workbook at path for MaxReadTime. The caller closes it.
func OpenTable(path string) (*Table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open workbook: %w", err)
	}
	t, err := openTable(f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return t, nil
}

func openTable(f *os.File) (*Table, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("open workbook: %w", err)
	}
	ctx, stop := Timed(context.Background(), MaxReadTime)
	b, err := Open(Within(ctx, f), info.Size())
	if err != nil {
		stop()
		return nil, err
	}
	rows, err := b.Rows("")
	if err != nil {
		stop()
		return nil, err
	}
	return &Table{rows: rows, file: f, stop: stop}, nil
}

// Next returns the text of the next row that is not blank, false after the last. The row is
// overwritten by the following call.
func (t *Table) Next() (row []string, ok bool, err error) {
	r, ok, err := t.rows.Next()
	if err != nil || !ok {
		return nil, false, err
	}
	t.text, t.row = t.text[:0], r.Number
	for _, c := range r.Cells {
		t.text = append(t.text, c.Text)
	}
	return t.text, true, nil
}

// Row is the number of the row that Next gave, blank ones counted.
func (t *Table) Row() int { return t.row }

// Close releases the file.
func (t *Table) Close() error {
	t.stop()
	return errors.Join(t.rows.Close(), t.file.Close())
}
