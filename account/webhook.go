package account

import (
	"crypto/rand"
	"encoding/base64"
	"time"
)

// Webhook is the address where an organisation receives events, as it is shown.
type Webhook struct {
	URL        string
	CreatedAt  time.Time
	Deliveries []WebhookDelivery // the last ones, newest first
}

// WebhookDelivery is an event on its way, or what became of it.
type WebhookDelivery struct {
	ID         string
	JobID      string
	Event      string
	State      string // pending, delivered or failed
	Attempts   int
	LastStatus *int // of the answer to the last attempt, nil where there was none
	LastError  string
	CreatedAt  time.Time
	NextAt     *time.Time // of a pending one
	EndedAt    *time.Time
}

// NewWebhookSecret returns a secret that signs deliveries, and the form it is shown in, this once.
func NewWebhookSecret() (secret []byte, shown string) {
	secret = make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	return secret, "whsec_" + base64.StdEncoding.EncodeToString(secret)
}
