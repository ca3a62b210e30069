package wire

import (
	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/tariff"
)

// Country is a tariff that a request or an answer names. Its schema lists tariff.Countries, so that a new country needs
// no tag.
type Country string

// Schema implements huma.SchemaProvider.
func (Country) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, c := range tariff.Countries() {
		s.Enum = append(s.Enum, c)
	}
	return s
}
