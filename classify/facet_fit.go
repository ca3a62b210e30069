package classify

// statement is a facet value a description states.
type statement struct {
	value   int32
	weight  float32
	mention int
	share   float32 // per cent given for it, 0 where none
	words   uint8   // mentions it was read from
}

// facetFit is how a subheading stands to what is stated.
type facetFit struct {
	match     [facetKinds]float32 // stated and stood for
	against   [facetKinds]float32 // stated, and a sibling stands for it
	residual  float32             // stated, no sibling stands for it, and this is the residual
	unlisted  float32             // stated, no sibling stands for it, and this stands for something else
	undecided int                 // facets nothing is stated about
	shared    float32             // matched by a material whose share is given
	unshared  float32             // … and spoken against by one
}

// facetKind separates facets by how reliably their values are recognised.
type facetKind uint8

const (
	facetMaterial facetKind = iota
	facetCentral            // any other facet of the central vocabulary
	facetLocal              // a heading's own
	facetLimit              // a numeric one
	facetKinds
)

func (s *splitFacet) kind() facetKind {
	switch s.class {
	case "material":
		return facetMaterial
	case "":
		return facetLocal
	}
	return facetCentral
}

// partShare is what a material counts that is named for a part of the goods only.
const partShare = 0.3

// statementWeight is how far a value counts by where it is stated: what the goods are for says little
// about what they are made of.
var statementWeight = [roleCount]float32{
	roleName: 1, rolePurpose: 0.45, roleClause: 0.6, roleWith: 0.5, roleOf: 0.95, roleShape: 0.1, rolePacking: 0.1,
	roleItemType: 0.8, roleMaterial: 1, roleAttribute: 0.3, roleCategory: 0.4, roleAncestor: 0.2,
}

// weighShares reads percentages beside values and leaves the largest share in full, the others by half
// of their part: the tariff asks for what predominates by weight.
func (f *facetIndex) weighShares(d *description, all []statement) {
	if len(all) == 0 {
		return
	}
	before := f.shareBefore(d, all)
	largest := float32(0)
	for i := range all {
		if f.values[all[i].value].facet != "material" {
			continue
		}
		at := all[i].mention + 1
		if before {
			at = all[i].mention - 1
		}
		if at >= 0 && at < len(d.mentions) && d.mentions[at].percent {
			all[i].share = percentOf(d.mentions[at].text)
			largest = max(largest, all[i].share)
		}
	}
	for i := range all {
		if all[i].share > 0 && all[i].share < largest {
			all[i].weight *= 0.5 * all[i].share / largest
		}
	}
	f.breakTie(all, largest)
}

// shareBefore reports whether a description gives shares before their materials ("95% cotton"), not
// after ("cotton 95%").
func (f *facetIndex) shareBefore(d *description, all []statement) bool {
	material := len(d.mentions)
	for i := range all {
		if v := f.values[all[i].value]; v.facet == "material" && v.id != "textile" { // "main fabric 60% cotton"
			material = min(material, all[i].mention)
		}
	}
	for i := range d.mentions[:material] {
		if d.mentions[i].percent {
			return true
		}
	}
	return false
}

// lastInOrder ranks textile materials as the subheadings of section XI follow each other: of equal shares
// by weight the last in numerical order prevails (rule 3(c), section XI note 2).
var lastInOrder = map[string]int{"silk": 1, "wool": 2, "cashmere": 2, "cotton": 3, "linen": 4, "ramie": 4, "synthetic-fibre": 5, "polyester": 5, "nylon": 5, "acrylic": 5, "artificial-fibre": 6, "viscose": 6}

func (f *facetIndex) breakTie(all []statement, share float32) {
	last := 0
	for _, s := range all {
		if s.share == share && share > 0 {
			last = max(last, lastInOrder[f.values[s.value].id])
		}
	}
	for i := range all {
		if rank := lastInOrder[f.values[all[i].value].id]; all[i].share == share && rank > 0 && rank < last {
			all[i].weight *= 0.5
		}
	}
}

// weighOrder lowers what is listed later: of several values of one facet the first leads.
func (f *facetIndex) weighOrder(all []statement) {
	for i := range all {
		if all[i].share > 0 || f.values[all[i].value].facet != "material" {
			continue
		}
		before := 0
		for j := range all[:i] {
			if f.values[all[j].value].facet == "material" && all[j].mention < all[i].mention && !contains(f.values[all[i].value].implied, all[j].value) {
				before++
			}
		}
		all[i].weight *= 1 / (1 + 0.5*float32(min(before, 4)))
	}
}

func percentOf(text string) float32 {
	n := float32(0)
	for _, c := range text {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + float32(c-'0')
	}
	return min(n, 100)
}

// strength is how clearly value is stated: its own statements in full, narrower ones almost.
func (f *facetIndex) strength(value int32, stated []statement) (best float32, by statement) {
	for _, s := range stated {
		for depth, w := range f.values[s.value].implied {
			if w != value {
				continue
			}
			if v := s.weight * (1 - 0.1*float32(min(depth, 1))); v > best {
				best, by = v, s
			}
			break
		}
	}
	return best, by
}

// fit compares what a subheading stands for with what is stated.
func (f *facetIndex) fit(h, sub int32, stated []statement, measures []quantity) facetFit {
	var out facetFit
	for _, c := range f.choices[sub] {
		facet := &f.facets[h][c.facet]
		if facet.limits {
			f.fitLimits(&out, facet, c, measures)
			continue
		}
		f.fitChoice(&out, facet, c, stated)
	}
	return out
}

// exclusive are the facets whose values rule each other out: goods are of one main material, but they may be
// frozen and in fillets, both a state.
var exclusive = map[string]bool{"material": true, "construction": true, "wearer": true, "power": true, "use": true, "part": true}

// holding is what a description states of a facet, seen from one subheading.
type holding struct {
	own, best, class    float32 // strength of its own values, of any sibling's, of values no sibling stands for
	by, rival, unlisted statement
}

func (f *facetIndex) hold(facet *splitFacet, c choice, stated []statement) (h holding) {
	for _, v := range facet.universe {
		s, st := f.strength(v, stated)
		if s > h.best {
			h.best, h.rival = s, st
		}
		if s > h.own && contains(c.values, v) {
			h.own, h.by = s, st
		}
	}
	if exclusive[facet.class] {
		for _, s := range stated {
			if f.values[s.value].facet == facet.class && s.weight > h.class && !f.within(s.value, facet.universe) {
				h.class, h.unlisted = s.weight, s
			}
		}
	}
	return h
}

func (f *facetIndex) fitChoice(out *facetFit, facet *splitFacet, c choice, stated []statement) {
	held := f.hold(facet, c, stated)
	own, best, class := held.own, held.best, held.class
	kind := facet.kind()
	switch {
	case class > best && held.unlisted.share > 0 && c.other:
		out.shared += class
	case class > best && held.unlisted.share > 0:
		out.unshared += class - own
	case class > best && c.other:
		out.residual += class
	case class > best:
		out.unlisted += class - own
	case own > 0 && own >= best*0.98:
		out.match[kind] += own
		if held.by.share > 0 {
			out.shared += own
		}
	case best > 0:
		out.against[kind] += best - own
		if held.rival.share > 0 {
			out.unshared += best - own
		}
	default:
		out.undecided++
	}
}

// within reports whether a value is, or lies within, one of a list.
func (f *facetIndex) within(value int32, list []int32) bool {
	for _, w := range f.values[value].implied {
		if contains(list, w) {
			return true
		}
	}
	return false
}

// sureness is what a measure counts beyond the rest where it can hardly be of anything but what the tariff
// measures: the power of a motor, the weight of a fabric. A length or a mass may be that of a pack.
var sureness = map[string]float32{"power": 1.5, "apparent": 1.5, "displacement": 1.5, "grammage": 1.5, "count": 1.5}

// sureOfSize is the same for a measure read from a size that names the goods: the length of a belt 6PK2100.
const sureOfSize = 1.5

// fitLimits compares numeric values: the first measure of the facet's dimension decides.
func (f *facetIndex) fitLimits(out *facetFit, facet *splitFacet, c choice, measures []quantity) {
	for _, q := range measures {
		inside, comparable := false, false
		for _, v := range facet.universe {
			if f.values[v].limit.dimension != q.dimension {
				continue
			}
			comparable = true
			if f.values[v].limit.contains(q) && contains(c.values, v) {
				inside = true
			}
		}
		if !comparable {
			continue
		}
		sure := sureness[q.dimension]
		if q.named {
			sure = sureOfSize
		}
		if inside {
			out.match[facetLimit] += 1 + sure
		} else {
			out.against[facetLimit] += 1 + sure
		}
		return
	}
	out.undecided++
}
