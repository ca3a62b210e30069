package list

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tariffdesk/bounded"
)

// Encode packs the entries of a version for keeping.
func Encode(entries []Entry) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	enc := json.NewEncoder(z)
	for _, e := range entries {
		if err := enc.Encode(e); err != nil {
			return nil, fmt.Errorf("encode list entry: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("encode list: %w", err)
	}
	return b.Bytes(), nil
}

// Decode unpacks what Encode has packed.
func Decode(content []byte) ([]Entry, error) {
	z, err := bounded.Gunzip(content, 8*MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("decode list: %w", err)
	}
	dec := json.NewDecoder(z)
	var entries []Entry
	for {
		var e Entry
		switch err := dec.Decode(&e); {
		case errors.Is(err, io.EOF):
			return entries, nil
		case err != nil:
			return nil, fmt.Errorf("decode list entry %d: %w", len(entries), err)
		}
		if entries = append(entries, e); len(entries) > MaxRows {
			return nil, fmt.Errorf("decode list: more than %d entries", MaxRows)
		}
	}
}
