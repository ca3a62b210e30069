package text

// Role says where in a description a word stands; its weight follows from it.
type Role uint8

// The roles, and how many they are.
const (
	RoleName      Role = iota // before any connective: what the goods are
	RolePurpose               // after "for", "compatible with", "para": what they serve
	RoleClause                // in a relative clause
	RoleWith                  // after "with", "con": what they carry
	RoleOf                    // after "of", "made from", "de": material or whole
	RoleShape                 // after "in the shape of": what is pictured
	RolePacking               // after "in", where a container follows: what they come in
	RoleItemType              // attribute "item type" and the like
	RoleMaterial              // attribute "material", "gender" and the like
	RoleAttribute             // any other attribute
	RoleCategory              // last segment of a shop category
	RoleAncestor              // earlier segments of it
	RoleCount
)

// roleWeight was set by kind of text on the development files.
var roleWeight = [RoleCount]float32{
	RoleName: 1, RolePurpose: 0.5, RoleClause: 0.5, RoleWith: 0.55, RoleOf: 0.8, RoleShape: 0.25, RolePacking: 0.15,
	RoleItemType: 0.7, RoleMaterial: 0.45, RoleAttribute: 0.12, RoleCategory: 0.6, RoleAncestor: 0.25,
}

// Mention is one word of a description with its place in it.
type Mention struct {
	Token
	Role    Role
	Weight  float32
	Head    bool    // ends (English) or starts (Spanish) the first noun phrase
	Tint    bool    // a colour or a finish
	Lowered bool    // a material of which there is less than of another
	Inches  bool    // of a size in fractions of an inch, which goods of many kinds have
	Negated bool    // \"without\", \"no\", \"non-\" stands before it
	IDs     WordIDs // once recognised: the words of the index it is
}

// Description is a text taken apart.
type Description struct {
	Folded   string // the text that mentions are words of: the title, then the attributes
	Mentions []Mention
	Language Lang
	Prose    bool               // starts with an article or numeral: a sentence, no index term
	Listing  bool               // attribute list or shop category present
	Capitals bool               // written in capitals, as on invoices and declarations
	Small    [LangCount]float32 // how many small words of each language stand in the title
	Parsed   []Token            // the words of the title with their roles
	Written  []Token            // of them those of a short name
	Bare     []Token            // … and those before the first component, without colours that stand alone, where that is less
	Plain    []Token            // … and those without any colour, before a container: "white tequila, 75 cl bottles"
	Accented string             // that name, accents and capitals included
}

// tinted lowers a mention that names a colour or a finish, not a material.
func (m *Mention) tinted() {
	m.Tint = true
	m.Weight *= 0.3
}
