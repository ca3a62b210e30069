package text

import "strings"

// unslash writes out what stands before a stroke: "w/o fittings", "s/hueso", "c/ruedas", "p/caballero".
func (r *Reader) unslash(text string) string {
	if strings.IndexByte(text, '/') < 0 {
		return text
	}
	var b strings.Builder
	for field := range strings.FieldsSeq(text) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if after, ok := strings.CutPrefix(field, "w/o"); ok {
			field = "without " + strings.TrimPrefix(after, "/")
		} else if before, after, ok := strings.Cut(field, "/"); ok {
			if full := r.strokes[before]; r.strokeWords[field] != "" {
				field = r.strokeWords[field]
			} else if full != "" && (len(after) > 2 || after == "") {
				field = full + " " + after
			}
		}
		b.WriteString(field)
	}
	return b.String()
}

// abbreviations writes out the short forms of clerks. Where one ends with a full stop the phrase goes on.
func (r *Reader) abbreviations(tokens []Token) []Token {
	dosed := false
	for i := range tokens {
		dosed = dosed || strings.HasSuffix(tokens[i].Text, "mg") || tokens[i].Text == "ml"
	}
	out := make([]Token, 0, len(tokens)+4)
	for i, t := range tokens {
		full := r.clerkWords[t.Text]
		switch {
		case full == "" && dosed:
			full = r.dosageWords[t.Text]
		case full == "" && i+1 < len(tokens) && r.wroughtOf[tokens[i+1].Text]:
			full = r.metalWords[t.Text]
		}
		if full == "" {
			out = append(out, t)
			continue
		}
		t.Of = t.Text
		for word := range strings.FieldsSeq(full) {
			t.Text = word
			out = append(out, t)
			t.Break, t.Comma, t.Hyphen = false, false, false
		}
		if i+1 < len(tokens) && !tokens[i+1].Comma {
			tokens[i+1].Break = false
		}
	}
	return out
}
