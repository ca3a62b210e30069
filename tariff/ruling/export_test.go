package ruling

import "io"

// ReadWithin is Read with other bounds.
func ReadWithin(source Source, from io.Reader, o Options, rows, rulings int) (*File, error) {
	return read(source, from, o, bounds{rows, rulings})
}
