package read

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"tariffdesk/extract/internal/page"
)

// version is of what a file reads as: it is raised whenever the words of a page may come out otherwise than before, so that
// readings that were kept are not taken for those of this reader.
const version = 4

// Keep makes the reader keep what documents read as in a folder, by their content, and take it from there when they come
// again: for measuring and fitting, where the same documents are read over and over. It is called before the reader is used.
func (r *Reader) Keep(folder string) { r.folder = folder }

// keptReading is the stored reading of a document.
type keptReading struct {
	Info  Info
	Pages []keptPage
}

// keptPage is a page before its words are arranged into rows.
type keptPage struct {
	Number        int
	Width, Height float64
	Source        page.Source
	Words         []page.Word
	Rulings       page.Rulings
}

// kept is the reading of a document that was kept, or read, which is then kept. What cannot be read is not kept.
func (r *Reader) kept(content []byte, most string, read func() ([]*page.Page, Info, error)) ([]*page.Page, Info, error) {
	name := filepath.Join(r.folder, fmt.Sprintf("%x.%s.%d.json", sha256.Sum256(content), most, version))
	raw, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		pages, info, err := read()
		if err == nil {
			err = keep(name, pages, info)
		}
		return pages, info, err
	}
	if err != nil {
		return nil, Info{}, fmt.Errorf("read kept pages: %w", err)
	}
	var k keptReading
	if err := json.Unmarshal(raw, &k); err != nil {
		return nil, Info{}, fmt.Errorf("kept pages %s: %w", name, err)
	}
	pages := make([]*page.Page, len(k.Pages))
	for i, p := range k.Pages {
		pages[i] = page.New(p.Number, p.Width, p.Height, p.Source, p.Words)
		pages[i].Rule(p.Rulings)
	}
	return pages, k.Info, nil
}

func keep(name string, pages []*page.Page, info Info) error {
	k := keptReading{Info: info}
	for _, p := range pages {
		k.Pages = append(k.Pages, keptPage{p.Number, p.Width, p.Height, p.Source, p.Words, p.Rulings})
	}
	raw, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("encode pages to keep: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
		return fmt.Errorf("folder of kept pages: %w", err)
	}
	half := name + ".part" // a run that is stopped leaves no half of a file
	if err := os.WriteFile(half, raw, 0o600); err != nil {
		return fmt.Errorf("keep pages: %w", err)
	}
	return os.Rename(half, name)
}

// Pages reads up to most pages. progress, which may be nil, hears of each page that is done.
func (r *Reader) Pages(ctx context.Context, content []byte, most int, progress func(done, of int)) ([]*page.Page, Info, error) {
	if r.folder == "" {
		return r.pages(ctx, content, most, nil, progress)
	}
	return r.kept(content, strconv.Itoa(most), func() ([]*page.Page, Info, error) { return r.pages(ctx, content, most, nil, progress) })
}
