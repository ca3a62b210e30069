package classify

// once adds what the words of one place give to a document so that the place counts once: of its words the
// best counts. The words of a place are searched one after another.
type once struct {
	slot int32
	best float32
}

// more returns what value adds to what the place has given already.
func (o *once) more(slot int32, value float32) float32 {
	if o.slot != slot {
		*o = once{slot, value}
		return value
	}
	if value <= o.best {
		return 0
	}
	more := value - o.best
	o.best = value
	return more
}

// onceEach is once for every measure a document is given by a word.
type onceEach struct{ text, mass, point, heads once }

// before orders the words of a query for the search: rare places first, so that they open terms before the
// common ones fill them, and the words of a place together.
func (w *queryWord) before(v *queryWord) bool {
	if w.rarity != v.rarity {
		return w.rarity > v.rarity
	}
	return w.slot < v.slot
}
