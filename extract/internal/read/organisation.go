package read

import "context"

type organisationKey struct{}

// WithOrganisation names the organisation for which ctx reads.
func WithOrganisation(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, organisationKey{}, id)
}

// organisationOf is "" where none is named: they share one line.
func organisationOf(ctx context.Context) string {
	id, _ := ctx.Value(organisationKey{}).(string)
	return id
}
