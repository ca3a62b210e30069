package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// roundabout matches a comment that defines a name by a clause ("Health is what an operator looks after"), where a verb
// says it directly ("Health holds the figures an operator watches").
var roundabout = regexp.MustCompile(`(?m)//\s*\w+ (?:is|are) (?:what|that of|those of|those that)\b.*$`)

func TestCommentsSayDirectlyWhatANameIs(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../../..", s.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, comment := range roundabout.FindAllString(string(text), -1) {
			t.Errorf("%s: open with a verb: %s", s.file, comment)
		}
	}
}

func TestARoundaboutCommentIsFound(t *testing.T) {
	t.Parallel()
	for comment, found := range map[string]bool{
		"// Role is what a process does.":                  true,
		"\tmax = 3 // left is what remains":                true,
		"// headers are those of answers, by name.":        true,
		"// Role decides which parts a process runs.":      false,
		"// A row is kept by what is stated in its column": false,
	} {
		if roundabout.MatchString(comment) != found {
			t.Errorf("%q: %v", comment, !found)
		}
	}
}
