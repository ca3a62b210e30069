// Package ask holds the question that an engine puts to a language model, and the two failures after which
// it may help to ask once more.
//
// It knows no server and no network, so that engines may import it. Package model answers the questions.
package ask

import (
	"context"
	"encoding/json"
	"errors"
)

// Prompt is one question. System holds the rules, User the data; nothing a stranger wrote belongs in System.
type Prompt struct {
	System    string
	User      string
	Images    [][]byte        // PNG, JPEG, WebP or GIF
	Schema    json.RawMessage // JSON Schema of the answer, an object
	MaxTokens int             // of the answer, thinking included; 0 leaves it to the server
}

// Model answers a prompt with a JSON object. It keeps its own deadlines, and ends when ctx does. Invalid and
// Rejected tell its errors apart.
type Model func(ctx context.Context, p Prompt) ([]byte, error)

// Invalid reports whether the model answered, but not as asked: asking once more may help. Such an error has
// the method InvalidAnswer.
func Invalid(err error) bool {
	var e interface{ InvalidAnswer() bool }
	return errors.As(err, &e) && e.InvalidAnswer()
}

// Rejected reports whether the server refused the request itself, such as one with images: the same request
// will fail again. Such an error has the method Rejected.
func Rejected(err error) bool {
	var e interface{ Rejected() bool }
	return errors.As(err, &e) && e.Rejected()
}
