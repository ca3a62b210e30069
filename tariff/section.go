package tariff

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"sync"
)

// Section is one of the 21 sections of the Harmonized System.
type Section struct {
	Number string // roman
	Title  Text
}

//go:embed data/sections.txt
var sectionsText string

// sections are by chapter; they are read once a process.
var sections = sync.OnceValue(func() map[string]Section {
	byChapter := map[string]Section{}
	for line := range strings.Lines(sectionsText) {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		chapters, titles, _ := strings.Cut(rest, " ")
		english, spanish, titled := strings.Cut(titles, " | ")
		if !titled || number == "#" {
			continue
		}
		first, last, _ := strings.Cut(chapters, "-")
		for n := range ChapterCount + 2 {
			if c := fmt.Sprintf("%02d", n); c >= first && c <= last {
				byChapter[c] = Section{number, Text{english, spanish}}
			}
		}
	}
	return byChapter
})

// SectionOf returns the section of a code of two digits or more; ok is false where no chapter begins so.
func SectionOf(code string) (s Section, ok bool) {
	s, ok = sections()[code[:min(len(code), ChapterDigits)]]
	return s, ok
}

// Digest tells versions of the embedded knowledge apart: the first twelve hexadecimal digits of the SHA-256 of its files
// and of those of others that belong to it.
func Digest(others ...fs.FS) (string, error) {
	sum := sha256.New()
	for _, files := range append([]fs.FS{embedded}, others...) {
		err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := fs.ReadFile(files, path)
			fmt.Fprintf(sum, "%s %d\n", path, len(content))
			sum.Write(content)
			return err
		})
		if err != nil {
			return "", fmt.Errorf("digest of the knowledge: %w", err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:12], nil
}
