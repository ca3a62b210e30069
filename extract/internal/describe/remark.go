package describe

import (
	"slices"
	"strings"
)

// remarker finds what a request says beside the fields: words to whoever answers, "be brief"; a manner of answering, "use ISO dates";
// a word on the paper, "the scan is crooked"; a question that no paper answers, "what colour is the sky?".
type remarker struct{ lexicon }

// mostSubject is how many words the paper has at most of which a remark tells something.
const mostSubject = 5

// read takes the remarks out. It returns the pieces that are left, and the remarks as they were written; courtesy is no remark.
func (m *remarker) read(all []piece) (kept []piece, remarks []string) {
	for i := 0; i < len(all); {
		n := m.remark(all[i:])
		if n == 0 {
			kept = append(kept, all[i])
			i++
			continue
		}
		if text := m.written(all[i : i+n]); !m.polite(text) {
			remarks = append(remarks, text)
		}
		if i+n < len(all) {
			all[i+n].mark = max(all[i+n].mark, all[i].mark)
		}
		i += n
	}
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
	if m.wants(words[said:]) || len(p.group) > 1 {
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
	if p.colon || p.group != nil || m.wants(words) || m.starts("lead", words) > 0 && m.starts("courtesy", words) == 0 {
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
