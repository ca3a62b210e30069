package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/fail"
)

// maxValueBytes bounds a value that is held apart from the body in which it stands, an item or a code.
const maxValueBytes = 1 << 20

var (
	errLargeValue = fmt.Errorf("larger than %d MB, the limit of one value", maxValueBytes>>20)
	errShape      = errors.New("items: want an array of objects")
)

// values reads a body of JSON value by value. A decoder holds each of them whole, so that what it may
// read of the body for one is bounded below it.
type values struct {
	decoder *json.Decoder
	body    *bytes.Reader
	until   int64 // offset in the body
}

func newValues(body []byte) *values {
	v := &values{body: bytes.NewReader(body)}
	v.decoder = json.NewDecoder(v)
	return v
}

// Read implements io.Reader for the decoder.
func (v *values) Read(b []byte) (int, error) {
	if v.body.Size()-int64(v.body.Len()) > v.until {
		return 0, errLargeValue
	}
	return v.body.Read(b[:min(len(b), maxValueBytes)])
}

// begin grants the next value its room.
func (v *values) begin() *json.Decoder {
	v.until = v.decoder.InputOffset() + maxValueBytes
	return v.decoder
}

// Decode reads the next value.
func (v *values) Decode(to any) error { return v.begin().Decode(to) }

func (v *values) want(delim json.Delim) error {
	token, err := v.begin().Token()
	if err == nil && token != delim {
		err = errShape
	}
	return err
}

// members calls do with each member of an object; do reads the value.
func members(object []byte, do func(name string, value *values) error) error {
	v := newValues(object)
	if err := v.want('{'); err != nil {
		return err
	}
	seen := map[string]bool{}
	for v.begin().More() {
		token, err := v.begin().Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		if seen[name] {
			return &problem{fail.CodeValidation, firstRunes(name, 60) + ": " + repeated}
		}
		seen[name] = true
		if err := do(name, v); err != nil {
			return err
		}
	}
	_, err := v.begin().Token()
	if err == nil && slices.ContainsFunc(object[v.decoder.InputOffset():], func(c byte) bool { return !strings.ContainsRune(" \t\r\n", rune(c)) }) {
		return errors.New("text behind the object")
	}
	return err
}

// unread is what is said of a body that members could not read.
func unread(err error) error {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	return badField("body", "not valid JSON")
}

// elements calls do with each element of an array.
func elements(v *values, do func(i int, raw json.RawMessage) error) error {
	if err := v.want('['); err != nil {
		return err
	}
	for i := 0; v.begin().More(); i++ {
		var raw json.RawMessage
		if err := v.Decode(&raw); err != nil {
			return err
		}
		if err := do(i, raw); err != nil {
			return err
		}
	}
	_, err := v.begin().Token()
	return err
}

func skip(v *values) error {
	var raw json.RawMessage
	return v.Decode(&raw)
}
