package worker

import (
	"fmt"
	"log/slog"
)

// asynqLog gives asynq's messages to the service's log, their text as a value: log messages are constant.
type asynqLog struct{ log *slog.Logger }

func (l asynqLog) Debug(args ...any) { l.log.Debug("asynq", "text", fmt.Sprint(args...)) }
func (l asynqLog) Info(args ...any)  { l.log.Info("asynq", "text", fmt.Sprint(args...)) }
func (l asynqLog) Warn(args ...any)  { l.log.Warn("asynq", "text", fmt.Sprint(args...)) }
func (l asynqLog) Error(args ...any) { l.log.Error("asynq", "text", fmt.Sprint(args...)) }

// Fatal logs only: nothing but main ends the process.
func (l asynqLog) Fatal(args ...any) { l.log.Error("asynq", "text", fmt.Sprint(args...)) }
