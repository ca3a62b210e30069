package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tariffdesk/client"
	"tariffdesk/shipment/packets"
)

// both runs a command and returns what it printed and what it told beside.
func both(t *testing.T, env map[string]string, args ...string) (out, told string, err error) {
	t.Helper()
	var o, e bytes.Buffer
	err = run(t.Context(), args, func(name string) string { return env[name] }, &o, &e)
	return o.String(), e.String(), err
}

// A packet goes up, is decided line by line, becomes an entry, is reported, filed and deleted, by commands alone.
func TestAShipmentIsSentDecidedReportedAndFiledFromTheCommandLine(t *testing.T) {
	t.Parallel()
	p := startUp(t, filepath.Join(openDir(t, nil), "data"), nil)
	d := readDemoFile(t, p.dir)
	env := map[string]string{"TARIFFDESK_URL": d.BaseURL, "TARIFFDESK_KEY": d.APIKey}
	packet, err := packets.New(0)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "papers.pdf")
	if err := os.WriteFile(file, packet.PDF, 0o600); err != nil {
		t.Fatal(err)
	}
	out, told, err := both(t, env, "shipment", file, "--wait", "--json", "--reference", "A-7", "--exchange-rate", "17.5", "--usd-exchange-rate", "17.5",
		"--freight", "350", "--insurance", "0", "--date", "2026-06-01")
	var o client.OperationBody
	if problem := json.Unmarshal([]byte(out), &o); problem != nil {
		t.Fatalf("no operation: %v: %s, %v", problem, out, err)
	}
	for line := range strings.Lines(told) {
		var s step
		if json.Unmarshal([]byte(line), &s) != nil || s.ID != o.OperationId.String() || s.Status == "" {
			t.Errorf("progress %q", line)
		}
	}
	if !strings.Contains(told, `"status":"`+string(o.Status)+`"`) || deref(o.Facts.Reference) != "A-7" {
		t.Errorf("told %s of %s, reference %s", told, o.Status, deref(o.Facts.Reference))
	}
	id := o.OperationId.String()
	for round := 0; o.Status == client.OperationBodyStatusNeedsInput && round < 3; round++ {
		if exitCode(err) != 1 || !strings.Contains(err.Error(), "needs_input") {
			t.Errorf("an operation that asks ended with %v", err)
		}
		for _, n := range o.Needs {
			if n.Line == nil {
				t.Fatalf("asked %+v", n)
			}
			for i, l := range o.Lines {
				if l.LineId != *n.Line {
					continue
				}
				change := []string{"--code", packet.Lines[i].Code}
				if n.Kind == "origin" {
					change = []string{"--origin", packet.Lines[i].Origin}
				}
				if said := mustInvoke(t, env, append([]string{"shipment", "set-line", id, l.LineId}, change...)...); !strings.HasPrefix(said, l.LineId+" version ") {
					t.Errorf("said %q", said)
				}
			}
		}
		out, _, err = both(t, env, "shipment", "continue", id, "--wait", "--json")
		if problem := json.Unmarshal([]byte(out), &o); problem != nil {
			t.Fatalf("no operation: %v: %s, %v", problem, out, err)
		}
	}
	if err != nil || o.Status != client.OperationBodyStatusReady {
		t.Fatalf("it rests as %s: %v", o.Status, err)
	}
	if _, err := invoke(t, env, "shipment", "set-line", id, o.Lines[0].LineId, "--quantity", "5", "--if-version", "1"); exitCode(err) != 1 || !strings.Contains(err.Error(), "409") {
		t.Errorf("a stale change: %v", err)
	}
	shown := mustInvoke(t, env, "shipment", "get", id)
	for _, want := range []string{"ready A-7", "commercial_invoice", packet.Lines[0].Code, "CUSTOMS VALUE MXN", "classifying"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not in: %s", want, shown)
		}
	}
	if list := mustInvoke(t, env, "shipment", "list", "--status", "ready", "--reference", "a-7"); !regexp.MustCompile(id + ` +ready +A-7 `).MatchString(list) {
		t.Errorf("list: %s", list)
	}
	mustInvoke(t, env, "shipment", "set", id, "--freight", "400", "--unset", "insurance")
	if _, told, err := both(t, env, "shipment", "continue", id, "--wait"); err != nil || !strings.Contains(told, " ready ") {
		t.Errorf("quoted again: %v, %s", err, told)
	}
	for ending, begins := range map[string]string{"xlsx": "PK", "pdf": "%PDF", "html": "<!", "json": "{"} {
		name := filepath.Join(t.TempDir(), "report."+ending)
		mustInvoke(t, env, "shipment", "report", id, "-o", name)
		if content, err := os.ReadFile(name); err != nil || !strings.HasPrefix(strings.ToLower(string(content)), strings.ToLower(begins)) {
			t.Errorf("%s begins with %.20q, %v", ending, content, err)
		}
	}
	if _, err := invoke(t, env, "shipment", "delete", id); exitCode(err) != 1 || !strings.Contains(err.Error(), "409") {
		t.Errorf("an open operation was deleted: %v", err)
	}
	for _, c := range [][2]string{{"close", id + " closed"}, {"delete", id + " deleted"}} {
		if said := mustInvoke(t, env, "shipment", c[0], id); said != c[1] {
			t.Errorf("%s says %q", c[0], said)
		}
	}
}

func TestShipmentCommandsThatAreNotUnderstoodExitWithTwo(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"shipment", "shipment a.pdf --server example.com --key k", "shipment a.pdf --server http://127.0.0.1:1 --key k --direction sideways",
		"shipment a.pdf --server http://127.0.0.1:1 --key k --freight much", "shipment set 1 --server http://127.0.0.1:1 --key k",
		"shipment set-line 1 l1 --server http://127.0.0.1:1 --key k", "shipment report 1 -o report.docx --server http://127.0.0.1:1 --key k", "shipment list",
	} {
		if _, err := invoke(t, nil, strings.Fields(line)...); exitCode(err) != 2 {
			t.Errorf("%s: exit code %d, %v", line, exitCode(err), err)
		}
	}
	if _, err := invoke(t, nil, strings.Fields("shipment "+filepath.Join(t.TempDir(), "none.pdf")+" --server http://127.0.0.1:1 --key k")...); exitCode(err) != 1 {
		t.Errorf("a file that is not there: %v", err)
	}
}
