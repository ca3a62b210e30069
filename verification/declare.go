package verification

import (
	"fmt"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/fail"
	"tariffdesk/verification/taxid"
)

// The bounds of what is declared.
const (
	MaxName            = 300 // characters
	MaxAddress         = 500
	MaxExternalID      = 128
	MaxReason          = 1000
	MaxRepresentatives = 20
	MaxDocuments       = 20 // of one verification, removed ones not counted
)

// Declaration holds the statements of a caller about a company.
type Declaration struct {
	Country         taxid.Country
	LegalName       string
	TaxID           string
	Address         string
	ExternalID      string
	Representatives []Representative
}

// Declare reads a declaration into a draft. All problems are reported together, as CodeValidation.
func Declare(d Declaration) (Verification, error) {
	v := Verification{Country: d.Country, State: StateDraft, ExternalID: strings.TrimSpace(d.ExternalID), Representatives: []Representative{}}
	var problems []string
	note := func(problem string) {
		if problem != "" {
			problems = append(problems, problem)
		}
	}
	var problem string
	v.LegalName, problem = line("legal_name", d.LegalName, 1, MaxName)
	note(problem)
	v.Address, problem = line("address", d.Address, 0, MaxAddress)
	note(problem)
	id, err := taxid.Parse(d.Country, d.TaxID)
	if err != nil {
		note(fail.As(err).Message)
	}
	v.TaxID, v.TaxIDShown = id.Value, id.Shown
	if utf8.RuneCountInString(v.ExternalID) > MaxExternalID {
		note(fmt.Sprintf("external_id: want at most %d characters", MaxExternalID))
	}
	if len(d.Representatives) > MaxRepresentatives {
		note(fmt.Sprintf("representatives: want at most %d", MaxRepresentatives))
		d.Representatives = nil
	}
	for i, r := range d.Representatives {
		read, wrong := represented(d.Country, r)
		for _, w := range wrong {
			note(fmt.Sprintf("representatives[%d].%s", i, w))
		}
		v.Representatives = append(v.Representatives, read)
	}
	if len(problems) > 0 {
		return Verification{}, fail.New(fail.CodeValidation, problems[0]).With(problems...)
	}
	return v, nil
}

func represented(country taxid.Country, r Representative) (Representative, []string) {
	var problems []string
	name, problem := line("name", r.Name, 1, MaxName)
	if problem != "" {
		problems = append(problems, problem)
	}
	role, problem := line("role", r.Role, 0, 100)
	if problem != "" {
		problems = append(problems, problem)
	}
	read := Representative{Name: name, Role: role, Email: strings.TrimSpace(r.Email)}
	if strings.TrimSpace(r.TaxID) != "" {
		id, err := taxid.Parse(country, r.TaxID)
		if err != nil {
			problems = append(problems, fail.As(err).Message)
		}
		read.TaxID = id.Value
	}
	if a, err := mail.ParseAddress(read.Email); read.Email != "" && (err != nil || a.Address != read.Email || len(read.Email) > 254) {
		problems = append(problems, "email: want an address such as name@example.com")
	}
	return read, problems
}

// line reads a field of one line. Invisible characters that turn or hide text are refused: what people
// compare must be what they see.
func line(field, text string, least, most int) (string, string) {
	if utf8.RuneCountInString(text) > most {
		return "", fmt.Sprintf("%s: want at most %d characters", field, most)
	}
	text = strings.Join(strings.Fields(text), " ")
	if len([]rune(text)) < least {
		return "", field + ": is required"
	}
	for _, c := range text {
		if unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co) || c == utf8.RuneError {
			return "", fmt.Sprintf("%s: contains the invisible character %U", field, c)
		}
	}
	return text, ""
}

// Because reads the reason of a move; CodeValidation where it is too long, or must be given and is not.
func Because(text string, required bool) (string, error) {
	least := 0
	if required {
		least = 1
	}
	reason, problem := line("reason", text, least, MaxReason)
	if problem != "" {
		return "", fail.New(fail.CodeValidation, problem)
	}
	return reason, nil
}
