package console

import (
	"testing"
	"time"
)

func TestTheChartStacksProductsWithinItsField(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	c := newChart(from, from.AddDate(0, 0, 29), []usageOfDay{
		{from, "quote", 50}, {from, "classification", 700}, {from.AddDate(0, 0, 29), "quote", 25},
		{from.AddDate(0, 0, 3), "quote", -100}, {from.AddDate(0, 0, 40), "quote", 9900}, {from.AddDate(0, 0, -1), "quote", 9900},
	})
	if len(c.Bars) != 3 || len(c.Products) != 2 || c.Products[0] != "classification" {
		t.Fatalf("%+v", c)
	}
	below, above := c.Bars[0], c.Bars[1]
	if above.Y+above.Height != below.Y || above.X != below.X || above.Product == below.Product {
		t.Errorf("the products of a day do not stand on each other: %+v %+v", below, above)
	}
	if ratio := below.Height / above.Height; ratio < 13.99 || ratio > 14.01 {
		t.Errorf("7 credits and 0.5 are drawn as %v to 1", ratio)
	}
	for _, b := range c.Bars {
		if b.Y < chartTop || b.Y+b.Height > chartHeight-chartBottom+0.001 || b.X < chartLeft || b.X+b.Width > chartWidth {
			t.Errorf("a bar leaves the field: %+v", b)
		}
	}
	if last := c.Lines[len(c.Lines)-1]; last.Credits != 800 || last.Y != chartTop {
		t.Errorf("the scale ends at %+v", last)
	}
}

func TestTheScaleHasFewRoundLines(t *testing.T) {
	t.Parallel()
	for highest, step := range map[hundredths]hundredths{0: 100, 25: 100, 500: 100, 501: 200, 2_400: 500, 1_000_000: 200_000} {
		if got := scaleStep(highest); got != step {
			t.Errorf("up to %d: lines each %d, not %d", highest, got, step)
		}
	}
}

func TestCreditsAreReadExactly(t *testing.T) {
	t.Parallel()
	for credits, want := range map[float64]hundredths{12.5: 1250, 0.25: 25, 7: 700, -0.25: -25, 0: 0, 0.29: 29, 123_456_789.07: 12_345_678_907} {
		if got := hundredthsOf(credits); got != want {
			t.Errorf("%v: %d, not %d", credits, got, want)
		}
	}
	if got := hundredths(1250).Amount(); got != "12.5" {
		t.Errorf("%s", got)
	}
}
