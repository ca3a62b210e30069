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
	Plan   orgPlanCommand   `cmd:"" help:"Change an organisation's plan."`
	Expire orgExpireCommand `cmd:"" help:"Set when an organisation's subscription ends."`
	Limit  orgLimitCommand  `cmd:"" help:"Limit what an organisation may use of a product."`
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
		o, err := accounts.CreateOrganisation(asOperator(ctx), request)
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

type orgPlanCommand struct {
	databaseFlags
	Org  string `required:"" help:"The organisation, by id or name."`
	Plan string `arg:"" enum:"free,pro,enterprise" help:"The plan: ${enum}."`
}

// Run changes the plan; its dates stay.
func (c *orgPlanCommand) Run(ctx context.Context, to streams) error {
	return c.changeSubscription(ctx, to, c.Org, func(s *account.Subscription) { s.Plan = account.Plan(c.Plan) })
}

type orgExpireCommand struct {
	databaseFlags
	Org   string    `required:"" help:"The organisation, by id or name."`
	On    time.Time `format:"2006-01-02" xor:"end" help:"First day the subscription no longer holds; now where absent."`
	Never bool      `xor:"end" help:"No end."`
}

// Run sets the end of the subscription.
func (c *orgExpireCommand) Run(ctx context.Context, to streams) error {
	end := time.Now().UTC()
	if !c.On.IsZero() {
		end = c.On
	}
	return c.changeSubscription(ctx, to, c.Org, func(s *account.Subscription) {
		s.EndsAt = &end
		if c.Never {
			s.EndsAt = nil
		}
	})
}

// changeSubscription changes an organisation's subscription and prints what holds now.
func (f databaseFlags) changeSubscription(ctx context.Context, to streams, org string, change func(*account.Subscription)) error {
	return f.withAccounts(ctx, func(accounts *account.Service) error {
		o, err := accounts.FindOrganisation(ctx, org)
		if err != nil {
			return err
		}
		change(&o.Subscription)
		if err := accounts.SetSubscription(asOperator(ctx), o.ID, o.Subscription); err != nil {
			return err
		}
		_, err = fmt.Fprintf(to.out, "%s %s %s until %s\n", o.ID, o.Subscription.Plan, o.Subscription.Status(time.Now()), moment(o.Subscription.EndsAt, "-"))
		return err
	})
}

// asOperator names the command line in the audit log.
func asOperator(ctx context.Context) context.Context {
	return account.WithActor(ctx, account.Actor{Kind: account.ActorOperator, Name: "command line"})
}

type orgLimitCommand struct {
	databaseFlags
	Org     string        `required:"" help:"The organisation, by id or name."`
	Product string        `required:"" enum:"classification,extraction,quote,digitize,marketplace_quote" help:"The product: ${enum}."`
	Max     creditsAmount `xor:"max" required:"" help:"Credits at most, what was used before included."`
	None    bool          `xor:"max" required:"" help:"No limit."`
}

// Run sets the limit.
func (c *orgLimitCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		o, err := accounts.FindOrganisation(ctx, c.Org)
		if err != nil {
			return err
		}
		limit, shown := new(int64(c.Max.Amount)), c.Max.String()
		if c.None {
			limit, shown = nil, "no limit"
		}
		if err := accounts.SetLimits(asOperator(ctx), o.ID, map[string]*int64{c.Product: limit}); err != nil {
			return err
		}
		_, err = fmt.Fprintln(to.out, o.ID, c.Product, shown)
		return err
	})
}
