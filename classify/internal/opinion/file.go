package opinion

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"tariffdesk/classify/internal/coefficient"
)

// header is the readable beginning of a file. A zero byte ends it; codes and features follow in binary.
type header struct {
	coefficient.File
	Trust map[string]Trust `json:"trust"`
}

// MaxText is the longest feature in bytes.
const MaxText = 200

// Bounds and form of a file.
const (
	maxCodes    = 10_000
	maxFeatures = 200_000
	codeDigits  = 6
	perMille    = 1000 // weights of codes are written in thousandths
	shortest    = 3    // bytes of a feature: its text takes two numbers, its codes one
)

// Read reads a file. Errors say at which part it is broken.
func Read(raw []byte) (*Model, error) {
	head, body, ok := bytes.Cut(raw, []byte{0})
	if !ok {
		return nil, errors.New("no zero byte ends the header")
	}
	var h header
	if err := coefficient.Read(head, &h); err != nil {
		return nil, err
	}
	m := &Model{File: h.File}
	if err := coefficient.Place(StyleNames(), h.Trust, m.Trust[:]); err != nil {
		return nil, fmt.Errorf("trust: %w", err)
	}
	for i, t := range m.Trust {
		if !(t.Weight >= 0) || t.Weight > 0 && !(t.Temper > 0) {
			return nil, fmt.Errorf("trust: %s: a weight below zero, or no temper", StyleNames()[i])
		}
	}
	r := reader{rest: body}
	m.readCodes(&r)
	m.readFeatures(&r)
	switch {
	case r.err != nil:
		return nil, r.err
	case len(r.rest) > 0:
		return nil, fmt.Errorf("%d bytes follow the last feature", len(r.rest))
	}
	return m, nil
}

// reader takes numbers off the front of a file; the first problem stays.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err, r.rest = fmt.Errorf(format, args...), nil
	}
}

// number reads a number from 0 to most.
func (r *reader) number(what string, most int) int {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > uint64(most) {
		r.fail("%s: no number up to %d", what, most)
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

// bytes reads n bytes.
func (r *reader) bytes(what string, n int) []byte {
	if n > len(r.rest) {
		r.fail("%s: the file ends", what)
	}
	if r.err != nil {
		return nil
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

// signed reads a number of thousandths, its sign in the lowest bit.
func (r *reader) signed(what string) float32 {
	v := r.number(what, math.MaxInt32)
	if v&1 == 1 {
		return -float32(v>>1) / perMille
	}
	return float32(v>>1) / perMille
}

func (m *Model) readCodes(r *reader) {
	at := -1
	for range r.number("number of codes", maxCodes) {
		at += 1 + r.number("code", 1e6)
		if at >= 1e6 {
			r.fail("code: more than six digits")
		}
		if r.err != nil {
			return
		}
		m.Codes = append(m.Codes, fmt.Sprintf("%06d", at))
		m.Always, m.Missing = append(m.Always, r.signed("weight of a code")), append(m.Missing, r.signed("cost of a word"))
	}
}

func (m *Model) readFeatures(r *reader) {
	before := ""
	for i := range r.number("number of features", maxFeatures) {
		if len(r.rest) < shortest {
			r.fail("feature %d: the file ends", i+1)
		}
		kept := r.number("shared letters", len(before))
		text := before[:kept] + string(r.bytes("letters", r.number("letters", MaxText)))
		if r.err == nil && (i > 0 && text <= before || len(text) > MaxText) {
			r.fail("feature %d: out of order or too long", i+1)
		}
		f := Feature{Text: text}
		at := -1
		for range r.number("codes of a feature", len(m.Codes)) {
			at += 1 + r.number("code of a feature", len(m.Codes))
			if r.err == nil && at >= len(m.Codes) {
				r.fail("feature %d: a code that there is not", i+1)
			}
			steps := r.bytes("log-odds", 1)
			if r.err != nil {
				return
			}
			f.Odds = append(f.Odds, Odds{uint16(at), steps[0]})
		}
		if r.err != nil {
			return
		}
		m.Features = append(m.Features, f)
		before = text
	}
}

// Write returns the file. Codes and features are in order.
func (m *Model) Write() ([]byte, error) {
	out, err := coefficient.Write(header{m.File, coefficient.Named(StyleNames(), m.Trust[:])})
	if err != nil {
		return nil, err
	}
	out = append(out, 0)
	if out, err = m.writeCodes(out); err != nil {
		return nil, err
	}
	out = binary.AppendUvarint(out, uint64(len(m.Features)))
	before := ""
	for _, f := range m.Features {
		kept := shared(before, f.Text)
		out = binary.AppendUvarint(out, uint64(kept))
		out = binary.AppendUvarint(out, uint64(len(f.Text)-kept))
		out = append(out, f.Text[kept:]...)
		out = binary.AppendUvarint(out, uint64(len(f.Odds)))
		last := -1
		for _, o := range f.Odds {
			out = binary.AppendUvarint(out, uint64(int(o.Code)-last-1))
			out = append(out, o.Steps)
			last = int(o.Code)
		}
		before = f.Text
	}
	return out, nil
}

func (m *Model) writeCodes(out []byte) ([]byte, error) {
	out = binary.AppendUvarint(out, uint64(len(m.Codes)))
	last := -1
	for i, code := range m.Codes {
		n, err := strconv.Atoi(code)
		if err != nil || len(code) != codeDigits || n <= last {
			return nil, fmt.Errorf("code %q: not of six digits, or out of order", code)
		}
		out = binary.AppendUvarint(out, uint64(n-last-1))
		out = appendSigned(appendSigned(out, m.Always[i]), m.Missing[i])
		last = n
	}
	return out, nil
}

func appendSigned(out []byte, v float32) []byte {
	n := uint64(math.Round(math.Abs(float64(v) * perMille)))
	if v < 0 {
		return binary.AppendUvarint(out, n<<1|1)
	}
	return binary.AppendUvarint(out, n<<1)
}

// shared counts the bytes that two texts begin with alike.
func shared(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
