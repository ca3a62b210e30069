// Package classify turns a description of goods into ranked codes: retrieval in the tariff's own
// search words, evidence by level of the nomenclature, facets that choose among siblings, an
// organisation's precedents, a calibrated confidence, a reason, and the questions whose answers
// would decide.
//
// It is pure: no HTTP, no SQL, no queue, no clock. The same request over the same knowledge gives the
// same answer. It refuses to bluff: where nothing in a description is understood, it asks.
package classify
