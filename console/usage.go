package console

import (
	"net/http"
	"net/url"
	"slices"
	"time"
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
	Days          []usageRow
	Plan          string
	Status        string
	End           *time.Time
	Granted       amount
	Used          amount
	Remaining     amount
	Products      []productLimit
	UsedOfHundred float64 // share of the granted credits, 0 to 1
}

type usageRow struct {
	Date    string `json:"date"`
	Product string `json:"product"`
	Credits amount `json:"credits"`
	Calls   int    `json:"calls"`
}

// productUsage is the sum of a product over the days that are shown.
type productUsage struct {
	Product string
	Credits amount
	Calls   int
}

// productLimit is the limit of a product; a nil limit is none.
type productLimit struct {
	Product   string
	Limit     *amount `json:"limit"`
	Used      amount  `json:"used"`
	Remaining *amount `json:"remaining"`
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
		Data []usageRow `json:"data"`
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

func daysOf(rows []usageRow) (days []usageOfDay) {
	for _, r := range rows {
		if t, err := time.Parse(time.DateOnly, r.Date); err == nil {
			days = append(days, usageOfDay{t, r.Product, hundredthsOf(r.Credits)})
		}
	}
	return days
}

func totals(rows []usageRow) (sums []productUsage) {
	credits, calls := map[string]hundredths{}, map[string]int{}
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
			Subscription struct {
				Plan   string     `json:"plan"`
				Status string     `json:"status"`
				End    *time.Time `json:"current_period_end"`
				Limits struct {
					Credits struct {
						Granted   amount `json:"granted"`
						Used      amount `json:"used"`
						Remaining amount `json:"remaining"`
					} `json:"credits"`
					Products map[string]productLimit `json:"products"`
				} `json:"limits"`
			} `json:"subscription"`
		} `json:"organization"`
	}
	if err := v.get("/api/v3/organization/subscription-info", nil, &info); err != nil {
		return err
	}
	s := info.Organization.Subscription
	d.Plan, d.Status, d.End = s.Plan, s.Status, s.End
	d.Granted, d.Used, d.Remaining = s.Limits.Credits.Granted, s.Limits.Credits.Used, s.Limits.Credits.Remaining
	if granted := hundredthsOf(d.Granted); granted > 0 {
		d.UsedOfHundred = float64(hundredthsOf(d.Used)) / float64(granted)
	}
	for product, limit := range s.Limits.Products {
		limit.Product = product
		d.Products = append(d.Products, limit)
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
