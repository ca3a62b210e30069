package coefficient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// File is the head of every file of coefficients.
type File struct {
	Provenance Provenance `json:"provenance"`
}

// Read decodes a file into a struct that embeds File.
func Read(raw []byte, into interface{ header() *File }) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("line %d: %w", 1+bytes.Count(raw[:failedAt(err, d)], []byte("\n")), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more follows behind the object")
	}
	return into.header().Provenance.check()
}

func (f *File) header() *File { return f }

// failedAt is how far a file was read when err came up.
func failedAt(err error, d *json.Decoder) int64 {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return syntax.Offset
	}
	return d.InputOffset()
}

// list is an array without arrays or objects in it.
var list = regexp.MustCompile(`\[[^\[\]{}]*\]`)

// Write encodes a file, a line a name.
func Write(file any) ([]byte, error) {
	raw, err := json.MarshalIndent(file, "", "\t")
	if err != nil {
		return nil, err
	}
	raw = list.ReplaceAllFunc(raw, func(array []byte) []byte {
		items := bytes.Fields(bytes.Trim(array, "[]"))
		return append(append([]byte("["), bytes.Join(items, []byte(" "))...), ']')
	})
	return append(raw, '\n'), nil
}

// Place puts each value at the place of its name. Every name is given once, and no other.
func Place[T any](names []string, given map[string]T, out []T) error {
	var missing, unknown []string
	for i, name := range names {
		value, ok := given[name]
		if !ok {
			missing = append(missing, name)
		}
		out[i] = value
	}
	for name := range given {
		if !slices.Contains(names, name) {
			unknown = append(unknown, name)
		}
	}
	if len(missing)+len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return errors.New(strings.Join(slices.Concat(told("missing", missing), told("unknown", unknown)), "; "))
}

func told(what string, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	return []string{what + ": " + strings.Join(names, ", ")}
}

// Named is the inverse: it returns the values by name.
func Named[T any](names []string, values []T) map[string]T {
	out := make(map[string]T, len(names))
	for i, name := range names {
		out[name] = values[i]
	}
	return out
}
