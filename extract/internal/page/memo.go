package page

import "sync"

// Memo holds facts that are computed when they are first asked for, each once. The zero value is empty.
type Memo[K comparable, V any] struct {
	mu    sync.Mutex
	facts map[K]V
}

// Of is the fact of a key, computed where nobody asked for it before. compute may ask the memo for others.
func (m *Memo[K, V]) Of(key K, compute func() V) V {
	m.mu.Lock()
	v, ok := m.facts[key]
	m.mu.Unlock()
	if ok {
		return v
	}
	v = compute()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.facts == nil {
		m.facts = map[K]V{}
	}
	m.facts[key] = v
	return v
}

// PerPage makes a fact of each page by its place, from 0, that is computed when it is first asked for.
func PerPage[V any](of func(page int) V) func(page int) V {
	var m Memo[int, V]
	return func(page int) V { return m.Of(page, func() V { return of(page) }) }
}
