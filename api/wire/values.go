package wire

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
	// ErrLargeValue says that one value of a body is larger than 1 MB.
	ErrLargeValue = fmt.Errorf("larger than %d MB, the limit of one value", maxValueBytes>>20)
	// ErrShape says that a value is no array, or no object, where one is wanted.
	ErrShape = errors.New("items: want an array of objects")
)

// Values reads a body of JSON value by value. A decoder holds each of them whole, so that what it may
// read of the body for one is bounded below it.
type Values struct {
	decoder *json.Decoder
	body    *bytes.Reader
	until   int64 // offset in the body
}

func newValues(body []byte) *Values {
	v := &Values{body: bytes.NewReader(body)}
	v.decoder = json.NewDecoder(v)
	return v
}

// Read implements io.Reader for the decoder.
func (v *Values) Read(b []byte) (int, error) {
	if v.body.Size()-int64(v.body.Len()) > v.until {
		return 0, ErrLargeValue
	}
	return v.body.Read(b[:min(len(b), maxValueBytes)])
}

// begin grants the next value its room.
func (v *Values) begin() *json.Decoder {
	v.until = v.decoder.InputOffset() + maxValueBytes
	return v.decoder
}

// Decode reads the next value.
func (v *Values) Decode(to any) error { return v.begin().Decode(to) }

func (v *Values) want(delim json.Delim) error {
	token, err := v.begin().Token()
	if err == nil && token != delim {
		err = ErrShape
	}
	return err
}

// Members calls do with each member of an object; do reads the value.
func Members(object []byte, do func(name string, value *Values) error) error {
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
			return &Problem{fail.CodeValidation, FirstRunes(name, 60) + ": " + Repeated}
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

// Unread returns the error for a body that its members could not read.
func Unread(err error) error {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	return BadField("body", "not valid JSON")
}

// Elements calls do with each element of an array.
func Elements(v *Values, do func(i int, raw json.RawMessage) error) error {
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

// Skip reads the next value and drops it.
func Skip(v *Values) error {
	var raw json.RawMessage
	return v.Decode(&raw)
}
