package app

import (
	"context"
	"strings"
	"sync"

	"tariffdesk/classify"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// goods tells the quotes what descriptions mean, by the engine that classifies. Answers are held: the
// same goods are quoted again and again.
type goods struct {
	engine *classify.Engine
	mu     sync.Mutex
	held   map[string]classify.Result
}

// Bounds of what is held, and of what is read of a description for a comparison.
const (
	maxHeldGoods  = 4096
	maxGoodsBytes = 600
)

// The confidence from which a description means another line, and how many times as sure that is as the line it
// stands in.
const (
	meansAnother = 0.70
	timesAsSure  = 5
)

func newGoods(engine *classify.Engine) *goods {
	return &goods{engine: engine, held: map[string]classify.Result{}}
}

// Guess implements quote.Classifier.
func (g *goods) Guess(ctx context.Context, description string) (quote.Guess, error) {
	result, err := g.classify(ctx, description)
	if err != nil || len(result.Suggestions) == 0 {
		return quote.Guess{}, err
	}
	best := result.Suggestions[0]
	code := best.Line.Code
	if code == "" {
		code = best.Subheading.Code
	}
	return quote.Guess{Code: code, Confidence: best.Confidence}, nil
}

// Contradicts implements quote.Classifier: the description means another subheading surely, and hardly
// the one of the line.
func (g *goods) Contradicts(ctx context.Context, description, code string) (quote.Guess, bool) {
	result, err := g.classify(ctx, description)
	if err != nil || len(result.Suggestions) == 0 {
		return quote.Guess{}, false
	}
	best := result.Suggestions[0]
	if best.Confidence < meansAnother || strings.HasPrefix(code, best.Subheading.Code) {
		return quote.Guess{}, false
	}
	for _, s := range result.Suggestions {
		if s.Confidence*timesAsSure > best.Confidence && strings.HasPrefix(code, s.Subheading.Code) {
			return quote.Guess{}, false
		}
	}
	return quote.Guess{Code: best.Subheading.Code, Confidence: best.Confidence}, true
}

func (g *goods) classify(ctx context.Context, description string) (classify.Result, error) {
	if len(description) > maxGoodsBytes {
		description = strings.ToValidUTF8(description[:maxGoodsBytes], "")
	}
	g.mu.Lock()
	result, known := g.held[description]
	g.mu.Unlock()
	if known {
		return result, nil
	}
	result, err := g.engine.Classify(ctx, classify.Request{
		Description: description, Country: classify.CountryMexico, Model: classify.ModelFast, Language: tariff.LanguageEnglish,
	})
	if err != nil {
		return result, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.held) >= maxHeldGoods {
		clear(g.held)
	}
	g.held[description] = result
	return result, nil
}
