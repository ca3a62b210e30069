package bench

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/xuri/excelize/v2"

	"tariffdesk/excel"
)

// bareReading reads every row with excelize, at the limits that kept its memory lowest.
func bareReading(content []byte) (time.Duration, error) {
	began := time.Now()
	f, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{UnzipSizeLimit: 1 << 30, UnzipXMLSizeLimit: 1 << 20})
	if err != nil {
		return 0, fmt.Errorf("bare excelize: %w", err)
	}
	defer func() { _ = f.Close() }()
	rows, err := f.Rows(f.GetSheetName(0))
	if err != nil {
		return 0, fmt.Errorf("bare excelize: %w", err)
	}
	for rows.Next() {
		if _, err := rows.Columns(); err != nil {
			return 0, fmt.Errorf("bare excelize: %w", err)
		}
	}
	return time.Since(began), rows.Close()
}

// bareWriting streams the cells of a workbook's first sheet into a new one with excelize alone. What
// it takes to read them does not count.
func bareWriting(content []byte) (took time.Duration, err error) {
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return 0, err
	}
	rows, err := book.Rows("")
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	stream, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return 0, fmt.Errorf("bare excelize: %w", err)
	}
	for n := 1; ; n++ {
		row, ok, err := rows.Next()
		if err != nil {
			return 0, err
		}
		if !ok {
			break
		}
		values := make([]any, len(row.Cells))
		for i, c := range row.Cells {
			if c.Kind == excel.KindNumber {
				values[i] = c.Number
			} else if c.Text != "" {
				values[i] = c.Text
			}
		}
		began := time.Now()
		if err := stream.SetRow(fmt.Sprintf("A%d", n), values); err != nil {
			return 0, fmt.Errorf("bare excelize: %w", err)
		}
		took += time.Since(began)
	}
	began := time.Now()
	if err := stream.Flush(); err != nil {
		return 0, fmt.Errorf("bare excelize: %w", err)
	}
	if err := f.Write(io.Discard); err != nil {
		return 0, fmt.Errorf("bare excelize: %w", err)
	}
	return took + time.Since(began), nil
}
