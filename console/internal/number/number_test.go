package number

import (
	"errors"
	"testing"
)

func TestNumbersOfBothConventionsAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1.234,56": "1234.56", "1,234.56": "1234.56", "1.234.567,8": "1234567.8", "1,234,567": "1234567", "1.234.567": "1234567", "1234,5": "1234.5", "1234.56": "1234.56",
		"1 234,56": "1234.56", "1'234'567.80": "1234567.80", "$ 12,500.00": "12500.00", "0,125": "0.125", "0.125": "0.125", ",5": "0.5", "17.2345": "17.2345", "17,2345": "17.2345",
		"1000": "1000", "-12,5": "-12.5", "1234.567": "1234.567", "12.": "12", "1\u202f234": "1234", "100000": "100000", "1.2340": "1.2340",
	} {
		if got, err := Read(text); err != nil || got != want {
			t.Errorf("%q: %q %v, not %q", text, got, err, want)
		}
	}
}

func TestWhatBothConventionsReadIsAmbiguous(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]AmbiguousError{
		"1.234": {"1234", "1.2340"}, "1,234": {"1234", "1.2340"}, "12.500": {"12500", "12.5000"}, "$999,000": {"999000", "999.0000"}, "-1.234": {"-1234", "-1.2340"},
	} {
		_, err := Read(text)
		got, ok := errors.AsType[*AmbiguousError](err)
		if !ok || *got != want {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for _, reading := range []string{got.Whole, got.Decimal} {
			if again, err := Read(reading); err != nil || again != reading {
				t.Errorf("the reading %q is read as %q %v", reading, again, err)
			}
		}
	}
}

func TestWhatIsNoNumberIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", ".", "abc", "1e5", "1,23,456.7", "1.23.4", "1.234,567,8", "12 kg", "--1", "1.2345.678,9", "1,2345.6", "NaN", "0x10"} {
		if got, err := Read(text); !errors.Is(err, ErrNone) {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
}

func FuzzEveryReadingReadsAsItself(f *testing.F) {
	for _, seed := range []string{"1.234,56", "1,234", "-0,5", "1'000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Read(text)
		if err != nil {
			return
		}
		again, err := Read(got)
		ambiguous, ok := errors.AsType[*AmbiguousError](err)
		if !(err == nil && again == got) && !(ok && ambiguous != nil) {
			t.Errorf("%q is read as %q, which is read as %q %v", text, got, again, err)
		}
	})
}
