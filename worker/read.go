package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tariffdesk/bounded"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// Attachments reads the files of a classification with the engine that reads documents. It
// implements Reader.
type Attachments struct {
	Engine  Extractor
	Uploads Uploads
}

// Bounds of what attachments add to a description.
const (
	maxReadChars    = 20_000 // of one file
	leastConfidence = 0.45   // of a page read by OCR: below it the letters are texture, not text
	leastLetters    = 4      // of a page
)

// Read reads a file as text. A file that cannot be read is no error: the note states why, and the classification goes
// on without it.
func (a Attachments) Read(ctx context.Context, file jobs.Attachment, pages int) (Reading, error) {
	content, err := read(ctx, a.Uploads, file.Key)
	if err != nil {
		return Reading{}, err
	}
	got, total, err := a.Engine.Read(ctx, content, pages, nil)
	if known, ok := errors.AsType[*fail.Error](err); ok && !transient(err) {
		return Reading{Refused: true, Note: fmt.Sprintf("%s was not read: %s.", file.Name, strings.TrimSuffix(known.Message, "."))}, nil
	}
	if err != nil {
		return Reading{}, err
	}
	r := Reading{Pages: len(got)}
	var texts []string
	for _, p := range got {
		if p.Source == "ocr" && p.Confidence < leastConfidence || len(strings.TrimSpace(p.Text)) < leastLetters {
			continue
		}
		texts = append(texts, p.Text)
	}
	text, cut := bounded.Cut(strings.Join(texts, "\n"), maxReadChars)
	r.Text = text
	r.Note = readNote(file.Name, len(texts), len(got), total, cut)
	return r, nil
}

// readNote states what was read of a file.
func readNote(name string, readable, read, total int, cut bool) string {
	switch {
	case readable == 0:
		return fmt.Sprintf("%s holds no readable text: describe the product, with its material and use.", name)
	case read < total:
		return fmt.Sprintf("Of %s, %d of %d pages were read: the limit is %d pages of attachments.", name, read, total, maxPages)
	case cut:
		return fmt.Sprintf("Of %s, the first %d characters were read.", name, maxReadChars)
	case readable < read:
		return fmt.Sprintf("%s was read; %d of its %d pages hold no readable text.", name, read-readable, read)
	}
	return fmt.Sprintf("%s was read.", name)
}

var (
	_ Reader    = Attachments{}
	_ Extractor = (*extract.Engine)(nil)
	_ Extractor = (*extract.Assisted)(nil)
)
