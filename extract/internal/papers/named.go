package papers

import "slices"

// TypesNamed are the types that a caller's words for a document may mean, the likeliest first.
func (f *Finder) TypesNamed(text string) []string {
	if slices.Contains(Types(), text) {
		return []string{text}
	}
	kind, _, _ := f.words.titled(text)
	switch kind {
	case "":
		return nil
	case typeCommercialInvoice:
		return []string{kind, typeCfdi}
	case typeCfdi:
		return []string{kind, typeCommercialInvoice}
	}
	return []string{kind}
}

// Chosen is the first paper of the likeliest of some types that any has, else the first of all.
func Chosen(all []Paper, types []string) int {
	for _, t := range types {
		if i := slices.IndexFunc(all, func(p Paper) bool { return p.Type == t }); i >= 0 {
			return i
		}
	}
	return 0
}
