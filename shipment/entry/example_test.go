package entry_test

import (
	"fmt"

	"github.com/govalues/decimal"

	"tariffdesk/shipment/entry"
)

// Two lines of 600.00 and 400.00 USD under FOB with freight of 100.00 and insurance of 10.01: shares are rounded to cents, and
// the larger line takes what is left.
func ExampleAssess() {
	freight, insurance := decimal.MustParse("100.00"), decimal.MustParse("10.01")
	value, _ := entry.Assess(
		[]entry.Goods{{Price: decimal.MustParse("600.00")}, {Price: decimal.MustParse("400.00")}},
		entry.Terms{Incoterm: "FOB", Freight: &freight, Insurance: &insurance},
	)
	for _, l := range value.Lines {
		fmt.Println(l.Price, l.Freight, l.Insurance, l.Customs)
	}
	fmt.Println(value.Total.Customs)
	// Output:
	// 600.00 60.00 6.01 666.01
	// 400.00 40.00 4.00 444.00
	// 1110.01
}
