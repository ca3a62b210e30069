package read

import (
	"bytes"
	"encoding/binary"
)

// exifOrientation reads the orientation tag of a JPEG, 1 (upright) where there is none. It follows
// the segments up to the image data only.
func exifOrientation(content []byte) int {
	for at := 2; at+4 <= len(content) && content[at] == 0xff; {
		marker, length := content[at+1], int(binary.BigEndian.Uint16(content[at+2:]))
		if marker == 0xda || length < 2 || at+2+length > len(content) {
			return 1
		}
		if body := content[at+4 : at+2+length]; marker == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			return tiffOrientation(body[6:])
		}
		at += 2 + length
	}
	return 1
}

const orientationTag = 0x0112

// tiffOrientation reads the tag from the first directory of a TIFF structure.
func tiffOrientation(content []byte) int {
	if len(content) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if content[0] == 'M' {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(content[4:8]))
	if at < 8 || at+2 > int64(len(content)) {
		return 1
	}
	entries := int64(order.Uint16(content[at:]))
	for i := range min(entries, maxTIFFEntries) {
		e := at + 2 + 12*i
		if e+12 > int64(len(content)) {
			return 1
		}
		if order.Uint16(content[e:]) == orientationTag {
			if v := int(order.Uint16(content[e+8:])); v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
	}
	return 1
}
