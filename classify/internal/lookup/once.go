package lookup

// once adds what the words of one place give to a document so that the place counts once: of its words the
// best counts. The words of a place are searched one after another.
type once struct {
	slot int32
	best float32
}

// more returns what value adds to what the place has given already.
func (o *once) more(slot int32, value float32) float32 {
	if o.slot != slot {
		*o = once{slot: slot}
	}
	return more(&o.best, value)
}

// more returns by how much value is more than the best so far, and takes it for the best.
func more(best *float32, value float32) float32 {
	if value <= *best {
		return 0
	}
	added := value - *best
	*best = value
	return added
}
