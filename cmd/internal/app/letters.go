package app

import (
	"context"
	"fmt"
	"strings"

	"tariffdesk/mail"
)

// letters sends the link to a new password; nil where no mail server is set.
func (a *App) letters() (func(ctx context.Context, email, token string) error, error) {
	if a.cfg.SMTPURL == "" {
		return nil, nil //nolint:nilnil // no sender is no error: links are made by the command then
	}
	sender, err := mail.New(a.cfg.SMTPURL)
	if err != nil {
		return nil, fmt.Errorf("SMTP_URL: %w", err)
	}
	return func(ctx context.Context, email, token string) error {
		link := strings.TrimSuffix(a.cfg.AppURL, "/") + "/app/reset/" + token
		return sender.Send(ctx, email, "Tariffdesk: contraseña nueva / new password", fmt.Sprintf(resetText, link, link))
	}, nil
}

// resetText is in both languages: what a user reads is not known.
const resetText = `Se pidió una contraseña nueva para su cuenta. Con este enlace puede elegirla; vale una hora y una sola vez:

%s

Si usted no la pidió, no tiene que hacer nada: su contraseña sigue igual.

---

A new password was asked for on your account. This link lets you choose one; it holds for an hour and works once:

%s

If you did not ask for it, there is nothing to do: your password stays as it is.
`
