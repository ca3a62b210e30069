package quantity

import "testing"

func TestMeaningsAreHeldToTheirForm(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"length", "length x", "length 0", "length -1", "length 1/0"} {
		if z, err := parseSize(bad); err == nil {
			t.Errorf("%q is %+v", bad, z)
		}
	}
	if z, err := parseSize("diameter 0.0254"); err != nil || z != (size{"diameter", 0.0254}) {
		t.Errorf("%+v %v", z, err)
	}
	for _, bad := range []string{"thickness", "thickness: width", "thickness 0.1:", "thickness x: width"} {
		if k, err := parseKind(bad); err == nil {
			t.Errorf("%q is %+v", bad, k)
		}
	}
}
