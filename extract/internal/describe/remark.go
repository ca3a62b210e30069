package describe

import (
	"slices"
	"strings"
)

// remarker finds what a request says beside the fields: words to whoever answers, "be brief"; a manner of answering, "use ISO dates";
// a word on the paper, "the scan is crooked"; a question that no paper answers, "what colour is the sky?".
type remarker struct{ lexicon }

// piece is a part of a request between two marks outside brackets.
type piece struct {
	from, to int
	text     string
	mark     mark // what stands before it
	colon    bool // a colon follows
	asked    bool // a question mark follows
	group    int  // words in brackets behind it
}

// mark separates two pieces.
type mark byte

// The marks: each ends more than the one before.
const (
	markComma mark = iota
	markAnd
	markSemi
	markSentence
)

// pieces cuts words at their marks and conjunctions; brackets stay with what they stand behind.
func pieces(all []token) (parts []piece) {
	next := markSentence
	for i, t := range all {
		n := len(parts)
		switch {
		case t.depth > 0 && n > 0:
			parts[n-1].group, parts[n-1].to = parts[n-1].group+1, i+1
		case joins(t.fold):
			next = max(next, markAnd)
			fallthrough
		case n > 0 && t.piece == all[parts[n-1].from].piece:
			if !joins(t.fold) {
				parts[n-1].text, parts[n-1].to = parts[n-1].text+" "+t.word, i+1
			}
			if t.before&seesSentence != 0 {
				next = markSentence
			}
			continue
		default:
			switch {
			case t.before&seesSentence != 0:
				next = markSentence
			case t.before&seesSemi != 0:
				next = max(next, markSemi)
			}
			parts = append(parts, piece{from: i, to: i + 1, text: t.word, mark: next})
			next = markComma
		}
	}
	for i := range parts {
		last := all[parts[i].from]
		for k := parts[i].from; k < parts[i].to && all[k].depth == 0; k++ {
			last = all[k]
		}
		parts[i].colon, parts[i].asked = last.after&seesColon != 0, last.after&seesQuestion != 0
	}
	return parts
}

// mostSubject is how many words the paper has at most of which a remark tells something.
const mostSubject = 5

// read takes the remarks out. It returns the words that are left, and the remarks as they were written; courtesy is no remark.
func (m *remarker) read(all []token) (kept []token, remarks []string) {
	parts := pieces(all)
	out := make([]bool, len(all))
	for i := 0; i < len(parts); {
		n := m.remark(parts[i:])
		if n == 0 {
			i++
			continue
		}
		if text := m.written(parts[i : i+n]); !m.polite(text) {
			remarks = append(remarks, text)
		}
		end := len(all)
		if i+n < len(parts) {
			end = parts[i+n].from
			parts[i+n].mark = max(parts[i+n].mark, parts[i].mark)
			all[end].before |= all[parts[i].from].before
		}
		for k := parts[i].from; k < end; k++ {
			out[k] = true
		}
		i += n
	}
	at := map[int]int{-1: -1}
	for i, t := range all {
		if at[i] = -1; out[i] {
			continue
		}
		at[i] = len(kept)
		t.from = at[t.from]
		kept = append(kept, t)
	}
	count(kept)
	return kept, remarks
}

// remark is how many pieces at the beginning are one remark, 0 where none is.
func (m *remarker) remark(all []piece) int {
	p, words := all[0], strings.Fields(all[0].text)
	if n := m.starts("courtesy", words); n > 0 && n < len(words) {
		words = words[n:]
	}
	if p.colon || m.is("courtesy", words...) {
		return 0
	}
	sentence := 1
	for sentence < len(all) && all[sentence].mark < markSemi {
		sentence++
	}
	asked := all[sentence-1].asked
	said := max(m.starts("remark", words), m.starts("greeting", words))
	switch {
	case said > 0 && !p.asked:
	case p.mark < markSemi:
		return 0
	case (asked || m.starts("asks", words) > 0) && m.asks(words, all[1:sentence]):
		return sentence
	case !asked && m.starts("prose", words) > 0 && m.starts("exclude", words) == 0:
		said = m.starts("prose", words)
	case !asked && m.comments(words):
		said = 1
	default:
		return 0
	}
	if m.wants(words[said:]) || p.group > 1 {
		return 0
	}
	n := 1
	for n < sentence && !m.resumes(all[n]) {
		n++
	}
	return n
}

// asks reports whether a question is put to whoever answers, or asks for what no paper says.
func (m *remarker) asks(words []string, more []piece) bool {
	for _, p := range more {
		if m.wants(strings.Fields(p.text)) {
			return false
		}
	}
	if n := m.starts("toyou", words); n > 0 && !m.wants(words[n:]) {
		return true
	}
	return slices.ContainsFunc(positions(words), func(at []string) bool { return m.starts("offpaper", at) > 0 })
}

// comments reports whether words tell how the paper is: "the scan is a bit crooked", "esta factura se ve borrosa".
func (m *remarker) comments(words []string) bool {
	if !m.article(words[0]) && !m.is("this", words[0]) && !m.is("possessive", words[0]) && !m.is("pronoun", words[0]) {
		return false
	}
	for at := 1; at < min(len(words)-1, mostSubject); at++ {
		if n := m.starts("appears", words[at:]); n > 0 && at+n < len(words) {
			subject := words[1:at]
			_, with, _ := m.parted(words[at:])
			return with == nil && (at == 1 || m.paper(subject) || m.is("medium", m.head(subject)))
		}
	}
	return false
}

// wants reports whether words ask for fields: "I need", "dame".
func (m *remarker) wants(words []string) bool {
	for i, w := range words {
		if m.starts("asking", words[i:]) > 0 || m.is("verb", w) || i == 0 && m.starts("lead", words) > 1 {
			return true
		}
	}
	return false
}

// resumes reports whether a piece goes on with fields behind a remark.
func (m *remarker) resumes(p piece) bool {
	words := strings.Fields(p.text)
	if p.colon || p.group > 0 || m.wants(words) || m.starts("lead", words) > 0 && m.starts("courtesy", words) == 0 {
		return true
	}
	noun := m.withoutArticle(words)
	return p.mark == markComma && len(noun) <= maxPhrase/2 && (m.typed(noun) != "" || m.is("party", noun...) || m.lines(noun...))
}

// polite reports whether a remark is courtesy alone: "thanks for your help".
func (m *remarker) polite(text string) bool {
	words := strings.Fields(text)
	return m.starts("greeting", words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return m.is("medium", w) })
}

// written joins pieces as they were written, but for their brackets.
func (m *remarker) written(all []piece) string {
	var b strings.Builder
	for i, p := range all {
		switch {
		case i == 0:
		case p.mark == markAnd:
			b.WriteString(" " + m.tongue.says("and") + " ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// positions are the words from each place on.
func positions(words []string) (all [][]string) {
	for i := range words {
		all = append(all, words[i:])
	}
	return all
}

// mostTold is how many words a part of an enumeration has at most that names fields: beyond it people tell something.
const mostTold = 12

// leaveOut drops the spans of questions that no field answers, "why did it change?", and of parts of an enumeration that tell something,
// and tells them as not understood.
func (r *reader) leaveOut() {
	drop := func(from, to int) {
		before := len(r.spans)
		kept := slices.DeleteFunc(slices.Clone(r.spans), func(s span) bool { return s.from >= from && s.to <= to })
		if asked := slices.ContainsFunc(r.spans, func(s span) bool {
			return s.from >= from && s.to <= to && (s.tag == tagAsked || s.tag == tagList || s.tag == tagShared)
		}); len(kept) == before || !asked {
			r.spans = kept
			tell(r, strings.Join(wordsOf(r.all[from:to]), " "))
		}
	}
	for from := 0; from < len(r.all); {
		to := from + 1
		for to < len(r.all) && r.all[to].sent == r.all[from].sent {
			to++
		}
		if r.all[to-1].after&seesQuestion != 0 && r.starts("unanswered", wordsOf(r.all[from:to])) > 0 {
			drop(from, to)
		}
		from = to
	}
	for from := 0; from < len(r.all); {
		to := from + 1
		for to < len(r.all) && r.all[to].piece == r.all[from].piece {
			to++
		}
		if to-from > mostTold && r.all[from].before == seesComma && len(r.spans) > 0 && r.spans[0].to <= from {
			drop(from, to)
		}
		from = to
	}
}
