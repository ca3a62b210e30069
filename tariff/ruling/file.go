package ruling

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tariffdesk/bounded"
	"tariffdesk/tariff"
)

// Bounds of a file. The whole export of the Union has a million decisions: what is kept of it is chosen.
const (
	MaxRows        = 1_500_000
	MaxRulings     = 250_000 // kept of a source
	maxRefused     = 20      // rows named in an error
	maxReference   = 80      // characters
	maxDescription = 1000
	maxURL         = 500
	maxCodes       = 30
	maxRecord      = 1 << 20 // bytes of one ruling as it is written
)

// Options say what to keep of a file.
type Options struct {
	Editions *tariff.Editions
	Day      string   // on which it is read: rulings that ended before are expired
	Since    string   // keep no ruling before this day; "" keeps all
	Language []string // keep only these, of files that name languages; none keeps all
	Refusals int      // rows that may be refused and left out
}

// File holds the rulings that were read from a file.
type File struct {
	Rulings  []Ruling // in order of reference
	Rows     int
	Repeated int      // rows whose reference came again: the last one is kept
	Left     int      // rows the options leave out
	Refused  []string // "row 12: …", maxRefused at most
}

// record is a row of any source, as written.
type record struct {
	reference, date, end, edition, description, keywords, status, url, language string
	codes                                                                       []string
}

// Read reads a file of a source. Any row that is not understood refuses it, beyond those the options allow: the error names
// rows. So do a file that is cut off, one of another shape, and one over the bounds.
func Read(source Source, from io.Reader, o Options) (*File, error) {
	return read(source, from, o, bounds{MaxRows, MaxRulings})
}

// bounds limit the rows that are read from a file, and the rulings kept.
type bounds struct{ rows, rulings int }

func read(source Source, from io.Reader, o Options, most bounds) (*File, error) {
	f := &File{}
	at := map[string]int{}
	refused := 0
	each := func(row int, c record, problem error) error {
		if f.Rows++; f.Rows > most.rows {
			return fmt.Errorf("row %d: the file has more than %d rows, the limit", row, most.rows)
		}
		var r Ruling
		if problem == nil {
			if len(o.Language) > 0 && c.language != "" && !slices.Contains(o.Language, strings.ToLower(c.language)) {
				f.Left++
				return nil
			}
			r, problem = c.ruling(source, o)
		}
		switch {
		case problem != nil:
			if refused++; len(f.Refused) < maxRefused {
				f.Refused = append(f.Refused, fmt.Sprintf("row %d: %v", row, problem))
			}
			return nil
		case r.Date < o.Since:
			f.Left++
			return nil
		}
		if i, again := at[r.Reference]; again {
			f.Repeated++
			f.Rulings[i] = r
			return nil
		}
		if len(f.Rulings) == most.rulings {
			return fmt.Errorf("row %d: more than %d rulings would be kept, the limit of a source: choose the newer ones by their day", row, most.rulings)
		}
		at[r.Reference] = len(f.Rulings)
		f.Rulings = append(f.Rulings, r)
		return nil
	}
	if err := parse(source, bufio.NewReaderSize(from, 1<<16), each); err != nil {
		return nil, err
	}
	if refused > o.Refusals {
		return nil, fmt.Errorf("%d of %d rows refused, nothing is loaded:\n%s", refused, f.Rows, strings.Join(f.Refused, "\n"))
	}
	if len(f.Rulings) == 0 {
		return nil, errors.New("the file holds no ruling to keep")
	}
	slices.SortFunc(f.Rulings, func(a, b Ruling) int { return strings.Compare(a.Reference, b.Reference) })
	return f, nil
}

// take receives the rows of a file, each with what is wrong with it; its error ends the reading.
type take func(row int, c record, problem error) error

func parse(source Source, from *bufio.Reader, each take) error {
	switch first, err := firstByte(from); {
	case err != nil:
		return err
	case source == SourceCROSS, source == SourcePlain, source == SourceATaR && (first == '[' || first == '{'):
		return parseJSON(source, from, each)
	}
	return parseCSV(source, from, each)
}

// firstByte skips a byte order mark and white space.
func firstByte(from *bufio.Reader) (byte, error) {
	if mark, err := from.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = from.Discard(len(mark)) // it was just seen
	}
	for {
		b, err := from.ReadByte()
		if err != nil {
			return 0, fmt.Errorf("row 1: the file is empty")
		}
		if !strings.ContainsRune(" \t\r\n", rune(b)) {
			return b, from.UnreadByte()
		}
	}
}

// ruling checks a row. Errors name the field.
func (c *record) ruling(source Source, o Options) (r Ruling, err error) {
	r = Ruling{Source: source, Reference: clean(c.reference), Description: shortened(clean(c.description)), Keywords: shortened(clean(c.keywords)), URL: clean(c.url)}
	switch {
	case r.Reference == "":
		return r, errors.New("reference: missing")
	case utf8.RuneCountInString(r.Reference) > maxReference:
		return r, fmt.Errorf("reference: more than %d characters", maxReference)
	case r.Description == "":
		return r, errors.New("description: missing")
	case len(r.URL) > maxURL || r.URL != "" && !strings.HasPrefix(r.URL, "https://") && !strings.HasPrefix(r.URL, "http://"):
		return r, fmt.Errorf("url: want an address of at most %d characters", maxURL)
	}
	if r.Date, err = day(c.date); err != nil {
		return r, fmt.Errorf("date: %w", err)
	}
	if r.Codes, err = codes(c.codes); err != nil {
		return r, err
	}
	switch r.Edition = tariff.Edition(clean(c.edition)); r.Edition {
	case tariff.EditionUnknown, tariff.Edition2012, tariff.Edition2017, tariff.Edition2022:
	default:
		return r, fmt.Errorf("edition: %q is none of 2012, 2017 and 2022", r.Edition)
	}
	if r.Status, err = c.standing(r.Date, o.Day); err != nil {
		return r, err
	}
	return r, r.carry(o.Editions)
}

// standing reads a status, and where it only says that a ruling no longer holds, whether its time was up.
func (c *record) standing(date, today string) (Status, error) {
	end := ""
	if clean(c.end) != "" {
		var err error
		if end, err = day(c.end); err != nil {
			return "", fmt.Errorf("end: %w", err)
		}
	}
	switch s := strings.ToLower(clean(c.status)); s {
	case "", "valid", "active", "published", "issued":
		if end != "" && end < today {
			return StatusExpired, nil
		}
		return StatusValid, nil
	case "expired":
		return StatusExpired, nil
	case "modified", "amended":
		return StatusModified, nil
	case "invalid":
		if end != "" && wholeTerm(date, end) {
			return StatusExpired, nil
		}
		return StatusRevoked, nil
	case "revoked", "annulled", "invalidated", "withdrawn", "ceased":
		return StatusRevoked, nil
	default:
		return "", fmt.Errorf("status: %q is none of valid, expired, modified and revoked", s)
	}
}

// wholeTerm reports whether a ruling held for its term: three years, six for those before May 2016 (Union Customs Code,
// Regulation (EU) 952/2013, article 33(3)). One that ended earlier was taken back.
func wholeTerm(date, end string) bool {
	from, err := time.Parse(time.DateOnly, date)
	to, err2 := time.Parse(time.DateOnly, end)
	years := 3
	if date < "2016-05-01" {
		years = 6
	}
	return err == nil && err2 == nil && !to.Before(from.AddDate(years, 0, -2))
}

// codes reads the codes of a ruling, each once.
func codes(list []string) (out []string, err error) {
	for _, text := range list {
		if text = clean(text); text == "" {
			continue
		}
		code, ok := tariff.CleanCode(text)
		if !ok || len(code) > 12 {
			return nil, fmt.Errorf("code: %q is no tariff code", shortened(text))
		}
		if !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	switch {
	case len(out) == 0:
		return nil, errors.New("code: missing")
	case len(out) > maxCodes:
		return nil, fmt.Errorf("code: %d codes, more than %d", len(out), maxCodes)
	}
	return out, nil
}

// day reads a date, with or without a time: 2024-01-31, 31/01/2024 or 31.01.2024.
func day(text string) (string, error) {
	text, _, _ = strings.Cut(clean(text), "T")
	text, _, _ = strings.Cut(text, " ")
	for _, form := range []string{time.DateOnly, "02/01/2006", "02.01.2006", "20060102"} {
		if t, err := time.Parse(form, text); err == nil && t.Year() >= 1980 && t.Year() < 2100 {
			return t.Format(time.DateOnly), nil
		}
	}
	return "", fmt.Errorf("%q is no day such as 2024-01-31 or 31/01/2024", shortened(text))
}

var spaces = regexp.MustCompile(`[\s\x00-\x1f\x7f]+`)

// clean makes one line of text that can be stored.
func clean(text string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(strings.ToValidUTF8(text, ""), " "))
}

// shortened keeps what describes the goods: it is named first.
func shortened(text string) string { return bounded.First(text, maxDescription) }
