package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

type tariffShowCommand struct {
	Code     string `arg:"" help:"Two to ten digits, with or without dots."`
	Country  string `default:"MEX" enum:"${countries}" help:"Whose lines: ${enum}."`
	Language string `default:"English" enum:"English,Spanish" help:"${enum}."`
}

// Run prints the way down to the code, then the country's tree below it.
func (c *tariffShowCommand) Run(_ context.Context, to streams) error {
	code, ok := tariff.CleanCode(c.Code)
	if !ok || len(code) > 10 {
		return usageError{fmt.Errorf("%q is no code of two to ten digits", c.Code)}
	}
	atlas, err := c.atlas()
	if err != nil {
		return err
	}
	place, err := atlas.Place(c.Country, code)
	if err != nil {
		return errors.New(fail.As(err).Message)
	}
	return c.print(to.out, atlas, place)
}

// atlas holds the nomenclature and the country's lines alone.
func (c *tariffShowCommand) atlas() (*tariff.Atlas, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return nil, err
	}
	trees, err := tariff.LoadTrees(knowledge.Vocabulary())
	if err != nil || c.Country == tariff.WorldCode {
		return tariff.NewAtlas(knowledge, tariff.NewNational(trees)), err
	}
	schedule, err := tariff.LoadSchedule(c.Country)
	if err != nil {
		return nil, err
	}
	return tariff.NewAtlas(knowledge, tariff.NewNational(trees, schedule)), nil
}

func (c *tariffShowCommand) print(out io.Writer, atlas *tariff.Atlas, place tariff.Place) error {
	for i, level := range place.Path {
		_, _ = fmt.Fprintf(out, "%-10s  %s%s\n", shownCode(level), c.title(level), conditionsOf(level, i))
	}
	if place.Schedule != nil {
		_, _ = fmt.Fprintf(out, "\n%s, as of %s\n", c.Country, place.Schedule.Vintage)
	}
	printed := branch{c, atlas, place.Schedule, newTable(out, "CODE", "TITLE", "CONDITIONS", "UNIT", "IMPORT", "EXPORT", "CERTAINTY")}
	if place.Line != nil && len(place.Children) == 0 {
		printed.row(place.Path[len(place.Path)-1], 0)
	}
	if err := printed.below(place.Children, 0); err != nil {
		return err
	}
	return printed.table.flush()
}

func (c *tariffShowCommand) title(l tariff.PlaceLevel) string {
	return l.Title.In(tariff.Language(c.Language))
}

func shownCode(l tariff.PlaceLevel) string {
	if l.Code == "" {
		return "-"
	}
	return l.Code
}

// conditionsOf shows the conditions of a level of the path, the first three of which have none.
func conditionsOf(l tariff.PlaceLevel, depth int) string {
	if depth < 3 || len(l.Conditions) == 0 {
		return ""
	}
	return "  [" + strings.Join(l.Conditions, "; ") + "]"
}

// branch prints a tree.
type branch struct {
	command  *tariffShowCommand
	atlas    *tariff.Atlas
	schedule *tariff.Schedule
	table    table
}

// below prints levels and what lies below them.
func (b branch) below(levels []tariff.PlaceLevel, depth int) error {
	for _, level := range levels {
		b.row(level, depth)
		next := level.Below
		if level.Code != "" && !level.Leaf && len(level.Code) < 10 {
			place, err := b.atlas.Place(b.command.Country, level.Code)
			if err != nil {
				return err
			}
			next = place.Children
		}
		if err := b.below(next, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// row prints a level, with unit and duties where it is a line or a part of one.
func (b branch) row(l tariff.PlaceLevel, depth int) {
	cells := []any{shownCode(l), strings.Repeat("  ", depth) + b.command.title(l), strings.Join(l.Conditions, "; ")}
	if b.schedule == nil || len(l.Code) < 8 {
		b.table.row(append(cells, "", "", "", "")...)
		return
	}
	line, _ := b.schedule.Line(l.Code[:8])
	unit := line.Unit
	for _, s := range line.Suffixes() {
		if s.Code == l.Code {
			unit = s.Unit
		}
	}
	b.table.row(append(cells, unit, line.Import, line.Export, line.Certainty)...)
}
