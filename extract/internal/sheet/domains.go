package sheet

import (
	"regexp"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

var domainForm = regexp.MustCompile(`(?i)(?:@|www\.)([a-z0-9-]{4,})\.|\b([a-z0-9-]{4,})\.(?:com|de|fr|es|it|nl|net|org|eu|br|mx|co|ar|pt|uk|us)\b`)

// findDomains are the addresses of the web and of mail that a document prints.
func (d *Sheet) findDomains() []string {
	all := []string{}
	for _, p := range d.Pages {
		for _, r := range p.Rows {
			for _, m := range domainForm.FindAllStringSubmatch(page.Join(r.Words()), -1) {
				all = append(all, value.Alnum(m[1]+m[2]))
			}
		}
	}
	return all
}
