// Package sample owns the files that the service keeps to try it with: an invoice, a workbook of products, a file of
// classified goods.
package sample

import (
	"embed"
	"io/fs"
	"path"
)

// Path is where the service keeps files to try it with: an invoice, a workbook of products, a file of
// classified goods.
const Path = "/docs/samples/"

//go:embed files
var sampleFiles embed.FS

// Read returns the content of a sample by the last part of its path. The error is fs.ErrNotExist where there is none.
func Read(name string) ([]byte, error) {
	return fs.ReadFile(sampleFiles, "files/"+path.Base(name))
}
