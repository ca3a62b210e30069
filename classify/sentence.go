package classify

// clauses reads the turns of rulings and letters: who speaks of "the submitted sample" means what it is, a share is
// written out as per cent, and what goods are in the shape of is not what they are.
func clauses(tokens []token) []token {
	tokens = predicate(tokens)
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case len(out) > 0 && out[len(out)-1].number && (t.text == "percent" || t.text == "pct"):
			out[len(out)-1].percent = true
			continue
		case len(out) > 0 && out[len(out)-1].number && i+1 < len(tokens) && (t.text == "per" && tokens[i+1].text == "cent" || t.text == "por" && tokens[i+1].text == "ciento"):
			out[len(out)-1].percent = true
			i++
			continue
		}
		if paired[t.text] && i+1 < len(tokens) && (tokens[i+1].text == "of" || tokens[i+1].text == "de") {
			i++
			continue
		}
		if n := shapeOf(tokens[i:]); n > 0 {
			t.text = shapedLike
			i += n - 1
		}
		out = append(out, t)
	}
	return out
}

// subjectWords bounds the search for the verb of a subject that says nothing.
const subjectWords = 12

// predicate drops a subject that names no goods: "the submitted sample, style 4512, is a handbag".
func predicate(tokens []token) []token {
	for i, t := range tokens[:min(len(tokens), subjectWords)] {
		switch {
		case copula[t.text]:
			from := i + 1
			if from < len(tokens) && tokens[from].text == "of" {
				from++
			}
			if i == 0 || from >= len(tokens) {
				return tokens
			}
			return tokens[from:]
		case !subject[t.text] && !articles[t.text] && !hasDigit(t.text):
			return tokens
		}
	}
	return tokens
}

var (
	copula  = words("is are was consists consist es son consiste")
	subject = words("this these that the it its submitted subject instant sample samples item items article articles product products garment garments merchandise goods good style styles number no model sku reference question import imported esta este estos estas muestra muestras mercancia articulo producto prenda estilo numero modelo en se trata")
)

// paired are counts that stand before the goods.
var paired = words("pair pairs par pares")

// shapedLike stands for "in the shape of": what follows is pictured, not sold.
const shapedLike = "depicting"

// shapeOf returns how many tokens "in the shape of" takes.
func shapeOf(tokens []token) int {
	i := 0
	if tokens[0].text != "in" && tokens[0].text != "con" && tokens[0].text != "en" {
		return 0
	}
	for i++; i < len(tokens) && i < 3; i++ {
		if pictured[tokens[i].text] && i+1 < len(tokens) && (tokens[i+1].text == "of" || tokens[i+1].text == "de") {
			return i + 2
		}
		if !articles[tokens[i].text] {
			return 0
		}
	}
	return 0
}

var pictured = words("shape shapes likeness forma figura")
