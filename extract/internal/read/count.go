package read

import (
	"context"
	"time"
)

// countTime is many times what it takes to count the pages of an honest file.
const countTime = 3 * time.Second

// Count is Inspect without a look at the text, which a hostile file may make long: before a charge the
// pages are all that has to be known.
func (r *Reader) Count(ctx context.Context, content []byte) (Info, error) {
	ctx, cancel := within(ctx, countTime)
	defer cancel()
	d, done, err := open(ctx, content)
	done()
	return d.Info, overdue(err)
}
