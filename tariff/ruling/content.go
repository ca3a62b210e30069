package ruling

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tariffdesk/bounded"
)

// Encode packs rulings for keeping.
func Encode(rulings []Ruling) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	out := json.NewEncoder(z)
	for i := range rulings {
		if err := out.Encode(&rulings[i]); err != nil {
			return nil, fmt.Errorf("encode ruling %s: %w", rulings[i].Reference, err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("encode rulings: %w", err)
	}
	return b.Bytes(), nil
}

// maxEncodedBytes is above what a ruling takes unpacked: description and keywords have 1,000 characters each.
const maxEncodedBytes = 16 << 10

// Decode unpacks what Encode has packed.
func Decode(content []byte) (rulings []Ruling, err error) {
	z, err := bounded.Gunzip(content, MaxRulings*maxEncodedBytes)
	if err != nil {
		return nil, fmt.Errorf("decode rulings: %w", err)
	}
	in := json.NewDecoder(z)
	for {
		var r Ruling
		switch err := in.Decode(&r); {
		case errors.Is(err, io.EOF):
			return rulings, nil
		case err != nil:
			return nil, fmt.Errorf("decode ruling %d: %w", len(rulings)+1, err)
		}
		if rulings = append(rulings, r); len(rulings) > MaxRulings {
			return nil, fmt.Errorf("decode rulings: more than %d", MaxRulings)
		}
	}
}
