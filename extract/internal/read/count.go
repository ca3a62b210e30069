package read

import "context"

// Count is Inspect without a look at the text, which a hostile file may make long: before a charge the
// pages are all that has to be known.
func (r *Reader) Count(ctx context.Context, content []byte) (Info, error) {
	d, done, err := open(ctx, content)
	done()
	return d.Info, err
}
