package console

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"tariffdesk/client"
)

func usageRoutes() []route {
	return []route{
		{pattern: "GET /app/settings/usage", handle: usagePage},
		{pattern: "GET /app/settings/usage.csv", handle: usageFile},
	}
}

// usageData holds the use of the organisation, and its limits.
type usageData struct {
	formPage
	settingsData
	From, To      string
	Chart         chart
	Totals        []productUsage
	Days          []client.UsageDayBody
	Plan          string
	Status        string
	End           *time.Time
	Credits       client.CreditsBody
	Products      []productLimit
	UsedOfHundred float64 // share of the granted credits, 0 to 1
}

// productUsage is the sum of a product over the days that are shown.
type productUsage struct {
	Product string
	Credits amount
	Calls   int64
}

// productLimit is the limit of a product; a nil limit is none.
type productLimit struct {
	client.LimitBody

	Product string `json:"-"`
}

// usageDays is how many days the page shows where nothing else is asked.
const usageDays = 30

func usagePage(v *visit) error {
	today := v.c.cfg.Now().UTC().Truncate(24 * time.Hour)
	from, to := dayOf(v.query("from"), today.AddDate(0, 0, 1-usageDays)), dayOf(v.query("to"), today)
	if to.Before(from) {
		from, to = to, from
	}
	d := &usageData{settingsData: settingsData{settingsTabs(v)}, From: day(from), To: day(to)}
	if err := loadSubscription(v, d); err != nil {
		return err
	}
	var list struct {
		Data []client.UsageDayBody `json:"data"`
	}
	if err := v.get("/api/v3/organization/usage", url.Values{"from": {d.From}, "to": {d.To}}, &list); err != nil {
		return v.again(err, "usage", d)
	}
	d.Days = list.Data
	d.Chart = newChart(from, to, daysOf(list.Data))
	d.Totals = totals(list.Data)
	return v.page("usage", d)
}

func dayOf(text string, otherwise time.Time) time.Time {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return t
	}
	return otherwise
}

func daysOf(rows []client.UsageDayBody) (days []usageOfDay) {
	for _, r := range rows {
		days = append(days, usageOfDay{r.Date.Time, r.Product, hundredthsOf(r.Credits)})
	}
	return days
}

func totals(rows []client.UsageDayBody) (sums []productUsage) {
	credits, calls := map[string]hundredths{}, map[string]int64{}
	for _, r := range rows {
		credits[r.Product] += hundredthsOf(r.Credits)
		calls[r.Product] += r.Calls
	}
	for product, sum := range credits {
		sums = append(sums, productUsage{product, sum.Amount(), calls[product]})
	}
	slices.SortFunc(sums, func(a, b productUsage) int { return int(credits[b.Product] - credits[a.Product]) })
	return sums
}

// loadSubscription fills in the plan, the credits and the limits.
func loadSubscription(v *visit, d *usageData) error {
	var info struct {
		Organization struct {
			Subscription client.SubscriptionBody `json:"subscription"`
		} `json:"organization"`
	}
	if err := v.get("/api/v3/organization/subscription-info", nil, &info); err != nil {
		return err
	}
	s := info.Organization.Subscription
	d.Plan, d.Status, d.End, d.Credits = s.Plan, s.Status, s.CurrentPeriodEnd, s.Limits.Credits
	if granted := hundredthsOf(d.Credits.Granted); granted > 0 {
		d.UsedOfHundred = float64(hundredthsOf(d.Credits.Used)) / float64(granted)
	}
	for product, limit := range s.Limits.Products {
		d.Products = append(d.Products, productLimit{limit, product})
	}
	slices.SortFunc(d.Products, func(a, b productLimit) int {
		if a.Product < b.Product {
			return -1
		}
		return 1
	})
	return nil
}

func usageFile(v *visit) error {
	query := url.Values{"format": {"csv"}}
	for _, name := range []string{"from", "to"} {
		if value := v.query(name); value != "" {
			query.Set(name, value)
		}
	}
	return v.pass(call{method: http.MethodGet, path: "/api/v3/organization/usage", query: query, accept: "text/csv"}, attached("usage.csv"))
}
