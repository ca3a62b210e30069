// Package engine owns what an extraction is put together from: the reader, the dictionary and the coefficients.
//
// It refuses to know what is asked.
package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/papers"
	"tariffdesk/extract/internal/read"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
)

// Config holds what may be tuned; the zero value means the defaults. Its members are those of extract.Config.
type Config struct {
	OCR          int
	PageTime     time.Duration
	Pages        string
	Coefficients string
}

// Parts are safe for concurrent use.
type Parts struct {
	Reader *read.Reader
	Dict   *term.Dictionary
	Tables table.Model
	Values confidence.Model
	Papers papers.Model
}

// New loads the embedded dictionary and coefficients.
func New(cfg Config) (Parts, error) {
	files := otherCoefficients{cfg.Coefficients}
	dict, err := term.Load(files)
	if err != nil {
		return Parts{}, fmt.Errorf("load dictionary of trade documents: %w", err)
	}
	tables, err := table.Load(files)
	if err != nil {
		return Parts{}, err
	}
	values, err := confidence.Load(files)
	if err != nil {
		return Parts{}, err
	}
	parting, err := papers.Load(files)
	if err != nil {
		return Parts{}, err
	}
	reader := read.New(cfg.OCR, cfg.PageTime)
	reader.Keep(cfg.Pages)
	return Parts{Reader: reader, Dict: dict, Tables: tables, Values: values, Papers: parting}, nil
}

// Sheet marks up pages; kind is what the caller calls the document.
func (p Parts) Sheet(pages []*page.Page, kind string) *sheet.Sheet {
	return sheet.New(grid.NewTabled(p.Dict, pages, kind, p.Tables))
}

// Builder makes the result of a schema.
func (p Parts) Builder(d *sheet.Sheet, s *schema.Schema) *result.Builder {
	return result.NewBuilder(d, s, p.Values)
}

// otherCoefficients are the files of the dictionary with the coefficients of a folder in place of the embedded ones; a file
// that the folder lacks is the embedded one.
type otherCoefficients struct{ folder string }

// Open opens a file of the dictionary.
func (o otherCoefficients) Open(name string) (fs.File, error) {
	if inside, ok := strings.CutPrefix(name, "coefficients/"); ok && o.folder != "" {
		if f, err := os.DirFS(o.folder).Open(inside); !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return data.Files.Open(name)
}
