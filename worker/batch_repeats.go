package worker

import (
	"fmt"
	"os"
)

// repeats keeps the answers that later rows repeat, in a temporary file: in memory they would be as
// large as the result where the second half of a workbook repeats the first.
type repeats struct {
	file *os.File
	end  int64
	at   map[int]span // by row
}

// span is where an answer stands in the file.
type span struct {
	start       int64
	line, whole int // bytes
}

// keep stores an answer for its rows beyond the first.
func (r *repeats) keep(a batchAnswer) error {
	if len(a.Rows) < 2 {
		return nil
	}
	if r.file == nil {
		f, err := os.CreateTemp("", "tariffdesk-answers-*")
		if err != nil {
			return fmt.Errorf("keep repeated answers: %w", err)
		}
		_ = os.Remove(f.Name()) // open it lives on, and a killed process leaves nothing behind
		r.file, r.at = f, map[int]span{}
	}
	where := span{r.end, len(a.line), len(a.line) + len(a.Result)}
	for _, part := range [][]byte{a.line, a.Result} {
		if _, err := r.file.WriteAt(part, r.end); err != nil {
			return fmt.Errorf("keep repeated answers: %w", err)
		}
		r.end += int64(len(part))
	}
	for _, row := range a.Rows[1:] {
		r.at[row] = where
	}
	return nil
}

// take returns the answer kept for a row, if there is one.
func (r *repeats) take(row int) (batchAnswer, bool, error) {
	where, ok := r.at[row]
	if !ok {
		return batchAnswer{}, false, nil
	}
	delete(r.at, row)
	both := make([]byte, where.whole)
	if _, err := r.file.ReadAt(both, where.start); err != nil {
		return batchAnswer{}, false, fmt.Errorf("repeated answer of row %d: %w", row, err)
	}
	a, err := decodeAnswer(both[:where.line], both[where.line:])
	return a, err == nil, err
}

func (r *repeats) close() {
	if r.file != nil {
		_ = r.file.Close() // its content has served
	}
}
