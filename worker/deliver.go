package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"tariffdesk/jobs"
	"tariffdesk/webhook"
)

// DeliveryStore keeps the deliveries that are due.
type DeliveryStore interface {
	ClaimDeliveries(ctx context.Context, limit int, except []string, lease time.Duration) ([]webhook.Delivery, error)
	EndDelivery(ctx context.Context, d webhook.Delivery, state string, status int, problem string, wait time.Duration) error
	Job(ctx context.Context, organisationID, id string) (jobs.Job, error)
}

// Poster sends a delivery; package fetch refuses private addresses as they are dialled.
type Poster interface {
	Post(ctx context.Context, url string, header http.Header, body []byte) (status int, reply []byte, err error)
}

// Deliveries sends webhooks until they are accepted, each at least once. Several may run at once.
type Deliveries struct {
	Store  DeliveryStore
	Poster Poster
	Object func(jobs.Job) (json.RawMessage, error) // the job object of the interface
	Log    *slog.Logger
	Now    func() time.Time
	Pulse  *jobs.Pulse // told whenever the sender comes round; may be nil

	beat func() // of a running sender
}

const (
	deliverEvery  = time.Second
	deliverAtOnce = 32          // of all organisations
	deliverEach   = 2           // of one: a receiver that never answers holds up its own deliveries alone
	deliverLease  = time.Minute // beyond the longest call
)

// The states of a delivery.
const (
	deliveryPending   = "pending"
	deliveryDelivered = "delivered"
	deliveryFailed    = "failed"
)

// Run sends what is due until ctx ends.
func (d Deliveries) Run(ctx context.Context) {
	d.beat = d.Pulse.Watch("webhooks", jobs.LoopLimit)
	tick := time.NewTicker(deliverEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			d.beat()
			if err := d.Send(ctx); err != nil && ctx.Err() == nil {
				d.Log.WarnContext(ctx, "webhooks not sent", "error", err)
			}
		}
	}
}

// Send sends due deliveries until none is due and none is on its way.
func (d Deliveries) Send(ctx context.Context) error {
	var sending sync.WaitGroup
	defer sending.Wait()
	under, sent := map[string]int{}, make(chan string, deliverAtOnce)
	for free := deliverAtOnce; ; {
		due, err := d.Store.ClaimDeliveries(ctx, free, full(under), deliverLease)
		if err != nil {
			return err
		}
		if d.beat != nil {
			d.beat()
		}
		for _, one := range due {
			free--
			under[one.OrganisationID]++
			sending.Go(func() {
				if err := d.send(ctx, one); err != nil && ctx.Err() == nil {
					d.Log.WarnContext(ctx, "webhook attempt not noted", "webhook_id", one.ID, "error", err)
				}
				sent <- one.OrganisationID
			})
		}
		switch {
		case len(due) > 0 && free > 0:
			continue // an organisation's next
		case free == deliverAtOnce:
			return nil
		}
		select {
		case organisation := <-sent:
			free++
			under[organisation]--
		case <-time.After(deliverEvery): // others may be due meanwhile
		}
	}
}

// full names the organisations that have as many deliveries on their way as they may.
func full(under map[string]int) (organisations []string) {
	for id, n := range under {
		if n >= deliverEach {
			organisations = append(organisations, id)
		}
	}
	return organisations
}

// data is the content of a delivery: the job object, or the data of the event itself.
func (d Deliveries) data(ctx context.Context, one webhook.Delivery) (json.RawMessage, error) {
	if one.Payload != nil {
		return one.Payload, nil
	}
	j, err := d.Store.Job(ctx, one.OrganisationID, one.JobID)
	if err != nil {
		return nil, err
	}
	data, err := d.Object(j)
	if err != nil {
		return nil, fmt.Errorf("job object of %s: %w", j.ID, err)
	}
	return data, nil
}

func (d Deliveries) send(ctx context.Context, one webhook.Delivery) error {
	data, err := d.data(ctx, one)
	if err != nil {
		return err
	}
	body, err := one.Body(data)
	if err != nil {
		return err
	}
	status, _, err := d.Poster.Post(ctx, one.URL, one.Header(d.Now(), body), body)
	if ctx.Err() != nil {
		return ctx.Err() // due again after its lease
	}
	if err == nil && webhook.Accepted(status) {
		return d.Store.EndDelivery(ctx, one, deliveryDelivered, status, "", 0)
	}
	problem := "no answer" // a closer reason would tell a caller about our network
	if err == nil {
		problem = http.StatusText(status)
	}
	wait, again := webhook.Again(one.Attempts)
	if !again || webhook.Gone(status) {
		return d.Store.EndDelivery(ctx, one, deliveryFailed, status, problem, 0)
	}
	return d.Store.EndDelivery(ctx, one, deliveryPending, status, problem, wait)
}
