package browser

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// watch notes whatever a page does that no page should.
type watch struct {
	mu      sync.Mutex
	noted   []string
	allowed []int64 // statuses that the test asks for
}

func newWatch() *watch { return &watch{} }

// reportBinding is what pages tell of the content security policy by.
const reportBinding = "reportPolicyViolation"

// install makes every page that follows tell of violations of its content security policy.
func install() chromedp.Action[chromedp.Void] {
	return chromedp.Steps(
		call(runtime.AddBinding, runtime.AddBindingParams{Name: reportBinding}),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
				document.addEventListener("securitypolicyviolation", e => window.` + reportBinding + `(
					e.violatedDirective + " by " + (e.blockedURI || e.sample) + " at " + location.pathname + ":" + e.lineNumber + " " + e.sample));`})
			return err
		}),
	)
}

// see is told of every event of the tab.
func (w *watch) see(event any) {
	switch e := event.(type) {
	case *runtime.EventBindingCalled:
		if e.Name == reportBinding {
			w.note("content security policy: %s", e.Payload)
		}
	case *runtime.EventExceptionThrown:
		w.note("uncaught exception: %s %s", e.ExceptionDetails.Text, described(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if slices.Contains([]string{"error", "warning", "assert"}, string(e.Type)) {
			w.note("console: %s", arguments(e.Args))
		}
	case *log.EventEntryAdded:
		// Answers of status 400 and above are judged below, where their status is known.
		if e.Entry.Level == "error" && e.Entry.Source != "network" {
			w.note("browser: %s (%s)", e.Entry.Text, e.Entry.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled && e.ErrorText != "net::ERR_ABORTED" {
			w.note("request failed: %s %s", e.ErrorText, e.BlockedReason)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 && !w.allows(e.Response.Status) {
			w.note("answered %d: %s", e.Response.Status, e.Response.URL)
		}
		if !strings.HasPrefix(e.Response.URL, shared.url) && strings.HasPrefix(e.Response.URL, "http") {
			w.note("another host is asked: %s", e.Response.URL)
		}
	}
}

func (w *watch) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.noted = append(w.noted, fmt.Sprintf(format, args...))
}

// expect allows answers of a status from now on.
func (w *watch) expect(status int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.allowed = append(w.allowed, status)
}

func (w *watch) allows(status int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Contains(w.allowed, status)
}

func (w *watch) problems() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.noted
}

func described(o *runtime.RemoteObject) string {
	if o == nil {
		return ""
	}
	if o.Description != "" {
		return o.Description
	}
	return string(o.Value)
}

func arguments(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		words = append(words, described(a))
	}
	return strings.Join(words, " ")
}

// call makes an action of a command whose answer does not matter.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}
