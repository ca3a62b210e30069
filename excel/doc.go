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
	maxStringsText  = 48 << 20  // of the text in it
	maxStrings      = 4_000_000 // entries of it
	maxSmallBytes   = 16 << 20  // of any other part that is read
	maxTokenBytes   = 512 << 10 // of a tag with its attributes, a text or a comment
	maxTags         = 30_000_000
	maxCellBytes    = 4 * MaxCellChars
	maxRowCells     = 1 << 14   // with blank ones: no program shows more columns
	maxRowText      = 1 << 20   // bytes of a row's texts, with what merges repeat
	maxSheetText    = 128 << 20 // bytes of a sheet's texts: results repeat what shared strings hold once
	maxSheets       = 256
	maxMerges       = 100_000
	maxFormats      = 10_000 // number formats that a workbook defines
	maxFormatChars  = 255
	maxLineBytes    = 1 << 20 // of a text file, CSV or JSON
)

func bad(format string, args ...any) error { return fail.Newf(fail.CodeBadRequest, format, args...) }

func tooLarge(format string, args ...any) error {
	return fail.Newf(fail.CodePayloadTooLarge, format, args...)
}

// corrupt is a part of the container that cannot be read; the cause stays private.
func corrupt(cause error) error {
	return fail.Wrap(cause, fail.CodeBadRequest, "the workbook is damaged: open it in a spreadsheet program and save it as .xlsx again")
}
