// Package layouts makes documents to fit the extraction to: it invents a deal, a layout and a schema from
// a seed, draws the deal, and writes down what it printed. The truth holds by construction, because a
// value is expected only after it was drawn.
//
// It refuses to serve: no program that reads documents knows it, and no figure of quality is taken from
// what it draws.
package layouts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Bounds of a run.
const (
	maxCount  = 1_000_000
	perLayout = 2 // documents of one layout: another deal, another schema
)

// Options say what to make.
type Options struct {
	Folder  string
	Seed    uint64
	Count   int
	Scans   int      // percent of the documents that become pictures, 0 to 100
	Kinds   []string // of documents; all where empty
	Langs   []string // of documents; all six where empty
	Packets int      // of papers of one deal, in place of the documents
	Long    int      // documents of several pages, in place of the others
}

// Run writes docs/ and manifest.json into the folder. The same options give the same bytes; pictures
// do as far as the installed poppler draws the same.
func Run(ctx context.Context, o Options) error {
	if o.Packets+o.Long > 0 {
		o.Count = o.Packets + o.Long
	}
	if o.Count < 1 || o.Count > maxCount || o.Scans < 0 || o.Scans > 100 {
		return fmt.Errorf("count must be 1 to %d and scans 0 to 100, have %d and %d", maxCount, o.Count, o.Scans)
	}
	lib, err := load(files)
	if err != nil {
		return err
	}
	plan, err := newPlan(lib, o)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(o.Folder, "docs"), 0o750); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	documents := plan.documents(o)
	entries := make([]Entry, len(documents))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range entries {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			entry, err := write(ctx, documents[i], o.Folder)
			if err != nil {
				return fmt.Errorf("document %d: %w", i, err)
			}
			entries[i] = entry
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return writeManifest(filepath.Join(o.Folder, "manifest.json"), entries)
}

// write draws a document and stores its file.
func write(ctx context.Context, d *document, folder string) (Entry, error) {
	content, pages, err := d.draw()
	if err != nil {
		return Entry{}, err
	}
	ending := ".pdf"
	if d.scanned {
		if content, ending, err = scan(ctx, content, pages, d.dice.of("scan")); err != nil {
			return Entry{}, err
		}
	}
	entry := d.entry(pages, len(content))
	entry.File = "docs/" + d.id + ending
	if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(entry.File)), content, 0o600); err != nil {
		return Entry{}, fmt.Errorf("store: %w", err)
	}
	return entry, nil
}
