package text

// clauses reads the turns of rulings and letters: who speaks of "the submitted sample" means what it is, a share is
// written out as per cent, and what goods are in the shape of is not what they are.
func (r *Reader) clauses(tokens []Token) []Token {
	tokens = r.predicate(tokens)
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case len(out) > 0 && out[len(out)-1].Number && (t.Text == "percent" || t.Text == "pct"):
			out[len(out)-1].Percent = true
			continue
		case len(out) > 0 && out[len(out)-1].Number && i+1 < len(tokens) && (t.Text == "per" && tokens[i+1].Text == "cent" || t.Text == "por" && tokens[i+1].Text == "ciento"):
			out[len(out)-1].Percent = true
			i++
			continue
		}
		if r.paired[t.Text] && i+1 < len(tokens) && (tokens[i+1].Text == "of" || tokens[i+1].Text == "de") {
			i++
			continue
		}
		if n := r.shapeOf(tokens[i:]); n > 0 {
			t.Text = shapedLike
			i += n - 1
		}
		out = append(out, t)
	}
	return out
}

// subjectWords bounds the search for the verb of a subject that names no goods, such as "the sample".
const subjectWords = 12

// predicate drops a subject that names no goods: "the submitted sample, style 4512, is a handbag".
func (r *Reader) predicate(tokens []Token) []Token {
	for i, t := range tokens[:min(len(tokens), subjectWords)] {
		switch {
		case r.copula[t.Text]:
			from := i + 1
			if from < len(tokens) && tokens[from].Text == "of" {
				from++
			}
			if i == 0 || from >= len(tokens) {
				return tokens
			}
			return tokens[from:]
		case !r.subject[t.Text] && !r.grammar.IsArticle(t.Text) && !HasDigit(t.Text):
			return tokens
		}
	}
	return tokens
}

// shapedLike stands for "in the shape of": what follows is pictured, not sold.
const shapedLike = "depicting"

// shapeOf returns how many tokens "in the shape of" takes.
func (r *Reader) shapeOf(tokens []Token) int {
	i := 0
	if tokens[0].Text != "in" && tokens[0].Text != "con" && tokens[0].Text != "en" {
		return 0
	}
	for i++; i < len(tokens) && i < 3; i++ {
		if r.pictured[tokens[i].Text] && i+1 < len(tokens) && (tokens[i+1].Text == "of" || tokens[i+1].Text == "de") {
			return i + 2
		}
		if !r.grammar.IsArticle(tokens[i].Text) {
			return 0
		}
	}
	return 0
}
