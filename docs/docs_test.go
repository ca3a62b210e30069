package docs

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func guide(t *testing.T) *Guide {
	t.Helper()
	g, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestEveryFileIsAPageWithATitle(t *testing.T) {
	t.Parallel()
	g := guide(t)
	names, err := fs.Glob(files, "guide/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, file := range names {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "guide/"), ".md")
		p, ok := g.Page(name)
		if !ok {
			t.Errorf("%s is not listed in order", file)
		} else if p.Title == "" || p.Summary == "" || !bytes.Contains(g.Index, []byte(`href="/docs/guide/`+name+`"`)) || !strings.Contains(string(g.LLMs()), name+".md") {
			t.Errorf("%s: title %q, summary %q, or not on the index", name, p.Title, p.Summary)
		}
	}
}

func TestLinksLeadSomewhereAndNothingIsLoadedFromAnotherHost(t *testing.T) {
	t.Parallel()
	g := guide(t)
	served := map[string]bool{"/app/": true, "/docs": true, "/docs/guide": true, "/redoc": true, "/openapi.json": true}
	all := slices.Concat(slices.Collect(maps.Values(g.pages)), g.Spanish)
	for _, p := range all {
		name := p.Path()
		for _, link := range regexp.MustCompile(`<a href="([^"]*)"`).FindAllStringSubmatch(string(p.HTML), -1) {
			target, anchor, _ := strings.Cut(link[1], "#")
			page, inGuide := strings.CutPrefix(target, "/docs/guide/")
			page = strings.TrimSuffix(page, ".md")
			to, known := g.Page(page)
			for _, s := range g.Spanish {
				if page == "es/"+s.Name {
					to, known = s, true
				}
			}
			switch {
			case target == "":
				to = p
			case strings.HasPrefix(target, "https://") || served[target]:
				continue
			case !inGuide || !known:
				t.Errorf("%s links to %s", name, link[1])
				continue
			}
			if anchor != "" && !bytes.Contains(to.HTML, []byte(`id="`+anchor+`"`)) {
				t.Errorf("%s links to %s, a heading that is not there", name, link[1])
			}
		}
		if loaded := regexp.MustCompile(`(src="|<link[^>]*href="https?:|url\()`).Find(bytes.Replace(p.HTML, []byte(`<script type="module" src="/docs/guide.js">`), nil, 1)); loaded != nil {
			t.Errorf("%s loads %s", name, loaded)
		}
	}
}

func TestProgramsThatFollowEachOtherShareATabForEachLanguage(t *testing.T) {
	t.Parallel()
	code := func(language string) string {
		return `<pre><code class="language-` + language + `">x</code></pre>` + "\n"
	}
	got := tabbed("<p>a</p>" + code("sh") + "<p>b</p>" + code("python") + code("go") + code("ts") + code("go"))
	if strings.Count(got, `class="tabs"`) != 1 || strings.Count(got, `type="radio"`) != 3 || strings.Count(got, " checked") != 1 || strings.Count(got, `class="snippet"`) != 5 || !strings.Contains(got, ">Python</label>") {
		t.Error(got)
	}
}

// TestEverySpanishFileIsAPageWithThePrograms holds that no file is left out, and that each shows the programs of its English page.
func TestEverySpanishFileIsAPageWithThePrograms(t *testing.T) {
	t.Parallel()
	g := guide(t)
	names, err := fs.Glob(files, "guide/es/*.md")
	if err != nil || len(names) != len(g.Spanish) {
		t.Fatalf("files %v, pages %d, %v", names, len(g.Spanish), err)
	}
	for _, p := range g.Spanish {
		english, _ := g.Page(p.Name)
		mine, theirs := p.Samples(), english.Samples()
		if len(mine) != len(theirs) {
			t.Errorf("%s shows %d programs, want %d", p.Name, len(mine), len(theirs))
			continue
		}
		for i := range mine {
			if mine[i].Code != theirs[i].Code || mine[i].Language != theirs[i].Language || mine[i].Kind != theirs[i].Kind {
				t.Errorf("%s: program %d differs from that of the English page", p.Name, i+1)
			}
		}
		for _, want := range []string{`<html lang="es">`, `href="/docs/guide/` + p.Name + `"`} {
			if !bytes.Contains(p.HTML, []byte(want)) {
				t.Errorf("%s lacks %s", p.Name, want)
			}
		}
		if !bytes.Contains(english.HTML, []byte(`href="/docs/guide/es/`+p.Name+`"`)) {
			t.Errorf("the English page %s does not lead to the Spanish one", p.Name)
		}
	}
}

// TestEachProductIsShownInEachLanguage looks at the pages that show a call.
func TestEachProductIsShownInEachLanguage(t *testing.T) {
	t.Parallel()
	shown := map[string]map[string]int{}
	for _, s := range guide(t).Samples() {
		if shown[s.Page] == nil {
			shown[s.Page] = map[string]int{}
		}
		shown[s.Page][s.Language]++
	}
	for _, page := range []string{"classify", "extract", "quote", "batches", "jobs", "share-links", "marketplace"} {
		for language, least := range map[string]int{"sh": 1, "python": 2, "go": 1, "ts": 1} {
			if shown[page][language] < least {
				t.Errorf("%s has %d samples in %s, want %d", page, shown[page][language], language, least)
			}
		}
	}
}

func TestTheQuickStartHoldsEachProductInEachLanguage(t *testing.T) {
	t.Parallel()
	text := guide(t).QuickStart()
	for _, want := range []string{"tariff-mini", "new-quote", "svcdocs/extract", "```sh", "```python", "```go", "```ts", "](/docs/guide/classify)"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q", want)
		}
	}
}

// TestSamplesReadOnePairOfVariables holds that a shell which has run the set-up has all that any sample reads.
func TestSamplesReadOnePairOfVariables(t *testing.T) {
	t.Parallel()
	address := regexp.MustCompile(`\$\{?[A-Z][A-Z_]*(?:URL|BASE|KEY|TOKEN|SERVER)?\}?(?:/api/|")|TARIFFDESK_SERVER`)
	for _, s := range guide(t).Sections {
		for _, p := range s.Pages {
			for _, found := range address.FindAllString(string(p.Markdown), -1) {
				if found != "$TARIFFDESK_URL/api/" && found != `$TARIFFDESK_KEY"` {
					t.Errorf("%s.md reads %s", p.Name, found)
				}
			}
		}
	}
}

// TestEveryDecisionHasAStatusAndARow holds the pages of docs/adr to one head, and their index to their titles.
func TestEveryDecisionHasAStatusAndARow(t *testing.T) {
	t.Parallel()
	index, err := os.ReadFile("adr/README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("adr/[0-9]*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	head := regexp.MustCompile(`^# (\d+)\. (.+)\n\nStatus: (?:accepted|superseded by)(.*)\.\n`)
	successor := regexp.MustCompile(`(superseded(?: in part)?) by (\[ADR \d+\]\([^)]*\))`)
	for _, path := range pages {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := head.FindStringSubmatch(string(text))
		name := filepath.Base(path)
		if found == nil || !strings.HasPrefix(strings.TrimLeft(name, "0"), found[1]+"-") {
			t.Errorf("%s does not open with its number, a title and a status", path)
			continue
		}
		status, by := "accepted", ""
		if s := successor.FindStringSubmatch(string(text)); s != nil {
			status, by = s[1], s[2]
		}
		row := fmt.Sprintf("| %s | [%s](%s) | %s | %s |\n", found[1], found[2], name, status, by)
		if !strings.Contains(string(index), row) {
			t.Errorf("adr/README.md lacks the row %s", row)
		}
		for _, link := range regexp.MustCompile(`\]\((\d{4}-[^)]*)\)`).FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat("adr/" + link[1]); err != nil {
				t.Errorf("%s links to %s", path, link[1])
			}
		}
	}
}

// TestTheAccuracyPageStaysShort keeps experiments out of the guide: they go to docs/measurements.
func TestTheAccuracyPageStaysShort(t *testing.T) {
	t.Parallel()
	page, ok := guide(t).Page("accuracy")
	if !ok {
		t.Fatal("no page accuracy")
	}
	if lines := bytes.Count(page.Markdown, []byte("\n")); lines > 60 {
		t.Errorf("accuracy.md has %d lines, at most 60 are wanted: move figures to docs/measurements", lines)
	}
}

// TestFilesThatRecipesNameExist holds CONTRIBUTING.md to the tree. A path with capitals stands for a file yet to be made.
func TestFilesThatRecipesNameExist(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	paths := regexp.MustCompile("`([a-z_./0-9-]+/[a-z_./0-9-]*)`").FindAllStringSubmatch(string(text), -1)
	if len(paths) < 40 {
		t.Fatalf("only %d paths were found", len(paths))
	}
	for _, p := range paths {
		if _, err := os.Stat("../" + p[1]); err != nil {
			t.Errorf("CONTRIBUTING.md names %s, which is not there", p[1])
		}
	}
}
