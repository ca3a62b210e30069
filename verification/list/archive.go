package list

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"

	"tariffdesk/bounded"
)

// maxMembers bounds what an archive may hold; the official one holds one file.
const maxMembers = 32

// unpacked is the one text of a ZIP archive; content that is none is returned as it is.
func unpacked(content []byte) ([]byte, error) {
	if !bytes.HasPrefix(content, []byte("PK")) {
		return content, nil
	}
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, broken("the ZIP archive is not whole")
	}
	var text *zip.File
	for i, f := range archive.File {
		if i >= maxMembers {
			return nil, broken("the ZIP archive holds more than %d files", maxMembers)
		}
		name := strings.ToLower(f.Name)
		if !strings.HasSuffix(name, ".txt") && !strings.HasSuffix(name, ".csv") {
			continue
		}
		if text != nil {
			return nil, broken("the ZIP archive holds more than one list")
		}
		text = f
	}
	if text == nil {
		return nil, broken("the ZIP archive holds no .txt or .csv file")
	}
	return inflated(text)
}

func inflated(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, broken("the ZIP archive is not whole")
	}
	content, err := bounded.Read(r, MaxBytes)
	switch err = errors.Join(err, r.Close()); {
	case errors.Is(err, bounded.ErrTooLarge):
		return nil, broken("the list in the ZIP archive exceeds the limit of %d bytes", MaxBytes)
	case err != nil:
		return nil, broken("the ZIP archive is not whole")
	}
	return content, nil
}
