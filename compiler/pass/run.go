package pass

import (
	"context"
	"fmt"
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// Options configure [Run].
// It is not changed by the run and may be used again.
type Options struct {
	Config *Config
	// Policy gives the configuration of a function that asks for its own; nil, or a nil result,
	// is Config. A function whose configuration has no stages is left alone, but for its
	// memory tokens, and not by others: it may still be called and inlined.
	Policy  func(a ir.FuncAttrs) (*Config, error)
	Workers int // functions at the same time; 0 and 1 are one
	// Exported reports which functions of the module other modules may call. nil is none but @main of a module
	// that has one, and else all.
	Exported func(name string) bool

	// Limit is how many rewrites may fire, 0 for all.
	Limit int
	// Choose lets only the rewrites fire whose hashes it chooses; nil is all of them.
	Choose *Pattern
	// Allow decides about a rewrite; nil allows all. What it answers must not depend on anything
	// but the calls so far. The entry is good until it returns.
	Allow func(e *trace.Entry) bool
	Trace trace.Mode
	// Explain has Allow see what a full trace has of a rewrite that is proposed, whatever Trace is.
	Explain bool
	// Record gets each rewrite that fired, complete, in order. The entry is good until it returns; what
	// the entry points to stays as it is.
	Record func(e *trace.Entry)

	// Shuffle, unless it is 0, chooses an order of blocks, and of pure instructions in each block, that
	// every pass finds before it: a pass may do more or less then, but nothing wrong. It is for tests.
	Shuffle uint64

	Time  bool // measure
	Rules bool // count rewrites by rule
	// NoSkip runs passes also where they are known to find nothing, for tests of that.
	NoSkip bool
	// After is called with the module after each pass that changed it. Its error ends the run.
	After func(stage string, iteration int, pass string, m *ir.Module) error
}

// PassStats is what became of a pass in a run.
// With several workers the times of a pass add up to more than the clock shows.
type PassStats struct {
	Pass    string
	Runs    int // on functions, or on the module
	Changes int
	Rules   map[string]int // of the changes, with [Options.Rules]
	Time    time.Duration
	Bytes   uint64 // allocated meanwhile, by the whole process
}

// Report is what a run did.
type Report struct {
	Changes int // rewrites that fired
	Asked   int // and those that a limit or a policy refused, too; counted only if there was one
	Passes  []PassStats
}

// run is the state of a run.
type run struct {
	ctx      context.Context // nil if it is never done
	table    []Pass
	o        Options
	decides  bool // a listener hears of, or decides about, rewrites, in order
	seq      int
	asked    int
	entry    trace.Entry // the last one
	rec      *recorder
	proposed *ir.Func // of the last entry
	names    map[*ir.Func]*names
	last     struct { // that was asked for in names
		f     *ir.Func
		names *names
	}
	ids     *identities // of rewrites, if anybody decides about them or hears of them
	entered map[*ir.Func]entered
	// It guards stats and states; the rest is only written while one worker runs.
	mu     sync.Mutex
	stats  map[string]*PassStats
	states map[*ir.Func]*state
	epoch  int // grows when a module pass changed something
	keys   int // different passes, parameters included
}

// Run runs a pipeline on a module, in place. The module must verify, which is checked; it verifies afterwards,
// also after an error. The error is about the module, the configuration, or that of [Options.After].
// When ctx is done, no further pass of a function or of the module begins, and the error is the
// cause of ctx, with the report of what was done.
// Whoever decides about or listens to rewrites gets them in the order of one worker, the same each time.
func Run(ctx context.Context, m *ir.Module, table []Pass, o Options) (*Report, error) {
	if err := ir.Verified(m); err != nil {
		return nil, err
	}
	r := &run{table: table, o: o, stats: map[string]*PassStats{}, states: map[*ir.Func]*state{}}
	r.rec = &recorder{run: r}
	if o.Trace == "" {
		r.o.Trace = trace.None
	}
	r.decides = o.Limit > 0 || o.Choose != nil || o.Allow != nil || o.Record != nil
	if r.decides {
		r.o.Workers = 1
	}
	if ctx.Done() != nil {
		r.ctx = ctx
	}
	r.profileBefore(m)
	if r.traces() {
		for _, f := range m.Funcs {
			r.named(f)
		}
	}
	err := r.all(m)
	if err == nil && r.over() {
		err = context.Cause(ctx)
	}
	r.rec.finish()
	for f, st := range r.states {
		st.forget(f)
	}
	rep := &Report{Asked: r.asked}
	for _, p := range table {
		if s := r.stats[p.Name]; s != nil {
			rep.Passes = append(rep.Passes, *s)
			rep.Changes += s.Changes
		}
	}
	return rep, err
}

// over reports whether the caller wants no more.
func (r *run) over() bool { return r.ctx != nil && r.ctx.Err() != nil }

// group is a configuration with the functions that it is for.
// Functions stay in their group for the whole run, inlined bodies included.
type group struct {
	config *Config
	stages []*plan
	funcs  []*ir.Func
}

// all runs the pipeline: functions are grouped by the configuration that they ask for, and each group goes
// through its own stages, one group after the other.
// Successive stages without a module pass run function by function where nothing listens, as each function
// then stays in the caches.
// An error of one function's policy is found before anything was changed.
func (r *run) all(m *ir.Module) error {
	groups := []*group{{config: r.o.Config}}
	// Control comes back behind setjmp by no edge, so no pass changes a function that has one.
	none := &Config{}
	for _, f := range m.Funcs {
		c := r.o.Config
		if f.Count(ir.OpSetJmp) > 0 {
			c = none
		} else if r.o.Policy != nil {
			own, err := r.o.Policy(f.Attrs)
			if err != nil {
				return fmt.Errorf("%s:%s: @%s: %w", m.File, f.Pos, f.Name, err)
			}
			if own != nil {
				c = own
			}
		}
		n := slices.IndexFunc(groups, func(g *group) bool { return g.config == c })
		if n < 0 {
			n = len(groups)
			groups = append(groups, &group{config: c})
		}
		groups[n].funcs = append(groups[n].funcs, f)
	}
	for _, g := range groups {
		if err := r.plan(g); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(groups, func(g *group) bool { return len(g.stages) > 0 }) {
		r.chain(groups)
	}
	if r.o.Choose != nil || r.o.Allow != nil || r.o.Record != nil {
		r.ids = newIdentities(m)
	}
	for _, g := range groups {
		for n := 0; n < len(g.stages); {
			k := n
			for k < len(g.stages) && !g.stages[k].modules && !r.decides && r.o.After == nil {
				k++
			}
			if k > n {
				r.alone(g, g.stages[n:k])
				n = k
				continue
			}
			if err := r.stage(m, g, g.stages[n]); err != nil {
				return err
			}
			n++
		}
		r.profileAfter(g)
	}
	return nil
}

// chain makes the memory tokens of each function one chain, so that a pass that removes or moves a write
// finds the last one before it by its token. A function that nothing optimizes gets one as well: what it
// returns is the token of its callers' calls. This is no rewrite: tokens do not steer execution.
// It comes before the first pass and is kept by all of them.
func (r *run) chain(groups []*group) {
	for _, g := range groups {
		r.each(g, edit.Chain)
	}
}

// stage runs the passes of a stage until nothing changes. A function that an iteration left
// alone is not looked at again until it changes.
// An iteration is only followed by another if it changed something, and then looks only at what changed.
// m is handed to After as it is then: whoever wants it later clones it.
func (r *run) stage(m *ir.Module, g *group, s *plan) error {
	changed := map[*ir.Func]bool{}
	for _, f := range g.funcs {
		changed[f] = true
	}
	for it := 1; it <= s.MaxIterations; it++ {
		next := map[*ir.Func]bool{}
		for n := range s.steps {
			p := &s.steps[n]
			if r.over() {
				return nil
			}
			if !p.runs(it) {
				continue
			}
			did := false
			if p.pass.Module != nil {
				did = r.module(m, g, s, p, it, next)
			} else {
				did = r.functions(g, s, p, it, changed, next)
			}
			if did && r.o.After != nil {
				r.rec.finish()
				if err := r.o.After(s.Name, it, p.pass.Name, m); err != nil {
					return err
				}
			}
		}
		if len(next) == 0 {
			return nil
		}
		for f := range next {
			changed[f] = true
		}
		for f := range changed {
			changed[f] = next[f]
		}
	}
	return nil
}

// alone runs stages without module passes on one function after the other, each from the first
// stage to the last, while it is in the cache. Nothing can tell the difference: a function pass
// sees one function.
func (r *run) alone(g *group, stages []*plan) {
	r.each(g, func(f *ir.Func) {
		st := r.state(f)
		for _, s := range stages {
			for it, did := 1, true; did && it <= s.MaxIterations; it++ {
				did = false
				for n := range s.steps {
					if p := &s.steps[n]; p.runs(it) && r.function(f, st, s, p, it) {
						did = true
					}
				}
			}
		}
		st.drop()
	})
}

// module runs a module pass on a group; functions that another one has removed are dropped from it first.
// next gets the functions that the pass changed, by ModuleCtx.Fire.
func (r *run) module(m *ir.Module, g *group, s *plan, p *step, it int, next map[*ir.Func]bool) bool {
	there := make(map[*ir.Func]bool, len(m.Funcs))
	for _, f := range m.Funcs {
		there[f] = true
	}
	g.funcs = slices.DeleteFunc(g.funcs, func(f *ir.Func) bool { return !there[f] })
	c := &ModuleCtx{M: m, Funcs: slices.Clone(g.funcs), scope: r.scope(s, p, it), touched: next}
	if r.o.Shuffle != 0 {
		for _, f := range g.funcs {
			shuffle(f, r.o.Shuffle, c.scope)
		}
	}
	unwatch := r.watch(m.Funcs...)
	r.measure(p.pass, func() int { p.pass.Module(c); return c.changes })
	unwatch()
	r.verify(c.scope, m.Funcs...)
	if c.changes > 0 {
		r.epoch++
	}
	return c.changes > 0
}

// functions runs a function pass on those functions of a group that changed in the last iteration or in this one.
// The order of did depends on the workers; only membership is used.
func (r *run) functions(g *group, s *plan, p *step, it int, changed, next map[*ir.Func]bool) bool {
	var mu sync.Mutex
	var did []*ir.Func
	r.each(g, func(f *ir.Func) {
		if !changed[f] && !next[f] {
			return
		}
		st := r.state(f)
		if r.function(f, st, s, p, it) {
			mu.Lock()
			defer mu.Unlock()
			did = append(did, f)
		}
		st.drop()
	})
	for _, f := range did {
		next[f] = true
	}
	return len(did) > 0
}

// function runs a pass on a function, unless it is known to find nothing, and reports whether it
// changed something.
// A pass that asked and was refused is not known to find nothing: another time it may be allowed.
func (r *run) function(f *ir.Func, st *state, s *plan, p *step, it int) bool {
	if r.over() || !r.o.NoSkip && st.idle(f, p.key, r.epoch) {
		return false
	}
	// Handles of instructions change, so nothing may hold one: no trace, no facts.
	if !r.decides && r.o.After == nil && st.facts == nil {
		f.Tidy()
	}
	c := &Ctx{F: f, scope: r.scope(s, p, it), analyses: &st.analyses, state: st}
	c.lasting = p.pass.Facts && s.asksAfter(p, it)
	if r.o.Shuffle != 0 {
		shuffle(f, r.o.Shuffle, c.scope)
	}
	before := f.Version()
	unwatch := r.watch(f)
	r.measure(p.pass, func() int { p.pass.Func(c); return c.changes })
	unwatch()
	r.verify(c.scope, f)
	if p.pass.Facts && !c.lasting {
		st.forget(f)
	}
	if c.demands != nil {
		c.demands.Free()
	}
	if c.asked == 0 && f.Version() == before {
		st.found(f, p.key, r.epoch, r.keys, !p.pass.OrderInsensitive || c.placed)
	}
	return c.changes > 0
}

// each calls do with the functions of a group that have a body, as many at the same time as there
// are workers.
// It returns when all are done. With more workers do must be safe for functions at the same time.
func (r *run) each(g *group, do func(f *ir.Func)) {
	if r.o.Workers <= 1 {
		for _, f := range g.funcs {
			if f.Entry() != ir.NoBlock {
				do(f)
			}
		}
		return
	}
	var wg sync.WaitGroup
	work := make(chan *ir.Func)
	for range min(r.o.Workers, len(g.funcs)) {
		wg.Go(func() {
			for f := range work {
				do(f)
			}
		})
	}
	for _, f := range g.funcs {
		if f.Entry() != ir.NoBlock {
			work <- f
		}
	}
	close(work)
	wg.Wait()
}

// scope is what a context of step p tells and asks.
func (r *run) scope(s *plan, p *step, it int) *scope {
	return &scope{run: r, pass: p.pass, params: p.config.Params, stage: s.Name, iteration: it}
}

const allocated = "/gc/heap/allocs:bytes"

// heap is how much the process has allocated so far.
// It only grows, so a difference is what was allocated between, by all goroutines.
func heap() uint64 {
	s := []metrics.Sample{{Name: allocated}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// measure runs f and adds what it did to the statistics of the pass.
func (r *run) measure(p *Pass, f func() int) {
	var start time.Time
	var bytes uint64
	if r.o.Time {
		start, bytes = time.Now(), heap()
	}
	n := f()
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.of(p)
	s.Runs++
	s.Changes += n
	if r.o.Time {
		s.Time += time.Since(start)
		s.Bytes += heap() - bytes
	}
}

// of are the statistics of a pass. The caller has the lock.
func (r *run) of(p *Pass) *PassStats {
	s := r.stats[p.Name]
	if s == nil {
		s = &PassStats{Pass: p.Name}
		r.stats[p.Name] = s
	}
	return s
}

// ruled counts a rewrite that fired.
func (r *run) ruled(p *Pass, rule string) {
	if !r.o.Rules {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.of(p)
	if s.Rules == nil {
		s.Rules = map[string]int{}
	}
	s.Rules[rule]++
}
