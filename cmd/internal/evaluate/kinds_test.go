package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"tariffdesk/extract"
)

// TestAPartHoldsWholeLayouts holds that the parts are halves of about one size that share no layout.
func TestAPartHoldsWholeLayouts(t *testing.T) {
	t.Parallel()
	read := 0
	for i := range 1000 {
		layout := fmt.Sprintf("layout %d", i)
		in := PartRead.Takes(layout, "one", "a.pdf")
		if in != PartRead.Takes(layout, "another", "b.pdf") || in == PartMeasured.Takes(layout, "one", "a.pdf") || !PartAll.Takes(layout, "", "") {
			t.Fatalf("%s is in no part, or in two", layout)
		}
		if in {
			read++
		}
	}
	if read < 450 || read > 550 {
		t.Errorf("%d of 1000 layouts are read", read)
	}
	if PartRead.Takes("", "one", "a.pdf") != PartRead.Takes("one/a.pdf", "", "") {
		t.Error("a document without a layout goes by its source and file")
	}
}

// TestValuesAreCountedByWhatTheyAre holds figures by kind, language and confidence, and what is said to be the matter.
func TestValuesAreCountedByWhatTheyAre(t *testing.T) {
	t.Parallel()
	var want, got any
	decode(t, `{"a":"North Mill Ltd","b":"12 High Street","c":"77","d":"2024-01-02","e":"Wien","f":null,"g":"x","list":[{"h":1}]}`, &want)
	decode(t, `{"a":"North Mill","b":"12 Hlgh Street","c":"Wien","d":"2024-01-02","f":"y","g":null,"e":"Wien 1010","list":[{"h":2}]}`, &got)
	var k kinds
	k.add(manifestEntry{File: "one.pdf", Language: "en", Expected: want}, got,
		map[string]string{"/a": "name", "/b": "address", "/c": "id", "/d": "date", "/e": "place", "/f": "text", "/g": "text"},
		map[string]extract.Field{"/d": {Confidence: 0.95}, "/a": {Confidence: 0.42}, "/c": {Confidence: 0.75}, "/e": {Confidence: 0.8}}, map[string]bool{"/g": true}, map[string]bool{"/e": true})
	var out strings.Builder
	if err := k.printFaults(&out); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`name, cut: 1`, `address, misread: 1`, `id, of another: 1`, `place, too much: 1`, `text, invented: 1`, `text, missing and passed over: 1`,
		`one.pdf /c want "77", got "Wien"`, `one.pdf /g want "x", got nothing`} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no %q in\n%s", line, out.String())
		}
	}
	for name, count := range map[string]tally{
		"all": {wanted: 6, exact: 1, missing: 1, wrong: 4, invented: 1}, "language en": {wanted: 6, exact: 1, missing: 1, wrong: 4, invented: 1},
		"kind date": {wanted: 1, exact: 1}, "confidence 0.9 and more": {wanted: 1, exact: 1}, "confidence below 0.5": {wanted: 1, wrong: 1},
		"confidence 0.7 and more, no warning": {wanted: 2, exact: 1, wrong: 1},
	} {
		if *k.of(name) != count {
			t.Errorf("%s: %+v", name, *k.of(name))
		}
	}
	out.Reset()
	if err := k.print(&out); err != nil || !strings.Contains(out.String(), "kind date") {
		t.Errorf("%v: %s", err, out.String())
	}
}
