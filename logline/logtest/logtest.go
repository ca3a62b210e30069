// Package logtest holds what tests read of a log while others write it.
package logtest

import (
	"bytes"
	"strings"
	"sync"
)

// Lines collects log lines. It may be written and read at the same time; the zero value is empty.
type Lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write keeps p.
func (l *Lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

// String is all that has been written.
func (l *Lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// About returns the lines that hold text.
func (l *Lines) About(text string) (found []string) {
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}
