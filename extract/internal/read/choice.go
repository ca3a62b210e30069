package read

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/fail"
)

// maxRanges bounds the pieces of a choice of pages.
const maxRanges = 2 * MaxPages

// Range is pages from First to Last.
type Range struct{ First, Last int }

// ParseRanges reads a choice of pages such as "1-3,5". Pages count from 1; what is no such list is CodeBadRequest.
func ParseRanges(text string) ([]Range, error) {
	parts := strings.Split(text, ",")
	if len(parts) > maxRanges {
		return nil, fail.Newf(fail.CodeBadRequest, "pages: more than the limit of %d ranges", maxRanges)
	}
	var all []Range
	for _, part := range parts {
		from, to, ranged := strings.Cut(strings.TrimSpace(part), "-")
		first, ok := pageNumber(from)
		last := first
		if ok && ranged {
			last, ok = pageNumber(to)
		}
		if !ok || first < 1 || last < first {
			return nil, fail.New(fail.CodeBadRequest, "pages: want pages and ranges from 1 upwards, such as 1-3,5")
		}
		all = append(all, Range{first, last})
	}
	return all, nil
}

// pageNumber reads up to nine digits.
func pageNumber(text string) (int, bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 9 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// Within lists the pages of ranges in a file of so many pages, each once and in order; no ranges are all pages. A page beyond
// the file is CodeBadRequest.
func Within(ranges []Range, of int) ([]int, error) {
	wanted := make([]bool, of+1)
	for _, r := range ranges {
		if r.Last > of {
			return nil, fail.Newf(fail.CodeBadRequest, "pages: the file has %d pages, there is no page %d", of, r.Last)
		}
		for n := r.First; n <= r.Last; n++ {
			wanted[n] = true
		}
	}
	var all []int
	for n := 1; n <= of; n++ {
		if wanted[n] || len(ranges) == 0 {
			all = append(all, n)
		}
	}
	return all, nil
}

// Choose reads the pages of ranges; none are all pages. progress, which may be nil, hears of each page that is done.
func (r *Reader) Choose(ctx context.Context, content []byte, ranges []Range, progress func(done, of int)) ([]*page.Page, Info, error) {
	if len(ranges) == 0 {
		return r.Pages(ctx, content, MaxPages, progress)
	}
	read := func() ([]*page.Page, Info, error) { return r.pages(ctx, content, MaxPages, ranges, progress) }
	if r.folder == "" {
		return read()
	}
	return r.kept(content, fmt.Sprint(MaxPages, ".", slices.Clone(ranges)), read)
}
