package shipment

import (
	"encoding/json"
	"time"

	"tariffdesk/api/wire"
	"tariffdesk/language"
	"tariffdesk/quote"
	"tariffdesk/shipment"
)

// OperationBody is an operation as its organisation sees it.
type OperationBody struct {
	ID        string               `json:"operation_id" format:"uuid" doc:"Id of the shipment"`
	Status    shipment.State       `json:"status" enum:"reading,checking,classifying,quoting,ready,needs_input,needs_credits,failed,cancelled,closed" doc:"State of the shipment"`
	Step      shipment.State       `json:"step" enum:"reading,checking,classifying,quoting" doc:"The step that runs, or ran last"`
	JobID     string               `json:"job_id" format:"uuid" doc:"Id of the job of the latest run"`
	Failure   *string              `json:"failure" doc:"Why it failed or lacks credits"`
	Version   int                  `json:"version" doc:"Changes with every change of the operation"`
	Facts     shipment.Facts       `json:"facts" doc:"The facts as you stated them"`
	Settled   operationSettledBody `json:"settled" doc:"What the entry is computed with: stated, else read from the papers"`
	Files     []operationFileBody  `json:"files" doc:"The files, in the order in which they were sent"`
	Papers    []operationPaperBody `json:"papers" doc:"The documents that the files hold"`
	Checks    []operationCheckBody `json:"checks" doc:"What was compared, the worst first"`
	Lines     []operationLineBody  `json:"lines" doc:"The goods"`
	Needs     []operationNeedBody  `json:"needs" doc:"What has to be said before it can go on"`
	Quote     json.RawMessage      `json:"quote" doc:"The entry: customs value, duties, taxes, fees; null before it was quoted"`
	Totals    json.RawMessage      `json:"totals" doc:"Sums of the entry; null before it was quoted"`
	Costs     []operationCostBody  `json:"costs" doc:"What each step has cost"`
	History   []operationEventBody `json:"history" doc:"Who did what and when, oldest first"`
	CreatedAt time.Time            `json:"created_at" doc:"When the papers came"`
	UpdatedAt time.Time            `json:"updated_at" doc:"When it last changed"`
	EndedAt   *time.Time           `json:"ended_at" doc:"When it was closed or cancelled"`
}

type operationSettledBody struct {
	Currency    string                     `json:"currency" doc:"Of values and increments; empty where none was found"`
	Incoterm    string                     `json:"incoterm" doc:"Empty where none was found"`
	Freight     *shipment.Number           `json:"freight" doc:"null where none is given"`
	Insurance   *shipment.Number           `json:"insurance" doc:"null where none is given"`
	Others      *shipment.Number           `json:"other_increments" doc:"null where none is given"`
	Agreement   string                     `json:"agreement" doc:"Under which preference is claimed"`
	Certificate string                     `json:"certificate" enum:"on_file,stated,none" doc:"Whether a certificate of origin is among the papers, or stated and not on file"`
	From        map[string]shipment.Origin `json:"from" doc:"Where each came from: stated or paper"`
}

type operationFileBody struct {
	File      int     `json:"file" doc:"Place of the file among those that were sent, from 1"`
	Name      string  `json:"name" doc:"Name of the file, as it was sent"`
	MediaType string  `json:"media_type" doc:"Media type, by content"`
	Pages     int     `json:"pages" doc:"How many it has; 1 for a workbook, 0 where it is encrypted"`
	Bytes     int     `json:"size_bytes" doc:"Size in bytes"`
	SHA256    string  `json:"sha256" doc:"SHA-256 of the content, in hexadecimal"`
	Problem   *string `json:"problem" doc:"Why it could not be read"`
}

type operationPaperBody struct {
	ID             string             `json:"paper_id" doc:"Of the paper within the operation"`
	Type           shipment.PaperType `json:"type" enum:"commercial_invoice,packing_list,bill_of_lading,air_waybill,certificate_of_origin,pedimento,cfdi,purchase_order,receipt,delivery_note,other,unread" doc:"What it was recognised as"`
	TypeConfidence float64            `json:"type_confidence" doc:"How sure the type is, 0 to 1"`
	Title          string             `json:"title" doc:"Its type and number in words"`
	File           int                `json:"file" doc:"The file that it is in"`
	Pages          []int              `json:"pages" doc:"Numbers of its pages in the file, from 1"`
	Number         string             `json:"number" doc:"Its number as printed; empty where none was found"`
	Date           string             `json:"date" doc:"Its date; empty where none was found"`
	Rows           int                `json:"rows" doc:"How many rows of goods it has"`
	CopyOf         *string            `json:"copy_of" doc:"The paper that it repeats; a copy does not count"`
	SetAside       bool               `json:"set_aside" doc:"An answer said that it belongs elsewhere"`
	Problem        *string            `json:"problem" doc:"Why it was not read, and what is missing because of it"`
	Data           json.RawMessage    `json:"data" doc:"What was read, by the built-in schema of its type; null where nothing was"`
	Warnings       json.RawMessage    `json:"warnings" doc:"What reading was not sure of"`
}

type operationComparedBody struct {
	Paper  *string          `json:"paper" doc:"The paper; null for what you stated or what was computed"`
	Name   string           `json:"name" doc:"Name of the value"`
	Value  string           `json:"value" doc:"The value as it was read or stated"`
	Unit   string           `json:"unit" doc:"Unit of the value; empty where it has none"`
	Source *shipment.Source `json:"source" doc:"Where it is printed: paper, page and box"`
}

type operationCheckBody struct {
	ID         string                  `json:"id" doc:"Of the check within the operation"`
	Kind       shipment.CheckKind      `json:"kind" doc:"What was compared"`
	Status     shipment.Status         `json:"status" enum:"ok,differs,unknown" doc:"Outcome of the comparison"`
	Papers     []string                `json:"papers" doc:"The papers that were compared"`
	Line       *string                 `json:"line" doc:"The line that it is about"`
	Values     []operationComparedBody `json:"values" doc:"The values with their places"`
	Difference *string                 `json:"difference" doc:"By how much they differ"`
	Tolerance  *string                 `json:"tolerance" doc:"What is not counted as a difference"`
	Text       string                  `json:"text" doc:"Outcome of the comparison in words"`
}

type operationNeedBody struct {
	ID      string                `json:"id" doc:"Of the need; answers of continue name it"`
	Kind    shipment.NeedKind     `json:"kind" doc:"What is missing"`
	Text    string                `json:"text" doc:"What is asked"`
	Line    *string               `json:"line" doc:"The line that it is about"`
	Choices []operationChoiceBody `json:"choices" doc:"Answers that it offers"`
}

type operationChoiceBody struct {
	Value string `json:"value" doc:"What to send as the answer"`
	Label string `json:"label" doc:"The choice in words"`
}

type operationEventBody struct {
	At     time.Time `json:"at" doc:"When it happened"`
	By     string    `json:"by" doc:"Who; service for steps"`
	Action string    `json:"action" doc:"What was done"`
	Line   *string   `json:"line" doc:"Id of the line that the event concerns"`
	Note   *string   `json:"note" doc:"What else there is to say of the event"`
}

type operationLineBody struct {
	ID          string                     `json:"line_id" doc:"Of the line within the operation"`
	Position    int                        `json:"position" doc:"Place among the lines, from 1"`
	Version     int                        `json:"version" doc:"Changes with every change of the line; state it to change the line"`
	Description string                     `json:"description" doc:"Description of the goods"`
	Part        string                     `json:"part_number" doc:"Part number, as printed"`
	Quantity    *shipment.Number           `json:"quantity" doc:"null where none was found"`
	Unit        string                     `json:"unit" doc:"Of the quantity, as printed"`
	UnitPrice   *shipment.Number           `json:"unit_price" doc:"null where none was found"`
	Value       *shipment.Number           `json:"value" doc:"In the currency; null where none was found"`
	Currency    string                     `json:"currency" doc:"Currency of the value, ISO 4217"`
	Origin      string                     `json:"origin" doc:"Country of origin"`
	NetKg       *shipment.Number           `json:"net_weight_kg" doc:"null where none is known"`
	GrossKg     *shipment.Number           `json:"gross_weight_kg" doc:"null where none is known"`
	Exporter    string                     `json:"exporter" doc:"Exporter or producer as stated; empty where it is the seller of the invoice"`
	Facts       goodsFacts                 `json:"facts" doc:"Facts of the goods as stated, by the names that questions of the quote give"`
	Prorated    []string                   `json:"prorated" doc:"Weights that were shared out, not printed for the line"`
	Packages    *shipment.Number           `json:"packages" doc:"null where none is known"`
	PrintedCode string                     `json:"printed_code" doc:"The code on the paper, shown and not taken"`
	Code        string                     `json:"code" doc:"The code in use: decided, else proposed"`
	CodeBy      *string                    `json:"code_by" doc:"Who gave it: person, precedent or engine; null without a code"`
	Confidence  *float64                   `json:"confidence" doc:"How sure the proposed code is; null without one"`
	Reason      string                     `json:"reason" doc:"Why the code is proposed"`
	Candidates  []shipment.Candidate       `json:"candidates" doc:"Further codes that are possible"`
	Question    *string                    `json:"question" doc:"The first open question of its classification"`
	RecordID    *string                    `json:"classification_record_id" doc:"Its classification, for a share link to the supplier"`
	ToDecide    bool                       `json:"to_decide" doc:"A person has to decide its code"`
	Decision    *shipment.Decision         `json:"decision" doc:"The last decision on its code"`
	Trail       []shipment.Decision        `json:"trail" doc:"All changes by persons, oldest first"`
	Problem     *string                    `json:"problem" doc:"Why its classification failed"`
	Packed      []shipment.PackedOn        `json:"packed" doc:"Rows of packing lists that it was matched with"`
	Invoice     string                     `json:"paper_id" doc:"The paper that it was read from"`
	Sources     map[string]shipment.Source `json:"sources" doc:"The place of each value on the pages"`
	Quote       json.RawMessage            `json:"quote" doc:"What it pays; null before it was quoted"`
}

// NewBody is a shipment as callers see it, its sentences in Spanish or in English.
func NewBody(sh *shipment.Shipment, costs []shipment.Cost, spanish bool) OperationBody {
	b := OperationBody{
		ID: sh.ID, Status: sh.State, Step: sh.Step, JobID: sh.JobID, Failure: inLanguage(sh.Failure, spanish), Version: sh.Version, Facts: sh.Facts,
		Settled: newSettled(sh.Settle()), Files: []operationFileBody{}, Papers: []operationPaperBody{}, Checks: NewChecks(sh.Checks, spanish), Lines: []operationLineBody{}, Needs: []operationNeedBody{},
		Quote: orNull(nil), Totals: orNull(nil), Costs: newCosts(costs), History: []operationEventBody{}, CreatedAt: sh.CreatedAt.UTC(), UpdatedAt: sh.UpdatedAt.UTC(), EndedAt: wire.UTC(sh.EndedAt),
	}
	for i, f := range sh.Files {
		problem := f.Trouble
		if f.Encrypted {
			problem = "the file is encrypted: send it without a password"
		}
		b.Files = append(b.Files, operationFileBody{i + 1, f.Name, f.MediaType, f.Pages, f.Bytes, f.SHA256, inLanguage(problem, spanish)})
	}
	for _, p := range sh.Papers {
		b.Papers = append(b.Papers, newPaper(p, spanish))
	}
	for i := range sh.Lines {
		b.Lines = append(b.Lines, newLine(sh, &sh.Lines[i], spanish))
	}
	for _, n := range sh.Needs {
		one := operationNeedBody{ID: n.ID, Kind: n.Kind, Text: n.Text.In(spanish), Line: wire.OrNull(n.Line), Choices: []operationChoiceBody{}}
		for _, c := range n.Choices {
			one.Choices = append(one.Choices, operationChoiceBody{c.Value, c.Label.In(spanish)})
		}
		b.Needs = append(b.Needs, one)
	}
	for _, e := range sh.History {
		b.History = append(b.History, operationEventBody{e.At.UTC(), e.By, e.Action, wire.OrNull(e.Line), wire.OrNull(e.Note)})
	}
	if sh.Priced != nil {
		b.Quote, b.Totals = orNull(sh.Priced.Quote), orNull(sh.Priced.Totals)
	}
	return b
}

// inLanguage is a message that was made in English, nil for none.
func inLanguage(english string, spanish bool) *string {
	if spanish {
		english, _ = language.Text(language.Spanish, english)
	}
	return wire.OrNull(english)
}

func newSettled(t shipment.Settled) operationSettledBody {
	certificate := "none"
	switch {
	case t.Certificate:
		certificate = "on_file"
	case t.Stated:
		certificate = "stated"
	}
	return operationSettledBody{t.Currency, t.Incoterm, t.Freight, t.Insurance, t.Others, t.Agreement, certificate, t.From}
}

func newPaper(p shipment.Paper, spanish bool) operationPaperBody {
	b := operationPaperBody{
		ID: p.ID, Type: p.Type, TypeConfidence: p.TypeConfidence, Title: p.Title().In(spanish), File: p.File, Pages: p.Pages, Number: p.Number.Value,
		Date: p.Date.Value, Rows: len(p.Items), CopyOf: wire.OrNull(p.CopyOf), SetAside: p.SetAside, Data: orNull(p.Data), Warnings: p.Warnings,
	}
	if b.Pages == nil {
		b.Pages = []int{}
	}
	if len(b.Warnings) == 0 {
		b.Warnings = json.RawMessage("[]")
	}
	if p.Trouble != nil {
		b.Problem = wire.OrNull(p.Trouble.In(spanish))
	}
	return b
}

// NewChecks are checks as callers see them.
func NewChecks(checks []shipment.Check, spanish bool) []operationCheckBody {
	list := []operationCheckBody{}
	for _, c := range checks {
		b := operationCheckBody{
			ID: c.ID, Kind: c.Kind, Status: c.Status, Papers: c.Papers, Line: wire.OrNull(c.Line), Values: []operationComparedBody{},
			Difference: wire.OrNull(c.Difference), Tolerance: wire.OrNull(c.Tolerance), Text: c.Text.In(spanish),
		}
		if b.Papers == nil {
			b.Papers = []string{}
		}
		for _, v := range c.Values {
			b.Values = append(b.Values, operationComparedBody{wire.OrNull(v.Paper), v.Name.In(spanish), v.Value, v.Unit, v.Source})
		}
		list = append(list, b)
	}
	return list
}

func newLine(sh *shipment.Shipment, l *shipment.Line, spanish bool) operationLineBody {
	b := operationLineBody{
		ID: l.ID, Position: l.Position, Version: l.Version, Description: l.Description, Part: l.Part, Quantity: l.Quantity, Unit: l.Unit, UnitPrice: l.UnitPrice,
		Value: l.Value, Currency: l.Currency, Origin: l.Origin, NetKg: l.NetKg, GrossKg: l.GrossKg, Exporter: l.Exporter, Facts: goodsFacts{}, Prorated: l.Prorated, Packages: l.Packages, PrintedCode: l.PrintedCode,
		Code: l.Code(), Candidates: []shipment.Candidate{}, ToDecide: !l.Decided(sh.Facts.Threshold()), Decision: l.Decision, Trail: l.Trail, Problem: inLanguage(l.Trouble, spanish),
		Packed: l.Packed, Invoice: l.Invoice, Sources: l.Sources, Quote: orNull(nil),
	}
	if l.Facts != nil {
		b.Facts = factsOf(*l.Facts)
	}
	if p := l.Proposal; p != nil {
		b.CodeBy, b.Reason, b.Question, b.RecordID = wire.OrNull(p.By), p.Reason, wire.OrNull(p.Question), wire.OrNull(p.RecordID)
		b.Candidates = append(b.Candidates, p.Candidates...)
		if p.Code != "" {
			b.Confidence = &p.Confidence
		}
	}
	if l.Decision != nil {
		b.CodeBy = wire.OrNull("person")
	}
	if b.Prorated == nil {
		b.Prorated = []string{}
	}
	if b.Trail == nil {
		b.Trail = []shipment.Decision{}
	}
	if b.Packed == nil {
		b.Packed = []shipment.PackedOn{}
	}
	if b.Sources == nil {
		b.Sources = map[string]shipment.Source{}
	}
	if sh.Priced != nil {
		b.Quote = orNull(sh.Priced.Lines[l.ID])
	}
	return b
}

// goodsFacts are facts of goods as callers see them.
type goodsFacts map[string]any

func factsOf(g quote.GoodsFacts) goodsFacts {
	all := goodsFacts{}
	for fact, n := range g.Numbers {
		all[string(fact)] = n
	}
	for fact, flag := range g.Flags {
		all[string(fact)] = flag
	}
	return all
}
