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
	sureOfAlike = 0.95 // that it is another kind of sale, or none where no title says so
)

// Unlike reports whether a paper is of another type than those that were asked for, and surely enough to say so. What is asked for and
// of no known type may be any paper. Where no schema is for one type alone, receipts and bills of any kind pass for invoices.
func Unlike(p Paper, types []string, builtin bool) bool {
	if len(types) == 0 || slices.Contains(types, p.Type) || slices.Contains(types, Other) {
		return false
	}
	sale := []string{typeCommercialInvoice, typeCfdi, typeReceipt}
	ofSale := slices.ContainsFunc(types, func(t string) bool { return slices.Contains(sale, t) })
	least := sureOfType
	switch {
	case ofSale && !builtin && (p.Type == Other || slices.Contains(sale, p.Type)), p.Type == Other && p.Title == "" && !builtin:
		return false // a bill of a utility is of another kind than an invoice, and called so
	case ofSale && slices.Contains(sale, p.Type), p.Type == Other && p.Title == "":
		least = sureOfAlike
	case p.Type == Other:
		least = sureOfOther
	}
	return p.Confidence >= least
}
