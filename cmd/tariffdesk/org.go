package main

import (
	"context"
	"fmt"
	"time"

	"tariffdesk/account"
	"tariffdesk/credit"
)

type orgCommand struct {
	Create orgCreateCommand `cmd:"" help:"Create an organisation; prints its id."`
	List   orgListCommand   `cmd:"" help:"List the organisations."`
}

type orgCreateCommand struct {
	databaseFlags
	Name    string        `required:"" help:"Its name."`
	Plan    string        `required:"" enum:"free,pro,enterprise" help:"Its plan: ${enum}."`
	Credits creditsAmount `default:"0" help:"Credits granted at once, such as 1000 or 12.5."`
	Until   time.Time     `format:"2006-01-02" help:"First day the subscription no longer holds; no end where absent."`
}

// Run creates the organisation.
func (c *orgCreateCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		request := account.NewOrganisation{Name: c.Name, Plan: account.Plan(c.Plan), Credits: int64(c.Credits.Amount)}
		if !c.Until.IsZero() {
			request.CurrentPeriodEnd = &c.Until
		}
		o, err := accounts.CreateOrganisation(ctx, request)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(to.out, o.ID)
		return err
	})
}

type orgListCommand struct{ databaseFlags }

// Run lists the organisations, oldest first.
func (c *orgListCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		all, err := accounts.Organisations(ctx)
		if err != nil {
			return err
		}
		t := newTable(to.out, "ID", "NAME", "PLAN", "STATUS", "UNTIL", "CREDITS")
		for _, o := range all {
			t.row(o.ID, o.Name, o.Subscription.Plan, o.Subscription.Status(time.Now()),
				moment(o.Subscription.EndsAt, "-"), credit.Amount(o.Balance))
		}
		return t.flush()
	})
}

// creditsAmount is a flag that holds decimal credits.
type creditsAmount struct{ credit.Amount }

// UnmarshalText reads decimal credits, such as "12.5".
func (a *creditsAmount) UnmarshalText(text []byte) (err error) {
	a.Amount, err = credit.Parse(string(text))
	return err
}
