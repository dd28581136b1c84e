package pass

import (
	"fmt"
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// Options configure [Run].
type Options struct {
	Config *Config
	// Policy gives the configuration of a function that asks for its own; nil, or a nil result,
	// is Config. A function whose configuration has no stages is left alone, but by nobody else:
	// it may still be called and inlined.
	Policy  func(a ir.FuncAttrs) (*Config, error)
	Workers int // functions at the same time; 0 and 1 are one

	// Limit is how many rewrites may fire, 0 for all.
	Limit int
	// Allow decides about a rewrite; nil allows all. What it answers must not depend on anything
	// but the calls so far.
	Allow func(e *trace.Entry) bool
	Trace trace.Mode
	// Record gets each rewrite that fired, complete, in order.
	Record func(e *trace.Entry)

	Time bool // measure
	// After is called with the module after each pass that changed it. Its error ends the run.
	After func(stage string, iteration int, pass string, m *ir.Module) error
}

// PassStats is what became of a pass in a run.
type PassStats struct {
	Pass    string
	Runs    int // on functions, or on the module
	Changes int
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
	table   []Pass
	o       Options
	decides bool // somebody listens to or decides about rewrites, in order
	seq     int
	asked   int
	open    *opened
	names   []int // 0, 1, 2, …
	mu      sync.Mutex
	stats   map[string]*PassStats
}

// opened is a recorded rewrite whose result is not known yet.
type opened struct {
	f       *ir.Func
	e       *trace.Entry
	matched []ir.Inst
	mark    int // instructions from here on are new
}

// Run runs a pipeline on a module, in place. The module must verify; it verifies afterwards. The
// error is about the configuration, or that of [Options.After].
func Run(m *ir.Module, table []Pass, o Options) (*Report, error) {
	r := &run{table: table, o: o, stats: map[string]*PassStats{}}
	if o.Trace == "" {
		r.o.Trace = trace.None
	}
	r.decides = o.Limit > 0 || o.Allow != nil || o.Record != nil
	if r.decides {
		r.o.Workers = 1
	}
	err := r.all(m)
	r.finish()
	rep := &Report{Asked: r.asked}
	for _, p := range table {
		if s := r.stats[p.Name]; s != nil {
			rep.Passes = append(rep.Passes, *s)
			rep.Changes += s.Changes
		}
	}
	return rep, err
}

// group is a configuration with the functions that it is for.
type group struct {
	config *Config
	funcs  []*ir.Func
}

func (r *run) all(m *ir.Module) error {
	groups := []*group{{config: r.o.Config}}
	for _, f := range m.Funcs {
		c := r.o.Config
		if r.o.Policy != nil {
			own, err := r.o.Policy(f.Attrs)
			if err != nil {
				return fmt.Errorf("%s: @%s: %w", m.File, f.Name, err)
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
		if err := g.config.Check(r.table); err != nil {
			return err
		}
	}
	for _, g := range groups {
		for n := range g.config.Stages {
			if err := r.stage(m, g, &g.config.Stages[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// stage runs the passes of a stage until nothing changes. A function that an iteration left
// alone is not looked at again until somebody changes it.
func (r *run) stage(m *ir.Module, g *group, s *Stage) error {
	changed := map[*ir.Func]bool{}
	for _, f := range g.funcs {
		changed[f] = true
	}
	for it := 1; it <= s.MaxIterations; it++ {
		next := map[*ir.Func]bool{}
		for n := range s.Passes {
			pc := &s.Passes[n]
			if pc.Disabled || pc.MaxIterations > 0 && it > pc.MaxIterations {
				continue
			}
			p, err := Named(r.table, pc.Name)
			if err != nil {
				return err
			}
			did := false
			if p.Module != nil {
				did = r.module(m, g, s, p, pc, it, next)
			} else {
				did = r.functions(g, s, p, pc, it, changed, next)
			}
			if did && r.o.After != nil {
				r.finish()
				if err := r.o.After(s.Name, it, p.Name, m); err != nil {
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

func (r *run) module(m *ir.Module, g *group, s *Stage, p *Pass, pc *PassConfig, it int, next map[*ir.Func]bool) bool {
	g.funcs = slices.DeleteFunc(g.funcs, func(f *ir.Func) bool { return !slices.Contains(m.Funcs, f) })
	c := &ModuleCtx{M: m, Funcs: slices.Clone(g.funcs), scope: r.scope(s, p, pc, it), touched: next}
	r.measure(p, func() int { p.Module(c); return c.changes })
	return c.changes > 0
}

func (r *run) functions(g *group, s *Stage, p *Pass, pc *PassConfig, it int, changed, next map[*ir.Func]bool) bool {
	did := make([]bool, len(g.funcs))
	one := func(n int) {
		f := g.funcs[n]
		if !changed[f] && !next[f] || f.Entry() == ir.NoBlock {
			return
		}
		c := &Ctx{F: f, scope: r.scope(s, p, pc, it)}
		r.measure(p, func() int { p.Func(c); return c.changes })
		did[n] = c.changes > 0
	}
	if r.o.Workers <= 1 {
		for n := range g.funcs {
			one(n)
		}
	} else {
		var wg sync.WaitGroup
		work := make(chan int)
		for range r.o.Workers {
			wg.Go(func() {
				for n := range work {
					one(n)
				}
			})
		}
		for n := range g.funcs {
			work <- n
		}
		close(work)
		wg.Wait()
	}
	any := false
	for n, d := range did {
		if d {
			next[g.funcs[n]], any = true, true
		}
	}
	return any
}

func (r *run) scope(s *Stage, p *Pass, pc *PassConfig, it int) *scope {
	return &scope{run: r, pass: p, params: pc.Params, stage: s.Name, iteration: it}
}

const allocated = "/gc/heap/allocs:bytes"

func heap() uint64 {
	s := []metrics.Sample{{Name: allocated}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

func (r *run) measure(p *Pass, f func() int) {
	var start time.Time
	var bytes uint64
	if r.o.Time {
		start, bytes = time.Now(), heap()
	}
	n := f()
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.stats[p.Name]
	if s == nil {
		s = &PassStats{Pass: p.Name}
		r.stats[p.Name] = s
	}
	s.Runs++
	s.Changes += n
	if r.o.Time {
		s.Time += time.Since(start)
		s.Bytes += heap() - bytes
	}
}

// begin notes what a rewrite is about to change.
func (r *run) begin(f *ir.Func, ch Change, e *trace.Entry) {
	r.open = &opened{f: f, e: e, mark: f.NumInsts()}
	if r.o.Trace != trace.Full {
		return
	}
	if ch.At != ir.NoInst {
		r.open.matched = append(r.open.matched, ch.At)
	}
	for _, i := range ch.Matched {
		if !slices.Contains(r.open.matched, i) {
			r.open.matched = append(r.open.matched, i)
		}
	}
	slices.Sort(r.open.matched)
	e.Before = r.fragment(f, r.open.matched)
}

// finish completes the open entry: what is left of the instructions before, and the new ones.
func (r *run) finish() {
	o := r.open
	if o == nil {
		return
	}
	r.open = nil
	if r.o.Trace == trace.Full {
		var after []ir.Inst
		for _, i := range o.matched {
			if !o.f.Deleted(i) {
				after = append(after, i)
			}
		}
		for i := ir.Inst(o.mark); int(i) < o.f.NumInsts(); i++ {
			if !o.f.Deleted(i) {
				after = append(after, i)
			}
		}
		o.e.After = r.fragment(o.f, after)
	}
	r.o.Record(o.e)
}

// fragment is the text of instructions. Values and blocks are named by handle.
func (r *run) fragment(f *ir.Func, insts []ir.Inst) *trace.Fragment {
	for v := len(r.names); v < max(f.NumValues(), f.NumBlocks()); v++ {
		r.names = append(r.names, v)
	}
	n := ir.Numbering{Value: r.names, Block: r.names}
	out := &trace.Fragment{Instructions: []string{}}
	for _, i := range insts {
		out.Instructions = append(out.Instructions, f.InstText(n, i))
	}
	return out
}
