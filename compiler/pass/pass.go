// Package pass runs optimization passes: which, in which order, how often, on which functions,
// with which rewrites allowed. Passes themselves are in package opt; what each run decided goes
// to package trace.
//
// A pass is a row of a table. It asks [Ctx.Fire] before each rewrite, which counts it, records it
// and may refuse it; a pass never prints, times or logs. Structural analyses are made on demand
// and dropped when a pass that does not keep them has changed the function. Facts about values
// ([Ctx.Facts]) are kept from pass to pass by the dirty protocol: what is written is marked by the
// function (see [ir.Func.Settle]), and what is
// marked is computed again when it is read. The bits that matter ([Ctx.Demands]) are found anew each time. Facts that passes wrote into the program are annotations, which no
// rewrite makes wrong: a refinement of a program keeps every check true that was true before. The
// protocol decides how precise they are.
//
// Non-goals: meaning (package interp) and comparison (package difftest); a caller that wants
// each pass compared gives [Options.After].
package pass

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// Kind says how the program after a pass relates to the one before (RFC pipeline, "Transform
// equivalence declaration").
type Kind = value.Kind

// The kinds.
const (
	Equivalence = value.Equivalence // each refines the other
	Refinement  = value.Refinement  // the new one refines the old one
)

// Order is a reason for a place in the pipeline.
type Order struct {
	Pass string // that runs first
	Why  string
}

// Param is a number that a pass reads from its configuration.
type Param struct {
	Name     string
	Default  int
	Min, Max int
	Doc      string
}

// Pass is a row of the table of passes. Exactly one of Func and Module is set.
// Facts that other packages need of a pass are columns here; package opt has no second list.
// Func is called by several goroutines at the same time, on different functions.
type Pass struct {
	Name             string
	Doc              string    // one sentence: what it does
	Rewrites         []Rewrite // all that it may make, see [Rewrites]. Nil of a pass of a test: it may make any.
	KeepsCFG         bool      // blocks and edges stay as they are
	OrderInsensitive bool      // where instructions stand matters nothing to what it finds, unless it calls [Ctx.Placed]
	// An order between passes of different stages is that of the stages, and not checked.
	After  []Order // passes of the same stage that must come before it
	Params []Param
	Facts  bool // asks for [Ctx.Facts]
	Func   func(c *Ctx)
	Module func(c *ModuleCtx)
}

// Change is a rewrite that a pass wants to make.
// A trace shows it, a replay finds it again by it, so it must be the same for the same function whatever
// happened elsewhere.
type Change struct {
	Rule    string    // unique within the pass
	At      ir.Inst   // the instruction that it is about, ir.NoInst for a block
	Block   ir.Block  // that it is about, if At is ir.NoInst
	Edge    int       // of the terminator At that it is about: one more than the target, 0 for all of it
	Matched []ir.Inst // the other instructions that it looks at or replaces
	Gone    ir.Value  // of a block: the argument that goes, if Takes; it may go later, together with others
	Takes   bool
	Whole   bool // the function goes, and the trace shows all of it
	Kind    Kind
	Proof   string // theorem of the rule, or of the fact that it rests on, if there is one
	Facts   []trace.Fact
	Cost    *trace.Cost
	Why     string // of a heuristic: the threshold
}

// block is where the change is.
func (ch *Change) block(f *ir.Func) ir.Block {
	if ch.At == ir.NoInst {
		return ch.Block
	}
	return f.InstBlock(ch.At)
}

// Ctx is what a function pass works with.
// It serves one pass on one function, once, and is used by one goroutine.
type Ctx struct {
	F *ir.Func
	*scope

	// Those of the last pass are taken over if the shape of the graph is still theirs.
	*analyses
	started bool // the pass asked for the graph
	state   *state
	lasting bool // a pass that may come after this one asks for facts
	demands *facts.Demands
	live    *cfg.Liveness
	placed  bool // see Placed
}

// ModuleCtx is what a module pass works with.
// While a module pass runs nothing else does, so it may change any of the functions.
type ModuleCtx struct {
	M *ir.Module
	// Funcs are the functions that may change, in order.
	Funcs []*ir.Func
	*scope
	touched map[*ir.Func]bool
}

// Exported lists the functions that something outside of the module may call.
func (c *ModuleCtx) Exported() []*ir.Func {
	e := c.run.o.Exported
	if e == nil {
		if main := c.M.Func("main"); main != nil {
			return []*ir.Func{main}
		}
		return c.M.Funcs
	}
	var out []*ir.Func
	for _, f := range c.M.Funcs {
		if e(f.Name) {
			out = append(out, f)
		}
	}
	return out
}

// Fire is [Ctx.Fire] for a change of f.
func (c *ModuleCtx) Fire(f *ir.Func, ch Change) bool {
	if !c.fire(f, ch) {
		return false
	}
	c.touched[f] = true
	return true
}

// Fire asks whether a rewrite may happen, and records that it does. A pass calls it when nothing
// stands in the way of the rewrite any more, changes the function only if the answer is true, and
// continues as if the pattern did not match if it is false. A change that is not what the pass may do
// ([Pass.Rewrites]) is a bug of the pass.
// After a refusal the pass must leave everything as it was, including what it has planned around the rewrite.
func (c *Ctx) Fire(ch Change) bool {
	return c.fire(c.F, ch)
}

// Placed says that what an order-insensitive pass found did depend on where instructions stand, this time.
// Without it the pass would be skipped where only places have changed since it found nothing.
func (c *Ctx) Placed() { c.placed = true }

// Facts returns what is known of values, of the function as it is now; the pass has [Pass.Facts].
// What was known before is computed again only where the function was written, and where it reads
// what has changed.
// The value is that of the state and changes with the next call: nothing keeps it.
func (c *Ctx) Facts() *facts.Info {
	if !c.pass.Facts {
		panic("BUG: pass " + c.pass.Name + " does not say that it asks for facts")
	}
	if c.state.facts == nil {
		c.state.facts = facts.ForwardOn(c.CFG(), c.Dom())
	} else {
		c.state.facts.Update(c.CFG(), c.Dom())
	}
	// Whoever asks later needs the function to mark what is written from here on.
	if c.lasting {
		c.state.facts.Keep()
	}
	return c.state.facts
}

// Demands returns which bits of values matter, of the function as it is now. They are good until the
// pass ends, or asks again.
func (c *Ctx) Demands() *facts.Demands {
	if c.demands != nil {
		c.demands.Free()
	}
	c.demands = facts.DemandedOn(c.CFG())
	return c.demands
}

// Param returns the configured value of a parameter of the pass.
// The configuration was checked against the table before the run, so the value is within its bounds.
func (s *scope) Param(name string) int {
	for _, p := range s.pass.Params {
		if p.Name == name {
			if v, ok := s.params[name]; ok {
				return v
			}
			return p.Default
		}
	}
	panic("BUG: pass " + s.pass.Name + " has no parameter " + name)
}

// CFG returns the control-flow graph. It is that of the last call of [Ctx.Changed], or of the
// start of the pass.
// A pass that has changed edges and asks again without Changed gets the old graph.
func (c *Ctx) CFG() *cfg.CFG {
	if !c.started {
		c.started = true
		if c.cfg == nil || c.shape != c.F.CFGVersion() {
			*c.analyses = analyses{shape: c.F.CFGVersion(), cfg: cfg.New(c.F), editor: c.editor}
		}
	}
	return c.cfg
}

// Editor returns an editor of the edges, which is current. The passes hand it on as long as they
// change none.
// Passes that change edges do it through the editor, so the next one need not build it again.
func (c *Ctx) Editor() *cfg.Editor {
	if c.editor == nil || !c.editor.Fresh() {
		c.editor = cfg.NewEditor(c.F)
	}
	return c.editor
}

// Dom returns the dominator tree.
// Trees and loops are made when first asked for, and kept with the graph.
func (c *Ctx) Dom() *cfg.DomTree {
	g := c.CFG()
	if c.dom == nil {
		c.dom = g.Dominators()
	}
	return c.dom
}

// Loops returns the loop nest.
func (c *Ctx) Loops() *cfg.Loops {
	g := c.CFG()
	if c.loops == nil {
		c.loops = g.Loops(c.Dom())
	}
	return c.loops
}

// Live returns which values are live at the ends of blocks. Unlike the others it is wrong after
// any change.
// The first answer is given until Changed is called, whatever the pass has written since.
func (c *Ctx) Live() *cfg.Liveness {
	if c.live == nil {
		c.live = c.CFG().Liveness()
	}
	return c.live
}

// Changed drops the analyses, because blocks or edges changed and the pass wants to look again.
func (c *Ctx) Changed() { c.started, c.live = false, nil }

// Derive is the origin of an instruction that replaces those given.
// Origins that occur twice count once; the order is that of the instructions.
func Derive(f *ir.Func, insts ...ir.Inst) ir.Origin {
	os := make([]ir.Origin, 0, len(insts))
	for _, i := range insts {
		if o := f.Origin(i); !slices.Contains(os, o) {
			os = append(os, o)
		}
	}
	return f.Module.Derive(os...)
}

// Explains reports whether somebody wants to see what a change rests on: only then [Change.Facts]
// are worth making.
func (s *scope) Explains() bool { return s.run.o.Trace == trace.Full || s.run.o.Explain }

// Known is one fact for [Change.Facts], none if nobody wants to see it. A name or value that is a value's handle is
// shown by its name.
func (s *scope) Known(kind, name, value string) []trace.Fact {
	if !s.Explains() {
		return nil
	}
	return []trace.Fact{{Kind: kind, Name: name, Value: value}}
}

// scope is what the two kinds of context share: the pass that runs, and the way to the run.
// asked counts what the pass wanted and changes what it was allowed, so a pass that was refused is not taken
// for idle.
type scope struct {
	run       *run
	pass      *Pass
	params    map[string]int
	stage     string
	iteration int
	asked     int
	changes   int
	last      *Rewrite // that was asked for
}

// fire decides about a change and records it.
// The order of the questions matters: the limit counts what was permitted, the hash chooses, the policy comes
// last and may have side effects.
func (s *scope) fire(f *ir.Func, ch Change) bool {
	s.permit(&ch)
	r := s.run
	s.asked++
	// Without a listener nothing is recorded, and functions may be transformed in parallel: run's own fields
	// are not touched.
	if !r.decides {
		s.changes++
		r.ruled(s.pass, ch.Rule)
		return true
	}
	// The last rewrite is complete by now, as the pass asks for the next one.
	r.rec.finish()
	// One entry serves all rewrites: a recorder that keeps it copies it.
	e := &r.entry
	r.proposed = f
	*e = trace.Entry{
		Seq: r.seq + 1, Rule: ch.Rule, Pass: s.pass.Name, Stage: s.stage, Iteration: s.iteration,
		Function: f.Name, Edge: ch.Edge, Decision: trace.Decision{Kind: ch.Kind.String(), Proof: ch.Proof, Cost: ch.Cost, Threshold: ch.Why},
	}
	if r.traces() {
		r.named(f).place(f, e, ch)
	}
	if s.Explains() {
		e.Context = r.named(f).facts(f, ch)
		r.rec.match(f, ch)
	}
	var at *site
	if r.ids != nil {
		e.Hash, e.Pattern, at = r.ids.of(s, f, ch)
	}
	r.asked++
	if r.o.Limit > 0 && r.seq >= r.o.Limit || !r.o.Choose.Matches(e.Hash) || r.o.Allow != nil && !r.o.Allow(e) {
		return false
	}
	if at != nil {
		at.fired++
	}
	r.seq++
	s.changes++
	r.ruled(s.pass, ch.Rule)
	if r.o.Record != nil {
		r.rec.begin(s.pass.Module != nil)
	}
	return true
}
