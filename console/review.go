package console

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"tariffdesk/client"
)

func reviewRoutes() []route {
	return []route{
		{pattern: "GET /app/review", handle: reviewPage},
		{pattern: "POST /app/review/{source}/{id}", handle: decide},
		{pattern: "POST /app/review/{source}/{id}/undo", handle: undoDecision},
		{pattern: "POST /app/review/{source}", handle: decideAll},
	}
}

// The sources of the queue, as the last part of the API's path.
const (
	sourceRows    = "batch-rows"
	sourceRecords = "records"
)

// reviewItem is a classification that waits for a person: a row of a batch, or a record, which has an id of its own and
// none of the batch.
type reviewItem struct {
	client.RowItem

	RecordID string `json:"classification_record_id"`

	Path    string `json:"-"` // of this item in the queue
	Current bool   `json:"-"`
}

// ID is the item's own among those of its source.
func (i reviewItem) ID() string { return cmp.Or(i.RowId, i.RecordID) }

// reviewChoice is a code that the item may be confirmed with.
type reviewChoice struct {
	Code          string
	Path          []client.ClassifyLevel
	Confidence    *float64
	Justification string
}

// reviewData is the queue under its filter and the item that is looked at.
type reviewData struct {
	formPage
	Source      string
	Filter      map[string]string
	Query       string // the filter, to come back to
	Items       []reviewItem
	Item        *reviewItem
	Choices     []reviewChoice
	Trail       []client.DecisionBody
	Questions   []string
	Previous    string // paths, "" for none
	Following   string
	NextID      string // of the item after this one
	More, First string
	Undo        string      // the id of what was decided a moment ago, "" for nothing
	All         *decidedAll // of the whole filter
}

// decidedAll tells how many rows a decision on the whole filter would change, or has changed.
type decidedAll struct {
	client.DecidedAllOutputBody

	Asked bool `json:"-"` // it was only counted
}

// reviewFilters are the fields of the filter, under the API's names.
func reviewFilters() []string {
	return []string{"confidence_below", "chapter", "question_open", "country_code", "confirmed", "job_id", "starting_after"}
}

func reviewPage(v *visit) error {
	d, err := loadReview(v, v.r.URL.Query(), v.query("at"))
	if err != nil {
		return err
	}
	d.Undo = v.query("undo")
	return v.page("review", d)
}

// loadReview fills the queue for a filter, opened at an item.
func loadReview(v *visit, asked url.Values, at string) (*reviewData, error) {
	d := &reviewData{Source: sourceRecords, Filter: map[string]string{"confidence_below": v.c.offered().reviewBelow, "confirmed": "false"}}
	if asked.Get("source") == sourceRows {
		d.Source = sourceRows
	}
	kept, query := url.Values{"source": {d.Source}}, url.Values{"limit": {"30"}}
	for _, name := range reviewFilters() {
		if asked.Has(name) {
			d.Filter[name] = bounded(asked.Get(name))
		}
		if value := d.Filter[name]; value != "" {
			query.Set(name, value)
		}
		if value, ok := d.Filter[name]; ok {
			kept.Set(name, value)
		}
	}
	d.Query = kept.Encode()
	var list struct {
		Data    []reviewItem `json:"data"`
		HasMore bool         `json:"has_more"`
	}
	if err := v.get("/api/v3/tariff/"+d.Source, query, &list); err != nil {
		return nil, err
	}
	d.Items = slices.DeleteFunc(list.Data, func(i reviewItem) bool { return i.Failed })
	d.place(kept, at)
	if kept.Has("starting_after") {
		d.First = "/app/review?" + without(kept, "starting_after").Encode()
	}
	if n := len(list.Data); list.HasMore && n > 0 {
		further := without(kept)
		further.Set("starting_after", list.Data[n-1].ID())
		d.More = "/app/review?" + further.Encode()
		d.Following = cmp.Or(d.Following, d.More)
	}
	if d.Item == nil {
		return d, nil
	}
	return d, openItem(v, d)
}

func without(values url.Values, names ...string) url.Values {
	copied := url.Values{}
	for name, value := range values {
		if !slices.Contains(names, name) {
			copied[name] = value
		}
	}
	return copied
}

// place finds the item that is looked at, and its neighbours.
func (d *reviewData) place(kept url.Values, at string) {
	current := max(0, slices.IndexFunc(d.Items, func(i reviewItem) bool { return i.ID() == at }))
	for i := range d.Items {
		path := without(kept)
		path.Set("at", d.Items[i].ID())
		d.Items[i].Path, d.Items[i].Current = "/app/review?"+path.Encode(), i == current
	}
	if len(d.Items) == 0 {
		return
	}
	d.Item = &d.Items[current]
	if current > 0 {
		d.Previous = d.Items[current-1].Path
	}
	if current+1 < len(d.Items) {
		d.Following, d.NextID = d.Items[current+1].Path, d.Items[current+1].ID()
	}
}

// openItem asks for what the list does not say of the item: its choices and its trail.
func openItem(v *visit, d *reviewData) error {
	path := "/api/v3/tariff/" + d.Source + "/" + url.PathEscape(d.Item.ID())
	var trail struct {
		Data []client.DecisionBody `json:"data"`
	}
	if err := v.get(path+"/history", nil, &trail); err != nil {
		return err
	}
	d.Trail = trail.Data
	if d.Source == sourceRecords {
		return openRecord(v, d, path)
	}
	if d.Item.Question != nil {
		d.Questions = []string{*d.Item.Question}
	}
	if d.Item.Hscode == nil {
		return nil
	}
	choice := reviewChoice{Code: *d.Item.Hscode, Confidence: d.Item.Confidence}
	var found client.CodeBody
	place := "/api/v3/tariff/codes/" + url.PathEscape(d.Item.CountryCode) + "/" + url.PathEscape(choice.Code)
	// A code that the tariff no longer knows is shown without its way.
	if err := v.get(place, url.Values{"language": {v.language.Name()}}, &found); err != nil && refused(err) == nil {
		return err
	}
	for _, level := range found.Path {
		if level.Code != nil {
			choice.Path = append(choice.Path, client.ClassifyLevel{Code: *level.Code, Name: level.Title})
		}
	}
	d.Choices = []reviewChoice{choice}
	return nil
}

func openRecord(v *visit, d *reviewData, path string) error {
	var record struct {
		Result client.ClassifyResult `json:"result"`
	}
	if err := v.get(path, nil, &record); err != nil {
		return err
	}
	d.Questions = record.Result.RequiredQuestions
	for _, s := range record.Result.HscodesArray {
		choice := reviewChoice{Confidence: &s.OverallConfidence, Justification: s.Justification, Path: wayOf(s)}
		if n := len(choice.Path); n > 0 {
			choice.Code = choice.Path[n-1].Code
		}
		d.Choices = append(d.Choices, choice)
	}
	return nil
}

// decide confirms or corrects an item, and goes on to the next one.
func decide(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	source, id := v.r.PathValue("source"), v.r.PathValue("id")
	if source != sourceRows && source != sourceRecords {
		return errNoPage
	}
	chosen, code, reason := v.field("choice"), v.field("hscode"), v.field("reason")
	body := map[string]string{"hscode": chosen}
	if chosen == "" || chosen == "other" {
		body["hscode"] = code
	}
	if reason != "" {
		body["reason"] = reason
	}
	kept, err := url.ParseQuery(v.field("query"))
	if err != nil {
		return errNoPage
	}
	kept.Set("source", source)
	if err := v.post("/api/v3/tariff/"+source+"/"+url.PathEscape(id)+"/confirm", body, nil); err != nil {
		return err
	}
	if next := v.field("next"); next != "" {
		kept.Set("at", next)
	}
	kept.Set("undo", id)
	return v.done("/app/review?"+kept.Encode(), "decided")
}

// undoDecision takes the last decision on an item back and opens it.
func undoDecision(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	source, id := v.r.PathValue("source"), v.r.PathValue("id")
	kept, err := url.ParseQuery(v.field("query"))
	if err != nil || source != sourceRows && source != sourceRecords {
		return errNoPage
	}
	if err := v.post("/api/v3/tariff/"+source+"/"+url.PathEscape(id)+"/undo", nil, nil); err != nil {
		return err
	}
	kept.Set("source", source)
	kept.Set("at", id)
	return v.done("/app/review?"+kept.Encode(), "undone")
}

// decideAll confirms what was suggested for all that the filter finds, or counts what that would be.
func decideAll(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	source := v.r.PathValue("source")
	kept, err := url.ParseQuery(v.field("query"))
	if err != nil || source != sourceRows && source != sourceRecords {
		return errNoPage
	}
	kept.Set("source", source)
	all := &decidedAll{Asked: v.field("do") != "confirm"}
	body := map[string]any{"filter": wholeFilter(kept), "action": "suggested", "dry_run": all.Asked}
	if err := v.post("/api/v3/tariff/"+source+"/confirm", body, all); err != nil {
		return err
	}
	d, err := loadReview(v, without(kept, "starting_after"), "")
	if err != nil {
		return err
	}
	d.All = all
	return v.page("review", d)
}

// wholeFilter is the filter of the queue as a body states it.
func wholeFilter(kept url.Values) map[string]any {
	filter := map[string]any{}
	for _, name := range []string{"q", "country_code", "chapter", "job_id"} {
		if value := kept.Get(name); value != "" {
			filter[name] = value
		}
	}
	if below, err := strconv.ParseFloat(kept.Get("confidence_below"), 64); err == nil {
		filter["confidence_below"] = below
	}
	if open, err := strconv.ParseBool(kept.Get("question_open")); err == nil {
		filter["question_open"] = open
	}
	return filter
}
