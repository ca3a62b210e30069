package precedent

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"hash/fnv"
	"io"
	"math"

	"tariffdesk/bounded"
	"tariffdesk/classify/internal/text"
)

// NewLibrary returns an index of rows that are published together and do not grow: pairs of words count from the second
// time on, which keeps long descriptions small. What Model returned of an index of the same rows spares learning again;
// anything else is learnt.
func NewLibrary(reader *text.Reader, rows []Row, model []byte) *Index {
	p := New(reader, nil)
	p.pairs = &sieve{}
	lessons := p.take(rows)
	p.pairs = nil
	if !p.recall(model) {
		p.learn(lessons)
	}
	p.waiting = nil
	return p
}

// sieve knows what came before, mistaken about few.
type sieve struct{ seen [1 << 18]uint64 }

// again reports whether a text came before.
func (s *sieve) again(text string) bool {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // never fails
	n := h.Sum64()
	at, bit := n>>6%uint64(len(s.seen)), uint64(1)<<(n&63)
	known := s.seen[at]&bit != 0
	s.seen[at] |= bit
	return known
}

// weightStep is how finely weights are kept.
const weightStep = 256

// Model returns what was learnt: a fingerprint of the index, then a weight for every use in order.
func (p *Index) Model() []byte {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	out := binary.LittleEndian.AppendUint64(nil, p.fingerprint())
	for i := range p.uses {
		for _, use := range p.uses[i].codes {
			weight := math.Round(float64(use.weight) * weightStep)
			out = binary.LittleEndian.AppendUint16(out, uint16(int16(max(math.MinInt16, min(math.MaxInt16, weight)))))
		}
	}
	_, _ = z.Write(out) // to memory
	_ = z.Close()
	return b.Bytes()
}

// recall takes over what Model returned, and reports whether it is of this very index.
func (p *Index) recall(model []byte) bool {
	uses := 0
	for i := range p.uses {
		uses += len(p.uses[i].codes)
	}
	z, err := bounded.Gunzip(model, int64(8+2*uses))
	if err != nil {
		return false
	}
	raw, err := io.ReadAll(z)
	if err != nil || len(raw) != 8+2*uses || binary.LittleEndian.Uint64(raw) != p.fingerprint() {
		return false
	}
	raw = raw[8:]
	for i := range p.uses {
		codes := p.uses[i].codes
		for k := range codes {
			codes[k].weight = float32(int16(binary.LittleEndian.Uint16(raw))) / weightStep
			raw = raw[2:]
		}
	}
	p.prefer()
	return true
}

// fingerprint tells indexes apart that number words, codes or uses differently.
func (p *Index) fingerprint() uint64 {
	h := fnv.New64a()
	var b []byte
	add := func(n int32) { b = binary.LittleEndian.AppendUint32(b, uint32(n)) }
	for _, c := range p.codes {
		b = append(b, c.code...)
		add(c.rows)
	}
	for i := range p.uses {
		u := &p.uses[i]
		add(u.count)
		add(int32(len(u.codes)))
		for _, use := range u.codes {
			add(use.code)
			add(use.rows)
		}
		_, _ = h.Write(b) // never fails
		b = b[:0]
	}
	return h.Sum64()
}

// NewShelf returns an index of rows that are found and do not teach.
func NewShelf(reader *text.Reader, rows []Row) *Index {
	p := New(reader, nil)
	p.pairs = &sieve{}
	p.take(rows)
	p.pairs = nil
	return p
}
