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
