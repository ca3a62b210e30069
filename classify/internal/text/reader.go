package text

import (
	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/vocabulary"
)

// Reader reads texts by a vocabulary. It is read only once built, and safe for concurrent use.
type Reader struct {
	stopwords      [LangCount]map[string]bool
	irregular      map[string]string
	nouns          map[string]string // of adjectives
	adjectives     map[string]string // of nouns
	distinct       map[string]bool
	letterCompound map[string]bool
	denialTerms    map[string]bool // of two words
	units          map[string]bool
	grammar        *parse.Grammar
	descriptionWords
	sentenceWords
	clerkShort
	materialWords
	vehicleWords
	designationWords
	slipWords
}

// descriptionWords take a description apart.
type descriptionWords struct {
	tint                                               map[string]bool
	attributeRoles                                     map[string]Role
	attributeLabels, categoryLabels, attributesOfParts []string
}

// sentenceWords are the turns of rulings and letters.
type sentenceWords struct{ copula, subject, paired, pictured map[string]bool }

// clerkShort are the short forms of clerks.
type clerkShort struct {
	strokes, strokeWords map[string]string
	abbreviations        abbreviations
}

// materialWords are materials as labels and invoices write them.
type materialWords struct {
	fibreCodes                                             map[string]string
	fibres, linenOf, linenGoods, sidePart, bindable, joins map[string]bool
}

// vehicleWords are vehicles and what belongs to them.
type vehicleWords struct {
	vehicleMakers, engineBadges, vehicleBodies             map[string]string
	fuels, litres, engines                                 map[string]bool
	makersOfMore, vehicleModels, vehicleDetails, tyreWords map[string]bool
}

// designationWords stand beside designations, or are one.
type designationWords struct {
	bearingWords map[string]bool
	engineFuel   map[string]string
}

// NewReader returns a reader from the vocabulary of a book. The book reports what is wrong with it.
func NewReader(b *vocabulary.Book) *Reader {
	return &Reader{
		stopwords: [LangCount]map[string]bool{English: b.Set("english stop words"), Spanish: b.Set("spanish stop words")},
		irregular: b.Names("irregular stems"), nouns: b.Names("adjectives of materials"), adjectives: b.Names("materials before names"),
		distinct:       b.Set("distinct nouns"),
		letterCompound: setOf(b.Phrases("letter compounds")), denialTerms: setOf(b.Phrases("terms that begin with a denial")),
		units:     b.Set("units"),
		grammar:   parse.New(b),
		slipWords: readSlips(b),
		descriptionWords: descriptionWords{
			tint:            b.Set("tints"),
			attributeRoles:  attributeRolesOf(b.Phrases("attributes that name goods"), b.Phrases("attributes of material")),
			attributeLabels: b.Phrases("labels of attribute lists"), categoryLabels: b.Phrases("labels of categories"),
			attributesOfParts: b.Phrases("attributes of parts"),
		},
		sentenceWords: sentenceWords{copula: b.Set("copulas"), subject: b.Set("subjects"), paired: b.Set("counts of goods"), pictured: b.Set("pictures")},
		clerkShort: clerkShort{
			strokes: b.Names("strokes"), strokeWords: b.Names("stroke words"), abbreviations: readAbbreviations(b),
		},
		materialWords: materialWords{
			fibreCodes: b.Names("fibre codes"), fibres: b.Set("fibres"), linenOf: b.Set("before household linen"), linenGoods: b.Set("after household linen"),
			sidePart: b.Set("side parts"), bindable: b.Set("deciding parts"), joins: b.Set("ends of a material"),
		},
		vehicleWords: vehicleWords{
			vehicleMakers: b.Names("makers of vehicles"), engineBadges: b.Names("engine badges"), fuels: b.Set("fuels"), litres: b.Set("litres"), engines: b.Set("engines"), vehicleBodies: b.Names("bodies"),
			makersOfMore: b.Set("makers of vehicles and more"), vehicleModels: b.Set("models of vehicles"), vehicleDetails: b.Set("details of vehicles"),
			tyreWords: b.Set("tyres"),
		},
		designationWords: designationWords{bearingWords: b.Set("bearings"), engineFuel: b.Names("engine models")},
	}
}

// Noun returns the noun of an adjective of material, wood of wooden; any other word as it is.
func (r *Reader) Noun(word string) string {
	if noun, ok := r.nouns[word]; ok {
		return noun
	}
	return word
}

func attributeRolesOf(goods, material []string) map[string]Role {
	out := map[string]Role{}
	for _, name := range goods {
		out[name] = RoleItemType
	}
	for _, name := range material {
		out[name] = RoleMaterial
	}
	return out
}

func setOf(list []string) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, s := range list {
		out[s] = true
	}
	return out
}
