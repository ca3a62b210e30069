package main

import (
	"context"
	"fmt"

	"tariffdesk/account"
	"tariffdesk/credit"
)

type creditsCommand struct {
	Grant creditsGrantCommand `cmd:"" help:"Add credits to an organisation; prints the new balance."`
}

type creditsGrantCommand struct {
	databaseFlags
	Org    string        `required:"" help:"The organisation, by id or name."`
	Amount creditsAmount `required:"" help:"How many, such as 500 or 0.25."`
	Note   string        `default:"granted on the command line" help:"Why; kept in the ledger."`
}

// Run grants the credits.
func (c *creditsGrantCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		o, err := accounts.FindOrganisation(ctx, c.Org)
		if err != nil {
			return err
		}
		balance, err := accounts.GrantCredits(asOperator(ctx), o.ID, int64(c.Amount.Amount), c.Note)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(to.out, credit.Amount(balance))
		return err
	})
}
