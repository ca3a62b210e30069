// Package submit owns the way from a valid request to a charged job and from the job to an answer: at once, as a
// stream, or as the 202 with the job.
//
// It refuses to know what a job does: endpoints build its input and name its kind.
package submit
