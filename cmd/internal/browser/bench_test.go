package browser

import (
	"io"
	"net/http"
	"testing"
)

// benchOrganisations share the calls of a benchmark, since some calls of a page are limited by organisation and minute.
const benchOrganisations = 8

// BenchmarkPages measures how long a page takes, its calls of the API and the database included, for an organisation with
// 10,000 records. The page of the sign-in, which asks nothing, is the reference of the same run. Run it with
// -bench=Pages -benchtime=200x -run=^$; more than 400 calls of a page meet its limits.
func BenchmarkPages(b *testing.B) {
	var sessions []map[string]string
	var records []string
	for range benchOrganisations {
		a := shared.owner(b, "10")
		record := as(b, a).classify("MEX", "wooden dining table")
		shared.multiply(b, record, 10_000)
		sessions, records = append(sessions, session(b, a)), append(records, record)
	}
	for _, page := range []struct {
		name string
		path func(i int) string
	}{
		{"reference", func(int) string { return "/app/sign-in?out=1" }},
		{"tree", func(int) string { return "/app/lookup?country_code=MEX" }},
		{"section", func(int) string { return "/app/lookup?country_code=MEX&section=11" }},
		{"heading", func(int) string { return "/app/lookup/MEX/6109" }},
		{"line", func(int) string { return "/app/lookup/MEX/61091003" }},
		{"record", func(i int) string { return "/app/records/" + records[i%benchOrganisations] }},
		{"list", func(int) string { return "/app/records" }},
		{"search of the list", func(int) string { return "/app/records?q=article+7777" }},
	} {
		b.Run(page.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, shared.url+page.path(i), nil)
				if err != nil {
					b.Fatal(err)
				}
				if page.name != "reference" { // whoever is signed in is sent on from there
					for name, value := range sessions[i%benchOrganisations] {
						request.AddCookie(&http.Cookie{Name: name, Value: value})
					}
				}
				answer, err := http.DefaultClient.Do(request)
				if err != nil {
					b.Fatal(err)
				}
				_, err = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				if err != nil || answer.StatusCode != http.StatusOK {
					b.Fatalf("%s: %d, %v", request.URL.Path, answer.StatusCode, err)
				}
			}
		})
	}
}
