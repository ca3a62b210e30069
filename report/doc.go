// Package report turns answers into pages that people print and keep: HTML that needs no other file,
// and PDF. It owns layout and captions in both languages, and refuses to compute: every figure comes
// from the answer it is given.
package report
