package ops

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

func TestTheGuideDescribesEveryMetric(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../docs/guide/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	of := make(chan *prometheus.Desc, 100)
	(&stateCollector{}).Describe(of)
	m := newMetrics(&Handlers{})
	m.requests.Describe(of)
	m.duration.Describe(of)
	m.inFlight.Describe(of)
	close(of)
	for d := range of {
		name := regexp.MustCompile(`fqName: "([^"]+)"`).FindStringSubmatch(d.String())
		if name == nil || !strings.Contains(string(guide), "`"+name[1]) {
			t.Errorf("the guide says nothing of %s", d)
		}
	}
}
