package form

import (
	"strings"
	"testing"
)

const page = `<html><head><title>T</title></head><body><main id="main"><form method="get" action="/x"><input name="q" value="kept"></form>
<form method="post" action="/x"><input type="hidden" name="form" value="new"><input type="hidden" name="more" value="stays">
<label for="f-url">Address <span class="optional">optional</span></label><input id="f-url" name="url" type="text" value="" aria-describedby="h-url">
<label for="f-text">Text</label><textarea id="f-text" name="text">
old</textarea>
<select id="f-s" name="s"><option value="a" selected>A</option><option value="b">B</option></select>
<fieldset><legend><span class="rank">1</span> Which?</legend><label><input type="radio" name="r" value="1" checked> one</label><label><input type="radio" name="r" value="2"> two</label></fieldset>
<input type="checkbox" name="c" value="1" checked><input type="password" name="p"><input type="file" name="f"><input name="twice"><input name="twice">
</form></main></body></html>`

func TestWhatWasTypedComesBackAndProblemsStandAtTheirFields(t *testing.T) {
	t.Parallel()
	typed := Typed{
		Values: map[string][]string{"form": {"old"}, "url": {`"><script>`}, "text": {"</textarea><b>\n中文 عربي"}, "s": {"b"}, "r": {"2"}, "p": {"secret"}, "twice": {"first", "second"}, "q": {"other"}},
		Files:  map[string][]string{"f": {"factura <1>.pdf"}},
	}
	got := string(Restore([]byte(page), "/x", typed, []Problem{{"url", "is <no> address"}, {"absent", "x"}, {"", "whole"}}, []byte("<p>SUMMARY</p>"), "Choose %s again."))
	for _, want := range []string{
		`<main id="main"><p>SUMMARY</p>`, `name="q" value="kept"`, `name="form" value="old"`, `name="more" value="stays"`,
		`name="url" type="text" value="&#34;&gt;&lt;script&gt;" aria-describedby="h-url e-url" aria-invalid="true"><p class="field-error" id="e-url">is &lt;no&gt; address</p>`,
		"&lt;/textarea&gt;&lt;b&gt;\n中文 عربي</textarea>", `<option value="a">A`, `<option value="b" selected="">B`, `value="1"> one`, `value="2" checked=""> two`,
		`name="c" value="1"><`, `<input type="password" name="p">`, `<p class="hint chosen">Choose factura &lt;1&gt;.pdf again.</p>`,
		`name="twice" value="first"><input name="twice" value="second">`, "</form></main></body></html>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, "secret") || strings.Contains(got, "old</textarea>") {
		t.Errorf("a password or an old text shows: %s", got)
	}
}

func TestWhatTheFormStandsInIsUnfolded(t *testing.T) {
	t.Parallel()
	const folded = `<details><summary>a</summary></details><details class="x"><form method="post" action="/x"><details><input name="a"></details></form></details><details></details>`
	want := `<details><summary>a</summary></details><details class="x" open=""><form method="post" action="/x"><details open=""><input name="a" value="1"></details></form></details><details></details>`
	if got := string(Restore([]byte(folded), "/x", Typed{Values: map[string][]string{"a": {"1"}}}, nil, nil, "%s")); got != want {
		t.Errorf("%s", got)
	}
}

func TestFieldsAreNamedByTheirLabels(t *testing.T) {
	t.Parallel()
	fields := Fields([]byte(page), "/x")
	for name, want := range map[string]Field{"url": {ID: "f-url", Label: "Address"}, "text": {ID: "f-text", Label: "Text"}, "r": {ID: "f-r", Label: "Which?", Group: true}} {
		if got := fields[name]; got != want {
			t.Errorf("%s: %+v, not %+v", name, got, want)
		}
	}
	if Fields([]byte(page), "/y") != nil {
		t.Error("a form that is not there has fields")
	}
}

func FuzzAPageComesBackWhole(f *testing.F) {
	f.Add(page, "x")
	f.Add(`<form method=post action=/x><textarea name=text>`, "y")
	f.Fuzz(func(t *testing.T, page, text string) {
		typed := Typed{Values: map[string][]string{"url": {text}, "text": {text}}}
		got := Restore([]byte(page), "/none", typed, nil, nil, "%s")
		if !strings.Contains(page, "<") && string(got) != page {
			t.Errorf("%q became %q", page, got)
		}
		_ = Restore([]byte(page), "/x", typed, []Problem{{"text", text}}, []byte("s"), "%s")
		_ = Fields([]byte(page), "/x")
	})
}

func TestAFormIsFoundByItsActionOrByThatOfAButton(t *testing.T) {
	t.Parallel()
	const page = `<form method="post" action="/a"><input name="x"></form><form method="post"><input name="reason"><button formaction="/b/reject">no</button></form>`
	for address, want := range map[string]struct {
		action string
		found  bool
	}{"/a": {"/a", true}, "/b/reject": {"", true}, "/b/approve": {"", false}} {
		if action, found := Action([]byte(page), address); action != want.action || found != want.found {
			t.Errorf("%s: %q %v", address, action, found)
		}
	}
}
