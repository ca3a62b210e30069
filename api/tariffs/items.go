package tariffs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// itemsInput is a list of products. Its body is read here, member by member, to keep the order of
// the caller's columns and to hold a large one only once.
type itemsInput struct {
	BatchQuery
	RawBody []byte `contentType:"application/json"`

	products *products
	workbook []byte
}

// itemsDoc documents the body.
type itemsDoc struct {
	Items []batchItem `json:"items" minItems:"1" maxItems:"50000" doc:"Goods to classify; the result keeps their order"`
}

type batchItem struct {
	_           struct{} `additionalProperties:"true"` // a column each of the workbook
	ID          string   `json:"id,omitempty" doc:"Yours; given back with the row"`
	Description string   `json:"product_description" doc:"What the goods are"`
}

// Resolve implements huma.Resolver.
func (in *itemsInput) Resolve(ctx huma.Context) []error {
	errs := in.resolve(ctx)
	if err := wire.WantJSON(ctx); err != nil {
		return append(errs, err)
	}
	if p := wire.BodyTextProblem(in.RawBody); p != nil {
		return append(errs, p)
	}
	if err := turnAtWorkbook(ctx.Context(), gate.Of(ctx.Context())); err != nil {
		return append(errs, err)
	}
	list := itemList{}
	if problems := list.scan(in.RawBody); len(problems) > 0 {
		return append(errs, problems...)
	}
	var err error
	if in.products, in.workbook, err = list.write(in.RawBody); err != nil {
		return append(errs, err)
	}
	return errs
}

func (s *Handlers) registerItems(to *route.Router) {
	route.Register(to, route.Row{
		Method: http.MethodPost, Path: "/api/v3/tariff/items-to-excel", ID: "classify-items", Tag: "tariff",
		Summary: "Classify 1 to 50,000 items as a job whose result is a workbook; 1 credit an item that has a description",
		Access:  gate.Current, Plan: worldOnFree, RawBody: true, BodyBytes: wire.MaxRequestBytes, Status: http.StatusAccepted,
		Document: func(op *huma.Operation, r huma.Registry) {
			op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: openapi.SchemaOf[itemsDoc](r)}
			submit.AnswersJob(op, r)
		},
	}, s.classifyItems)
}

func (s *Handlers) classifyItems(ctx context.Context, in *itemsInput) (*submit.Answer, error) {
	var fingerprint []byte
	if in.IdempotencyKey != "" {
		f := wire.NewFingerprint(gate.Of(ctx).Request)
		if err := addItems(f, in.RawBody); err != nil {
			return nil, err
		}
		fingerprint = f.Sum()
	}
	return s.submitBatch(ctx, in.BatchQuery, in.products, in.workbook, fingerprint)
}

// addItems adds a list item by item: as one value it would take many times the room of its text.
func addItems(f wire.Fingerprint, body []byte) error {
	return wire.Members(body, func(name string, value *wire.Values) error {
		f.Add(name)
		return wire.Elements(value, func(_ int, raw json.RawMessage) error {
			f.JSON(raw)
			return nil
		})
	})
}

const (
	memberID          = "id"
	memberDescription = "product_description"
)

// itemList holds what a first look at the body finds: how many items, and their columns.
type itemList struct {
	count   int
	columns []string
	seen    map[string]bool
	errs    []error
}

// maxItemProblems bounds what one answer lists.
const maxItemProblems = 20

func (l *itemList) bad(code fail.Code, format string, args ...any) {
	if len(l.errs) < maxItemProblems {
		l.errs = append(l.errs, &wire.Problem{Code: code, Text: fmt.Sprintf(format, args...)})
	}
}

// scan checks every item.
func (l *itemList) scan(body []byte) []error {
	l.columns, l.seen = []string{memberID, memberDescription}, map[string]bool{memberID: true, memberDescription: true}
	found := false
	err := wire.Members(body, func(name string, value *wire.Values) error {
		if name != "items" || found {
			l.bad(fail.CodeValidation, "%s: unknown field", wire.FirstRunes(name, maxFieldNameChars))
			return wire.Skip(value)
		}
		found = true
		return wire.Elements(value, func(i int, raw json.RawMessage) error {
			if l.count = i + 1; l.count > maxBatchRows {
				return errTooManyItems
			}
			l.check(i, raw)
			return nil
		})
	})
	switch {
	case errors.Is(err, errTooManyItems):
		return []error{&wire.Problem{Code: fail.CodeBadRequest, Text: errTooManyItems.Error()}}
	case errors.Is(err, wire.ErrLargeValue) && found:
		return []error{wire.BadField(fmt.Sprintf("items[%d]", l.count), "%s", wire.ErrLargeValue)}
	case errors.Is(err, wire.ErrLargeValue):
		return []error{wire.BadField("body", "%s", wire.ErrLargeValue)}
	case errors.Is(err, wire.ErrShape):
		l.bad(fail.CodeValidation, "%s", err)
	case err != nil:
		return []error{wire.Unread(err)}
	case !found || l.count == 0:
		l.bad(fail.CodeValidation, "items: 1 to %d are required", maxBatchRows)
	}
	if len(l.columns) > excel.MaxColumns {
		l.bad(fail.CodeBadRequest, "items: their members would make %d columns, more than the limit of %d", len(l.columns), excel.MaxColumns)
	}
	return l.errs
}

var errTooManyItems = fmt.Errorf("items: more than %d, the limit of a batch: split the list", maxBatchRows)

func (l *itemList) check(i int, raw json.RawMessage) {
	described := false
	err := wire.Members(raw, func(name string, value *wire.Values) error {
		var v json.RawMessage
		if err := value.Decode(&v); err != nil {
			return err
		}
		switch {
		case name == memberDescription:
			described = true
			l.checkDescription(i, v)
		case name == memberID && (v[0] == '{' || v[0] == '['):
			l.bad(fail.CodeValidation, "items[%d].id: want text or a number", i)
		case utf8.RuneCountInString(name) > maxFieldNameChars:
			l.bad(fail.CodeValidation, "items[%d]: a member's name is longer than %d characters", i, maxFieldNameChars)
		case !l.seen[name] && len(l.columns) <= excel.MaxColumns:
			l.seen[name] = true
			l.columns = append(l.columns, name)
		}
		return nil
	})
	if p, ok := errors.AsType[*wire.Problem](err); ok {
		l.bad(p.Code, "items[%d].%s", i, p.Text)
	} else if err != nil {
		l.bad(fail.CodeValidation, "items[%d]: want an object", i)
	} else if !described {
		l.bad(fail.CodeValidation, "items[%d].product_description: required", i)
	}
}

func (l *itemList) checkDescription(i int, v json.RawMessage) {
	var text *string
	switch err := json.Unmarshal(v, &text); {
	case err != nil || text == nil:
		l.bad(fail.CodeValidation, "items[%d].product_description: want text", i)
	case utf8.RuneCountInString(*text) > excel.MaxCellChars:
		l.bad(fail.CodeValidation, "items[%d].product_description: want at most %d characters", i, excel.MaxCellChars)
	}
}

// write turns the items into a workbook, the form that all batches have from here on.
func (l *itemList) write(body []byte) (*products, []byte, error) {
	at := map[string]int{}
	for i, c := range l.columns {
		at[c] = i
	}
	p := &products{input: jobs.BatchInput{Layout: jobs.BatchLayout{
		Sheet: itemsSheet, HeaderRow: 1, Headers: l.columns, ID: at[memberID], Description: at[memberDescription], Columns: len(l.columns),
	}}}
	var texts texts
	var out bytes.Buffer
	err := excel.WriteSheet(&out, itemsSheet, l.columns, func(add func([]excel.Cell) error) error {
		return wire.Members(body, func(_ string, value *wire.Values) error {
			return wire.Elements(value, func(i int, raw json.RawMessage) error {
				row, err := itemRow(raw, at)
				if err != nil {
					return err
				}
				p.input.Rows++
				if text := strings.TrimSpace(row[at[memberDescription]].Text); text != "" {
					if err := texts.add(text, i+2); err != nil {
						return err
					}
					p.charged++
				}
				return add(row)
			})
		})
	})
	if errors.Is(err, errTooMuchText) {
		return nil, nil, wire.BadField("items", "%s", errTooMuchText.Message)
	}
	if err != nil {
		return nil, nil, err
	}
	if p.charged == 0 {
		return nil, nil, &wire.Problem{Code: fail.CodeValidation, Text: "items: none has a product_description"}
	}
	p.chunks, err = texts.chunks()
	return p, out.Bytes(), err
}

const itemsSheet = "Items"

func itemRow(raw json.RawMessage, at map[string]int) ([]excel.Cell, error) {
	row := make([]excel.Cell, len(at))
	err := wire.Members(raw, func(name string, value *wire.Values) error {
		var v json.RawMessage
		if err := value.Decode(&v); err != nil {
			return err
		}
		if column, ok := at[name]; ok {
			row[column] = jsonCell(v)
		}
		return nil
	})
	return row, err
}

// jsonCell keeps text, numbers and truth values; anything nested is shown as JSON.
func jsonCell(v json.RawMessage) excel.Cell {
	switch v[0] {
	case '{', '[':
		return excel.Cell{Kind: excel.KindText, Text: string(v)}
	case '"':
		var text string
		if json.Unmarshal(v, &text) != nil {
			return excel.Cell{}
		}
		return excel.Cell{Kind: excel.KindText, Text: text}
	case 't', 'f':
		return excel.Cell{Kind: excel.KindBool, Text: string(v)}
	case 'n':
		return excel.Cell{}
	}
	return excel.NumberCell(string(v))
}
