// Package opinion owns a second opinion on the code of a description: log-odds of words and pairs of neighbouring words
// for each subheading, learnt from the names of the tariff and from catalogues of goods that people have classified.
//
// It reads the file of the model, weighs a description, and orders ranked candidates anew. It refuses to speak of a kind
// of text that it learnt nothing from, where it is not sure itself, and of names that the tariff knows word for word.
// How a model is learnt is no concern of it.
package opinion
