package main

import (
	"context"

	"tariffdesk/cmd/internal/evaluate"
)

type evalShipmentsCommand struct {
	Part         string `enum:",read,measured" default:"read" placeholder:"PART" help:"read, the 40 packets that may be looked into, or measured, the 20 of which figures alone are taken."`
	Packets      []int  `placeholder:"NUMBER" help:"These packets of the part alone."`
	Details      bool   `help:"Print a line for each paper, line and difference that is not right."`
	Pages        string `type:"path" placeholder:"FOLDER" help:"Keep there what packets read as, by their content, and take it from there in the next run, which then reads no picture again."`
	Coefficients string `type:"existingdir" placeholder:"FOLDER" help:"Measure with the coefficient files of this folder in place of the embedded ones."`
}

// Run prints a table of figures.
func (c *evalShipmentsCommand) Run(ctx context.Context, to streams) error {
	_, err := evaluate.Shipments(ctx, evaluate.ShipmentOptions{Part: evaluate.Part(c.Part), Packets: c.Packets, Details: c.Details, Pages: c.Pages, Coefficients: c.Coefficients}, to.out)
	return err
}
