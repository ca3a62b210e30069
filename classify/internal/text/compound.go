package text

// SplitCompound takes an unknown word apart into two to five known ones: "keyring", "handsaw",
// "womenssilkscarf". The fewest parts win, then the longest last part.
func (x *Lexicon) SplitCompound(word string, l Lang) []int32 {
	const shortest, mostParts = 3, 5
	if len(word) < 7 || len(word) > 40 || HasDigit(word) {
		return nil
	}
	type way struct {
		parts int
		from  int
		id    int32
	}
	ways := make([]way, len(word)+1)
	for end := shortest; end <= len(word); end++ {
		for start := 0; start+shortest <= end; start++ {
			if start > 0 && ways[start].parts == 0 || start == 0 && end == len(word) {
				continue
			}
			at, ok := x.surfaces.Get(word[start:end])
			if !ok || x.ids[at][l] == NoWord {
				continue
			}
			if n := ways[start].parts + 1; n <= mostParts && (ways[end].parts == 0 || n < ways[end].parts) {
				ways[end] = way{n, start, x.ids[at][l]}
			}
		}
	}
	var out []int32
	for at := len(word); at > 0 && ways[at].parts > 0; at = ways[at].from {
		out = append(out, ways[at].id)
	}
	return out
}

// Kin returns the word that shares the longest beginning with an unknown one, at least five letters and
// all but three of its own: "corselet" for "corselettes".
func (x *Lexicon) Kin(word string, l Lang) int32 {
	if len(word) < 6 || HasDigit(word) {
		return NoWord
	}
	for n := len(word) - 1; n >= max(5, len(word)-3); n-- {
		if id, ok := x.stems[l].Get(word[:n]); ok {
			return id
		}
		if id, ok := x.begins[l].Get(word[:n]); ok {
			return id
		}
	}
	return NoWord
}
