package svcdocs

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// previewAnswer documents the picture of a page.
type previewAnswer struct {
	Page   int `json:"page" doc:"Number of the page, from 1"`
	Width  int `json:"width" doc:"Width of the image in pixels"`
	Height int `json:"height" doc:"Height of the image in pixels"`
}

type previewInput struct {
	wire.Common
	JobID string `path:"job_id" doc:"Id of the job that read the document"`
	Page  int    `path:"page" minimum:"1" maximum:"100" doc:"Number of the page, from 1"`
}

type previewOutput struct {
	ContentType string `header:"Content-Type"`
	Policy      string `header:"Content-Security-Policy"`
	Body        []byte
}

func (s *Handlers) registerPreviews(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/jobs/{job_id}/pages/{page}", ID: "get-job-page", Tag: "jobs",
		Summary: "The picture of a page of an extraction that was asked for with previews=true", Access: gate.Current, Find: s.Submits.FindJob,
		Document: func(op *huma.Operation, _ huma.Registry) {
			op.Responses["200"] = &huma.Response{Description: "A JPEG of at most 1,400 pixels a side", Content: map[string]*huma.MediaType{
				"image/jpeg": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
			}}
		}}, s.preview)
}

var errNoPicture = fail.New(fail.CodeNotFound, "there is no picture of this page")

// preview answers with a page's picture. It was made of a stranger's file: a browser runs nothing of it.
func (s *Handlers) preview(ctx context.Context, in *previewInput) (*previewOutput, error) {
	j := gate.Found[jobs.Job](ctx)
	switch {
	case j.Expired:
		return nil, submit.ErrExpired
	case j.Kind != jobs.KindExtract || !j.State.Terminal():
		return nil, errNoPicture
	}
	r, err := s.Blobs.Open(ctx, jobs.PictureKey(j.ID, in.Page))
	switch {
	case errors.Is(err, fail.New(fail.CodeNotFound, "")):
		return nil, errNoPicture
	case err != nil:
		return nil, fail.Wrap(err, fail.CodeUnavailable, "pictures cannot be read at the moment")
	}
	defer func() { _ = r.Close() }() // only read
	picture, err := io.ReadAll(io.LimitReader(r, maxPictureBytes))
	if err != nil {
		return nil, fail.Wrap(err, fail.CodeUnavailable, "pictures cannot be read at the moment")
	}
	return &previewOutput{ContentType: "image/jpeg", Policy: "default-src 'none'; sandbox", Body: picture}, nil
}

// maxPictureBytes is above what a picture is drawn in.
const maxPictureBytes = 2 << 20
