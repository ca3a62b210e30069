package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A watch that sees nothing would pass every page, so each kind of problem is made once.
func TestEveryKindOfProblemIsNoticed(t *testing.T) {
	t.Parallel()
	b := newTab(t, view{english, wide, true})
	b.open("/app/sign-in")
	for name, c := range map[string]struct{ script, noted string }{
		"exception":       {`setTimeout(() => { throw new Error("thrown on purpose") })`, "thrown on purpose"},
		"console":         {`console.error("said on purpose")`, "said on purpose"},
		"missing":         {`fetch("/api/v3/nothing-of-this-name")`, "answered 401"},
		"security policy": {`document.body.append(Object.assign(new Image(), {src: "http://203.0.113.1/x.png"}))`, "img-src"},
	} {
		b.do(chromedp.Evaluate[chromedp.Void](c.script))
		for found := false; !found; {
			b.until("true")
			b.watch.mu.Lock()
			for i, problem := range b.watch.noted {
				if strings.Contains(problem, c.noted) {
					found = true
					b.watch.noted = append(b.watch.noted[:i:i], b.watch.noted[i+1:]...)
					break
				}
			}
			b.watch.mu.Unlock()
			if b.ctx.Err() != nil || t.Context().Err() != nil {
				t.Fatalf("%s is not noticed", name)
			}
		}
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.body.append(Object.assign(new Image(), {src: "data:,"}))`))
	if violations := strings.Join(b.axe(`{resultTypes: ["violations"]}`), "\n"); !strings.Contains(violations, "image-alt") {
		t.Errorf("axe finds no image without words: %s", violations)
	}
	b.watch.noted = nil
}
