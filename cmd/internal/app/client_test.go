package app

import (
	"bytes"
	"flag"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the client anew")

// generator makes the Go client of the OpenAPI document.
const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"

// document keeps the OpenAPI document in a folder of its own.
func (r running) document() (file string) {
	r.Helper()
	status, body := r.ask(http.MethodGet, "/openapi.json", "", "")
	if status != http.StatusOK {
		r.Fatal(status, body)
	}
	file = filepath.Join(r.TempDir(), "openapi.json")
	if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
		r.Fatal(err)
	}
	return file
}

func (r running) ask(method, path, contentType, body string) (status int, answer string) {
	request, err := http.NewRequestWithContext(r.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	request.Header.Set("Authorization", "Bearer "+r.key)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	return do(request)
}

func TestTheClientIsTheOneThatTheDocumentGenerates(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	const kept = "../../../client/client.gen.go"
	made := filepath.Join(t.TempDir(), "client.gen.go")
	generate := exec.Command("go", "run", generator, "-config", "client/oapi-codegen.yaml", "-o", made, r.document())
	generate.Dir = "../../.." // the settings name files from there
	out, err := generate.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", generator, err, out)
	}
	want, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(kept, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(kept); err != nil || !bytes.Equal(got, want) {
		t.Errorf("client/client.gen.go is not what the OpenAPI document generates: run make generate (%v)", err)
	}
}
