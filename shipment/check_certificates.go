package shipment

import (
	"fmt"
	"slices"
	"strings"
)

// Lists reports whether a certificate covers a line: it has a row for the same goods by part number or description, or no
// row at all, so that it covers what the invoice lists.
func (p *Paper) Lists(l *Line) bool {
	rows, part, own := 0, key(l.Part), words(l.Description)
	for n := range p.Items {
		item := &p.Items[n]
		if item.Description.Value == "" && item.Part.Value == "" {
			continue
		}
		rows++
		if item.names(part) || alike(own, words(item.Description.Value)) >= leastAlike {
			return true
		}
	}
	return rows == 0
}

// names reports whether a row has a part number, in its column or among the words of its description.
func (i *Item) names(part string) bool {
	return part != "" && (key(i.Part.Value) == part || len(part) >= leastPrinted && slices.ContainsFunc(strings.Fields(i.Description.Value), func(word string) bool { return key(word) == part }))
}

// listed names the lines that no certificate lists: preference is not applied to them.
func (i *inspection) listed() {
	if len(i.certificates) == 0 {
		return
	}
	// Where no row is of any line, the rows may be in another language: that is not known to be a difference.
	status := StatusUnknown
	for n := range i.Lines {
		for _, p := range i.certificates {
			if p.Lists(&i.Lines[n]) {
				status = StatusDiffers
			}
		}
	}
	i.perLine(CheckCertificate, func(n int) Words {
		return Words{fmt.Sprintf("The certificate of origin covers %d lines.", n), fmt.Sprintf("El certificado de origen cubre %d partidas.", n)}
	}, moreLines("are not listed by the certificate of origin", "no están en el certificado de origen"), func(l *Line) (Check, bool) {
		c := Check{Status: status, Values: []Compared{{Paper: l.Invoice, Name: Words{"goods of the line", "mercancía de la partida"}, Value: l.Description, Source: l.place("description")}}}
		for _, p := range i.certificates {
			if p.Lists(l) {
				c.Status = StatusOK
				return c, true
			}
			c.Values = append(c.Values, textOf(p, Words{"certificate", "certificado"}, p.Number))
		}
		name := lineName(l)
		c.Text = Words{
			fmt.Sprintf("No certificate of origin lists %s: preference is not applied to it unless you state that you hold one.", name.English),
			fmt.Sprintf("Ningún certificado de origen enlista %s: no se le aplica la preferencia si no declara que tiene uno.", name.Spanish),
		}
		return c, true
	})
}
