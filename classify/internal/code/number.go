package code

import "tariffdesk/tariff"

// Number is a subheading's code as a number: candidates are looked up by it, without a look at their texts.
type Number uint32

// Place numbers a heading by its code, and a chapter beyond all headings.
type Place uint32

// Heading is the place of the heading it lies in.
func (c Number) Heading() Place { return Place(c / 100) }

// Chapter is the place of its chapter.
func (c Number) Chapter() Place { return Place(10000 + c/10000) }

// NumberOf reads the digits of a subheading's code.
func NumberOf(code string) (n Number) {
	for i := range tariff.SubheadingDigits {
		n = 10*n + Number(code[i]-'0')
	}
	return n
}
