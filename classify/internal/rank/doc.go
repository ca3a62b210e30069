// Package rank owns the order of the candidates: which subheadings are worth weighing, the features they are weighed
// by, and the probability that each gets.
//
// It refuses what is beside the tariff: precedents order its candidates anew, and confidence judges the order.
package rank
