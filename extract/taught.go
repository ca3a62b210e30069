package extract

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/bounded"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/taught"
	"tariffdesk/fail"
)

// Lesson says at which caption the documents of an issuer print the value of a property.
type Lesson = taught.Lesson

// Taught is the lesson of a corrected value: nothing where it is not printed, has no caption, or stands in a list.
type Taught struct {
	Issuer         string
	Marks          []string
	Caption, Place string
}

// Change is a value that is right in the place of the one that was given.
type Change struct {
	Pointer string
	Value   json.RawMessage
}

// keptPages are the words of a document's pages as they are kept with its result.
type keptPages struct {
	Documents [][]keptPage
	Type      string          // as the caller named it
	Schema    json.RawMessage // that the values were read for
}

type keptPage struct {
	Number        int
	Width, Height float64
	Source        page.Source
	Words         []page.Word
}

// maxKeptBytes is above what the words of a document take.
const maxKeptBytes = 64 << 20

// keep packs the pages of documents with the schema.
func keep(documents [][]*page.Page, documentType, schema string) ([]byte, error) {
	k := keptPages{Type: documentType, Schema: json.RawMessage(schema)}
	for _, pages := range documents {
		var one []keptPage
		for _, p := range pages {
			one = append(one, keptPage{p.Number, p.Width, p.Height, p.Source, p.Words})
		}
		k.Documents = append(k.Documents, one)
	}
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	if err := errors.Join(json.NewEncoder(zip).Encode(k), zip.Close()); err != nil {
		return nil, fmt.Errorf("pack the words of a document: %w", err)
	}
	return out.Bytes(), nil
}

func unpack(kept []byte) (k keptPages, err error) {
	unpacked, err := bounded.Gunzip(kept, maxKeptBytes)
	if err != nil {
		return k, fmt.Errorf("unpack the words of a document: %w", err)
	}
	if err := json.NewDecoder(unpacked).Decode(&k); err != nil {
		return k, fmt.Errorf("unpack the words of a document: %w", err)
	}
	return k, nil
}

// SchemaKept is the schema that the values of a result were read for.
func (e *Engine) SchemaKept(kept []byte) (json.RawMessage, error) {
	k, err := unpack(kept)
	return k.Schema, err
}

// Learn tells what a value that is right teaches of the issuer of a document, from 1, whose words were kept.
func (e *Engine) Learn(kept []byte, document int, c Change) (Taught, error) {
	k, err := unpack(kept)
	if err != nil || document < 1 || document > len(k.Documents) {
		return Taught{}, err
	}
	var pages []*page.Page
	for _, p := range k.Documents[document-1] {
		pages = append(pages, page.New(p.Number, p.Width, p.Height, p.Source, p.Words))
	}
	d := e.parts.Sheet(pages, k.Type)
	t := Taught{}
	t.Issuer, t.Marks = taught.Issuer(d)
	inList := slices.ContainsFunc(strings.Split(c.Pointer, "/"), func(part string) bool { _, err := strconv.Atoi(part); return err == nil })
	if len(t.Marks) > 0 && !inList {
		t.Caption, t.Place = taught.Learn(d, c.Value)
	}
	return t, nil
}

// Corrected is data with changes; each is held against the schema. CodeSvcDocsValidation names those that it refuses.
func (e *Engine) Corrected(data, rawSchema json.RawMessage, changes []Change) (json.RawMessage, error) {
	s, err := result.ParseSchema(rawSchema)
	if err != nil {
		return nil, err
	}
	root, err := decoded(data)
	if err != nil {
		return nil, fmt.Errorf("data of a result: %w", err)
	}
	var refused []string
	for i, c := range changes {
		at := fmt.Sprintf("corrections[%d]", i)
		v, err := decoded(c.Value)
		if err != nil {
			refused = append(refused, at+".value: not JSON")
			continue
		}
		next, ok := put(s.Root, root, pathOf(c.Pointer), v)
		if !ok || !strings.HasPrefix(c.Pointer, "/") {
			refused = append(refused, at+".pointer: names no value of the schema")
			continue
		}
		root = next
	}
	for _, v := range s.Validate(root) {
		for i, c := range changes {
			if v.Pointer == c.Pointer || strings.HasPrefix(v.Pointer, c.Pointer+"/") {
				refused = append(refused, fmt.Sprintf("corrections[%d].value: %s", i, v.Reason))
			}
		}
	}
	if len(refused) > 0 {
		return nil, fail.New(fail.CodeSvcDocsValidation, refused[0]).With(refused...)
	}
	return json.Marshal(root)
}

func decoded(raw []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err = dec.Decode(&v); err == nil && dec.More() {
		err = errors.New("more than one value")
	}
	return v, err
}

// pathOf are the parts of a JSON pointer.
func pathOf(pointer string) []string {
	parts := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts
}

// put sets the value at a path below a node of a schema; ok is false for a path that the schema has not.
func put(n *schema.Node, into any, path []string, v any) (_ any, ok bool) {
	if len(path) == 0 {
		return v, true
	}
	switch n.Type {
	case schema.TypeObject:
		i := slices.IndexFunc(n.Properties, func(p *schema.Node) bool { return p.Name == path[0] })
		if i < 0 {
			return into, false
		}
		object, _ := into.(map[string]any)
		if object == nil {
			object = map[string]any{}
		}
		inner, ok := put(n.Properties[i], object[path[0]], path[1:], v)
		if ok {
			object[path[0]] = inner
		}
		return object, ok
	case schema.TypeArray:
		list, _ := into.([]any)
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 || i > len(list) || n.Items == nil || path[0] != strconv.Itoa(i) {
			return into, false
		}
		if i == len(list) { // one more
			inner, ok := put(n.Items, nil, path[1:], v)
			if ok {
				list = append(list, inner)
			}
			return list, ok
		}
		inner, ok := put(n.Items, list[i], path[1:], v)
		if ok {
			list[i] = inner
		}
		return list, ok
	case schema.TypeString, schema.TypeNumber, schema.TypeInteger, schema.TypeBoolean:
	}
	return into, false
}
