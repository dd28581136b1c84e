package pass

import (
	"maps"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// plan is a stage whose passes were looked up.
type plan struct {
	*Stage
	steps   []step
	modules bool // has module passes
	later   bool // a pass of a later stage asks for facts
}

// asksAfter reports whether a pass asks for facts that may run after step p in an iteration.
// It may say yes where nothing asks in the end: then facts are kept in vain, and not wrong.
func (s *plan) asksAfter(p *step, it int) bool {
	asks, later := s.later, false
	for n := range s.steps {
		q := &s.steps[n]
		next := it + 1
		if later {
			next = it
		}
		later = later || q == p
		asks = asks || q.pass.Facts && next <= s.MaxIterations && q.runs(next)
	}
	return asks
}

// step is a pass of a stage.
// config is a row of the configuration, which does not change during a run.
type step struct {
	config *PassConfig
	pass   *Pass
	key    int // the same for the same pass with the same parameters
}

// runs reports whether the pass runs in an iteration of its stage.
func (p *step) runs(it int) bool {
	return p.config.MaxIterations == 0 || it <= p.config.MaxIterations
}

// plan checks the configuration of a group and looks up its passes.
// Passes that are the same, with the same parameters, share a key, so one that found nothing at one place in
// the pipeline is skipped at the next.
func (r *run) plan(g *group) error {
	if err := g.config.Check(r.table); err != nil {
		return err
	}
	var known []step
	for n := range g.config.Stages {
		s := &plan{Stage: &g.config.Stages[n]}
		for k := range s.Passes {
			pc := &s.Passes[k]
			if pc.Disabled {
				continue
			}
			p, err := Named(r.table, pc.Name)
			if err != nil {
				return err
			}
			same := slices.IndexFunc(known, func(q step) bool { return q.pass == p && maps.Equal(q.config.Params, pc.Params) })
			if same < 0 {
				same = len(known)
				known = append(known, step{config: pc, pass: p})
			}
			s.steps = append(s.steps, step{config: pc, pass: p, key: same})
			s.modules = s.modules || p.Module != nil
		}
		g.stages = append(g.stages, s)
	}
	later := false
	for _, s := range slices.Backward(g.stages) {
		s.later = later
		for n := range s.steps {
			later = later || s.steps[n].pass.Facts
		}
	}
	r.keys = max(r.keys, len(known))
	return nil
}

// state is what a run remembers of a function between passes.
//
// A function pass computes its changes from the function, its parameters and what it reads of the
// module. So one that found nothing to ask for finds nothing again as long as the function and
// the module stay the same; and one that only looks at the graph of definitions and uses, as long as
// that stays the same.
type state struct {
	analyses analyses
	facts    *facts.Info // nil if none are kept
	clean    []cleanAt   // by key of the pass
}

// forget drops the facts, if there are some.
// The function then no longer marks what is written.
func (s *state) forget(f *ir.Func) {
	if s.facts != nil {
		s.facts.Free()
		s.facts = nil
		f.Unsettle()
	}
}

// cleanAt says when a pass found nothing.
// Versions are compared for equality: any change of the function makes the knowledge void.
type cleanAt struct {
	known   bool
	placed  bool // where instructions stand mattered
	version uint64
	links   uint64
	epoch   int
}

// state returns what is remembered of f.
func (r *run) state(f *ir.Func) *state {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.states[f]
	if s == nil {
		s = &state{}
		r.states[f] = s
	}
	return s
}

// idle reports whether the pass with that key is known to find nothing.
// epoch is that of the module: a module pass may have changed what a function pass reads of other functions.
func (s *state) idle(f *ir.Func, key, epoch int) bool {
	if key >= len(s.clean) {
		return false
	}
	c := s.clean[key]
	return c.known && c.epoch == epoch && (c.version == f.Version() || !c.placed && c.links == f.DefUseVersion())
}

// found notes that the pass found nothing, and whether it looked at where instructions stand.
func (s *state) found(f *ir.Func, key, epoch, keys int, placed bool) {
	if s.clean == nil {
		s.clean = make([]cleanAt, keys)
	}
	s.clean[key] = cleanAt{true, placed, f.Version(), f.DefUseVersion(), epoch}
}

// drop forgets the analyses, which are large.
// While stages run function by function they are kept between passes.
func (s *state) drop() { s.analyses = analyses{} }

// analyses are those of the control-flow graph as it was at a time. They are kept from pass to
// pass while blocks and branches stay the same.
type analyses struct {
	shape uint64
	cfg   *cfg.CFG
	dom   *cfg.DomTree
	loops *cfg.Loops

	editor *cfg.Editor
}
