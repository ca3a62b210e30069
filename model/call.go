package model

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/sashabaranov/go-openai"
)

// call is a prompt in the form it is sent in.
type call struct {
	prompt   Prompt
	schema   json.RawMessage // strict
	pictures []openai.ChatMessagePart
}

// prepare checks and encodes what does not change between attempts.
func prepare(p Prompt) (*call, error) {
	schema, err := Strict(p.Schema)
	if err != nil {
		return nil, &Error{kind: KindRejected, reason: "schema: " + err.Error()}
	}
	ready := &call{prompt: p, schema: schema}
	for _, image := range p.Images {
		mediaType := http.DetectContentType(image)
		switch mediaType {
		case "image/png", "image/jpeg", "image/webp", "image/gif":
		default:
			return nil, &Error{kind: KindRejected, reason: "an image is none of PNG, JPEG, WebP, GIF"}
		}
		data := "data:" + mediaType + ";base64," + base64.StdEncoding.EncodeToString(image)
		ready.pictures = append(ready.pictures, openai.ChatMessagePart{Type: openai.ChatMessagePartTypeImageURL, ImageURL: &openai.ChatMessageImageURL{URL: data}})
	}
	return ready, nil
}

// once makes one attempt. A server that rejects a request with a schema is asked once more in plain
// words: not every one that speaks the protocol knows structured output.
func (c *Client) once(ctx context.Context, call *call) ([]byte, *Error) {
	if c.plain.Load() {
		return c.send(ctx, call.plain(c.cfg.Model))
	}
	answer, failed := c.send(ctx, call.strict(c.cfg.Model))
	if failed == nil || failed.status != http.StatusBadRequest && failed.status != http.StatusUnprocessableEntity || failed.kind != KindRejected {
		return answer, failed
	}
	answer, again := c.send(ctx, call.plain(c.cfg.Model))
	if again != nil {
		return nil, failed
	}
	if !c.plain.Swap(true) {
		c.log.WarnContext(ctx, "model server takes no schema, it is asked in plain words from now on")
	}
	return answer, nil
}

func (call *call) strict(model string) openai.ChatCompletionRequest {
	return openai.ChatCompletionRequest{
		Model: model, Messages: call.messages(call.prompt.System), MaxCompletionTokens: call.prompt.MaxTokens,
		ResponseFormat: &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: "answer", Schema: call.schema, Strict: true},
		},
	}
}

func (call *call) plain(model string) openai.ChatCompletionRequest {
	system := call.prompt.System + "\n\nAnswer with one JSON object and nothing else. It must fit this JSON Schema:\n" + string(call.schema)
	return openai.ChatCompletionRequest{Model: model, Messages: call.messages(system), MaxTokens: call.prompt.MaxTokens} //nolint:staticcheck // servers that know no schema know no newer field
}

func (call *call) messages(system string) []openai.ChatCompletionMessage {
	user := openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser}
	if len(call.pictures) == 0 {
		user.Content = call.prompt.User
	} else {
		user.MultiContent = append([]openai.ChatMessagePart{{Type: openai.ChatMessagePartTypeText, Text: call.prompt.User}}, call.pictures...)
	}
	return []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleSystem, Content: system}, user}
}

// send makes one HTTP call and reads its answer.
func (c *Client) send(ctx context.Context, request openai.ChatCompletionRequest) ([]byte, *Error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.CallTimeout)
	defer cancel()
	c.counts.calls.Add(1)
	response, err := c.api.CreateChatCompletion(ctx, request)
	if err != nil {
		return nil, classified(err, response.Header(), c.breaker.now())
	}
	c.counts.tokens(response.Usage.PromptTokens, response.Usage.CompletionTokens)
	return read(response)
}

// read takes the JSON object out of a completion.
func read(response openai.ChatCompletionResponse) ([]byte, *Error) {
	if len(response.Choices) == 0 {
		return nil, &Error{kind: KindInvalid, reason: "no choice in the answer"}
	}
	choice := response.Choices[0]
	switch {
	case choice.Message.Refusal != "", choice.FinishReason == openai.FinishReasonContentFilter:
		return nil, &Error{kind: KindRefused, reason: "it declined to answer"}
	case choice.FinishReason == openai.FinishReasonLength:
		return nil, &Error{kind: KindInvalid, reason: "the answer was cut off at the limit of tokens"}
	}
	content := unfenced(choice.Message.Content)
	if !bytes.HasPrefix(content, []byte("{")) || !json.Valid(content) {
		return nil, &Error{kind: KindInvalid, reason: "the answer is no JSON object"}
	}
	return content, nil
}

// unfenced takes a Markdown fence off, which models put around JSON when not held to a schema.
func unfenced(s string) []byte {
	s = strings.TrimSpace(s)
	if inner, fenced := strings.CutPrefix(s, "```"); fenced {
		inner = strings.TrimPrefix(inner, "json")
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inner), "```"))
	}
	return []byte(s)
}
