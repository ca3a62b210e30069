package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tariffdesk/classify"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/shipment"
)

// wave is how many lines of a shipment are classified at once: enough to keep the workers busy, few enough that a
// caller who waits finds a slot.
const wave = 24

// classify sends each line that has no decided code and was not asked yet to classification, one charged job each. What
// a wave gave is saved before the next one is charged.
func (r shipmentRun) classify(ctx context.Context) error {
	var ask []*shipment.Line
	for i := range r.Lines {
		if l := &r.Lines[i]; l.ToClassify() {
			ask = append(ask, l)
		}
	}
	for at := 0; at < len(ask); at += wave {
		r.report(progressClassifying+float64(progressQuoting-progressClassifying)*float64(at)/float64(len(ask)), fmt.Sprintf("classified %d of %d lines", at, len(ask)))
		unpaid, err := r.classifyWave(ctx, ask[at:min(at+wave, len(ask))], progressClassifying+(progressQuoting-progressClassifying)*min(at+wave, len(ask))/len(ask))
		if err != nil || unpaid {
			return err
		}
	}
	r.Inspect(r.Dictionary()) // the codes on the papers are compared with those in use
	if needs := r.AskCodes(); len(needs) > 0 {
		return r.rest(ctx, shipment.StateNeedsInput, noLines(), needs)
	}
	return r.next(ctx, noLines(), progressQuoting)
}

// classifyWave classifies some lines, after which the run is so far. It returns unpaid where the shipment rests because credits ran out; what was paid is kept.
func (r shipmentRun) classifyWave(ctx context.Context, lines []*shipment.Line, progress int) (unpaid bool, err error) {
	if ok, err := r.payable(ctx); err != nil || !ok {
		if err == nil {
			err = r.unpaid(ctx, noLines())
		}
		return true, err
	}
	var ids []string
	for _, l := range lines {
		var id string
		id, unpaid, err = r.submit(ctx, jobs.Step{
			ID:   jobs.StepID(r.ID, "line", l.ID, l.ClassifyKey(), strconv.Itoa(l.Attempts)),
			Kind: jobs.KindClassify, Units: 1,
			Input: jobs.ClassifyInput{
				Description: l.Description, CountryCode: quote.SupportedCountry, Model: string(classify.ModelFast),
				Language: r.language, UserIdentifier: r.UserIdentifier,
			},
		}, l.ID)
		if err != nil {
			return false, err
		}
		if unpaid {
			break
		}
		ids = append(ids, id)
	}
	if err := r.Queue.WaitFor(ctx, ids, nil); err != nil {
		return false, err
	}
	found, err := r.Store.StepJobs(ctx, r.OrganisationID, ids)
	if err != nil {
		return false, err
	}
	changed := noLines()
	for i, id := range ids {
		l := lines[i]
		if err := takeClassification(l, found[id]); err != nil {
			return false, err
		}
		changed = append(changed, l.ID)
	}
	if unpaid {
		return true, r.unpaid(ctx, changed)
	}
	return false, r.Store.SaveShipmentLines(ctx, r.task.Job, r.Shipment, changed, progress)
}

// takeClassification takes the proposal of a classification over into its line. One that failed leaves the line without a
// code, to be decided by a person or asked again.
func takeClassification(l *shipment.Line, j jobs.Job) error {
	l.Trouble = ""
	if j.State != jobs.StateSucceeded || j.Result == nil {
		l.Attempts++
		l.Trouble = "the classification failed and was refunded"
		if j.Error != nil && !transient(j.Error) {
			l.Trouble, l.Asked = j.Error.Message, l.ClassifyKey()
		}
		return nil
	}
	var of struct {
		RecordID string `json:"classification_record_id"`
	}
	if err := json.Unmarshal(j.Result, &of); err != nil {
		return fmt.Errorf("result of job %s: %w", j.ID, err)
	}
	p, err := shipment.ProposalOf(j.Result, of.RecordID, j.ID)
	if err != nil {
		return err
	}
	l.Proposal, l.Asked = p, l.ClassifyKey()
	return nil
}

// Pricer prices the entry of a shipment. An error with the code of a validation says which fact is missing.
type Pricer interface {
	Price(ctx context.Context, sh *shipment.Shipment, language quote.Language) (shipment.Priced, error)
}

// quote prices the entry in one job that is charged for the lines whose facts changed. Where none did and no line came or
// went, the last quotation stands.
func (r shipmentRun) quote(ctx context.Context) error {
	if needs := r.AskValues(); len(needs) > 0 {
		return r.rest(ctx, shipment.StateNeedsInput, noLines(), needs)
	}
	r.report(progressQuoting, "quoting the entry")
	charged, keys := r.ToQuote(), r.QuoteKeys()
	if len(charged) == 0 && r.Priced != nil && len(r.Priced.Keys) == len(keys) {
		return r.next(ctx, noLines(), progressEnd)
	}
	if ok, err := r.payable(ctx); err != nil || !ok {
		if err == nil {
			err = r.unpaid(ctx, noLines())
		}
		return err
	}
	priced, rested, err := r.price(ctx, charged, keys)
	if err != nil || rested {
		return err
	}
	priced.Keys, priced.At = keys, r.Now().UTC()
	r.Priced = &priced
	return r.next(ctx, noLines(), progressEnd)
}

// price runs the quotation: as a charged job, or here where lines went and nothing is to be charged. rested is true where
// the shipment rests for credits or for a fact.
func (r shipmentRun) price(ctx context.Context, charged []string, keys map[string]string) (priced shipment.Priced, rested bool, err error) {
	if len(charged) == 0 {
		priced, err = r.Pricer.Price(ctx, r.Shipment, quote.Language(r.language))
		return r.priced(ctx, priced, err)
	}
	input, err := json.Marshal(r.snapshot())
	if err != nil {
		return priced, false, fmt.Errorf("encode shipment %s: %w", r.ID, err)
	}
	st := jobs.Step{Kind: jobs.KindShipmentQuote, Units: len(charged), Input: jobs.ShipmentQuoteInput{Shipment: input, Language: r.language}}
	// Facts that change and change back are quoted, and charged, anew: what was law at the earlier quotation may have ended.
	before := ""
	if r.Priced != nil {
		before = r.Priced.At.UTC().Format(time.RFC3339Nano)
	}
	// A quotation that failed was refunded: another one of the same facts is charged anew, under the next id.
	for n := 0; n <= maxQuotations; n++ {
		st.ID = jobs.StepID(r.ID, "quote", strconv.Itoa(n), keysDigest(keys), before)
		id, unpaid, err := r.submit(ctx, st, "")
		if err != nil {
			return priced, false, err
		}
		if unpaid {
			return priced, true, r.unpaid(ctx, noLines())
		}
		if err := r.Queue.WaitFor(ctx, []string{id}, nil); err != nil {
			return priced, false, err
		}
		found, err := r.Store.StepJobs(ctx, r.OrganisationID, []string{id})
		if err != nil {
			return priced, false, err
		}
		j := found[id]
		switch {
		case j.State == jobs.StateSucceeded && j.Result != nil:
			err = json.Unmarshal(j.Result, &priced)
			return priced, false, err
		case j.Error != nil && !transient(j.Error):
			return r.priced(ctx, priced, j.Error)
		}
	}
	return priced, false, fmt.Errorf("the quotation of shipment %s failed %d times", r.ID, maxQuotations)
}

// maxQuotations bounds how often failed quotations of the same facts are looked past.
const maxQuotations = 20

// priced rests where the quotation asks for a fact.
func (r shipmentRun) priced(ctx context.Context, priced shipment.Priced, err error) (shipment.Priced, bool, error) {
	known, ok := errors.AsType[*fail.Error](err)
	if err == nil || !ok || transient(err) {
		return priced, false, err
	}
	var needs []shipment.Need
	for i, problem := range append([]string{known.Message}, known.Details...) {
		if i == 0 && len(known.Details) > 0 {
			continue
		}
		w := words(problem)
		n := shipment.Need{ID: "facts:" + strconv.Itoa(i), Kind: shipment.NeedFacts, Text: w}
		if strings.Contains(problem, "exchange_rate") {
			n.Kind = shipment.NeedExchangeRate
		}
		needs = append(needs, n)
	}
	return priced, true, r.rest(ctx, shipment.StateNeedsInput, noLines(), needs)
}

// snapshot is the shipment without what a quotation does not read.
func (r shipmentRun) snapshot() shipment.Shipment {
	sh := *r.Shipment
	sh.Checks, sh.Needs, sh.History, sh.Priced = nil, nil, nil, nil
	sh.Papers = make([]shipment.Paper, len(r.Papers))
	for i, p := range r.Papers {
		p.Data, p.Warnings = nil, nil
		if p.Type != shipment.TypeCertificate { // whose rows say which lines it covers
			p.Items = nil
		}
		sh.Papers[i] = p
	}
	return sh
}

func keysDigest(keys map[string]string) string {
	text, err := json.Marshal(keys) // in the order of the ids
	if err != nil {
		return ""
	}
	return jobs.StepID("", string(text))
}

// ShipmentQuotation does the jobs that price shipments.
type ShipmentQuotation struct{ Pricer Pricer }

// Handle prices the shipment as it stood when the job was charged.
func (q ShipmentQuotation) Handle(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.ShipmentQuoteInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of quote job %s: %w", t.Job.ID, err)
	}
	var sh shipment.Shipment
	if err := json.Unmarshal(in.Shipment, &sh); err != nil {
		return jobs.Outcome{}, fmt.Errorf("shipment of quote job %s: %w", t.Job.ID, err)
	}
	priced, err := q.Pricer.Price(ctx, &sh, quote.Language(in.Language))
	if err != nil {
		return jobs.Outcome{}, err
	}
	return encoded(t.Job, priced, false)
}
