package main

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"strings"
	"testing"
)

func TestTheArchiveHoldsEachFileOfTheTariffAndIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	folder := os.DirFS("../../../tariff/data")
	var first, second bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := pack(out, folder, "data"); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same files gave two archives")
	}
	archive, err := zip.NewReader(bytes.NewReader(first.Bytes()), int64(first.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".md") {
			return err
		}
		files++
		want, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		if got, err := fs.ReadFile(archive, "data/"+name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, or another content", name, err)
		}
		return nil
	})
	if err != nil || files != len(archive.File) || files < 100 {
		t.Errorf("%d files, %d packed, %v", files, len(archive.File), err)
	}
}

func TestAFolderThatIsMissingIsAnError(t *testing.T) {
	t.Parallel()
	if err := run([]string{t.TempDir() + "/absent", t.TempDir() + "/archive.zip"}); err == nil {
		t.Error("no error")
	}
	if err := run(nil); err == nil {
		t.Error("no usage")
	}
}
