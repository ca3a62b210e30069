package read

import (
	"encoding/binary"

	"tariffdesk/fail"
)

// maxTIFFEntries bounds the entries of one directory.
const maxTIFFEntries = 4096

// tiffPages returns the offsets of the pages' directories in their order: at most MaxPages, and one
// more where the file has more. A chain that loops or leaves the file is refused.
func tiffPages(content []byte) ([]int64, error) {
	broken := func(why string) error {
		return fail.New(fail.CodeSvcDocsResource, "the file is corrupt: "+why)
	}
	if len(content) < 8 {
		return nil, broken("its TIFF header is truncated")
	}
	var order binary.ByteOrder = binary.LittleEndian
	if content[0] == 'M' {
		order = binary.BigEndian
	}
	size := int64(len(content))
	seen := map[int64]bool{}
	var offsets []int64
	for at := int64(order.Uint32(content[4:8])); at != 0 && len(offsets) <= MaxPages; {
		if at < 8 || at+2 > size {
			return nil, broken("a page directory lies outside the TIFF file")
		}
		if seen[at] {
			return nil, broken("its TIFF page directories form a loop")
		}
		seen[at] = true
		entries := int64(order.Uint16(content[at : at+2]))
		end := at + 2 + 12*entries
		if entries == 0 || entries > maxTIFFEntries || end+4 > size {
			return nil, broken("a TIFF page directory is truncated")
		}
		offsets = append(offsets, at)
		at = int64(order.Uint32(content[end : end+4]))
	}
	if len(offsets) == 0 {
		return nil, broken("the TIFF file has no page")
	}
	return offsets, nil
}
