// Command sbom writes the bill of materials of Go binaries as CycloneDX 1.6 in JSON: the modules that
// the linker recorded in each, with version and checksum.
//
//	sbom BINARY [BINARY…] > tariffdesk.cdx.json
package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if err := write(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(to io.Writer, binaries []string) error {
	if len(binaries) == 0 {
		return errors.New("usage: sbom BINARY")
	}
	var root *buildinfo.BuildInfo
	modules := map[string]*debug.Module{}
	for _, file := range binaries {
		info, err := buildinfo.ReadFile(file)
		if err != nil {
			return err
		}
		if root == nil {
			root = info
		} else if root.Main != info.Main || root.GoVersion != info.GoVersion {
			return fmt.Errorf("%s is another program than %s", file, binaries[0])
		}
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			modules[m.Path] = m
		}
	}
	bom := cdx.NewBOM()
	main := component(cdx.ComponentTypeApplication, &root.Main)
	bom.Metadata = &cdx.Metadata{Component: &main}
	components := []cdx.Component{{Type: cdx.ComponentTypeLibrary, Name: "std", Version: strings.TrimPrefix(root.GoVersion, "go"),
		BOMRef: "std", PackageURL: "pkg:golang/std@" + strings.TrimPrefix(root.GoVersion, "go")}}
	for _, m := range modules {
		components = append(components, component(cdx.ComponentTypeLibrary, m))
	}
	slices.SortFunc(components, func(a, b cdx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	direct := []string{}
	for _, c := range components {
		direct = append(direct, c.BOMRef)
	}
	bom.Components, bom.Dependencies = &components, &[]cdx.Dependency{{Ref: main.BOMRef, Dependencies: &direct}}
	encoder := cdx.NewBOMEncoder(to, cdx.BOMFileFormatJSON)
	return encoder.SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6)
}

func component(kind cdx.ComponentType, m *debug.Module) cdx.Component {
	url := "pkg:golang/" + m.Path + "@" + m.Version
	c := cdx.Component{Type: kind, Name: m.Path, Version: m.Version, BOMRef: url, PackageURL: url}
	// The checksum of go.sum: SHA-256 over the files of the module.
	if sum, found := strings.CutPrefix(m.Sum, "h1:"); found {
		if digest, err := base64.StdEncoding.DecodeString(sum); err == nil {
			c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(digest)}}
		}
	}
	return c
}
