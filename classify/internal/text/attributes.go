package text

import (
	"regexp"
	"strings"
)

func (d *Description) attributes(text string) {
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
		r, colour := attributeRole(key), strings.Contains(key, "colo")
		switch {
		case key == "material":
			material = Fold(value)
		case key == "metals type" && material != "" && !strings.Contains(material, "metal"):
			r = RoleAttribute // a leather bracelet's clasp is of metal
		}
		for _, t := range spellOut(JoinLetters(Tokenize(Fold(value), 24, nil))) {
			if noise[t.Text] || count >= maxAttributeTokens {
				continue
			}
			count++
			d.Mentions = append(d.Mentions, Mention{Token: t, Role: r, Weight: roleWeight[r]})
			if colour {
				d.Mentions[len(d.Mentions)-1].tinted()
			}
		}
	}
}

// attributeRole ranks an attribute by what its name promises.
func attributeRole(key string) Role {
	switch key {
	case "item type", "type", "product type", "product", "item", "item name", "product name", "name", "tipo", "tipo de producto", "producto", "nombre", "articulo", "classification", "department name", "model item", "pants type", "tops type", "dresses length type", "shoe type", "bracelets type", "rings type", "necklace type", "earring type", "brooches type":
		return RoleItemType
	case "fabric", "fabric type", "composition", "composicion", "metals type", "craft of weaving", "tela", "gender", "genero", "sexo", "power source", "fuente de energia", "uso", "use", "usage", "application", "aplicacion", "knitting method", "weaving method", "fiber content":
		return RoleMaterial
	}
	if strings.Contains(key, "material") && !beside.MatchString(key) {
		return RoleMaterial
	}
	return RoleAttribute
}

// beside names the parts of goods whose material does not decide: "lining material", "outsole material".
var beside = regexp.MustCompile(`lining|sole|fill|pad|pack|handle|compatible|setting|dial|suitable|supported|forro|suela|relleno|mango`)

func (d *Description) category(text string) {
	segments := strings.Split(text, ">")
	for i, s := range segments {
		r := RoleAncestor
		if i == len(segments)-1 {
			r = RoleCategory
		}
		for _, t := range JoinLetters(Tokenize(Fold(s), maxCategoryTokens, nil)) {
			if !noise[t.Text] {
				d.Mentions = append(d.Mentions, Mention{Token: t, Role: r, Weight: roleWeight[r]})
			}
		}
	}
}
