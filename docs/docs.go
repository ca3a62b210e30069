// Package docs is the guide: its pages as Markdown, as they lie beside it, and as HTML.
//
// It owns their order and their look, and refuses to hold any other text: what a page says is said
// in its Markdown alone.
package docs

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

//go:embed guide/*.md guide/es/*.md
var files embed.FS

//go:embed page.html
var pageHTML string

// Script runs in the pages, which can be read without it.
//
//go:embed guide.js
var Script []byte

// Page is one page of the guide.
type Page struct {
	Name     string // of its file, without .md
	Language string // "en" or "es"
	Title    string
	Summary  string // its first sentence, without markup
	Markdown []byte
	HTML     []byte // a whole document
}

// Section is a part of the guide.
type Section struct {
	Title string
	Pages []*Page
}

// order lists the pages as somebody would read them.
var order = []struct {
	title string
	names []string
}{
	{"Start", []string{"start", "classify", "extract", "quote", "batches"}},
	{"Build on it", []string{"jobs", "errors", "credits", "webhooks", "shipments", "share-links", "marketplace", "mcp", "versions"}},
	{"Reference", []string{"api", "accuracy", "verification"}},
	{"Operate", []string{"operations", "scaling", "deployment", "console", "model"}},
}

// Guide is the whole of it.
type Guide struct {
	Sections []Section
	Spanish  []*Page // the pages that stand in Spanish too
	Index    []byte  // the HTML page that lists them
	pages    map[string]*Page
}

// Page returns the page of this name.
func (g *Guide) Page(name string) (*Page, bool) {
	p, ok := g.pages[name]
	return p, ok
}

// New returns the guide, rendered at the first call. Callers share it and change nothing of it.
func New() (*Guide, error) { return rendered() }

var rendered = sync.OnceValues(render)

func render() (*Guide, error) {
	layout, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return nil, fmt.Errorf("layout of the guide: %w", err)
	}
	g := &Guide{pages: map[string]*Page{}}
	bodies := map[*Page]template.HTML{}
	for _, part := range order {
		section := Section{Title: part.title}
		for _, name := range part.names {
			p := &Page{Name: name, Language: "en"}
			if p.Markdown, err = files.ReadFile(p.file()); err != nil {
				return nil, fmt.Errorf("page %q of the guide: %w", name, err)
			}
			if bodies[p], err = p.read(); err != nil {
				return nil, err
			}
			g.pages[name] = p
			section.Pages = append(section.Pages, p)
		}
		g.Sections = append(g.Sections, section)
	}
	for _, name := range spanish {
		p, err := g.translated(name)
		if err != nil {
			return nil, err
		}
		if bodies[p], err = p.read(); err != nil {
			return nil, err
		}
		g.Spanish = append(g.Spanish, p)
	}
	for p, body := range bodies {
		if p.HTML, err = g.render(layout, p, body); err != nil {
			return nil, err
		}
	}
	g.Index, err = g.render(layout, &Page{Title: "Guide", Language: "en"}, "")
	return g, err
}

func (g *Guide) render(layout *template.Template, p *Page, body template.HTML) ([]byte, error) {
	var page bytes.Buffer
	sections := g.Sections
	if p.Language == "es" {
		sections = []Section{{Title: "En español", Pages: g.Spanish}}
	}
	err := layout.Execute(&page, map[string]any{
		"Page": p, "Sections": sections, "Spanish": g.Spanish, "Body": body, "InBoth": slices.Contains(spanish, p.Name),
	})
	if err != nil {
		return nil, fmt.Errorf("page %q of the guide: %w", p.Name, err)
	}
	return page.Bytes(), nil
}

// read finds the title and the summary in the Markdown and returns the HTML of its text.
func (p *Page) read() (template.HTML, error) {
	reader := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	tree := reader.Parser().Parse(text.NewReader(p.Markdown))
	for at := tree.FirstChild(); at != nil && p.Summary == ""; at = at.NextSibling() {
		switch at := at.(type) {
		case *ast.Heading:
			p.Title = plain(at, p.Markdown)
		case *ast.Paragraph:
			p.Summary = firstSentence(plain(at, p.Markdown))
		}
	}
	p.linkPages(tree)
	var body bytes.Buffer
	if err := reader.Renderer().Render(&body, p.Markdown, tree); err != nil {
		return "", fmt.Errorf("page %q of the guide: %w", p.Name, err)
	}
	return template.HTML(tabbed(body.String())), nil //nolint:gosec // our own text, and goldmark leaves raw HTML out
}

// program is a piece of code as goldmark writes it.
var program = regexp.MustCompile(`(?s)<pre><code class="language-([a-z]+)[^"]*">.*?</code></pre>`)

// called are the languages of programs as people call them.
var called = map[string]string{"sh": "curl", "python": "Python", "go": "Go", "ts": "TypeScript"}

// tabbed frames programs, and lets those that follow each other in different languages share a place, a tab for each.
func tabbed(body string) string {
	var out strings.Builder
	last, group := 0, 0
	found := program.FindAllStringSubmatchIndex(body, -1)
	language := func(i int) string { return body[found[i][2]:found[i][3]] }
	for i := 0; i < len(found); {
		end := i + 1
		for end < len(found) && strings.TrimSpace(body[found[end-1][1]:found[end][0]]) == "" && !slices.ContainsFunc(found[i:end], func(f []int) bool { return body[f[2]:f[3]] == language(end) }) {
			end++
		}
		out.WriteString(body[last:found[i][0]])
		group++
		if end-i > 1 {
			out.WriteString(`<div class="tabs">`)
		}
		for n := i; n < end; n++ {
			if end-i > 1 {
				id := fmt.Sprintf("tab-%d-%s", group, language(n))
				checked := ""
				if n == i {
					checked = " checked"
				}
				fmt.Fprintf(&out, `<input type="radio" name="tabs-%d" id="%s" value="%s"%s><label for="%s">%s</label>`, group, id, language(n), checked, id, cmp.Or(called[language(n)], language(n)))
			}
			out.WriteString(`<div class="snippet">` + strings.Replace(body[found[n][0]:found[n][1]], "<pre>", `<pre tabindex="0">`, 1) + `</div>`)
		}
		if end-i > 1 {
			out.WriteString(`</div>`)
		}
		last, i = found[end-1][1], end
	}
	return out.String() + body[last:]
}

var pageLink = regexp.MustCompile(`^([a-z-]+)\.md(#.*)?$`)

// linkPages lets links between the files lead to the pages.
func (p *Page) linkPages(tree ast.Node) {
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // this walker does not fail
		if link, ok := n.(*ast.Link); ok && entering {
			if to := pageLink.FindSubmatch(link.Destination); to != nil {
				link.Destination = append([]byte(p.sibling(string(to[1]))), to[2]...)
			}
		}
		return ast.WalkContinue, nil
	})
}

// plain is the text of a node without markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // nor does this one
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func firstSentence(s string) string {
	if i := strings.Index(s, ". "); i >= 0 {
		return s[:i+1]
	}
	return s
}

// LLMs is the guide as /llms.txt lists it for language models: see llmstxt.org.
func (g *Guide) LLMs() []byte {
	var b strings.Builder
	b.WriteString("# Tariffdesk\n\n> Customs classification (HS and national tariff codes), extraction of data from trade documents, " +
		"and duty quotes for Mexico, over HTTP with an API key, and over the Model Context Protocol at /mcp.\n\n" +
		"Every call carries `Authorization: Bearer <key>`. Codes carry calibrated confidences, rates their source and certainty; " +
		"where a fact is open the answer asks for it. The OpenAPI document is at [/openapi.json](/openapi.json).\n")
	for _, s := range g.Sections {
		title := s.Title
		if title == "Operate" {
			title = "Optional" // by the convention, what may be left out where room is short
		}
		fmt.Fprintf(&b, "\n## %s\n\n", title)
		for _, p := range s.Pages {
			fmt.Fprintf(&b, "- [%s](/docs/guide/%s.md): %s\n", p.Title, p.Name, p.Summary)
		}
	}
	return []byte(b.String())
}

var markdownLink = regexp.MustCompile(`\]\(([a-z-]+)\.md`)

// QuickStart is the part of the page start that shows one call of each product in each language, as
// Markdown to stand elsewhere.
func (g *Guide) QuickStart() string {
	const first, after = "\n## A code\n", "\n## Then\n"
	_, calls, _ := strings.Cut(string(g.pages["start"].Markdown), first)
	calls, _, _ = strings.Cut(calls, after)
	return "The [guide](/docs/guide) tells more.\n" + first + markdownLink.ReplaceAllString(calls, "](/docs/guide/$1")
}

// Sample is a program of the guide.
type Sample struct {
	Page     string // where it stands
	Line     int    // in its file, from 1
	Language string // sh, python, go or ts
	Kind     string // the word behind the language, "" for a program that runs as it is, "files" for what fetches its files
	Code     string
}

// Samples lists the programs of the guide in order.
func (g *Guide) Samples() []Sample {
	var all []Sample
	for _, s := range g.Sections {
		for _, p := range s.Pages {
			all = append(all, p.Samples()...)
		}
	}
	return all
}

// Samples lists the programs of the page in order.
func (p *Page) Samples() (all []Sample) {
	tree := goldmark.DefaultParser().Parse(text.NewReader(p.Markdown))
	for at := tree.FirstChild(); at != nil; at = at.NextSibling() {
		block, ok := at.(*ast.FencedCodeBlock)
		if !ok || block.Info == nil {
			continue
		}
		language, kind, _ := strings.Cut(string(block.Info.Segment.Value(p.Markdown)), " ")
		lines := block.Lines()
		if lines.Len() == 0 {
			continue
		}
		all = append(all, Sample{
			Page: p.Name, Line: 1 + bytes.Count(p.Markdown[:lines.At(0).Start], []byte("\n")), Language: language, Kind: kind,
			Code: string(lines.Value(p.Markdown)),
		})
	}
	return all
}
