// Package gate owns who calls: tokens and the operations password, levels of access, and the caller as a request
// carries him to its handler.
//
// It refuses to know routes and handlers, and reads no store but through account.
package gate
