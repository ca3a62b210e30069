// Package excel owns .xlsx workbooks, in and out: it opens what spreadsheet programs write, streams
// its rows as typed cells, finds the header and the column of descriptions, and writes workbooks of
// results and tariff tables. Reading is bounded in bytes, columns and strings, whatever the file claims.
//
// It refuses to know what a row means, who sent it and what becomes of it; it never writes a formula.
package excel

import "tariffdesk/fail"

// The bounds of a workbook. Rows are bounded by whoever reads them.
const (
	MaxColumns = 256
	// MaxCellChars is the longest text a cell of a workbook may hold.
	MaxCellChars = 32_767

	maxParts        = 4_000     // files in the container
	maxSheetBytes   = 512 << 20 // of a sheet, unpacked
	maxStringsBytes = 160 << 20 // of the table of shared strings, unpacked
	maxStringsText  = 64 << 20  // of the text in it
	maxSmallBytes   = 16 << 20  // of any other part that is read
	maxSheets       = 256
	maxMerges       = 100_000
)

func bad(format string, args ...any) error { return fail.Newf(fail.CodeBadRequest, format, args...) }

func tooLarge(format string, args ...any) error {
	return fail.Newf(fail.CodePayloadTooLarge, format, args...)
}

// corrupt is a part of the container that cannot be read; the cause stays private.
func corrupt(cause error) error {
	return fail.Wrap(cause, fail.CodeBadRequest, "the workbook is damaged: open it in a spreadsheet program and save it as .xlsx again")
}
