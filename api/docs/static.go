package docs

import (
	_ "embed"
	"net/http"
)

func static(contentType string, content []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "public, max-age=86400")
		_, _ = w.Write(content) //nolint:gosec // a file of the program; an error means that the caller has gone
	})
}

func withPolicy(policy string, next http.Handler) http.Handler {
	policy += "; frame-ancestors 'none'; base-uri 'none'" // which default-src does not stand for
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		next.ServeHTTP(w, r)
	})
}
