package text

import "strings"

// connective reports the role that starts at tokens[i], if that word ties goods to something else.
func (r *Reader) connective(tokens []Token, i int) (Role, bool) {
	switch tokens[i].Text {
	case "used": // "used tyres" are second-hand
		return RolePurpose, i+1 < len(tokens) && (r.purposes[tokens[i+1].Text] || strings.HasSuffix(tokens[i+1].Text, "ly"))
	case "in", "en":
		return RolePacking, r.packed(tokens[i+1:])
	}
	role, known := r.connectives[tokens[i].Text]
	return role, known
}

// packed reports whether tokens go on with a container: "glass jars", "25 kg drums", "frascos de vidrio".
func (r *Reader) packed(tokens []Token) bool {
	for i, t := range tokens[:min(len(tokens), 4)] {
		if i > 0 && t.Break {
			return false
		}
		if r.container[t.Text] || r.packing[t.Text] {
			return true
		}
	}
	return false
}
