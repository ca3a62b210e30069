package papers

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// words are the dictionary's lists that tell papers apart.
type words struct {
	dictionary                                                                                                                      *term.Dictionary
	meanings                                                                                                                        meanings
	titles, exact, numbers, marks, certified, sums, carried, copies, separators, closings, paging, of, legal, joins, before, behind *term.Group
}

func newWords(d *term.Dictionary) *words {
	return &words{
		dictionary: d,
		meanings:   newMeanings(d),
		titles:     d.Group("title"), exact: d.Group("title of paper"), numbers: d.Group("number of paper"), marks: d.Group("mark of paper"), certified: d.Group("certified paper"),
		sums: d.Group("sum"), carried: d.Group("carried"), copies: d.Group("copy"), separators: d.Group("separator of papers"),
		closings: d.Group("end of paper"), paging: d.Group("page"), of: d.Group("of pages"), legal: d.Group("legal"), joins: d.Group("joins two"), before: d.Group("before title"), behind: d.Group("behind title"),
	}
}

// Sight holds the signs on a page of the paper that it belongs to.
type Sight struct {
	Blank, Separator bool
	marked           bool // as a copy
	page, of         int  // "page 2 of 3": 2 and 3; 0 where it is not said
	titles           map[string]float64
	named            map[string]string // the words of those titles
	marks            map[string]int
	folio, certified bool // it prints a UUID, and what the tax authority of Mexico certified
	numbers          []number
	dates            []string // ISO, in the order of the page, those of its head
	head, foot       map[string]bool
	long             map[string]bool // words of five letters and more
	figures          map[string]bool // words with several digits
	all              map[string]int  // words, with how often each stands there
	count            int
	columns          map[string]bool // of the header of a table
	forward, back    bool            // sums are carried over from or to another page
	ends             bool            // a total or a signature
	totals           map[string]bool // figures of its rows that are called a total
	company          string          // that its head names first
	issuer           []string        // words of the name that it begins with
	tabled           bool            // it begins with the rows of a table
	first, last      int             // numbers of lines
	width, height    float64
	line             float64
	source           page.Source
	headlines        map[string]bool // what is printed large at its head
	bottom, left     float64         // of its print without the foot, shares of the page
	table            bool            // it has the header of a table
	priced, weighed  bool            // whose columns hold prices, or weights and packages
	captions         int             // at its head: short print that ends with a colon, or that names a number
	top              string          // its first rows, with the size of their print
	said, counted    map[string]bool // at its head, above its table: words, and what holds figures
}

// anyKind is of captions that name no kind of paper.
const anyKind = "any"

// number is a document's number with the kind of paper that its caption names.
type number struct {
	kind, value string
	row, words  int // of its caption
}

// Shares of a page and sizes.
const (
	headShare    = 0.28 // of the height that letterhead and title take
	footShare    = 0.9
	separatorTop = 40  // words: a page with more is no separator
	blankWords   = 2   // words that a page without print may seem to have
	largePrint   = 1.3 // heights of a line
	tableCells   = 4   // of a row that is the header of a table
	longTitle    = 9   // words of a segment that is a title
	longestTitle = 16  // words of one that is a title with what belongs to it

	letterheadRows = 3 // that a page begins with
)

// Look reads a page.
func (f *Finder) Look(p *page.Page) *Sight { return f.words.look(p) }

func (w *words) look(p *page.Page) *Sight {
	s := &Sight{titles: map[string]float64{}, named: map[string]string{}, marks: map[string]int{}, head: map[string]bool{}, foot: map[string]bool{}, long: map[string]bool{}, figures: map[string]bool{},
		all: map[string]int{}, columns: map[string]bool{}, width: p.Width, height: p.Height, line: p.LineHeight, source: p.Source, headlines: map[string]bool{}, totals: map[string]bool{}}
	for _, word := range p.Words {
		s.count++
		for _, t := range term.Split(word.Text) {
			s.all[t]++
			if len(t) >= 5 && digits(t) == 0 {
				s.long[t] = true
			}
			if digits(t) >= 4 {
				s.figures[t] = true
			}
		}
	}
	letters := 0
	for t := range s.all {
		letters += len(t)
	}
	s.Blank = s.count <= blankWords || letters < 4
	if s.Blank {
		return s
	}
	for ri, r := range p.Rows {
		top := r.Box.Y0 < headShare*p.Height
		text := r.Text()
		if top {
			for _, t := range term.Split(text) {
				s.head[t] = true
			}
			for _, d := range value.ParseDates(text, value.OrderUnknown) {
				s.dates = append(s.dates, d.ISO)
			}
		}
		if r.Box.Y0 > footShare*p.Height && len(p.Rows) > 6 {
			for _, t := range term.Split(text) {
				s.foot[t] = true
			}
		}
		if r.Box.Y1 < footShare*p.Height {
			s.bottom = max(s.bottom, r.Box.Y1/p.Height)
		}
		for si, seg := range r.Segments {
			if top && large(seg, p) && len(seg.Words) <= longTitle {
				if key := value.Alnum(seg.Text()); len(key) >= 4 && digits(key) < len(key)/2 {
					s.headlines[key] = true
				}
			}
			if text := strings.TrimSpace(seg.Text()); top && strings.Contains(text, ":") {
				s.captions++
			}
			if ri < letterheadRows {
				w.letterhead(s, seg)
			}
			w.title(s, p, ri, seg)
			if _, ok := w.legal.Ends(seg.Text()); ok && top && s.company == "" && len(seg.Words) > 1 {
				s.company = value.Alnum(seg.Text())
			}
			for _, n := range w.numbered(p, ri, si) {
				n.row = ri
				s.numbers = append(s.numbers, n)
			}
			w.paged(s, p, r, seg)
		}
		if len(r.Segments) > 1 && len(r.Segments) < tableCells && !slices.ContainsFunc(r.Segments, func(seg page.Segment) bool { return !large(seg, p) }) {
			w.title(s, p, ri, joined(r)) // letters set far apart: BILL OF   LADING
		}
		w.row(s, p, r, text)
	}
	s.heads(p)
	if _, ok := w.separators.Has(strings.Join(firstRows(p), " ")); ok && s.count < separatorTop {
		s.Separator = true
	}
	s.left = leftOf(p)
	s.lines(p)
	s.tabled = beginsWithTable(p)
	return s
}

// leftOf is where most rows of a page begin, as a share of its width: the left of the middle row.
func leftOf(p *page.Page) float64 {
	lefts := make([]float64, 0, len(p.Rows))
	for _, r := range p.Rows {
		lefts = append(lefts, r.Box.X0/math.Max(1, p.Width))
	}
	if len(lefts) == 0 {
		return 0
	}
	slices.Sort(lefts)
	return lefts[len(lefts)/3]
}

// beginsWithTable reports whether the first rows of a page are of a table: of several cells each.
func beginsWithTable(p *page.Page) bool {
	wide := 0
	rows := p.Rows[:min(len(p.Rows), 4)]
	for _, r := range rows {
		if len(r.Segments) >= tableCells {
			wide++
		}
	}
	return wide >= 2 && wide+1 >= len(rows)
}

func firstRows(p *page.Page) []string {
	var all []string
	for _, r := range p.Rows[:min(len(p.Rows), 8)] {
		all = append(all, r.Text())
	}
	return all
}

func digits(s string) int {
	n := 0
	for _, c := range s {
		if c >= '0' && c <= '9' {
			n++
		}
	}
	return n
}

// numbered are the numbers of papers whose captions stand in a segment.
func (w *words) numbered(p *page.Page, ri, si int) []number {
	seg := p.Rows[ri].Segments[si]
	if len(p.Rows[ri].Segments) >= tableCells && digits(p.Rows[ri].Text()) == 0 {
		return nil // the header of a table
	}
	var all []number
	texts := make([]string, len(seg.Words))
	for i, word := range seg.Words {
		texts[i] = word.Text
	}
	for from := 0; from < len(texts); {
		kind, n := w.caption(texts[from:])
		if n == 0 || kind == anyKind && (from > 0 || seg.Box.Y0 > 2*headShare*p.Height) {
			from++
			continue
		}
		v := valueIn(texts[from+n:])
		if v == "" && from+n == len(texts) {
			v = beyond(p, ri, si)
		}
		if v != "" {
			all = append(all, number{kind: kind, value: v, words: n})
		}
		from += n
	}
	return all
}

// caption is the kind of number whose caption begins words, and how many words it takes.
func (w *words) caption(texts []string) (kind string, n int) {
	for n = min(len(texts), 6); n > 0; n-- {
		if m, ok := w.numbers.Is(strings.Join(texts[:n], " ")); ok {
			return m, n
		}
	}
	return "", 0
}

// numberForm is a word that may be a document's number.
var numberForm = regexp.MustCompile(`^[\p{L}\d][\p{L}\d/._\-]*$`)

// valueIn is the number at the beginning of words.
func valueIn(texts []string) string {
	for i, t := range texts[:min(len(texts), 4)] {
		t = strings.Trim(t, ":#.,;()°º*")
		if t == "" {
			continue
		}
		if digits(t) == 0 {
			if i+1 < len(texts) && len(t) <= 5 && t == strings.ToUpper(t) { // a series: F 1024
				if next := strings.Trim(texts[i+1], ":#.,;()"); numberForm.MatchString(next) && digits(next) > 0 && !isDate(next) {
					return t + " " + next
				}
			}
			if len(t) <= 3 {
				continue
			}
			return ""
		}
		if numberForm.MatchString(t) && !isDate(t) && len(t) <= 44 {
			return t
		}
		return ""
	}
	return ""
}

func isDate(t string) bool {
	_, ok := value.ParseDate(t, value.OrderUnknown)
	return ok && strings.ContainsAny(t, "/.-") && digits(t) <= 8 && strings.Trim(t, "0123456789/.-") == ""
}

// beyond is the number in the segment to the right of a caption or below it.
func beyond(p *page.Page, ri, si int) string {
	row := p.Rows[ri]
	if si+1 < len(row.Segments) {
		if v := valueIn(texts(row.Segments[si+1])); v != "" {
			return v
		}
	}
	box := row.Segments[si].Box
	for _, r := range p.Rows[ri+1 : min(len(p.Rows), ri+3)] {
		if r.Box.Y0-box.Y1 > 2.5*p.LineHeight {
			break
		}
		for _, s := range r.Segments {
			if s.Box.OverlapX(box) > 0 {
				if v := valueIn(texts(s)); v != "" {
					return v
				}
			}
		}
	}
	return ""
}

func texts(s page.Segment) []string {
	all := make([]string, len(s.Words))
	for i, w := range s.Words {
		all[i] = w.Text
	}
	return all
}

// uuidForm matches the number that a digital tax receipt is certified under.
var uuidForm = regexp.MustCompile(`(?i)\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b`)

// row notes what a whole row says.
func (w *words) row(s *Sight, p *page.Page, r page.Row, text string) {
	for _, h := range w.marks.Find(text) {
		s.marks[h.Member]++
	}
	s.folio = s.folio || uuidForm.MatchString(text)
	if _, ok := w.certified.Has(text); ok {
		s.certified = true
	}
	if m, ok := w.carried.Has(text); ok {
		s.forward = s.forward || m == "forward" && r.Box.Y0 > 0.4*p.Height
		s.back = s.back || m == "back" && r.Box.Y0 < 0.7*p.Height
	}
	if m, ok := w.copies.Has(text); ok && m == "copy" && r.Box.Y0 < headShare*p.Height && len(term.Split(text)) < longTitle {
		s.marked = true
	}
	if m, ok := w.sums.Begins(text); ok && m == "total" && digits(text) > 0 {
		s.ends = true
		if last := term.Split(r.Segments[len(r.Segments)-1].Text()); len(last) > 0 {
			s.totals[strings.Join(last, " ")] = true
		}
	}
	if _, ok := w.closings.Has(text); ok {
		s.ends = true
	}
	if len(r.Segments) >= tableCells && digits(text) == 0 {
		if bag := w.dictionary.Bag(text); len(bag.Words) > 0 {
			s.table = true
			s.priced = s.priced || bag.Has("price")
			s.weighed = s.weighed || bag.Has("weight") || bag.Has("package") || bag.Has("carton")
		}
	}
	if len(r.Segments) >= 3 && digits(text) == 0 && len(s.columns) < len(r.Segments) {
		header := map[string]bool{}
		for _, t := range term.Split(text) {
			header[t] = true
		}
		if len(header) > len(s.columns) {
			s.columns = header
		}
	}
}

// lines reads the numbers that lines begin with.
func (s *Sight) lines(p *page.Page) {
	for _, r := range p.Rows {
		if len(r.Segments) < 3 {
			continue
		}
		n, err := strconv.Atoi(strings.Trim(r.Segments[0].Text(), ".)"))
		if err != nil || n < 1 || n > 9999 {
			continue
		}
		switch {
		case s.first == 0:
			s.first, s.last = n, n
		case n == s.last+1:
			s.last = n
		}
	}
}

// numberOf is the number of a page by a caption that names a type, else by one that names none; "" for neither.
func (s *Sight) numberOf(kind string) string {
	for _, of := range []string{kind, anyKind} {
		var best *number
		for i, n := range s.numbers {
			if n.kind == of && (best == nil || of == typeCfdi && n.words > best.words) { // its folio, and not the bare UUID of another
				best = &s.numbers[i]
			}
		}
		if best != nil {
			return best.value
		}
	}
	return ""
}

// repeated reports whether two pages print the same but for a few words.
func (s *Sight) repeated(o *Sight) bool {
	return s.count >= fewRepeats && s.width == o.width && overlap(s.all, o.all) >= sameShare
}

// overlap is the share of words, each as often as it stands there, that two pages have in common.
func overlap(a, b map[string]int) float64 {
	common, total := 0, 0
	for t, n := range a {
		common += min(n, b[t])
		total += max(n, b[t])
	}
	for t, n := range b {
		if a[t] == 0 {
			total += n
		}
	}
	return float64(common) / math.Max(1, float64(total))
}

// share returns the part of the smaller of two sets that lies in both.
func share(a, b map[string]bool) float64 {
	common := 0
	for t := range a {
		if b[t] {
			common++
		}
	}
	return float64(common) / math.Max(1, float64(min(len(a), len(b))))
}

// strongest is the title that stands out most; the first by name of equal ones.
func (s *Sight) strongest() (kind string, strength float64) {
	for _, k := range slices.Sorted(maps.Keys(s.titles)) {
		if s.titles[k] > strength {
			kind, strength = k, s.titles[k]
		}
	}
	return kind, strength
}
