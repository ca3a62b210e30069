package facet

import "tariffdesk/classify/internal/text"

// Statement is a facet value a description states.
type Statement struct {
	Value   int32
	Weight  float32
	Mention int
	share   float32 // per cent given for it, 0 where none
	Words   uint8   // mentions it was read from
}

// partShare is the weight of a material that is named for a part of the goods only.
const partShare = 0.3

// statementWeight is the weight of a value by where it is stated: the use of goods says little about their material.
var statementWeight = [text.RoleCount]float32{
	text.RoleName: 1, text.RolePurpose: 0.45, text.RoleClause: 0.6, text.RoleWith: 0.5, text.RoleOf: 0.95, text.RoleShape: 0.1, text.RolePacking: 0.1,
	text.RoleItemType: 0.8, text.RoleMaterial: 1, text.RoleAttribute: 0.3, text.RoleCategory: 0.4, text.RoleAncestor: 0.2,
}

// Shared reports whether a share is given for what is stated.
func (s *Statement) Shared() bool { return s.share > 0 }

// Material is the facet of what goods are made of.
const Material = "material"

// Weights of statements: from Stated a value counts as stated, from OfGoods it is one of the goods, not of what they
// serve, from Outright it is stated of them as such.
const (
	Stated   = 0.3
	OfGoods  = 0.5
	Outright = 0.8
)
