package app

import (
	"bytes"
	"flag"
	"fmt"
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

// TestTypeScriptTypesOfTheDocumentHoldRealAnswers lets the compiler of TypeScript judge answers as
// literals of the types that openapi-typescript makes: a member that is missing, null or unknown is an error.
func TestTypeScriptTypesOfTheDocumentHoldRealAnswers(t *testing.T) {
	t.Parallel()
	modules, err := filepath.Abs("../../../client/typescript/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, "")
	dir := t.TempDir()
	node := func(program string, arguments ...string) {
		t.Helper()
		if out, err := exec.Command("node", append([]string{filepath.Join(modules, program)}, arguments...)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v; run scripts/setup --tests where it is missing\n%s", program, err, out)
		}
	}
	node("openapi-typescript/bin/cli.js", r.document(), "-o", filepath.Join(dir, "schema.d.ts"))
	check := "import type { paths } from \"./schema\";\n"
	for i, answer := range r.answers() {
		check += fmt.Sprintf("export const answer%d: paths[%q][%q][\"responses\"][%d][\"content\"][\"application/json\"] = %s;\n",
			i, answer.path, answer.method, answer.status, answer.body)
	}
	file := filepath.Join(dir, "answers.ts")
	if err := os.WriteFile(file, []byte(check), 0o600); err != nil {
		t.Fatal(err)
	}
	node("typescript/bin/tsc", "--noEmit", "--strict", "--target", "es2022", "--moduleResolution", "bundler", "--module", "es2022", file)
}

// realAnswer is what the service answered at a path of the document.
type realAnswer struct {
	path, method, body string
	status             int
}

// answers calls what programs call most.
func (r running) answers() (all []realAnswer) {
	r.Helper()
	const form = "multipart/form-data; boundary=x"
	description := "--x\r\nContent-Disposition: form-data; name=\"product_description\"\r\n\r\nmilk\r\n--x--\r\n"
	for _, c := range []struct {
		path, query, method, contentType, body string
		status                                 int
	}{
		{"/api/v3/tariff/tariff-mini", "?country_code=MEX&model=fast", "post", form, description, 200},
		{"/api/v3/tariff/tariff-mini", "?country_code=XX", "post", form, description, 400},
		{"/api/v3/tariff/records", "", "get", "", "", 200},
		{"/api/v3/tariff/search", "?country_code=MEX&q=milk", "get", "", "", 200},
	} {
		status, body := r.ask(strings.ToUpper(c.method), c.path+c.query, c.contentType, c.body)
		if status != c.status {
			r.Fatalf("%s: %d %s, want %d", c.path, status, body, c.status)
		}
		all = append(all, realAnswer{c.path, c.method, body, status})
	}
	return all
}
