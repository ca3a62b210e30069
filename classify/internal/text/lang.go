package text

// Lang numbers the two languages inside the index.
type Lang uint8

// The languages, and how many they are.
const (
	English Lang = iota
	Spanish
	LangCount
)

// Stopword reports whether a word of a language carries no meaning of goods.
func Stopword(word string, l Lang) bool {
	if l == Spanish {
		return stopSpanish[word]
	}
	return stopEnglish[word]
}

func stemOf(word string, l Lang) string {
	if l == Spanish {
		return stemSpanish(word)
	}
	return stemEnglish(word)
}

// stopEnglish and stopSpanish carry no meaning of goods: they are neither indexed nor searched.
var (
	stopEnglish = Set("a an the of and or for with without in on at to from by as is are be it its this that these those other others than not no nor into per each any all such etc via use new made make containing contain contained having has have which whether their your our you we i type types kind kinds item items product products goods article articles various assorted suitable designed including include included only also can will was were been being both either one two three")
	stopSpanish = Set("el la los las un una unos unas de del y o u e para por con sin en a al que se su sus lo como es son ser este esta estos estas otro otra otros otras mas no ni si muy entre hasta desde sobre cada todo toda todos todas tipo tipos uso nuevo nueva hecho hecha fabricado articulo articulos producto productos mercancia demas etc")
)
