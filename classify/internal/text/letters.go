package text

// JoinLetters glues a single letter to the word a hyphen or space ties it to: t-shirt, x ray, o-ring.
// A term that begins with a denial, as "sin costura" (seamless), is one word too: it says what goods are. It works in place.
func (r *Reader) JoinLetters(tokens []Token) []Token {
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i+1 < len(tokens) && len(t.Text) == 1 && !t.Number {
			next := &tokens[i+1]
			if next.Hyphen && !next.Number || r.letterCompound[t.Text+" "+next.Text] {
				t.Text += next.Text
				i++
			}
		}
		if t.Text == "man" && i+1 < len(tokens) && tokens[i+1].Text == "made" { // not what men wear
			t.Text += tokens[i+1].Text
			i++
		}
		out = append(out, t)
	}
	return joinDenials(r.denialTerms, out)
}

// joinDenials makes one word of a term that begins with a denial. It works in place.
func joinDenials(terms map[string]bool, tokens []Token) []Token {
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i+1 < len(tokens) && terms[t.Text+" "+tokens[i+1].Text] {
			t.Text += tokens[i+1].Text
			i++
		}
		out = append(out, t)
	}
	return out
}
