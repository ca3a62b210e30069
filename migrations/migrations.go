// Package migrations owns the numbered SQL of the schema, forward only, embedded in the binary.
// It refuses to hold anything but SQL: running it is the store's work.
package migrations

import "embed"

// Files are the migrations in the order of their numbers.
//
//go:embed *.sql
var Files embed.FS
