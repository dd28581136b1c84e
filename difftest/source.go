package difftest

import (
	"context"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// Source hands in inputs that are not drawn: found by running both programs and looking, by a solver, by somebody else.
// A proposal is a hypothesis: [Check] tries it like any other input, and only a difference there counts.
type Source interface {
	// Propose returns inputs to try next, and none if it has no more. tried are inputs of the generator that were tried since
	// it was asked last. What it returns must not depend on the time but where ctx ends it.
	Propose(ctx context.Context, tried []*Input) []*Input
}

// Question is what a [Source] is asked about: two functions of the same name and signature, in modules that have what
// they reach and nothing else.
type Question struct {
	Before, After *ir.Module
	Func          *ir.Func       // of Before
	Options       interp.Options // of the runs
	Seed          uint64
	Fresh         func(n int) *Input // input n of the generator
}

// sources are what a pair asks for inputs.
func (c *Config) sources(q *Question, g *Generator) (out []Source) {
	if f := newFeedback(q, c, g.vary, g.facts.symbols); f != nil {
		out = append(out, f)
	}
	for _, s := range c.Sources {
		out = append(out, s(q))
	}
	return out
}

// askRuns is how many of the inputs of a round are given to sources.
const askRuns = 48

// ask tries what the sources propose after a round of generated inputs, at most so many, and says how many it tried.
func (q *pairRun) ask(lo, hi, most int) (done int, err error) {
	if q.Divergence != nil || len(q.sources) == 0 || most == 0 {
		return 0, nil
	}
	var tried []*Input
	step := max((hi-lo)/askRuns, 1)
	for n := lo; n < hi; n += step {
		tried = append(tried, q.input(n))
	}
	for _, s := range q.sources {
		proposed := s.Propose(q.c.ctx, tried)
		proposed = proposed[:min(len(proposed), most-done)]
		for len(proposed) > 0 && q.Divergence == nil && q.c.ctx.Err() == nil {
			n := min(len(proposed), roundInputs)
			var round []attempt
			q.proposed = q.proposed[:0]
			for k, in := range proposed[:n] {
				q.proposed = append(q.proposed, in)
				round = append(round, attempt{n: proposedFrom + k})
			}
			if err := q.round(round); err != nil {
				return done, err
			}
			proposed, done = proposed[n:], done+n
		}
	}
	return done, nil
}

// proposedFrom is the number of the first input that a source proposed in a round. It is a multiple of openEvery, so that some of them are tried
// under other choices.
const proposedFrom = 1 << 40

// at is input n: a generated or a proposed one.
func (q *pairRun) at(n int) *Input {
	if n >= proposedFrom {
		return q.proposed[n-proposedFrom]
	}
	return q.input(n)
}
