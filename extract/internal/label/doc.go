// Package label owns what a page says beside its values: the labels on it, and what may be the value of each by where
// it stands.
//
// It refuses to know tables, and what is wanted.
package label
