package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"

	"tariffdesk/credit"
)

// A batch is one job whose rows run in chunks. Chunks are claimed in PostgreSQL, the organisation
// with the fewest at work first; a task in Redis is only the permission to claim one, any one.

// Chunk is a claimed part of a batch.
type Chunk struct {
	JobID          string
	OrganisationID string
	UserIdentifier string
	TraceParent    string
	N              int // from 1 in the order of rows; ChunkAssembly writes the result
	Rows           int // charged rows in it
	Attempt        int
	Lost           int // attempts that ended with their worker
	RunToken       string
	Remaining      time.Duration // until the batch's deadline
	JobInput       json.RawMessage
	Input          json.RawMessage
}

// RunsAlone is RunsAlone of a job.
func (c Chunk) RunsAlone() bool { return c.Attempt >= Attempts && c.Lost > 0 }

// ChunkAssembly is the number of the chunk that writes the result once all others have ended.
const ChunkAssembly = 0

// NewChunk is a part of a batch as it is submitted.
type NewChunk struct {
	Rows  int
	Input json.RawMessage
}

// ChunkOutcome counts the results of a chunk. Completed, Failed and Empty add up to its rows; failed
// and empty rows are refunded in the transaction that ends the chunk.
type ChunkOutcome struct {
	Output                   json.RawMessage
	Completed, Failed, Empty int        // Empty: classified without a suggestion
	Rows                     []BatchRow // for review; nil of a chunk that was lost
}

// Done is how many units have ended, whatever came of them; those that were cancelled have not.
func (j Job) Done() int { return j.Completed + j.Failed + j.Empty }

// Cancelled is how many units never ran because the job was cancelled. With the failed and the empty
// ones they are what was refunded; once the job has ended, Done and Cancelled add up to Total.
func (j Job) Cancelled() int {
	if j.State == StateCancelled {
		return j.Total - j.Done()
	}
	if j.Kind != KindBatch || j.Charged == 0 || j.State.Terminal() {
		return 0
	}
	return int(j.Refunded/(j.Charged/credit.Amount(j.Total))) - j.Failed - j.Empty
}

// BatchesPerOrganisation is how many batches of an organisation run at once; the others wait.
const BatchesPerOrganisation = 2

// ChunkTask is the asynq task type of the permission to claim a chunk.
const ChunkTask = "chunk"

// maxPermissions bounds the permissions that wait in Redis: more would not be used at once.
const maxPermissions = 20

// OfferChunks puts permissions to claim chunks into Redis, up to as many as there are chunks to
// claim. Losing some is harmless: the reconciler offers again each second.
func (s *Service) OfferChunks(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.EnqueueTimeout)
	defer cancel()
	claimable, err := s.store.ClaimableChunks(ctx, maxPermissions)
	if err != nil || claimable == 0 {
		return err
	}
	queue, divisions := s.specs[KindBatch].Queue, s.Divisions()
	waiting := 0
	for _, part := range divisions.Names(queue) {
		if info, err := s.inspector.GetQueueInfo(part); err == nil { // an unknown queue is an empty one
			waiting += info.Pending
		}
	}
	for range claimable - waiting {
		part := divisions.anyPart(queue)
		_, err := s.client.EnqueueContext(ctx, asynq.NewTask(ChunkTask, nil), asynq.TaskID(uuid.NewString()), asynq.Queue(part),
			asynq.MaxRetry(0), asynq.Timeout(s.specs[KindBatch].Deadline+time.Hour))
		if err != nil {
			return fmt.Errorf("offer chunk: %w", err)
		}
		s.wake(part)
	}
	return nil
}
