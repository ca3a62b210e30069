package app

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

func document(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile("../../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The guide describes every metric and every alert; what is drawn and alarmed of exists.
func TestMetricsAlertsAndGuideAgree(t *testing.T) {
	t.Parallel()
	guide, alerts, dashboard := document(t, "guide/operations.md"), document(t, "operations/alerts.yaml"), document(t, "operations/dashboard.json")
	described := map[string]bool{}
	for _, name := range regexp.MustCompile("`(tariffdesk_[a-z_]+)[{`]").FindAllStringSubmatch(guide, -1) {
		described[name[1]] = true
	}
	of := make(chan *prometheus.Desc, 100)
	processCollector{}.Describe(of)
	close(of)
	for d := range of {
		if name := regexp.MustCompile(`fqName: "([^"]+)"`).FindStringSubmatch(d.String()); name == nil || !described[name[1]] {
			t.Errorf("the guide says nothing of %s", d)
		}
	}
	for _, name := range regexp.MustCompile(`tariffdesk_[a-z_]+`).FindAllString(alerts+dashboard, -1) {
		if !described[strings.TrimSuffix(name, "_bucket")] {
			t.Errorf("%s is used, and the guide does not know it", name)
		}
	}
	for _, alert := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(alerts, -1) {
		if !strings.Contains(guide, "| `"+alert[1]+"` |") {
			t.Errorf("what to do on %s is not said", alert[1])
		}
	}
}
