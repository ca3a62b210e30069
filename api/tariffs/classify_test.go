package tariffs

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"tariffdesk/api/wire"
)

func TestTextFilesAreCutToTheirFirstCharacters(t *testing.T) {
	t.Parallel()
	const most = maxTextFileChars
	for name, c := range map[string]struct{ content, want string }{
		"empty":           {"", ""},
		"space around":    {" \n oak \n", "oak"},
		"all of it":       {strings.Repeat("x", most), strings.Repeat("x", most)},
		"one byte each":   {strings.Repeat("x", 9*most), strings.Repeat("x", most)},
		"three and one":   {"x" + strings.Repeat("€", 2*most), "x" + strings.Repeat("€", most-1)},
		"four bytes each": {strings.Repeat("𝕏", 2*most), strings.Repeat("𝕏", most)},
	} {
		if got := headOf([]byte(c.content)); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, len(got), len(c.want))
		}
	}
}

// FuzzFormBinding feeds a multipart body to everything that reads a classification's form.
func FuzzFormBinding(f *testing.F) {
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"product_description\"\r\n\r\nchair\r\n--x--\r\n"))
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"image_files\"; filename=\"../a.png\"\r\n\r\n\x89PNG\r\n--x--\r\n"))
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"document_files\"; filename=\"\xff.txt\"\r\n\r\n\xff\r\n--x--\r\n"))
	f.Add("multipart/form-data; boundary=\"\"", []byte("----\r\n"))
	f.Add("text/plain", []byte("x"))
	f.Add("multipart/form-data; boundary=x; charset=latin1", []byte(""))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		in := &classifyInput{}
		var err error
		if in.form, err = wire.ParseForm(r); err != nil {
			return
		}
		defer wire.RemoveSpilled(r)
		in.readFields()
		if err := in.readFiles(func(string) bool { return true }); err != nil {
			return
		}
		for _, p := range in.form.Problems {
			if wire.Status(p.Code) < 400 || !utf8.ValidString(p.Text) || !strings.Contains(p.Text, ": ") {
				t.Fatalf("problem %q", p.Text)
			}
		}
		if len(in.form.Problems) > 0 {
			return
		}
		if in.description == "" && len(in.files) == 0 {
			t.Fatal("nothing to classify was accepted")
		}
		if !utf8.ValidString(in.description) || strings.ContainsRune(in.description, 0) || len(in.files) > 2*maxAttachments {
			t.Fatalf("accepted %q with %d files", in.description, len(in.files))
		}
	})
}
