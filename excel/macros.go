package excel

import (
	"encoding/xml"
	"path"
	"strings"
)

// holdsMacros reports whether the container has a part of macros, or says of a part it has that macros are
// enabled in it. What its list of content types declares by file extension alone, as templates and
// libraries do for .bin, says nothing of what is there: printer settings have that extension too.
func (b *Book) holdsMacros() (bool, error) {
	for name := range b.parts {
		if strings.HasPrefix(path.Base(name), "vbaproject") && path.Ext(name) == ".bin" {
			return true, nil
		}
	}
	found := false
	err := b.each("[content_types].xml", func(e xml.StartElement) bool {
		kind := strings.ToLower(attr(e, "ContentType"))
		part := strings.ToLower(strings.TrimPrefix(attr(e, "PartName"), "/"))
		if e.Name.Local == "Override" && b.parts[part] != nil && (strings.Contains(kind, "macroenabled") || strings.HasSuffix(kind, ".vbaproject")) {
			found = true
		}
		return !found
	})
	return found, err
}
