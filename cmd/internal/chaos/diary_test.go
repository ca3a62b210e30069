package chaos

import (
	"os"
	"strings"
	"testing"
)

// readPeak returns the most handlers that were at work at once, by the entries and exits they wrote.
func readPeak(t *testing.T, diary string) int {
	t.Helper()
	b, err := os.ReadFile(diary)
	if err != nil {
		t.Fatal(err)
	}
	now, peak := 0, 0
	for line := range strings.Lines(string(b)) {
		switch strings.TrimSpace(line) {
		case "enter":
			now++
			peak = max(peak, now)
		case "leave":
			now--
		}
	}
	return peak
}
