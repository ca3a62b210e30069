package lookup

import "tariffdesk/classify/internal/text"

// languageOf decides the language of a description: by the small words, and by how much each language uses
// every word; English where nothing decides.
func (x *Index) languageOf(d *text.Description) text.Lang {
	var score [text.LangCount]float32
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if m.Number {
			continue
		}
		var uses [text.LangCount]float32
		for l := range uses {
			if m.IDs[l] != text.NoWord {
				uses[l] = x.subTotal[m.IDs[l]] + 0.1
			}
		}
		if all := uses[text.English] + uses[text.Spanish]; all > 0 {
			for l := range score {
				score[l] += uses[l] / all
			}
		}
	}
	score[text.English] += 1.5*d.Small[text.English] + 0.5
	score[text.Spanish] += 1.5 * d.Small[text.Spanish]
	if score[text.Spanish] > score[text.English] {
		return text.Spanish
	}
	return text.English
}
