package verification

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"tariffdesk/fail"
)

// DocumentKind is the kind of a document, as declared.
type DocumentKind string

// DocumentState is how far a document is.
type DocumentState string

// The states. Of a failed one Problem says why; a removed one keeps nothing but that it was there.
const (
	DocumentReading DocumentState = "reading"
	DocumentRead    DocumentState = "read"
	DocumentFailed  DocumentState = "failed"
	DocumentRemoved DocumentState = "removed"
)

// Document is a file of a verification.
type Document struct {
	ID             string
	VerificationID string
	OrganisationID string
	Kind           DocumentKind
	Name           string
	MediaType      string // by content
	Size           int
	Pages          int
	State          DocumentState
	Problem        string
	Blob           string // its key; "" once it is removed
	CreatedAt      time.Time
	ReadAt         *time.Time
	RemovedAt      *time.Time
}

// paper describes a kind of document.
type paper struct {
	Kind         DocumentKind   `json:"kind"`
	Also         []DocumentKind `json:"also"`
	Titles       []string       `json:"titles"` // folded; one of them stands on its first pages
	Compares     []string       `json:"compares"`
	MaxAgeMonths int            `json:"max_age_months"` // 0 for any age
}

//go:embed documents.json
var paperText []byte

var papers = sync.OnceValue(func() []paper {
	var all []paper
	if err := json.Unmarshal(paperText, &all); err != nil {
		panic(fmt.Sprintf("documents.json: %v", err)) // embedded: a test reads it
	}
	return all
})

// DocumentKinds lists the kinds.
func DocumentKinds() (kinds []DocumentKind) {
	for _, p := range papers() {
		kinds = append(kinds, p.Kind)
	}
	return kinds
}

// ParseDocumentKind reads a kind by its name or one it also goes by; CodeBadRequest for another.
func ParseDocumentKind(text string) (DocumentKind, error) {
	kind := DocumentKind(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(text))))
	for _, p := range papers() {
		if p.Kind == kind || slices.Contains(p.Also, kind) {
			return p.Kind, nil
		}
	}
	var names []string
	for _, k := range DocumentKinds() {
		names = append(names, string(k))
	}
	return "", fail.New(fail.CodeBadRequest, "kind: want "+strings.Join(names, ", "))
}

func paperOf(kind DocumentKind) paper {
	for _, p := range papers() {
		if p.Kind == kind {
			return p
		}
	}
	return paper{Kind: kind}
}

// The fields that documents are read for, by the names under which the readers find them best.
const (
	FieldTaxID          = "rfc"
	FieldLegalName      = "denominacion_razon_social"
	FieldAddress        = "domicilio"
	FieldIssuedOn       = "fecha_emision"
	FieldRepresentative = "nombre_representante_legal"
)

// Schema is the JSON Schema (Draft 7) of what is read from a kind of document.
func Schema(kind DocumentKind) json.RawMessage {
	properties := map[string]any{}
	for _, c := range paperOf(kind).Compares {
		switch c {
		case "tax_id":
			properties[FieldTaxID] = text("RFC, NIT, CUIT or EIN of the company", "")
		case "legal_name":
			properties[FieldLegalName] = text("Denominación/Razón Social", "")
		case "address":
			properties[FieldAddress] = text("Domicilio registrado: calle, número, colonia, municipio", "")
		case "issued_on":
			properties[FieldIssuedOn] = text("Lugar y fecha de emisión", "date")
		case "representative":
			properties[FieldRepresentative] = text("Nombre completo del representante o titular", "")
		}
	}
	schema, err := json.Marshal(map[string]any{"type": "object", "properties": properties})
	if err != nil {
		panic(fmt.Sprintf("schema of %s: %v", kind, err)) // of strings alone
	}
	return schema
}

func text(description, format string) map[string]string {
	p := map[string]string{"type": "string", "description": description}
	if format != "" {
		p["format"] = format
	}
	return p
}
