package store

import "context"

// Exec runs one statement. It serves operations and tests that arrange what no caller may.
func (s *Store) Exec(ctx context.Context, sql string, args ...any) error {
	_, err := s.pool.Exec(ctx, sql, args...)
	return err
}

// QueryRow reads one row into dest, for the same uses.
func (s *Store) QueryRow(ctx context.Context, sql string, args []any, dest ...any) error {
	return s.pool.QueryRow(ctx, sql, args...).Scan(dest...)
}
