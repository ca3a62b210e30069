package evaluate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// Digest returns a hash of manifests and of the documents that they name, in their order: what a fit to them was made from.
func Digest(manifests []string) (string, error) {
	h := sha256.New()
	for _, manifest := range manifests {
		raw, err := os.ReadFile(filepath.Clean(manifest))
		if err != nil {
			return "", fmt.Errorf("read manifest: %w", err)
		}
		one := sha256.Sum256(raw)
		h.Write(one[:])
		err = EachDocument(manifest, PartAll, func(d Document) error {
			one := sha256.Sum256(d.Request.File)
			h.Write(one[:])
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
