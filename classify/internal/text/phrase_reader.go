package text

import "slices"

// MaxTermTokens bounds a term of the knowledge base; longer ones are cut.
const MaxTermTokens = 12

// PhraseReader reads phrases of the knowledge and gives their words numbers.
type PhraseReader struct {
	Words  *Lexicon
	tokens []Token
	ids    []int32
}

// Read returns the distinct words of a phrase in order, and its tokens. Both are good until the next phrase is read.
func (r *PhraseReader) Read(phrase string, l Lang) (ids []int32, tokens []Token) {
	r.tokens = r.Words.JoinLetters(Tokenize(Fold(phrase), MaxTermTokens, r.tokens[:0]))
	r.ids = r.ids[:0]
	for _, word := range r.tokens {
		if id := r.Words.intern(word.Text, l); id != NoWord && !slices.Contains(r.ids, id) {
			r.ids = append(r.ids, id)
		}
	}
	return r.ids, r.tokens
}
