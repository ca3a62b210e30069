package parse

// Word is one word of a folded text with its role.
type Word struct {
	Text    string
	Hyphen  bool   // joined to the word before it by a hyphen, a slash or an apostrophe
	Number  bool   // starts with a digit
	Percent bool   // a number a percent sign follows
	Break   bool   // a comma, semicolon, bracket or full stop stands before it
	Comma   bool   // only a comma stands before it
	Colon   bool   // a colon stands before it
	Context bool   // what the goods belong to, not what they are
	Of      string // what it was read from, where that is no such word: a code, a size, a maker
	Role    Role
	Denied  bool  // named to say that the goods do not have it
	End     int32 // offset behind it in the text it was read from; 0 where it was put in
}

// Role says what a word does in a description.
type Role uint8

// The roles, and how many they are. Those from Tie on carry no meaning of goods.
const (
	Goods      Role = iota // what the goods are
	Purpose                // after "for", "compatible with", "para": what they serve
	Clause                 // in a relative clause
	With                   // after "with", "con", and in a list of components: what they carry
	Of                     // after "of", "made from", "de": material or whole
	Shape                  // after "in the shape of": what is pictured
	Shade                  // a colour between commas: of a name, or not
	Packing                // after "in", "packed in": what they come in
	Tie                    // a connective, or a word that denies
	Quantity               // counts, packs and gross weights
	Identifier             // numbers of the maker
	Brand                  // a mark and its label
	Origin                 // where they were made
	Colour                 // beside the word colour
	Promotion              // what listings and invoices add
	RoleCount
)

// Silent reports whether a role carries no meaning of goods.
func (r Role) Silent() bool { return r >= Quantity }

// names lists the names of the roles in evidence.
var names = [RoleCount]string{
	Goods: "goods", Purpose: "purpose", Clause: "clause", With: "with", Of: "of", Shape: "shape", Shade: "shade", Packing: "packing", Tie: "tie", Quantity: "quantity",
	Identifier: "identifier", Brand: "brand", Origin: "origin", Colour: "colour", Promotion: "promotion",
}

// String is the name of a role.
func (r Role) String() string { return names[r] }

// Span is neighbouring words of one role.
type Span struct {
	Role   Role
	Denied bool
	Words  []Word
}

// Spans joins neighbouring words of one role, connectives left out.
func Spans(words []Word) (out []Span) {
	open := false
	for i := range words {
		w := &words[i]
		if w.Role == Tie {
			open = false
			continue
		}
		if n := len(out) - 1; open && out[n].Role == w.Role && out[n].Denied == w.Denied && !w.Break {
			out[n].Words = words[i-len(out[n].Words) : i+1]
			continue
		}
		out, open = append(out, Span{w.Role, w.Denied, words[i : i+1]}), true
	}
	return out
}
