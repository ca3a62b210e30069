package worker

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"tariffdesk/classify"
	"tariffdesk/jobs"
)

// ImageClassifier is a Classifier that also looks at pictures of the goods.
type ImageClassifier interface {
	ClassifyImages(ctx context.Context, r classify.Request, images [][]byte) (classify.Result, error)
}

// Uploads opens uploaded files by key.
type Uploads interface {
	Open(ctx context.Context, key string) (io.ReadCloser, error)
}

// maxPictureBytes bounds the pictures shown to a model in all: they are sent in one request.
const maxPictureBytes = 10 << 20

// classify asks the engine, with the pictures of the job where the engine looks at any. Notes name the
// pictures that were not shown.
func (c Classification) classify(ctx context.Context, in jobs.ClassifyInput, r classify.Request) (classify.Result, []string, error) {
	sighted, ok := c.Engine.(ImageClassifier)
	if !ok || c.Uploads == nil || r.Model == classify.ModelFast {
		result, err := c.Engine.Classify(ctx, orUnnamed(r))
		return result, nil, err
	}
	images, notes, err := c.pictures(ctx, in.Attachments)
	if err != nil {
		return classify.Result{}, nil, err
	}
	if len(images) == 0 {
		r = orUnnamed(r)
	}
	result, err := sighted.ClassifyImages(ctx, r, images)
	return result, notes, err
}

// unnamed describes goods of which nothing could be read: the engine understands nothing by it, and asks.
const unnamed = "-"

func orUnnamed(r classify.Request) classify.Request {
	if strings.TrimSpace(r.Description) == "" {
		r.Description = unnamed
	}
	return r
}

// pictures loads the images a model can be shown, in order.
func (c Classification) pictures(ctx context.Context, attachments []jobs.Attachment) (images [][]byte, notes []string, err error) {
	left := int64(maxPictureBytes)
	for _, a := range attachments {
		if a.Kind != jobs.AttachmentImage || a.Key == "" {
			continue
		}
		content, err := c.load(ctx, a.Key, left)
		if err != nil {
			return nil, nil, err
		}
		switch http.DetectContentType(content) {
		case "image/png", "image/jpeg", "image/webp", "image/gif":
		default:
			notes = append(notes, fmt.Sprintf("%s was not shown to the model: it takes PNG, JPEG, WebP and GIF.", a.Name))
			continue
		}
		if int64(len(content)) > left {
			notes = append(notes, fmt.Sprintf("%s was not shown to the model: the limit is %d MB of images.", a.Name, maxPictureBytes>>20))
			continue
		}
		left -= int64(len(content))
		images = append(images, content)
	}
	return images, notes, nil
}

// load reads a file, and of one that is larger than limit a byte more than that.
func (c Classification) load(ctx context.Context, key string, limit int64) ([]byte, error) {
	file, err := c.Uploads.Open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("open image %s: %w", key, err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read image %s: %w", key, err)
	}
	return content, nil
}
