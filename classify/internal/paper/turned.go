package paper

import "strings"

// maxTurned bounds the words of each side of a name that is turned round.
const maxTurned = 3

// Turned returns how else a short text is written whose name stands as in lists: "valve, ball, brass" is "ball valve, brass", and "needle for syringe" is "syringe
// needle". Spanish names keep their order.
func (r *Reader) Turned(words string) (way string, ok bool) {
	head, rest, comma := strings.Cut(words, ",")
	if comma {
		first, more, _ := strings.Cut(rest, ",")
		if a, b := strings.Fields(head), strings.Fields(first); short(a) && short(b) && !strings.ContainsAny(head+first, "0123456789:;(") {
			way = strings.Join(append(b, a...), " ")
			if more = strings.TrimSpace(more); more != "" {
				way += ", " + more
			}
		}
		return way, way != ""
	}
	fields := strings.Fields(words)
	for i := 1; i+1 < len(fields); i++ {
		if !r.turns[plainWord(fields[i])] {
			continue
		}
		goods, served := fields[:i], fields[i+1:]
		for len(served) > 1 && r.articles[plainWord(served[0])] {
			served = served[1:]
		}
		if short(goods) && short(served) && r.kinds[plainWord(goods[len(goods)-1])] == HolderNone { // a bag for tea is no tea bag
			return strings.Join(served, " ") + " " + strings.Join(goods, " "), true
		}
		break
	}
	return "", false
}

func short(words []string) bool { return len(words) > 0 && len(words) <= maxTurned }
