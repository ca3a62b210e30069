// Package model asks an OpenAI-compatible server for structured answers: it owns the connection, the
// deadlines, the attempts, the circuit breaker, the cap on calls at once, and the count of what they cost.
//
// It refuses to know what is asked: prompts, and the check of what an answer says, belong to classify
// and extract. Neither the key nor a prompt, an image or an answer reaches a log or an error of it.
package model
