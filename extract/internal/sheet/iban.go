package sheet

// The lengths of an account number by ISO 13616.
const (
	shortestIBAN = 15
	LongestIBAN  = 34
)

// IsIBAN judges an account number, folded and without gaps, by its check digits: the country and they moved
// to the end, letters as 10 to 35, the whole is 1 modulo 97.
func IsIBAN(text string) bool {
	if len(text) < shortestIBAN || len(text) > LongestIBAN {
		return false
	}
	rest := 0
	for i, c := range text[4:] + text[:4] {
		switch {
		case c >= '0' && c <= '9':
			rest = (rest*10 + int(c-'0')) % 97
		case c >= 'a' && c <= 'z' && i != len(text)-1 && i != len(text)-2:
			rest = (rest*100 + int(c-'a') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1 && text[0] >= 'a' && text[1] >= 'a'
}
