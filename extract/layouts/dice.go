package layouts

// dice decide everything that varies. Each decision has a name, so that one more leaves the others as
// they were.
type dice struct{ seed uint64 }

// roll is a number that the seed and the name alone decide (FNV-1a, then the finaliser of splitmix64).
func (d dice) roll(name string) uint64 {
	h := d.seed ^ 0xcbf29ce484222325
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9
	h = (h ^ (h >> 27)) * 0x94d049bb133111eb
	return h ^ (h >> 31)
}

// of are the dice of one part.
func (d dice) of(name string) dice { return dice{d.roll(name)} }

// n is a number from 0 to n-1.
func (d dice) n(name string, n int) int { return int(d.roll(name) % uint64(n)) }

// between is a number from least to most.
func (d dice) between(name string, least, most int) int { return least + d.n(name, most-least+1) }

// chance is true in so many of a hundred cases.
func (d dice) chance(name string, percent int) bool { return d.n(name, 100) < percent }

// size is a length between two bounds.
func (d dice) size(name string, least, most float64) float64 {
	return least + (most-least)*float64(d.n(name, 1000))/1000
}

// pick takes one of several.
func pick[T any](d dice, name string, all []T) T { return all[d.n(name, len(all))] }

// fill replaces # by a digit and @ by a letter; a first # is never zero.
func (d dice) fill(name, pattern string) string {
	rolls := d.of(name)
	out := []rune(pattern)
	for i, c := range out {
		at := string(rune('a'+i%26)) + string(rune('a'+i/26))
		switch {
		case c == '#' && i == 0:
			out[i] = rune('1' + rolls.n(at, 9))
		case c == '#':
			out[i] = rune('0' + rolls.n(at, 10))
		case c == '@':
			out[i] = rune('A' + rolls.n(at, 26))
		}
	}
	return string(out)
}
