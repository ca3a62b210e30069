package voice

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
	"tariffdesk/tariff"
)

func embeddedBook(t *testing.T) *Book {
	t.Helper()
	words, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return NewBook(words)
}

func TestArgumentsAreSaidByTheirNameAndNothingInThemIsReplaced(t *testing.T) {
	t.Parallel()
	v := embeddedBook(t).In(tariff.LanguageSpanish)
	if got := v.Say("follows", "title", "De {code}", "facts", "x", "code", "610910"); got != "La subpartida 610910 (De {code}) resulta de lo declarado (x)." {
		t.Error(got)
	}
	for _, c := range []struct {
		items []string
		want  string
	}{{nil, ""}, {[]string{"lana"}, "lana"}, {[]string{"lana", "seda"}, "lana o seda"}, {[]string{"lino o ramio", "seda", "ramio", "hormigón"}, "lino, ramio, seda u hormigón"}} {
		if got := v.Either(c.items); got != c.want {
			t.Errorf("%q: %q, want %q", c.items, got, c.want)
		}
	}
	if got := v.Quote("mesa") + Percent(0.126); got != "«mesa»13" {
		t.Error(got)
	}
}

func TestASentenceThatDiffersInItsArgumentsIsRefused(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]string{
		"an argument less": "a\tone {x}\tuno\n", "another name": "a\tone {x}\tuno {y}\n", "twice": "a\tone\tuno\na\ttwo\tdos\n", "no Spanish": "a\tone\n",
	} {
		words, err := vocabulary.Read(fstest.MapFS{vocabulary.Folder + "/sentences.tsv": {Data: []byte(row)}, vocabulary.Folder + "/a.txt": {Data: []byte("[x]\ny\n")}})
		if err != nil {
			t.Fatal(err)
		}
		words.Set("x")
		if NewBook(words); words.Err() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// calls are the keys that the sources name, and what begins with those that a value completes.
var calls = regexp.MustCompile(`"([a-z]+(?:_[a-z]+)*[ _]?)"`)

// TestEverySentenceIsSaidAndEveryOneSaidExists reads the sources of the classification for the keys.
func TestEverySentenceIsSaidAndEveryOneSaidExists(t *testing.T) {
	t.Parallel()
	b := embeddedBook(t)
	said := map[string]bool{}
	say := regexp.MustCompile(`\.Say\("([^"]+)"( ?\+)?`)
	files, err := filepath.Glob("../../*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range []string{"dialogue", "prose", "voice"} {
		more, err := filepath.Glob("../" + room + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	count := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range say.FindAllStringSubmatch(string(source), -1) {
			count++
			if _, known := b.sentences[m[1]]; !known && m[2] == "" {
				t.Errorf("%s: no sentence %q", file, m[1])
			}
		}
		for _, m := range calls.FindAllStringSubmatch(string(source), -1) {
			said[m[1]] = true
		}
	}
	if count < 50 {
		t.Errorf("only %d calls found", count)
	}
	for key, s := range b.sentences {
		completed := slices.ContainsFunc([]string{"role ", "rule ", "rule_name ", "month ", "ruling_source ", "ruling_"}, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
		if !said[key] && !completed {
			t.Errorf("nothing says %q", key)
		}
		if s[text.English][0] == "" && len(s[text.English]) == 1 || s[text.Spanish][0] == "" && len(s[text.Spanish]) == 1 {
			t.Errorf("%q says nothing", key)
		}
	}
}
