// Package openapi owns how the OpenAPI document is built: its head, the names and members of schemas, the headers and
// refusals of answers, and the shape in which an operation is described.
//
// It refuses to know operations: what is said of them comes with their routes.
package openapi
