package predicate

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
)

// Pair compares the two files of a case on one input. Find must be called first: it fixes the input
// on which candidates are compared.
type Pair struct {
	Config  difftest.Config // Entry and Inputs of the divergence that [Pair.Find] found
	AllowUB bool            // a before that is undefined counts if after ends otherwise

	shape string // of the divergence found: another one would be another bug
	edit  edit   // of the pair, of which some must stay
	loose bool   // any divergence will do
	fuel  int64  // of the configuration before Find
}

// candidateSearch bounds the runs that ask whether other choices of the first file explain what the second
// did. A candidate of which that stays open is not interesting: there are many others. 64 runs cost
// about as much as the comparison itself.
const candidateSearch = 64

// Find looks for a divergence, with the inputs of the configuration or generated ones, and
// makes it the one that candidates are tried on. It returns nil if there is none. The fuel of
// candidates is bounded by what the start needed, with some room.
func (p *Pair) Find(ctx context.Context, c reduce.Case) (*difftest.Divergence, error) {
	if len(c) != 2 {
		return nil, fmt.Errorf("a comparison needs two files, got %d", len(c))
	}
	if p.AllowUB {
		if p.Config.Entry == "" || len(p.Config.Inputs) != 1 {
			return nil, fmt.Errorf("undefined behaviour is only compared on one input of one function: give both")
		}
		return nil, nil
	}
	res, err := difftest.Check(ctx, c[0], c[1], p.Config)
	if res == nil { // what was found before ctx was done counts
		return nil, err
	}
	for _, q := range res.Pairs {
		if d := q.Divergence; d != nil {
			p.shape, p.edit, p.fuel = d.Shape(), editOf(c[0], c[1]), p.Config.Options.Fuel
			p.Config.Entry, p.Config.Inputs = d.Func, []*difftest.Input{d.Input}
			p.Config.Workers, p.Config.Search = 1, candidateSearch
			if p.Config.Options.Fuel == 0 {
				p.Config.Options.Fuel = fuelFactor*max(d.Before.Effort(), d.After.Effort()) + fuelFloor
			}
			return d, nil
		}
	}
	return nil, nil
}

// Interesting reports whether the second file does not refine the first on the input, and the
// difference is of the same kind as to begin with and comes from the same edit. Since anything refines undefined
// behaviour, a first file that has it on the input is not interesting unless AllowUB is set. Panics
// of the interpreter make a candidate uninteresting: that would be another bug.
func (p *Pair) Interesting(ctx context.Context, c reduce.Case) (ok bool, _ error) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if !p.AllowUB && !p.loose && !p.edit.keeps(editOf(c[0], c[1])) {
		return false, nil
	}
	res, _ := difftest.Check(ctx, c[0], c[1], p.Config)
	if res == nil {
		return false, nil
	}
	for _, q := range res.Pairs {
		if d := q.Divergence; d != nil {
			return p.AllowUB || p.loose || d.Shape() == p.shape, nil
		}
	}
	// Only with AllowUB the runs are looked at once more.
	if !p.AllowUB {
		return false, nil
	}
	b, err1 := p.outcome(ctx, c[0])
	a, err2 := p.outcome(ctx, c[1])
	if err1 != nil || err2 != nil || b.Kind != interp.Undefined {
		return false, nil
	}
	return a.Kind == interp.Returned || a.Kind == interp.Trapped || a.Kind == interp.Exited ||
		a.Kind == interp.Undefined && a.UB.Code != b.UB.Code, nil
}

// Counterexample compares a case that is interesting once more and makes the input minimal for it: that of the start may hold
// what only the start looked at. Later calls begin with what the first found. It gives nil with AllowUB, where there may be no divergence, and if ctx is done.
func (p *Pair) Counterexample(ctx context.Context, c reduce.Case) *difftest.Divergence {
	if p.AllowUB {
		return nil
	}
	conf := p.Config
	conf.Shrink = true
	res, _ := difftest.Check(ctx, c[0], c[1], conf)
	if res == nil {
		return nil
	}
	for _, q := range res.Pairs {
		if q.Divergence != nil {
			// The bound of candidates is nothing that a person must ask for.
			q.Divergence.Options.Fuel = p.fuel
			p.Config.Inputs = []*difftest.Input{q.Divergence.Input}
			return q.Divergence
		}
	}
	return nil
}

// Both sides are run under the same options as in the comparison.
func (p *Pair) outcome(ctx context.Context, m *ir.Module) (*interp.Outcome, error) {
	o := p.Config.Options
	o.Entry, o.Strict, o.PoisonResult = p.Config.Entry, true, true
	if o.Fuel == 0 {
		o.Fuel = difftest.DefaultFuel
	}
	return (&Program{Options: o, Input: p.Config.Inputs[0]}).run(ctx, m, o)
}

// Facts says what both files execute on the input.
func (p *Pair) Facts(ctx context.Context, c reduce.Case) []reduce.Facts {
	var out []reduce.Facts
	for _, m := range c {
		out = append(out, observe(func(o interp.Options) error {
			o.Entry, o.Strict, o.Fuel = p.Config.Entry, true, p.Config.Options.Fuel
			o.PoisonResult = true
			_, err := (&Program{Input: p.Config.Inputs[0]}).run(ctx, m, o)
			return err
		}))
	}
	return out
}

// Transformed compares the one file of a case with what a transformation makes of it, so that
// the transformation stays at fault while the program shrinks. Therefore any divergence is
// interesting. The second file is made anew for each candidate, so that a case has one file.
type Transformed struct {
	Pair

	Apply func(m *ir.Module) *ir.Module // leaves m alone; nil says that there is nothing to change
}

// Find is [Pair.Find] for the program and its transform. A transform that panics or does not
// verify is an error: that is another bug than a divergence.
func (t *Transformed) Find(ctx context.Context, c reduce.Case) (d *difftest.Divergence, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the transformation panics: %v", r)
		}
	}()
	after := t.Apply(c[0])
	if after == nil {
		return nil, nil
	}
	if err := ir.Verify(after); err != nil {
		return nil, fmt.Errorf("the transformation makes a program that does not verify: %w", err)
	}
	// The kind of difference may change while the transformation changes with the program.
	t.loose = true
	return t.Pair.Find(ctx, reduce.Case{c[0], after})
}

// Interesting is [Pair.Interesting] for the program and its transform.
func (t *Transformed) Interesting(ctx context.Context, c reduce.Case) (ok bool, _ error) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	after := t.Apply(c[0])
	if after == nil || ir.Verify(after) != nil {
		return false, nil
	}
	return t.Pair.Interesting(ctx, reduce.Case{c[0], after})
}

// Counterexample is [Pair.Counterexample] for the program and its transform.
func (t *Transformed) Counterexample(ctx context.Context, c reduce.Case) *difftest.Divergence {
	after := t.Apply(c[0])
	if after == nil {
		return nil
	}
	return t.Pair.Counterexample(ctx, reduce.Case{c[0], after})
}

// Facts says what the program executes on the input.
func (t *Transformed) Facts(ctx context.Context, c reduce.Case) []reduce.Facts {
	return t.Pair.Facts(ctx, c[:1])
}
