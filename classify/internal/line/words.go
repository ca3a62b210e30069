package line

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/classify/internal/text"
)

//go:embed data/words.txt
var wordsFile string

// Vocabulary holds the small words that reading turns on. It does not change.
type Vocabulary struct {
	denials, absences, purposes, small map[string]bool
	over, upTo                         map[string]bool
	currencies, pers                   map[string]string
	secondHand, quota                  []phrase
	stems                              *text.Stems
	stands                             map[string][]standing // by measure
}

// wordsOf reads the words file: "key: words", "key = value: words" and "key; phrase; phrase".
func wordsOf(content string) (*Vocabulary, error) {
	v := &Vocabulary{currencies: map[string]string{}, pers: map[string]string{}, stems: text.NewStems(), stands: map[string][]standing{}}
	sets := map[string]*map[string]bool{"denial": &v.denials, "absence": &v.absences, "purpose": &v.purposes, "small": &v.small, "over": &v.over, "upto": &v.upTo}
	var phrases []string
	number := 0
	for row := range strings.Lines(content) {
		number++
		row = strings.TrimSpace(row)
		if row == "" || row[0] == '#' {
			continue
		}
		if colon, semi := strings.IndexByte(row, ':'), strings.IndexByte(row, ';'); semi >= 0 && (colon < 0 || semi < colon || strings.HasPrefix(row, "stands ")) {
			phrases = append(phrases, row)
			continue
		}
		key, list, _ := strings.Cut(row, ":")
		name, value, named := strings.Cut(key, " = ")
		switch set, known := sets[key]; {
		case known && *set == nil:
			*set = text.Set(list)
		case named && (name == "currency" || name == "per"):
			to := v.currencies
			if name == "per" {
				to = v.pers
			}
			for _, w := range strings.Fields(list) {
				to[w] = value
			}
		default:
			return nil, fmt.Errorf("words.txt:%d: key %q is unknown or stands twice", number, key)
		}
	}
	for key, set := range sets {
		if *set == nil {
			return nil, fmt.Errorf("words.txt: %s is missing", key)
		}
	}
	return v, v.readPhrases(phrases)
}

// readPhrases comes last: phrases are read with the denials and small words known.
func (v *Vocabulary) readPhrases(rows []string) error {
	to := map[string]*[]phrase{"second-hand": &v.secondHand, "quota": &v.quota}
	for _, row := range rows {
		parts := strings.Split(row, ";")
		if rest, ok := strings.CutPrefix(parts[0], "stands "); ok {
			if err := v.readStanding(rest, parts[1:]); err != nil {
				return err
			}
			continue
		}
		list, known := to[parts[0]]
		if !known {
			return fmt.Errorf("words.txt: phrases of %q are unknown", parts[0])
		}
		*list = v.compileAll(parts[1:])
	}
	return nil
}

// standing is a number that goods of a name are taken to have where none is stated.
type standing struct {
	names []phrase
	value float64
}

func (v *Vocabulary) readStanding(head string, names []string) error {
	measure, number, _ := strings.Cut(head, " ")
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return fmt.Errorf("words.txt: what stands for %s is no number: %w", measure, err)
	}
	v.stands[measure] = append(v.stands[measure], standing{v.compileAll(names), value})
	return nil
}

func (v *Vocabulary) compileAll(texts []string) (phrases []phrase) {
	for _, s := range texts {
		p, ok := compile(s, v)
		if ok && !slices.ContainsFunc(phrases, p.equal) {
			phrases = append(phrases, p)
		}
	}
	return phrases
}
