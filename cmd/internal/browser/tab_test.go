package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// language is what the browser asks for and what the page must answer in.
type language string

const (
	english language = "en"
	spanish language = "es"
)

// The widths that pages are looked at: a phone, a tablet and a desk.
const (
	narrow int64 = 390
	tablet int64 = 768
	wide   int64 = 1280
)

// view is how a person looks at the console.
type view struct {
	language language
	width    int64
	scripts  bool
}

// views are those that every flow is walked in: both languages, both widths.
func views() []view { return []view{{english, wide, true}, {spanish, narrow, true}} }

func (v view) String() string { return fmt.Sprintf("%s-%d", v.language, v.width) }

// patience is how long anything may take before it counts as stuck; nothing here measures speed.
const patience = 45 * time.Second

// tab is a window of the browser that a test has for itself. Whatever goes wrong in it ends its test.
type tab struct {
	*testing.T
	view
	*window
	watch   *watch
	clicks  int // since the last open
	headers network.Headers
}

// newTab opens a window that knows nothing of those before. The test then fails for what the window noted.
func newTab(t *testing.T, v view) *tab {
	t.Helper()
	w, err := freeWindow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := &tab{T: t, view: v, window: w, watch: newWatch()}
	w.watching.Store(b.watch)
	t.Cleanup(func() {
		w.free()
		for _, problem := range b.watch.problems() {
			t.Error(problem)
		}
	})
	b.do(call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !v.scripts}))
	b.sends(network.Headers{"Accept-Language": string(v.language), "X-Forwarded-For": shared.host()})
	b.look(v.width, light)
	return b
}

// sends adds headers to all that the window asks for.
func (b *tab) sends(headers network.Headers) {
	b.Helper()
	if b.headers == nil {
		b.headers = network.Headers{}
	}
	maps.Copy(b.headers, headers)
	b.do(call(network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: b.headers}))
}

// do runs actions within the patience.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.stuck(err)
	}
}

// leave runs what leaves the page, which may be gone before the browser has answered.
func (b *tab) leave(script string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](script)); err != nil && !strings.Contains(err.Error(), "navigated or closed") {
		b.stuck(err)
	}
}

// got runs an action within the patience and returns its value.
func got[T any](b *tab, action chromedp.Action[T]) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		b.stuck(err)
	}
	return value
}

// stuck ends the test with what the page shows.
func (b *tab) stuck(err error) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	where, _ := chromedp.Run(ctx, chromedp.Location())
	text, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body ? document.body.innerText : ""`))
	if len(text) > 1500 {
		text = text[:1500] + "…"
	}
	b.picture("stuck-" + strings.ReplaceAll(b.Name(), "/", "-"))
	b.Fatalf("%v at %s, which shows:\n%s", err, where, text)
}

// open goes to a path of the program by the address bar.
func (b *tab) open(path string) {
	b.Helper()
	b.clicks = 0
	b.load(chromedp.Navigate(b.address(path)))
}

func (b *tab) address(path string) string {
	if strings.HasPrefix(path, "http://") {
		return path
	}
	return shared.url + path
}

// load runs what leads to another page and waits until that has loaded.
func (b *tab) load(actions ...chromedp.Action[chromedp.Void]) *network.Response {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	response, err := chromedp.RunResponse(ctx, actions...)
	if err != nil {
		b.stuck(err)
	}
	return response
}

// follow clicks what leads to another page.
func (b *tab) follow(selector string) {
	b.Helper()
	b.clicks++
	b.load(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// click clicks what changes the page it is on.
func (b *tab) click(selector string) {
	b.Helper()
	b.clicks++
	b.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// fill replaces what a field holds.
func (b *tab) fill(selector, text string) {
	b.Helper()
	b.do(chromedp.SetValue(chromedp.CSS(selector), text, chromedp.NodeVisible))
	if b.scripts {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const e = document.querySelector(%s);
			for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, {bubbles: true})); })()`, quoted(selector))))
	}
}

// files puts files into a field for them.
func (b *tab) files(selector string, paths ...string) {
	b.Helper()
	b.do(chromedp.SetUploadFiles(chromedp.CSS(selector), paths, chromedp.NodeReady))
}

// press sends keys to the page, away from any field.
func press(keys string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`), chromedp.KeyEvent(keys))
}

// see waits until an element shows and returns its text.
func (b *tab) see(selector string) string {
	b.Helper()
	b.do(chromedp.WaitVisible(chromedp.CSS(selector)))
	return strings.TrimSpace(got(b, chromedp.Text(chromedp.CSS(selector))))
}

// seeText waits until an element's text contains words.
func (b *tab) seeText(selector, words string) {
	b.Helper()
	b.until(fmt.Sprintf(`[...document.querySelectorAll(%s)].some(e => e.textContent.includes(%s))`, quoted(selector), quoted(words)))
}

// until waits until an expression is true, on this page or one that follows it.
func (b *tab) until(expression string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		// A page that is being left answers with an error, which is as good as no.
		if yes, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")")); err == nil && yes {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			b.stuck(fmt.Errorf("never true: %s", expression))
		}
	}
}

// value evaluates an expression, a promise too.
func value[T any](b *tab, expression string) T {
	b.Helper()
	return got(b, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// has tells whether an element is there now.
func (b *tab) has(selector string) bool {
	b.Helper()
	return value[bool](b, "document.querySelector("+quoted(selector)+") !== null")
}

// path is where the tab stands, without the host.
func (b *tab) path() string {
	b.Helper()
	return value[string](b, "location.pathname + location.search")
}

// quoted is text as a literal of a script.
func quoted(text string) string {
	b, _ := json.Marshal(text) // a string always has a form
	return string(b)
}

// submit sends the form of an element as its button would.
func submit(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void]("document.querySelector(" + quoted(selector) + ").form.requestSubmit()")
}

// submitNth sends the nth form of those that fillAll counts, past what scripts of the page would do.
func submitNth(n int) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`HTMLFormElement.prototype.submit.call(
		[...document.querySelectorAll("main form[method=post]")].filter(f => f.querySelector("input:not([type=hidden]), textarea"))[%d])`, n))
}
