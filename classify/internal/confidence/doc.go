// Package confidence owns how far an answer can be trusted: the calibrated probability that its first code is right,
// whether it must ask, and whether a description says what the goods are at all.
//
// It refuses to look beyond a Shape: it knows neither index nor candidates.
package confidence
