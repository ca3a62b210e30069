package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// asking is a way of asking for a field by a question.
type asking struct {
	form                  *regexp.Regexp
	language, field, kind string
}

func loadQuestions() []asking {
	var all []asking
	for _, f := range rowsOf("data/questions.tsv") {
		all = append(all, asking{regexp.MustCompile(f[0]), f[1], f[2], f[3]})
	}
	return all
}

// question turns "who sold it" into the field that answers it.
func (r *request) question(d *draft) {
	text := strings.Join(folded(d.words), " ")
	for _, q := range r.words.questions {
		if q.language == r.tongue.name && q.form.MatchString(text) {
			d.words, d.kind = strings.Fields(q.form.ReplaceAllString(text, q.field)), q.kind
			return
		}
	}
}

// answered reports whether words are a question that one field of a document answers, whatever they name: "how it was paid".
func (r *request) answered(words []string) bool {
	text := strings.Join(folded(words), " ")
	return slices.ContainsFunc(r.words.questions, func(q asking) bool {
		return q.language == r.tongue.name && !strings.Contains(q.field, "$") && q.form.MatchString(text)
	})
}

var (
	ifs     = []string{"whether", "if", "si", "ob", "se"}
	copulas = []string{"is", "are", "was", "were", "has", "have", "does", "did", "es", "son", "esta", "estan", "fue", "fueron", "ist", "sind", "wurde", "wurden", "foi", "foram", "it", "they", "it's", "it’s", "they're", "they’re"}
)

// truth turns "whether it is paid" and "Is the cargo hazardous?" into what is true or not.
func (r *request) truth(d *draft, p piece) {
	f := folded(d.words)
	if len(f) < 2 {
		return
	}
	asked := p.asked && slices.Contains(copulas, f[0])
	said := r.words.said(value.Fold(p.inner)) == typeBoolean
	if !slices.Contains(ifs, f[0]) && !asked {
		if said {
			d.kind = typeBoolean
		}
		return
	}
	d.kind = typeBoolean
	d.words = d.words[1:]
	d.words = slices.DeleteFunc(slices.Clone(d.words), func(w string) bool {
		return r.article(w) || slices.Contains(copulas, value.Fold(w))
	})
	f = folded(d.words)
	if doc, at := r.words.document(f, r.tongue.name); at == 0 && len(doc.words)+1 < len(f) && r.words.leading("states", f[len(doc.words):]) == 1 {
		d.words = d.words[len(doc.words)+1:] // does the certificate mention …
	}
}

var precision = regexp.MustCompile(`(?i)\s+(?:to|at|a|con|with|de|of)\s+(?:\d+|two|four|six|eight|ten|dos|cuatro|seis|ocho|diez)\s+(?:digits?|decimals?|places|d[ií]gitos|decimales)\b.*$`)

var asWords = []string{"as", "como", "als"}

// suffixes takes off what is said of the form of a value: "as integer", "in kg", "to 6 digits".
func (r *request) suffixes(d *draft) {
	d.words = strings.Fields(precision.ReplaceAllString(strings.Join(d.words, " "), ""))
	d.words = r.withoutPlace(d.words)
	if n := len(d.words); n > 1 && r.words.is("courtesy", folded(d.words)[n-1]) {
		d.words = d.words[:n-1]
	}
	if n, f := len(d.words), folded(d.words); n > 1 && r.words.said(f[n-1]) == typeBoolean {
		d.words, d.kind = d.words[:n-1], typeBoolean // signed yes/no
		if n > 2 && slices.Contains(asWords, f[n-2]) {
			d.words = d.words[:n-2]
		}
	}
	f := folded(d.words)
	for i := len(f) - 2; i > 0; i-- {
		rest := strings.Join(f[i+1:], " ")
		if slices.Contains(asWords, f[i]) {
			if t := r.words.said(rest); t != "" {
				d.words, d.kind = d.words[:i], t
				break
			}
		}
		if (f[i] == "in" || f[i] == "en" || f[i] == "em") && r.words.is("unit", f[i+1:]...) {
			d.words = d.words[:i]
			if d.kind == "" && r.words.is("duration", f[i+1:]...) {
				d.kind = typeInteger
			}
			if t := r.words.typeAt(f[:i], r.tongue); d.kind == "" && (t == "" || t == typeString) {
				d.kind = typeNumber
			}
			break
		}
	}
	if n := len(d.words); n > 1 && r.words.is("unit", value.Fold(d.words[n-1])) && !slices.Contains([]string{"per", "por", "a", "of", "de"}, value.Fold(d.words[n-2])) && r.words.typeAt(folded(d.words[:n-1]), r.tongue) == typeNumber && !(n == 2 && folds(d.words[0], "total")) {
		d.words = d.words[:n-1]
	}
}

var theseWords = []string{"this", "these", "este", "esta", "estos", "estas", "dieser", "diesem", "diesen", "deste", "desta"}

// withoutPlace leaves out what is said behind a field of its place or reach: "at the top", "it covers".
func (r *request) withoutPlace(words []string) []string {
	f := folded(words)
	for i := 1; i < len(f); i++ {
		if r.words.is("behind", f[i:]...) {
			return words[:i]
		}
		if i+2 < len(f) && slices.Contains(prepositions, f[i]) && slices.Contains(theseWords, f[i+1]) {
			if _, at := r.words.document(f[i+2:], r.tongue.name); at == 0 {
				return words[:i] // de esta carta porte
			}
		}
	}
	return words
}
