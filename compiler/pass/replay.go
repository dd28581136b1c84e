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

// Replayed is what became of a replay.
type Replayed struct {
	Steps    int           // entries that were to be followed
	Followed int           // and those that were
	Diverged []*Divergence // where the replay left the trace: once, or with Lenient all entries that it did not follow, in order
}

// First is the first divergence, nil if there is none.
func (r *Replayed) First() *Divergence {
	if len(r.Diverged) == 0 {
		return nil
	}
	return r.Diverged[0]
}

// Replay makes the decisions of a trace on a module, in place: the pipeline of the trace runs, and
// nothing may fire but what the trace says: in its order and in its iterations, or with Lenient whenever it is
// proposed. Decisions are found by their hashes; what they match and rely on is compared with what the trace says of
// it, as far as it says something; if all of a trace is followed that is not lenient, what they make as well.
func Replay(ctx context.Context, m *ir.Module, table []Pass, t *trace.Trace, o ReplayOptions) (*Replayed, error) {
	c, err := ParseConfig("the pipeline of the trace", t.Header.Pipeline, table)
	if err != nil {
		return &Replayed{}, err
	}
	p := newPlayer(t, o)
	if len(p.steps) == 0 {
		return &Replayed{}, nil
	}
	options := Options{Config: c, Policy: o.Policy, Allow: p.allow, Trace: t.Header.Mode}
	if options.Trace == trace.Full && !o.Lenient && o.Only == nil {
		options.Record = p.made
	}
	_, err = Run(ctx, m, table, options)
	return p.result(), err
}

// player follows a trace while a pipeline runs.
type player struct {
	steps   []*trace.Entry
	lenient bool
	at      map[trace.Hash]int   // the step with a hash
	alike   map[trace.Hash][]int // the steps with a pattern
	done    []bool
	others  map[kind][]trace.Entry // rewrites that were proposed and are not in the trace
	near    map[int]*Divergence    // why a step that was proposed was not followed
	next    int                    // of a replay that is not lenient
	open    *trace.Entry           // the step that was allowed last
	count   int
}

func newPlayer(t *trace.Trace, o ReplayOptions) *player {
	p := &player{lenient: o.Lenient, at: map[trace.Hash]int{}, alike: map[trace.Hash][]int{}, near: map[int]*Divergence{}, others: map[kind][]trace.Entry{}}
	for n := range t.Entries {
		e := &t.Entries[n]
		if e.Stage != trace.Codegen && (o.Only == nil || slices.Contains(o.Only, e.Function)) && (o.Until == 0 || e.Seq <= o.Until) {
			p.at[e.Hash] = len(p.steps)
			p.alike[e.Pattern] = append(p.alike[e.Pattern], len(p.steps))
			p.steps = append(p.steps, e)
		}
	}
	p.done = make([]bool, len(p.steps))
	return p
}

// allow decides about a rewrite that is proposed.
func (p *player) allow(e *trace.Entry) bool {
	n, ok := p.find(e)
	switch {
	case n < 0:
		if !ok {
			p.others[decisionKind(e)] = append(p.others[decisionKind(e)], *e)
		}
		return false
	case p.lenient:
	case n != p.next || p.stopped() || e.Stage != p.steps[n].Stage || e.Iteration != p.steps[n].Iteration:
		return false
	}
	p.done[n], p.open = true, p.steps[n]
	delete(p.near, n)
	p.next++
	p.count++
	return true
}

// find returns the step that a rewrite is, -1 for none, and whether one has its hash. Which of several equal ones it
// is may have changed with the program: where the step of its hash knew something else, a lenient replay takes the first of
// its equals that knew the same.
func (p *player) find(e *trace.Entry) (n int, known bool) {
	n, known = p.at[e.Hash]
	if known && !p.done[n] {
		d := differ(p.steps[n], e, p.lenient)
		if d == nil {
			return n, true
		}
		if p.near[n] == nil && (p.lenient || n == p.next) {
			p.near[n] = d
		}
	}
	if p.lenient {
		for _, n := range p.alike[e.Pattern] {
			if !p.done[n] && differ(p.steps[n], e, true) == nil {
				return n, known
			}
		}
	}
	return -1, known
}

// stopped reports whether a step was made and was not what the trace says.
func (p *player) stopped() bool { return p.next > 0 && p.near[p.next-1] != nil }

// made compares what a step made with what the trace says.
func (p *player) made(e *trace.Entry) {
	want := p.open
	if want == nil || want.Hash != e.Hash {
		return
	}
	for _, part := range []struct {
		name     string
		want, is *trace.Fragment
	}{{"before", want.Before, e.Before}, {"after", want.After, e.After}} {
		if part.want != nil && part.is != nil && !slices.Equal(part.want.Canonical(), part.is.Canonical()) {
			n := p.at[want.Hash]
			p.near[n] = &Divergence{Step: want.Seq, Expected: *want, Reason: DifferentDecision,
				Fact: fmt.Sprintf("%s: expected %q, is %q", part.name, part.want.Instructions, part.is.Instructions)}
			p.count--
			return
		}
	}
}

// kind is a rule in a function.
type kind struct{ function, pass, rule string }

func decisionKind(e *trace.Entry) kind { return kind{e.Function, e.Pass, e.Rule} }

// instead says why an entry that was never proposed was not: the first rewrite by its rule that was proposed and is not
// in the trace knows something else, or nothing is like it.
func (p *player) instead(e *trace.Entry) *Divergence {
	for n, other := range p.others[decisionKind(e)] {
		if !p.lenient && (other.Stage != e.Stage || other.Iteration != e.Iteration) {
			continue
		}
		if d := knows(e, &other, p.lenient); d != nil {
			p.others[decisionKind(e)] = slices.Delete(p.others[decisionKind(e)], n, n+1)
			return d
		}
	}
	return &Divergence{Step: e.Seq, Expected: *e, Reason: PatternNotFound}
}

// result tells what was not followed.
func (p *player) result() *Replayed {
	r := &Replayed{Steps: len(p.steps), Followed: p.count}
	for n, e := range p.steps {
		if p.done[n] && p.near[n] == nil {
			continue
		}
		d := p.near[n]
		if d == nil {
			d = p.instead(e)
		}
		r.Diverged = append(r.Diverged, d)
		if !p.lenient {
			break
		}
	}
	return r
}

// Known reports the first entry of a trace, by index, that no pass of the table can have made: which of
// its keys names what there is not, and what there is instead.
func Known(table []Pass, t *trace.Trace) (entry int, key string, err error) {
	for n, e := range t.Entries {
		if e.Stage == trace.Codegen {
			continue
		}
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
		r, err := Replay(ctx, after, table, t, o)
		if f := after.Func(name); f != nil {
			return f.Canonical(), r.First(), err
		}
		return "", r.First(), err
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

// differ compares an entry with what is proposed under its hash.
func differ(want, got *trace.Entry, lenient bool) *Divergence {
	if d := knows(want, got, lenient); d != nil {
		return d
	}
	d := &Divergence{Step: want.Seq, Expected: *want, Reason: PatternNotFound}
	if want.Pattern != got.Pattern {
		d.Fact = fmt.Sprintf("the trace says that it has the hash %016x, and it has %016x", uint64(want.Pattern), uint64(got.Pattern))
		return d
	}
	if was, is := want.Before.Unmoved(), got.Before.Canonical(); was != nil && is != nil && !slices.Equal(was[:min(len(was), len(is))], is) {
		d.Fact = fmt.Sprintf("expected %q, is %q", want.Before.Instructions, got.Before.Instructions)
		return d
	}
	return nil
}

// knows compares what an entry knew, and what allowed it, with a rewrite by its rule. What a heuristic counted is
// no precondition: a trace that is a policy decides in its place.
func knows(want, got *trace.Entry, lenient bool) *Divergence {
	d := &Divergence{Step: want.Seq, Expected: *want}
	for n, f := range want.Context {
		if n >= len(got.Context) || !f.Same(got.Context[n]) {
			is := "unknown"
			if n < len(got.Context) {
				is = got.Context[n].Value
			}
			d.Reason, d.Fact = PreconditionFailed, fmt.Sprintf("%s %s: expected %s, is %s", f.Kind, f.Name, f.Value, is)
			return d
		}
	}
	a, b := want.Decision, got.Decision
	if a.Proof != b.Proof || !lenient && a.Text() != b.Text() {
		d.Reason, d.Fact = DifferentDecision, fmt.Sprintf("expected %s, is %s", a.Text(), b.Text())
		return d
	}
	return nil
}

// Recorded runs a pipeline and returns its trace.
func Recorded(ctx context.Context, m *ir.Module, table []Pass, o Options) (*trace.Trace, error) {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format, Version: trace.Version, Mode: o.Trace, Rules: RulesHash(table), Input: trace.Digest(m), Pipeline: o.Config.JSON()}}
	o.Record = func(e *trace.Entry) { t.Entries = append(t.Entries, *e) }
	_, err := Run(ctx, m, table, o)
	t.Entries, t.Output = slices.Clip(t.Entries), trace.Digest(m)
	return t, err
}
