// Package packed stores answers in a fraction of their size. Their keys and sentences are the same from answer to
// answer: they stand in a dictionary that both sides know, and only what differs is stored.
package packed

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"tariffdesk/bounded"
)

// first is the dictionary of version 1. What was packed with it is opened with it for ever: a better one is a new
// version beside it. What is most frequent stands last, where references to it are shortest.
//
//go:embed answer.txt
var first []byte

// The first byte says how the rest is packed.
const (
	versionPlain = 0 // not at all
	versionFirst = 1
)

// maxUnpacked bounds what is opened; the largest answer takes some hundred kilobytes.
const maxUnpacked = 64 << 20

// level makes answers a twentieth larger than the best one does, in two thirds of its time.
const level = 3

var writers = sync.Pool{New: func() any {
	w, err := flate.NewWriterDict(nil, level, first)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

// Pack stores two documents in one.
func Pack(answer, origin []byte) []byte {
	var out bytes.Buffer
	out.Grow(1 << 10)
	out.WriteByte(versionFirst)
	w, _ := writers.Get().(*flate.Writer)
	w.Reset(&out)
	// A buffer refuses nothing.
	_, _ = w.Write(binary.AppendUvarint(nil, uint64(len(answer))))
	_, _ = w.Write(answer)
	_, _ = w.Write(origin)
	_ = w.Close()
	writers.Put(w)
	return out.Bytes()
}

// Errors of Open.
var (
	errVersion = errors.New("packed by a later release")
	errDamaged = errors.New("packed documents are damaged")
)

// Open returns the two documents that were packed; the second is empty where only an answer was kept, in plain text.
func Open(stored []byte) (answer, origin []byte, err error) {
	if len(stored) == 0 {
		return nil, nil, errDamaged
	}
	switch stored[0] {
	case versionPlain:
		return stored[1:], nil, nil
	case versionFirst:
	default:
		return nil, nil, fmt.Errorf("version %d: %w", stored[0], errVersion)
	}
	all, err := inflate(stored[1:])
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	n, width := binary.Uvarint(all)
	if width <= 0 || n > uint64(len(all)-width) {
		return nil, nil, errDamaged
	}
	all = all[width:]
	return all[:n:n], all[n:], nil
}

// unpacker is a reader that is used again: its window alone is 32 kB.
type unpacker struct {
	from bytes.Reader
	r    io.ReadCloser
}

var unpackers = sync.Pool{New: func() any { return &unpacker{r: flate.NewReaderDict(bytes.NewReader(nil), first)} }}

func inflate(deflated []byte) ([]byte, error) {
	u, _ := unpackers.Get().(*unpacker)
	defer unpackers.Put(u)
	u.from.Reset(deflated)
	if again, ok := u.r.(flate.Resetter); ok {
		if err := again.Reset(&u.from, first); err != nil {
			return nil, err
		}
	}
	out := bytes.NewBuffer(make([]byte, 0, 8*len(deflated)))
	_, err := out.ReadFrom(bounded.NewReader(u.r, maxUnpacked))
	return out.Bytes(), err
}
