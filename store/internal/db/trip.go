package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// InOneTrip runs do on a connection. A batch that it sends is a transaction of its own, which takes one
// round trip instead of three: all of it is committed at its end, or nothing where a statement fails.
func (d *Pool) InOneTrip(ctx context.Context, limit time.Duration, do func(*pgxpool.Conn, context.Context) error) error {
	c, err := d.call(ctx, limit)
	if err != nil {
		return err
	}
	return c.end(do(c.conn, c.ctx))
}
