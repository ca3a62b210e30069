package main

import (
	"context"
	"fmt"
	"time"

	"tariffdesk/account"
)

type providerCommand struct {
	Set    providerSetCommand    `cmd:"" help:"Add a provider, or give it another secret; prints the secret, this once."`
	List   providerListCommand   `cmd:"" help:"List the providers."`
	Remove providerRemoveCommand `cmd:"" help:"Remove a provider; what it has sent stays."`
}

type providerSetCommand struct {
	databaseFlags
	Name string `arg:"" help:"Up to 40 lower-case letters, digits and dashes; it sends to /api/v3/onboarding/webhooks/NAME."`
}

// Run prints the secret alone, for scripts.
func (c *providerSetCommand) Run(ctx context.Context, to streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	secret, shown := account.NewWebhookSecret()
	if err := s.SetProvider(ctx, c.Name, secret); err != nil {
		return err
	}
	_, err = fmt.Fprintln(to.out, shown)
	return err
}

type providerListCommand struct{ databaseFlags }

// Run prints names and days.
func (c *providerListCommand) Run(ctx context.Context, to streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	found, err := s.Providers(ctx)
	if err != nil {
		return err
	}
	t := newTable(to.out, "NAME", "CREATED")
	for _, p := range found {
		t.row(p.Name, p.CreatedAt.UTC().Format(time.RFC3339))
	}
	return t.flush()
}

type providerRemoveCommand struct {
	databaseFlags
	Name string `arg:"" help:"Its name."`
}

// Run removes it.
func (c *providerRemoveCommand) Run(ctx context.Context, _ streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.RemoveProvider(ctx, c.Name)
}
