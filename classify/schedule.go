package classify

import "tariffdesk/tariff"

// Schedule gives the national lines below a subheading and the tree that tells them apart. It must be
// safe for concurrent use and may hold newer versions over time.
type Schedule interface {
	// Lines returns the eight-digit lines below a subheading, in order of code.
	Lines(country Country, subheading string) []tariff.Line
	// Tree is nil where the subheading has a single line, subdivided or not at all.
	Tree(country Country, subheading string) *tariff.Tree
}

// National is the Schedule of a fixed edition.
type National struct{ *tariff.National }

// Lines returns the lines of the edition.
func (n National) Lines(country Country, subheading string) []tariff.Line {
	if s := n.Schedule(string(country)); s != nil {
		return s.LinesOf(subheading)
	}
	return nil
}

// Tree returns the tree of the edition.
func (n National) Tree(country Country, subheading string) *tariff.Tree {
	return n.National.Tree(string(country), subheading)
}
