package excel

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"tariffdesk/fail"
)

// Book is an opened workbook. It may be read by several readers one after the other, not at once.
type Book struct {
	parts    map[string]*zip.File // by lower-case name
	sheets   []sheet
	formats  []string // number format by cell style, "" for a plain one
	dates    []bool   // whether a cell style shows a date
	from1904 bool
	shared   *sharedStrings // read with the first sheet
	strings  string         // name of their part
}

type sheet struct {
	name   string
	part   string
	hidden bool
}

// Open reads the outline of a workbook of size bytes. Its errors say what a person has to do.
func Open(r io.ReaderAt, size int64) (*Book, error) {
	if err := checkKind(r, size); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, asPublic(err)
	}
	if len(z.File) > maxParts {
		return nil, tooLarge("the workbook has %d parts, more than the limit of %d", len(z.File), maxParts)
	}
	b := &Book{parts: map[string]*zip.File{}}
	for _, f := range z.File {
		name := strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))
		if b.parts[name] == nil {
			b.parts[name] = f
		}
	}
	if err := b.checkParts(); err != nil {
		return nil, err
	}
	return b, b.readOutline()
}

// The first bytes of what is sent instead of a workbook.
var (
	zipMagic = []byte("PK\x03\x04")
	oleMagic = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
)

// checkKind tells by content what is no .xlsx, whatever its name.
func checkKind(r io.ReaderAt, size int64) error {
	head := make([]byte, min(size, 4096))
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return asPublic(err)
	}
	switch {
	case bytes.HasPrefix(head, zipMagic):
		return nil
	case len(head) == 0:
		return bad("the file is empty")
	case bytes.HasPrefix(head, oleMagic):
		if holdsUTF16(r, size, "EncryptedPackage") {
			return bad("the workbook is protected with a password: remove the password and save it again")
		}
		return bad("the file is an old .xls workbook: save it as .xlsx (Excel Workbook)")
	case bytes.HasPrefix(head, []byte("%PDF")):
		return bad("the file is a PDF, not an .xlsx workbook")
	case bytes.IndexByte(head, 0) < 0 && bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")):
		return bad("the file is a web page or XML, not an .xlsx workbook: open it in a spreadsheet program and save it as .xlsx")
	case bytes.IndexByte(head, 0) < 0 && bytes.ContainsAny(head, ",;\t\n"):
		return bad("the file is text such as CSV, not an .xlsx workbook: open it in a spreadsheet program and save it as .xlsx")
	}
	return bad("the file is not an .xlsx workbook, or it is damaged")
}

// holdsUTF16 looks for a name in the directory of a compound file, which lies anywhere in it.
func holdsUTF16(r io.ReaderAt, size int64, name string) bool {
	var wide []byte
	for _, c := range []byte(name) {
		wide = append(wide, c, 0)
	}
	const window = 1 << 20
	for at := int64(0); at < size; at += window {
		part := make([]byte, min(window+int64(len(wide)), size-at))
		if _, err := r.ReadAt(part, at); err != nil && !errors.Is(err, io.EOF) {
			return false
		}
		if bytes.Contains(part, wide) {
			return true
		}
	}
	return false
}

// checkParts refuses other documents in a zip, macros, and what claims to unpack beyond all bounds.
func (b *Book) checkParts() error {
	has := func(name string) bool { return b.parts[name] != nil }
	switch {
	case has("xl/workbook.bin"):
		return bad("the file is a binary workbook (.xlsb): save it as .xlsx (Excel Workbook)")
	case has("mimetype") && has("content.xml"):
		return bad("the file is an OpenDocument (.ods) spreadsheet: save it as .xlsx")
	case has("index/document.iwa"), has("index.zip"):
		return bad("the file is an Apple Numbers document: export it as Excel (.xlsx)")
	case has("word/document.xml"), has("ppt/presentation.xml"):
		return bad("the file is an Office document, but not a workbook")
	case !has("[content_types].xml"):
		return bad("the file is a zip archive, not an .xlsx workbook")
	}
	macros, err := b.holdsMacros()
	if err == nil && macros {
		err = errMacros
	}
	return err
}

var errMacros = fail.New(fail.CodeBadRequest, "the workbook contains macros: save it as .xlsx (Excel Workbook) without them")

// open opens a part; beyond limit bytes, counted as they are unpacked, reading fails.
func (b *Book) open(name string, limit int64) (io.ReadCloser, error) {
	f := b.parts[strings.ToLower(name)]
	if f == nil {
		return nil, corrupt(errors.New("no part " + name))
	}
	if f.UncompressedSize64 > uint64(limit) {
		return nil, tooLarge("the workbook unpacks to %d MB in one part, more than the limit of %d MB", f.UncompressedSize64>>20, limit>>20)
	}
	r, err := f.Open()
	if err != nil {
		return nil, asPublic(err)
	}
	return &boundedPart{r, limit, limit}, nil
}

// boundedPart gives read errors their public form.
type boundedPart struct {
	io.ReadCloser
	left, limit int64
}

func (p *boundedPart) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	if p.left -= int64(n); p.left < 0 {
		return 0, tooLarge("the workbook unpacks to more than the limit of %d MB in one part", p.limit>>20)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, asPublic(err)
	}
	return n, err
}

func (b *Book) small(name string) ([]byte, error) {
	r, err := b.open(name, maxSmallBytes)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }() // only read
	return io.ReadAll(r)
}

// each calls do with every start tag of a small part, until it returns false.
func (b *Book) each(name string, do func(xml.StartElement) bool) error {
	content, err := b.small(name)
	if err != nil {
		return err
	}
	m := newMarkup(bytes.NewReader(content))
	for {
		token, err := m.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok && !do(start) {
			return nil
		}
	}
}

// asPublic keeps an error that has its public form and takes any other for damage.
func asPublic(err error) error {
	if known, ok := errors.AsType[*fail.Error](err); ok {
		return known
	}
	return corrupt(err)
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// relations lists the parts a part refers to, by id, and the type's last element. Beyond as many as a
// container may have parts it looks at no more.
func (b *Book) relations(of string) (targets, kinds map[string]string, err error) {
	dir, file := path.Split(of)
	targets, kinds = map[string]string{}, map[string]string{}
	err = b.each(dir+"_rels/"+file+".rels", func(e xml.StartElement) bool {
		if e.Name.Local == "Relationship" && !strings.EqualFold(attr(e, "TargetMode"), "External") {
			target := strings.ReplaceAll(attr(e, "Target"), `\`, "/")
			if !strings.HasPrefix(target, "/") {
				target = path.Join("/", dir, target)
			}
			id := attr(e, "Id")
			targets[id], kinds[id] = strings.TrimPrefix(path.Clean(target), "/"), path.Base(attr(e, "Type"))
		}
		return len(targets) < maxParts
	})
	return targets, kinds, err
}
