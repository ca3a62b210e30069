package classify

import (
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/rank"
)

// driving holds, by heading, the numbers of the facets of which goods have one value, such as what drives them.
type driving [][]int

func newDriving(x *facet.Index, excluding map[string]bool) driving {
	d := make(driving, len(x.Facets))
	for h := range x.Facets {
		for at := range x.Facets[h] {
			if split := &x.Facets[h][at]; excluding[split.Name] && !split.Limits {
				d[h] = append(d[h], at)
			}
		}
	}
	return d
}

// exclude puts the candidates behind the others that are driven otherwise than is stated: a gasoline pickup is none of the diesel trucks.
func (d driving) exclude(e *Engine, f *finding) {
	if f.description.Says(e.words.rules.mixed) { // a hybrid burns gasoline and is no gasoline car
		return
	}
	var out map[int32]bool
	fits := false
	for i := range f.ranking.Candidates {
		c := &f.ranking.Candidates[i]
		h, against := e.tree.HeadingOf[c.Sub], false
		for _, at := range d[h] {
			against = against || otherwise(e.facets, h, c.Sub, at, f.readings.Heading(h))
		}
		if against {
			if out == nil {
				out = map[int32]bool{}
			}
			out[c.Sub] = true
		}
		fits = fits || !against && c.P >= leastFitting
	}
	if len(out) == 0 || !fits {
		return
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		if out[c.Sub] && f.neighbors.Share(c.Sub) < precedentVisible {
			return contradicted
		}
		return 1
	})
}

// otherwise reports whether one value of a facet is stated, and a subheading stands for another. "Diesel and electric" is a hybrid and states none alone.
func otherwise(x *facet.Index, heading, sub int32, at int, statements []facet.Statement) bool {
	choice, ok := x.Choice(sub, at)
	if !ok || len(choice.Values) == 0 {
		return false
	}
	split, stated := &x.Facets[heading][at], 0
	for _, v := range split.Universe {
		if s, _ := x.Strength(v, statements); s >= facet.Stated {
			stated++
		}
	}
	held := x.Hold(heading, split, choice, statements)
	return stated == 1 && held.Best >= facet.OfGoods && held.Own == 0
}
