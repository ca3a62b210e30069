package layouts

import (
	"slices"
	"strings"
)

// member splits the key of a party's attribute.
func (w *wish) member(key string) (role, attribute string, ok bool) {
	role, attribute, ok = strings.Cut(key, ".")
	if !ok || w.lib.fields[role].sort != "role" {
		return "", "", false
	}
	_, known := w.lib.fields["@"+attribute]
	return role, attribute, known
}

// describe returns what a key asks for: its field, its property's name in a flat schema, its description.
func (w *wish) describe(key string) (f field, name, says string) {
	if caption, free := strings.CutPrefix(key, "free."); free {
		return field{sort: freeSortOf(w.sheet.said[key])}, caption, ""
	}
	role, attribute, of := w.member(key)
	if !of {
		f = w.lib.fields[key]
		name, says = w.name(f), w.saying(f)
		if w.labels {
			name = strings.Trim(w.sheet.caption1(key, w.sheet.lang), ".:")
		}
		return f, name, says
	}
	f = w.lib.fields["@"+attribute]
	party := w.lib.fields[role]
	a, r := w.words(f), w.words(party)
	name = w.join(append(slices.Clone(r), a...))
	if w.nest == "suffix" {
		name = w.join(append(slices.Clone(a), r...))
	}
	if w.labels {
		name = w.sheet.caption1(role, w.sheet.lang) + " " + w.sheet.partyCaption(w.sheet.deal.party(role), attribute)
	}
	lang := w.saysLang()
	return f, name, strings.ReplaceAll(w.saying(f), "{of}", pick(w.dice, "says "+role, party.says[lang]))
}

func freeSortOf(f fact) string {
	if f.value != f.text {
		if _, text := f.value.(string); text {
			return "date"
		}
		return "number"
	}
	return "text"
}

func (w *wish) saysLang() string {
	if w.says == "other" {
		return pick(w.dice, "other language", []string{"en", "es"})
	}
	return w.lang
}

func (w *wish) saying(f field) string {
	lang := w.saysLang()
	return pick(w.dice, "says "+f.key, f.says[lang])
}

// words are the words of a property's name.
func (w *wish) words(f field) []string {
	return strings.Split(pick(w.dice, "name "+f.key, f.names[w.lang]), "_")
}

func (w *wish) name(f field) string { return w.join(w.words(f)) }

// join writes words as the style has them.
func (w *wish) join(words []string) string {
	switch w.asWord {
	case "camel", "pascal":
		for i := range words {
			if i > 0 || w.asWord == "pascal" {
				words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
			}
		}
		return strings.Join(words, "")
	case "words":
		s := strings.Join(words, " ")
		return strings.ToUpper(s[:1]) + s[1:]
	case "upper":
		return strings.ToUpper(strings.Join(words, "_"))
	}
	return strings.Join(words, "_")
}
