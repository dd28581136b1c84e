package difftest

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// Most inputs need few instructions, and a loop that does not end takes all there are. So inputs are
// tried with little fuel first, and again with more where that was too little, until most of it is
// spent on runs that do not end. Nothing of this depends on the time, or on the number of workers. Time
// must not decide what is tried: the same pair gives the same answer on a slow machine unless its
// time is limited.
const (
	fuelLevels = 3
	fuelRatio  = 32
	leastFuel  = 1000

	// After may take so many times the fuel of a before that ended.
	// A program that was optimized may still be slower on some inputs.
	afterFuel = 4

	// A function without parameters is run with so many seeds, contents of data and failing allocations, in a limited time and
	// without one.
	choiceRuns    = 4096
	fewChoiceRuns = 64

	// roundInputs is how many inputs are tried before those that need more fuel are tried again.
	roundInputs = 512
)

// fuels are the levels of fuel, up to the limit. They grow by fuelRatio each and end with the limit, so
// that cheap inputs cost little and an expensive one at most a small part more.
func fuels(limit int64) []int64 {
	out := []int64{limit}
	for range fuelLevels - 1 {
		if limit /= fuelRatio; limit >= leastFuel {
			out = append(out, limit)
		}
	}
	slices.Reverse(out)
	return out
}

// pairRun compares a pair of functions. input must give the same for the same n.
type pairRun struct {
	// Pair is filled as results come in, by one goroutine.
	*Pair
	c             Config
	before, after *ir.Module
	f             *ir.Func
	input         func(n int) *Input
	sources       []Source
	proposed      []*Input // by a source, in this round
	// Sets, so that each reason is told once; they are sorted at the end.
	reasons, notes map[string]bool
}

// attempt is an input that needed more fuel than it was given.
type attempt struct {
	n int
	// The result of the last try, which counts if no more fuel is given.
	t try
}

// checkPair compares two functions with the parts of their modules that they reach. Signatures that
// differ, and parameters that are too large, are Vacuous and no error.
func checkPair(was, is *items, f, g *ir.Func, c Config) (*Pair, error) {
	p := &Pair{Name: f.Name}
	if !sameTypes(f.Params, g.Params) || !sameTypes(f.Returns, g.Returns) {
		p.Verdict, p.Skipped = Vacuous, "the signatures differ"
		return p, nil
	}
	if why := TooLarge(f.Params, c.Options.VScale); c.Inputs == nil && why != "" {
		p.Verdict, p.Skipped = Vacuous, why
		return p, nil
	}
	parts := c.parts(f.Name, was, is)
	before, after := parts[0], parts[1]
	// The parts are copies: f must be the function of the copy.
	f = before.Func(f.Name)
	c.dontCare = after.IgnoresBits()
	c.open = [2]bool{open(before), open(after)}
	if c.Permitted {
		c.orders = &orders{m: before, seed: c.Seed}
	}
	gen := NewGenerator(f, c.Seed, before, after)
	c.constants = gen.facts.ints
	gen.vary = vary{variable(f, before, after), gen.facts.allocs, c.open[0] || c.open[1]}
	q := &pairRun{Pair: p, c: c, before: before, after: after, f: f, input: gen.Input, reasons: map[string]bool{}, notes: map[string]bool{}}
	types := typedInputs(before, f, gen)
	if types != nil {
		q.input = types.Input
	}
	if c.Inputs == nil {
		q.sources = c.sources(&Question{Before: before, After: after, Func: f, Options: c.Options, Seed: c.Seed, Fresh: q.input}, gen)
	}
	runs, many := cmp.Or(c.Runs, DefaultRuns), c.Inputs == nil && gen.Choices() > 1
	switch {
	case c.Inputs != nil:
		runs, q.input = len(c.Inputs), func(n int) *Input { return c.Inputs[n] }
	case len(f.Params) == 0 && !gen.vary.any():
		runs = 1
	// With a time limit alone the number of inputs is unbounded.
	case c.Time > 0 && c.Runs == 0:
		runs = 1 << 30
	}
	// Without parameters there is little to try but choices.
	if len(f.Params) == 0 && c.Inputs == nil {
		runs = min(runs, choiceRuns)
		if c.Time == 0 && c.Runs == 0 {
			runs = min(runs, fewChoiceRuns)
		}
	}
	if err := q.all(runs); err != nil {
		return nil, err
	}
	q.minimise()
	if types != nil && p.Divergence != nil {
		p.Divergence.Values = types.text(p.Divergence.Input)
	}
	if p.Runs == 0 && c.ctx.Err() != nil {
		q.reasons["the time was over before a run was"] = true
	}
	p.Reasons, p.Notes = sortedKeys(q.reasons), sortedKeys(q.notes)
	p.decide(many)
	return p, nil
}

// fewestAsked is the least number of inputs of which some may be those of sources.
const fewestAsked = 32

// all tries so many inputs: in rounds, which bound how long the expensive inputs of the beginning wait, generated ones, and
// after each round what the sources propose, which is at most a quarter of the first.
// A divergence ends the comparison at the end of its batch.
func (q *pairRun) all(runs int) error {
	if runs < fewestAsked {
		q.sources = nil
	}
	next := 0 // generated input
	for done := 0; done < runs && q.Divergence == nil && q.c.ctx.Err() == nil; {
		n := min(roundInputs, runs-done)
		if q.sources != nil && done == 0 {
			n = min(n, runs-runs/4)
		}
		var round []attempt
		for k := range n {
			round = append(round, attempt{n: next + k})
		}
		if err := q.round(round); err != nil {
			return err
		}
		next, done = next+n, done+n
		proposed, err := q.ask(next-n, next, runs-done)
		if err != nil {
			return err
		}
		done += proposed
	}
	return nil
}

// decide makes the verdict of what was counted; many says that there are other inputs than one. A
// divergence outweighs everything. One input without explanation outweighs any number that refine, as
// it may be the divergence. A single comparison of many possible says too little to be called
// refinement.
func (p *Pair) decide(many bool) {
	compared := p.Runs - p.Undefined - p.Inconclusive
	switch {
	case p.Divergence != nil:
		p.Verdict = Diverged
	case p.Unexplained > 0 || p.Unended > 0:
		p.Verdict = Inconclusive
	case compared == 0 && p.Runs > 0 && p.Undefined == p.Runs:
		p.Verdict, p.Why = Vacuous, "before is undefined on every input, so that nothing was compared"
	case compared == 0:
		p.Verdict = Inconclusive
	case compared == 1 && many:
		p.Verdict, p.Why = Vacuous, "one input was compared, of many that there are"
	}
}

// round tries inputs with more and more fuel. inputs are tried in batches with the least fuel first;
// what ran out goes to the next level. At upper levels it gives up when most of the effort goes to runs
// that do not end.
func (q *pairRun) round(inputs []attempt) error {
	limit := cmp.Or(q.c.Options.Fuel, DefaultFuel)
	levels := fuels(limit)
	// A single input goes straight to the highest level.
	if len(inputs) == 1 {
		levels = levels[len(levels)-1:]
	}
	for k, fuel := range levels {
		var again []attempt
		last := k == len(levels)-1
		spent, lost := int64(0), int64(0) // on runs that ended, and on those that came to a limit
		// Batches keep the answer independent of the number of workers: the first diverging input of
		// a batch is the one reported. Batches get smaller as runs get longer: less is thrown away
		// behind a divergence.
		batch := 32 >> (2 * k)
		for len(inputs) > 0 {
			if k > 0 && lost > limit/2 && lost > spent {
				if last {
					q.giveUp(inputs, fuel)
					return nil
				}
				again = append(again, inputs...) // a few will be tried with more
				break
			}
			n := min(batch, len(inputs))
			tries, err := q.tries(inputs[:n], fuel)
			if err != nil {
				return err
			}
			for i := range tries {
				t := &tries[i]
				if t.late {
					// An input that was cut off counts as not tried.
					continue
				}
				if t.limited {
					lost += t.steps
				} else {
					spent += t.steps
				}
				if t.outOfFuel && !last {
					again = append(again, attempt{inputs[i].n, *t})
					continue
				}
				if q.count(t); q.Divergence != nil {
					return nil
				}
			}
			if inputs = inputs[n:]; q.c.ctx.Err() != nil {
				return nil
			}
			// One input for which no decisions were found makes the pair inconclusive; a search for many more
			// finds a divergence early or not.
			q.c.effort = min(q.Unexplained, 6)
		}
		inputs = again
	}
	return nil
}

// modest is which part of the memory limit the runs have that are made beside others. 16 workers with a
// sixteenth each may use what one run may.
const modest = 16

// alone lets one try at a time have all memory that the limit allows. It is one for the process:
// comparisons that run in parallel share the machine's memory.
var alone sync.Mutex

// tries makes a batch of tries. They are made beside each other with little memory each; those that need more
// are made again, one at a time. What is found does not depend on that.
func (q *pairRun) tries(inputs []attempt, fuel int64) ([]try, error) {
	tries := make([]try, len(inputs))
	// The memory limit is not part of the divergence: the command that shows it again has the original
	// one.
	attempt := func(c *Config, n int) {
		if c.ctx.Err() != nil {
			tries[n] = try{late: true}
			return
		}
		t := c.try(q.before, q.after, q.f, q.at(inputs[n].n), inputs[n].n)
		t.late = t.inconclusive != "" && c.ctx.Err() != nil
		if t.div != nil {
			t.div.Options.Fuel, t.div.Options.MemLimit = q.c.Options.Fuel, q.c.Options.MemLimit
		}
		tries[n] = t
	}
	limit := cmp.Or(q.c.Options.MemLimit, interp.DefaultMemLimit)
	few := q.c
	few.Options.Fuel, few.Options.MemLimit = fuel, limit/modest
	parallel(cmp.Or(few.Workers, runtime.GOMAXPROCS(0)), len(tries), func(n int) { attempt(&few, n) })
	many := q.c
	many.Options.Fuel, many.Options.MemLimit = fuel, limit
	for n := range tries {
		if !tries[n].hungry || tries[n].late {
			continue
		}
		tries[n] = try{}
		alone.Lock()
		attempt(&many, n)
		alone.Unlock()
		if tries[n].div != nil {
			break // those that follow are not looked at
		}
	}
	// An error of an input behind a divergence is not reported: with one worker it would not have been
	// met.
	for n := range tries {
		if err := tries[n].err; err != nil && !tries[n].late {
			return nil, err
		}
		if tries[n].div != nil {
			break
		}
	}
	return tries, nil
}

// count adds a result. It is called in the order of the inputs by one goroutine.
func (q *pairRun) count(t *try) {
	// The count of runs is that of inputs that were decided or given up.
	q.Runs++
	if t.undefined {
		q.Undefined++
	}
	if t.inconclusive != "" {
		q.Inconclusive++
		q.reasons[t.inconclusive] = true
	}
	if t.unexplained {
		q.Unexplained++
	}
	if t.unended {
		q.Unended++
	}
	for _, note := range t.notes {
		q.notes[note] = true
	}
	q.Divergence = t.div
}

// giveUp counts inputs that needed more fuel than they were given, when too many have used too much.
func (q *pairRun) giveUp(inputs []attempt, fuel int64) {
	for _, a := range inputs {
		a.t.inconclusive = fmt.Sprintf("out of fuel: most inputs that were tried with %d instructions came to a limit", fuel)
		q.count(&a.t)
	}
}
