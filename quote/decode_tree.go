package quote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"tariffdesk/fail"
)

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
