package lookup

import "math"

// tally counts the words of one document after another.
type tally struct {
	count   []float32 // by word, of the open document
	touched []int32
	words   []int32
	docs    []posting // weight is the count until finish turns it into BM25
	lengths []float64
}

func (t *tally) add(ids []int32, weight float32) {
	for _, id := range ids {
		for int(id) >= len(t.count) {
			t.count = append(t.count, make([]float32, len(t.count)+1024)...)
		}
		if t.count[id] == 0 {
			t.touched = append(t.touched, id)
		}
		t.count[id] += weight
	}
}

// close ends the open document and numbers it.
func (t *tally) close() {
	doc, length := int32(len(t.lengths)), 0.0
	for _, id := range t.touched {
		t.words = append(t.words, id)
		t.docs = append(t.docs, posting{doc: doc, weight: t.count[id]})
		length += float64(t.count[id])
		t.count[id] = 0
	}
	t.lengths = append(t.lengths, length)
	t.touched = t.touched[:0]
}

func totals(n int, l lists[posting]) []float32 {
	out := make([]float32, n)
	for w := range out {
		for _, p := range l.of(int32(w)) {
			out[w] += p.weight
		}
	}
	return out
}

// inverseFrequency weighs a word by the share of subheadings that do not use it.
func inverseFrequency(n, subheadings int, subs, headings *tally) []float32 {
	df := make([]int, n)
	for _, w := range subs.words {
		df[w]++
	}
	for _, w := range headings.words {
		df[w] = max(df[w], 1)
	}
	idf := make([]float32, n)
	for w, d := range df {
		idf[w] = float32(math.Log(1 + float64(subheadings)/(float64(d)+0.5)))
	}
	return idf
}

// documents turns word counts into BM25 weights (k1 1.2, b 0.5) by word.
func (b *Builder) documents(n int, t *tally) lists[posting] {
	const k1, lengthShare = 1.2, 0.5
	mean := 0.0
	for _, l := range t.lengths {
		mean += l / float64(len(t.lengths))
	}
	for i := range t.docs {
		p := &t.docs[i]
		tf := float64(p.weight)
		weight := tf * (k1 + 1) / (tf + k1*(1-lengthShare+lengthShare*t.lengths[p.doc]/mean))
		p.weight = float32(weight) * b.idf[t.words[i]]
	}
	return gather(n, t.words, t.docs)
}
