package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/shipment"
)

// ShipmentStore reads and writes for the run of a shipment.
type ShipmentStore interface {
	Shipment(ctx context.Context, organisationID, id string) (shipment.Shipment, error)
	// SaveShipment writes what a run has done, with the named lines or with nil all of them. It returns
	// jobs.ErrShipmentMoved, and has written nothing, where the run was lost or somebody changed what it has read.
	SaveShipment(ctx context.Context, run jobs.Job, sh *shipment.Shipment, lines []string, progress int) error
	// SaveShipmentLines is SaveShipment where nothing but the named lines has changed.
	SaveShipmentLines(ctx context.Context, run jobs.Job, sh *shipment.Shipment, lines []string, progress int) error
	EarlierShipment(ctx context.Context, organisationID, id string) (string, error)
	StepJobs(ctx context.Context, organisationID string, ids []string) (map[string]jobs.Job, error)
	// Subscribed reports whether the organisation's subscription holds and reaches shipments.
	Subscribed(ctx context.Context, organisationID string) (bool, error)
}

// StepQueue charges and queues the jobs of steps, and waits for them.
type StepQueue interface {
	SubmitStep(ctx context.Context, st jobs.Step) (jobs.Job, error)
	WaitFor(ctx context.Context, ids []string, heard func(done float64)) error
}

// Shipments does runs of shipments: it submits the charged jobs of each step, waits for them, and writes what they gave.
// Every step begins from what is stored, and its jobs have ids made of what they do, so that a run that was lost goes on
// where it stood and charges nothing twice.
type Shipments struct {
	Store      ShipmentStore
	Queue      StepQueue
	Dictionary func() shipment.Dictionary
	Pricer     Pricer
	Now        func() time.Time
	Log        *slog.Logger
}

// runAgain bounds how often a run reads its shipment anew because somebody else changed it.
const (
	runAgain = 50
	runPause = 20 * time.Millisecond
)

// Handle goes through the steps of a shipment until it rests.
func (s Shipments) Handle(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.ShipmentInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of shipment job %s: %w", t.Job.ID, err)
	}
	for moved := 0; ; {
		sh, err := s.Store.Shipment(ctx, t.Job.OrganisationID, in.ShipmentID)
		if errors.Is(err, fail.New(fail.CodeNotFound, "")) {
			return shipmentOutcome(t.Job, in.ShipmentID, "deleted")
		}
		if err != nil {
			return jobs.Outcome{}, err
		}
		if sh.JobID != t.Job.ID || !sh.State.Works() {
			return shipmentOutcome(t.Job, sh.ID, string(sh.State))
		}
		r := shipmentRun{Shipments: s, task: t, Shipment: &sh, language: in.Language}
		err = r.step(ctx)
		if errors.Is(err, jobs.ErrShipmentMoved) && moved < runAgain {
			moved++
			select {
			case <-ctx.Done():
				return jobs.Outcome{}, ctx.Err()
			case <-time.After(runPause):
			}
			continue
		}
		if err != nil {
			return jobs.Outcome{}, err
		}
	}
}

func shipmentOutcome(j jobs.Job, id, status string) (jobs.Outcome, error) {
	return encoded(j, struct {
		ID     string `json:"operation_id"`
		Status string `json:"status"`
	}{id, status}, false)
}

// shipmentRun is one step of a run.
type shipmentRun struct {
	Shipments
	*shipment.Shipment

	task     Task
	language string
}

func (r shipmentRun) step(ctx context.Context) error {
	switch r.State {
	case shipment.StateReading:
		return r.read(ctx)
	case shipment.StateChecking:
		return r.check(ctx)
	case shipment.StateClassifying:
		return r.classify(ctx)
	case shipment.StateQuoting:
		return r.quote(ctx)
	case shipment.StateReady, shipment.StateNeedsInput, shipment.StateNeedsCredit, shipment.StateFailed, shipment.StateCancelled, shipment.StateClosed:
	}
	return fmt.Errorf("shipment %s is %s, which is no step", r.ID, r.State)
}

// How far a run is when a step begins, in percent.
const (
	progressReading     = 2
	progressChecking    = 45
	progressClassifying = 50
	progressQuoting     = 85
	progressEnd         = 99
)

func (r shipmentRun) report(percent float64, message string) {
	r.task.Progress(jobs.Progress{Percent: percent, Message: message})
}

// next saves all that the step has done and goes on to the next one.
func (r shipmentRun) next(ctx context.Context, lines []string, progress int) error {
	to := r.State.Next()
	r.note("step", string(r.State))
	r.State = to
	if to.Works() {
		r.Step = to
	}
	r.Needs = nil
	return r.save(ctx, lines, progress)
}

// rest saves all that the step has done and stops in a state of rest.
func (r shipmentRun) rest(ctx context.Context, to shipment.State, lines []string, needs []shipment.Need) error {
	r.note("rest", string(to))
	r.State, r.Needs = to, needs
	return r.save(ctx, lines, progressEnd)
}

func (r shipmentRun) note(action, what string) {
	r.Note(shipment.Event{At: r.Now().UTC(), By: shipment.ByService, Action: action, Note: what})
}

// save writes a shipment. names of lines that are empty but not nil write none.
func (r shipmentRun) save(ctx context.Context, lines []string, progress int) error {
	return r.Store.SaveShipment(ctx, r.task.Job, r.Shipment, lines, progress)
}

// noLines means that no line was changed.
func noLines() []string { return []string{} }

// submit charges a job of the step. unpaid is true where credits, a limit or the subscription do not allow it: the
// shipment then rests until it is continued.
func (r shipmentRun) submit(ctx context.Context, st jobs.Step, subject string) (id string, unpaid bool, err error) {
	st.OrganisationID, st.UserIdentifier = r.OrganisationID, r.UserIdentifier
	st.Of = jobs.ShipmentStep{ShipmentID: r.ID, RunID: r.task.Job.ID, Step: string(r.State), Subject: subject}
	j, err := r.Queue.SubmitStep(ctx, st)
	if errors.Is(err, jobs.ErrInsufficientCredits) || errors.Is(err, jobs.ErrLimitReached) {
		return "", true, nil
	}
	return j.ID, false, err
}

// payable reports whether the organisation may still be charged: a subscription may end while steps run.
func (r shipmentRun) payable(ctx context.Context) (bool, error) {
	ok, err := r.Store.Subscribed(ctx, r.OrganisationID)
	if err == nil && !ok {
		r.Failure = "the organisation's subscription does not hold any more"
	}
	return ok, err
}

func (r shipmentRun) unpaid(ctx context.Context, lines []string) error {
	if r.Failure == "" {
		r.Failure = fmt.Sprintf("insufficient credits for the step %s", r.State)
	}
	return r.rest(ctx, shipment.StateNeedsCredit, lines, nil)
}

// words is a message that is made in English, in both languages.
func words(english string) shipment.Words {
	spanish, _ := language.Text(language.Spanish, english)
	return shipment.Words{English: english, Spanish: spanish}
}

// read reads every file that was not read yet, one charged job each, and makes papers of what they hold.
func (r shipmentRun) read(ctx context.Context) error {
	earlier, err := r.Store.EarlierShipment(ctx, r.OrganisationID, r.ID)
	if err != nil {
		return err
	}
	if needs := r.Duplicate(earlier); needs != nil {
		return r.rest(ctx, shipment.StateNeedsInput, noLines(), needs)
	}
	if ok, err := r.payable(ctx); err != nil {
		return err
	} else if !ok {
		return r.unpaid(ctx, noLines())
	}
	r.report(progressReading, "reading the papers")
	ids, unpaid := map[int]string{}, false
	var all []string
	for i := range r.Files {
		f := &r.Files[i]
		if !f.Pending() {
			continue
		}
		var id string
		id, unpaid, err = r.submit(ctx, jobs.Step{
			ID: jobs.StepID(r.ID, "read", strconv.Itoa(i), strconv.Itoa(f.Attempts)), Kind: jobs.KindShipmentPapers, Units: f.Pages,
			Input: jobs.ShipmentPapersInput{Key: f.Key, Name: f.Name, MediaType: f.MediaType},
		}, strconv.Itoa(i+1))
		if err != nil {
			return err
		}
		if unpaid {
			break
		}
		ids[i], all = id, append(all, id)
	}
	if err := r.Queue.WaitFor(ctx, all, func(done float64) {
		r.report(progressReading+(progressChecking-progressReading)*done/float64(len(all)), fmt.Sprintf("read file %d of %d", int(done), len(all)))
	}); err != nil {
		return err
	}
	found, err := r.Store.StepJobs(ctx, r.OrganisationID, all)
	if err != nil {
		return err
	}
	broken := false
	for i := range r.Files {
		if r.Files[i].Encrypted && r.unlisted(i) {
			r.unreadPaper(i, "the file is encrypted: send it without a password")
		}
		if id := ids[i]; id != "" {
			again, err := r.take(i, found[id])
			if err != nil {
				return err
			}
			broken = broken || again
		}
	}
	switch {
	case unpaid:
		return r.unpaid(ctx, noLines())
	case broken:
		r.Failure = "a file could not be read because of an error of the service; its pages were refunded: continue to read it again"
		return r.rest(ctx, shipment.StateFailed, noLines(), nil)
	}
	return r.next(ctx, noLines(), progressChecking)
}

// unlisted reports whether no paper was made of a file.
func (r shipmentRun) unlisted(file int) bool {
	for _, p := range r.Papers {
		if p.File == file+1 {
			return false
		}
	}
	return true
}

// take makes papers of what reading a file gave. again is true where the service failed, so that the file is read, and
// charged, anew.
func (r shipmentRun) take(file int, j jobs.Job) (again bool, err error) {
	f := &r.Files[file]
	switch {
	case j.State == jobs.StateSucceeded && j.Result != nil:
	case j.Error != nil && !transient(j.Error):
		f.Trouble = j.Error.Message
		r.unreadPaper(file, f.Trouble)
		return false, nil
	default:
		f.Attempts++
		return true, nil
	}
	var body papersBody
	if err := json.Unmarshal(j.Result, &body); err != nil {
		return false, fmt.Errorf("result of job %s: %w", j.ID, err)
	}
	f.JobID = j.ID
	for _, reading := range body.Documents {
		p, err := shipment.NewPaper(r.nextPaper(), file+1, reading)
		if err != nil {
			return false, err
		}
		for _, doubt := range reading.Doubts {
			p.Doubts = append(p.Doubts, words(doubt))
		}
		if p.Type == shipment.TypeUnread {
			w := r.unreadWords(file, reading.Pages, reading.Trouble)
			p.Trouble = &w
		}
		r.Papers = append(r.Papers, p)
	}
	return false, nil
}

func (r shipmentRun) nextPaper() string { return "p" + strconv.Itoa(len(r.Papers)+1) }

func (r shipmentRun) unreadPaper(file int, reason string) {
	w := r.unreadWords(file, nil, reason)
	r.Papers = append(r.Papers, shipment.Paper{ID: r.nextPaper(), File: file + 1, Type: shipment.TypeUnread, Trouble: &w})
}

// unreadWords states what was not read, why, and what is missing because of it.
func (r shipmentRun) unreadWords(file int, pages []int, reason string) shipment.Words {
	w := words(reason)
	at := shipment.Words{}
	if len(pages) > 0 {
		at = shipment.Words{English: fmt.Sprintf(", pages %d to %d", pages[0], pages[len(pages)-1]), Spanish: fmt.Sprintf(", páginas %d a %d", pages[0], pages[len(pages)-1])}
	}
	name := r.Files[file].Name
	return shipment.Words{
		English: fmt.Sprintf("%s%s was not read: %s. Its goods, weights and references are missing from lines and checks.", name, at.English, w.English),
		Spanish: fmt.Sprintf("%s%s no se leyó: %s. Su mercancía, pesos y referencias faltan en las partidas y verificaciones.", name, at.Spanish, w.Spanish),
	}
}

// check gathers the lines, compares the papers, and asks what they leave open.
func (r shipmentRun) check(ctx context.Context) error {
	r.report(progressChecking, "comparing the papers")
	needs := r.AskPapers()
	d := r.Dictionary()
	if !r.Gather(d) {
		text := fmt.Sprintf("The invoices hold more than %d lines.", shipment.MaxLines)
		return r.rest(ctx, shipment.StateNeedsInput, noLines(), []shipment.Need{{ID: "too_many_lines", Kind: shipment.NeedTooMany, Text: shipment.Words{
			English: text + " Split the operation.", Spanish: fmt.Sprintf("Las facturas tienen más de %d partidas. Divida la operación.", shipment.MaxLines),
		}}})
	}
	r.Inspect(d)
	if len(needs) == 0 {
		needs = r.AskGoods()
	}
	if len(r.Lines) == 0 && len(needs) == 0 {
		needs = append(needs, shipment.Need{ID: "invoice", Kind: shipment.NeedInvoice, Text: shipment.Words{
			English: "No goods were found on the invoice: send the operation again with a sharper copy.",
			Spanish: "No se encontró mercancía en la factura: envíe la operación de nuevo con una copia más nítida.",
		}})
	}
	if len(needs) > 0 {
		return r.rest(ctx, shipment.StateNeedsInput, nil, needs)
	}
	return r.next(ctx, nil, progressClassifying)
}
