//go:build packed

package tariff

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"io/fs"
	"sync"
)

// archive is the folder data as cmd/internal/pack compresses it for a release.
//
//go:embed data.zip
var archive []byte

// embedded holds the data files.
var embedded = packed{sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
})}

// packed reads files of an archive, each unpacked when it is read.
type packed struct{ open func() (*zip.Reader, error) }

// Open implements fs.FS.
func (p packed) Open(name string) (fs.File, error) {
	files, err := p.open()
	if err != nil {
		return nil, err
	}
	return files.Open(name)
}

// ReadFile implements fs.ReadFileFS.
func (p packed) ReadFile(name string) ([]byte, error) {
	files, err := p.open()
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(files, name)
}
