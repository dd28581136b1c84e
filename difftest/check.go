package difftest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Config says how to compare two modules. A Config is copied before it is changed; Check does not write
// to the caller's.
type Config struct {
	Entry   string         // compare only this function; empty is every function that both have
	Inputs  []*Input       // instead of generated ones
	Shrink  bool           // the one of Inputs that shows a difference is made minimal, as a generated one always is
	Runs    int            // generated inputs a function; 0 is DefaultRuns
	Time    time.Duration  // of everything; without Runs, inputs are made until it is over. 0 is no limit
	Seed    uint64         // of the generator
	Options interp.Options // of every run; Entry, Args, Strict and Prepare are set by Check
	Workers int            // runs at a time; 0 is one a processor
	// A search is made only where the programs make decisions.
	// It counts runs for one behaviour of after, not for the whole comparison.
	Search int // runs of before that look for the choices by which it does what after did; 0 is [DefaultSearch]

	// Sources are asked for inputs after each round of generated ones, beside the feedback from the programs' own comparisons.
	Sources []func(*Question) Source

	// Permitted says that a difference does not count on inputs on which the result of before
	// depends on an order of float operations, or on fusing them, that their flags leave open.
	Permitted bool

	ctx context.Context // of the runs: that of Check, with what Time leaves for this pair

	// These are facts of the pair, found once before the runs.
	dontCare  bool      // after claims don't-care bits
	open      [2]bool   // whether before and after may make decisions
	constants []num.Int // of the functions that are compared
	orders    *orders   // what before may stand for too, if Permitted
	// It rises with inputs that were not explained: a search for one more says less.
	effort int // halvings of the limit of a search
}

// DefaultRuns is the number of generated inputs a function.
const DefaultRuns = 500

// DefaultSearch is the number of runs that look for choices, for one behaviour of after.
const DefaultSearch = 1 << 12

// DefaultFuel bounds a differential run: a loop that does not end is inconclusive soon.
const DefaultFuel = 20_000_000

// Pair is the comparison of two functions of the same name. The counts are of inputs. Inconclusive
// includes Unexplained and Unended, which are those that make the whole pair inconclusive.
type Pair struct {
	Name    string
	Verdict Verdict
	Skipped string // why the functions cannot be compared, empty if they were
	// Runs counts inputs, each of which may take many runs of both programs.
	Runs         int
	Undefined    int // runs on which before was undefined, so that anything refined it
	Inconclusive int
	Unexplained  int      // of those: after did what no decisions of before were found for
	Unended      int      // of those: before came to an end, after to a limit
	Why          string   // it is vacuous
	Reasons      []string // why runs were inconclusive, each once
	Notes        []string // which decisions, left open by the semantics, the programs depend on
	Divergence   *Divergence
	Shrinks      int // inputs that were tried to make that of the divergence simpler
}

// Divergence is a counterexample. It has all that is needed to show the difference again, and the
// outcomes themselves for reports.
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
	Values  []string // the input in the words of the source language, a parameter each, where the types are known
	// They are in words, for the report.
	Decided []string // what after decided, if not as the options say
}

// DivergenceKind says which comparison failed.
type DivergenceKind uint8

// The comparisons that [Check] makes.
const (
	AfterDiffers DivergenceKind = iota // after does not refine before
	DontCareUsed                       // after depends on bits that it calls don't-care
)

// Result is the comparison of two modules. The slices are in the order of the first module.
type Result struct {
	Pairs   []Pair
	Missing []string // functions of before that after does not have
	Data    []string // how data symbols of after do not refine those of before
}

// Verdict is Diverged if any pair or data symbol diverged, and Refined only if that is the verdict of every function of
// before: Inconclusive if it is that of one, Vacuous if of one nothing was compared, or after has none.
// An empty result of pairs is Vacuous only if functions are missing.
func (r *Result) Verdict() Verdict {
	if len(r.Data) > 0 {
		return Diverged
	}
	v := Refined
	if len(r.Missing) > 0 {
		v = Vacuous
	}
	// A missing function is no difference: the verdict only says that it was not compared.
	for _, p := range r.Pairs {
		switch {
		case p.Verdict == Diverged:
			return Diverged
		// Inconclusive outweighs Vacuous and Refined, Vacuous only Refined.
		case p.Verdict == Inconclusive || v == Refined:
			v = cmp.Or(p.Verdict, v)
		}
	}
	return v
}

// Check runs every pair of functions on inputs until one diverges, or the inputs or the time are used
// up. The order of the pairs is that of before. A pair gets its share of what is left of the time.
//
// The error is the caller's: a module that does not verify, no such entry, an input that does not fit; then
// there is no result. When ctx is done, the comparison ends soon, in the middle of a run: the error is the cause of ctx,
// and the result has what was found so far, where the last pair is judged by fewer inputs and the others are missing.
func Check(ctx context.Context, before, after *ir.Module, c Config) (*Result, error) {
	for n, m := range []*ir.Module{before, after} {
		if err := ir.Verified(m); err != nil {
			return nil, fmt.Errorf("the %s module does not verify: %w", [...]string{"first", "second"}[n], err)
		}
	}
	within, cancel := Within(ctx, c.Time)
	defer cancel()
	res := &Result{Data: dataDifferences(before, after)}
	was, is := itemsOf(before), itemsOf(after)
	named := map[string]*ir.Func{}
	// Backward, so that the first of several functions of a name wins, as in the interpreter.
	for _, f := range slices.Backward(after.Funcs) {
		named[f.Name] = f
	}
	var common []*ir.Func
	for _, f := range before.Funcs {
		if c.Entry != "" && f.Name != c.Entry {
			continue
		}
		g := named[f.Name]
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
		// The copy keeps what a pair finds about itself from the next one.
		c := c
		share, done := Share(within, len(common)-n)
		c.ctx = share
		p, err := checkPair(was, is, f, named[f.Name], c)
		done()
		if err != nil {
			return nil, err
		}
		res.Pairs = append(res.Pairs, *p)
		if ctx.Err() != nil {
			return res, context.Cause(ctx)
		}
	}
	return res, nil
}

// Annotations may differ: a claim of after that is stronger shows as poison where it is violated.
func sameTypes(a, b []ir.Param) bool {
	return slices.EqualFunc(a, b, func(x, y ir.Param) bool { return x.Type == y.Type })
}

// parallel calls do for 0 to n-1, at most workers at a time. do must be safe to be called from several
// goroutines and must not depend on the order.
func parallel(workers, n int, do func(int)) {
	if workers <= 1 || n == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var wg sync.WaitGroup
	// The channel has no room, so a worker takes the next input when it is done with the last.
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

// try is the result of one input. It is a value of its own for each input, so that goroutines share
// nothing.
type try struct {
	// A late try is not counted at all, so time that is over never looks like a limit of the program.
	late         bool // not made, or not to its end, when the time was over
	undefined    bool
	unexplained  bool
	unended      bool // before came to an end, after to a limit
	outOfFuel    bool
	limited      bool // a limit ended a run: of fuel, memory or depth
	inconclusive string
	steps        int64 // of both
	notes        []string
	hungry       bool // a run came to the limit of memory
	div          *Divergence
	err          error
}

// runner makes runs on one input. The first error stays; then there are no outcomes. It belongs to one
// goroutine. Outcomes that are kept count against the memory of later runs of the same try.
type runner struct {
	c   *Config
	f   *ir.Func
	in  *Input
	err error

	held   uint64 // bytes that outcomes hold which are still compared
	hungry bool   // a run came to the limit of memory
}

// run executes m on the input and sets what belongs to a comparison: strict, with poison results as
// data, and the input's own memory. nil means that r.err is set.
// The options of the caller are copied by value; Prepare builds the memory anew for each run.
func (r *runner) run(m *ir.Module, o interp.Options) *interp.Outcome {
	if r.err != nil {
		return nil
	}
	o = r.in.Seeded(o)
	o.Entry, o.Strict, o.PoisonResult, o.KeepSlots = r.f.Name, true, true, true
	o.Prepare = r.in.Prepare(r.f.Params, o.VScale)
	o.MemLimit = left(o.MemLimit, r.held)
	// The seed depends on the input, so that an unknown function is a function: the same arguments on
	// the same input give the same answer in both programs.
	if len(o.Havoc) > 0 { // unknown functions do something else on each input
		h := fnv.New64a()
		io.WriteString(h, r.in.String())
		o.Seed ^= h.Sum64()
	}
	out, err := interp.Run(r.c.ctx, m, o)
	if out != nil { // a run that was cut off says so by its kind
		err = nil
	}
	if r.err = err; err != nil {
		r.hungry = r.hungry || errors.As(err, new(*memory.LimitError))
		return nil
	}
	if out.Space != nil && out.Space.Refused() {
		r.hungry = true
		// A program that was only refused memory because outcomes are held must not be compared with
		// one that was not.
		if o.MemLimit < r.c.Options.MemLimit { // else it would differ only by what it was not given
			return &interp.Outcome{Kind: interp.Unsupported, Steps: out.Steps,
				Reason: fmt.Sprintf("memory limit of %d bytes, of which outcomes to compare with hold %d", r.c.Options.MemLimit, r.held)}
		}
	}
	return out
}

// left is the memory limit of a run while outcomes hold some bytes: all together may have an eighth more than
// one alone, and a run at least an eighth. Then a comparison takes at most a little more than twice the
// limit, whatever it compares.
func left(limit, held uint64) uint64 {
	if held >= limit {
		return limit / 8
	}
	return min(limit, limit-held+limit/8)
}

// keep counts an outcome that stays until the end of the try.
func (r *runner) keep(o *interp.Outcome) {
	if o != nil && o.Space != nil {
		r.held += o.Space.Used()
	}
}

// spent reports that no further run is of use.
func (r *runner) spent() bool { return r.err != nil || r.c.ctx.Err() != nil }

// openRuns is how many inputs are always tried under other choices that after makes, and openEvery which of the
// others are. Choices are tried on all of the first inputs, which are the telling ones, and on some of
// the rest.
const (
	openRuns  = 24
	openEvery = 8
)

// try compares on one input. Where the seed of the input leads both programs to choices that no choices of before were found to
// explain, the choices of the options, which are easier to explain, decide.
func (c *Config) try(before, after *ir.Module, f *ir.Func, in *Input, n int) try {
	t := c.tryOnce(before, after, f, in, n)
	if in.Seed == 0 || !t.unexplained || t.err != nil {
		return t
	}
	plain := *in
	plain.Seed = 0
	again := c.tryOnce(before, after, f, &plain, n)
	again.steps += t.steps
	return again
}

// tryOnce compares on one input: the two programs with each other, then after with its don't-care
// bits overwritten, then after under other choices. The three comparisons are in the order of their
// cost. The first that finds a divergence ends the try. n is the number of the input.
func (c *Config) tryOnce(before, after *ir.Module, f *ir.Func, in *Input, n int) (t try) {
	r := &runner{c: c, f: f, in: in}
	defer func() { t.err, t.hungry = r.err, r.hungry }()
	b := r.run(before, c.Options)
	r.keep(b)
	if r.err != nil {
		return t
	}
	if len(c.Options.Havoc) > 0 { // unknown functions do within the claims of before what they do
		local := *c
		local.Options.HavocLike = b.Events
		c, r.c = &local, &local
	}
	t.steps = b.Steps
	// A before that came to a limit decides nothing; after is not run.
	// Nothing refines or fails to refine a run that was cut off.
	if undecided(b) {
		t.limited, t.outOfFuel, t.inconclusive = true, b.Kind == interp.OutOfFuel, limited("before", b)
		return t
	}
	// after may be somewhat slower than before without being called endless; how much is afterFuel.
	longer := c.Options
	longer.Fuel *= afterFuel
	a := r.run(after, longer)
	if r.err != nil {
		return t
	}
	r.keep(a)
	t.steps += a.Steps
	d := Refines(b, a, f.Returns)
	// It counts as unended only if before really came to an end: then after not coming to one may be a
	// divergence.
	if d.Verdict == Inconclusive {
		t.inconclusive = d.Why
		t.limited, t.outOfFuel, t.unended = undecided(a), a.Kind == interp.OutOfFuel, b.Kind != interp.Undefined
		return t
	}
	t.undefined = b.Kind == interp.Undefined
	like := b // the behaviour of before that a is compared with
	if d.Verdict == Diverged {
		if like = r.explain(&t, before, b, a, nil, d, nil); like == nil {
			return t
		}
	}
	// Nothing remains to be compared where anything refines.
	if t.undefined {
		return t
	}
	// The behaviour that a is held to stays the one that explained it.
	if c.dontCare {
		// Zeros and ones together change each bit; a stream of random ones is the same for each input.
		// Overwriting with all zeros and all ones changes every bit in one of both, and a random stream
		// makes bits differ from each other.
		for _, bits := range []interp.Choice{{Kind: interp.ChooseRandom, Seed: c.Seed + 3}, {Kind: interp.ChooseZero}, {Kind: interp.ChooseOne}} {
			o := c.Options
			o.DontCare = bits
			if x := r.run(after, o); x != nil {
				if d := Refines(like, x, f.Returns); d.Verdict == Diverged {
					t.div = r.divergence(DontCareUsed, like, x, d)
					return t
				}
			}
		}
	}
	// Which inputs get this depends on n alone, not on what earlier inputs gave.
	if n < openRuns || n%openEvery == 0 {
		r.others(&t, before, after, b, a)
	}
	return t
}

// divergence fills in what is the same for all kinds.
func (r *runner) divergence(k DivergenceKind, b, a *interp.Outcome, d Difference) *Divergence {
	return &Divergence{Func: r.f.Name, Input: r.in, Kind: k, Options: r.c.Options, Seed: r.c.Seed, Before: b, After: a, Diff: d, Returns: r.f.Returns}
}

// explain looks for decisions of before that lead to what after did, where b, under the choices of the options,
// differs from it by d. It returns what before does then; nil if there are none, or none were found,
// which t says. made are the decisions of after if they are known. It is called with a difference in
// hand, which it either explains or files.
func (r *runner) explain(t *try, before *ir.Module, b, a *interp.Outcome, made []interp.Decision, d Difference, decided []string) *interp.Outcome {
	// Without open decisions of before, the difference stands as it is.
	// first is the course of before under the choices of the options.
	if b := r.failing(before, a); b != nil || r.err != nil {
		return b
	}
	verdict, found, first := Diverged, (*course)(nil), (*course)(nil)
	if r.c.open[0] {
		verdict, found, first = r.search(before, a, made, b.Steps)
	}
	if r.err != nil {
		return nil
	}
	if first != nil && len(first.made) > 0 && verdict != Diverged {
		t.notes = append(t.notes, r.dependence("before", before, first)...)
	}
	switch {
	case verdict == Refined:
		return found.out
	// Permitted orders of float operations are looked at last, since each costs a run.
	case r.dependsOnOrder(b):
		t.inconclusive = "before depends on an order that reassoc or contract leaves open"
	case verdict == Inconclusive:
		t.unexplained, t.inconclusive = true, "no choices of before were found that lead to what after does: "+d.Why
	default:
		t.div = r.divergence(AfterDiffers, b, a, d)
		t.div.Decided = decided
	}
	return nil
}

// dependsOnOrder reports whether before, whose outcome on an input is b, has another one in an order that
// its flags permit. Refinement in only one direction is asked: another result is enough to make the
// comparison meaningless.
func (r *runner) dependsOnOrder(b *interp.Outcome) bool {
	c := r.c
	if c.orders == nil {
		return false
	}
	// The first n without a module ends the list.
	for n := range orderings {
		m := c.orders.at(n)
		if m == nil {
			break
		}
		if x := r.run(m, c.Options); x != nil && Refines(b, x, r.f.Returns).Verdict == Diverged {
			return true
		}
	}
	return false
}

// sortedKeys makes what is done with a map independent of Go's order of maps.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
