// Package browser holds the tests that use the console as people do: the real program, started by
// `tariffdesk up` on an empty folder, and a real browser, Debian's chromium without a window.
//
// A page fails its test by more than a missing word: by a report of the content security policy, a
// message of level error, an uncaught exception, a failed request, a violation of the rules of
// accessibility, or a width that has to be scrolled sideways. A missing browser is a failure.
//
// `go test ./cmd/internal/browser -shots FOLDER` also writes a picture of every page that is looked
// at, wide and narrow, light and dark, in both languages.
package browser
