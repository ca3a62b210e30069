package facet

import (
	"slices"
	"strings"
)

// Traits are properties of a subheading that the ranking uses for every description.
type Traits struct {
	Residual bool // it takes what no sibling names in some facet
	Part     bool // it is for parts or accessories
	Clothing bool // of chapter 61 or 62, told apart by how a garment is made up and split by who wears it
	Food     bool // of chapters 2 to 20, where chapters and headings follow from how food is kept
}

func (f builder) traitsOf(sub int32) Traits {
	e := f.Subs[sub]
	chapter := e.Code[:2]
	return Traits{
		Residual: e.Residual(),
		Part: slices.ContainsFunc(f.profiles[sub], func(item profileItem) bool {
			id := f.Values[item.value].ID
			return id == "part" || id == "accessory"
		}),
		Clothing: chapter == "61" || chapter == "62",
		Food:     chapter >= "02" && chapter <= "20",
	}
}

// StandsForParts reports whether a subheading is for parts or accessories by a facet of its heading.
func (f *Index) StandsForParts(sub int32) bool {
	return slices.ContainsFunc(f.Choices[sub], func(c Choice) bool {
		return slices.ContainsFunc(c.Values, func(v int32) bool {
			id := f.Values[v].ID
			return id == "part" || id == "accessory" || strings.HasSuffix(id, "-part") || strings.HasSuffix(id, "-parts")
		})
	})
}
