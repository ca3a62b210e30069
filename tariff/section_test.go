package tariff

import (
	"testing"
	"testing/fstest"
)

func TestEveryChapterHasItsSection(t *testing.T) {
	t.Parallel()
	for _, c := range embeddedKnowledge(t).chapters {
		if s, ok := SectionOf(c.Code); !ok || s.Title.English == "" || s.Title.Spanish == "" {
			t.Errorf("chapter %s: %+v", c.Code, s)
		}
	}
	for code, want := range map[string]string{"010121": "I", "151110": "III", "6109": "XI", "850440": "XVI", "97": "XXI"} {
		if s, _ := SectionOf(code); s.Number != want {
			t.Errorf("%s: section %s, want %s", code, s.Number, want)
		}
	}
	for _, none := range []string{"", "6", "98"} {
		if s, ok := SectionOf(none); ok {
			t.Errorf("%q: %+v", none, s)
		}
	}
}

func TestAnotherFileIsAnotherDigest(t *testing.T) {
	t.Parallel()
	digest := func(content string) string {
		d, err := Digest(fstest.MapFS{"words.txt": {Data: []byte(content)}})
		if err != nil || len(d) != 12 {
			t.Fatalf("%q, %v", d, err)
		}
		return d
	}
	if first, again := digest("a"), digest("a"); first != again || first == digest("b") {
		t.Error("a digest does not tell files apart")
	}
}
