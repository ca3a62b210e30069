package fit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"tariffdesk/classify"
)

// overlay is the data of the program with files of coefficients laid over it.
type overlay struct {
	fs.FS
	laid map[string][]byte
}

// ReadFile returns the file laid over, else the program's.
func (o *overlay) ReadFile(name string) ([]byte, error) {
	if raw, ok := o.laid[name]; ok {
		return raw, nil
	}
	return fs.ReadFile(o.FS, name)
}

// start lays the coefficients over that a folder holds already.
func (o *overlay) start(folder string) error {
	for _, name := range []string{classify.RankFile, classify.OpinionFile, classify.PrecedentsFile, classify.ConfidenceFile, classify.LineFile} {
		raw, err := os.ReadFile(filepath.Join(folder, path.Base(name)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read coefficients: %w", err)
		}
		o.laid[name] = raw
	}
	return nil
}

// write puts what is laid over into a folder, each file at once or not at all.
func (o *overlay) write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("write coefficients: %w", err)
	}
	for name, raw := range o.laid {
		file := filepath.Join(folder, path.Base(name))
		if err := os.WriteFile(file+".new", raw, 0o644); err != nil {
			return fmt.Errorf("write coefficients: %w", err)
		}
		if err := os.Rename(file+".new", file); err != nil {
			return fmt.Errorf("write coefficients: %w", err)
		}
	}
	return nil
}
