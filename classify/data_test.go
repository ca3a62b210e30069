package classify

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/precedent"
	"tariffdesk/classify/internal/rank"
)

// dataWith is the data of the program with one replacement in one file.
func dataWith(t *testing.T, file, old, replacement string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(data.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(data.Files, name)
		files[name] = &fstest.MapFile{Data: raw}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	before := string(files[file].Data)
	after := strings.Replace(before, old, replacement, 1)
	if after == before {
		t.Fatalf("%s does not hold %q", file, old)
	}
	files[file].Data = []byte(after)
	return files
}

func TestCoefficientsThatDoNotFitAreRefusedByFileAndName(t *testing.T) {
	t.Parallel()
	k, err := embeddedKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ file, old, replacement, want string }{
		"unknown feature":   {RankFile, `"best":`, `"beast":`, "missing: best; unknown: beast"},
		"missing feature":   {RankFile, `"best": -0.052,`, ``, "missing: best"},
		"unknown evidence":  {PrecedentsFile, `"chapter_words":`, `"chapters":`, "unknown: chapters"},
		"a tree's question": {PrecedentsFile, `["heading_score",`, `["heading",`, `tree 1 asks for "heading"`},
		"a tree too small":  {PrecedentsFile, `"trees": [`, `"trees": [], "shrubs": [`, "shrubs"},
		"unknown place":     {ConfidenceFile, `"base":`, `"bass":`, "alone_name: missing: base; unknown: bass"},
		"no provenance":     {ConfidenceFile, `"origin":`, `"source":`, "source"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := New(k, Options{Data: dataWith(t, tc.file, tc.old, tc.replacement)})
			if err == nil || !strings.Contains(err.Error(), tc.file) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %s and %q", err, tc.file, tc.want)
			}
		})
	}
	files := dataWith(t, RankFile, "origin", "origin ")
	delete(files, RankFile)
	if _, err := New(k, Options{Data: files}); err == nil || !strings.Contains(err.Error(), RankFile) {
		t.Errorf("a file that is missing: %v", err)
	}
}

func TestVocabularyThatIsNotWholeIsRefusedByFileAndLine(t *testing.T) {
	t.Parallel()
	k, err := embeddedKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ file, old, replacement, want string }{
		"a number of nothing":   {"vocabulary/units.txt", "half medio media = 0.5", "half = heavy", `units.txt:10: "heavy"`},
		"an unknown role":       {"vocabulary/grammar.txt", "= clause", "= cause", `"cause" is none of the roles`},
		"a section of no use":   {"vocabulary/rules.txt", "[sets]", "[settings]", "nothing reads the section [settings]"},
		"a section that is not": {"vocabulary/vague.txt", "[orders]", "[commands]", "the section [orders] is missing"},
		"a word twice":          {"vocabulary/vague.txt", "sample samples", "sample sample", `"sample" stands in [vague words] twice`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := New(k, Options{Data: dataWith(t, tc.file, tc.old, tc.replacement)}); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

func TestNamesOfCoefficientsAreDistinctAndWhatIsReadIsWrittenAlike(t *testing.T) {
	t.Parallel()
	for what, names := range map[string][]string{"features": rank.FeatureNames(), "evidence": precedent.EvidenceNames(), "shape": confidence.Names()} {
		seen := map[string]bool{}
		for place, name := range names {
			if name == "" || seen[name] {
				t.Errorf("%s: place %d is named %q", what, place, name)
			}
			seen[name] = true
		}
	}
	c, err := readCoefficients(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func() ([]byte, error){RankFile: c.weights.Write, PrecedentsFile: c.stage.Write, ConfidenceFile: c.models.Write} {
		written, err := write()
		read, _ := fs.ReadFile(data.Files, name)
		if err != nil || string(written) != string(read) {
			t.Errorf("%s is written otherwise: %v", name, err)
		}
	}
}
