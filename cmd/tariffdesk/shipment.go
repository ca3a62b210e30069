package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tariffdesk/client"
)

type shipmentCommand struct {
	Send     shipmentSendCommand     `cmd:"" default:"withargs" help:"Send the papers of an import or export: read, compared, classified, quoted (the default)."`
	List     shipmentListCommand     `cmd:"" help:"List operations, newest first."`
	Get      shipmentGetCommand      `cmd:"" help:"Show an operation: papers, differences, lines, what is missing, sums, costs."`
	Set      shipmentSetCommand      `cmd:"" help:"Change the facts of an operation; continue quotes it again."`
	SetLine  shipmentSetLineCommand  `cmd:"" help:"Decide the code of a line or correct it."`
	Continue shipmentContinueCommand `cmd:"" help:"Go on after answers, credits or changes, or quote again."`
	Report   shipmentReportCommand   `cmd:"" help:"Write an operation as a workbook, PDF, page or JSON."`
	Cancel   shipmentCancelCommand   `cmd:"" help:"Stop an operation; steps that have not begun are refunded."`
	Close    shipmentCloseCommand    `cmd:"" help:"File an operation: it is not changed any more."`
	Delete   shipmentDeleteCommand   `cmd:"" help:"Delete an operation that was closed or cancelled, with its files."`
}

// service is the server that commands without an engine of their own ask.
type service struct {
	Server string `variable:"TARIFFDESK_URL,TARIFFDESK_SERVER" placeholder:"URL" required:"" help:"Base address of the service."`
	Key    string `variable:"TARIFFDESK_KEY" placeholder:"sk_…" required:"" help:"An API key."`
	JSON   bool   `name:"json" help:"Print the answer as JSON instead of a table."`
}

func (s service) remote() (remote, error) { return where{Server: s.Server, Key: s.Key}.remote() }

// factFlags are the facts of an operation. What is absent is not stated.
type factFlags struct {
	Reference    *string  `help:"Your own reference."`
	Direction    *string  `enum:"import,export" help:"${enum}; import where absent."`
	Date         *string  `placeholder:"DAY" help:"Day of the operation as YYYY-MM-DD; today where absent."`
	Currency     *string  `help:"Of values and increments, where papers do not print it."`
	ExchangeRate *string  `placeholder:"MXN" help:"MXN for one unit of the currency."`
	USDRate      *string  `name:"usd-exchange-rate" placeholder:"MXN" help:"MXN for one US dollar."`
	Incoterm     *string  `help:"Of the sale; read from the papers where absent."`
	Freight      *string  `placeholder:"AMOUNT" help:"To the border, not in the price."`
	Insurance    *string  `placeholder:"AMOUNT" help:"Not in the price."`
	Others       *string  `name:"other-increments" placeholder:"AMOUNT" help:"Other additions to the customs value."`
	Agreement    *string  `help:"Under which preference is claimed."`
	Certificate  *bool    `negatable:"" help:"You hold the certificate of origin, and it is not among the papers."`
	Programs     []string `help:"Programmes of the importer, such as PROSEC:II."`
	ConfirmBelow *float64 `placeholder:"SHARE" help:"Confidence below which a person decides a code; 0.7 where absent."`
}

// body writes the facts of the flags as JSON with exact numbers; false where they state none.
func (f factFlags) body() ([]byte, bool, error) {
	stated := map[string]any{}
	for name, text := range map[string]*string{
		"reference": f.Reference, "direction": f.Direction, "date": f.Date, "currency": f.Currency, "incoterm": f.Incoterm, "agreement": f.Agreement,
	} {
		if text != nil {
			stated[name] = *text
		}
	}
	for name, number := range map[string]*string{
		"exchange_rate": f.ExchangeRate, "usd_exchange_rate": f.USDRate, "freight": f.Freight, "insurance": f.Insurance, "other_increments": f.Others,
	} {
		if number != nil {
			stated[name] = json.Number(*number)
		}
	}
	if f.Certificate != nil {
		stated["has_certificate_of_origin"] = *f.Certificate
	}
	if f.Programs != nil {
		stated["programs"] = f.Programs
	}
	if f.ConfirmBelow != nil {
		stated["confirm_below"] = *f.ConfirmBelow
	}
	text, err := json.Marshal(stated)
	if err != nil {
		return nil, false, usageError{fmt.Errorf("a rate or an amount is no number: %w", err)}
	}
	return text, len(stated) > 0, nil
}

type shipmentSendCommand struct {
	service
	factFlags
	Files []string `arg:"" help:"1 to 20 PDFs, pictures or .xlsx workbooks; http and https addresses are fetched by the server."`
	Wait  bool     `short:"w" help:"Show the steps and wait until the operation rests; exit code 1 unless it is ready."`
}

// Run sends the papers. With --wait it ends well only where the entry is priced.
func (c *shipmentSendCommand) Run(ctx context.Context, to streams) error {
	server, err := c.remote()
	if err != nil {
		return err
	}
	facts, _, err := c.body()
	if err != nil {
		return err
	}
	fields, files := map[string][]string{"operation": {string(facts)}}, map[string][]string{}
	for _, name := range c.Files {
		if strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://") {
			fields["file_urls"] = append(fields["file_urls"], name)
			continue
		}
		files["files"] = append(files["files"], name)
	}
	contentType, papers, err := formOf(fields, files)
	if err != nil {
		return err
	}
	body, err := bodyOf(server.CreateOperationWithBody(ctx, &client.CreateOperationParams{IdempotencyKey: once()}, contentType, papers))
	return c.accepted(ctx, to, server, c.Wait, body, err)
}

// accepted is the answer to what sets an operation to work: printed, or followed until it rests.
func (s service) accepted(ctx context.Context, to streams, server remote, wait bool, body []byte, err error) error {
	if err != nil {
		return err
	}
	var made client.OperationAcceptedBody
	if err := json.Unmarshal(body, &made); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	id := made.OperationId.String()
	switch {
	case !wait && s.JSON:
		return printJSON(to.out, body)
	case !wait:
		_, err := fmt.Fprintf(to.out, "%s %s\n", id, made.Status)
		return err
	}
	f := follower{server: server, to: to.err, json: s.JSON, id: id, job: made.JobId.String()}
	if body, err = f.follow(ctx); err != nil {
		if ctx.Err() != nil {
			err = errors.New("stopped")
		}
		return fmt.Errorf("%w; the operation goes on: look at it with tariffdesk shipment get %s --server %s", err, id, s.Server)
	}
	if err := s.show(to, body); err != nil {
		return err
	}
	return resting(body)
}

// show prints an operation.
func (s service) show(to streams, body []byte) error {
	if s.JSON {
		return printJSON(to.out, body)
	}
	return printShipment(to.out, body)
}

// resting is an error where an operation is not ready: what it lacks.
func resting(body []byte) error {
	var o client.OperationBody
	if err := json.Unmarshal(body, &o); err != nil {
		return fmt.Errorf("read operation: %w", err)
	}
	if o.Status == client.OperationBodyStatusReady {
		return nil
	}
	why := fmt.Sprintf("operation %s is %s", o.OperationId, o.Status)
	if o.Failure != nil {
		why += ": " + *o.Failure
	}
	if n := len(o.Needs); n > 0 {
		why += fmt.Sprintf(": %d to answer, first %s", n, o.Needs[0].Text)
	}
	return errors.New(why)
}

type shipmentListCommand struct {
	service
	Status    string `default:"" enum:",reading,checking,classifying,quoting,ready,needs_input,needs_credits,failed,cancelled,closed" help:"Only those that stand there."`
	Reference string `help:"Only those whose reference has this text."`
	Limit     int64  `default:"20" help:"How many at most, to 100."`
	After     string `placeholder:"ID" help:"Those after this one of the list before."`
}

// Run lists operations.
func (c *shipmentListCommand) Run(ctx context.Context, to streams) error {
	server, err := c.remote()
	if err != nil {
		return err
	}
	params := &client.ListOperationsParams{Limit: &c.Limit}
	if c.Status != "" {
		params.Status = new(client.ListOperationsParamsStatus(c.Status))
	}
	if c.Reference != "" {
		params.Q = &c.Reference
	}
	if c.After != "" {
		params.StartingAfter = &c.After
	}
	body, err := bodyOf(server.ListOperations(ctx, params))
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(to.out, body)
	}
	var list struct{ Data []client.OperationSummaryBody }
	if err := json.Unmarshal(body, &list); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	t := newTable(to.out, "ID", "STATUS", "REFERENCE", "CREATED", "PAPERS", "LINES", "DIFFERENCES", "NEEDS")
	for _, o := range list.Data {
		t.row(o.OperationId, o.Status, o.Reference, moment(&o.CreatedAt, "-"), o.Papers, o.Lines, o.Differences, o.Needs)
	}
	return t.flush()
}

// oneShipment names the operation of a command.
type oneShipment struct {
	service
	ID string `arg:"" help:"The operation's id."`
}

type shipmentGetCommand struct {
	oneShipment
	Wait bool `short:"w" help:"Show the steps and wait until the operation rests; exit code 1 unless it is ready."`
}

// Run shows the operation.
func (c *shipmentGetCommand) Run(ctx context.Context, to streams) error {
	server, err := c.remote()
	if err != nil {
		return err
	}
	body, err := bodyOf(server.GetOperation(ctx, c.ID))
	switch {
	case err != nil:
		return err
	case !c.Wait:
		return c.show(to, body)
	}
	return c.accepted(ctx, to, server, true, body, nil)
}

type shipmentSetCommand struct {
	oneShipment
	factFlags
	Unset []string `placeholder:"FACT" help:"Facts to take away, such as freight."`
}

// Run changes facts.
func (c *shipmentSetCommand) Run(ctx context.Context, to streams) error {
	facts, some, err := c.body()
	if err != nil {
		return err
	}
	if !some && len(c.Unset) == 0 {
		return usageError{errors.New("want a fact, such as --freight 350")}
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(facts, &members); err != nil {
		return fmt.Errorf("encode facts: %w", err)
	}
	for _, name := range c.Unset {
		members[name] = json.RawMessage("null")
	}
	return c.send(to, members, func(server remote, body *bytes.Reader) ([]byte, error) {
		return bodyOf(server.ChangeOperationWithBody(ctx, c.ID, "application/json", body))
	}, c.show)
}

// send sends members as JSON and prints the answer.
func (c *oneShipment) send(to streams, members any, call func(remote, *bytes.Reader) ([]byte, error), show func(streams, []byte) error) error {
	server, err := c.remote()
	if err != nil {
		return err
	}
	text, err := json.Marshal(members)
	if err != nil {
		return usageError{fmt.Errorf("a quantity or a value is no number: %w", err)}
	}
	body, err := call(server, bytes.NewReader(text))
	if err != nil {
		return err
	}
	return show(to, body)
}

type shipmentSetLineCommand struct {
	oneShipment
	Line        string  `arg:"" help:"The line's id, such as l1."`
	Code        *string `help:"8 or 10 digits of the tariff of Mexico; becomes a precedent."`
	Description *string `help:"What the goods are; the line is classified again."`
	Origin      *string `help:"Country of origin."`
	Quantity    *string `help:"Above zero."`
	Unit        *string `help:"Of the quantity."`
	Value       *string `help:"Of the whole line, in its currency."`
	IfVersion   *int    `name:"if-version" placeholder:"N" help:"Version of the line as you saw it: refused where it has changed since."`
}

// Run decides or corrects the line.
func (c *shipmentSetLineCommand) Run(ctx context.Context, to streams) error {
	members := map[string]any{}
	for name, text := range map[string]*string{"code": c.Code, "description": c.Description, "origin": c.Origin, "unit": c.Unit} {
		if text != nil {
			members[name] = *text
		}
	}
	for name, number := range map[string]*string{"quantity": c.Quantity, "value": c.Value} {
		if number != nil {
			members[name] = json.Number(*number)
		}
	}
	if len(members) == 0 {
		return usageError{errors.New("want what is to change, such as --code 61091003")}
	}
	if c.IfVersion != nil {
		members["version"] = *c.IfVersion
	}
	return c.send(to, members, func(server remote, body *bytes.Reader) ([]byte, error) {
		return bodyOf(server.ChangeOperationLineWithBody(ctx, c.ID, c.Line, &client.ChangeOperationLineParams{}, "application/json", body))
	}, func(to streams, body []byte) error {
		if c.JSON {
			return printJSON(to.out, body)
		}
		var l client.OperationLineBody
		if err := json.Unmarshal(body, &l); err != nil {
			return fmt.Errorf("read line: %w", err)
		}
		_, err := fmt.Fprintf(to.out, "%s version %d: %s %s\n", l.LineId, l.Version, l.Code, l.Description)
		return err
	})
}

type shipmentContinueCommand struct {
	oneShipment
	Answer map[string]string `short:"a" placeholder:"NEED=CHOICE" mapsep:"none" help:"The answer to a need; repeatable."`
	Wait   bool              `short:"w" help:"Show the steps and wait until the operation rests; exit code 1 unless it is ready."`
}

// Run goes on with the operation.
func (c *shipmentContinueCommand) Run(ctx context.Context, to streams) error {
	server, err := c.remote()
	if err != nil {
		return err
	}
	answers := []client.OperationAnswerDoc{}
	for id, choice := range c.Answer {
		answers = append(answers, client.OperationAnswerDoc{Id: id, Choice: choice})
	}
	body, err := bodyOf(server.ContinueOperation(ctx, c.ID, &client.ContinueOperationParams{IdempotencyKey: once()}, client.ContinueOperationJSONRequestBody{Answers: &answers}))
	return c.accepted(ctx, to, server, c.Wait, body, err)
}

type shipmentReportCommand struct {
	oneShipment
	Output string `short:"o" required:"" type:"path" placeholder:"FILE" help:"Where it goes; its ending says what it is: .xlsx, .pdf, .html or .json."`
}

// Run writes the report.
func (c *shipmentReportCommand) Run(ctx context.Context, to streams) error {
	format := client.GetOperationReportParamsFormat(strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Output)), "."))
	if !format.Valid() {
		return usageError{fmt.Errorf("--output: want a name that ends in .xlsx, .pdf, .html or .json, not %s", c.Output)}
	}
	server, err := c.remote()
	if err != nil {
		return err
	}
	content, err := bodyOf(server.GetOperationReport(ctx, c.ID, &client.GetOperationReportParams{Format: &format}))
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.Output, content, 0o600); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	_, err = fmt.Fprintf(to.out, "%s: %d bytes\n", c.Output, len(content))
	return err
}

type shipmentCancelCommand struct{ oneShipment }

// Run stops the operation.
func (c *shipmentCancelCommand) Run(ctx context.Context, to streams) error {
	return c.end(to, func(server remote) ([]byte, error) { return bodyOf(server.CancelOperation(ctx, c.ID)) })
}

type shipmentCloseCommand struct{ oneShipment }

// Run files the operation.
func (c *shipmentCloseCommand) Run(ctx context.Context, to streams) error {
	return c.end(to, func(server remote) ([]byte, error) { return bodyOf(server.CloseOperation(ctx, c.ID)) })
}

type shipmentDeleteCommand struct{ oneShipment }

// Run deletes the operation.
func (c *shipmentDeleteCommand) Run(ctx context.Context, to streams) error {
	return c.end(to, func(server remote) ([]byte, error) { return bodyOf(server.DeleteOperation(ctx, c.ID)) })
}

// end makes a call that ends the operation, and prints where it stands; one that was deleted stands nowhere.
func (c *oneShipment) end(to streams, call func(remote) ([]byte, error)) error {
	server, err := c.remote()
	if err != nil {
		return err
	}
	body, err := call(server)
	switch {
	case err != nil:
		return err
	case len(body) == 0:
		_, err := fmt.Fprintf(to.out, "%s deleted\n", c.ID)
		return err
	case c.JSON:
		return printJSON(to.out, body)
	}
	var o client.OperationBody
	if err := json.Unmarshal(body, &o); err != nil {
		return fmt.Errorf("read operation: %w", err)
	}
	_, err = fmt.Fprintf(to.out, "%s %s\n", o.OperationId, o.Status)
	return err
}
