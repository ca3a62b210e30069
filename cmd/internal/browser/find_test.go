package browser

import (
	"testing"
)

// Whoever opens a record decides without scrolling, finds it again by its words, and has help at hand.
func TestARecordIsDecidedInViewAndFoundAgain(t *testing.T) {
	t.Parallel()
	inEveryView(t, "10", func(b *tab, a account) {
		id := as(b.T, a).classify("MEX", "men's knitted cotton T-shirt")
		b.signIn(a)
		b.open("/app/records/" + id)
		b.see(`section.decision form button.primary`)
		if !value[bool](b, `(() => { const r = document.querySelector("section.decision form button.primary").getBoundingClientRect(); return scrollY === 0 && r.top >= 0 && r.bottom <= innerHeight })()`) {
			b.Error("the decision is out of view")
		}

		b.do(press("?"))
		b.until(`document.querySelector("#keys").matches(":popover-open")`)
		b.do(press("?"))

		b.open("/app/search?q=knitted+cotton")
		b.see(`main a[href$="/app/records/` + id + `"]`)
		b.follow(`main a[href$="/app/records/` + id + `"]`)

		b.open("/docs/guide/classify")
		b.follow(`header a[href="/app/"]`)
		b.see(`main h1`)
		if !b.has(`a[href="/docs/guide"]`) {
			b.Error("the console does not lead to the guide")
		}
	})
}
