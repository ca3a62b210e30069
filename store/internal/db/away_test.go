package db

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestAServerThatCannotServeAConnectionIsAwayAndOneThatRefusesItIsNot(t *testing.T) {
	t.Parallel()
	for code, refused := range map[string]bool{
		"28P01": true, "28000": true, "3D000": true, "42501": true,
		"XX000": false, "53300": false, "57P03": false, "53100": false, "58030": false,
	} {
		err := fmt.Errorf("connect: %w", &pgconn.PgError{Severity: "FATAL", Code: code})
		if turnedAway(err) != refused {
			t.Errorf("%s: refused %v", code, !refused)
		}
	}
	if turnedAway(errors.New("connection reset")) {
		t.Error("a lost connection counts as a refusal")
	}
}
