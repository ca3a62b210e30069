package text

import "strings"

// connective reports the role that starts at tokens[i], if that word ties goods to something else.
func connective(tokens []Token, i int) (Role, bool) {
	switch tokens[i].Text {
	case "for", "fits", "fit", "para", "compatible", "suitable", "designed", "intended", "replaces", "using", "destinado", "destinada", "apto":
		return RolePurpose, true
	case "used": // "used tyres" are second-hand
		return RolePurpose, i+1 < len(tokens) && (purposes[tokens[i+1].Text] || strings.HasSuffix(tokens[i+1].Text, "ly"))
	case "that", "which", "que", "whose", "where", "can", "is", "are", "when", "while":
		return RoleClause, true
	case "with", "con", "including", "includes", "include", "featuring", "features", "incluye", "having", "has", "w":
		return RoleWith, true
	case "of", "de", "made", "from", "hecho", "hecha", "fabricado", "composed", "consisting", "containing", "comprised", "comprising", "constructed":
		return RoleOf, true
	case shapedLike, "resembling", "representing":
		return RoleShape, true
	case "without", "sin", "not", "excluding":
		return RolePurpose, true
	case "in", "en":
		if packed(tokens[i+1:]) {
			return RolePacking, true
		}
	}
	return 0, false
}

// purposes follow "used" where it says what goods serve.
var purposes = Set("for to in on as by with when")

// packed reports whether tokens go on with a container: "glass jars", "25 kg drums", "frascos de vidrio".
func packed(tokens []Token) bool {
	for i, t := range tokens[:min(len(tokens), 4)] {
		if i > 0 && t.Break {
			return false
		}
		if container[t.Text] || packing[t.Text] {
			return true
		}
	}
	return false
}
