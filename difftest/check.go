package difftest

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// Config says how to compare two modules.
type Config struct {
	Entry   string         // compare only this function; empty is every function that both have
	Inputs  []*Input       // instead of generated ones
	Runs    int            // generated inputs a function; 0 is DefaultRuns
	Budget  *Budget        // of time; without Runs, inputs are made until it is spent. Nil is no limit
	Seed    uint64         // of the generator
	Options interp.Options // of every run; Entry, Args, Strict, Stop and Prepare are set by Check
	Workers int            // runs at a time; 0 is one a processor

	// Permitted says that a difference does not count on inputs on which the result of before
	// depends on an order of float operations, or on fusing them, that their flags leave open.
	Permitted bool

	dontCare bool    // after claims don't-care bits
	orders   *orders // what before may stand for too, if Permitted
}

// DefaultRuns is the number of generated inputs a function.
const DefaultRuns = 500

// DefaultFuel bounds a differential run: a loop that does not end is inconclusive soon.
const DefaultFuel = 20_000_000

// Pair is the comparison of two functions of the same name.
type Pair struct {
	Name         string
	Verdict      Verdict
	Skipped      string // why the functions cannot be compared, empty if they were
	Runs         int
	Undefined    int // runs on which before was undefined, so that anything refined it
	Inconclusive int
	Reasons      []string // why runs were inconclusive, each once
	Divergence   *Divergence
}

// Divergence is a counterexample.
type Divergence struct {
	Func    string
	Input   *Input
	Kind    DivergenceKind
	Options interp.Options // of the comparison, without the overwriting that Kind names
	Seed    uint64         // of the generator and of that overwriting
	Before  *interp.Outcome
	After   *interp.Outcome
	Diff    Difference
	Returns []ir.Param
}

// DivergenceKind says which comparison failed.
type DivergenceKind uint8

// The comparisons that [Check] and [SelfCheck] make.
const (
	AfterDiffers DivergenceKind = iota // after does not refine before
	BeforeSelf                         // [SelfCheck]: before does not refine itself under other unspecified choices
	AfterSelf                          // [SelfCheck]: after does not refine itself under other unspecified choices
	DontCareUsed                       // after depends on bits that it calls don't-care
)

// Result is the comparison of two modules.
type Result struct {
	Pairs   []Pair
	Missing []string // functions of before that after does not have
}

// Verdict is Diverged if any pair diverged, else Inconclusive if nothing was decided.
func (r *Result) Verdict() Verdict {
	decided := false
	for _, p := range r.Pairs {
		if p.Verdict == Diverged {
			return Diverged
		}
		decided = decided || p.Skipped == "" && p.Inconclusive < p.Runs
	}
	if !decided {
		return Inconclusive
	}
	return Refined
}

// Check runs every pair of functions on inputs until one diverges or the budget is used.
// Both modules must verify. The error is the caller's: no such entry, an input that does not
// fit.
func Check(before, after *ir.Module, c Config) (*Result, error) {
	res := &Result{}
	c.dontCare = after.IgnoresBits()
	if c.Permitted {
		c.orders = &orders{m: before, seed: c.Seed}
	}
	var common []*ir.Func
	for _, f := range before.Funcs {
		if c.Entry != "" && f.Name != c.Entry {
			continue
		}
		g := after.Func(f.Name)
		if g == nil {
			if c.Entry != "" {
				return nil, fmt.Errorf("the second file has no function %s", ir.SymbolText(c.Entry))
			}
			res.Missing = append(res.Missing, f.Name)
			continue
		}
		common = append(common, f)
	}
	if c.Entry != "" && len(common) == 0 {
		return nil, fmt.Errorf("the first file has no function %s", ir.SymbolText(c.Entry))
	}
	if len(common) == 0 {
		return nil, fmt.Errorf("the two files have no function in common")
	}
	for n, f := range common {
		c := c
		c.Budget = c.Budget.Share(len(common) - n)
		p, err := checkPair(before, after, f, after.Func(f.Name), c)
		if err != nil {
			return nil, err
		}
		res.Pairs = append(res.Pairs, *p)
	}
	return res, nil
}

func sameTypes(a, b []ir.Param) bool {
	return slices.EqualFunc(a, b, func(x, y ir.Param) bool { return x.Type == y.Type })
}

func checkPair(before, after *ir.Module, f, g *ir.Func, c Config) (*Pair, error) {
	p := &Pair{Name: f.Name}
	if !sameTypes(f.Params, g.Params) || !sameTypes(f.Returns, g.Returns) {
		p.Skipped = "the signatures differ"
		return p, nil
	}
	gen := NewGenerator(f.Params, c.Seed, before, after)
	runs := cmp.Or(c.Runs, DefaultRuns)
	input := gen.Input
	if c.Inputs != nil {
		runs, input = len(c.Inputs), func(n int) *Input { return c.Inputs[n] }
	} else if len(f.Params) == 0 {
		runs = 1
	}
	if c.Budget != nil && c.Runs == 0 && len(f.Params) > 0 && c.Inputs == nil {
		runs = 1 << 30
	}
	workers := cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	reasons := map[string]bool{}
	// Batches keep the answer independent of the number of workers: the first diverging
	// input of a batch is the one reported.
	const batch = 32
	for lo := 0; lo < runs; lo += batch {
		if c.Budget.Spent() {
			break
		}
		hi := min(lo+batch, runs)
		tries := make([]try, hi-lo)
		parallel(workers, len(tries), func(n int) {
			if c.Budget.Spent() {
				tries[n].late = true
				return
			}
			tries[n] = c.try(before, after, f, input(lo+n))
			tries[n].late = tries[n].inconclusive != "" && c.Budget.Spent()
		})
		for n := range tries {
			t := &tries[n]
			if t.late {
				continue
			}
			if t.err != nil {
				return nil, t.err
			}
			p.Runs++
			if t.undefined {
				p.Undefined++
			}
			if t.inconclusive != "" {
				p.Inconclusive++
				reasons[t.inconclusive] = true
			}
			if t.div != nil {
				p.Verdict, p.Divergence = Diverged, t.div
				p.Reasons = sortedKeys(reasons)
				return p, nil
			}
		}
	}
	if p.Runs == 0 && c.Budget.Spent() {
		reasons["the time was over before a run was"] = true
	}
	p.Reasons = sortedKeys(reasons)
	if p.Runs == p.Inconclusive {
		p.Verdict = Inconclusive
	}
	return p, nil
}

func parallel(workers, n int, do func(int)) {
	if workers <= 1 || n == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(workers, n) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// try is the result of one input.
type try struct {
	late         bool // not made, or not to its end, when the budget was spent
	undefined    bool
	inconclusive string
	div          *Divergence
	err          error
}

// try compares on one input: the two programs with each other, then after with its don't-care
// bits overwritten. A difference counts only if before does not differ from itself too when
// the unspecified choices are made otherwise.
func (c *Config) try(before, after *ir.Module, f *ir.Func, in *Input) (t try) {
	run := func(m *ir.Module, o interp.Options) *interp.Outcome {
		if t.err != nil {
			return nil
		}
		o.Entry, o.Strict, o.PoisonResult, o.Stop = f.Name, true, true, c.Budget.stop()
		o.Prepare = in.Prepare(f.Params, o.VScale)
		if o.Fuel == 0 {
			o.Fuel = DefaultFuel
		}
		out, err := interp.Run(m, o)
		t.err = err
		return out
	}
	other := c.Options
	other.AddressSeed += 0x9e3779b97f4a7c15
	if other.Freeze.Kind == interp.ChooseDefault {
		other.Freeze = interp.Choice{Kind: interp.ChooseRandom, Seed: c.Seed + 1}
	}
	if other.NaN.Kind == interp.ChooseDefault {
		other.NaN = interp.Choice{Kind: interp.ChooseRandom, Seed: c.Seed + 2}
	}
	b, a := run(before, c.Options), run(after, c.Options)
	if t.err != nil {
		return t
	}
	diverge := func(k DivergenceKind, a *interp.Outcome, d Difference) {
		t.div = &Divergence{Func: f.Name, Input: in, Kind: k, Options: c.Options, Seed: c.Seed, Before: b, After: a, Diff: d, Returns: f.Returns}
	}
	t.undefined = b.Kind == interp.Undefined
	d := Refines(b, a, f.Returns)
	switch d.Verdict {
	case Inconclusive:
		t.inconclusive = d.Why
		return t
	case Refined:
		if c.dontCare && !t.undefined {
			o := c.Options
			o.DontCare = interp.Choice{Kind: interp.ChooseRandom, Seed: c.Seed + 3}
			if x := run(after, o); t.err == nil {
				if dx := Refines(b, x, f.Returns); dx.Verdict == Diverged {
					diverge(DontCareUsed, x, dx)
				}
			}
		}
		return t
	}
	// A program that depends on unspecified choices differs from itself too; then the
	// difference to the other one says nothing.
	if b2 := run(before, other); t.err == nil {
		// Unless after is less defined than before under each choice: then no choice explains it.
		worse := Refines(a, b, f.Returns).Verdict == Refined && Refines(b2, a, f.Returns).Verdict == Diverged
		if db := Refines(b, b2, f.Returns); db.Verdict == Diverged && !worse {
			t.inconclusive = "before depends on unspecified choices (addresses, freeze or NaN bits)"
			return t
		}
	}
	if c.dependsOnOrder(f, b, run) {
		t.inconclusive = "before depends on an order that reassoc or contract leaves open"
		return t
	}
	diverge(AfterDiffers, a, d)
	return t
}

// dependsOnOrder reports whether before, whose outcome on an input is b, has another one in an order that
// its flags permit.
func (c *Config) dependsOnOrder(f *ir.Func, b *interp.Outcome, run func(*ir.Module, interp.Options) *interp.Outcome) bool {
	if c.orders == nil {
		return false
	}
	for n := range orderings {
		m := c.orders.at(n)
		if m == nil {
			break
		}
		if x := run(m, c.Options); x != nil && Refines(b, x, f.Returns).Verdict == Diverged {
			return true
		}
	}
	return false
}

// SelfCheck runs one module against itself under other unspecified choices (addresses,
// freeze, NaN bits, don't-care bits). A program that depends on them cannot be compared: its
// owner should know before he reads the verdict of Check.
func SelfCheck(m *ir.Module, kind DivergenceKind, c Config) ([]*Divergence, error) {
	var out []*Divergence
	budget := c.Budget
	for n, f := range m.Funcs {
		if c.Entry != "" && f.Name != c.Entry {
			continue
		}
		if c.Entry == "" {
			c.Budget = budget.Share(len(m.Funcs) - n)
		}
		d, err := selfCheck(m, f, kind, c)
		if err != nil {
			return nil, err
		}
		if d != nil {
			out = append(out, d)
		}
	}
	return out, nil
}

// selfRuns is how many inputs a self-check uses where it makes its own.
const selfRuns = 24

func selfCheck(m *ir.Module, f *ir.Func, kind DivergenceKind, c Config) (*Divergence, error) {
	gen := NewGenerator(f.Params, c.Seed, m)
	runs, input := selfRuns, gen.Input
	if c.Inputs != nil {
		runs, input = len(c.Inputs), func(n int) *Input { return c.Inputs[n] }
	} else if len(f.Params) == 0 {
		runs = 1
	}
	for n := range runs {
		if c.Budget.Spent() {
			break
		}
		in := input(n)
		run := func(o interp.Options) (*interp.Outcome, error) {
			o.Entry, o.Strict, o.PoisonResult, o.Stop = f.Name, true, true, c.Budget.stop()
			o.Prepare = in.Prepare(f.Params, o.VScale)
			o.Fuel = cmp.Or(o.Fuel, DefaultFuel/10)
			return interp.Run(m, o)
		}
		a, err := run(c.Options)
		if err != nil {
			return nil, err
		}
		o := c.Options
		o.AddressSeed += 0x9e3779b97f4a7c15
		o.Freeze = interp.Choice{Kind: interp.ChooseRandom, Seed: c.Seed + 1}
		o.NaN = interp.Choice{Kind: interp.ChooseRandom, Seed: c.Seed + 2}
		o.DontCare = interp.Choice{Kind: interp.ChooseRandom, Seed: c.Seed + 3}
		b, err := run(o)
		if err != nil {
			return nil, err
		}
		if d := Refines(a, b, f.Returns); d.Verdict == Diverged {
			return &Divergence{Func: f.Name, Input: in, Kind: kind, Options: c.Options, Seed: c.Seed, Before: a, After: b, Diff: d, Returns: f.Returns}, nil
		}
	}
	return nil, nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
