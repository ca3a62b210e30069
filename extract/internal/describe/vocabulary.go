package describe

import (
	"embed"
	"maps"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

//go:embed data/words.tsv data/documents.tsv data/questions.tsv data/languages.tsv data/nouns.tsv data/tags.tsv data/verbs.tsv
var vocabularyFiles embed.FS

// The types that a field may have beside those of JSON.
const (
	typeString  = "string"
	typeNumber  = "number"
	typeInteger = "integer"
	typeBoolean = "boolean"
	typeDate    = "date"
	typeArray   = "array"
)

// vocabulary are the words of requests, folded, by their role.
type vocabulary struct {
	roles     map[string]map[string]bool // role → phrases
	types     map[string]string          // noun → type
	pairs     map[string][]int           // word → the rows of its opposites
	documents []documentName
	questions []asking
	tongues   []*tongue
	nouns     *Nouns
	phrases   map[string][]string // phrase → its roles, those of one language left out
	acts      map[string]string   // language and the beginning of a verb → the noun of what is done
	longest   int                 // words of the longest phrase
}

// documentName is a name of a kind of document.
type documentName struct {
	kind, language string
	words          []string
	noun           string // by which its number and date are named
	usual          string // a request for what it usually has
}

func loadVocabulary() *vocabulary {
	v := &vocabulary{roles: map[string]map[string]bool{}, types: map[string]string{}, pairs: map[string][]int{}, questions: loadQuestions(), tongues: loadTongues(), nouns: loadNouns(), phrases: map[string][]string{}, acts: map[string]string{}}
	for row, f := range rowsOf("data/words.tsv") {
		role, said := f[0], f[1]
		if role == "pair" {
			for _, w := range strings.Fields(said) {
				v.pairs[value.Fold(w)] = append(v.pairs[value.Fold(w)], row)
			}
			continue
		}
		if v.roles[role] == nil {
			v.roles[role] = map[string]bool{}
		}
		for _, phrase := range strings.Split(said, ";") {
			phrase = value.Fold(strings.TrimSpace(phrase))
			v.roles[role][phrase] = true
			v.longest = max(v.longest, len(strings.Fields(phrase)))
			if t, isType := typeRoles[role]; isType && v.types[phrase] == "" {
				v.types[phrase] = t
			}
		}
	}
	for _, role := range slices.Sorted(maps.Keys(v.roles)) {
		for phrase := range v.roles[role] {
			if !strings.Contains(role, "@") {
				v.phrases[phrase] = append(v.phrases[phrase], role)
			}
		}
	}
	for _, f := range rowsOf("data/verbs.tsv") {
		v.acts[f[0]+" "+f[1]] = f[2]
	}
	for _, f := range rowsOf("data/documents.tsv") {
		noun := ""
		for _, name := range strings.Split(f[2], ";") {
			name = value.Fold(strings.TrimSpace(name))
			if noun == "" {
				noun = name
			}
			v.documents = append(v.documents, documentName{kind: f[0], language: f[1], words: strings.Fields(name), noun: noun, usual: f[3]})
		}
	}
	slices.SortStableFunc(v.documents, func(a, b documentName) int { return len(b.words) - len(a.words) })
	return v
}

// typeRoles are the roles whose phrases are nouns of a type. Time is text: no format of JSON Schema takes
// what documents print of it.
var typeRoles = map[string]string{"date": typeDate, "time": typeString, "number": typeNumber, "integer": typeInteger, "text": typeString}

func rowsOf(name string) [][]string {
	raw, err := vocabularyFiles.ReadFile(name)
	if err != nil {
		return nil // embedded: cannot be
	}
	var rows [][]string
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

// saidAs are the phrases of a role.
func saidAs(role string) (all []string) {
	for _, f := range rowsOf("data/words.tsv") {
		if f[0] == role {
			all = append(all, strings.Split(f[1], "; ")...)
		}
	}
	return all
}

// is reports whether words, folded, have a role, in the singular or as they stand.
func (v *vocabulary) is(role string, words ...string) bool {
	phrase := strings.Join(words, " ")
	return v.roles[role][phrase] || slices.ContainsFunc(singulars(phrase), func(s string) bool { return v.roles[role][s] })
}

// rolesOf are the roles of a folded word, in the singular or as it stands.
func (v *vocabulary) rolesOf(word string) []string {
	all := slices.Clone(v.phrases[word])
	for _, s := range singulars(word) {
		for _, role := range v.phrases[s] {
			if !slices.Contains(all, role) {
				all = append(all, role)
			}
		}
	}
	return all
}

// leading is how many words at the beginning have a role: the longest phrase counts.
func (v *vocabulary) leading(role string, words []string) int {
	for n := min(v.longest, len(words)); n > 0; n-- {
		if v.is(role, words[:n]...) {
			return n
		}
	}
	return 0
}

// document finds the name of a kind of document in words: the first, there the longest, and of equal ones
// that of the language.
func (v *vocabulary) document(words []string, language string) (name documentName, at int) {
	at = -1
	words = slices.Clone(words)
	for i, w := range words {
		if w == "del" {
			words[i] = "de"
		}
	}
	for _, d := range v.documents { // the longest first
		i := indexOf(words, d.words)
		if i < 0 || at >= 0 && (i > at || i == at && (len(d.words) < len(name.words) || d.language != language)) {
			continue
		}
		name, at = d, i
	}
	return name, at
}

// usual is the request for what a kind of document usually has.
func (v *vocabulary) usual(kind, language string) string {
	for _, d := range v.documents {
		if d.kind == kind && d.language == language {
			return d.usual
		}
	}
	return ""
}

func indexOf(words, phrase []string) int {
	for i := 0; i+len(phrase) <= len(words); i++ {
		if slices.EqualFunc(words[i:i+len(phrase)], phrase, func(a, b string) bool { return a == b || slices.Contains(singulars(a), b) }) {
			return i
		}
	}
	return -1
}

// singulars returns the possible singulars of a folded phrase, in English, Spanish or Portuguese.
func singulars(phrase string) []string {
	var all []string
	if stem, ok := strings.CutSuffix(phrase, "ies"); ok && len(stem) > 1 {
		all = append(all, stem+"y")
	}
	if stem, ok := strings.CutSuffix(phrase, "s"); ok && len(stem) > 2 && !strings.HasSuffix(stem, "s") {
		all = append(all, stem)
	}
	if stem, ok := strings.CutSuffix(phrase, "es"); ok && len(stem) > 2 {
		all = append(all, stem)
	}
	if stem, ok := strings.CutSuffix(phrase, "ns"); ok && len(stem) > 1 {
		all = append(all, stem+"m")
	}
	if stem, ok := strings.CutSuffix(phrase, "oes"); ok && len(stem) > 2 {
		all = append(all, stem+"ao")
	}
	return all
}

// singular takes the plural off a folded phrase: what remains is known, or as likely a word.
func (v *vocabulary) singular(phrase string) string {
	all := singulars(phrase)
	for _, s := range all {
		if v.types[s] != "" || v.roles["goods"][s] || v.roles["line"][s] || v.roles["attribute"][s] || v.pairs[s] != nil {
			return s
		}
	}
	if len(all) > 1 && strings.ContainsRune("rndlz", rune(all[1][len(all[1])-1])) {
		return all[1] // contenedores
	}
	if len(all) > 0 {
		return all[0]
	}
	return phrase
}

// plural reports whether a word looks like one.
func plural(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss")
}

// opposite reports whether two words stand in a row of opposites.
func (v *vocabulary) opposite(a, b string) bool {
	for _, x := range append(singulars(a), a) {
		for _, y := range append(singulars(b), b) {
			if slices.ContainsFunc(v.pairs[x], func(row int) bool { return slices.Contains(v.pairs[y], row) }) {
				return true
			}
		}
	}
	return false
}
