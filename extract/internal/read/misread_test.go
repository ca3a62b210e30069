package read

import (
	"testing"

	"tariffdesk/extract/internal/page"
)

func TestWordsWhoseFormGivesAwayAMisreadingAreMended(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{
		"$0-55071": "$0-55071", // whatever it is
		"$41,207":  "$41,207",
		"Net45":    "Net 45",
		"NET4":     "NET4", // a socket
		"S.PR.":    "S.P.R.",
		"SR.L.":    "S.R.L.",
		"S.A.S.":   "S.A.S.",
		"S.A.":     "S.A.",
	} {
		words := []page.Word{{Text: read}}
		mendMisread(words)
		if words[0].Text != want {
			t.Errorf("%s is read as %s, want %s", read, words[0].Text, want)
		}
	}
}
