package browser

import (
	"bytes"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A client keeps the quote on paper: two pages, every figure whole, in both languages and on both papers.
func TestThePageOfAQuotePrintsWhole(t *testing.T) {
	t.Parallel()
	c := as(t, shared.demo)
	b := newTab(t, view{spanish, wide, false})
	for _, language := range []string{"Spanish", "English"} {
		page := c.sheet(language)
		figures := regexp.MustCompile(`<td class="n">([^<]+)</td>`).FindAllSubmatch(page, -1)
		if len(figures) < 20 {
			t.Fatalf("only %d figures in %s", len(figures), page)
		}
		for _, paper := range []string{"A4", "Letter"} {
			source := file(t, language+paper+".html", bytes.Replace(page, []byte("@page{"), []byte("@page{size:"+paper+";"), 1))
			b.load(chromedp.Navigate("file://" + source))
			printed := file(t, "sheet.pdf", got(b, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPrintBackground())))
			if info := output(t, "pdfinfo", printed); !regexp.MustCompile(`Pages:\s+2\n`).MatchString(info) || !strings.Contains(strings.ToLower(info), strings.ToLower(paper)) {
				t.Errorf("%s on %s is not two pages of it: %s", language, paper, info)
			}
			text := strings.Join(strings.Fields(output(t, "pdftotext", "-layout", printed, "-")), " ")
			for _, figure := range figures {
				if !strings.Contains(text, string(figure[1])) {
					t.Errorf("%s on %s: the figure %q is cut", language, paper, figure[1])
				}
			}
		}
	}
}

// sheet quotes three lines of large values and returns the page of the quote.
func (c client) sheet(language string) []byte {
	c.Helper()
	body := `{"direction":"import","language":"` + language + `","date":"2026-06-15","products":[
		{"product_description":"Pantalones de mezclilla de algodón para hombre","hscode_8digits":"62034291","country":"CN","customs_value":1250000.55,"currency":"USD","exchange_rate":17.8512,"quantity":120000,"quantity_unit":"PZA"},
		{"product_description":"Computadora portátil de 14 pulgadas","hscode_8digits":"84713001","country":"VN","customs_value":43000,"currency":"USD","exchange_rate":17.8512,"quantity":50,"quantity_unit":"PZA"},
		{"product_description":"Llantas para bicicleta","hscode_8digits":"40115001","country":"JP","customs_value":8000,"currency":"USD","exchange_rate":17.8512,"quantity":2000,"quantity_unit":"PZA"}]}`
	answer := c.call(http.MethodPost, "/api/v3/quoter_v2/new-quote?include_rrna=true", strings.NewReader(body))
	defer answer.Body.Close()
	page := c.call(http.MethodGet, "/api/v3/quoter_v2/quotes/"+answer.Header.Get("X-Quote-ID")+"/report", nil)
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	if err != nil {
		c.Fatal(err)
	}
	return text
}

// call sends JSON and returns the answer as it is; a refusal ends the test.
func (c client) call(method, path string, body io.Reader) *http.Response {
	c.Helper()
	request, err := http.NewRequestWithContext(c.Context(), method, shared.url+path, body)
	if err != nil {
		c.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", c.authorization)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		c.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		c.Fatalf("%s %s: %d %s", method, path, answer.StatusCode, text)
	}
	return answer
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(out)
}
