package engines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// Names lists the engines, the reference first. The order is that of trust: what is compared with
// the interpreter comes after it.
var Names = []string{"interp", "sim", "native"}

// Config says what [Check] compares. The zero Config compares nothing: engines and levels have no
// default here.
type Config struct {
	Engines []string // besides the interpreter
	Levels  []string // of -O for those that compile
	// The function must exist; several of one name are each called.
	Entry   string            // only this function; empty is every one
	Inputs  []*difftest.Input // instead of generated ones
	Runs    int               // generated inputs a function
	Seed    uint64            // of the generator
	Interp  interp.Options    // of the reference
	Time    time.Duration     // of all functions together; 0 is no limit
	Compile compiler.Options  // Level is set from Levels
}

// Agreement is what became of one function. The counts are of calls of this function; Compared and
// what follows are of pairs of a call and an engine at a level.
type Agreement struct {
	Func      string
	Calls     int    // by the interpreter
	Undefined int    // of these, undefined there
	Undecided int    // of these, undecided there: limits, unsupported, or dependent on what the semantics leaves open
	Compared  int    // pairs of calls compared
	Limited   int    // pairs of which nothing is known: compiled code met a limit of time, steps or the machine
	Permitted int    // pairs that differ where flags of float operations permit other results, too
	Why       string // of the first call that was undefined or undecided
	Limit     string // the first limit that compiled code met
	// Each reason once, without the level.
	Rejected []string
	Untested []string // engines and levels for which no call was compared
	// Differences has one line for each engine and level that disagrees, with the first input.
	// At most one for each engine and level: the calls after it are not counted.
	Differences []Disagreement
	FalseClaim  *Disagreement // with itself: the program depends on bits that it calls don't-care
}

// Verdict is Diverged if an engine differs or the program has a false claim, and Refined only if
// calls were compared on each engine at each level: Vacuous if there was nothing to compare, for
// the program is undefined, Inconclusive otherwise. An untested engine or level makes the answer
// inconclusive even if all others agree.
func (a *Agreement) Verdict() difftest.Verdict {
	switch {
	case len(a.Differences) > 0 || a.FalseClaim != nil:
		return difftest.Diverged
	case a.Compared > 0 && len(a.Untested) == 0:
		return difftest.Refined
	case a.Calls > 0 && a.Undefined == a.Calls:
		return difftest.Vacuous
	}
	return difftest.Inconclusive
}

// Disagreement is a call on which an engine does something else than the interpreter.
type Disagreement struct {
	Engine, Level string
	Input         *difftest.Input
	Why           string
}

// Verdict is Diverged if that is the verdict of a function, and Refined only if it is that of all.
// It is the worst of the verdicts, in the order Diverged, Inconclusive, Vacuous, Refined.
func Verdict(list []*Agreement) difftest.Verdict {
	v := difftest.Refined
	for _, a := range list {
		switch w := a.Verdict(); {
		case w == difftest.Diverged:
			return w
		case v == difftest.Refined || w == difftest.Inconclusive:
			v = cmp.Or(w, v)
		}
	}
	return v
}

// Check runs the functions of a module on all engines. The error is the caller's: a module that does not verify, no
// such function; then there is no answer. When ctx is done, the error is its cause, and the answer what was found
// so far: calls that were not made are named in it, functions that were not looked at are missing.
func Check(ctx context.Context, m *ir.Module, c Config) ([]*Agreement, error) {
	// Names that the linker or the harness would misread are an error before anything runs.
	// The whole module is refused, also if only one function is asked for, since all of it is compiled.
	if err := ir.Verified(m); err != nil {
		return nil, err
	}
	if err := compiler.CheckNames(m); err != nil {
		return nil, err
	}
	within, cancel := difftest.Within(ctx, c.Time)
	defer cancel()
	var out []*Agreement
	var funcs []*ir.Func
	for _, f := range m.Funcs {
		if c.Entry == "" || f.Name == c.Entry {
			funcs = append(funcs, f)
		}
	}
	// Each function gets its share of the time that is left.
	for n, f := range funcs {
		share, done := difftest.Share(within, len(funcs)-n)
		a, err := c.function(share, m, f)
		done()
		if err != nil {
			return nil, err
		}
		out = append(out, a)
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
	}
	if len(out) == 0 && c.Entry == "" {
		return nil, errors.New("there is no function to call")
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no function %s", ir.SymbolText(c.Entry))
	}
	return out, nil
}

// function runs the interpreter once for each input, keeps the inputs on which it is defined, and
// compares the engines on those at each level. Only errors of the caller are returned; what the
// compiler or an engine refuses is a line of the answer.
func (c *Config) function(ctx context.Context, m *ir.Module, f *ir.Func) (*Agreement, error) {
	a := &Agreement{Func: f.Name}
	p := &Program{Module: m, Entry: f.Name}
	inputs := c.Inputs
	// Parameters that are too large leave Why and no calls.
	if inputs == nil {
		if a.Why = difftest.TooLarge(f.Params, 1); a.Why != "" {
			return a, nil
		}
		g := difftest.NewGenerator(f, c.Seed, m)
		n := c.Runs
		if len(f.Params) == 0 {
			n = 1
		}
		for k := range n {
			inputs = append(inputs, g.Input(k))
		}
	}
	fit, err := c.fit(m, inputs)
	if err != nil {
		a.Rejected = append(a.Rejected, err.Error())
		return a, nil
	}
	// Inputs beyond that are left out, the first ones kept.
	inputs = inputs[:fit]
	// reject notes an error that says why a program is refused, each reason once; any other error
	// is for the caller.
	reject := func(err error) bool {
		var r *Rejected
		if !errors.As(err, &r) {
			return false
		}
		if !slices.Contains(a.Rejected, r.Reason) {
			a.Rejected = append(a.Rejected, r.Reason)
		}
		return true
	}
	// One share of the time is for the interpreter, as it costs about as much as an engine at a
	// level.
	parts := 1 + len(c.Levels)*max(len(c.Engines)-1, 1) // the interpreter, then the others
	share, done := difftest.Share(ctx, parts)
	want, err := (&Interp{Options: c.Interp}).Run(share, p, inputs)
	done()
	if err != nil {
		if reject(err) {
			return a, nil
		}
		return nil, err
	}
	var defined []*difftest.Input // there is nothing to compare for the others
	var expect []*Behaviour
	for n, b := range want {
		a.Calls++
		switch b.End {
		case Undefined:
			a.Undefined++
			a.Why = cmp.Or(a.Why, b.Why)
		case Undecided:
			a.Undecided++
			a.Why = cmp.Or(a.Why, b.Why)
		default:
			defined, expect = append(defined, inputs[n]), append(expect, b)
		}
	}
	if len(defined) == 0 {
		return a, nil
	}
	for n, level := range c.Levels {
		o := c.Compile
		o.Level = level
		// A level that got no time is named, so that the verdict is not that it agrees.
		if ctx.Err() != nil {
			a.Untested = append(a.Untested, "-O"+level+" (the time was over)")
			continue
		}
		share, done := difftest.Share(ctx, len(c.Levels)-n)
		err := c.level(share, a, p, o, defined, expect, reject)
		done()
		if err != nil {
			return nil, err
		}
	}
	return a, nil
}

// maxCells bounds the bytes that are observed of all calls together. A cell takes about 48 bytes,
// so this is some 800 MB at worst, for both sides together twice that.
const maxCells = 16 << 20

// fit is how many of the inputs can be run within [maxCells]. Constant data is not observed: code
// that changes it faults.
func (c *Config) fit(m *ir.Module, inputs []*difftest.Input) (int, error) {
	// 1 more, so that a module without data does not divide by zero.
	data := uint64(1)
	for _, d := range m.Data {
		if !d.Const {
			data += d.Size()
		}
	}
	if data > maxCells {
		return 0, &Rejected{fmt.Sprintf("the data symbols have %d bytes that can change: at most %d are compared", data-1, maxCells)}
	}
	return min(len(inputs), int(maxCells/data)), nil
}

// level compares the engines that compile at one level. They run the same image. One image is built
// for all engines, so that a difference between them is not one of compilation. A difference where
// flags of float operations were used is only kept if no permitted order explains it.
func (c *Config) level(ctx context.Context, a *Agreement, p *Program, o compiler.Options, inputs []*difftest.Input, want []*Behaviour, reject func(error) bool) error {
	g, err := Build(ctx, p, o, inputs)
	if err != nil {
		if ctx.Err() != nil {
			a.Untested = append(a.Untested, "-O"+o.Level+" (the time was over)")
			return nil
		}
		if reject(err) {
			a.Untested = append(a.Untested, "-O"+o.Level)
			return nil
		}
		return err
	}
	// It is asked lazily, since most calls agree.
	open := c.dependsOnOrder(ctx, p, inputs, want)
	t := &Trial{Program: p, Image: g, Inputs: inputs, Want: want, Options: c.Interp}
	for n, name := range c.Engines {
		if name == "interp" {
			continue
		}
		share, done := difftest.Share(ctx, len(c.Engines)-n)
		found, err := t.Run(share, name)
		done()
		if err != nil {
			return err
		}
		// A finding of Limited compares nothing, so the count tells whether the engine was tested at all.
		before := a.Compared
		for n := range found { // whether flags permit it is only asked while there is time
			if x := &found[n]; x.Kind == Differs && g.relaxed && ctx.Err() != nil {
				*x = Finding{Limited, "the time was over before it was known whether flags of float operations permit the difference"}
			}
		}
		a.add(name, o.Level, inputs, found, func(n int) bool { return g.relaxed && open(n) })
		if a.Compared == before {
			a.Untested = append(a.Untested, name+" at -O"+o.Level)
		}
	}
	return nil
}

// add counts what was found of the calls, up to the first that differs. Calls behind the first
// difference are not counted: one is enough, and they likely have the same cause.
func (a *Agreement) add(engine, level string, inputs []*difftest.Input, found []Finding, permitted func(n int) bool) {
	for n, x := range found {
		switch {
		case x.Kind == Limited:
			a.Limited++
			a.Limit = cmp.Or(a.Limit, fmt.Sprintf("%s at -O%s on %s: %s", engine, level, inputs[n], x.Why))
			continue
		case x.Kind == FalseClaim:
			a.FalseClaim = &Disagreement{engine, level, inputs[n], x.Why}
			a.Compared++
			return
		case x.Kind == Differs && permitted(n):
			a.Permitted++
			continue
		}
		a.Compared++
		if x.Kind == Differs {
			a.Differences = append(a.Differences, Disagreement{engine, level, inputs[n], x.Why})
			return
		}
	}
}

// dependsOnOrder makes a function that tells whether the interpreter, with input n, does something else
// than it did in an order of float operations that their flags permit: then the input decides nothing
// about a program of which a pass made use of that. It is as in [difftest.Config.Permitted]. The
// answer for an input is kept: two engines may ask.
func (c *Config) dependsOnOrder(ctx context.Context, p *Program, inputs []*difftest.Input, want []*Behaviour) func(n int) bool {
	// The map is for one level and is used by one goroutine.
	known := map[int]bool{}
	order := difftest.Reordered(p.Module, c.Seed)
	return func(n int) bool {
		depends, ok := known[n]
		for k := 0; !ok && !depends; k++ {
			m := order(k)
			if m == nil {
				break
			}
			x, err := (&Interp{Options: c.Interp}).Run(ctx, &Program{m, p.Entry}, inputs[n:n+1])
			depends = err == nil && Compare(want[n], x[0]) != ""
		}
		known[n] = depends
		return depends
	}
}

// String is one line. Details follow on lines of their own, in the order of their weight.
func (a *Agreement) String() string {
	s := fmt.Sprintf("%s: %d calls", ir.SymbolText(a.Func), a.Calls)
	if a.Undefined > 0 {
		s += fmt.Sprintf(", %d undefined", a.Undefined)
	}
	if a.Undecided > 0 {
		s += fmt.Sprintf(", %d undecided", a.Undecided)
	}
	s += fmt.Sprintf(", %d compared", a.Compared)
	if a.Limited > 0 {
		s += fmt.Sprintf(", %d inconclusive", a.Limited)
	}
	if a.Permitted > 0 {
		s += fmt.Sprintf(", %d not: what flags of float operations permit differs, too", a.Permitted)
	}
	if a.Compared == 0 && a.Why != "" {
		s += "\n  nothing to compare: " + a.Why
	}
	if a.Limited > 0 {
		s += "\n  inconclusive: " + a.Limit
	}
	if len(a.Untested) > 0 {
		s += "\n  not compared: " + strings.Join(a.Untested, ", ")
	}
	for _, r := range a.Rejected {
		s += "\n  not compiled: " + r
	}
	if d := a.FalseClaim; d != nil {
		s += fmt.Sprintf("\n  a false claim of the program, not of the engines: on %s it depends on bits that it calls don't-care: %s", d.Input, d.Why)
	}
	for _, d := range a.Differences {
		s += fmt.Sprintf("\n  %s at -O%s disagrees on %s: %s", d.Engine, d.Level, d.Input, d.Why)
	}
	return s
}
