package openapi

import (
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/quote"
)

// tags stand in the order in which a user meets them.
var tags = []*huma.Tag{
	{Name: "tariff", Description: "Classify goods one by one or by the thousand, refine, confirm and review what was classified, and look codes up"},
	{Name: "svcdocs", Description: "Extract data and text from invoices, packing lists and other documents"},
	{Name: "quoter", Description: "Duties, taxes, restrictions and regulations of classified goods at the Mexican border"},
	{Name: "marketplace", Description: "Landed cost of a parcel, by every channel, and the checkout that freezes it"},
	{Name: "jobs", Description: "What runs longer than a call: watch it, take its result, cancel it, classify its failed rows again"},
	{Name: "shipments", Description: "From the papers of an import or export to a priced entry: read, compare, classify, decide, quote"},
	{Name: "share links", Description: "Let somebody without an account answer questions, or read a result"},
	{Name: "sessions", Description: "Sign in, stay signed in, sign out"},
	{Name: "account", Description: "The signed-in user's own account"},
	{Name: "keys", Description: "API keys of the organisation"},
	{Name: "organization", Description: "Subscription, usage, members, webhook and the trail of what happened"},
	{Name: "onboarding", Description: "Verification of companies, for keys cmt_ and operators"},
	{Name: "operations", Description: "For whoever runs the service: user ops with OPS_PASSWORD, or a session of an operator"},
}

// Config describes the document. huma's own pages load from another host and its create hook
// adds $schema to answers: both are left out.
func Config(version string) huma.Config {
	c := huma.DefaultConfig("Tariffdesk", version)
	c.DocsPath, c.OpenAPIPath, c.SchemasPath, c.CreateHooks = "", "", "", nil
	c.Formats = map[string]huma.Format{"application/json": wire.JSON(), "json": wire.JSON()}
	c.DefaultFormat = "application/json"
	c.Info.Description = "Classifies goods under the Harmonized System and national tariffs, extracts data from " +
		"trade documents, and quotes duties. Calls are authenticated with `Authorization: Bearer <token>`: an API key or the " +
		"access token of a session. Credits are decimal numbers (1, 0.25), times RFC 3339 in UTC with microseconds, shares and " +
		"confidences between 0 and 1, percentage rates decimals (0.16 is 16 percent), codes digits alone. An answer may gain " +
		"members; a request with a member unknown to its operation is refused. " +
		"Messages of refusals are in English or Spanish: as the field `language` of the call states, otherwise by `Accept-Language`, otherwise in English; " +
		"types of errors and names of fields never change."
	c.Servers = []*huma.Server{{URL: "/", Description: "The service that serves this document"}}
	c.Tags = tags
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"ops":    {Type: "http", Scheme: "basic", Description: "User ops with OPS_PASSWORD"},
		"bearer": {Type: "http", Scheme: "bearer", Description: "An API key (sk_, st_, cmt_, cm_) or the access token of a session"},
	}
	c.Components.Headers, c.Components.Responses = answerHeaders, refusedAnswers()
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	// These write themselves as JSON numbers, which their Go types do not tell.
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[credit.Amount](), reflect.TypeFor[float64]())
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[quote.Number](), reflect.TypeFor[float64]())
	return c
}

// schemaName names the schema of a type. Types of other packages carry the name of their package, so that equal names
// stay apart.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name, ok := keptNames[t.PkgPath()+"."+t.Name()]; ok {
		return name
	}
	name := huma.DefaultSchemaNamer(t, hint)
	if t.PkgPath() == "" || ownPackage(t.PkgPath()) {
		return name
	}
	public, _, _ := strings.Cut(t.PkgPath(), "/internal/") // where code stands inside a package is nobody's business outside
	pkg := path.Base(public)
	return strings.ToUpper(pkg[:1]) + pkg[1:] + name
}

// keptNames are the names of schemas whose types have been renamed since: clients know them.
var keptNames = map[string]string{
	"tariffdesk/extract/internal/sheet.Text":      "ExtractPageText",
	"tariffdesk/extract/internal/describe.Column": "DescribeColumn",
}

// SchemaOf is the schema of a type.
func SchemaOf[T any](r huma.Registry) *huma.Schema { return r.Schema(reflect.TypeFor[T](), true, "") }

// FormFields documents a multipart body.
func FormFields(op *huma.Operation, required []string, fields map[string]*huma.Schema) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: fields, Required: required}},
	}}
}

// BooleanParam documents a query parameter that is bound as text, to be read in any case.
func BooleanParam(op *huma.Operation, name string, otherwise bool) {
	for _, p := range op.Parameters {
		if p.Name == name {
			p.Schema = &huma.Schema{Type: huma.TypeBoolean, Default: otherwise, Description: p.Description}
		}
	}
}

// TextField returns the schema of a form field that holds text.
func TextField(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: doc} }

// FilesField returns the schema of a form field that takes at most so many files.
func FilesField(doc string, most int) *huma.Schema {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	return &huma.Schema{Type: huma.TypeArray, Items: file, MaxItems: &most, Description: doc}
}

// ownPackage reports whether a package is the one above this, or lies below that.
func ownPackage(pkg string) bool {
	own := path.Dir(reflect.TypeFor[Words]().PkgPath())
	return pkg == own || strings.HasPrefix(pkg, own+"/")
}
