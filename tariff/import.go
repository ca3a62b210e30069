package tariff

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"tariffdesk/fail"
)

// ImportRows is a sheet of text cells, the first row included. A spreadsheet reader satisfies it;
// Next answers false when the rows are at their end.
type ImportRows interface {
	Next() (row []string, ok bool, err error)
}

// maxImportLossPercent is the share of codes a publication may drop before it is taken for a
// damaged or partial file.
const maxImportLossPercent = 5

// maxImportRows bounds a publication; the largest known has 40,000 rows.
const maxImportRows = 200_000

// Import is an official publication read into a new version of a schedule, beside what it changes.
type Import struct {
	Schedule *Schedule
	Changes  ImportChanges
	wordings map[string][]string // of the publication, until Follow has read them
}

// ParsePublication reads the text form of a country's official file as it comes: the export of the
// USITC as CSV or JSON, the Mexican table of NICO as CSV, and for any country the plain CSV of
// ParsePlain. The file's name is used for its ending only.
func ParsePublication(country, name string, text []byte, vintage Date) (*Schedule, error) {
	if len(text) > maxScheduleBytes {
		return nil, fail.Newf(fail.CodePayloadTooLarge, "the file is larger than %d bytes", maxScheduleBytes)
	}
	var schedule *Schedule
	var err error
	switch {
	case !slices.Contains(ScheduleCountries(), country):
		return nil, fail.Newf(fail.CodeBadRequest, "country %q has no schedule; choose %s",
			country, strings.Join(ScheduleCountries(), ", "))
	case strings.EqualFold(path.Ext(name), ".xlsx"):
		return nil, fail.New(fail.CodeBadRequest, "a workbook is read as rows, not as text")
	case isPlain(text):
		schedule, err = ParsePlain(country, text, vintage)
	case country == "USA":
		schedule, err = ParseUSITC(text, vintage)
	case country == "MEX":
		schedule, err = ParseNICO(csvRows(text), vintage)
	default:
		return nil, fail.Newf(fail.CodeValidation, "the file has not the header %s", plainHeader)
	}
	if err != nil {
		return nil, fail.Wrap(err, fail.CodeValidation, fmt.Sprintf("%s cannot be read: %v", country, err))
	}
	return schedule, nil
}

// NewImport joins a publication with what the current version knows beyond it and reports what
// would change. It refuses a publication of another country, an older one, and one that loses more
// than five percent of the codes; force admits the last two.
func NewImport(current, published *Schedule, force bool) (Import, error) {
	if current.Country != published.Country {
		return Import{}, fail.Newf(fail.CodeValidation, "a schedule of %s cannot replace one of %s",
			published.Country, current.Country)
	}
	published, err := current.lend(published)
	if err != nil {
		return Import{}, err
	}
	next := current.carry(published)
	current.remember(next)
	changes := Compare(current, next)
	lost := len(changes.Removed)
	switch {
	case force:
	case published.Vintage < current.Vintage:
		return Import{}, fail.Newf(fail.CodeValidation, "the vintage %s is older than %s, the one in use",
			published.Vintage, current.Vintage)
	case lost*100 > current.Len()*maxImportLossPercent:
		return Import{}, fail.Newf(fail.CodeValidation,
			"the file would lose %d of %d codes, more than %d %%", lost, current.Len(), maxImportLossPercent)
	}
	return Import{Schedule: next, Changes: changes, wordings: published.wordings}, nil
}

// carry completes a publication from s. Official tables omit the lines whose import is prohibited
// and say nothing of the day a rate began: prohibited lines stay, and so does the beginning of a
// rate that did not change.
func (s *Schedule) carry(published *Schedule) *Schedule {
	lines := slices.Collect(published.Lines())
	for i, line := range lines {
		old, known := s.Line(line.Code)
		if !known {
			continue
		}
		lines[i].Title = old.Title
		lines[i].carryConditions(old)
		if line.Unit == "" {
			lines[i].Unit = old.Unit
		}
		if line.Import.Equal(old.Import) && line.Export.Equal(old.Export) {
			if line.From == published.CoveredFrom { // none of its own
				lines[i].From = old.From
			}
			lines[i].Certainty, lines[i].Source = old.Certainty, old.Source
		}
	}
	for old := range s.Lines() {
		if _, published := published.Line(old.Code); !published && old.Import.Kind == RateProhibited {
			lines = append(lines, old)
		}
	}
	next := published.with(lines)
	next.wordings = nil
	return next
}

// publicationLack names a part that a family of official files leaves to another one.
type publicationLack string

const (
	lacksNothing  publicationLack = ""
	lacksSuffixes publicationLack = "suffixes" // the table of lines, without NICO
	lacksRates    publicationLack = "rates"    // the table of NICO, without units and duties
)

// maxNamed bounds the codes that an error names.
const maxNamed = 10

// lend completes a publication of lines or of NICO alone from s.
func (s *Schedule) lend(published *Schedule) (*Schedule, error) {
	switch published.lacks {
	case lacksNothing:
		return published, nil
	case lacksSuffixes:
		lines := slices.Collect(published.Lines())
		for i, line := range lines {
			old, _ := s.Line(line.Code)
			lines[i].suffixes = old.suffixes
		}
		return published.with(lines), nil
	case lacksRates:
	}
	lines := slices.Collect(s.Lines())
	for i, line := range lines {
		if with, known := published.Line(line.Code); known {
			lines[i].suffixes = with.suffixes
		}
	}
	var unknown []string
	for line := range published.Lines() {
		if _, known := s.Line(line.Code); !known && len(unknown) < maxNamed {
			unknown = append(unknown, line.Code)
		}
	}
	if len(unknown) > 0 {
		return nil, fail.Newf(fail.CodeValidation, "the table of NICO names lines that the tariff of %s does not have (%s): import the table of lines first",
			s.Vintage, strings.Join(unknown, ", "))
	}
	return published.with(lines), nil
}

// build puts lines in order and refuses a code that stands twice with different rates.
func build(schedule Schedule, lines []Line) (*Schedule, error) {
	slices.SortFunc(lines, func(a, b Line) int { return strings.Compare(a.Code, b.Code) })
	unique := lines[:0]
	for _, line := range lines {
		last := len(unique) - 1
		if last < 0 || unique[last].Code != line.Code {
			unique = append(unique, line)
			continue
		}
		if !unique[last].Import.Equal(line.Import) || !unique[last].Export.Equal(line.Export) {
			return nil, fmt.Errorf("code %s stands twice with different rates", line.Code)
		}
		if line.suffixes != "" && !slices.Contains(strings.Split(unique[last].suffixes, ";"), line.suffixes) {
			unique[last].suffixes = strings.Trim(unique[last].suffixes+";"+line.suffixes, ";")
		}
	}
	if len(unique) == 0 {
		return nil, fmt.Errorf("no tariff line found")
	}
	return schedule.with(unique), nil
}

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
	for line := range next.Lines() {
		old, known := current.Line(line.Code)
		switch {
		case !known:
			changes.Added = append(changes.Added, line.Code)
		case old.Unit != line.Unit || old.From != line.From || !old.Import.Equal(line.Import) ||
			!old.Export.Equal(line.Export) || old.suffixes != line.suffixes:
			changes.Changed = append(changes.Changed, LineChange{Code: line.Code, Before: old, After: line})
		}
	}
	for line := range current.Lines() {
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
