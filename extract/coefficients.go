package extract

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"tariffdesk/extract/data"
)

// otherCoefficients are the files of the dictionary with the coefficients of a folder in place of the embedded ones; a file
// that the folder lacks is the embedded one.
type otherCoefficients struct{ folder string }

// Open opens a file of the dictionary.
func (o otherCoefficients) Open(name string) (fs.File, error) {
	if inside, ok := strings.CutPrefix(name, "coefficients/"); ok && o.folder != "" {
		if f, err := os.DirFS(o.folder).Open(inside); !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return data.Files.Open(name)
}
