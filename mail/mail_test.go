package mail

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
)

func TestAddressesOfServersAreReadOrRefusedWithoutTheirPassword(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"smtp://desk@example.com:geheim@mail.example.com", "smtps://mail.example.com?from=desk@example.com", "smtp://localhost:1025?from=desk@example.com", "smtp://u:p@127.0.0.1:25?from=desk@example.com",
	} {
		if _, err := New(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "mail.example.com", "http://mail.example.com?from=a@b.c", "smtp://?from=a@b.c", "smtp://mail.example.com", "smtp://geheim:geheim@mail.example.com", "smtp://u:geheim@mail example.com",
		"smtp://mail.example.com/geheim?from=a@b.c",
	} {
		if _, err := New(bad); err == nil || strings.Contains(strings.ReplaceAll(err.Error(), `"geheim" is no mail address`, ""), "geheim") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// server takes one letter as a mail server does, without TLS, and returns what it was told.
func server(t *testing.T) (address string, told <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	done := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		var all strings.Builder
		say := func(line string) { _, _ = fmt.Fprintf(c, "%s\r\n", line) }
		say("220 mail.example.com ESMTP")
		lines, data := bufio.NewScanner(c), false
		for lines.Scan() {
			line := lines.Text()
			all.WriteString(line + "\n")
			switch {
			case data && line == ".":
				data = false
				say("250 taken")
			case data:
			case strings.HasPrefix(line, "EHLO"):
				say("250-mail.example.com")
				say("250 8BITMIME")
			case line == "DATA":
				data = true
				say("354 go on")
			case line == "QUIT":
				say("221 bye")
				done <- all.String()
				return
			default:
				say("250 ok")
			}
		}
		done <- all.String()
	}()
	return l.Addr().String(), done
}

func TestALetterReachesTheServer(t *testing.T) {
	t.Parallel()
	address, told := server(t)
	s, err := New("smtp://" + address + "?from=desk@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), "ana@example.com", "Contraseña nueva", "Abra https://app.example.com/app/reset/x"); err != nil {
		t.Fatal(err)
	}
	got := <-told
	for _, want := range []string{"MAIL FROM:<desk@example.com>", "RCPT TO:<ana@example.com>", "https://app.example.com/app/reset/x", "Auto-Submitted: auto-generated"} {
		if !strings.Contains(got, want) {
			t.Errorf("the server was not told %s but %s", want, got)
		}
	}
	if err := s.Send(t.Context(), "ana@example.com\r\nBcc: all@example.com", "x", "x"); err == nil {
		t.Error("an address with a header of its own is taken")
	}
}
