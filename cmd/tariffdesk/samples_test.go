package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tariffdesk/docs"
	"tariffdesk/webhook"
)

// samples lists the programs of the guide and of the README, and the bodies of requests that name their path. A shell's
// marked "host" need Docker, a cluster or root.
func samples(t *testing.T) (all []docs.Sample) {
	t.Helper()
	guide, err := docs.New()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range append(guide.Samples(), (&docs.Page{Name: "README", Markdown: readme}).Samples()...) {
		switch s.Language {
		case "python", "go", "ts":
			all = append(all, s)
		case "sh":
			if s.Kind != "host" {
				all = append(all, s)
			}
		case "json":
			if strings.HasPrefix(s.Kind, "/") {
				all = append(all, s)
			}
		}
	}
	return all
}

// workshop makes programs of samples and keeps them.
type workshop struct {
	*testing.T
	dir string
	env []string
}

func newWorkshop(t *testing.T, env ...string) workshop {
	t.Helper()
	w := workshop{t, t.TempDir(), append(os.Environ(), env...)}
	w.write("go.mod", "module samples\n\ngo 1.21\n")
	w.write("package.json", `{"type":"module"}`)
	modules, err := filepath.Abs("../../client/typescript/node_modules")
	if err == nil {
		err = os.Symlink(modules, filepath.Join(w.dir, "node_modules"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w workshop) write(name, content string) {
	w.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		w.Fatal(err)
	}
}

// add keeps a sample, with more behind it, and returns the command that runs it in any folder.
func (w workshop) add(s docs.Sample, more string) []string {
	w.Helper()
	name := fmt.Sprintf("%s_%d", strings.ReplaceAll(s.Page, "-", "_"), s.Line)
	switch code := s.Code + more; s.Language {
	case "python":
		w.write(name+".py", code)
		return []string{"python3", filepath.Join(w.dir, name+".py")}
	case "go":
		w.write(name+"/main.go", code)
		return []string{filepath.Join(w.dir, "bin", name)}
	case "ts":
		w.write(name+".ts", code)
		return []string{"node", filepath.Join(w.dir, name+".js")}
	case "json":
		w.write(name+".json", code)
		return []string{"bash", "-euo", "pipefail", "-c", `curl -sS "$TARIFFDESK_URL` + s.Kind + `" -H "Authorization: Bearer $TARIFFDESK_KEY" ` +
			`-H "Content-Type: application/json" -d @` + filepath.Join(w.dir, name+".json")}
	default:
		return []string{"bash", "-euo", "pipefail", "-c", code}
	}
}

// build compiles what was added, all of a language at once. TypeScript is checked as strictly as it can be.
func (w workshop) build() {
	w.Helper()
	w.must(w.run("go", "build", "-o", "bin/", "./..."))
	files, _ := filepath.Glob(filepath.Join(w.dir, "*.ts"))
	w.must(w.run("node", append([]string{"node_modules/typescript/bin/tsc", "--strict", "--target", "es2022", "--module", "es2022",
		"--moduleResolution", "bundler", "--moduleDetection", "force", "--types", "node", "--skipLibCheck"}, files...)...))
}

func (w workshop) run(name string, arguments ...string) (string, error) {
	cmd := exec.CommandContext(w.Context(), name, arguments...)
	cmd.Dir, cmd.Env = w.dir, w.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w; run scripts/setup --tests where it is missing\n%s", name, err, out)
	}
	return string(out), err
}

func (w workshop) must(_ string, err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// emptyFolder is w in a folder of its own, with nothing in it but what page says to fetch, and the data of the running
// service where commands of the operator look for it.
func (w workshop) emptyFolder(page, data string, all []docs.Sample) workshop {
	w.Helper()
	w.dir = w.TempDir()
	if err := os.Symlink(data, filepath.Join(w.dir, ".data")); err != nil {
		w.Fatal(err)
	}
	for _, s := range all {
		if s.Page == page && s.Kind == "files" {
			w.must(w.run("bash", "-euo", "pipefail", "-c", s.Code))
		}
	}
	return w
}

// TestEachProgramOfTheGuideRunsAsItStands runs each in an empty folder: a page says where its files come from.
func TestEachProgramOfTheGuideRunsAsItStands(t *testing.T) {
	t.Parallel()
	p := startUp(t, filepath.Join(openDir(t, nil), "data"), nil)
	d := readDemoFile(t, p.dir)
	w := newWorkshop(t, "TARIFFDESK_URL="+d.BaseURL, "TARIFFDESK_KEY="+d.APIKey, asProgram+"=1",
		"PATH="+filepath.Dir(programFile(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
	all := samples(t)
	type program struct {
		name    string
		command []string
		refused bool // the program shows an error
	}
	pages, folders, languages := map[string][]program{}, map[string]workshop{}, map[string]int{}
	for _, s := range all {
		more := ""
		switch s.Kind {
		case "files", "webhook":
			continue
		case "setup": // names the address that "make up" takes
			more = fmt.Sprintf("test \"$TARIFFDESK_KEY\" = %q && echo set", d.APIKey)
		}
		pages[s.Page] = append(pages[s.Page], program{fmt.Sprintf("%s.md:%d %s", s.Page, s.Line, s.Language), w.add(s, more), s.Kind == "refused"})
		languages[s.Language]++
		if _, ok := folders[s.Page]; !ok {
			folders[s.Page] = w.emptyFolder(s.Page, p.dir, all)
		}
	}
	if languages["sh"] < 25 || languages["json"] < 2 || languages["python"] < 12 || languages["go"] < 8 || languages["ts"] < 8 {
		t.Fatalf("programs found: %v", languages)
	}
	w.build()
	onboarding := folders["verification"] // for keys of their own kind
	onboarding.env = append(slices.Clone(w.env), "TARIFFDESK_KEY="+onboardingKey(t, p.dir))
	folders["verification"] = onboarding
	t.Run("run", func(t *testing.T) {
		for page, programs := range pages {
			t.Run(page, func(t *testing.T) {
				t.Parallel()
				for _, p := range programs { // in the order in which a reader comes to them
					t.Run(p.name, func(t *testing.T) {
						out, err := folders[page].run(p.command[0], p.command[1:]...)
						if err != nil || out == "" || strings.Contains(out, `"error":"`) != p.refused {
							t.Errorf("%v: %s", err, out)
						}
					})
				}
			})
		}
	})
}

// onboardingKey makes a key of the kind that business verification is for, as the guide tells the operator.
func onboardingKey(t *testing.T, dataDir string) string {
	t.Helper()
	return mustInvoke(t, nil, "key", "create", "--org", "demo", "--type", "cmt", "--name", "onboarding", "--data", dataDir)
}

// verdicts run the verify of the guide on the message in verify.json, which they name.
var verdicts = map[string]string{
	"python": `
import json
m = json.load(open("verify.json"))
print(verify(m["secret"], m["headers"], m["body"].encode()), verify(m["secret"], m["headers"], m["body"].encode() + b" "),
      verify(m["secret"], m["headers"], m["body"].encode(), time.time() + 301))
`,
	"go": `
func main() {
	var m struct {
		Secret, Body string
		Headers      map[string]string
	}
	content, _ := os.ReadFile("verify.json")
	json.Unmarshal(content, &m)
	h := http.Header{}
	for name, value := range m.Headers {
		h.Set(name, value)
	}
	fmt.Println(verify(m.Secret, h, []byte(m.Body), time.Now()), verify(m.Secret, h, []byte(m.Body+" "), time.Now()),
		verify(m.Secret, h, []byte(m.Body), time.Now().Add(301*time.Second)))
}
`,
	"ts": `
import { readFileSync } from "node:fs";
const m = JSON.parse(readFileSync("verify.json", "utf8"));
const h = new Headers(m.headers);
console.log(verify(m.secret, h, m.body), verify(m.secret, h, m.body + " "), verify(m.secret, h, m.body, Date.now() / 1000 + 301));
`,
}

// TestTheGuideVerifiesWebhooks signs a message as the service does: what the guide shows takes it, and
// neither one that was changed nor one that is old.
func TestTheGuideVerifiesWebhooks(t *testing.T) {
	t.Parallel()
	secret := bytes.Repeat([]byte{7}, 32)
	delivery := webhook.Delivery{ID: "msg_1", Secret: secret, Previous: bytes.Repeat([]byte{8}, 32)}
	body := `{"type":"job.succeeded","data":{}}`
	headers := map[string]string{}
	for name, values := range delivery.Header(time.Now(), []byte(body)) {
		headers[strings.ToLower(name)] = values[0]
	}
	message, err := json.Marshal(map[string]any{"secret": "whsec_" + base64.StdEncoding.EncodeToString(secret), "headers": headers, "body": body})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkshop(t)
	w.write("verify.json", string(message))
	missing, commands := maps.Clone(verdicts), [][]string{}
	for _, s := range samples(t) {
		if s.Kind != "webhook" {
			continue
		}
		if s.Language == "go" { // the program reads a file, which the sample need not
			s.Code = strings.Replace(s.Code, "import (", "import (\n\t\"encoding/json\"\n\t\"fmt\"\n\t\"os\"", 1)
		}
		commands = append(commands, w.add(s, verdicts[s.Language]))
		delete(missing, s.Language)
	}
	if len(missing) > 0 {
		t.Fatalf("not shown: %v", missing)
	}
	w.build()
	for _, command := range commands {
		out, err := w.run(command[0], command[1:]...)
		if got := strings.ToLower(strings.TrimSpace(out)); err != nil || got != "true false false" {
			t.Errorf("%v: %q, want true of the message, false of a changed and of an old one (%v)", command, out, err)
		}
	}
}
