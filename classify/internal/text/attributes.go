package text

import (
	"slices"
	"strings"
)

func (r *Reader) attributes(d *Description, text string) {
	if text == "" {
		return
	}
	count, material := 0, ""
	for _, pair := range strings.Split(text, ";") {
		key, value, ok := strings.Cut(pair, ":")
		if !ok {
			key, value = "", pair
		}
		key = Fold(strings.TrimSpace(key))
		role, colour := r.attributeRole(key), strings.Contains(key, "colo")
		switch {
		case key == "material":
			material = Fold(value)
		case key == "metals type" && material != "" && !strings.Contains(material, "metal"):
			role = RoleAttribute // a leather bracelet's clasp is of metal
		}
		for _, t := range r.spellOut(r.JoinLetters(d.tokens(Fold(value)))) {
			if r.grammar.Promotes(t.Text) || count >= maxAttributeTokens {
				continue
			}
			count++
			d.Mentions = append(d.Mentions, Mention{Token: t, Role: role, Weight: roleWeight[role]})
			if colour {
				d.Mentions[len(d.Mentions)-1].tinted()
			}
		}
	}
}

// tokens splits an attribute into words and puts it behind the text of the description.
func (d *Description) tokens(value string) []Token {
	d.Folded += "\n"
	out := Tokenize(value, maxValueTokens, nil)
	for i := range out {
		out[i].End += int32(len(d.Folded))
	}
	d.Folded += value
	return out
}

// maxValueTokens bounds what is read of the value of an attribute.
const maxValueTokens = 24

// attributeRole ranks an attribute by what its name promises.
func (r *Reader) attributeRole(key string) Role {
	if role, known := r.attributeRoles[key]; known {
		return role
	}
	if strings.Contains(key, "material") && !r.ofParts(key) {
		return RoleMaterial
	}
	return RoleAttribute
}

// IsLabel reports whether a word is what attributes are called by: material, composition.
func IsLabel(r *Reader, word string) bool { return r.attributeRole(word) != RoleAttribute }

// ofParts reports whether an attribute is of parts whose material does not decide: "lining material".
func (r *Reader) ofParts(key string) bool {
	return slices.ContainsFunc(r.attributesOfParts, func(part string) bool { return strings.Contains(key, part) })
}

func (r *Reader) category(d *Description, text string) {
	segments := strings.Split(text, ">")
	for i, s := range segments {
		role := RoleAncestor
		if i == len(segments)-1 {
			role = RoleCategory
		}
		for _, t := range r.JoinLetters(Tokenize(Fold(s), maxCategoryTokens, nil)) {
			if !r.grammar.Promotes(t.Text) {
				d.Mentions = append(d.Mentions, Mention{Token: t, Role: role, Weight: roleWeight[role]})
			}
		}
	}
}
