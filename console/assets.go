package console

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed asset
var assetFiles embed.FS

// assets are the style, the scripts and the pictures of the console under names that carry a hash of
// their content, so that browsers may keep them for ever.
type assets struct {
	paths map[string]string // by their own name
	files map[string]asset  // by the name with the hash
}

type asset struct {
	mediaType      string
	plain, gzipped []byte
}

func loadAssets() (*assets, error) {
	a := &assets{paths: map[string]string{}, files: map[string]asset{}}
	entries, err := assetFiles.ReadDir("asset")
	if err != nil {
		return nil, fmt.Errorf("assets: %w", err)
	}
	for _, e := range entries {
		content, err := assetFiles.ReadFile("asset/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("asset %s: %w", e.Name(), err)
		}
		sum := sha256.Sum256(content)
		ext := path.Ext(e.Name())
		name := strings.TrimSuffix(e.Name(), ext) + "." + hex.EncodeToString(sum[:6]) + ext
		a.paths[e.Name()] = "/app/assets/" + name
		a.files[name] = asset{mediaTypeOf(ext), content, gzipped(content, gzip.BestCompression)}
	}
	return a, nil
}

// mediaTypeOf does not ask the machine, whose tables differ.
func mediaTypeOf(ext string) string {
	switch ext {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return mime.TypeByExtension(ext)
}

// path is where an asset lies; an unknown one fails the template.
func (a *assets) path(name string) (string, error) {
	p, ok := a.paths[name]
	if !ok {
		return "", fmt.Errorf("no asset %q", name)
	}
	return p, nil
}

// ServeHTTP implements http.Handler.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := a.files[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.mediaType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	body := f.plain
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		body = f.gzipped
	}
	_, _ = bytes.NewReader(body).WriteTo(w) // the visitor has gone
}
