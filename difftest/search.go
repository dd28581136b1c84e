package difftest

import (
	"cmp"
	"iter"
	"slices"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Limits of a search. Courses are run by the reference evaluator. They bound the search of one behaviour in
// time and memory, whatever the program does.
const (
	searchSteps  = 20_000_000
	searchBytes  = 1 << 30 // memory of all runs together
	searchEffort = 300_000 // instructions of a run up to which its decisions are looked at
	randomRuns   = 16
	climbRounds  = 64
	climbPlaces  = 64 // decisions of a run that are varied
)

// search looks for decisions of before with which it does what after did. It is used for one search.
// runs, steps and bytes count down or up to the limits; found ends it.
type search struct {
	r *runner
	// before is not changed; every course of it is a run of its own.
	before *ir.Module
	o      interp.Options
	want   *interp.Outcome   // of after
	hints  []interp.Decision // what after decided, if it is known

	runs   int // that are left
	steps  int64
	bytes  uint64
	found  *course
	failed bool // a run could not be made
	// The numbers that proposals take from the programs, kept for the next proposal.
	values []num.Int
}

// search gives Refined with a course of before, Diverged if no decisions can explain what after did, else
// Inconclusive: that many made no difference says nothing of one that compares for equality. It gives
// the first course, too. Two shortcuts come before the search proper: no decision was made at all, or
// none can have influenced the difference. Then few decisions are tried exhaustively, and others by
// hill climbing and by random streams.
func (r *runner) search(before *ir.Module, want *interp.Outcome, hints []interp.Decision, steps int64) (Verdict, *course, *course) {
	// effort halves the number of runs for each input that was left unexplained before.
	s := &search{r: r, before: before, o: r.c.Options, want: want, hints: hints, runs: cmp.Or(r.c.Search, DefaultSearch) >> r.c.effort}
	// Recording decisions makes long runs too slow; they are tried by streams only.
	if steps > searchEffort {
		s.random(false)
		if s.found != nil {
			return Refined, s.found, nil
		}
		return Inconclusive, nil, nil
	}
	first, d := s.try(plan{})
	switch {
	case first == nil || d.Verdict == Inconclusive:
		return Inconclusive, nil, first
	case s.found != nil:
		return Refined, s.found, first
	// Without decisions there is one behaviour, and it differs.
	case len(first.made) == 0:
		return Diverged, nil, first
	case first.out.Kind != interp.Undefined && !first.more:
		e := influenceOf(r.f, first).reaches(&d)
		// Where another decision makes at most another number, no decision makes what is poison in after poison in before.
		if e == same || e == otherNumber && Refines(want, first.out, r.f.Returns).Verdict == Refined {
			return Diverged, nil, first
		}
	}
	if s.few(first.made) && s.all() {
		return Diverged, nil, first
	}
	s.climb(first, d)
	s.random(true)
	if s.found != nil {
		return Refined, s.found, first
	}
	return Inconclusive, nil, first
}

// try runs before by a plan and compares. It gives nil when the search is to end: what is looked for was found, or the limit
// is reached. Every run counts, also one that failed.
func (s *search) try(p plan) (*course, Difference) {
	if s.over() {
		return nil, Difference{}
	}
	c := s.r.course(s.before, s.o, p)
	if c == nil {
		s.failed = true
		return nil, Difference{}
	}
	return c, s.compare(c)
}

// over is asked before each run, so that a search overshoots its limits by one run at most.
func (s *search) over() bool {
	return s.found != nil || s.runs <= 0 || s.failed || s.steps > searchSteps || s.bytes > searchBytes || s.r.spent()
}

// compare counts the run and remembers it if it explains what after did.
func (s *search) compare(c *course) Difference {
	s.runs--
	s.steps += c.out.Steps
	s.bytes += c.out.Space.Used()
	// The roles are those of refinement: after, which is wanted, must refine this course of before.
	d := Refines(c.out, s.want, s.r.f.Returns)
	if d.Verdict == Refined {
		s.found = c
	}
	return d
}

// random tries streams of choices; with decisions by the reference evaluator. The first four streams also
// start a climb, as they begin elsewhere.
func (s *search) random(decisions bool) {
	for k := range uint64(randomRuns) {
		if s.over() {
			return
		}
		// Stream 0 is that of the options and was tried first.
		p := plan{stream: k + 1}
		if decisions {
			if c, d := s.try(p); c != nil && s.found == nil && k < 4 {
				s.climb(c, d)
			}
			continue
		}
		out := s.r.run(s.before, p.options(s.o))
		if out == nil {
			s.failed = true
			return
		}
		s.compare(&course{plan: p, out: out})
	}
}

// few reports whether all ways to make decisions can be tried. It bounds the product of the ways before
// it multiplies, so that it cannot overflow.
func (s *search) few(made []interp.Decision) bool {
	n := 1
	for _, d := range made {
		// Alternatives of decisions that follow others may differ later; all looks again.
		a := alternatives(d, s.r.f)
		if a == nil || n > s.runs/max(len(a), 1) {
			return false
		}
		n *= len(a)
	}
	return true
}

// all tries every way to make the decisions, of which others may follow that were not met before. It is true if
// none was left out. It is a depth-first walk: path has the decisions made so far with the alternatives
// that are left of each. Decisions behind a changed one may be others, so they are listed anew.
func (s *search) all() bool {
	type choice struct {
		values []num.Int
		next   int
	}
	var path []choice
	for {
		p := plan{}
		for n, c := range path {
			// next counts the alternatives that were taken; 0 leaves the decision to the options.
			if c.next > 0 {
				p = p.with(n, c.values[c.next-1])
			}
		}
		c, d := s.try(p)
		// Any of these means that the walk cannot claim to be complete.
		if c == nil || s.found != nil || d.Verdict == Inconclusive || c.more || len(c.made) < len(path) {
			return false
		}
		for _, d := range c.made[len(path):] {
			a := alternatives(d, s.r.f)
			if a == nil {
				return false
			}
			// The value that the run took itself is the first of the ways and is not tried again.
			path = append(path, choice{values: slices.DeleteFunc(slices.Clone(a), func(v num.Int) bool { return v.Cmp(d.Value) == 0 })})
		}
		// Exhausted levels are dropped; the last level that has an alternative takes it.
		for len(path) > 0 && path[len(path)-1].next == len(path[len(path)-1].values) {
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			return true
		}
		path[len(path)-1].next++
	}
}

// climb varies one decision at a time and keeps what brings the first difference further back. It stops
// when no proposal improves, after climbRounds, or when the search is over.
func (s *search) climb(c *course, d Difference) {
	for range climbRounds {
		better := false
		for p := range s.proposals(c, d) {
			x, dx := s.try(p)
			if x == nil || s.found != nil {
				return
			}
			if dx.Verdict == Diverged && dx.further(&d) {
				c, d, better = x, dx, true
				break
			}
		}
		if !better {
			return
		}
	}
}

// further reports whether more corresponds than in o, or the numbers that differ are nearer to each
// other. Numbers count only if both differences have them; else the number of corresponding parts
// decides. It is a strict order, so that climbing ends.
func (d *Difference) further(o *Difference) bool {
	if d.matched != o.matched || d.leaf[0] == nil || d.leaf[1] == nil || o.leaf[0] == nil || o.leaf[1] == nil || d.byte {
		return d.matched > o.matched
	}
	x, y := d.leaf[0].Sub(*d.leaf[1]), o.leaf[0].Sub(*o.leaf[1])
	return x.Abs().Less(y.Abs())
}

// proposals are plans near that of c that may do away with the difference d: first where allocations lie in
// after, then values computed from the two that differ, then values that occur in the programs. They
// are made lazily: each costs a run, and the first better one is taken.
func (s *search) proposals(c *course, d Difference) iter.Seq[plan] {
	return func(yield func(plan) bool) {
		if !s.mirrored(c, yield) {
			return
		}
		// Each allocation is moved once, however often its address was looked at.
		places := []int{}
		bases := map[memory.AllocID]bool{}
		for n, x := range c.made {
			if x.Kind == interp.DecideAddress {
				if bases[x.Alloc] {
					continue
				}
				bases[x.Alloc] = true
			}
			if places = append(places, n); len(places) == climbPlaces {
				break
			}
		}
		make := func(n int, v num.Int) bool {
			x := c.made[n]
			if v.Cmp(x.Value) == 0 {
				return true
			}
			if x.Kind != interp.DecideAddress {
				return yield(c.plan.with(n, v))
			}
			// An address is planned as a base with the allocation's size, so that the model can refuse
			// it if it collides.
			a := c.out.Space.Record(x.Alloc)
			addr, ok := v.Uint64()
			return !ok || yield(c.plan.at(memory.Base{Alloc: x.Alloc, Addr: addr, Size: a.Size}))
		}
		for _, n := range places {
			for _, v := range towards(c.made[n].Value, d) {
				if !make(n, v) {
					return
				}
			}
		}
		// Small decisions are tried in all ways.
		for _, n := range places {
			if a := alternatives(c.made[n], s.r.f); len(a) <= 256 {
				for _, v := range a {
					if !make(n, v) {
						return
					}
				}
			}
			if v := s.slope(c, n, d); v != nil && !make(n, *v) {
				return
			}
		}
		for _, n := range places {
			if c.made[n].Kind == interp.DecideThread || c.made[n].Kind == interp.DecideAddress {
				continue
			}
			for _, v := range s.known() {
				if !make(n, v) {
					return
				}
			}
		}
	}
}

// towards are the values of a decision, now v, that make the differing number of before that of after where it
// is the decision plus, minus, or exclusive or something, or some byte of it. For a byte the place
// within the decision is unknown, so all eight are proposed.
func towards(v num.Int, d Difference) []num.Int {
	if d.leaf[0] == nil || d.leaf[1] == nil {
		return nil
	}
	b, a := *d.leaf[0], *d.leaf[1]
	flip := a.Xor(b)
	if d.byte {
		var out []num.Int
		for k := range uint(8) {
			out = append(out, v.Xor(flip.Shl(8*k)))
		}
		return append(out, a)
	}
	step := a.Sub(b)
	return []num.Int{a, v.Add(step), v.Sub(step), v.Xor(flip)}
}

// slope is the value of decision n for which the differing number is that of after, or near it, if it
// is linear. It costs a run to measure the rise by one.
func (s *search) slope(c *course, n int, d Difference) *num.Int {
	x := c.made[n]
	if d.leaf[0] == nil || d.leaf[1] == nil || d.byte || x.Kind == interp.DecideAddress || x.Kind == interp.DecideThread || s.over() {
		return nil
	}
	next := s.r.course(s.before, s.o, c.plan.with(n, x.Value.Add(num.New(1))))
	if next == nil {
		return nil
	}
	dx := s.compare(next)
	if dx.Verdict != Diverged || dx.matched != d.matched || dx.leaf[0] == nil {
		return nil
	}
	rise := dx.leaf[0].Sub(*d.leaf[0])
	step := d.leaf[1].Sub(*d.leaf[0])
	if rise.Sign() == 0 {
		return nil
	}
	return new(step.TDiv(rise).Add(x.Value))
}

// mirrored puts the allocations of before where those of after lie that look alike, in order. It helps
// where a pass has kept the order of allocations but dropped some: allocations are matched greedily in
// order of their numbers.
func (s *search) mirrored(c *course, yield func(plan) bool) bool {
	if len(c.plan.bases) > 0 || !slices.ContainsFunc(c.made, func(d interp.Decision) bool { return d.Kind == interp.DecideAddress }) {
		return true
	}
	alike := func(a, b *memory.Alloc) bool {
		return a.Kind == b.Kind && a.Size == b.Size && a.Align == b.Align && (a.Kind != memory.Global && a.Kind != memory.Function || a.Name == b.Name)
	}
	p := c.plan
	there, id := s.want.Space, memory.AllocID(1)
	for k := memory.AllocID(1); k < c.out.Space.Next(); k++ {
		for j := id; j < there.Next(); j++ {
			if a, b := c.out.Space.Record(k), there.Record(j); alike(a, b) {
				p = p.at(memory.Base{Alloc: k, Addr: b.Base, Size: b.Size})
				id = j + 1
				break
			}
		}
		// More bases than this would slow each run down.
		if len(p.bases) > 256 {
			break
		}
	}
	return yield(p)
}

// known are numbers that occur in what after did and decided, in the input, and in the programs. They
// are collected once a search, at most 96, the simplest first.
func (s *search) known() []num.Int {
	if s.values != nil {
		return s.values
	}
	seen := map[string]bool{}
	add := func(v num.Int) {
		if len(s.values) < 96 && v.BitLen() <= 4096 && !seen[v.Text(62)] {
			seen[v.Text(62)] = true
			s.values = append(s.values, v)
		}
	}
	maybe := func(v *num.Int) {
		if v != nil {
			add(*v)
		}
	}
	for k := range int64(3) {
		add(num.New(k))
	}
	add(num.New(-1))
	for _, d := range s.hints[:min(len(s.hints), 32)] {
		add(d.Value)
	}
	for _, v := range s.want.Values {
		maybe(number(v))
	}
	for _, e := range s.want.Events[:min(len(s.want.Events), 16)] {
		for _, v := range e.Args {
			maybe(number(v))
		}
	}
	for _, a := range s.r.in.Args {
		maybe(a.Int)
	}
	for _, v := range s.r.c.constants {
		for d := int64(-1); d <= 1; d++ {
			add(v.Add(num.New(d)))
		}
		add(v.Neg())
	}
	return s.values
}
