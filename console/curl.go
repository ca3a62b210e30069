package console

import (
	"crypto/rand"
	"strconv"
	"strings"
)

// formID is a new form's, see once.
func (v *visit) formID() string { return rand.Text() }

// answerField is the name of the field that answers question i.
func answerField(i int) string { return "answer." + strconv.Itoa(i) }

// curl is the call that classifies the same goods from a shell, with a place for the key.
func (v *visit) curl(r record) string {
	return "curl -X POST " + quoted(v.base()+classifyPath+"?country_code="+r.Country+"&model="+r.Model) +
		" \\\n  -H \"Authorization: Bearer $TARIFFDESK_KEY\"" +
		" \\\n  -F language=" + v.language.Name() +
		" \\\n  --form-string " + quoted("product_description="+r.Description)
}

// base is where programs reach the API: the configured address, else the one the browser used.
func (v *visit) base() string {
	if v.c.cfg.AppURL != "" {
		return strings.TrimSuffix(v.c.cfg.AppURL, "/")
	}
	return "http://" + v.r.Host
}

// quoted is s as one word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
