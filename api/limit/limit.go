// Package limit owns what may be asked at once and in a minute: of an organisation, of a network address, of the memory
// for uploads, and of the places at which files are read.
//
// It refuses to decide who is counted together: its callers name the keys.
package limit
