package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
	"tariffdesk/quote"
	"tariffdesk/store/storetest"
	"tariffdesk/tariff"
)

const parcelsPath = "/api/v3/marketplace/quotes"

// pricer prices parcels with the engine alone.
type pricer struct{ *quote.Engine }

func (p pricer) Parcel(ctx context.Context, parcel quote.Parcel) (quote.ParcelQuote, error) {
	return p.Engine.Parcel(ctx, parcel, nil)
}

func trading(t *testing.T) *service {
	t.Helper()
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	return setup(t, func(_ *api.Config, d *api.Deps) { d.Parcels = pricer{quote.New(schedule, rules)} })
}

func parcelOf(usd string) string {
	return `{"destination":"MEX","provenance":"US","channel":"auto","language":"English","currency":"USD","exchange_rate":17.5,"date":"2026-06-15",
		"items":[{"product_description":"Cotton T-shirt","hscode_8digits":"6109.10.03","country":"US","quantity":1,"unit_value":` + usd + `}]}`
}

type parcelAnswer struct {
	QuoteID    string `json:"quote_id"`
	CheckoutID string `json:"checkout_id"`
	Channel    string `json:"channel"`
	Totals     struct {
		Landed json.Number `json:"landed"`
	} `json:"totals"`
	ValidUntil time.Time `json:"valid_until"`
}

func (s *service) parcelQuote(usd string) parcelAnswer {
	s.t.Helper()
	var a parcelAnswer
	s.post(parcelsPath, s.key, parcelOf(usd)).want(200).decode(&a)
	return a
}

func TestACheckoutIsChargedOnceAndStaysAsItIs(t *testing.T) {
	t.Parallel()
	s := trading(t)
	q := s.parcelQuote("90")
	if q.Channel != "courier" || q.Totals.Landed != "1842.75" || q.QuoteID == "" {
		t.Errorf("%+v", q)
	}
	path := parcelsPath + "/" + q.QuoteID + "/checkout"
	first := s.post(path, s.key, "").want(201)
	again := s.post(path, s.key, "").want(201)
	if string(first.body) != string(again.body) {
		t.Errorf("the answers differ:\n%s\n%s", first.body, again.body)
	}
	if a, b := first.header.Get("X-Credits-Charged"), again.header.Get("X-Credits-Charged"); a != "1" || b != "0" {
		t.Errorf("charged %q, then %q", a, b)
	}
	var done parcelAnswer
	first.decode(&done)
	if done.CheckoutID == "" || done.QuoteID != q.QuoteID || done.Totals != q.Totals {
		t.Errorf("%+v", done)
	}
	kept := s.get("/api/v3/marketplace/checkouts/"+done.CheckoutID, s.key).want(200)
	if string(kept.body) != string(first.body) {
		t.Errorf("the frozen quote differs: %s", kept.body)
	}
	for format, begins := range map[string]string{"html": "<!doctype html>", "pdf": "%PDF-"} {
		report := s.get("/api/v3/marketplace/checkouts/"+done.CheckoutID+"/report?language=English&format="+format, s.key).want(200)
		if !strings.HasPrefix(string(report.body), begins) {
			t.Errorf("%s begins %.40q", format, report.body)
		}
	}
	storetest.CheckInvariants(t, s.store)
}

func TestFiftyCheckoutsOfOneQuoteAtOnceAreChargedOnce(t *testing.T) {
	t.Parallel()
	s := trading(t)
	path := parcelsPath + "/" + s.parcelQuote("90").QuoteID + "/checkout"
	var all sync.WaitGroup
	bodies := make([]string, 50)
	for i := range bodies {
		all.Go(func() { bodies[i] = string(s.post(path, s.key, "").want(201).body) })
	}
	all.Wait()
	for _, body := range bodies[1:] {
		if body != bodies[0] {
			t.Fatal("answers differ")
		}
	}
	if left := storetest.Balance(t, s.store, s.org.ID); left != 99*credit.One {
		t.Errorf("%s left", left)
	}
	storetest.CheckInvariants(t, s.store)
}

func TestACheckoutIsRefusedAndTheQuoteUnharmed(t *testing.T) {
	t.Parallel()
	s := trading(t)
	q := s.parcelQuote("45")
	path := parcelsPath + "/" + q.QuoteID + "/checkout"
	_, other := s.organisation(account.PlanPro, credit.One)
	s.post(path, other, "").want(404)
	s.post(path, "", "").want(401)
	s.post(parcelsPath+"/nonsense/checkout", s.key, "").want(404)
	s.get("/api/v3/marketplace/checkouts/"+q.QuoteID, s.key).want(404)
	_, free := s.organisation(account.PlanFree, credit.One)
	if free != "" {
		s.post(parcelsPath, free, parcelOf("45")).want(403)
	}

	poor, key := s.organisation(account.PlanPro, credit.One/2)
	var mine parcelAnswer
	s.post(parcelsPath, key, parcelOf("45")).want(200).decode(&mine)
	minePath := parcelsPath + "/" + mine.QuoteID + "/checkout"
	s.post(minePath, key, "").fails(402, "CreditError")
	if _, err := s.accounts.GrantCredits(t.Context(), poor.ID, int64(credit.One), "more"); err != nil {
		t.Fatal(err)
	}
	s.post(minePath, key, "").want(201)

	storetest.Limit(t, s.store, s.org.ID, credit.ProductMarketplaceQuote, 0)
	s.post(path, s.key, "").fails(429, "SvcDocsLimitError")
	s.clock.advance(31 * time.Minute)
	s.post(path, s.key, "").fails(410, "Gone")
	s.post(minePath, key, "").want(201) // what was checked out stays
	storetest.CheckInvariants(t, s.store)
}

// checkoutOf quotes a parcel and returns where it is checked out.
func (s *service) checkoutOf(body string, complete bool) string {
	s.t.Helper()
	var q struct {
		QuoteID  string `json:"quote_id"`
		Complete bool
	}
	if r := s.post(parcelsPath, s.key, body).want(200).decode(&q); q.Complete != complete {
		s.t.Fatalf("complete is %v: %s", q.Complete, r.body)
	}
	return parcelsPath + "/" + q.QuoteID + "/checkout"
}

// openParcel has a share of the DTA that is not known: 45 USD from the United States by courier.
var openParcel = strings.Replace(parcelOf("45"), `"channel":"auto"`, `"channel":"courier"`, 1)

func TestAnIncompleteQuoteIsCheckedOutOnlyWhereThatIsAccepted(t *testing.T) {
	t.Parallel()
	s := trading(t)
	path := s.checkoutOf(openParcel, false)
	for _, body := range []string{"", "{}", `{"accept_incomplete":false}`} {
		s.post(path, s.key, body).fails(409, "Conflict", "accept_incomplete")
	}
	s.post(path, s.key, `{"accept_incomplete":"yes"}`).fails(422, "ValidationError", "accept_incomplete")
	s.post(path, s.key, `{"accept":true}`).fails(422, "ValidationError", "accept")
	if left := storetest.Balance(t, s.store, s.org.ID); left != 100*credit.One {
		t.Errorf("a refusal was charged: %s left", left)
	}
	first := s.post(path, s.key, `{"accept_incomplete":true}`).want(201)
	for _, body := range []string{`{"accept_incomplete":true}`, "", "{}"} { // what was checked out stays so
		if again := s.post(path, s.key, body).want(201); string(again.body) != string(first.body) || again.header.Get("X-Credits-Charged") != "0" {
			t.Errorf("%q: charged %s, %s", body, again.header.Get("X-Credits-Charged"), again.body)
		}
	}
	if left := storetest.Balance(t, s.store, s.org.ID); left != 99*credit.One {
		t.Errorf("%s left", left)
	}
	late := s.checkoutOf(openParcel, false)
	s.clock.advance(31 * time.Minute)
	s.post(late, s.key, "").fails(410, "Gone")
	storetest.CheckInvariants(t, s.store)
}

func TestProhibitedGoodsAreNeverCheckedOut(t *testing.T) {
	t.Parallel()
	s := trading(t)
	prohibited := `{"product_description":"Carbofuran insecticide","hscode_8digits":"29329999","country":"US","quantity":1,"unit_value":10}`
	path := s.checkoutOf(strings.Replace(parcelOf("45"), `"items":[`, `"items":[`+prohibited+`,`, 1), false)
	for _, body := range []string{"", `{"accept_incomplete":true}`} {
		s.post(path, s.key, body).fails(409, "Conflict", "items[0]", "prohibited")
	}
	if left := storetest.Balance(t, s.store, s.org.ID); left != 100*credit.One {
		t.Errorf("a refusal was charged: %s left", left)
	}
	storetest.CheckInvariants(t, s.store)
}

// TestAParcelIsPricedWithWhatTheShopStates: 90 − 9 USD are 1,417.50 MXN, 17 % of them 240.98; a fee of 2 USD is 35.00. In EUR at
// 20.00 the landed 1,693.48 MXN are 84.67.
func TestAParcelIsPricedWithWhatTheShopStates(t *testing.T) {
	t.Parallel()
	s := trading(t)
	shop := strings.Replace(parcelOf("90"), `"channel":"auto"`, `"channels":["courier"],"discount":9,"seller_fee":2,"carrier_fee":null,"buyer_currency":"EUR","buyer_exchange_rate":20`, 1)
	var q struct {
		Totals map[string]json.Number
		Buyer  struct {
			Currency string
			Landed   json.Number
		} `json:"buyer_totals"`
	}
	s.post(parcelsPath, s.key, shop).want(200).decode(&q)
	if q.Totals["landed"] != "1693.48" || q.Totals["discount"] != "157.50" || q.Totals["seller_fee"] != "35.00" || q.Buyer.Currency != "EUR" || q.Buyer.Landed != "84.67" {
		t.Errorf("%+v", q)
	}
	for field, change := range map[string][2]string{
		"discount":            {`"discount":9`, `"discount":90.01`},
		"seller_fee":          {`"seller_fee":2`, `"seller_fee":-2`},
		"carrier_fee":         {`"carrier_fee":null`, `"carrier_fee":-1`},
		"channels":            {`["courier"]`, `["drone"]`},
		"channels: ":          {`"channels"`, `"channel":"auto","channels"`},
		"buyer_currency":      {`"buyer_currency":"EUR",`, ``},
		"buyer_exchange_rate": {`,"buyer_exchange_rate":20`, ``},
		"buyer_exchange_rate: 20 MXN for one USD": {`"EUR"`, `"USD"`},
	} {
		s.post(parcelsPath, s.key, strings.Replace(shop, change[0], change[1], 1)).fails(422, "ValidationError", field)
	}
	storetest.CheckInvariants(t, s.store)
}

func TestAFaultyParcelIs422AndFree(t *testing.T) {
	t.Parallel()
	s := trading(t)
	for name, body := range map[string]string{
		"an unknown line":      strings.Replace(parcelOf("45"), "6109.10.03", "6109.10.77", 1),
		"an unknown country":   strings.Replace(parcelOf("45"), `"provenance":"US"`, `"provenance":"Atlantis"`, 1),
		"no exchange rate":     strings.Replace(parcelOf("45"), `"exchange_rate":17.5,`, "", 1),
		"a negative price":     parcelOf("-1"),
		"a text for a number":  parcelOf(`"45"`),
		"an unknown field":     strings.Replace(parcelOf("45"), `"channel"`, `"way"`, 1),
		"no items":             `{"destination":"MEX","provenance":"US","currency":"MXN","usd_exchange_rate":17,"items":[]}`,
		"another destination":  strings.Replace(parcelOf("45"), `"destination":"MEX"`, `"destination":"USA"`, 1),
		"too many digits":      parcelOf("45.123456789"),
		"a number beyond size": parcelOf("1e30"),
	} {
		r := s.post(parcelsPath, s.key, body)
		if r.status != 422 {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	s.post(parcelsPath, s.key, "{").want(400)
	s.post(parcelsPath, s.key, strings.Replace(parcelOf("45"), `"channel"`, `"freight":null,"consignee_type":"individual","channel"`, 1)).want(200)
	s.post(parcelsPath, "", parcelOf("45")).want(401)
	storetest.CheckInvariants(t, s.store)
}

func TestAQuoteIsKeptAndPrinted(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	r := s.post(quotePath+"?include_rrna=1", s.key, quoteBody(2)).want(200)
	id := r.header.Get("X-Quote-ID")
	var record struct {
		QuoteID string           `json:"quote_id"`
		Items   []map[string]any `json:"items"`
	}
	s.get("/api/v3/quoter_v2/quotes/"+id, s.key).want(200).decode(&record)
	if record.QuoteID != id || len(record.Items) != 2 {
		t.Errorf("%+v", record)
	}
	page := s.get(fmt.Sprintf("/api/v3/quoter_v2/quotes/%s/report", id), s.key).want(200)
	for _, part := range []string{"4202.21.01", "leather handbag", "LIGIE art. 1", "Duty quote", "to be confirmed"} {
		if !strings.Contains(string(page.body), part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	if pdf := s.get(fmt.Sprintf("/api/v3/quoter_v2/quotes/%s/report?format=pdf", id), s.key).want(200); !strings.HasPrefix(string(pdf.body), "%PDF-") || pdf.header.Get("Content-Type") != "application/pdf" {
		t.Errorf("%.40q", pdf.body)
	}
	s.get(fmt.Sprintf("/api/v3/quoter_v2/quotes/%s/report?format=docx", id), s.key).want(400)
	signed := string(s.get(fmt.Sprintf("/api/v3/quoter_v2/quotes/%s/report?client=Comercial+Nube&prepared_by=Agencia+Faro", id), s.key).want(200).body)
	if !strings.Contains(signed, "Comercial Nube") || !strings.Contains(signed, "Agencia Faro") {
		t.Error("the sheet does not name the parties")
	}
	letter := s.get(fmt.Sprintf("/api/v3/quoter_v2/quotes/%s/report?format=pdf&paper=Letter", id), s.key).want(200)
	if !strings.Contains(string(letter.body), "/MediaBox [0 0 612.00 792.00]") {
		t.Error("not on Letter")
	}
	s.get(fmt.Sprintf("/api/v3/quoter_v2/quotes/%s/report?paper=A5", id), s.key).want(400)
	s.get(fmt.Sprintf("/api/v3/quoter_v2/quotes/%s/report?client=%s", id, strings.Repeat("x", 201)), s.key).want(400)
	_, other := s.organisation(account.PlanPro, credit.One)
	s.get("/api/v3/quoter_v2/quotes/"+id+"/report", other).want(404)
	s.get("/api/v3/quoter_v2/quotes/nonsense", s.key).want(404)
}
