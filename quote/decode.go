package quote

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/govalues/decimal"

	"tariffdesk/bounded"
	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// Decode reads a body strictly: unknown and repeated fields, wrong types, numbers out of bounds and
// missing fields are all named at once. The codes of its errors are those of the interface: 0 or
// more than 20 products is a bad request, everything else a failed validation.
func Decode(body []byte) (Request, error) {
	request, problems, err := decode(body)
	if err != nil {
		return Request{}, err
	}
	return request, problems.err()
}

// problems gathers what is wrong with a request, field by field.
type problems struct {
	fields      []string
	badRequest  bool // the number of products, which decides the code
	count       int
	limit       int    // of products; MaxProducts where it is 0
	unsupported string // a country that is not quoted, which decides the code too
}

func (p *problems) add(field, format string, args ...any) {
	p.fields = append(p.fields, field+": "+fmt.Sprintf(format, args...))
}

// maxProblems bounds what an answer repeats of a hostile body.
const maxProblems = 100

func (p *problems) err() error {
	if more := len(p.fields) - maxProblems; more > 0 {
		p.fields = append(p.fields[:maxProblems:maxProblems], fmt.Sprintf("body: %d more problems", more))
	}
	switch {
	case p.badRequest:
		return fail.Newf(fail.CodeBadRequest, "a quote takes 1 to %d products, this body has %d", cmp.Or(p.limit, MaxProducts), p.count).
			With(p.fields...)
	case p.unsupported != "":
		return unsupportedCountry(p.unsupported).With(p.fields...)
	case len(p.fields) > 0:
		return fail.New(fail.CodeSvcDocsValidation, "the body is invalid; errors names every field").With(p.fields...)
	}
	return nil
}

func decode(body []byte) (Request, *problems, error) {
	root, err := parseTree(body)
	if err != nil {
		return Request{}, nil, err
	}
	p := &problems{}
	var request Request
	if root.kind != nodeObject {
		p.add("body", "must be a JSON object")
		return request, p, nil
	}
	found := p.members(root, "", func(name string, value node) bool {
		switch name {
		case "direction":
			request.Direction = Direction(p.choice(name, value, "import", "export"))
		case "language":
			request.Language = Language(p.choice(name, value, "Spanish", "English"))
		case "date":
			request.Date = p.date(name, value)
		case "programs":
			request.Programs = p.programmes(value)
		case "products":
			request.Products = p.products(value)
		default:
			return false
		}
		return true
	})
	p.require("", found, "direction", "products")
	return request, p, nil
}

func (p *problems) programmes(list node) []string {
	if list.kind != nodeArray || len(list.elements) > maxProgrammes {
		p.add("programs", "must be an array of at most %d programmes", maxProgrammes)
		return nil
	}
	var found []string
	for i, element := range list.elements {
		text := p.text(fmt.Sprintf("programs[%d]", i), element, 40)
		if name, _ := splitProgramme(text); text != "" && !slices.Contains(Programmes(), name) {
			p.add(fmt.Sprintf("programs[%d]", i), "%q is none of PROSEC, PROSEC:II (a sector), REGLA_OCTAVA, IMMEX", clip(text))
		}
		found = append(found, text)
	}
	return found
}

// members calls read once for each member and reports unknown and repeated names. It returns the
// names that stood there.
func (p *problems) members(object node, prefix string, read func(name string, value node) bool) []string {
	var found []string
	for _, m := range object.members {
		switch {
		case slices.Contains(found, m.name):
			p.add(prefix+clip(m.name), "stands more than once")
			continue
		case !read(m.name, m.value):
			p.add(prefix+clip(m.name), "is not a known field")
		}
		found = append(found, m.name)
	}
	return found
}

func (p *problems) require(prefix string, found []string, names ...string) {
	for _, name := range names {
		if !slices.Contains(found, name) {
			p.add(prefix+name, "is required")
		}
	}
}

func (p *problems) products(list node) []Product {
	if list.kind != nodeArray {
		p.add("products", "must be an array of 1 to %d products", MaxProducts)
		return nil
	}
	p.count = len(list.elements)
	if p.count == 0 || p.count > MaxProducts {
		p.badRequest = true
		p.add("products", "must hold 1 to %d products, it holds %d", MaxProducts, p.count)
	}
	products := make([]Product, 0, min(p.count, MaxProducts))
	for i, element := range list.elements[:min(p.count, MaxProducts)] {
		products = append(products, p.product(fmt.Sprintf("products[%d]", i), element))
	}
	return products
}

func (p *problems) product(path string, value node) Product {
	product := Product{}
	if value.kind != nodeObject {
		p.add(path, "must be an object")
		return product
	}
	prefix := path + "."
	found := p.members(value, prefix, func(name string, value node) bool {
		return p.productField(&product, prefix, name, value)
	})
	p.require(prefix, found, "product_description", "hscode_8digits", "country")
	return product
}

// recordIDLength is the length of a UUID. The caller of this package looks up whether the record exists.
const recordIDLength = 36

func (p *problems) productField(product *Product, prefix, name string, value node) bool {
	field := prefix + name
	switch name {
	case "product_description":
		product.Description = p.text(field, value, maxDescription)
	case "hscode_8digits":
		product.HSCode = tariff.DigitsOf(p.text(field, value, 20))
	case "country":
		product.Country = p.text(field, value, 100)
	case "customs_value":
		product.CustomsValue = p.amount(field, value, maxValue)
	case "currency":
		product.Currency = strings.ToUpper(p.text(field, value, 3))
	case "exchange_rate":
		product.ExchangeRate = p.amount(field, value, maxExchangeRate)
	case "usd_exchange_rate":
		product.USDRate = p.amount(field, value, maxExchangeRate)
	case "quantity":
		product.Quantity = p.amount(field, value, maxQuantity)
	case "quantity_unit":
		product.QuantityUnit = p.text(field, value, 30)
	case "exporter":
		product.Exporter = p.optionalText(field, value, 200)
	case "classification_record_id":
		product.RecordID = p.optionalText(field, value, recordIDLength)
	case "agreement":
		product.Agreement = p.optionalText(field, value, 100)
	default:
		return p.fact(product, prefix, Fact(name), value)
	}
	return true
}

func (p *problems) fact(product *Product, prefix string, fact Fact, value node) bool {
	field := prefix + string(fact)
	if limit, ok := numberFields[fact]; ok {
		if n := p.amount(field, value, limit); n != nil {
			if product.Numbers == nil {
				product.Numbers = make(map[Fact]Number)
			}
			product.Numbers[fact] = *n
		}
		return true
	}
	if !flagFields[fact] {
		return false
	}
	flag, ok := value.value.(bool)
	switch {
	case value.kind == nodeLeaf && value.value == nil:
	case value.kind != nodeLeaf || !ok:
		p.add(field, "must be true or false")
	default:
		if product.Flags == nil {
			product.Flags = make(map[Fact]bool)
		}
		product.Flags[fact] = flag
	}
	return true
}

func (p *problems) text(field string, value node, limit int) string {
	s, ok := value.value.(string)
	switch trimmed := strings.TrimSpace(s); {
	case value.kind != nodeLeaf || !ok:
		p.add(field, "must be a string")
	case trimmed == "":
		p.add(field, "must not be empty")
	case len([]rune(trimmed)) > limit:
		p.add(field, "is longer than %d characters", limit)
	case strings.ContainsFunc(trimmed, isControl):
		p.add(field, "holds control characters")
	default:
		return trimmed
	}
	return ""
}

// optionalText is text whose explicit null is an absent value.
func (p *problems) optionalText(field string, value node, limit int) string {
	if value.kind == nodeLeaf && value.value == nil {
		return ""
	}
	return p.text(field, value, limit)
}

func (p *problems) choice(field string, value node, choices ...string) string {
	s, ok := value.value.(string)
	if value.kind != nodeLeaf || !ok || !slices.Contains(choices, s) {
		p.add(field, "must be %s", strings.Join(choices, " or "))
		return ""
	}
	return s
}

func (p *problems) date(field string, value node) tariff.Date {
	if value.kind == nodeLeaf && value.value == nil {
		return ""
	}
	s, _ := value.value.(string)
	date, err := tariff.ParseDate(s)
	if err != nil {
		p.add(field, "must be a day written YYYY-MM-DD")
	}
	return date
}

// amount reads a number that is not negative and at most limit, with at most eight decimals; an
// explicit null is an absent value.
func (p *problems) amount(field string, value node, limit decimal.Decimal) *Number {
	if value.kind == nodeLeaf && value.value == nil {
		return nil
	}
	literal, ok := value.value.(json.Number)
	if value.kind != nodeLeaf || !ok {
		p.add(field, "must be a number")
		return nil
	}
	parsed, err := decimal.Parse(literal.String())
	switch {
	case err != nil || parsed.Cmp(limit) > 0:
		p.add(field, "must be at most %s", limit)
	case len(literal) > 20: // more digits than are held exactly
		p.add(field, "has too many digits")
	case parsed.IsNeg():
		p.add(field, "must not be negative")
	case parsed.Trim(0).Scale() > maxScale:
		p.add(field, "must have at most %d decimals", maxScale)
	default:
		return number(parsed)
	}
	return nil
}

// Bounds of what a request may say. They keep every product of two figures within the nineteen
// digits the decimals hold exactly.
const (
	maxDescription = 10_000
	maxScale       = 8
)

var (
	maxValue        = decimal.MustNew(99_999_999_999, 0)
	maxExchangeRate = decimal.MustNew(1_000_000, 0)
	maxQuantity     = decimal.MustNew(1_000_000_000, 0)
)

func isControl(r rune) bool { return r < 0x20 && r != '\n' && r != '\t' && r != '\r' || r == 0x7f }

// clip keeps a field name of the caller's short enough to repeat.
func clip(name string) string { return bounded.Clip(name, 60) }

// Bounds of a body: 20 products with long descriptions stay far below them.
const (
	maxBodyBytes = 1 << 20
	maxBodyDepth = 8
	maxBodyNodes = 20_000
)

// node is a JSON value that remembers the order of its members and which stood twice.
type node struct {
	value    any // nil, bool, json.Number or string for a leaf
	members  []member
	elements []node
	kind     nodeKind
}

type member struct {
	name  string
	value node
}

type nodeKind int

const (
	nodeLeaf nodeKind = iota
	nodeObject
	nodeArray
)

// parseTree reads one JSON value with nothing after it. The standard decoder would silently keep
// the last of two equal keys, round numbers and replace bad UTF-8; a quote must refuse all three.
func parseTree(body []byte) (node, error) {
	switch {
	case len(body) > maxBodyBytes:
		return node{}, fail.Newf(fail.CodePayloadTooLarge, "the body is larger than %d bytes", maxBodyBytes)
	case !utf8.Valid(body):
		return node{}, fail.New(fail.CodeInvalidEncoding, "the body is not valid UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	parser := treeParser{decoder: decoder}
	root, err := parser.value(0)
	if err == nil {
		if _, after := decoder.Token(); !errors.Is(after, io.EOF) {
			err = errors.New("something follows the JSON value")
		}
	}
	if err != nil {
		return node{}, fail.Wrap(err, fail.CodeSvcDocsValidation, "the body is not a JSON object").
			With("body: malformed JSON")
	}
	return root, nil
}

type treeParser struct {
	decoder *json.Decoder
	nodes   int
}

func (p *treeParser) value(depth int) (node, error) {
	token, err := p.decoder.Token()
	if err != nil {
		return node{}, fmt.Errorf("read token: %w", err)
	}
	return p.from(token, depth)
}

func (p *treeParser) from(token json.Token, depth int) (node, error) {
	if p.nodes++; p.nodes > maxBodyNodes || depth > maxBodyDepth {
		return node{}, errors.New("too many or too deeply nested values")
	}
	switch token {
	case json.Delim('{'):
		return p.object(depth)
	case json.Delim('['):
		return p.array(depth)
	}
	return node{value: token}, nil
}

func (p *treeParser) object(depth int) (node, error) {
	object := node{kind: nodeObject}
	for p.decoder.More() {
		key, err := p.decoder.Token()
		if err != nil {
			return node{}, fmt.Errorf("read key: %w", err)
		}
		value, err := p.value(depth + 1)
		if err != nil {
			return node{}, err
		}
		object.members = append(object.members, member{name: fmt.Sprint(key), value: value})
	}
	_, err := p.decoder.Token()
	return object, err
}

func (p *treeParser) array(depth int) (node, error) {
	array := node{kind: nodeArray}
	for p.decoder.More() {
		value, err := p.value(depth + 1)
		if err != nil {
			return node{}, err
		}
		array.elements = append(array.elements, value)
	}
	_, err := p.decoder.Token()
	return array, err
}
