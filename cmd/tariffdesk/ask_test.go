package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const invoicePDF = "../../extract/testdata/layouts/01_commercial_invoice_en.pdf"

// TestTheEmbeddedEngineAnswersWithoutAServer asks with and without JSON.
func TestTheEmbeddedEngineAnswersWithoutAServer(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "goods.txt")
	if err := os.WriteFile(text, []byte("men's knitted cotton t-shirt"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ command, want string }{
		{"classify --local --model fast men's knitted cotton t-shirt", "610910"},
		{"classify --local --model fast --json -c MEX men's knitted cotton t-shirt", `"code": "61091003"`},
		{"classify --local --model fast --file " + text, "610910"},
		{"quote --local 61091003 China men's cotton t-shirt --value 1000 --currency USD --rate 17.5", "IGI"},
		{"quote --local --json 61091003 China men's cotton t-shirt", `"tariffs": [`},
		{"extract --local --describe total " + invoicePDF, "367938.21"},
		{"extract --local --builtin commercial_invoice --pages 1 --split auto " + invoicePDF, "367938.21"},
		{"look --local 6109.10", "61091003"},
		{"look --local --json -c WORLD cotton t-shirts", `"code": "610910"`},
	} {
		if out := mustInvoke(t, nil, strings.Fields(c.command)...); !strings.Contains(out, c.want) {
			t.Errorf("%s: %s lacks %s", c.command, out, c.want)
		}
	}
}

// TestAServerAnswersAsTheEmbeddedEngineDoes asks a service through the generated client.
func TestAServerAnswersAsTheEmbeddedEngineDoes(t *testing.T) {
	t.Parallel()
	p := startUp(t, filepath.Join(openDir(t, nil), "data"), nil)
	d := readDemoFile(t, p.dir)
	env := map[string]string{"TARIFFDESK_URL": d.BaseURL, "TARIFFDESK_KEY": d.APIKey}
	for _, command := range []string{
		"classify --model fast men's knitted cotton t-shirt", "quote 61091003 China men's cotton t-shirt",
		"extract --describe total " + invoicePDF, "look 6109.10", "look cotton t-shirts",
	} {
		words := strings.Fields(command)
		remote, local := mustInvoke(t, env, words...), mustInvoke(t, nil, append(words, "--local")...)
		if first(remote) != first(local) || len(strings.Split(remote, "\n")) < 2 {
			t.Errorf("%s: the server %q, the engine %q", command, first(remote), first(local))
		}
	}
	if body := mustInvoke(t, env, "classify", "--json", "--file", invoicePDF); !json.Valid([]byte(body)) {
		t.Errorf("no JSON: %s", body)
	}
	if _, err := invoke(t, env, "look", "9999999999"); exitCode(err) != 1 || !strings.Contains(err.Error(), "404") {
		t.Errorf("an unknown code: %v", err)
	}
	if _, err := invoke(t, map[string]string{"TARIFFDESK_URL": d.BaseURL, "TARIFFDESK_KEY": "sk_0"}, "look", "6109"); exitCode(err) != 1 || !strings.Contains(err.Error(), "401") {
		t.Errorf("a wrong key: %v", err)
	}
}

// first is the second line of a table: the best of what was found.
func first(table string) string {
	lines := strings.Split(table, "\n")
	return strings.Join(strings.Fields(lines[min(1, len(lines)-1)]), " ")
}

func TestWhatCannotBeAskedIsUsage(t *testing.T) {
	t.Parallel()
	for _, command := range []string{
		"classify t-shirt", "look 6109 --server http://127.0.0.1:1", "look 6109 --server nowhere --key k", "quote 61091003 --local",
		"quote --local 61091003 China shirt --value much", "extract --local https://example.com/a.pdf", "extract --local --builtin nothing " + invoicePDF, "extract --local --pages 0- " + invoicePDF, "extract --local --split both " + invoicePDF, "classify --local --country XX shirt", "completion ksh",
	} {
		if out, err := invoke(t, nil, strings.Fields(command)...); exitCode(err) != 2 {
			t.Errorf("%s: %v %s, want usage", command, err, out)
		}
	}
}

func TestTextComesFromTheStandardInputToo(t *testing.T) {
	t.Parallel()
	for _, more := range [][]string{nil, {"-"}} {
		cmd := exec.Command(programFile(t), append([]string{"classify", "--local", "--model", "fast"}, more...)...)
		cmd.Env = []string{asProgram + "=1", "PATH=" + os.Getenv("PATH")}
		cmd.Stdin = strings.NewReader("bicycle tyre\n")
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), "401150") {
			t.Errorf("%v: %v: %s", more, err, out)
		}
	}
}

func TestALocalRefusalNamesEachField(t *testing.T) {
	t.Parallel()
	_, err := invoke(t, nil, "quote", "--local", "611", "Atlantis", "shirt")
	if text := describe(err); exitCode(err) != 1 || !strings.Contains(text, "hscode_8digits: ") || !strings.Contains(text, "country: ") {
		t.Errorf("refused with %q", text)
	}
}

func TestShellsCompleteCommandsFlagsAndValues(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"tariffdesk cl": "classify", "tariffdesk classify --cou": "--country", "tariffdesk look --country M": "MEX",
		"tariffdesk org cr": "create", "tariffdesk completion f": "fish", "tariffdesk classify -l S": "Spanish",
	} {
		if got := mustInvoke(t, map[string]string{completionLine: line}, completeArgument); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if script := mustInvoke(t, nil, "completion", shell); !strings.Contains(script, "tariffdesk "+completeArgument) {
			t.Errorf("%s: %s", shell, script)
		}
	}
}

func TestThePageOfTheManualAndTheFactsOfTheBuildArePrinted(t *testing.T) {
	t.Parallel()
	if page := mustInvoke(t, nil, "--man"); !strings.HasPrefix(page, ".TH TARIFFDESK 1") || !strings.Contains(page, "classify") {
		t.Errorf("man page %.200s", page)
	}
	if facts := mustInvoke(t, nil, "--version"); !strings.HasPrefix(facts, "tariffdesk ") || !strings.Contains(facts, "\ncommit ") || !strings.Contains(facts, "go1.") {
		t.Errorf("version %s", facts)
	}
}
