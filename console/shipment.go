package console

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"tariffdesk/console/internal/number"
)

// shipment is an operation with all that belongs to it.
type shipment struct {
	ID      string            `json:"operation_id"`
	Status  string            `json:"status"`
	Step    string            `json:"step"`
	Failure *string           `json:"failure"`
	Facts   facts             `json:"facts"`
	Settled facts             `json:"settled"`
	Files   []shipmentFile    `json:"files"`
	Papers  []shipmentPaper   `json:"papers"`
	Checks  []shipmentCheck   `json:"checks"`
	Lines   []shipmentLine    `json:"lines"`
	Needs   []shipmentNeed    `json:"needs"`
	Totals  *shipmentTotals   `json:"totals"`
	Costs   []shipmentCost    `json:"costs"`
	History []shipmentHistory `json:"history"`
	Created time.Time         `json:"created_at"`

	Form string     `json:"-"`
	Link *shareLink `json:"-"` // that was just made
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

type shipmentFile struct {
	File    int     `json:"file"`
	Media   string  `json:"media_type"`
	Name    string  `json:"name"`
	Pages   int     `json:"pages"`
	Problem *string `json:"problem"`
}

type shipmentPaper struct {
	ID      string  `json:"paper_id"`
	Type    string  `json:"type"`
	Title   string  `json:"title"`
	File    int     `json:"file"`
	Pages   []int   `json:"pages"`
	Number  string  `json:"number"`
	Date    string  `json:"date"`
	Rows    int     `json:"rows"`
	CopyOf  *string `json:"copy_of"`
	Aside   bool    `json:"set_aside"`
	Problem *string `json:"problem"`
}

// shipmentPlace is where a value is printed.
type shipmentPlace struct {
	Paper string     `json:"paper"`
	Page  int        `json:"page"`
	Box   [4]float64 `json:"box"`
	Text  string     `json:"text"`
}

// The pictures of pages are drawn in a strip of their own width: sheetHeight is the usual height of a page beside it.
const (
	sheetHeight = 1.3
	stripMargin = 0.025
)

// View is the strip of the page around the place, and Rect its box, as SVG writes them.
func (p shipmentPlace) View() string {
	top := max(0, p.Box[1]-stripMargin)
	return "0 " + unit(top*sheetHeight) + " 1 " + unit((min(1, p.Box[3]+stripMargin)-top)*sheetHeight)
}

// X, Y, Width and Height are the box in the units of View.
func (p shipmentPlace) X() string      { return unit(p.Box[0]) }
func (p shipmentPlace) Y() string      { return unit(p.Box[1] * sheetHeight) }
func (p shipmentPlace) Width() string  { return unit(max(0, p.Box[2]-p.Box[0])) }
func (p shipmentPlace) Height() string { return unit(max(0, p.Box[3]-p.Box[1]) * sheetHeight) }

func unit(share float64) string { return strconv.FormatFloat(share, 'f', 4, 64) }

type shipmentCheck struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Text   string `json:"text"`
	Values []struct {
		Name   string         `json:"name"`
		Value  string         `json:"value"`
		Unit   string         `json:"unit"`
		Source *shipmentPlace `json:"source"`
	} `json:"values"`
	Difference *string `json:"difference"`
	Tolerance  *string `json:"tolerance"`
}

type shipmentNeed struct {
	ID      string  `json:"id"`
	Text    string  `json:"text"`
	Line    *string `json:"line"`
	Choices []struct {
		Value string `json:"value"`
		Label string `json:"label"`
	} `json:"choices"`
}

type shipmentLine struct {
	ID          string   `json:"line_id"`
	Position    int      `json:"position"`
	Version     int      `json:"version"`
	Description string   `json:"description"`
	Quantity    *amount  `json:"quantity"`
	Unit        string   `json:"unit"`
	Value       *amount  `json:"value"`
	Currency    string   `json:"currency"`
	Origin      string   `json:"origin"`
	PrintedCode string   `json:"printed_code"`
	Code        string   `json:"code"`
	CodeBy      *string  `json:"code_by"`
	Confidence  *float64 `json:"confidence"`
	Reason      string   `json:"reason"`
	Candidates  []struct {
		Code       string  `json:"code"`
		Name       string  `json:"name"`
		Confidence float64 `json:"confidence"`
	} `json:"candidates"`
	Question *string `json:"question"`
	RecordID *string `json:"classification_record_id"`
	ToDecide bool    `json:"to_decide"`
	Problem  *string `json:"problem"`
	Trail    []struct {
		At     time.Time         `json:"at"`
		By     string            `json:"by"`
		Before map[string]string `json:"before"`
		After  map[string]string `json:"after"`
	} `json:"trail"`
	Quote *struct {
		Total    *float64 `json:"total"`
		Complete bool     `json:"complete"`
	} `json:"quote"`
}

// Whole reports whether the code in use has the digits of a tariff line: a shorter one can only be corrected.
func (l shipmentLine) Whole() bool { return len(l.Code) >= 8 }

type shipmentTotals struct {
	Currency string   `json:"currency"`
	Customs  *float64 `json:"customs_value"`
	MXN      *float64 `json:"customs_value_mxn"`
	Duties   *float64 `json:"duties"`
	Taxes    *float64 `json:"taxes"`
	Fees     *float64 `json:"fees"`
	Total    *float64 `json:"total"`
	Complete bool     `json:"complete"`
	Missing  []string `json:"missing"`
	Once     []struct {
		Name   string   `json:"name"`
		Amount *float64 `json:"amount"`
	} `json:"once_per_entry"`
}

type shipmentCost struct {
	Step     string `json:"step"`
	Charged  amount `json:"charged"`
	Refunded amount `json:"refunded"`
}

type shipmentHistory struct {
	At     time.Time `json:"at"`
	By     string    `json:"by"`
	Action string    `json:"action"`
	Line   *string   `json:"line"`
	Note   *string   `json:"note"`
}

// Working reports whether a step is under way.
func (s *shipment) Working() bool {
	return slices.Contains([]string{"reading", "checking", "classifying", "quoting"}, s.Status)
}

// Ended reports whether nothing of it changes any more.
func (s *shipment) Ended() bool { return s.Status == "closed" || s.Status == "cancelled" }

// Open reports whether people may change it.
func (s *shipment) Open() bool { return !s.Working() && !s.Ended() }

// Steps are the steps on the way to the entry, in their order.
func (s *shipment) Steps() []string { return []string{"reading", "checking", "classifying", "quoting"} }

// Done reports whether a step is behind.
func (s *shipment) Done(step string) bool {
	return s.Status == "ready" || s.Status == "closed" || slices.Index(s.Steps(), step) < slices.Index(s.Steps(), s.Step)
}

// Pictured reports whether the pages of a paper can be drawn: those of a workbook cannot.
func (s *shipment) Pictured(paper string) bool {
	for _, p := range s.Papers {
		if p.ID == paper && p.File >= 1 && p.File <= len(s.Files) {
			return !strings.Contains(s.Files[p.File-1].Media, "spreadsheet")
		}
	}
	return true
}

// Place is the position of a line, 0 where there is none of the name.
func (s *shipment) Place(line *string) int {
	for _, l := range s.Lines {
		if line != nil && l.ID == *line {
			return l.Position
		}
	}
	return 0
}

// Stated are the facts that an entry of the history has set, in the order of their names; nil for other entries.
func (h shipmentHistory) Stated() (list []string) {
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
func (s *shipment) Differs() []shipmentCheck { return s.checks("differs") }

// Unknown are the checks that could not be made.
func (s *shipment) Unknown() []shipmentCheck { return s.checks("unknown") }

// Held are the checks that hold.
func (s *shipment) Held() []shipmentCheck { return s.checks("ok") }

func (s *shipment) checks(status string) (found []shipmentCheck) {
	for _, c := range s.Checks {
		if c.Status == status {
			found = append(found, c)
		}
	}
	return found
}
