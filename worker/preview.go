package worker

import (
	"context"
	"fmt"
	"io"
	"slices"

	"tariffdesk/extract"
	"tariffdesk/jobs"
)

// Painter draws the pages of a document; *extract.Engine is one.
type Painter interface {
	Previews(ctx context.Context, file []byte, keep func(extract.Preview) error) error
}

// pageBody tells of the picture of a page that is kept with the result.
type pageBody struct {
	Page   int `json:"page"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// previews draws the document's pages and keeps them as long as the job's result. They are an addition
// to a result that is there already: what cannot be drawn or kept is left out.
func (e Extraction) previews(ctx context.Context, t Task, file []byte, chosen []extract.PageRange) (pages []pageBody, err error) {
	if e.Painter == nil {
		return nil, nil
	}
	err = e.Painter.Previews(ctx, file, func(p extract.Preview) error {
		if len(chosen) > 0 && !slices.ContainsFunc(chosen, func(r extract.PageRange) bool { return p.Number >= r.First && p.Number <= r.Last }) {
			return nil
		}
		key := jobs.PictureKey(t.Job.ID, p.Number)
		if err := e.Store.KeepResults(ctx, t.Job.ID, []string{key}); err != nil {
			return err
		}
		err := e.Blobs.Write(ctx, key, "image/jpeg", func(w io.Writer) error {
			_, err := w.Write(p.JPEG)
			return err
		})
		if err != nil {
			return fmt.Errorf("keep picture %s: %w", key, err)
		}
		pages = append(pages, pageBody{p.Number, p.Width, p.Height})
		return nil
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return pages, err
}
