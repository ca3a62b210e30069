package classify

import "tariffdesk/tariff"

// phrases are the sentences answers are made of, in one language.
type phrases struct {
	named, stated, facetIs, rules, precedent, lost, lostFacet, lostWords, nothing               string
	single, splits, ranked, noLines, review, expert, tell, best, ambiguous, unclear, summaryAsk string
	which, what, madeOf, usedFor                                                                string
	rule                                                                                        map[rule]string
}

var englishPhrases = phrases{
	named:     "The words %s name goods of this subheading; the nearest known name is “%s”. ",
	stated:    "Stated: %s. ",
	facetIs:   "%s: %s",
	rules:     "General rule %s: %s. ",
	precedent: "Goods your organisation classified before point here (%.0f %% of the nearest). ",
	lost:      "%s (%s) comes next",
	lostFacet: ": it stands for other goods than those stated (%s).",
	lostWords: ": fewer of the words given lead there.",
	nothing:   "Nothing in the description could be related to goods of the tariff.",
	single:    "The subheading has one national line.",
	splits:    "The description does not decide between the national lines: %s.",
	ranked:    "By their titles the national lines rank: %s.",
	noLines:   "No national lines are on file for this subheading.",
	review:    "Have a classifier confirm this code.",
	expert:    "Treat this code as a starting point only and have an expert validate it.",
	tell:      "State %s to make it more certain.",
	best:      "Most likely %s, %s (confidence %.0f %%).",
	ambiguous: " Next: %s, %s.",
	unclear:   "The description does not say enough to classify the goods.",

	summaryAsk: " The answers to the questions would decide.",
	which:      "Which of these describes the goods best: %s?",
	what:       "What are the goods, by their usual trade name?",
	madeOf:     "What are they mainly made of?",
	usedFor:    "What are they used for, and by whom?",
	rule: map[rule]string{
		ruleTerms: "the terms of heading and subheading cover the goods", ruleUnfinished: "unassembled or unfinished goods follow the finished article",
		ruleSpecific: "the more specific description prevails", ruleCharacter: "a set follows the item that gives it its essential character",
		ruleLast: "of headings that merit equal consideration the last in order is taken",
	},
}

var spanishPhrases = phrases{
	named:     "Las palabras %s nombran mercancías de esta subpartida; el nombre conocido más cercano es «%s». ",
	stated:    "Declarado: %s. ",
	facetIs:   "%s: %s",
	rules:     "Regla general %s: %s. ",
	precedent: "Mercancías que su organización ya clasificó apuntan aquí (%.0f %% de las más cercanas). ",
	lost:      "Le sigue %s (%s)",
	lostFacet: ": corresponde a mercancías distintas de lo declarado (%s).",
	lostWords: ": menos palabras de la descripción conducen a ella.",
	nothing:   "Nada en la descripción pudo relacionarse con mercancías de la tarifa.",
	single:    "La subpartida tiene una sola fracción nacional.",
	splits:    "La descripción no decide entre las fracciones nacionales: %s.",
	ranked:    "Por sus títulos, las fracciones nacionales se ordenan así: %s.",
	noLines:   "No hay fracciones nacionales registradas para esta subpartida.",
	review:    "Pida a un clasificador que confirme este código.",
	expert:    "Tome este código solo como punto de partida y pida la validación de un experto.",
	tell:      "Indique %s para darle mayor certeza.",
	best:      "Lo más probable es %s, %s (confianza %.0f %%).",
	ambiguous: " Le sigue: %s, %s.",
	unclear:   "La descripción no dice lo suficiente para clasificar la mercancía.",

	summaryAsk: " Las respuestas a las preguntas decidirían.",
	which:      "¿Cuál de estas opciones describe mejor la mercancía: %s?",
	what:       "¿Qué es la mercancía, por su nombre comercial habitual?",
	madeOf:     "¿De qué está hecha principalmente?",
	usedFor:    "¿Para qué se usa y quién la usa?",
	rule: map[rule]string{
		ruleTerms: "los textos de la partida y la subpartida comprenden la mercancía", ruleUnfinished: "lo desmontado o sin terminar sigue al artículo terminado",
		ruleSpecific: "prevalece la descripción más específica", ruleCharacter: "un juego sigue al artículo que le da su carácter esencial",
		ruleLast: "entre partidas igualmente aplicables se toma la última por orden",
	},
}

func phrasesIn(language tariff.Language) *phrases {
	if language == tariff.LanguageSpanish {
		return &spanishPhrases
	}
	return &englishPhrases
}
