package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// spanish lists the pages that stand in Spanish too, in order. The others are in English alone.
var spanish = []string{"start", "classify", "extract", "quote", "shipments"}

// file is where the text of the page stands.
func (p *Page) file() string {
	if p.Language == "es" {
		return "guide/es/" + p.Name + ".md"
	}
	return "guide/" + p.Name + ".md"
}

// Path is the page's address on the server.
func (p *Page) Path() string { return p.sibling(p.Name) }

// sibling is the address of the page of this name in the language of p, or in English where it stands in no other.
func (p *Page) sibling(name string) string {
	if p.Language == "es" && slices.Contains(spanish, name) {
		return "/docs/guide/es/" + name
	}
	return "/docs/guide/" + name
}

// sampleOf stands in a Spanish page in the place of a program: the page of the same name in English holds its text.
var sampleOf = regexp.MustCompile(`(?m)^\{sample (\d+)\}$`)

// translated is the Spanish page of this name, with the programs of the English one.
func (g *Guide) translated(name string) (*Page, error) {
	p := &Page{Name: name, Language: "es"}
	text, err := files.ReadFile(p.file())
	if err != nil {
		return nil, fmt.Errorf("page %q of the Spanish guide: %w", name, err)
	}
	samples := g.pages[name].Samples()
	next := 1
	p.Markdown = sampleOf.ReplaceAllFunc(text, func(line []byte) []byte {
		n, _ := strconv.Atoi(string(sampleOf.FindSubmatch(line)[1])) // digits; too many of them are no sample's number
		if n != next || n > len(samples) {
			err = fmt.Errorf("page %q of the Spanish guide: {sample %d} where %d is due, of %d", name, n, next, len(samples))
			return line
		}
		next++
		s := samples[n-1]
		if s.Kind != "" {
			s.Language += " " + s.Kind
		}
		return []byte("```" + s.Language + "\n" + s.Code + "```")
	})
	if err == nil && next <= len(samples) {
		err = fmt.Errorf("page %q of the Spanish guide: it shows %d of %d programs", name, next-1, len(samples))
	}
	return p, err
}
