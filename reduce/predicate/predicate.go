// Package predicate has the questions that a reduction can ask: does a command exit with 0,
// does the interpreter end a run in a certain way or panic, do two programs still diverge. It
// does not search for inputs: a run gets the input that it is told.
package predicate

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/reduce"
)

// Program runs the first file of a case and looks at the outcome. Want must not keep the outcome.
type Program struct {
	Options interp.Options // Entry and Fuel bound each run; Stdin must be nil
	Input   *difftest.Input
	Want    func(*interp.Outcome) bool // nil wants a panic of the interpreter
}

// Interesting runs the program. A run that cannot start is not interesting. A panic is what is
// looked for if Want is nil, otherwise it makes the candidate uninteresting.
func (p *Program) Interesting(ctx context.Context, c reduce.Case) (ok bool, _ error) {
	defer func() {
		if recover() != nil {
			ok = p.Want == nil
		}
	}()
	out, err := p.run(ctx, c[0], p.Options)
	return err == nil && p.Want != nil && p.Want(out), nil
}

// run checks the input against the signature, which a candidate may have changed.
func (p *Program) run(ctx context.Context, m *ir.Module, o interp.Options) (*interp.Outcome, error) {
	name := o.Entry
	if name == "" {
		name = "main"
	}
	f := m.Func(name)
	if f == nil {
		return nil, fmt.Errorf("there is no function %s", ir.SymbolText(name))
	}
	in := p.Input
	if in == nil {
		in = &difftest.Input{}
	}
	if len(in.Args) != len(f.Params) {
		return nil, fmt.Errorf("%s takes %s, got %d", ir.SymbolText(name), ir.Counted(len(f.Params), "argument"), len(in.Args))
	}
	o = in.Seeded(o)
	o.Prepare = in.Prepare(f.Params, o.VScale)
	return interp.Run(ctx, m, o)
}

// fuelFactor and fuelFloor say how much longer a candidate may run than the start did. A smaller
// program seldom needs more; four times is for those that shrink in one respect and not in another.
const (
	fuelFactor = 4
	fuelFloor  = 10_000
)

// Bound limits the instructions of later runs by what the start took, so that candidates that
// loop are given up soon, and returns the start's outcome. A panic yields a nil outcome. When ctx is done the run
// ends as out of fuel. Without an outcome the fuel is a guess that bounds endless candidates.
func (p *Program) Bound(ctx context.Context, m *ir.Module) (out *interp.Outcome, err error) {
	defer func() {
		if recover() != nil {
			out, err = nil, nil
			p.Options.Fuel = interp.DefaultFuel >> 16
		}
	}()
	out, err = p.run(ctx, m, p.Options)
	if out == nil {
		return nil, err
	}
	if p.Options.Fuel == 0 {
		p.Options.Fuel = fuelFactor*out.Effort() + fuelFloor
	}
	return out, nil
}

// Facts says which blocks the run executes and which values never changed.
func (p *Program) Facts(ctx context.Context, c reduce.Case) []reduce.Facts {
	return []reduce.Facts{observe(func(o interp.Options) error {
		o.Entry, o.Strict, o.Fuel = p.Options.Entry, p.Options.Strict, p.Options.Fuel
		o.Seed, o.AddressSeed, o.VScale = p.Options.Seed, p.Options.AddressSeed, p.Options.VScale
		_, err := p.run(ctx, c[0], o)
		return err
	})}
}

// watcher collects facts. It is an interp.Selector; each result is noted with the first value that
// it had.
type watcher struct {
	constant map[string]map[ir.Value]*num.Int // nil value: it changed
}

// Selects takes what has results.
func (w *watcher) Selects(f *ir.Func, i ir.Inst) bool { return f.NumResults(i) > 0 }

// Before does nothing.
func (w *watcher) Before(*interp.Step) error { return nil }

// After notes the results. Large numbers are left out: they make poor constants.
func (w *watcher) After(s *interp.Step) error {
	for n := range s.Func.NumResults(s.Inst) {
		v := s.Func.Result(s.Inst, n)
		val, ok := s.Value(v)
		if !ok {
			continue
		}
		var x *num.Int
		switch val := val.(type) {
		case interp.Int:
			if val.V.BitLen() <= 4096 {
				x = &val.V
			}
		case interp.Bool:
			x = new(num.Int)
			if val {
				*x = num.New(1)
			}
		}
		of := w.constant[s.Func.Name]
		if of == nil {
			of = map[ir.Value]*num.Int{}
			w.constant[s.Func.Name] = of
		}
		if was, seen := of[v]; seen && (was == nil || x == nil || !was.Equal(*x)) {
			x = nil
		}
		of[v] = x
	}
	return nil
}

// observe runs a program with coverage. What it showed up to an error or a panic counts too. Even a
// run that fails shows which blocks it entered.
// The facts are a help for the reducer's order of work, never a reason to accept a program.
func observe(run func(o interp.Options) error) (facts reduce.Facts) {
	cov, w := &interp.Coverage{}, &watcher{constant: map[string]map[ir.Value]*num.Int{}}
	defer func() {
		// A panic is the interpreter's, and the program is being reduced because of it.
		_ = recover()
		facts = reduce.Facts{Executed: map[string]map[ir.Block]bool{}, Constant: w.constant}
		for k := range cov.Blocks {
			if facts.Executed[k.Func] == nil {
				facts.Executed[k.Func] = map[ir.Block]bool{}
			}
			facts.Executed[k.Func][k.Block] = true
		}
	}()
	if err := run(interp.Options{Coverage: cov, Observer: w}); err != nil {
		return facts
	}
	return facts
}
