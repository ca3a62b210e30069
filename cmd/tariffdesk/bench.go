package main

import (
	"context"

	"tariffdesk/cmd/internal/bench"
)

type benchCommand struct {
	Quick bool   `help:"A tenth of the calls, to see that it works."`
	Part  string `enum:"all,calls,batches,scaling" default:"all" help:"What to measure: ${enum}."`
}

// Run measures this binary on servers of its own and prints each figure beside its reference.
func (c *benchCommand) Run(ctx context.Context, to streams) error {
	return bench.Run(ctx, bench.Options{Quick: c.Quick, Part: bench.Part(c.Part)}, to.out)
}
