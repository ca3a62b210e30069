package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tariffdesk/store/storetest"
)

func TestAClockAMinuteOffIsNamed(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	for off, says := range map[time.Duration]string{0: "", 2 * time.Second: "", time.Minute: "ahead_seconds=60", -time.Minute: "ahead_seconds=-60"} {
		var log bytes.Buffer
		now, err := s.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		tellClocks(t.Context(), s, func() time.Time { return now.Add(off + time.Since(began)) }, slog.New(slog.NewTextHandler(&log, nil)))
		if says == "" && log.Len() > 0 || says != "" && !strings.Contains(log.String(), strings.TrimSuffix(says, "60")) {
			t.Errorf("%s off: %s", off, log.String())
		}
	}
}
