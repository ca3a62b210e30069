package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// The test's own binary is a program with modules.
func TestTheBillNamesEveryModuleWithItsChecksum(t *testing.T) {
	t.Parallel()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := write(&out, []string{own, own}); err != nil {
		t.Fatal(err)
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(&out, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if name := bom.Metadata.Component.Name; name != "tariffdesk/deploy" {
		t.Errorf("the bill is of %q", name)
	}
	found := map[string]bool{}
	for _, c := range *bom.Components {
		if found[c.Name] {
			t.Errorf("%s is there twice", c.Name)
		}
		found[c.Name] = true
		if c.Name != "std" && (c.Version == "" || c.Hashes == nil || len((*c.Hashes)[0].Value) != 64) {
			t.Errorf("%s %s has no checksum", c.Name, c.Version)
		}
	}
	if !found["std"] || !found["github.com/CycloneDX/cyclonedx-go"] {
		t.Errorf("the bill lacks modules: %v", found)
	}
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	for says, binaries := range map[string][]string{"usage": nil, "text": {text}} {
		if err := write(new(bytes.Buffer), binaries); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
}
