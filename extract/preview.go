package extract

import (
	"context"

	"tariffdesk/extract/internal/read"
)

// Preview is the picture of a page for people: a JPEG of at most 1,400 pixels a side.
type Preview = read.Preview

// MaxPreviews is how many pages of a document are drawn.
const MaxPreviews = 30

// Previews draws the first MaxPreviews pages of a document and hands each to keep, whose error ends it.
// A page that cannot be drawn is left out. Its errors are those of Extract for the file.
func (e *Engine) Previews(ctx context.Context, file []byte, keep func(Preview) error) error {
	return e.parts.Reader.Previews(ctx, file, MaxPreviews, keep)
}

// Preview draws one page of a document. Its errors are those of Extract for the file; a page that it does not have, or
// that cannot be drawn, is an error too. CodeUnavailable where it takes too long: on a busy server a page may be drawn later.
func (e *Engine) Preview(ctx context.Context, file []byte, page int) (Preview, error) {
	return e.parts.Reader.Preview(ctx, file, page)
}
