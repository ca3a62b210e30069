package api

import "context"

// PollsAtOnce is how many long polls of an organisation wait.
const PollsAtOnce = pollsAtOnce

// Polls is how many do.
func (s *Server) Polls(organisationID string) int {
	s.polls.mu.Lock()
	defer s.polls.mu.Unlock()
	return s.polls.busy[organisationID]
}

// FillUploads takes all the room for uploads, once no call holds any of it.
func (s *Server) FillUploads(ctx context.Context) (release func(), err error) {
	if err := s.uploads.room.Acquire(ctx, uploadBytes); err != nil {
		return nil, err
	}
	return func() { s.uploads.room.Release(uploadBytes) }, nil
}
