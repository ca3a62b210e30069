package search

import (
	"strings"

	"tariffdesk/text"
)

// empty are words that tell no goods apart, in both languages.
var empty = func() map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(`a an and any are as at be by for from has have in is it its kind kinds not of on or other others
		than that the their them these this thereof to used with without whether
		al aun con como cualquier de del demas el en entre es esta este la las lo los ni no o otra otras otro otros para por
		que se sin sus un una unos y`) {
		out[word] = true
	}
	return out
}()

// eachWord calls f with the stems of a text, words that tell nothing left out.
func eachWord(from string, f func(stem string)) {
	for word := range strings.FieldsSeq(text.Words(from)) {
		if !empty[word] {
			f(stem(word))
		}
	}
}

// shortest is the length below which a word is left as it is.
const shortest = 4

// stem takes plural and gender off in both languages alike: knives and knife, camisas and camisa
// meet, at the price of rare strangers that meet too.
func stem(word string) string {
	if len(word) < shortest || word[0] < 'a' {
		return word
	}
	if head, ok := strings.CutSuffix(word, "ives"); ok {
		return head + "if"
	}
	if head, ok := strings.CutSuffix(word, "ies"); ok {
		return head + "y"
	}
	if !strings.HasSuffix(word, "ss") {
		word = strings.TrimSuffix(word, "s")
	}
	for _, ending := range []string{"e", "a", "o"} {
		if head, ok := strings.CutSuffix(word, ending); ok && len(head) >= shortest-1 {
			return head
		}
	}
	return word
}
