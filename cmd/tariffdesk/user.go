package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tariffdesk/account"
)

type userCommand struct {
	Create userCreateCommand `cmd:"" help:"Create a user who can sign in, or an operator; prints the id."`
	Reset  userResetCommand  `cmd:"" help:"Make a link by which a user sets another password; prints its token, which holds for an hour."`
}

type userResetCommand struct {
	databaseFlags
	Email string `arg:"" help:"The address that the user signs in with."`
}

// Run makes the token.
func (c *userResetCommand) Run(ctx context.Context, to streams) error {
	return c.withResets(ctx, func(resets *account.Resets) error {
		token, err := resets.Begin(ctx, c.Email)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(to.out, token)
		return err
	})
}

type userCreateCommand struct {
	databaseFlags
	Org          string `xor:"belongs" required:"" help:"The organisation, by id or name."`
	Operator     bool   `xor:"belongs" required:"" help:"An operator of the service, who belongs to no organisation."`
	Email        string `required:"" help:"The address to sign in with."`
	Role         string `default:"member" enum:"owner,admin,member" help:"The role: ${enum}."`
	Password     string `xor:"password" help:"The password; others on this machine may see it, so prefer a file."`
	PasswordFile string `xor:"password" placeholder:"FILE" help:"File whose first line is the password; - for standard input."`
}

// Run creates the user.
func (c *userCreateCommand) Run(ctx context.Context, to streams) error {
	password, err := c.password()
	if err != nil {
		return err
	}
	return c.withAccounts(ctx, func(accounts *account.Service) error {
		n := account.NewUser{Email: c.Email, Password: password, Role: account.RoleOperator}
		if !c.Operator {
			o, err := accounts.FindOrganisation(ctx, c.Org)
			if err != nil {
				return err
			}
			n.OrganisationID, n.Role = o.ID, account.Role(c.Role)
		}
		u, err := accounts.CreateUser(asOperator(ctx), n)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(to.out, u.ID)
		return err
	})
}

func (c *userCreateCommand) password() (string, error) {
	switch c.PasswordFile {
	case "":
		if c.Password == "" {
			return "", usageError{errors.New("missing flags: --password-file=FILE or --password=STRING")}
		}
		return c.Password, nil
	case "-":
		return firstLine(os.Stdin)
	}
	f, err := os.Open(c.PasswordFile)
	if err != nil {
		return "", fmt.Errorf("read password: %w", err)
	}
	defer f.Close()
	return firstLine(f)
}

// firstLine reads a secret of at most 4 KB.
func firstLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(r, 4<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}
