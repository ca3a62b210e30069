package evaluate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tariffdesk/extract"
)

// Document is an entry of a manifest with its file read.
type Document struct {
	File         string
	Layout, Kind string
	Packet       string // papers of one packet share it
	Drawn        bool   // its truth is that of a drawing
	Request      extract.Request
	Expected     any
}

// EachDocument hands the documents of a part of a manifest over, one after another, until do fails.
func EachDocument(manifest string, part Part, do func(Document) error) error {
	entries, err := readManifest(manifest)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !part.Takes(e.Layout, e.Source, e.File) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(filepath.Dir(manifest), e.File))
		if err != nil {
			return fmt.Errorf("read document: %w", err)
		}
		err = do(Document{File: e.File, Layout: e.Layout, Packet: e.Packet, Drawn: e.Truth == "drawn", Kind: e.Kind, Expected: e.Expected,
			Request: extract.Request{File: content, Schema: e.Schema, DocumentType: e.DocType, Description: e.Description}})
		if err != nil {
			return err
		}
	}
	return nil
}

// Decode reads JSON with its numbers as they are written.
func Decode(raw []byte) (any, error) {
	var v any
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	err := dec.Decode(&v)
	return v, err
}
