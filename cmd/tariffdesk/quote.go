package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"tariffdesk/client"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

type quoteCommand struct {
	where
	Code        string   `arg:"" optional:"" help:"Tariff line of eight digits."`
	Country     string   `arg:"" optional:"" help:"Origin of an import, destination of an export: a name or an ISO code."`
	Description []string `arg:"" optional:"" help:"What the goods are."`
	File        string   `short:"f" placeholder:"FILE" help:"A whole request as JSON instead; - for the standard input."`
	Direction   string   `default:"import" enum:"import,export" help:"${enum}."`
	Value       string   `placeholder:"AMOUNT" help:"Customs value of the goods; without it there are rates alone."`
	Currency    string   `placeholder:"ISO" help:"Of the value; MXN where absent."`
	Rate        string   `placeholder:"MXN" help:"MXN for one unit of the currency."`
	RRNA        bool     `name:"rrna" help:"With non-tariff regulations."`
	Language    string   `short:"l" default:"English" enum:"English,Spanish" help:"${enum}."`
}

// Run prints duties and taxes of each product.
func (c *quoteCommand) Run(ctx context.Context, to streams) error {
	request, err := c.request(to.in)
	if err != nil {
		return err
	}
	ask := c.ask
	if c.Local {
		ask = c.local
	}
	body, err := ask(ctx, request)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(to.out, body)
	}
	return c.print(to.out, body)
}

// request is the body of the call: a file as it is, or what the flags say.
func (c *quoteCommand) request(in io.Reader) ([]byte, error) {
	switch {
	case (c.File == "") == (c.Code == ""):
		return nil, usageError{errors.New("want either CODE, COUNTRY and DESCRIPTION, or --file")}
	case c.File == "-":
		return readBounded(in, "the standard input", maxTextBytes)
	case c.File != "":
		return readFile(c.File)
	case c.Country == "" || len(c.Description) == 0:
		return nil, usageError{errors.New("want COUNTRY and DESCRIPTION behind CODE")}
	}
	product := map[string]any{"product_description": strings.Join(c.Description, " "), "hscode_8digits": c.Code, "country": c.Country}
	for name, value := range map[string]string{"customs_value": c.Value, "exchange_rate": c.Rate} {
		if value != "" {
			product[name] = json.Number(value)
		}
	}
	if c.Currency != "" {
		product["currency"] = c.Currency
	}
	body, err := json.Marshal(map[string]any{"direction": c.Direction, "language": c.Language, "products": []any{product}})
	if err != nil {
		return nil, usageError{errors.New("--value, --rate: want a number such as 1250.50")}
	}
	return body, nil
}

func (c *quoteCommand) ask(ctx context.Context, request []byte) ([]byte, error) {
	server, err := c.remote()
	if err != nil {
		return nil, err
	}
	response, err := server.QuoteWithBody(ctx, &client.QuoteParams{IncludeRrna: &c.RRNA, IdempotencyKey: once()}, "application/json", bytes.NewReader(request))
	return server.answer(ctx, response, err)
}

func (c *quoteCommand) local(ctx context.Context, request []byte) ([]byte, error) {
	schedule, err := tariff.LoadSchedule(quote.SupportedCountry)
	if err != nil {
		return nil, err
	}
	rules, err := quote.LoadRules()
	if err != nil {
		return nil, err
	}
	engine := quote.New(schedule, rules)
	asked, err := engine.Read(request, quote.SupportedCountry, c.RRNA)
	if err != nil {
		return nil, err
	}
	items, err := engine.Quote(ctx, asked)
	if err != nil {
		return nil, err
	}
	return json.Marshal(items)
}

func (c *quoteCommand) print(out io.Writer, body []byte) error {
	var items []quote.Item
	if err := json.Unmarshal(body, &items); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	for i, item := range items {
		if i > 0 {
			_, _ = fmt.Fprintln(out)
		}
		charges := newTable(out, "CHARGE", "RATE", "AMOUNT MXN", "CERTAINTY", "LAW")
		for _, charge := range append(item.Tariffs, item.Taxes...) {
			charges.row(charge.Name, shownRate(charge), shownNumber(charge.Amount), charge.Certainty, charge.LegalRef)
		}
		if err := charges.flush(); err != nil {
			return err
		}
		for _, r := range item.Restrictions {
			_, _ = fmt.Fprintf(out, "! %s: %s\n", r.Name, r.Applies)
		}
		for _, r := range item.RRNA {
			_, _ = fmt.Fprintf(out, "! %s %s: %s\n", r.Name, r.Key, r.Applies)
		}
		for _, s := range item.Suggestions {
			_, _ = fmt.Fprintf(out, "? %s\n", s)
		}
	}
	return nil
}

// shownRate is a rate as a share, or as an amount for a unit.
func shownRate(c quote.Charge) string {
	switch {
	case c.Rate == nil:
		return string(c.RateType)
	case c.PerUnit != "":
		return c.Rate.String() + " " + c.Currency + "/" + c.PerUnit
	}
	return c.Rate.String()
}

func shownNumber(n *quote.Number) string {
	if n == nil {
		return "-"
	}
	return n.String()
}
