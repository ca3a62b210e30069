package evaluate

import (
	"reflect"
	"testing"
)

// TestOutcomesAreOfValuesFoundOutsideLists holds what confidence is fitted on.
func TestOutcomesAreOfValuesFoundOutsideLists(t *testing.T) {
	t.Parallel()
	var want, got any
	decode(t, `{"a":{"b":1,"c":2,"d":3},"l":[{"x":1}]}`, &want)
	decode(t, `{"a":{"b":1.0,"c":9,"e":4},"l":[{"x":2}]}`, &got)
	if all := Outcomes(want, got); !reflect.DeepEqual(all, []Outcome{{"a/b", true}, {"a/c", false}, {"a/e", false}}) {
		t.Errorf("%+v", all)
	}
}
