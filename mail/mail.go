// Package mail sends plain letters over SMTP. It owns the connection to the mail server and knows nothing of what
// the letters say.
package mail

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"

	gomail "github.com/wneessen/go-mail"
)

// Sender sends letters by one server. It is safe for concurrent use: each letter has a connection of its own.
type Sender struct {
	host    string
	from    string
	options []gomail.Option
}

// The ports of a server that names none.
const (
	portSubmission = 587
	portTLS        = 465
)

// New reads the address of a server: smtp://user:password@host:port?from=desk@example.com, or smtps:// for TLS from
// the first byte. Without from the user is the sender. A password travels over TLS alone, save to this machine itself.
func New(address string) (*Sender, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("not an address such as smtp://user:password@mail.example.com:587") // the cause would show the password
	}
	s := &Sender{host: u.Hostname(), from: u.Query().Get("from")}
	if s.from == "" {
		s.from = u.User.Username()
	}
	switch {
	case s.host == "" || u.Path != "" && u.Path != "/":
		return nil, errors.New("want an address such as smtp://user:password@mail.example.com:587")
	case s.from == "":
		return nil, errors.New("want a sender: add ?from=desk@example.com")
	}
	port := portSubmission
	switch u.Scheme {
	case "smtps":
		port = portTLS
		s.options = append(s.options, gomail.WithSSL())
	case "smtp":
		policy := gomail.TLSMandatory
		if local(s.host) || u.User == nil {
			policy = gomail.TLSOpportunistic
		}
		s.options = append(s.options, gomail.WithTLSPolicy(policy))
	default:
		return nil, errors.New("want smtp:// or smtps://")
	}
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, fmt.Errorf("%q is no port", text)
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if password, ok := u.User.Password(); ok {
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	if err := gomail.NewMsg().From(s.from); err != nil {
		return nil, fmt.Errorf("the sender %q is no mail address", s.from)
	}
	return s, nil
}

// local reports whether a host is this machine.
func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Send sends a letter of plain text. Its deadline is that of ctx.
func (s *Sender) Send(ctx context.Context, to, subject, text string) error {
	m := gomail.NewMsg()
	if err := errors.Join(m.From(s.from), m.To(to)); err != nil {
		return fmt.Errorf("letter: %w", err)
	}
	m.Subject(subject)
	m.SetBodyString(gomail.TypeTextPlain, text)
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	c, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("mail server %s: %w", s.host, err)
	}
	if err := c.DialAndSendWithContext(ctx, m); err != nil {
		return fmt.Errorf("send mail by %s: %w", s.host, err)
	}
	return nil
}
