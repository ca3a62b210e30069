package main

import (
	"context"
	"fmt"

	"tariffdesk/account"
)

type keyCommand struct {
	Create keyCreateCommand `cmd:"" help:"Create an API key; prints the token, this once."`
	List   keyListCommand   `cmd:"" help:"List an organisation's keys, without their tokens."`
	Cancel keyCancelCommand `cmd:"" help:"Revoke a key at once."`
}

type keyCreateCommand struct {
	databaseFlags
	Org  string `required:"" help:"The organisation, by id or name."`
	Type string `required:"" enum:"sk,st,cmt,cm" help:"The type: ${enum}."`
	Name string `default:"command line" help:"What the key is for."`
}

// Run creates the key and prints nothing but its token.
func (c *keyCreateCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		o, err := accounts.FindOrganisation(ctx, c.Org)
		if err != nil {
			return err
		}
		_, token, err := accounts.CreateKey(asOperator(ctx), account.NewKey{
			OrganisationID: o.ID, Name: c.Name, Type: account.KeyType(c.Type),
		})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(to.out, token)
		return err
	})
}

type keyListCommand struct {
	databaseFlags
	Org string `required:"" help:"The organisation, by id or name."`
}

// Run lists the keys, newest first.
func (c *keyListCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		o, err := accounts.FindOrganisation(ctx, c.Org)
		if err != nil {
			return err
		}
		keys, err := accounts.Keys(ctx, o.ID)
		if err != nil {
			return err
		}
		t := newTable(to.out, "ID", "PREFIX", "TYPE", "STATUS", "CREATED", "LAST USED", "NAME")
		for _, k := range keys {
			t.row(k.ID, k.Prefix, k.Type, k.Status(), moment(&k.CreatedAt, "-"), moment(k.LastUsedAt, "never"), k.Name)
		}
		return t.flush()
	})
}

type keyCancelCommand struct {
	databaseFlags
	Org string `help:"Only a key of this organisation, by id or name."`
	Key string `arg:"" help:"The key's id, or its token."`
}

// Run revokes the key; one already revoked stays so.
func (c *keyCancelCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		organisationID := ""
		if c.Org != "" {
			o, err := accounts.FindOrganisation(ctx, c.Org)
			if err != nil {
				return err
			}
			organisationID = o.ID
		}
		k, err := accounts.CancelKey(asOperator(ctx), organisationID, c.Key)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(to.out, "%s %s revoked %s\n", k.ID, k.Prefix, moment(k.RevokedAt, "-"))
		return err
	})
}
