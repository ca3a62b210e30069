package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// phrases are the sentences answers are made of, in one language.
type phrases struct {
	open, close, or, other, yes, no, notKnown string

	disagrees, covered, nearest, sameHeading, otherHeading, within, belong, denied, noted, leaves, ownGoods, noteOfHeading, noteOfChapter, noteOfSection, termsOf string
	word, words, knownAs, stated, facetIs, presupposes, rules, rulesOpen, precedent, against, only, guessed, nearestSub, pointed, readAs, rest, restOf, asTitled  string
	lost, lostFacet, lostOther, lostOpen, lostTerms, lostMine, lostName, lostUnnamed, lostLess, noRival                                                           string
	single, noLines, linesExcluded, lineOpen, linePresumed, statisticalOpen, review, expert, tell, best, guess, ambiguous, unclear                                string
	summaryAsk, which, what, madeOf, usedFor, partOf, setOf, measure, whichLine, whatMeasure, whatFacet, newOrUsed                                                string
	rule, ruleName                                                                                                                                                map[rule]string
}

// quote sets words of the description, or a name goods go by, in quotation marks.
func (p *phrases) quote(s string) string { return p.open + s + p.close }

// list joins what is quoted already.
func (p *phrases) list(items []string) string { return strings.Join(items, ", ") }

// either joins alternatives: "cotton, linen or silk". One that is of two itself ("linen or flax") becomes two.
func (p *phrases) either(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	var flat []string
	for _, item := range items {
		for part := range strings.SplitSeq(item, " "+p.or+" ") {
			if !slices.Contains(flat, part) {
				flat = append(flat, part)
			}
		}
	}
	items = flat
	last := items[len(items)-1]
	or := p.or
	if plain := text.Fold(last); or == "o" && (strings.HasPrefix(plain, "o") || strings.HasPrefix(plain, "ho")) {
		or = "u"
	}
	return strings.Join(items[:len(items)-1], ", ") + " " + or + " " + last
}

var englishPhrases = phrases{
	open: "“", close: "”", or: "or", other: "other", yes: "yes", no: "no", notKnown: "not known",

	disagrees:     "The description says %s, the attachments %s: find out which holds.",
	covered:       "The goods, %s, are covered by heading %s (%s)",
	nearest:       "What is stated, %s, comes nearest to heading %s (%s)",
	sameHeading:   "It is of the same heading as %s. ",
	otherHeading:  "It is of heading %s (%s). ",
	within:        "Subheading %s (%s) follows from what is stated (%s). ",
	belong:        "Within it they belong to subheading %s (%s). ",
	denied:        "not %s",
	noted:         "%s decides: %s ",
	leaves:        "Heading %s leaves %s to heading %s.",
	ownGoods:      "goods your organisation classified",
	noteOfHeading: "Note %s to heading %s",
	noteOfChapter: "Note %s to chapter %s",
	noteOfSection: "Note %s to section %s",
	termsOf:       "The terms of heading %s",

	word:            "The word %s leads to this subheading",
	words:           "The words %s lead to this subheading",
	knownAs:         "; goods of it are known as %s",
	stated:          "The description states what it requires (%s). ",
	facetIs:         "%s: %s",
	presupposes:     "It presupposes what the description leaves open (%s). ",
	rules:           "General interpretive %s: %s. ",
	precedent:       "Goods your organisation classified before point here (%.0f %% of the nearest). ",
	against:         "Against it: as to %s it covers %s, but %s is stated. ",
	only:            "It applies only on this condition (%s). ",
	lost:            "The runner-up is %s (%s)",
	lostFacet:       ": as to %s it covers %s, but %s is stated.",
	lostOther:       ": as to %s it covers what is not %s.",
	lostOpen:        ": it would apply under another condition (%s), which the description does not state.",
	lostName:        ": %s names goods of %s, not of it.",
	noRival:         "No other subheading comes near.",
	lostLess:        ": its terms describe the goods less closely.",
	guessed:         "The description, %s, does not settle the classification; by its words heading %s (%s) comes nearest",
	nearestSub:      "Within it subheading %s (%s) comes nearest. ",
	readAs:          "%s (%s read as %s)",
	pointed:         "Subheading %s (%s) is what the facts stated point to (%s). ",
	rest:            "none of what the other subheadings name",
	restOf:          "other than %s",
	asTitled:        "one that its terms name",
	rulesOpen:       "If the goods are these, this holds (general interpretive %s): %s. ",
	lostTerms:       ": the description does not state what its terms require.",
	lostMine:        ": what is stated (%s) is what %s covers.",
	lostUnnamed:     ": nothing stated is a name of its goods.",
	single:          "The subheading has one national line.",
	linesExcluded:   "What is stated fits none of the national lines of this subheading: check the subheading.",
	lineOpen:        "The national line is open. %s",
	linePresumed:    "The national line is presumed. %s",
	statisticalOpen: "The last two digits are open. %s",
	whichLine:       "Which of these is it? %s",
	whatMeasure:     "What is the %s?",
	whatFacet:       "Which is it as to %s?",
	newOrUsed:       "Is it new or used?",
	noLines:         "No national lines are on file for this subheading.",
	review:          "Have a classifier confirm this code.",
	expert:          "Treat this code as a starting point only and have an expert validate it.",
	tell:            "The answer to this would make the code more certain: %s",
	best:            "Most likely %s, %s (confidence %.0f %%).",
	guess:           "The description does not say enough; %s, %s is no more than a starting point (confidence %.0f %%).",
	ambiguous:       " Next: %s, %s.",
	unclear:         "The description does not say enough to classify the goods.",

	summaryAsk: " The answers to the questions would decide.",
	which:      "Which of these describes the goods best: %s?",
	what:       "What are the goods, by their usual trade name?",
	madeOf:     "What are they mainly made of?",
	usedFor:    "What are they used for, and by whom?",
	partOf:     "Which part is it, and of which machine, vehicle or apparatus?",
	setOf:      "What does the set contain, and which article gives it its character?",
	measure:    "What is the %s?",
	rule: map[rule]string{
		ruleTerms: "the terms of heading and subheading cover the goods", ruleUnfinished: "unassembled or unfinished goods follow the finished article",
		ruleSpecific: "the more specific description prevails", ruleCharacter: "a set follows the article that gives it its essential character",
		ruleLast: "of headings that merit equal consideration the last in numerical order is taken",
	},
	ruleName: map[rule]string{ruleTerms: "rules 1 and 6", ruleUnfinished: "rule 2(a)", ruleSpecific: "rule 3(a)", ruleCharacter: "rule 3(b)", ruleLast: "rule 3(c)"},
}

var spanishPhrases = phrases{
	open: "«", close: "»", or: "o", other: "otros", yes: "sí", no: "no", notKnown: "no se sabe",

	disagrees:     "La descripción dice %s y los anexos %s: averigüe cuál es correcto.",
	covered:       "La mercancía, %s, está comprendida en la partida %s (%s)",
	nearest:       "Lo declarado, %s, se acerca más a la partida %s (%s)",
	sameHeading:   "Es de la misma partida que %s. ",
	otherHeading:  "Es de la partida %s (%s). ",
	within:        "La subpartida %s (%s) resulta de lo declarado (%s). ",
	belong:        "Dentro de ella corresponde a la subpartida %s (%s). ",
	denied:        "sin %s",
	noted:         "%s lo decide: %s ",
	leaves:        "La partida %s deja %s a la partida %s.",
	ownGoods:      "mercancías que su organización clasificó",
	noteOfHeading: "La nota %s de la partida %s",
	noteOfChapter: "La nota %s del capítulo %s",
	noteOfSection: "La nota %s de la sección %s",
	termsOf:       "El texto de la partida %s",

	word:            "La palabra %s conduce a esta subpartida",
	words:           "Las palabras %s conducen a esta subpartida",
	knownAs:         "; su mercancía se conoce como %s",
	stated:          "La descripción declara lo que la subpartida exige (%s). ",
	facetIs:         "%s: %s",
	presupposes:     "La subpartida supone lo que la descripción no precisa (%s). ",
	rules:           "%s de interpretación: %s. ",
	precedent:       "Mercancías que su organización ya clasificó apuntan a este código (%.0f %% de las más cercanas). ",
	against:         "En contra: en cuanto a %s comprende %s, pero se declara %s. ",
	only:            "Se aplica solo con esta condición (%s). ",
	lost:            "Le sigue %s (%s)",
	lostFacet:       ": en cuanto a %s comprende %s, pero se declara %s.",
	lostOther:       ": en cuanto a %s comprende lo que no es %s.",
	lostOpen:        ": se aplicaría con otra condición (%s), que la descripción no declara.",
	lostName:        ": %s es nombre de mercancía de %s, no de ella.",
	noRival:         "Ninguna otra subpartida se le acerca.",
	lostLess:        ": su texto describe la mercancía con menor precisión.",
	guessed:         "La descripción, %s, no basta para decidir la clasificación; por sus palabras se acerca más a la partida %s (%s)",
	nearestSub:      "Dentro de ella se acerca más la subpartida %s (%s). ",
	readAs:          "%s (%s leído como %s)",
	pointed:         "A la subpartida %s (%s) apunta lo declarado (%s). ",
	rest:            "distinto de lo que nombran las demás subpartidas",
	restOf:          "distinto de %s",
	asTitled:        "de los que nombra su texto",
	rulesOpen:       "De ser esta la mercancía, rige lo siguiente (%s de interpretación): %s. ",
	lostTerms:       ": la descripción no declara lo que su texto exige.",
	lostMine:        ": lo declarado (%s) es lo que comprende %s.",
	lostUnnamed:     ": nada de lo declarado es nombre de su mercancía.",
	single:          "La subpartida tiene una sola fracción nacional.",
	linesExcluded:   "Lo declarado no cabe en ninguna fracción nacional de esta subpartida: revise la subpartida.",
	lineOpen:        "Falta decidir la fracción nacional. %s",
	linePresumed:    "La fracción nacional se presume. %s",
	statisticalOpen: "Faltan los últimos dos dígitos. %s",
	whichLine:       "¿Cuál de estas opciones es? %s",
	whatMeasure:     "Indique: %s.",
	whatFacet:       "¿Cuál es en cuanto a %s?",
	newOrUsed:       "¿Es nueva o usada?",
	noLines:         "No hay fracciones nacionales registradas para esta subpartida.",
	review:          "Pida a un clasificador que confirme este código.",
	expert:          "Tome este código solo como punto de partida y pida la validación de un experto.",
	tell:            "La respuesta a esto daría mayor certeza: %s",
	best:            "Lo más probable es %s, %s (confianza %.0f %%).",
	guess:           "La descripción no dice lo suficiente; %s, %s es solo un punto de partida (confianza %.0f %%).",
	ambiguous:       " Le sigue: %s, %s.",
	unclear:         "La descripción no dice lo suficiente para clasificar la mercancía.",

	summaryAsk: " Las respuestas a las preguntas decidirían.",
	which:      "¿Cuál de estas opciones describe mejor la mercancía: %s?",
	what:       "¿Qué es la mercancía, por su nombre comercial habitual?",
	madeOf:     "¿De qué está hecha principalmente?",
	usedFor:    "¿Para qué se usa y quién la usa?",
	partOf:     "¿Qué parte es y de qué máquina, vehículo o aparato?",
	setOf:      "¿Qué contiene el juego y qué artículo le da su carácter?",
	measure:    "¿Cuál es el dato de %s?",
	rule: map[rule]string{
		ruleTerms: "los textos de la partida y de la subpartida comprenden la mercancía", ruleUnfinished: "lo desmontado o sin terminar sigue al artículo terminado",
		ruleSpecific: "prevalece la descripción más específica", ruleCharacter: "un juego sigue al artículo que le da su carácter esencial",
		ruleLast: "entre partidas igualmente aplicables se toma la última por orden de numeración",
	},
	ruleName: map[rule]string{ruleTerms: "Reglas generales 1 y 6", ruleUnfinished: "Regla general 2 a)", ruleSpecific: "Regla general 3 a)", ruleCharacter: "Regla general 3 b)", ruleLast: "Regla general 3 c)"},
}

func phrasesIn(language tariff.Language) *phrases {
	if language == tariff.LanguageSpanish {
		return &spanishPhrases
	}
	return &englishPhrases
}
