package api_test

import (
	"regexp"
	"strings"
	"testing"
)

func TestTheGuideIsServedAsPagesAndAsMarkdown(t *testing.T) {
	t.Parallel()
	s := setup(t)
	list := s.get("/llms.txt", "").want(200)
	if !strings.HasPrefix(string(list.body), "# Tariffdesk\n\n> ") {
		t.Errorf("llms.txt %.100s", list.body)
	}
	links := regexp.MustCompile(`\]\((/docs/guide/[^)]*)\.md\)`).FindAllStringSubmatch(string(list.body), -1)
	if len(links) < 15 {
		t.Fatalf("%d pages listed", len(links))
	}
	for _, link := range append(links, []string{"", "/docs/guide"}) {
		page := s.get(link[1], "").want(200)
		if !strings.HasPrefix(page.header.Get("Content-Type"), "text/html") || !strings.HasPrefix(page.header.Get("Content-Security-Policy"), "default-src 'none'") ||
			!strings.Contains(string(page.body), "<h1") {
			t.Errorf("%s: %v", link[1], page.header)
		}
	}
	if text := s.get("/docs/guide/start.md", "").want(200); !strings.HasPrefix(string(text.body), "# Getting started\n") || !strings.HasPrefix(text.header.Get("Content-Type"), "text/markdown") {
		t.Errorf("start.md: %v %.100s", text.header, text.body)
	}
	if moved := s.get("/docs/guide/extraction.md", ""); !strings.HasPrefix(string(moved.body), "# Extraction\n") && moved.header.Get("Location") != "/docs/guide/extract.md" {
		t.Errorf("extraction.md: %d %v %.100s", moved.status, moved.header, moved.body)
	}
	s.get("/docs/guide/absent", "").fails(404, "NotFound", "/docs/guide")
	if document := string(s.get("/openapi.json", "").body); !strings.Contains(document, "All three in one program") {
		t.Error("the page at /docs shows no programs")
	}
}
