package console

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"

	sentences "tariffdesk/language"
)

//go:embed locale
var localeFiles embed.FS

// language is a language of the console.
type language string

// The languages.
const (
	languageEnglish language = "en"
	languageSpanish language = "es"
)

func languages() []language { return []language{languageEnglish, languageSpanish} }

// Name is the language as the API calls it.
func (l language) Name() string {
	if l == languageSpanish {
		return "Spanish"
	}
	return "English"
}

// languageCookie and themeCookie hold what a visitor has chosen.
const (
	languageCookie = "__Host-language"
	themeCookie    = "__Host-theme"
)

// languageOf returns the language the visitor chose, else the one the browser asks for, else English.
func languageOf(r *http.Request) language {
	for _, l := range languages() {
		if cookie(r, languageCookie) == string(l) {
			return l
		}
	}
	return accepted(r.Header.Get("Accept-Language"))
}

// accepted reads an Accept-Language header.
func accepted(header string) language {
	best, weight := languageEnglish, 0.0
	for i, entry := range strings.SplitN(header, ",", 20) {
		tag, params, _ := strings.Cut(strings.TrimSpace(entry), ";")
		q := 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			parsed, err := strconv.ParseFloat(value, 64)
			if err != nil {
				continue
			}
			q = parsed
		}
		primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
		l := language(primary)
		if i < 20 && q > weight && (l == languageEnglish || l == languageSpanish) {
			best, weight = l, q
		}
	}
	return best
}

// says reports whether the API says one of some sentences of its own, in whichever language it was asked in.
func says(text string, english ...string) bool {
	return slices.ContainsFunc(english, func(sentence string) bool {
		spanish, _ := sentences.Text(sentences.Spanish, sentence)
		return text == sentence || text == spanish
	})
}

func themeOf(r *http.Request) string {
	if t := cookie(r, themeCookie); t == "light" || t == "dark" {
		return t
	}
	return ""
}

// dictionary holds the texts of one language by key.
type dictionary map[string]string

type dictionaries map[language]dictionary

// loadDictionaries reads locale/<language>/*.json: flat objects, a key in one file alone.
func loadDictionaries() (dictionaries, error) {
	all := dictionaries{}
	for _, l := range languages() {
		all[l] = dictionary{}
		names, err := fs.Glob(localeFiles, "locale/"+string(l)+"/*.json")
		if err != nil {
			return nil, fmt.Errorf("dictionaries: %w", err)
		}
		for _, name := range names {
			text, err := localeFiles.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("dictionary %s: %w", name, err)
			}
			var entries map[string]string
			if err := json.Unmarshal(text, &entries); err != nil {
				return nil, fmt.Errorf("dictionary %s: %w", name, err)
			}
			for key, value := range entries {
				if all[l].has(key) {
					return nil, fmt.Errorf("dictionary %s: the key %s stands twice", name, key)
				}
				all[l][key] = value
			}
		}
	}
	return all, nil
}

func (d dictionary) has(key string) bool {
	_, ok := d[key]
	return ok
}

// text is the text of a key, with args in the places of its verbs. A key that is missing shows itself;
// a test keeps that from happening.
func (d dictionary) text(key string, args ...any) string {
	text, ok := d[key]
	switch {
	case !ok:
		return key
	case len(args) == 0:
		return text
	}
	return fmt.Sprintf(text, args...)
}

// value is the text of prefix+value, or value itself where the dictionary does not know it: words of
// the API's enumerations, which may grow.
func (d dictionary) value(prefix string, value any) string {
	v := plain(value)
	if text, ok := d[prefix+v]; ok {
		return text
	}
	return v
}

// t is a text in the visitor's language.
func (v *visit) t(key string, args ...any) string { return v.c.words[v.language].text(key, args...) }
