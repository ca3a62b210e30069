package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
)

// namePieces are what of a line may be a company's name: all of it, all up to its legal form, what stands before a bracket,
// each also behind a caption that ends with a colon.
func namePieces(words []page.Word) [][]page.Word {
	pieces := [][]page.Word{words}
	for i, w := range words[:max(len(words)-1, 0)] {
		if strings.HasSuffix(w.Text, ":") {
			pieces = append(pieces, words[i+1:])
		}
	}
	for _, p := range pieces {
		for i := range p {
			head := p[:i+1]
			if text, _, glued := strings.Cut(p[i].Text, "("); glued && (text != "" || i > 0) {
				head = append([]page.Word{}, p[:i]...)
				if text != "" {
					cut := p[i]
					cut.Text = text
					head = append(head, cut)
				}
				pieces = append(pieces, head)
				break
			}
			if i+1 < len(p) && reading.CompanyForm.MatchString(reading.TrimText(page.Join(head))) && !reading.FormOnly(page.Join(p[i+1:])) {
				pieces = append(pieces, head)
			}
		}
	}
	return pieces
}

// dropFormless leaves out names that another option has with the legal form that follows them.
func dropFormless(all []*option) []*option {
	return slices.DeleteFunc(slices.Clone(all), func(o *option) bool {
		return slices.ContainsFunc(all, func(whole *option) bool {
			rest, found := strings.CutPrefix(whole.Text, o.Text)
			return found && rest != "" && whole.page == o.page && reading.FormOnly(strings.TrimLeft(rest, " ,")) && overlaps(&whole.match, &o.match)
		})
	})
}
