package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

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
	client.OperationSummaryBody

	Totals *client.QuoteTotal `json:"totals"`
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
		d.more(list.HasMore, d.List[len(d.List)-1].OperationId.String())
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
	c, end, err := multipartCall(call{method: http.MethodPost, path: shipmentsAPI, key: onceKey(v, parts)}, parts)
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
		return cmp.Compare(a.Position, b.Position)
	})
	d.Link = revealed[shareLink](v)
	if d.Working() {
		v.w.Header().Set("Refresh", "3")
		var run job
		if err := v.get("/api/v3/jobs/"+d.JobId.String(), nil, &run); err == nil { // else the page shows the step alone
			d.Progress = run.Progress
		}
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
	switch format {
	case "xlsx", "json":
		header = attached("shipment." + format)
	case "html": // to look at and print, not to keep
		header.Set("Content-Disposition", "inline")
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
	if code != "" && v.field("keep") == "" { // a code that only stood there is no decision
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

// changeShipment changes what was stated of the whole. Only what differs from it is sent: a field that was emptied takes
// its fact back, and what the papers say is not stated again.
func changeShipment(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	var held shipment
	if err := v.get(shipmentAPI(v), nil, &held); err != nil {
		return err
	}
	change := map[string]any{}
	var numbers []string
	for _, name := range []string{"reference", "date", "currency", "incoterm", "agreement", "exchange_rate", "usd_exchange_rate", "freight", "insurance", "other_increments"} {
		value := v.field(name)
		switch {
		case value == held.Facts[name] || !v.r.PostForm.Has(name):
		case value == "":
			change[name] = nil
		case slices.Contains([]string{"reference", "date", "currency", "incoterm", "agreement"}, name):
			change[name] = value
		default:
			numbers = append(numbers, name)
		}
	}
	if holds := v.field("has_certificate_of_origin") != ""; holds != (held.Facts["has_certificate_of_origin"] == "true") {
		change["has_certificate_of_origin"] = holds
	}
	if wood := v.field("wood_packaging"); v.r.PostForm.Has("wood_packaging") && wood != held.Facts["wood_packaging"] {
		change["wood_packaging"] = map[string]any{"true": true, "false": false}[wood] // null where it is not known
	}
	if err := numbersInto(v, change, numbers...); err != nil {
		return err
	}
	if len(change) > 0 {
		if err := v.send(http.MethodPatch, shipmentAPI(v), change, nil); err != nil {
			return err
		}
	}
	return v.done(shipmentPath(v), "facts_changed")
}

// continueShipment answers what is asked, or quotes again after a change.
func continueShipment(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	answers := []client.OperationAnswerDoc{}
	for name, values := range v.r.PostForm {
		if id, ok := strings.CutPrefix(name, "need."); ok && len(values) > 0 && values[0] != "" {
			answers = append(answers, client.OperationAnswerDoc{Id: id, Choice: values[0]})
		}
	}
	text, err := json.Marshal(map[string]any{"answers": answers})
	if err != nil {
		return err
	}
	c := call{method: http.MethodPost, path: shipmentAPI(v) + "/continue", body: bytes.NewReader(text), length: int64(len(text)), contentType: "application/json"}
	c.key = onceKey(v, []part{{field: "answers", value: string(text)}})
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
	return revealLink(v, shipmentPath(v), made)
}
