// Package language tells in which language a call is answered, and puts the messages of its refusals into it.
//
// Messages are made in English where a problem is found, stored so, and translated where an answer is written.
// It refuses to know what a message is about: it knows sentences alone.
package language

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
)

// Language is one that the API answers in, by the name that the field "language" has for it.
type Language string

// The languages.
const (
	English Language = "English"
	Spanish Language = "Spanish"
)

// Tag is the language as headers of HTTP name it.
func (l Language) Tag() string {
	if l == Spanish {
		return "es"
	}
	return "en"
}

// Choice is the language that a call asks for: by a field, which may be read late, else by its header.
type Choice struct {
	header Language
	stated atomic.Pointer[Language]
}

type choiceKey struct{}

// With leaves the choice of a request in its context, and reads the field "language" of a JSON body as it goes by.
func With(r *http.Request) *http.Request {
	c := &Choice{header: accepted(strings.Join(r.Header.Values("Accept-Language"), ","))}
	c.state(r.URL.Query().Get("language"))
	r = r.WithContext(context.WithValue(r.Context(), choiceKey{}, c))
	if r.Body != nil && !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		r.Body = &spied{ReadCloser: r.Body, tell: c.state}
	}
	return r
}

// State keeps the field "language" of a form, where it names a language.
func State(ctx context.Context, field string) {
	if c, ok := ctx.Value(choiceKey{}).(*Choice); ok {
		c.state(field)
	}
}

func (c *Choice) state(field string) {
	switch l := Language(strings.TrimSpace(field)); l {
	case English, Spanish:
		c.stated.Store(&l)
	}
}

// Of is the language of a call; English where nothing is known of it.
func Of(ctx context.Context) Language {
	c, ok := ctx.Value(choiceKey{}).(*Choice)
	if !ok {
		return English
	}
	if l := c.stated.Load(); l != nil {
		return *l
	}
	return c.header
}

// Bounds of an Accept-Language header: what stands beyond them is not read.
const (
	maxHeaderBytes = 1 << 10
	maxRanges      = 32
)

// accepted is the language that an Accept-Language header prefers. "*" and all else are English.
func accepted(header string) Language {
	if len(header) > maxHeaderBytes {
		header = header[:maxHeaderBytes]
		header = header[:strings.LastIndexByte(header, ',')+1] // no range without its weight
	}
	best, most := English, 0.0
	ranges := 0
	for entry := range strings.SplitSeq(header, ",") {
		if ranges++; ranges > maxRanges {
			break
		}
		l, weight := languageRange(entry)
		if l != "" && weight > most {
			best, most = l, weight
		}
	}
	return best
}

// languageRange reads an entry such as "es-MX;q=0.8"; "" is a language that the API does not answer in.
func languageRange(entry string) (l Language, weight float64) {
	tag, params, _ := strings.Cut(entry, ";")
	primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
	switch primary {
	case "es":
		l = Spanish
	case "en", "*":
		l = English
	default:
		return "", 0
	}
	name, value, given := strings.Cut(strings.TrimSpace(params), "=")
	if !given || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return l, 1
	}
	weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || math.IsNaN(weight) || weight > 1 {
		return "", 0
	}
	return l, weight
}
