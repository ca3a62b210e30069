package extract

import (
	"context"

	"tariffdesk/extract/internal/read"
)

// Count is Inspect without HasTextLayer: it takes milliseconds, and three seconds at most.
func (e *Engine) Count(ctx context.Context, file []byte) (Info, error) {
	i, err := e.parts.Reader.Count(ctx, file)
	return infoOf(i), err
}

func infoOf(i read.Info) Info {
	info := Info{Type: string(i.Type), Pages: i.Pages, Encrypted: i.Encrypted, HasTextLayer: i.HasTextLayer}
	if i.Type != "" {
		info.MediaType = i.Type.MediaType()
	}
	return info
}
