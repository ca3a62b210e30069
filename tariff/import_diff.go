package tariff

import "fmt"

// ImportChanges lists the differences between two versions of a schedule, by code.
type ImportChanges struct {
	Added, Removed []string
	Changed        []LineChange
}

// LineChange is a line that both versions have with another unit, duty, first day or subdivision.
type LineChange struct {
	Code          string
	Before, After Line
}

// Compare lists what next adds to, drops from and changes in current.
func Compare(current, next *Schedule) ImportChanges {
	var changes ImportChanges
	for _, line := range next.lines {
		old, known := current.Line(line.Code)
		switch {
		case !known:
			changes.Added = append(changes.Added, line.Code)
		case old.Unit != line.Unit || old.From != line.From || !old.Import.Equal(line.Import) ||
			!old.Export.Equal(line.Export) || old.suffixes != line.suffixes:
			changes.Changed = append(changes.Changed, LineChange{Code: line.Code, Before: old, After: line})
		}
	}
	for _, line := range current.lines {
		if _, kept := next.Line(line.Code); !kept {
			changes.Removed = append(changes.Removed, line.Code)
		}
	}
	return changes
}

// Empty reports whether both versions are the same.
func (c ImportChanges) Empty() bool {
	return len(c.Added)+len(c.Removed)+len(c.Changed) == 0
}

// String is the summary in one line.
func (c ImportChanges) String() string {
	return fmt.Sprintf("%d codes added, %d removed, %d changed", len(c.Added), len(c.Removed), len(c.Changed))
}

// String is one change as a person reads it.
func (c LineChange) String() string {
	return fmt.Sprintf("%s: import %s -> %s, export %s -> %s, unit %q -> %q, from %s -> %s", c.Code,
		c.Before.Import, c.After.Import, c.Before.Export, c.After.Export, c.Before.Unit, c.After.Unit, c.Before.From, c.After.From)
}
