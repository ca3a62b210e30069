package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tariffdesk/account"
)

type keyCommand struct {
	Create  keyCreateCommand  `cmd:"" help:"Create an API key; prints the token, this once."`
	List    keyListCommand    `cmd:"" help:"List keys and who made them, without their tokens."`
	Approve keyApproveCommand `cmd:"" help:"Let a key of type cmt that a user of its organisation made reach business verification."`
	Cancel  keyCancelCommand  `cmd:"" help:"Revoke a key at once."`
}

type keyCreateCommand struct {
	databaseFlags
	Org  string `required:"" help:"The organisation, by id or name."`
	Type string `required:"" enum:"sk,st,cmt,cm" help:"The type: ${enum}."`
	Name string `default:"command line" help:"What the key is for."`
}

// Run creates the key and prints nothing but its token; a warning goes to stderr.
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
		if _, err := fmt.Fprintln(to.out, token); err != nil {
			return err
		}
		if warning := o.KeyWarning(time.Now()); warning != "" {
			_, err = fmt.Fprintln(to.err, "warning:", warning)
		}
		return err
	})
}

type keyListCommand struct {
	databaseFlags
	Org  string `help:"Only keys of this organisation, by id or name."`
	Type string `enum:",sk,st,cmt,cm" default:"" help:"Only keys of this type: sk, st, cmt or cm."`
}

// Run lists the keys, newest first, with the organisation of each where none was named.
func (c *keyListCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		q := account.KeyQuery{Type: account.KeyType(c.Type)}
		columns := []string{"ID", "PREFIX", "TYPE", "STATUS", "CREATED", "LAST USED", "CREATED BY", "NAME"}
		if c.Org == "" {
			columns = append(columns, "ORGANISATION")
		} else {
			o, err := accounts.FindOrganisation(ctx, c.Org)
			if err != nil {
				return err
			}
			q.OrganisationID = o.ID
		}
		keys, err := accounts.ListKeys(ctx, q)
		if err != nil {
			return err
		}
		t := newTable(to.out, columns...)
		for _, k := range keys {
			cells := []any{k.ID, k.Prefix, k.Type, keyStatus(k.Key), moment(&k.CreatedAt, "-"), moment(k.LastUsedAt, "never"), creator(k.CreatedBy), k.Name, k.Organisation}
			t.row(cells[:len(columns)]...)
		}
		return t.flush()
	})
}

// keyStatus is the key's state, unapproved where it waits for key approve.
func keyStatus(k account.Key) string {
	if k.Unapproved && k.Status() == account.KeyActive {
		return "unapproved"
	}
	return string(k.Status())
}

// creator shows who made a key, such as "user ann@example.com" or "operator command line".
func creator(by account.Actor) string {
	if by.Kind == "" {
		return "unknown"
	}
	return strings.TrimSpace(string(by.Kind) + " " + by.Name)
}

type keyApproveCommand struct {
	databaseFlags
	Key string `arg:"" name:"id" help:"The key's id."`
}

// Run approves the key; one that needs no approval stays as it is.
func (c *keyApproveCommand) Run(ctx context.Context, to streams) error {
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		k, err := accounts.ApproveKey(asOperator(ctx), c.Key)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(to.out, "%s %s approved\n", k.ID, k.Prefix)
		return err
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
