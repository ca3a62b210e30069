package tariff

import (
	"strings"
	"testing"
)

func embeddedKnowledge(t *testing.T) *Knowledge {
	t.Helper()
	k, err := LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// everyEntry calls f for each chapter, heading and subheading.
func everyEntry(k *Knowledge, f func(*Entry)) {
	for _, c := range k.Chapters() {
		f(c)
		for _, h := range c.Children {
			f(h)
			for _, s := range h.Children {
				f(s)
			}
		}
	}
}

func TestTheWholeNomenclatureIsKnown(t *testing.T) {
	t.Parallel()
	k := embeddedKnowledge(t)
	if missing := k.Missing(); len(missing) > 0 {
		t.Errorf("chapters without a file: %s", strings.Join(missing, " "))
	}
	if c, h, s := k.Counts(); c != ChapterCount || h != HeadingCount || s != SubheadingCount {
		t.Errorf("%d chapters, %d headings, %d subheadings; HS 2022 has %d, %d, %d", c, h, s, ChapterCount, HeadingCount, SubheadingCount)
	}
}

func TestEverySubheadingIsNamedInBothLanguages(t *testing.T) {
	t.Parallel()
	everyEntry(embeddedKnowledge(t), func(e *Entry) {
		if e.Level() == SubheadingDigits && (e.English.Len() < 4 || e.Spanish.Len() < 4) {
			t.Errorf("%s has %d English and %d Spanish terms, 4 are due", e.Code, e.English.Len(), e.Spanish.Len())
		}
		if e.Level() == HeadingDigits && (e.English == "" || e.Spanish == "") {
			t.Errorf("heading %s has no terms in a language", e.Code)
		}
	})
}

func TestEverySplitHeadingHasFacetsThatTellItsSubheadingsApart(t *testing.T) {
	t.Parallel()
	everyEntry(embeddedKnowledge(t), func(h *Entry) {
		if h.Level() != HeadingDigits || len(h.Children) < 2 {
			return
		}
		seen := map[string]string{}
		for _, s := range h.Children {
			key := ""
			for _, c := range s.Is {
				if _, ok := h.Facet(c.Facet); !ok {
					t.Errorf("%s stands for a value of %q, which %s does not declare", s.Code, c.Facet, h.Code)
				}
				key += c.Facet + "=" + strings.Join(c.Values, ",") + ";"
			}
			if key == "" {
				t.Errorf("%s has no facet value", s.Code)
			}
			if other, ok := seen[key]; ok {
				t.Errorf("%s and %s stand for the same: %s", other, s.Code, key)
			}
			seen[key] = s.Code
		}
	})
}

func TestExclusionsPointAtExistingCodes(t *testing.T) {
	t.Parallel()
	k := embeddedKnowledge(t)
	if len(k.Missing()) > 0 {
		t.Fatalf("chapters without a file: %v", k.Missing())
	}
	everyEntry(k, func(e *Entry) {
		for _, x := range e.Exclusions {
			for _, c := range x.Codes {
				if k.Entry(c) == nil {
					t.Errorf("%s excludes towards %s, which does not exist", e.Code, c)
				}
			}
			if len(x.English) == 0 || len(x.Spanish) == 0 {
				t.Errorf("%s has an exclusion without words in a language", e.Code)
			}
		}
	})
}

func TestEveryNamedValueCanBeRecognised(t *testing.T) {
	t.Parallel()
	k := embeddedKnowledge(t)
	unknown := 0
	everyEntry(k, func(s *Entry) {
		for _, c := range s.Is {
			for _, v := range c.Values {
				if v != ValueOther && k.Vocabulary().Value(v) == nil && !strings.ContainsAny(v, "0123456789") && !declares(s.Parent, c.Facet, v) {
					unknown++
					t.Logf("%s: %s=%s has no recognition words of its own", s.Code, c.Facet, v)
				}
			}
		}
	})
	if unknown > 120 {
		t.Errorf("%d values rest on their own name alone", unknown)
	}
}

func declares(h *Entry, facet, value string) bool {
	for _, r := range h.Values {
		if r.Facet == facet && r.Value == value {
			return true
		}
	}
	return false
}
