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

// Among reports whether any paper is of one of some types.
func Among(all []Paper, types []string) bool {
	return slices.ContainsFunc(all, func(p Paper) bool { return slices.Contains(types, p.Type) })
}

// How sure the type of a paper is from which it is said that it is another than the one that was asked for.
const (
	sureOfType  = 0.85
	sureOfOther = 0.9
)

// Unlike reports whether a paper is of another type than those that were asked for, and surely enough to say so. Receipts and bills
// of any kind pass for invoices, and what is asked for and of no known type may be any paper.
func Unlike(p Paper, types []string) bool {
	if len(types) == 0 || slices.Contains(types, p.Type) || slices.Contains(types, Other) {
		return false
	}
	sale := []string{typeCommercialInvoice, typeCfdi, typeReceipt}
	if slices.Contains(append(sale, Other), p.Type) && slices.ContainsFunc(types, func(t string) bool { return slices.Contains(sale, t) }) {
		return false // a bill of a utility is of another kind than an invoice, and called so
	}
	if p.Type == Other {
		return p.Title != "" && p.Confidence >= sureOfOther
	}
	return p.Confidence >= sureOfType
}
