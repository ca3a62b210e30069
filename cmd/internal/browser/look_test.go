package browser

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// scheme is the colour scheme that a person prefers.
type scheme string

const (
	light scheme = "light"
	dark  scheme = "dark"
)

//go:embed testdata/axe/axe.min.js
var axe string

// maxPageBytes is what a page may load, compressed.
const maxPageBytes = 150 << 10

// look sets the width of the window and the colour scheme.
func (b *tab) look(width int64, s scheme) {
	b.Helper()
	b.do(
		call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: width, Height: map[int64]int64{narrow: 844, tablet: 1024, wide: 860}[width], DeviceScaleFactor: 1, Mobile: width == narrow,
		}),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: string(s)}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}}),
	)
}

// inspect holds the page to what every page promises, in both colour schemes, and takes its pictures.
func (b *tab) inspect(name string) {
	b.Helper()
	if got := value[string](b, "document.documentElement.lang"); got != string(b.language) {
		b.Errorf("%s: the page is in %q, asked for %q", name, got, b.language)
	}
	b.fits(name)
	// Budget: what a first visit loads, as it travels.
	if size := value[int64](b, `performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource")).reduce((sum, e) => sum + e.encodedBodySize, 0)`); size > maxPageBytes {
		b.Errorf("%s loads %d bytes, more than %d", name, size, maxPageBytes)
	}
	for _, s := range []scheme{light, dark} {
		b.look(b.width, s)
		rules := `{resultTypes: ["violations"]}`
		if s == dark { // all but colour has been judged
			rules = `{resultTypes: ["violations"], runOnly: {type: "rule", values: ["color-contrast"]}}`
		}
		for _, violation := range b.axe(rules) {
			b.Errorf("%s, %s, %s: %s", name, b.view, s, violation)
		}
		b.picture(fmt.Sprintf("%s-%s-%s", name, b.view, s))
	}
	b.look(b.width, light)
}

// fits refuses a page that is wider than its window.
func (b *tab) fits(name string) {
	b.Helper()
	// A phone's window widens with its page, so the width that was asked for counts.
	if over := value[int64](b, fmt.Sprintf("document.scrollingElement.scrollWidth - %d", b.width)); over > 0 {
		b.Errorf("%s is %d pixels wider than %d; widest: %s", name, over, b.width, value[string](b, `
			[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > `+strconv.FormatInt(b.width+1, 10)+`).slice(0, 4)
			.map(e => e.tagName + "." + e.getAttribute("class")).join(", ")`))
	}
}

// axe lists the violations of the rules of accessibility, each with the elements concerned. It works in
// a world of its own, which a page keeps: the page and its policies do not see it.
func (b *tab) axe(options string) []string {
	b.Helper()
	return got(b, func(ctx context.Context, t *chromedp.Target) ([]string, error) {
		tree, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return nil, err
		}
		world, err := cdp.Call(ctx, t, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: "axe"})
		if err != nil {
			return nil, err
		}
		evaluate := func(expression string) (string, error) {
			result, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{
				ContextID: world.ExecutionContextID, AwaitPromise: new(true), ReturnByValue: new(true), Expression: expression,
			})
			if err == nil && result.ExceptionDetails != nil {
				err = fmt.Errorf("axe: %s %s", result.ExceptionDetails.Text, described(result.ExceptionDetails.Exception))
			}
			if err != nil {
				return "", err
			}
			return strings.Trim(string(result.Result.Value), `"`), nil
		}
		if kind, err := evaluate(`typeof axe`); err != nil {
			return nil, err
		} else if kind == "undefined" {
			if _, err := evaluate(axe + `; 0`); err != nil {
				return nil, err
			}
		}
		text, err := evaluate(`axe.run(document, ` + options + `).then(r => r.violations.map(v => v.id + ": " + v.help + "\n" +
			v.nodes.slice(0, 5).map(n => "  " + n.html.slice(0, 200) + "\n  " + n.failureSummary.replaceAll("\n", " ")).join("\n")).join("\u0000"))`)
		if err != nil || text == "" {
			return nil, err
		}
		return strings.Split(strings.NewReplacer(`\n`, "\n", `\"`, `"`).Replace(text), `\u0000`), nil
	})
}

// picture writes what the page looks like, from top to bottom.
func (b *tab) picture(name string) {
	b.Helper()
	if *shots == "" {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644)
	}
	if err != nil {
		b.Errorf("picture %s: %v", name, err)
	}
}
