package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"tariffdesk/tariff"
)

type tariffCommand struct {
	Correlate tariffCorrelateCommand `cmd:"" help:"Follow codes of HS 2012, HS 2017 or the Mexican tariff of 2012 to those of today; needs no server."`
	Import    tariffImportCommand    `cmd:"" help:"Import an official publication as the next version of a country's tariff."`
	Show      tariffShowCommand      `cmd:"" help:"Show what is known about a code: titles, unit, duties; needs no server."`
}

type tariffShowCommand struct {
	Code     string `arg:"" help:"Two to ten digits, with or without dots."`
	Country  string `default:"MEX" enum:"MEX,COL,USA,ARG,WORLD" help:"Whose lines: ${enum}."`
	Language string `default:"English" enum:"English,Spanish" help:"${enum}."`
}

// Run prints the chapter, heading and subheading of the code, then the country's lines below it.
func (c *tariffShowCommand) Run(_ context.Context, to streams) error {
	code, ok := tariff.CleanCode(c.Code)
	if !ok || len(code) > 10 {
		return usageError{fmt.Errorf("%q is no code of two to ten digits", c.Code)}
	}
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return err
	}
	known := c.hierarchy(to.out, knowledge, code)
	if c.Country != "WORLD" {
		lines, err := c.lines(to.out, code)
		if err != nil {
			return err
		}
		known = known || lines > 0
	}
	if !known {
		return errors.New("the code " + code + " is not known")
	}
	return nil
}

func (c *tariffShowCommand) hierarchy(out io.Writer, knowledge *tariff.Knowledge, code string) bool {
	exact := false
	for _, digits := range []int{tariff.ChapterDigits, tariff.HeadingDigits, tariff.SubheadingDigits} {
		if len(code) < digits {
			break
		}
		if entry := knowledge.Entry(code[:digits]); entry != nil {
			_, _ = fmt.Fprintf(out, "%-10s  %s\n", entry.Code, entry.Title.In(tariff.Language(c.Language)))
			exact = entry.Code == code
		}
	}
	return exact
}

// lines prints the lines below the code, or the one it lies in, and returns how many.
func (c *tariffShowCommand) lines(out io.Writer, code string) (int, error) {
	schedule, err := tariff.LoadSchedule(c.Country)
	if err != nil {
		return 0, err
	}
	found := schedule.LinesOf(code[:min(len(code), 8)])
	if len(found) == 0 {
		return 0, nil
	}
	_, _ = fmt.Fprintf(out, "\n%s, as of %s\n", c.Country, schedule.Vintage)
	t := newTable(out, "LINE", "UNIT", "IMPORT", "EXPORT", "CERTAINTY", "SUFFIXES")
	for _, line := range found {
		t.row(line.Code, line.Unit, line.Import, line.Export, line.Certainty, len(line.Suffixes()))
	}
	return len(found), t.flush()
}
