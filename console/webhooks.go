package console

import (
	"net/http"
	"net/url"
	"time"

	"tariffdesk/client"
)

func webhookRoutes() []route {
	return []route{
		{pattern: "GET /app/settings/webhooks", handle: webhooksPage},
		{pattern: "POST /app/settings/webhooks", handle: setWebhook},
		{pattern: "POST /app/settings/webhooks/remove", handle: removeWebhook},
		{pattern: "POST /app/settings/webhooks/rotate", handle: rotateWebhook},
		{pattern: "POST /app/settings/webhooks/test", handle: testWebhook},
		{pattern: "POST /app/settings/webhooks/deliveries/{id}/redeliver", handle: redeliver},
	}
}

// webhooksData is where the organisation is told of its jobs, and how that went.
type webhooksData struct {
	formPage
	settingsData
	filtered
	Address    string // "" for none
	CreatedAt  time.Time
	Secret     string     // this once
	Until      *time.Time // the old secret signs beside the new one
	Deliveries []client.DeliveryBody
}

func loadWebhooks(v *visit) (*webhooksData, error) {
	d := &webhooksData{settingsData: settingsData{settingsTabs(v)}, filtered: v.filter("25", "status")}
	d.path = "/app/settings/webhooks" // also after a form
	var hook client.WebhookBody
	err := v.get("/api/v3/organization/webhook", nil, &hook)
	if refused(err, http.StatusNotFound) != nil {
		return d, nil //nolint:nilerr // none is set
	}
	if err != nil {
		return nil, err
	}
	d.Address, d.CreatedAt = hook.Url, hook.CreatedAt
	var list client.ListBodyDeliveryBody
	if err := v.get("/api/v3/organization/webhook/deliveries", d.query, &list); err != nil {
		return nil, err
	}
	if d.Deliveries = list.Data; len(d.Deliveries) > 0 {
		d.more(list.HasMore, d.Deliveries[len(d.Deliveries)-1].WebhookId.String())
	}
	return d, nil
}

func webhooksPage(v *visit) error {
	d, err := loadWebhooks(v)
	if err != nil {
		return err
	}
	if made := revealed[webhookSecret](v); made != nil {
		d.Secret = made.Secret
		if !made.PreviousValidUntil.IsZero() { // nil of a first secret
			d.Until = &made.PreviousValidUntil
		}
	}
	return v.page("webhooks", d)
}

// webhookSecret signs deliveries. It is handed out once.
type webhookSecret = client.RotateOutputBody

// withSecret makes a change that hands out a secret and leads to the page that shows it, this once.
func withSecret(v *visit, method, path string, body any) error {
	var made webhookSecret
	if err := v.send(method, path, body, &made); err != nil {
		return err
	}
	return revealNext(v, "/app/settings/webhooks", made)
}

func setWebhook(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	return withSecret(v, http.MethodPut, "/api/v3/organization/webhook", map[string]string{"url": v.field("url")})
}

func rotateWebhook(v *visit) error {
	return withSecret(v, http.MethodPost, "/api/v3/organization/webhook/rotate", nil)
}

func removeWebhook(v *visit) error {
	if err := v.send(http.MethodDelete, "/api/v3/organization/webhook", nil, nil); err != nil {
		return err
	}
	return v.done("/app/settings/webhooks", "webhook_removed")
}

func testWebhook(v *visit) error {
	if err := v.post("/api/v3/organization/webhook/test", nil, nil); err != nil {
		return err
	}
	return v.done("/app/settings/webhooks", "webhook_test")
}

func redeliver(v *visit) error {
	path := "/api/v3/organization/webhook/deliveries/" + url.PathEscape(v.r.PathValue("id")) + "/redeliver"
	if err := v.post(path, nil, nil); err != nil {
		return err
	}
	return v.done("/app/settings/webhooks", "redelivered")
}
