package classify

import (
	"fmt"
	"io/fs"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/opinion"
	"tariffdesk/classify/internal/precedent"
	"tariffdesk/classify/internal/rank"
)

// The files of coefficients below the data.
const (
	RankFile       = "coefficients/rank.json"
	PrecedentsFile = "coefficients/precedents.json"
	ConfidenceFile = "coefficients/confidence.json"
	LineFile       = "coefficients/line.json"
	OpinionFile    = "coefficients/opinion.bin"
)

// coefficients are the fitted numbers of an engine.
type coefficients struct {
	weights *rank.Weights
	stage   *precedent.Stage
	models  *confidence.Models
	lined   *line.Weights
	learnt  *opinion.Model
}

// readCoefficients reads the files of fitted numbers. Errors name the file.
func readCoefficients(files fs.FS) (c coefficients, err error) {
	if c.weights, err = readFile(files, RankFile, rank.ReadWeights); err != nil {
		return c, err
	}
	if c.stage, err = readFile(files, PrecedentsFile, precedent.ReadStage); err != nil {
		return c, err
	}
	if c.models, err = readFile(files, ConfidenceFile, confidence.ReadModels); err != nil {
		return c, err
	}
	if c.lined, err = readFile(files, LineFile, line.ReadWeights); err != nil {
		return c, err
	}
	c.learnt, err = readFile(files, OpinionFile, opinion.Read)
	return c, err
}

func readFile[T any](files fs.FS, name string, read func([]byte) (*T, error)) (*T, error) {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	value, err := read(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return value, nil
}
