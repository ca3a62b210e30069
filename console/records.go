package console

import (
	"net/url"

	"tariffdesk/client"
)

func recordsRoutes() []route {
	return []route{{pattern: "GET /app/records", handle: recordsPage}}
}

// recordRow is a classification in a list.
type recordRow struct {
	client.RecordItem

	Later string `json:"-"` // of the list, the one that refines it
}

type recordList struct {
	Data    []recordRow `json:"data"`
	HasMore bool        `json:"has_more"`
}

func recordRows(v *visit, query url.Values) (list recordList, err error) {
	err = v.get("/api/v3/tariff/records", query, &list)
	later := map[string]string{}
	for _, r := range list.Data {
		if r.ParentId != nil && later[*r.ParentId] == "" {
			later[*r.ParentId] = r.ClassificationRecordId.String()
		}
	}
	for i, r := range list.Data {
		list.Data[i].Later = later[r.ClassificationRecordId.String()]
	}
	return list, err
}

// recordsData is a page of records with the filters that it was asked with.
type recordsData struct {
	formPage
	Filter      map[string]string
	List        recordList
	Next, First string // paths of pages, "" for none
}

// recordFilters are the fields of the filter, under the API's names.
func recordFilters() []string {
	return []string{"q", "country_code", "chapter", "confidence_below", "question_open", "confirmed", "from", "to"}
}

func recordsPage(v *visit) error {
	d := &recordsData{Filter: map[string]string{}}
	asked, shown := url.Values{"limit": {"25"}}, url.Values{}
	for _, name := range recordFilters() {
		if value := v.query(name); value != "" {
			d.Filter[name] = value
			asked.Set(name, value)
			shown.Set(name, value)
		}
	}
	if after := v.query("starting_after"); after != "" {
		asked.Set("starting_after", after)
		d.First = "/app/records?" + shown.Encode()
	}
	var err error
	if d.List, err = recordRows(v, asked); err != nil {
		return v.again(err, "records", d)
	}
	if n := len(d.List.Data); d.List.HasMore && n > 0 {
		shown.Set("starting_after", d.List.Data[n-1].ClassificationRecordId.String())
		d.Next = "/app/records?" + shown.Encode()
	}
	return v.page("records", d)
}
