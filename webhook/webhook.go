// Package webhook owns what a delivery is: its event, its signature by the rules of Standard
// Webhooks, and when it is tried again.
//
// It refuses to send, which is package fetch's, and to know what the event's data mean.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Delivery is an event that is due at an organisation's URL.
type Delivery struct {
	ID             string // the same for every attempt
	OrganisationID string
	JobID          string // "" of an event that is no job's
	Event          string // such as job.succeeded
	URL            string
	Secret         []byte
	Attempts       int // this one included
	CreatedAt      time.Time
	Payload        json.RawMessage // the event's data, nil where they are the job object
}

// event is the body of a delivery.
type event struct {
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// Body returns what is sent; it is the same for every attempt as long as data is.
func (d Delivery) Body(data json.RawMessage) ([]byte, error) {
	b, err := json.Marshal(event{d.Event, d.CreatedAt.UTC(), data})
	if err != nil {
		return nil, fmt.Errorf("encode webhook %s: %w", d.ID, err)
	}
	return b, nil
}

// Header returns the headers of an attempt made at a time.
func (d Delivery) Header(at time.Time, body []byte) http.Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	h := http.Header{}
	h.Set("Content-Type", "application/json")
	h.Set("webhook-id", d.ID)
	h.Set("webhook-timestamp", stamp)
	h.Set("webhook-signature", "v1,"+sign(d.Secret, d.ID, stamp, body))
	return h
}

// sign is the base64 of HMAC-SHA256 over id.timestamp.body.
func sign(secret []byte, id, stamp string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte(id + "." + stamp + "."))
	_, _ = mac.Write(body)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// backoff holds the waits between attempts: 36 hours in all.
func backoff() []time.Duration {
	return []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour,
		3 * time.Hour, 8 * time.Hour, 24 * time.Hour}
}

// Again says how long to wait after a number of failed attempts, and whether there is another.
func Again(attempts int) (time.Duration, bool) {
	waits := backoff()
	if attempts < 1 || attempts > len(waits) {
		return 0, false
	}
	return waits[attempts-1], true
}

// Accepted reports whether the status of an answer ends a delivery well.
func Accepted(status int) bool { return status >= 200 && status < 300 }

// Gone reports whether the receiver wants no more attempts of a delivery.
func Gone(status int) bool { return status == http.StatusGone }
