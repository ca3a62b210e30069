package console

import (
	"math"
	"slices"
	"strconv"
	"time"
)

// The field that bars are drawn in, in units of the picture; the rest of it holds labels.
const (
	chartWidth  = 720
	chartHeight = 220
	chartLeft   = 48
	chartTop    = 12
	chartBottom = 28
)

// maxChartDays is a year and a day: more bars than that are thinner than a pixel.
const maxChartDays = 367

// chart is a picture of credits by day, stacked by product: rectangles and lines with their places, so
// that a template draws it without any style of its own.
type chart struct {
	Width, Height int
	Bars          []chartBar
	Lines         []chartLine // of the scale
	Days          []chartDay  // labels below
	Products      []string    // in the order of their colours
}

type chartBar struct {
	X, Y, Width, Height float64
	Product             int // index in Products
	Date                time.Time
	Name                string
	Credits             hundredths
}

type chartLine struct {
	Y       float64
	Credits hundredths
}

type chartDay struct {
	X    float64
	Date time.Time
}

// hundredths are credits as the API counts them, for places in a picture.
type hundredths int64

// hundredthsOf turns credits such as 12.5 into hundredths.
func hundredthsOf(credits float64) hundredths { return hundredths(math.Round(credits * 100)) }

// Amount is credits in their shortest form.
func (h hundredths) Amount() amount {
	return amount(strconv.FormatFloat(float64(h)/100, 'f', -1, 64))
}

// usageOfDay is one line of the usage: the credits of a product on a day.
type usageOfDay struct {
	Date    time.Time
	Product string
	Credits hundredths
}

// newChart draws the days from and to, both included. Refunds beyond what a day charged draw nothing.
func newChart(from, to time.Time, usage []usageOfDay) chart {
	days := min(int(to.Sub(from).Hours()/24)+1, maxChartDays)
	c := chart{Width: chartWidth, Height: chartHeight}
	stacks := make([]map[string]hundredths, max(days, 1))
	var highest hundredths
	for _, u := range usage {
		day := int(u.Date.Sub(from).Hours() / 24)
		if day < 0 || day >= days || u.Credits <= 0 {
			continue
		}
		if !slices.Contains(c.Products, u.Product) {
			c.Products = append(c.Products, u.Product)
		}
		if stacks[day] == nil {
			stacks[day] = map[string]hundredths{}
		}
		stacks[day][u.Product] += u.Credits
		var sum hundredths
		for _, credits := range stacks[day] {
			sum += credits
		}
		highest = max(highest, sum)
	}
	slices.Sort(c.Products)
	step := scaleStep(highest)
	top := max((highest+step-1)/step, 1) * step
	field := float64(chartHeight - chartTop - chartBottom)
	y := func(credits hundredths) float64 { return chartTop + field*(1-float64(credits)/float64(top)) }
	for value := hundredths(0); value <= top; value += step {
		c.Lines = append(c.Lines, chartLine{y(value), value})
	}
	slot := float64(chartWidth-chartLeft) / float64(len(stacks))
	c.draw(stacks, from, slot, y)
	for day := 0; day < len(stacks); day += max(1, len(stacks)/6) {
		c.Days = append(c.Days, chartDay{chartLeft + slot*(float64(day)+0.5), from.AddDate(0, 0, day)})
	}
	return c
}

// draw stacks the products of each day above each other.
func (c *chart) draw(stacks []map[string]hundredths, from time.Time, slot float64, y func(hundredths) float64) {
	for day, stack := range stacks {
		var below hundredths
		for i, product := range c.Products {
			credits := stack[product]
			if credits == 0 {
				continue
			}
			top := y(below + credits)
			c.Bars = append(c.Bars, chartBar{
				X: chartLeft + slot*float64(day) + slot*0.15, Y: top, Width: slot * 0.7, Height: y(below) - top,
				Product: i, Name: product, Date: from.AddDate(0, 0, day), Credits: credits,
			})
			below += credits
		}
	}
}

// scaleStep is the distance of the lines of a scale with four or five of them: 1, 2 or 5 times a power
// of ten, a quarter of a credit at least.
func scaleStep(highest hundredths) hundredths {
	for power := hundredths(100); ; power *= 10 {
		for _, step := range []hundredths{power, 2 * power, 5 * power} {
			if highest <= 5*step {
				return step
			}
		}
	}
}
