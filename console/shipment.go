package console

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/client"
	"tariffdesk/console/internal/number"
)

// shipment is an operation with all that belongs to it.
type shipment struct {
	client.OperationBody

	Facts   facts           `json:"facts"`
	Settled facts           `json:"settled"`
	Lines   []shipmentLine  `json:"lines"`
	Totals  *shipmentTotals `json:"totals"`

	Progress int64      `json:"-"` // of the run that works, in percent
	Form     string     `json:"-"`
	Link     *shareLink `json:"-"` // that was just made
}

// facts holds the facts of a shipment as fields of a form; values that are neither text, number nor yes are left out.
type facts map[string]string

// UnmarshalJSON implements json.Unmarshaler. Three decimals read two ways when they come back, so they get a fourth.
func (f *facts) UnmarshalJSON(text []byte) error {
	var members map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&members); err != nil {
		return err
	}
	*f = facts{}
	for name, member := range members {
		switch value := member.(type) {
		case string:
			(*f)[name] = value
		case json.Number:
			(*f)[name] = value.String()
			if _, err := number.Read(value.String()); err != nil {
				(*f)[name] += "0"
			}
		case bool:
			(*f)[name] = strconv.FormatBool(value)
		}
	}
	return nil
}

// shipmentPlace is where a value is printed.
type shipmentPlace struct {
	client.ShipmentSource

	box [4]float64 // left, top, right, bottom, in shares of the page
}

// placed reads where a value is printed; nil stays nil.
func placed(s *client.ShipmentSource) *shipmentPlace {
	if s == nil {
		return nil
	}
	p := &shipmentPlace{ShipmentSource: *s}
	copy(p.box[:], s.Box)
	return p
}

// The pictures of pages are drawn in a strip of their own width: sheetHeight is the usual height of a page beside it.
const (
	sheetHeight = 1.3
	stripMargin = 0.025
	stripWidth  = 0.5  // of the page, at least: wide enough for the caption before a value, and read on a phone
	stripBehind = 0.08 // of it, what follows the value
)

// View is the strip of the page around the place, and Rect its box, as SVG writes them.
func (p shipmentPlace) View() string {
	top := max(0, p.box[1]-stripMargin)
	right := min(1, p.box[2]+stripBehind)
	left := max(0, min(p.box[0]-stripBehind, right-stripWidth))
	right = min(1, max(right, left+stripWidth))
	return unit(left) + " " + unit(top*sheetHeight) + " " + unit(right-left) + " " + unit((min(1, p.box[3]+stripMargin)-top)*sheetHeight)
}

// X, Y, Width and Height are the box in the units of View.
func (p shipmentPlace) X() string      { return unit(p.box[0]) }
func (p shipmentPlace) Y() string      { return unit(p.box[1] * sheetHeight) }
func (p shipmentPlace) Width() string  { return unit(max(0, p.box[2]-p.box[0])) }
func (p shipmentPlace) Height() string { return unit(max(0, p.box[3]-p.box[1]) * sheetHeight) }

func unit(share float64) string { return strconv.FormatFloat(share, 'f', 4, 64) }

// shipmentLine is a line with what it pays.
type shipmentLine struct {
	client.OperationLineBody

	Quote *client.QuoteTotal `json:"quote"`
}

// Whole reports whether the code in use has the digits of a tariff line: a shorter one can only be corrected.
func (l shipmentLine) Whole() bool { return len(l.Code) >= 8 }

// shipmentTotals are the totals of an entry and the value that they are computed of.
type shipmentTotals struct {
	client.QuoteTotal

	Currency        string   `json:"currency"`
	CustomsValue    *float64 `json:"customs_value"`
	CustomsValueMxn *float64 `json:"customs_value_mxn"`
	Missing         []string `json:"missing"`
}

// Working reports whether a step is under way.
func (s *shipment) Working() bool {
	return slices.Contains([]string{"reading", "checking", "classifying", "quoting"}, string(s.Status))
}

// Ended reports whether nothing of it changes any more.
func (s *shipment) Ended() bool { return s.Status == "closed" || s.Status == "cancelled" }

// Open reports whether people may change it.
func (s *shipment) Open() bool { return !s.Working() && !s.Ended() }

// Steps are the steps on the way to the entry, in their order.
func (s *shipment) Steps() []string { return []string{"reading", "checking", "classifying", "quoting"} }

// Done reports whether a step is behind.
func (s *shipment) Done(step string) bool {
	return s.Status == "ready" || s.Status == "closed" || slices.Index(s.Steps(), step) < slices.Index(s.Steps(), string(s.Step))
}

// Pictured reports whether the pages of a paper can be drawn: those of a workbook cannot.
func (s *shipment) Pictured(paper string) bool {
	for _, p := range s.Papers {
		if p.PaperId == paper && p.File >= 1 && p.File <= int64(len(s.Files)) {
			return !strings.Contains(s.Files[p.File-1].MediaType, "spreadsheet")
		}
	}
	return true
}

// Place is the position of a line, 0 where there is none of the name.
func (s *shipment) Place(line *string) int64 {
	for _, l := range s.Lines {
		if line != nil && l.LineId == *line {
			return l.Position
		}
	}
	return 0
}

// Stated are the facts that an entry of the history has set, in the order of their names; nil for other entries.
func (*shipment) Stated(h client.OperationEventBody) (list []string) {
	var members map[string]json.RawMessage
	if h.Action != "facts" || h.Note == nil || json.Unmarshal([]byte(*h.Note), &members) != nil {
		return nil
	}
	for name, value := range members {
		list = append(list, name+": "+strings.Trim(string(value), `"`))
	}
	slices.Sort(list)
	return list
}

// Differs are the checks that do not hold, and those that could not be made.
func (s *shipment) Differs() []client.OperationCheckBody { return s.checks("differs") }

// Unknown are the checks that could not be made.
func (s *shipment) Unknown() []client.OperationCheckBody { return s.checks("unknown") }

// Held are the checks that hold.
func (s *shipment) Held() []client.OperationCheckBody { return s.checks("ok") }

func (s *shipment) checks(status string) (found []client.OperationCheckBody) {
	for _, c := range s.Checks {
		if string(c.Status) == status {
			found = append(found, c)
		}
	}
	return found
}
