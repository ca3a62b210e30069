package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
)

// mostPieces is how many pieces of a line are looked at.
const mostPieces = 24

// namePieces are what of a line may be a company's name: all of it, all up to its legal form, what stands before a bracket,
// each also behind a caption that ends with a colon.
func namePieces(words []page.Word) [][]page.Word {
	pieces, ends := [][]page.Word{words}, endsOfForms(words)
	for i, w := range words[:max(len(words)-1, 0)] {
		if strings.HasSuffix(w.Text, ":") && len(pieces) < mostPieces {
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
			if ends[len(words)-len(p)+i] && reading.CompanyForm.MatchString(reading.TrimText(page.Join(head))) {
				pieces = append(pieces, head)
			}
			if len(pieces) >= mostPieces {
				return pieces
			}
		}
	}
	return pieces
}

// endsOfForms tells which words end a legal form before something else.
func endsOfForms(words []page.Word) []bool {
	ends, text, at := make([]bool, len(words)), page.Join(words), 0
	for i, w := range words[:max(len(words)-1, 0)] {
		at += len(w.Text)
		ends[i] = reading.CompanyForm.MatchString(reading.TrimText(text[:at])) && !reading.FormOnly(text[at+1:])
		at++
	}
	return ends
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
