// Package wire owns how requests and answers look on the wire: forms and JSON with their bounds, text and its encoding,
// the fingerprint of a request, pages of lists and tables, headers, and the one table from error code to status.
//
// It refuses to know who calls and what for: no caller, no store and no route stands in it.
package wire
