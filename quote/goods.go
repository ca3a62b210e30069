package quote

import (
	"context"
	"strconv"

	"tariffdesk/tariff"
)

// WithClassifier lets the engine compare what a description means with the line it is quoted in.
func WithClassifier(c Classifier) Option { return func(e *Engine) { e.classifier = c } }

// compareGoods says so where the description means another line. It refuses nothing: the line is the
// caller's, and the duty of it is marked as to be confirmed.
func (e *Engine) compareGoods(ctx context.Context, q *quotation) {
	if e.classifier == nil {
		return
	}
	other, contradicted := e.classifier.Contradicts(ctx, q.product.Description, q.line.Code)
	if !contradicted {
		return
	}
	confidence := strconv.FormatFloat(other.Confidence, 'f', 2, 64)
	text := q.voice.say("goods_contradict", "code", q.line.Code, "other", other.Code, "confidence", confidence)
	q.suggest(text)
	q.item.Notes = append(q.item.Notes, Note{Reference: q.line.Code, Law: "LIGIE, reglas generales", Detail: text})
	for i := range q.item.Tariffs {
		q.item.Tariffs[i].Certainty = q.item.Tariffs[i].Certainty.Worse(tariff.CertaintyUnconfirmed)
	}
}
