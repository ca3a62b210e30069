package classify

import "time"

// PrecedentSource is where some of an organisation's precedents came from.
type PrecedentSource struct {
	Source     string // the imported file's name, or "confirmed"
	Count      int
	ImportedAt time.Time // the newest
}
