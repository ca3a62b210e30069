package sheet

import (
	"regexp"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// PartyBlock is the lines that stand for a party: its name first, then its address and numbers.
type PartyBlock struct {
	Lines [][]page.Word
	Label *label.Label
	Page  int
	Score float64
}

// NumberOnly reports whether the first of lines is a number, which is no party's name: Customer: 2.
func NumberOnly(lines [][]page.Word) bool {
	if len(lines) == 0 {
		return false
	}
	letters, digits := value.Counts(page.Join(lines[0]))
	return letters == 0 && digits > 0
}

var (
	// NotAddress finds a line that begins with a way to reach a party or with a number of it, which is no part of an address.
	NotAddress = regexp.MustCompile(`(?i)^\W*(?:[tl]el|phone|fax|e-?mail|correo|www|http|rfc|nit|ruc|cuit|vat|tax|gst|reg|co\.? ?(?:no|reg)\b|company ?(?:no|reg)|attn|contact|mobile|cel|id\b|cif|nif|ein|eori|abn|curp|iec|website|web|rut|usci|registro|no\. de)`)
	// Registered finds a line that is the number of a company in its register and nothing else.
	Registered = regexp.MustCompile(`^\W*(?i:\(?(?:co\.? ?|company ?)?(?:no|reg|reg\.? ?no)\b\.?[\s:.]*)?(?:\([A-Z]{0,3}\d{3,12}[-–/]{0,2}[A-Z\d]{0,2}|[A-Z]{0,3}\d{5,12}[-–/]{1,2}[A-Z]{1,2}|[A-Z]{1,3}\d{6,12}|\d{7,12})\)?\W*$`)
)

// TownLine is the last line of an address: a postal code and a place, in either order.
var TownLine = regexp.MustCompile(`\pL.*\b\d{4,6}(?:-\d{3,4})?\b|\b\d{4,6}(?:-\d{3,4})?\b.*\pL{3}|\b[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b`)

// Side is the side of the trade that a role is on; roles of one side may be one party.
func Side(role string) string {
	switch role {
	case "seller", "exporter", "shipper", "producer", "remit_to":
		return "seller"
	case "buyer", "bill_to", "soldto", "ship_to", "consignee", "importer", "notify_party", "guest":
		return "buyer"
	}
	return role
}

// Claims are the words that values were read from.
type Claims map[page.Box]bool

// Add claims words.
func (c Claims) Add(words []page.Word) {
	for _, w := range words {
		c[w.Box] = true
	}
}

// Overlap reports whether any of the words is claimed.
func (c Claims) Overlap(words []page.Word) bool {
	for _, w := range words {
		if c[w.Box] {
			return true
		}
	}
	return false
}

// LeastDomain is the letters of a name's word that may stand in an address of the web.
const LeastDomain = 4

// FootShare is the share of its height below which the foot of a page begins.
const FootShare = 0.82
