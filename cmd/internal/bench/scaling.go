package bench

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"time"
)

// scaling measures what a call takes of each part where API and workers are processes of their own, and
// says by the utilisation law what a number of workers needs of the others: a part that takes D of
// processor time a call carries at most cores / D calls a second. How it holds is in docs/guide/scaling.md.
func (b *bench) scaling(ctx context.Context) error {
	env := []string{"JWT_SECRET=0123456789abcdef0123456789abcdef", "BLOB_URL=file://" + filepath.Join(b.dir, "blobs"), "DB_MAX_CONNS=12"}
	api, err := b.run(ctx, env, "api", "--listen", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer api.stop()
	p := parts{api: api}
	const callers = 50
	var demand usage
	var rates []float64
	for range 2 {
		w, err := b.run(ctx, append(env, "OPS_LISTEN=127.0.0.1:0"), "worker")
		if err != nil {
			return err
		}
		defer w.stop()
		p.workers = append(p.workers, w)
		if sampleResult, err = b.call(ctx, api.base); err != nil {
			return err
		}
		if _, _, err := b.load(ctx, api.base, callers, 50*b.scale); err != nil {
			return err
		}
		before, err := b.usage(ctx, p)
		if err != nil {
			return err
		}
		n := 300 * b.scale
		_, rate, err := b.load(ctx, api.base, callers, n)
		if err != nil {
			return err
		}
		after, err := b.usage(ctx, p)
		if err != nil {
			return err
		}
		demand, rates = after.per(before, n), append(rates, rate)
	}
	ceilings, err := b.divided(ctx, env)
	if err != nil {
		return err
	}
	bare, err := b.bareRows(ctx, p, callers, 200*b.scale)
	if err != nil {
		return err
	}
	one, err := b.bareSubmits(ctx, callers, 300*b.scale)
	if err != nil {
		return err
	}
	b.row("1 worker, 2 workers, jobs a second", fmt.Sprintf("%.0f, %.0f", rates[0], rates[1]), "these cores are shared by all parts", ratio(rates[1], rates[0]), "")
	b.row("a call takes of PostgreSQL", ms(demand.postgres), "three bare statements "+ms(bare), ratio(float64(demand.postgres), float64(bare)), "")
	for _, d := range []struct {
		of   string
		took time.Duration
	}{{"a worker", demand.workers}, {"an API", demand.api}, {"Redis", demand.redis}} {
		b.row("  of "+d.of, ms(d.took), "PostgreSQL", ratio(float64(d.took), float64(demand.postgres)), "")
	}
	b.row("  of PostgreSQL's log", fmt.Sprintf("%.1f kB", demand.logBytes/1000), "", "", "")
	b.row("submissions of one organisation a second", fmt.Sprintf("%.0f", one), "calls beside all else", ratio(one, rates[1]), "> 1")
	for _, parts := range []int{1, 4} {
		took := ceilings[parts]
		b.row(fmt.Sprintf("ceiling of Redis, queue in %d", parts), fmt.Sprintf("%.0f/s", 1/took.Seconds()),
			fmt.Sprintf("PostgreSQL of 16 cores %.0f/s", 16/demand.postgres.Seconds()), ratio(1/took.Seconds(), 16/demand.postgres.Seconds()), "")
	}
	for _, workers := range []float64{10, 100, 1000} {
		rate := workers / demand.workers.Seconds()
		b.row(fmt.Sprintf("%.0f cores of workers would do", workers), fmt.Sprintf("%.0f/s", rate), fmt.Sprintf("needs cores: PostgreSQL %.0f, API %.0f; Redis %.1f of one; log %.0f MB/s; organisations %.0f",
			math.Ceil(rate*demand.postgres.Seconds()), math.Ceil(rate*demand.api.Seconds()), rate*demand.redis.Seconds(), rate*demand.logBytes/1e6, math.Ceil(rate/one)), "", "")
	}
	return nil
}
