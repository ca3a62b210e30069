package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tariffdesk/client"
	"tariffdesk/console/internal/number"
)

func shipmentRoutes() []route {
	return []route{
		{pattern: "GET /app/shipments", handle: shipmentsPage},
		{pattern: "POST /app/shipments", handle: createShipment},
		{pattern: "GET /app/shipments/{id}", handle: shipmentPage},
		{pattern: "GET /app/shipments/{id}/pages/{paper}/{page}", handle: shipmentPicture},
		{pattern: "GET /app/shipments/{id}/report", handle: shipmentReport},
		{pattern: "POST /app/shipments/{id}/lines/{line}", handle: decideLine},
		{pattern: "POST /app/shipments/{id}/facts", handle: changeShipment},
		{pattern: "POST /app/shipments/{id}/continue", handle: continueShipment},
		{pattern: "POST /app/shipments/{id}/share", handle: shareShipment},
		{pattern: "POST /app/shipments/{id}/{move}", handle: moveShipment},
	}
}

const shipmentsAPI = "/api/v3/operations"

func shipmentAPI(v *visit) string { return shipmentsAPI + "/" + url.PathEscape(v.r.PathValue("id")) }

func shipmentPath(v *visit) string { return "/app/shipments/" + url.PathEscape(v.r.PathValue("id")) }

// shipmentRow is a shipment in a list.
type shipmentRow struct {
	ID          string             `json:"operation_id"`
	Status      string             `json:"status"`
	Reference   string             `json:"reference"`
	Papers      int                `json:"papers"`
	Lines       int                `json:"lines"`
	Differences int                `json:"differences"`
	Needs       int                `json:"needs"`
	Totals      *client.QuoteTotal `json:"totals"`
	CreatedAt   time.Time          `json:"created_at"`
}

// shipmentsData is the form for another packet of papers, and the shipments there have been.
type shipmentsData struct {
	formPage
	filtered
	Form string
	List []shipmentRow
}

func shipmentsPage(v *visit) error {
	d := &shipmentsData{Form: newFormID(), filtered: v.filter("25", "q", "status")}
	var list struct {
		Data    []shipmentRow `json:"data"`
		HasMore bool          `json:"has_more"`
	}
	if err := v.get(shipmentsAPI, d.query, &list); err != nil {
		return v.again(err, "shipments", d)
	}
	if d.List = list.Data; len(d.List) > 0 {
		d.more(list.HasMore, d.List[len(d.List)-1].ID)
	}
	return v.page("shipments", d)
}

// createShipment sends a packet of papers.
func createShipment(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	facts := map[string]any{"country_code": "MEX"}
	for _, name := range []string{"reference", "direction", "incoterm", "agreement"} {
		if value := v.field(name); value != "" {
			facts[name] = value
		}
	}
	text, err := json.Marshal(facts)
	if err != nil {
		return err
	}
	parts := append(v.fileParts("files"), part{field: "operation", value: string(text)})
	c, end, err := multipartCall(call{method: http.MethodPost, path: shipmentsAPI, key: v.once(parts)}, parts)
	defer end()
	if err != nil {
		return err
	}
	var made struct {
		ID string `json:"operation_id"`
	}
	if err := v.decoded(c, &made); err != nil {
		return err
	}
	return v.redirect("/app/shipments/" + url.PathEscape(made.ID))
}

// shipment is an operation with all that belongs to it.
type shipment struct {
	ID      string            `json:"operation_id"`
	Status  string            `json:"status"`
	Step    string            `json:"step"`
	Failure *string           `json:"failure"`
	Facts   map[string]any    `json:"facts"`
	Settled map[string]any    `json:"settled"`
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

type shipmentFile struct {
	File    int     `json:"file"`
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
	Quote    *struct {
		Total    *float64 `json:"total"`
		Complete bool     `json:"complete"`
	} `json:"quote"`
}

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

// Fact is what was stated, else what the papers settle.
func (s *shipment) Fact(name string) any {
	if value, ok := s.Facts[name]; ok && value != nil && value != "" {
		return value
	}
	if value := s.Settled[name]; value != nil {
		return value
	}
	return ""
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

func shipmentPage(v *visit) error {
	d := &shipment{Form: newFormID()}
	if err := v.get(shipmentAPI(v), nil, d); err != nil {
		return err
	}
	// What a person has to decide comes first, the least sure at the top.
	slices.SortStableFunc(d.Lines, func(a, b shipmentLine) int {
		if a.ToDecide != b.ToDecide {
			if a.ToDecide {
				return -1
			}
			return 1
		}
		return a.Position - b.Position
	})
	d.Link = revealed[shareLink](v)
	if d.Working() {
		v.w.Header().Set("Refresh", "3")
	}
	return v.page("shipment", d)
}

// shipmentPicture is a page of a stranger's file: nothing in it may run.
func shipmentPicture(v *visit) error {
	path := shipmentAPI(v) + "/papers/" + url.PathEscape(v.r.PathValue("paper")) + "/pages/" + url.PathEscape(v.r.PathValue("page"))
	return v.pass(call{method: http.MethodGet, path: path}, http.Header{
		"Content-Security-Policy": {"default-src 'none'; sandbox"}, "Cache-Control": {"private, max-age=86400"},
	})
}

func shipmentReport(v *visit) error {
	format := v.query("format")
	if !slices.Contains([]string{"pdf", "xlsx", "json"}, format) {
		format = "html"
	}
	header := printed()
	if format == "xlsx" || format == "json" {
		header = attached("shipment." + format)
	}
	return v.pass(call{method: http.MethodGet, path: shipmentAPI(v) + "/report", query: url.Values{"format": {format}}}, header)
}

// decideLine changes a line as it was seen: of two people who decide at once, the second is told.
func decideLine(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	change := map[string]any{}
	if version, err := strconv.Atoi(v.field("version")); err == nil {
		change["version"] = version
	}
	code := v.field("code")
	if other := v.field("other_code"); other != "" {
		code = other
	}
	if code != "" {
		change["code"] = code
	}
	for _, name := range []string{"description", "origin", "unit"} {
		if value := v.field(name); value != "" {
			change[name] = value
		}
	}
	if err := numbersInto(v, change, "quantity", "value"); err != nil {
		return err
	}
	if err := v.send(http.MethodPatch, shipmentAPI(v)+"/lines/"+url.PathEscape(v.r.PathValue("line")), change, nil); err != nil {
		return err
	}
	return v.done(shipmentPath(v), "line_decided")
}

// numbersInto reads numbers of the form; one that reads two ways is asked.
func numbersInto(v *visit, into map[string]any, names ...string) error {
	var problems []string
	for _, name := range names {
		typed := v.field(name)
		if typed == "" {
			continue
		}
		read, err := number.Read(typed)
		ambiguous, asks := errors.AsType[*number.AmbiguousError](err)
		switch {
		case asks:
			problems = append(problems, name+": "+v.t("number.two_ways", typed, ambiguous.Whole, ambiguous.Decimal))
		case err != nil:
			problems = append(problems, name+": "+v.t("quote.no_number"))
		default:
			into[name] = amount(read)
		}
	}
	if len(problems) > 0 {
		return &refusal{Status: http.StatusUnprocessableEntity, Type: "ValidationError", Errors: problems}
	}
	return nil
}

// changeShipment changes what was stated of the whole.
func changeShipment(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	facts := map[string]any{}
	for _, name := range []string{"reference", "date", "currency", "incoterm", "agreement"} {
		if value := v.field(name); value != "" {
			facts[name] = value
		}
	}
	facts["has_certificate_of_origin"] = v.field("has_certificate_of_origin") != ""
	if err := numbersInto(v, facts, "exchange_rate", "usd_exchange_rate", "freight", "insurance", "other_increments"); err != nil {
		return err
	}
	if err := v.send(http.MethodPatch, shipmentAPI(v), facts, nil); err != nil {
		return err
	}
	return v.done(shipmentPath(v), "facts_changed")
}

// continueShipment answers what is asked, or quotes again after a change.
func continueShipment(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	type answer struct {
		ID     string `json:"id"`
		Choice string `json:"choice"`
	}
	answers := []answer{}
	for name, values := range v.r.PostForm {
		if id, ok := strings.CutPrefix(name, "need."); ok && len(values) > 0 && values[0] != "" {
			answers = append(answers, answer{id, values[0]})
		}
	}
	text, err := json.Marshal(map[string]any{"answers": answers})
	if err != nil {
		return err
	}
	c := call{method: http.MethodPost, path: shipmentAPI(v) + "/continue", body: bytes.NewReader(text), length: int64(len(text)), contentType: "application/json"}
	c.key = v.once([]part{{field: "answers", value: string(text)}})
	if err := v.decoded(c, nil); err != nil {
		return err
	}
	return v.redirect(shipmentPath(v))
}

// moveShipment cancels, closes or deletes.
func moveShipment(v *visit) error {
	switch move := v.r.PathValue("move"); move {
	case "cancel", "close":
		if err := v.post(shipmentAPI(v)+"/"+move, nil, nil); err != nil {
			return err
		}
		return v.done(shipmentPath(v), "shipment_"+move)
	case "delete":
		if err := v.send(http.MethodDelete, shipmentAPI(v), nil, nil); err != nil {
			return err
		}
		return v.done("/app/shipments", "shipment_delete")
	}
	return errNoPage
}

// shareShipment makes a link for the client, shown this once.
func shareShipment(v *visit) error {
	var made shareLink
	if err := v.post(shipmentAPI(v)+"/sharelink", map[string]any{"language": v.language.Name()}, &made); err != nil {
		return err
	}
	made.URL = v.absolute(made.URL)
	return revealNext(v, shipmentPath(v), made)
}
