package packed_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"tariffdesk/store/internal/packed"
)

const answer = `{"hscodes_array":[{"hscode_2digits":{"name":"Bells","code":"83"},"overall_confidence":0.4,"justification":"It is of the same heading as 830610.","tariff_info":{}}],"required_questions":[]}`

func TestWhatIsPackedComesBackToTheByte(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"an answer":       answer,
		"nothing":         "",
		"not JSON":        "\x00\xff{",
		"a large one":     strings.Repeat(answer, 2000),
		"other alphabets": `{"justification":"колокол из латуни, 黄铜铃"}`,
	} {
		for _, origin := range []string{"", `{"language":"Spanish","written":12}`} {
			stored := packed.Pack([]byte(answer), []byte(origin))
			gotAnswer, gotOrigin, err := packed.Open(stored)
			if err != nil || string(gotAnswer) != answer || string(gotOrigin) != origin {
				t.Errorf("%s: %.60q and %q, %v", name, gotAnswer, gotOrigin, err)
			}
		}
	}
	if n := len(packed.Pack([]byte(answer), nil)); n > len(answer)/3 {
		t.Errorf("an answer of %d bytes takes %d", len(answer), n)
	}
}

// What a release has stored, every later one opens: a change of the dictionary is a new version.
func TestWhatTheFirstDictionaryPackedOpensForEver(t *testing.T) {
	t.Parallel()
	stored, err := base64.StdEncoding.DecodeString(stored1)
	if err != nil {
		t.Fatal(err)
	}
	got, origin, err := packed.Open(stored)
	if err != nil || string(got) != answer || string(origin) != `{"written":5}` {
		t.Errorf("%s and %s, %v", got, origin, err)
	}
	plain, origin, err := packed.Open(append([]byte{0}, answer...))
	if err != nil || string(plain) != answer || origin != nil {
		t.Errorf("in plain text: %s and %s, %v", plain, origin, err)
	}
}

func TestDamagedDocumentsAreAnError(t *testing.T) {
	t.Parallel()
	whole := packed.Pack([]byte(answer), []byte(`{}`))
	later := bytes.Clone(whole)
	later[0] = 200
	for name, stored := range map[string][]byte{
		"none": nil, "an empty one": {}, "a version alone": whole[:1], "half of one": whole[:len(whole)/2], "a later version": later,
	} {
		if _, _, err := packed.Open(stored); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(packed.Pack([]byte(answer), nil))
	f.Fuzz(func(_ *testing.T, stored []byte) { _, _, _ = packed.Open(stored) })
}

// stored1 is answer with a short origin, as version 1 packed it.
const stored1 = "AdrDSFJ72Ck1JwepUWBhTFLLE2/+tTA2MDM0wJHRsOaBWOSgNa0FBAAA//8="
