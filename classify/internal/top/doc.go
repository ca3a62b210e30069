// Package top owns the choice of the best few of many numbers, without sorting the rest.
//
// It refuses to know what is numbered, and imports nothing of the classification.
package top
