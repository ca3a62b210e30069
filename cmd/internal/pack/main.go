// Command pack compresses a folder of data files into a ZIP archive, which a build with the tag
// packed embeds in place of the files. The archive is made by `make build` and is not kept: the files
// are what is edited, and every other build embeds them as they are.
package main

import (
	"archive/zip"
	"compress/flate"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1) //nolint:forbidigo // this is a main
	}
}

func run(args []string) (err error) {
	if len(args) != 2 {
		return fmt.Errorf("usage: pack FOLDER ARCHIVE")
	}
	out, err := os.Create(args[1])
	if err != nil {
		return fmt.Errorf("create archive: %w", err)
	}
	if err := pack(out, os.DirFS(args[0]), path.Base(args[0])); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// pack writes the files of a folder, but for notes to people, below prefix. The same files give the
// same archive.
func pack(out io.Writer, folder fs.FS, prefix string) error {
	w := zip.NewWriter(out)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestCompression) })
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".md") {
			return err
		}
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: path.Join(prefix, name), Method: zip.Deflate})
		if err == nil {
			_, err = to.Write(content)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("pack %s: %w", prefix, err)
	}
	return w.Close()
}
