package precedent

import (
	"errors"
	"fmt"
	"slices"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/coefficient"
	"tariffdesk/classify/internal/rank"
)

// Stage is the second stage: Trusted weighs each kind of evidence by each part of trust, Trees add what that misses.
type Stage struct {
	coefficient.File
	Trusted [TrustedCount]Trust
	Trees   []Tree
}

// stageFile is its file.
type stageFile struct {
	coefficient.File
	Coefficients map[string]Trust `json:"coefficients"` // of each kind by the three parts of trust
	Trees        []treeFile       `json:"trees"`
}

// treeFile is a tree: questions row by row from the top, leaves from left to right.
type treeFile struct {
	Ask    [nodes]string   `json:"ask"`
	From   [nodes]float32  `json:"from"`
	Leaves [leaves]float32 `json:"leaves"`
}

// ReadStage reads a file of coefficients.
func ReadStage(raw []byte) (*Stage, error) {
	var f stageFile
	if err := coefficient.Read(raw, &f); err != nil {
		return nil, err
	}
	names := EvidenceNames()
	s := &Stage{File: f.File, Trees: make([]Tree, len(f.Trees))}
	if err := coefficient.Place(names[:TrustedCount], f.Coefficients, s.Trusted[:]); err != nil {
		return nil, err
	}
	places := map[string]uint8{}
	for i, name := range names {
		places[name] = uint8(i)
	}
	for t, tree := range f.Trees {
		s.Trees[t] = Tree{Cut: tree.From, Leaf: tree.Leaves}
		for i, name := range tree.Ask {
			place, known := places[name]
			if !known {
				return nil, fmt.Errorf("tree %d asks for %q: unknown", t+1, name)
			}
			s.Trees[t].Kind[i] = place
		}
	}
	if len(s.Trees) == 0 {
		return nil, errors.New("trees: missing")
	}
	return s, nil
}

// Write returns the file.
func (s *Stage) Write() ([]byte, error) {
	names := EvidenceNames()
	f := stageFile{File: s.File, Coefficients: coefficient.Named(names[:TrustedCount], s.Trusted[:])}
	for _, tree := range s.Trees {
		written := treeFile{From: tree.Cut, Leaves: tree.Leaf}
		for i, kind := range tree.Kind {
			written.Ask[i] = names[kind]
		}
		f.Trees = append(f.Trees, written)
	}
	return coefficient.Write(f)
}

// Rank orders ranked candidates anew by what the precedents say. Without precedents the order stays, and so it does for a
// name that the tariff knows word for word, unless a precedent has the same words.
func (s *Stage) Rank(n *Neighbors, t *code.Tree, candidates []rank.Candidate) {
	if n == nil {
		return
	}
	n.weigh(t, candidates)
	if len(candidates) == 0 {
		return
	}
	if n.Top < sameFrom && slices.ContainsFunc(candidates, named) {
		return // precedents of other goods took more names from their own code than they led there
	}
	weights := s.weights(n)
	for i := range candidates {
		e := &n.weighed[i].evidence
		candidates[i].Score = s.score(&weights, e)
	}
	rank.Order(candidates)
}

// named reports whether the description is, word for word, a name of a candidate.
func named(c rank.Candidate) bool { return c.Features != nil && c.Features[rank.FeatWhole] > 0 }

// weights are the coefficients of every kind, by how far the precedents are trusted.
func (s *Stage) weights(n *Neighbors) (weights [TrustedCount]float32) {
	for kind := range weights {
		for i, t := range trustOf(kind, n.Top, n.alike) {
			weights[kind] += s.Trusted[kind][i] * t
		}
	}
	return weights
}

func (s *Stage) score(weights *[TrustedCount]float32, e *Evidence) (score float32) {
	for kind, w := range weights {
		score += w * e[kind]
	}
	for t := range s.Trees {
		score += s.Trees[t].Read(e)
	}
	if e[evidenceNearest] >= sameFrom {
		score += sameScore
	}
	return score
}

// A precedent of the same words, small numbers apart, decides: the organisation has classified these very
// goods. No coefficient could be fitted to it, for catalogues to learn from hold a text once.
const (
	sameFrom  = 0.97
	sameScore = 5
)
