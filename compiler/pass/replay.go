package pass

import (
	"context"
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// Reason says why a replay could not follow a trace.
type Reason string

// The reasons (RFC rewrite trace, "Replay engine").
const (
	PatternNotFound    Reason = "pattern not found"
	PreconditionFailed Reason = "precondition failed"
	DifferentDecision  Reason = "different decision"
)

// Divergence is where a replay left a trace.
type Divergence struct {
	Step     int // the entry, from 1
	Expected trace.Entry
	Reason   Reason
	Fact     string // of a precondition: which, with what was expected and what is
}

// Error tells the whole of it in a line.
func (d *Divergence) Error() string {
	s := fmt.Sprintf("step %d: %s: %s", d.Step, d.Expected.Heading(), d.Reason)
	if d.Fact != "" {
		s += ": " + d.Fact
	}
	return s
}

// ReplayOptions choose what of a trace is replayed.
type ReplayOptions struct {
	Only    []string                              // functions: the entries of others are left out; nil is all
	Until   int                                   // the last entry, 0 for all
	Lenient bool                                  // continue without entries whose pattern does not occur: the trace as a policy
	Policy  func(a ir.FuncAttrs) (*Config, error) // as in [Options]
}

// Replay makes the decisions of a trace on a module, in place: the pipeline of the trace runs, and
// nothing may fire but what the trace says, in its order. It returns how many entries were
// followed and where the replay diverged; with Lenient the first place, if there is one.
func Replay(ctx context.Context, m *ir.Module, table []Pass, t *trace.Trace, o ReplayOptions) (done int, div *Divergence, err error) {
	c, err := ParseConfig("the pipeline of the trace", t.Header.Pipeline, table)
	if err != nil {
		return 0, nil, err
	}
	var steps []trace.Entry
	for _, e := range t.Entries {
		if (o.Only == nil || slices.Contains(o.Only, e.Function)) && (o.Until == 0 || e.Seq <= o.Until) {
			steps = append(steps, e)
		}
	}
	if len(steps) == 0 {
		return 0, nil, nil
	}
	places := map[string]int{}
	for n, e := range steps {
		if _, ok := places[e.Place()]; !ok {
			places[e.Place()] = n
		}
	}
	next := 0
	var near *Divergence
	allow := func(e *trace.Entry) bool {
		if next >= len(steps) {
			return false
		}
		if n, ok := places[e.Place()]; o.Lenient && ok && n > next {
			if div == nil {
				div = &Divergence{Step: steps[next].Seq, Expected: steps[next], Reason: PatternNotFound}
			}
			next = n
		}
		want := &steps[next]
		if e.Place() != want.Place() {
			return false
		}
		if d := differ(want, e); d != nil {
			if near == nil {
				near = d
			}
			return false
		}
		next++
		done++
		return true
	}
	mode := t.Header.Mode
	if _, err := Run(ctx, m, table, Options{Config: c, Policy: o.Policy, Allow: allow, Trace: mode}); err != nil {
		return done, nil, err
	}
	if next < len(steps) && div == nil {
		div = &Divergence{Step: steps[next].Seq, Expected: steps[next], Reason: PatternNotFound}
		if near != nil && near.Step == div.Step {
			div = near
		}
	}
	return done, div, nil
}

// Known reports the first entry of a trace, by index, that no pass of the table can have made: which of
// its keys names what there is not, and what there is instead.
func Known(table []Pass, t *trace.Trace) (entry int, key string, err error) {
	for n, e := range t.Entries {
		p, err := Named(table, e.Pass)
		if err != nil {
			return n, "pass", err
		}
		if p.Rewrites != nil && p.rewrite(e.Rule) == nil {
			return n, "rule", fmt.Errorf("pass %s has no rule %q: %s", e.Pass, e.Rule, p.some())
		}
	}
	return 0, "", nil
}

// Affecting returns the functions whose entries make of a function what the whole trace makes of
// it, itself first: passes over modules let functions depend on each other. It adds those that call
// or name one that is there already, and those that it names, until the replay of their entries
// gives the function that the whole trace gives. If the whole trace cannot be followed, as on
// another program, the function stands alone, and the replay tells where it diverges.
func Affecting(ctx context.Context, m *ir.Module, table []Pass, t *trace.Trace, name string, o ReplayOptions) ([]string, error) {
	text := func(o ReplayOptions) (string, *Divergence, error) {
		after := m.Clone()
		_, div, err := Replay(ctx, after, table, t, o)
		if f := after.Func(name); f != nil {
			return f.Canonical(), div, err
		}
		return "", div, err
	}
	o.Only = nil
	want, div, err := text(o)
	set := []string{name}
	if err != nil || div != nil {
		return set, err
	}
	names := map[string][]string{} // both ways
	for _, f := range m.Funcs {
		for i := range f.InstsOf(ir.OpSymbolAddr) {
			if g := m.SymbolName(f.SymbolOf(i)); m.Func(g) != nil {
				names[f.Name], names[g] = append(names[f.Name], g), append(names[g], f.Name)
			}
		}
	}
	for {
		o.Only = set
		if got, div, err := text(o); err != nil || div == nil && got == want {
			return set, err
		}
		more := slices.Clone(set)
		for _, f := range set {
			for _, g := range names[f] {
				if !slices.Contains(more, g) {
					more = append(more, g)
				}
			}
		}
		if len(more) == len(set) { // what no name explains
			more = more[:1]
			for _, f := range m.Funcs {
				if f.Name != name {
					more = append(more, f.Name)
				}
			}
			return more, nil
		}
		set = more
	}
}

// differ compares an entry with what is proposed at its place.
func differ(want, got *trace.Entry) *Divergence {
	d := &Divergence{Step: want.Seq, Expected: *want}
	for n, f := range want.Context {
		if n >= len(got.Context) || got.Context[n] != f {
			is := "unknown"
			if n < len(got.Context) {
				is = got.Context[n].Value
			}
			d.Reason, d.Fact = PreconditionFailed, fmt.Sprintf("%s %s: expected %s, is %s", f.Kind, want.Shown(f.Name), want.Shown(f.Value), want.Shown(is))
			return d
		}
	}
	a, b := want.Decision, got.Decision
	if a.Text() != b.Text() {
		d.Reason, d.Fact = DifferentDecision, fmt.Sprintf("expected %s, is %s", a.Text(), b.Text())
		return d
	}
	return nil
}

// Recorded runs a pipeline and returns its trace.
func Recorded(ctx context.Context, m *ir.Module, table []Pass, o Options) (*trace.Trace, error) {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format, Version: trace.Version, Mode: o.Trace, Input: trace.Digest(m), Pipeline: o.Config.JSON()}}
	o.Record = func(e *trace.Entry) { t.Entries = append(t.Entries, *e) }
	_, err := Run(ctx, m, table, o)
	t.Entries, t.Output = slices.Clip(t.Entries), trace.Digest(m)
	return t, err
}
