package text

// IsMeasure reports whether a word is a number or a unit: an amount, not a name.
func (r *Reader) IsMeasure(text string) bool {
	return text == "" || text[0] >= '0' && text[0] <= '9' || r.units[text]
}
