package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tariffdesk/excel"
	"tariffdesk/tariff"
)

// readImport reads the file of an import and its facts. A file above limit is not read.
func readImport(path string, limit int64) ([]byte, os.FileInfo, error) {
	info, err := importable(path, limit)
	if err != nil {
		return nil, nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read import: %w", err)
	}
	return content, info, nil
}

// importable refuses a file above limit.
func importable(path string, limit int64) (os.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read import: %w", err)
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s has %d bytes, more than the limit of %d", path, info.Size(), limit)
	}
	return info, nil
}

// isWorkbook tells a workbook by the ending of its name.
func isWorkbook(path string) bool { return strings.EqualFold(filepath.Ext(path), ".xlsx") }

// openWorkbook opens the first table of a workbook of at most limit bytes; stop closes it.
func openWorkbook(path string, limit int64) (rows tariff.ImportRows, stop func(), err error) {
	if _, err := importable(path, limit); err != nil {
		return nil, nil, err
	}
	table, err := excel.OpenTable(path)
	if err != nil {
		return nil, nil, err
	}
	return table, func() { _ = table.Close() }, nil
}

// today is the day that an import is of where none is named.
func today() tariff.Date { return tariff.Date(time.Now().UTC().Format(time.DateOnly)) }

// dayFlag reads the day of a flag, absent where it was not given.
func dayFlag(flag, text string, absent tariff.Date) (tariff.Date, error) {
	if text == "" {
		return absent, nil
	}
	day, err := tariff.ParseDate(text)
	if err != nil {
		return absent, usageError{fmt.Errorf("%s: %w", flag, err)}
	}
	return day, nil
}

// sayNothingStored ends an import with --dry-run.
func sayNothingStored(out io.Writer) error {
	_, err := fmt.Fprintln(out, "nothing was stored (--dry-run)")
	return err
}
