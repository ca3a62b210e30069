package classify

import "tariffdesk/tariff"

// assistPhrases are the notes of an assisted engine, in one language.
type assistPhrases struct{ assisted, disagrees, unreached, unchecked, unseen string }

func assistPhrasesIn(language tariff.Language) assistPhrases {
	if language == tariff.LanguageSpanish {
		return assistPhrases{
			assisted:  "Ordenado por el modelo configurado; los códigos se comprobaron contra la nomenclatura.",
			disagrees: "El motor por sí solo pone primero %s (%s): conviene que lo decida un clasificador.",
			unreached: "No se obtuvo respuesta del modelo configurado; esta es la del motor por sí solo.",
			unchecked: "La respuesta del modelo configurado no pasó la comprobación; esta es la del motor por sí solo.",
			unseen:    "El modelo configurado no aceptó las imágenes; se clasificó sin ellas.",
		}
	}
	return assistPhrases{
		assisted:  "Ranked by the configured model; its codes were checked against the nomenclature.",
		disagrees: "The engine alone ranks %s (%s) first: have a classifier decide.",
		unreached: "The configured model gave no answer; this one is the engine's alone.",
		unchecked: "The configured model's answer did not pass the check; this one is the engine's alone.",
		unseen:    "The configured model did not take the images; they were left out.",
	}
}
