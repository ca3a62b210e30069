package classify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"sync"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/opinion"
	"tariffdesk/classify/internal/precedent"
	"tariffdesk/classify/internal/prose"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Options are the engine's optional parts.
type Options struct {
	Schedule Schedule         // nil: every country stops at six digits
	Measures *tariff.Measures // what the schedule's trees set limits to; needed with a schedule
	Data     fs.FS            // files as in classify/data; nil: those of the program
}

// Engine classifies. It is immutable and safe for concurrent use.
type Engine struct {
	knowledge *tariff.Knowledge
	tree      *code.Tree
	index     *lookup.Index
	facets    *facet.Index
	coefficients
	opinions  *opinion.Index
	words     words
	schedule  Schedule
	library   prose.Library
	dialogues dialogue.Tools
	lines     *line.Book // nil where neither a schedule nor notes are held
	law       *law       // nil where no notes are held
	lacking   lacking
	driving   driving
	rankings  sync.Pool
}

// New builds the index of knowledge: some hundred milliseconds, once a process.
func New(knowledge *tariff.Knowledge, options Options) (*Engine, error) {
	if knowledge == nil {
		return nil, errors.New("classify: no knowledge given")
	}
	switch _, headings, subheadings := knowledge.Counts(); {
	case subheadings == 0:
		return nil, errors.New("classify: the knowledge holds no subheading")
	case max(headings, subheadings) > math.MaxUint16:
		return nil, fmt.Errorf("classify: %d headings and %d subheadings are more than the index can number", headings, subheadings)
	}
	if options.Schedule != nil && options.Measures == nil {
		return nil, errors.New("classify: a schedule is given without its measures")
	}
	if options.Data == nil {
		options.Data = data.Files
	}
	fitted, err := readCoefficients(options.Data)
	if err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
	measures := cmp.Or(options.Measures, knowledge.Law().Measures)
	table := measures
	if table == nil {
		if table, err = tariff.LoadMeasures(); err != nil {
			return nil, fmt.Errorf("classify: %w", err)
		}
	}
	words, err := readWords(options.Data, table)
	if err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
	e := &Engine{knowledge: knowledge, tree: code.NewTree(knowledge), coefficients: fitted, words: words, schedule: options.Schedule}
	// Whoever knows words of its own has them numbered before the index seals them.
	lexicon := text.NewLexicon(words.reader)
	building := lookup.NewBuilder(knowledge, e.tree, lexicon)
	e.facets = facet.New(knowledge, e.tree, lexicon, words.quantities)
	facet.Oppose(e.facets, words.rules.opposites)
	e.index = building.Finish(knowledge.Lexicon())
	e.facets.ReadTitles()
	e.library = prose.Library{
		Tree: e.tree, Index: e.index, Facets: e.facets, Vocabulary: knowledge.Vocabulary(), Reader: words.reader, Words: words.prose, Narrowed: words.prose.Narrow(e.tree),
		Called: prose.Called(e.facets, knowledge.Vocabulary()),
	}
	e.dialogues = dialogue.Tools{
		Tree: e.tree, Index: e.index, Facets: e.facets, Vocabulary: knowledge.Vocabulary(), Words: words.reader, Replies: words.replies,
		Quantities: words.quantities, Voices: words.voices, Sole: words.rules.sole,
	}
	if measures != nil {
		e.lines = line.NewBook(measures, knowledge.Vocabulary(), words.lines, fitted.lined)
	}
	e.lacking = newLacking(e.tree, &e.words.rules)
	e.driving = newDriving(e.facets, e.words.rules.excluding)
	if len(knowledge.Law().Notes) > 0 {
		e.law = newLaw(e)
	}
	e.opinions, e.learnt = opinion.NewIndex(e.learnt, e.tree), nil
	e.rankings.New = func() any { return rank.New(e.index, e.facets, e.weights) }
	return e, nil
}

// Classify ranks codes for a description. Errors carry fail.CodeBadRequest and name the field. A description in which
// nothing is understood is no error: its result asks questions.
func (e *Engine) Classify(ctx context.Context, request Request) (result Result, err error) {
	err = e.study(ctx, request, func(request Request, f *finding) { result = e.answer(request, f) })
	return result, err
}

// study hands what is found for a request to use. The working memory behind it is another's afterwards.
func (e *Engine) study(ctx context.Context, request Request, use func(Request, *finding)) error {
	request, err := request.prepared()
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	request, list, nothing := e.goods(request)
	r := e.rankings.Get().(*rank.Ranking)
	defer e.rankings.Put(r)
	defer r.Reset()
	f := e.find(r, request)
	defer e.opinions.Return(f.opinion)
	f.several, f.nothing, f.apart = list, nothing, apartFrom(e, request)
	if f.doubtBetweenGoods() || len(f.apart) > 0 { // the bound on the confidence has changed
		f.confidence = f.confidences()
	}
	use(request, f)
	return nil
}

// finding is everything the answer is written from.
type finding struct {
	description text.Description
	renderings  []text.Rendering // words of a country, as they were read
	parsed      []text.Token     // the words in the order in which they are written
	query       lookup.Query
	candidates  []rank.Candidate
	neighbors   *precedent.Neighbors
	rulings     consulted
	opinion     *opinion.Opinion // nil where none is held
	confidence  []float64
	ranking     *rank.Ranking
	unheaded    bool // goods of the description's head noun are hardly in the running
	readings    *facet.Readings
	measures    []facet.Quantity
	engine      *Engine
	rule        rule
	settled     *dialogue.Settled
	reading     *line.Reading  // once conditions are held against the description
	several     *several       // where the text lists several goods
	nothing     bool           // the text is a paper without goods
	memories    []memory       // what the organisation chose before, of these goods or similar ones
	mends       []lookup.Mend  // misspelt words, and what they were read as
	apart       []disagreement // between the caller's words and attachments
	unmade      bool           // what was found is a name but for the material of the goods
	both        []int32        // values that the description states and denies
	notes       []int32        // of the law, that sent the goods from one candidate to another
}

// find runs the search and orders the candidates.
func (e *Engine) find(r *rank.Ranking, request Request) *finding {
	settled := e.settle(request)
	read, renderings := e.words.regional.Read(string(request.Country), opened(e, settled.Text))
	f := &finding{description: e.words.reader.Describe(read), renderings: renderings, ranking: r, engine: e, settled: settled}
	f.query = e.ask(&f.description)
	f.parsed = f.description.Parsed
	read = turned(e, f, bared(e, f, read))
	read = withoutMarks(e, f, read)
	f.readings = e.facets.Read(&f.description)
	read = mended{f}.read(read, request.Model == ModelPro)
	if f.putMaterial(read) {
		f.readings = e.facets.Read(&f.description)
	}
	mended{f}.place()
	f.neighbors = request.Precedents.search(strings.TrimSpace(request.Description))
	f.rulings = request.Rulings.consult(strings.TrimSpace(request.Description))
	f.measures = e.facets.Quantities(&f.description)
	f.both = e.facets.Both(&f.description, f.readings.Central)
	f.memories = f.recall(request.Precedents)
	e.apart(f)
	immaterial{f}.find()
	f.opinion = f.hear()
	r.Search.Run(&f.query)
	width := rank.WidthFast
	if request.Model == ModelPro {
		width = rank.WidthPro
	}
	r.Collect(width, slices.Concat(f.neighbors.Favoured(e.tree), f.rulings.neighbors.Favoured(e.tree), f.opinion.Favoured(), settled.Favoured(e.tree)))
	r.Add(e.law.calls(f))
	facts := e.factsOf(f)
	r.Add(exchange{f, facts}.sameGoods())
	r.Weigh(&f.description, &f.query, f.readings, f.measures)
	r.Rank()
	f.opinion.Rank(e.tree, r.Candidates)
	f.likewise()
	e.stage.Rank(f.rulings.neighbors, e.tree, r.Candidates)
	e.stage.Rank(f.neighbors, e.tree, r.Candidates) // the organisation's own goods have the last word
	f.headed()
	e.contradict(f, facts)
	e.lacking.exclude(e, f)
	if request.Model == ModelPro {
		r.LookAgain()
	}
	r.Exclude(f.measures)
	f.hold()
	settled.Confine(e.facets, r)
	f.candidates = r.Candidates
	held := f.held()
	e.decide(f)
	if held != nil && f.held() != held { // no note takes the goods from what a person decided
		f.notes = nil
		f.hold()
	}
	f.rule = e.words.rules.settle(f)
	f.confidence = f.confidences()
	return f
}

// settle reads the dialogue of a request.
func (e *Engine) settle(request Request) *dialogue.Settled {
	return e.dialogues.Settle(request.Description, request.Language, request.Dialogue)
}

// Unused returns the answers of a request's dialogue that could not be used. It classifies nothing.
func (e *Engine) Unused(request Request) ([]UnusedAnswer, error) {
	request, err := request.prepared()
	if err != nil {
		return nil, err
	}
	return e.settle(request).Unused, nil
}

// ownGoodsFrom is the likeness of a precedent from which the organisation knows the goods better than any opinion: below it
// neither catalogue at hand lost half a point by the opinion.
const ownGoodsFrom = 0.35

// hear asks for the second opinion. A name that the tariff knows word for word needs none.
func (f *finding) hear() *opinion.Opinion {
	style := f.style()
	if !f.engine.opinions.Speaks(style) || len(f.query.Whole) > 0 || f.neighbors != nil && f.neighbors.Top >= ownGoodsFrom {
		return nil
	}
	return f.engine.opinions.Ask(opinion.Words(&f.description, f.engine.index.Words), style)
}

// style is how the description is worded.
func (f *finding) style() opinion.Style {
	return opinion.StyleOf(&f.description, f.strange())
}

// ask reads a description and turns it into a query.
func (e *Engine) ask(d *text.Description) lookup.Query {
	q := e.index.Read(d)
	e.facets.LowerMinor(d)
	e.index.Ask(&q, d)
	if bare := d.Bare; q.Complete && len(bare) == 1 && e.words.rules.sets[bare[0].Text] { // a "juego con martillo" is no game
		q.Whole, q.Complete = nil, false
	}
	return q
}
