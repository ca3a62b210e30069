package papers

import (
	"regexp"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// plainPaging is a segment that is nothing but "1/3".
var plainPaging = regexp.MustCompile(`^[-–(\[]?\s*(\d{1,3})\s*/\s*(\d{1,3})\s*[-–)\]]?$`)

// mostPages bounds what "page 2 of 3" may say.
const mostPages = 500

// paged reads "page 2 of 3".
func (w *words) paged(s *Sight, p *page.Page, r page.Row, seg page.Segment) {
	text := seg.Text()
	edge := r.Box.Y0 < 0.2*p.Height || r.Box.Y1 > 0.85*p.Height
	set := func(k, n int) {
		if k < 1 || k > mostPages || n != 0 && (n < k || n > mostPages) || s.of > 0 {
			return
		}
		s.page, s.of = k, n
	}
	if m := plainPaging.FindStringSubmatch(text); m != nil && edge {
		k, _ := strconv.Atoi(m[1])
		n, _ := strconv.Atoi(m[2])
		set(k, n)
		return
	}
	for _, h := range w.paging.Find(text) {
		rest := term.Split(text)[h.To:]
		if len(rest) == 0 {
			continue
		}
		k, err := strconv.Atoi(strings.TrimPrefix(rest[0], "#"))
		if err != nil {
			continue
		}
		rest = rest[1:]
		if len(rest) > 0 {
			if _, of := w.of.Is(rest[0]); of {
				rest = rest[1:]
			}
		}
		n := 0
		if len(rest) > 0 {
			n, _ = strconv.Atoi(rest[0])
		}
		if n < k {
			n = 0
		}
		if n > 0 || edge {
			set(k, n)
		}
	}
	if of := term.Split(text); edge && len(of) == 3 { // 1 of 3
		k, err1 := strconv.Atoi(of[0])
		n, err2 := strconv.Atoi(of[2])
		if _, ok := w.of.Is(of[1]); ok && err1 == nil && err2 == nil {
			set(k, n)
		}
	}
}
