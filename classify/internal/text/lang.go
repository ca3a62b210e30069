package text

// Lang numbers the two languages inside the index.
type Lang uint8

// The languages, and how many they are.
const (
	English Lang = iota
	Spanish
	LangCount
)

// Stopword reports whether a word of a language carries no meaning of goods.
func (r *Reader) Stopword(word string, l Lang) bool { return r.stopwords[l][word] }

func (r *Reader) stemOf(word string, l Lang) string {
	if l == Spanish {
		return r.stemSpanish(word)
	}
	return r.stemEnglish(word)
}
