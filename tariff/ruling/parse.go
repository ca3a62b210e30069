package ruling

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
)

// field is a part of a record.
type field string

const (
	fieldReference   field = "reference"
	fieldDate        field = "date"
	fieldEnd         field = "end"
	fieldCode        field = "code"
	fieldEdition     field = "edition"
	fieldDescription field = "description"
	fieldKeywords    field = "keywords"
	fieldStatus      field = "status"
	fieldURL         field = "url"
	fieldLanguage    field = "language"
	fieldRevoked     field = "revoked"  // anything that says yes
	fieldModified    field = "modified" // the same
)

// fieldOf tells what a column or key of a source is, by its name without capitals, spaces and signs.
func fieldOf(source Source, name string) field {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	switch source {
	case SourceCROSS:
		return crossFields[name]
	case SourceEBTI:
		return ebtiFields[name]
	case SourceATaR:
		return atarFields[name]
	case SourcePlain:
		return plainFields[name]
	}
	return ""
}

// What the publications call their fields: those of the search of rulings.cbp.gov, of the export of the Commission's EBTI
// data, of the pages of the UK's search for advance tariff rulings; each with the forms it has had.
var (
	crossFields = map[string]field{
		"rulingnumber": fieldReference, "rulingdate": fieldDate, "subject": fieldDescription, "tariffs": fieldCode, "url": fieldURL,
		"isrevoked": fieldRevoked, "revokedby": fieldRevoked, "operationallyrevoked": fieldRevoked, "isrevokedbyoperationoflaw": fieldRevoked,
		"ismodified": fieldModified, "modifiedby": fieldModified,
	}
	ebtiFields = map[string]field{
		"btireference": fieldReference, "reference": fieldReference, "btireferencenumber": fieldReference,
		"nomenclaturecode": fieldCode, "commoditycode": fieldCode,
		"startdateofvalidity": fieldDate, "validitystartdate": fieldDate, "startdate": fieldDate, "validfrom": fieldDate,
		"enddateofvalidity": fieldEnd, "validityenddate": fieldEnd, "enddate": fieldEnd, "validto": fieldEnd,
		"descriptionofgoods": fieldDescription, "descriptionofthegoods": fieldDescription, "description": fieldDescription,
		"keywords": fieldKeywords, "language": fieldLanguage, "languagecode": fieldLanguage, "status": fieldStatus, "btistatus": fieldStatus,
		"url": fieldURL,
	}
	atarFields = map[string]field{
		"reference": fieldReference, "rulingreference": fieldReference, "commoditycode": fieldCode,
		"startdate": fieldDate, "datefrom": fieldDate, "validfrom": fieldDate,
		"expirydate": fieldEnd, "enddate": fieldEnd, "validto": fieldEnd,
		"description": fieldDescription, "keywords": fieldKeywords, "status": fieldStatus, "url": fieldURL,
	}
	plainFields = map[string]field{
		"reference": fieldReference, "date": fieldDate, "code": fieldCode, "edition": fieldEdition, "description": fieldDescription,
		"status": fieldStatus, "url": fieldURL,
	}
)

// required are the fields without which a file is of another shape.
func required() []field {
	return []field{fieldReference, fieldDate, fieldCode, fieldDescription}
}

// set puts one value of a record in its place.
func (c *record) set(f field, values ...string) {
	value := strings.Join(values, " ")
	switch f {
	case fieldReference:
		c.reference = value
	case fieldDate:
		c.date = value
	case fieldEnd:
		c.end = value
	case fieldCode:
		c.codes = values
	case fieldEdition:
		c.edition = value
	case fieldDescription:
		c.description = value
	case fieldKeywords:
		c.keywords = value
	case fieldStatus:
		c.status = value
	case fieldURL:
		c.url = value
	case fieldLanguage:
		c.language = strings.TrimSpace(value)
	case fieldRevoked:
		if yes(value) {
			c.status = string(StatusRevoked)
		}
	case fieldModified:
		if yes(value) && c.status != string(StatusRevoked) {
			c.status = string(StatusModified)
		}
	}
}

func yes(value string) bool {
	value = strings.ToLower(strings.TrimSpace(value))
	return value != "" && value != "false" && value != "0"
}

// quota refuses a record of more than maxRecord bytes before it is held.
type quota struct {
	from io.Reader
	left int
}

func (q *quota) Read(p []byte) (int, error) {
	if q.left <= 0 {
		return 0, fmt.Errorf("longer than %d bytes", maxRecord)
	}
	n, err := q.from.Read(p[:min(len(p), q.left)])
	q.left -= n
	return n, err
}

func parseCSV(source Source, from *bufio.Reader, each take) error {
	bounded := &quota{from, maxRecord}
	in := csv.NewReader(bounded)
	in.FieldsPerRecord, in.ReuseRecord = -1, true
	if head, err := from.Peek(min(from.Buffered(), 1<<12)); err == nil {
		line, _, _ := bytes.Cut(head, []byte{'\n'})
		for _, comma := range []rune{';', '\t'} {
			if bytes.Count(line, []byte(string(comma))) > bytes.Count(line, []byte(string(in.Comma))) {
				in.Comma = comma
			}
		}
	}
	head, err := in.Read()
	if err != nil {
		return fmt.Errorf("row 1: %w", err)
	}
	fields := make([]field, len(head))
	for i, name := range head {
		fields[i] = fieldOf(source, name)
	}
	for _, f := range required() {
		if !has(fields, f) {
			return fmt.Errorf("row 1: no column is the %s: the file is none of %s", f, source)
		}
	}
	for row := 2; ; row++ {
		bounded.left = maxRecord
		cells, err := in.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("row %d: %w: the file is cut off or of another shape", row, err)
		case len(cells) != len(fields):
			return fmt.Errorf("row %d: %d columns, the header has %d: the file is cut off or of another shape", row, len(cells), len(fields))
		}
		var c record
		for i, cell := range cells {
			c.set(fields[i], cell)
		}
		if err := each(row, c, nil); err != nil {
			return err
		}
	}
}

func has(fields []field, f field) bool {
	for _, x := range fields {
		if x == f {
			return true
		}
	}
	return false
}

// jsonFile reads rulings one after another: lines, a list, or the pages of a search, which hold them under "rulings".
type jsonFile struct {
	in      *json.Decoder
	bounded *quota
	source  Source
	each    take
	row     int
	hits    int // that the search found
}

func parseJSON(source Source, from *bufio.Reader, each take) error {
	f := &jsonFile{bounded: &quota{from, maxRecord}, source: source, each: each}
	f.in = json.NewDecoder(f.bounded)
	for {
		f.bounded.left = maxRecord
		switch err := f.value(); {
		case errors.Is(err, io.EOF):
			if f.row < f.hits {
				return fmt.Errorf("row %d: the search found %d rulings and the file ends after %d: fetch every page", f.row, f.hits, f.row)
			}
			return nil
		case err != nil:
			return err
		}
	}
}

// value reads one value of the top: a list of rulings, a page or a ruling. It returns io.EOF after the last.
func (f *jsonFile) value() error {
	switch start, err := f.in.Token(); {
	case errors.Is(err, io.EOF):
		return io.EOF
	case err != nil:
		return f.broken(err)
	case start == json.Delim('['):
		return f.list()
	case start != json.Delim('{'):
		return fmt.Errorf("row %d: want an object, have %v", f.row+1, start)
	}
	fields, page := map[string]json.RawMessage{}, false
	for f.in.More() {
		key, err := f.in.Token()
		if err != nil {
			return f.broken(err)
		}
		name, _ := key.(string)
		if name == "rulings" {
			page = true
			if start, err := f.in.Token(); err != nil || start != json.Delim('[') {
				return fmt.Errorf("row %d: rulings: want a list", f.row+1)
			}
			if err := f.list(); err != nil {
				return err
			}
			continue
		}
		var value json.RawMessage
		if err := f.in.Decode(&value); err != nil {
			return f.broken(err)
		}
		if name == "totalHits" {
			var hits int
			if json.Unmarshal(value, &hits) == nil {
				f.hits = max(f.hits, hits)
			}
		}
		fields[name] = value
	}
	if _, err := f.in.Token(); err != nil {
		return f.broken(err)
	}
	if page {
		return nil
	}
	return f.take(fields)
}

// list reads the rulings of a list that has been opened, and its end.
func (f *jsonFile) list() error {
	for f.in.More() {
		f.bounded.left = maxRecord
		var fields map[string]json.RawMessage
		if err := f.in.Decode(&fields); err != nil {
			return f.broken(err)
		}
		if err := f.take(fields); err != nil {
			return err
		}
	}
	f.bounded.left = maxRecord
	if _, err := f.in.Token(); err != nil {
		return f.broken(err)
	}
	return nil
}

func (f *jsonFile) broken(err error) error {
	return fmt.Errorf("row %d: %w: the file is cut off or of another shape", f.row+1, err)
}

func (f *jsonFile) take(fields map[string]json.RawMessage) error {
	f.row++
	var c record
	for name, raw := range fields {
		if of := fieldOf(f.source, name); of != "" {
			values, err := texts(raw)
			if err != nil {
				return f.each(f.row, c, fmt.Errorf("%s: %w", shortened(name), err))
			}
			c.set(of, values...)
		}
	}
	if f.source == SourceCROSS {
		c.description = goodsOf(c.description)
	}
	return f.each(f.row, c, nil)
}

// texts reads a text, a number, yes or no, a list of these, or objects of a list by what they are called.
func texts(raw json.RawMessage) (out []string, err error) {
	var value any
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	if err := in.Decode(&value); err != nil {
		return nil, err
	}
	list, many := value.([]any)
	if !many {
		list = []any{value}
	}
	for _, x := range list {
		switch x := x.(type) {
		case nil:
		case string:
			out = append(out, x)
		case json.Number:
			out = append(out, x.String())
		case bool:
			out = append(out, fmt.Sprint(x))
		case map[string]any:
			out = append(out, fmt.Sprint(x["rulingNumber"]))
		default:
			return nil, errors.New("want text or a list of texts")
		}
	}
	return out, nil
}

// The subject of a ruling of the United States names the goods between these.
var (
	subjectStart = regexp.MustCompile(`(?i)^.{0,120}?\btariff classification[^.]{0,60}?\bof (an? |the )?`)
	subjectEnd   = regexp.MustCompile(` from ([A-Z][\p{L}.']+( (and|or|of|the|[A-Z][\p{L}.']+)|,)*)+\.?$`)
)

// goodsOf returns the goods that a subject names.
func goodsOf(subject string) string {
	subject = clean(subject)
	subject = subjectEnd.ReplaceAllString(shortened(subject), "")
	if goods := subjectStart.ReplaceAllString(subject, ""); goods != "" {
		return goods
	}
	return subject
}
