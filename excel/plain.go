package excel

import (
	"bytes"
	"strings"
)

// IsWorkbook reports whether a file is to be judged as a workbook: a zip, or an old workbook, whatever its name.
func IsWorkbook(content []byte) bool {
	return bytes.HasPrefix(content, zipMagic) || bytes.HasPrefix(content, oleMagic)
}

// Plain opens a workbook that is to be read as a document: one that takes values from other files is refused, since
// what it shows may not be what they hold.
func Plain(content []byte) error {
	b, err := Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return err
	}
	for name := range b.parts {
		if strings.HasPrefix(name, "xl/externallinks/") {
			return bad("the workbook takes values from other files: paste them as values and save it again")
		}
	}
	return nil
}
