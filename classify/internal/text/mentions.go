package text

// Says reports whether a word of a list stands where the goods are named, or close to it.
func (d *Description) Says(list map[string]bool) bool {
	for i := range d.Mentions {
		if d.Mentions[i].Role <= RoleOf && list[d.Mentions[i].Text] {
			return true
		}
	}
	return false
}

// States reports whether a word stands in a role.
func (d *Description) States(r Role) bool {
	for i := range d.Mentions {
		if d.Mentions[i].Role == r {
			return true
		}
	}
	return false
}

// CodeAt reports whether mention i is the letters of a code: "tr" in TR-900.
func (d *Description) CodeAt(i int) bool {
	return len(d.Mentions[i].Text) <= 3 && i+1 < len(d.Mentions) && d.Mentions[i+1].Number && d.Mentions[i+1].Hyphen
}
