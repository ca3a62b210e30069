package fit

import (
	"tariffdesk/extract"
	"tariffdesk/extract/internal/engine"
)

// Trainer fits the choice of tables to labelled documents. It reads them as extract.Engine does.
type Trainer struct{ parts engine.Parts }

// NewTrainer returns a trainer that starts from the coefficients of cfg.
func NewTrainer(cfg extract.Config) (*Trainer, error) {
	parts, err := engine.New(engine.Config(cfg))
	return &Trainer{parts}, err
}
