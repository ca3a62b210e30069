package read

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"github.com/hhrutter/tiff"
	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"

	"tariffdesk/fail"
)

// picture decodes one page of an image file; page counts from 1. The size is judged before the
// pixels are unpacked.
func picture(kind Type, content []byte, offsets []int64, number int) (gray, error) {
	config, err := pictureConfig(kind, content, offsets, number)
	if err != nil {
		return gray{}, pictureError(kind, err)
	}
	if err := checkSize(config); err != nil {
		return gray{}, err
	}
	img, err := decodePicture(kind, content, offsets, number)
	if err != nil {
		return gray{}, pictureError(kind, err)
	}
	g := toGray(img)
	switch kind {
	case TypeJPEG:
		g = g.oriented(exifOrientation(content))
	case TypeTIFF:
		g = g.oriented(tiffOrientation(content))
	case TypePDF, TypePNG, TypeBMP, TypeWEBP:
	}
	return g, nil
}

func checkSize(c image.Config) error {
	if c.Width < 1 || c.Height < 1 {
		return fail.New(fail.CodeSvcDocsResource, "the image is empty")
	}
	if c.Width > maxPixels/c.Height {
		return fail.Newf(fail.CodeSvcDocsResource, "the image of %d × %d pixels exceeds the limit of %d million pixels",
			c.Width, c.Height, maxPixels/1_000_000)
	}
	return nil
}

func pictureConfig(kind Type, content []byte, offsets []int64, number int) (image.Config, error) {
	r := bytes.NewReader(content)
	switch kind {
	case TypeJPEG:
		return jpeg.DecodeConfig(r)
	case TypePNG:
		return png.DecodeConfig(r)
	case TypeBMP:
		return bmp.DecodeConfig(r)
	case TypeWEBP:
		return webp.DecodeConfig(r)
	case TypeTIFF:
		return tiff.DecodeConfigAt(r, offsets[number-1])
	case TypePDF:
	}
	return image.Config{}, fmt.Errorf("no picture of type %q", kind)
}

// decodePicture decodes; decoders that panic on foreign bytes make an error.
func decodePicture(kind Type, content []byte, offsets []int64, number int) (img image.Image, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decoder: %v", p)
		}
	}()
	r := bytes.NewReader(content)
	switch kind {
	case TypeJPEG:
		return jpeg.Decode(r)
	case TypePNG:
		return png.Decode(r)
	case TypeBMP:
		return bmp.Decode(r)
	case TypeWEBP:
		return webp.Decode(r)
	case TypeTIFF:
		return tiff.DecodeAt(r, offsets[number-1])
	case TypePDF:
	}
	return nil, fmt.Errorf("no picture of type %q", kind)
}

// pictureError tells what is not supported from what is broken.
func pictureError(kind Type, err error) error {
	name := string(kind)
	unsupported := errors.Is(err, bmp.ErrUnsupported)
	if _, ok := errors.AsType[tiff.UnsupportedError](err); ok {
		unsupported = true
	}
	if _, ok := errors.AsType[jpeg.UnsupportedError](err); ok {
		unsupported = true
	}
	switch {
	case kind == TypeWEBP:
		return fail.Wrap(err, fail.CodeSvcDocsResource, "the WEBP image is corrupt or animated: send a still image")
	case unsupported:
		return fail.Wrap(err, fail.CodeSvcDocsResource, "the "+name+" image uses a compression or colour model that is not supported: save it as PNG")
	}
	return fail.Wrap(err, fail.CodeSvcDocsResource, "the "+name+" image is corrupt or truncated")
}
