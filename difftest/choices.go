package difftest

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// The semantics leaves choices: what freeze yields, where allocations lie, the bits of a NaN, which thread goes
// on. A program has one behaviour for each way to make them, and after refines before if every behaviour of
// after is one of before. Check looks at the behaviour of after under the choices of the options, then at some
// others that after makes; for each it tries the same choices for before, and then searches.

// course is a run with the decisions that it made. out is never nil in a course that is handed out.
type course struct {
	plan plan
	out  *interp.Outcome
	// A decision is named by its number in made.
	made []interp.Decision
	more bool // there were more
}

// plan says how decisions are made: the stream that the options start, some decisions by their place in the
// run, and base addresses.
// The zero plan is the run by the options alone. takes and bases are not changed once they are in a plan:
// with and at copy.
type plan struct {
	stream uint64 // 0 is that of the options
	takes  map[int]num.Int
	bases  []memory.Base
}

// with is the plan where decision n takes v.
func (p plan) with(n int, v num.Int) plan {
	takes := map[int]num.Int{n: v}
	for k, x := range p.takes {
		if k != n {
			takes[k] = x
		}
	}
	p.takes = takes
	return p
}

// at is the plan where an allocation has an address.
// An allocation has one base in a plan; a later one replaces it.
func (p plan) at(b memory.Base) plan {
	p.bases = append(slices.DeleteFunc(slices.Clone(p.bases), func(x memory.Base) bool { return x.Alloc == b.Alloc }), b)
	return p
}

// options of a run by p, decisions apart.
func (p plan) options(o interp.Options) interp.Options {
	o.Bases = p.bases
	if p.stream == 0 {
		return o
	}
	// The factor spreads the streams over all seeds; stream 0 must leave the options as they are.
	seed := p.stream * 0x9e3779b97f4a7c15
	o.AddressSeed += seed
	o.ScheduleSeed += seed
	o.Freeze = interp.Choice{Kind: interp.ChooseRandom, Seed: o.Freeze.Seed + seed}
	o.NaN = interp.Choice{Kind: interp.ChooseRandom, Seed: o.NaN.Seed + seed + 1}
	return o
}

// maxDecisions bounds those that a course remembers. Programs that decide more are compared by streams
// only.
const maxDecisions = 1 << 12

// course runs m by a plan. It is nil if the run could not be made.
// The run counts against the time and the memory of r like any other.
func (r *runner) course(m *ir.Module, o interp.Options, p plan) *course {
	c := &course{plan: p}
	o = p.options(o)
	// The callback runs within the interpreter, once a decision, in the order of execution: the place
	// in made identifies a decision as long as those before it are the same.
	o.Decide = func(d interp.Decision) (num.Int, bool) {
		n := len(c.made)
		if n >= maxDecisions {
			// What is beyond is decided by the streams, and more tells that a search cannot be
			// exhaustive.
			c.more = true
			return num.Int{}, false
		}
		v, ok := p.takes[n]
		// Values from a plan are cut to what the decision may be, so that any number can be proposed.
		// Addresses are planned by bases, before they are decided.
		if ok && d.Kind != interp.DecideAddress {
			switch {
			case d.Bits > 0:
				v = v.Low(d.Bits)
			case d.Kind == interp.DecideThread:
				v = v.Rem(num.New(int64(d.Count)))
			}
			d.Value = v
		}
		c.made = append(c.made, d)
		return v, ok
	}
	c.out = r.run(m, o)
	if c.out == nil {
		return nil
	}
	return c
}

// maxAlternatives bounds those that are listed for one decision. 12 bits: a search by trial of a whole
// byte and a half.
const maxAlternatives = 1 << 12

// alternatives lists ways to make a decision such that each other way does what one of them does; nil if there
// are too many, or if it cannot be seen that there are few. The entry function matters because what it
// returns is compared with NaNs alike.
func alternatives(d interp.Decision, entry *ir.Func) []num.Int {
	// below lists the numbers from 0 to n-1.
	below := func(n int64) []num.Int {
		var out []num.Int
		for k := range n {
			out = append(out, num.New(k))
		}
		return out
	}
	switch {
	// Addresses have no short list: what differs between two depends on everything else.
	case d.Kind == interp.DecideAddress:
		return nil
	case d.Kind == interp.DecideThread:
		return below(int64(d.Count))
	// All NaNs are alike to blind users, so one way stands for all.
	case d.Kind == interp.DecideNaN && d.Func.NumResults(d.Inst) == 1 && blind(d.Func, d.Func.Result(d.Inst, 0), entry):
		return []num.Int{d.Value}
	case d.Bits > 0 && 1<<d.Bits <= maxAlternatives:
		return below(1 << d.Bits)
	// A wide decision is narrowed to what its users can tell apart, if it is the only result.
	case d.Bits > 0 || d.Func.NumResults(d.Inst) != 1:
		return nil
	}
	return distinguished(d.Func, d.Func.Result(d.Inst, 0))
}

// distinguished lists integers such that the users of v treat any other like one of them: users that read the
// low bits only, or that compare with constants. It is sound if no user tells two numbers of the same
// class apart: it gives up (nil) at the first user that it does not know.
func distinguished(f *ir.Func, v ir.Value) []num.Int {
	if f.TypeOf(v) != ir.Int {
		return nil
	}
	one := num.New(1)
	var out []num.Int
	if a := f.AnnotOf(v); a != 0 { // all that violate the claim are poison alike
		lo, hi, ok := a.Bounds()
		// A claim with a bounded range of at most 12 bits lists its numbers and one outside, which is
		// poison like all outside.
		if _, _, plain := a.Range(); !ok || !plain || a.Known() != nil || hi.Sub(lo).BitLen() > 12 {
			return nil
		}
		// The least number is one below the range: it stands for all that violate the claim.
		for x := lo.Sub(one); x.Cmp(hi) <= 0; x = x.Add(one) {
			out = append(out, x)
		}
		return out
	}
	// low is the number of low bits that users read, points are what they compare with and its neighbours.
	low := uint(0)
	points := map[string]num.Int{}
	for u := range f.Uses(v) {
		i := u.Inst
		// A claim at a use tells more numbers apart than the operation does.
		if f.Operand(i, u.Index).Annot != 0 {
			return nil
		}
		switch op := f.Op(i); op {
		case ir.OpZExt, ir.OpSExt:
			low = max(low, uint(min(f.Attr(i).Imm, 64)))
		case ir.OpAnd:
			// The mask must be a constant that is not negative, or all bits above would count.
			c, ok := constant(f, f.Arg(i, 1-u.Index))
			if !ok || c.Sign() < 0 {
				return nil
			}
			low = max(low, uint(c.BitLen()))
		case ir.OpICmp:
			c, ok := constant(f, f.Arg(i, 1-u.Index))
			if !ok {
				return nil
			}
			// A comparison with c can only tell less, equal and greater apart.
			for _, x := range []num.Int{c.Sub(one), c, c.Add(one)} {
				points[x.Text(62)] = x
			}
		default:
			return nil
		}
	}
	switch {
	// Both kinds of users together would need the product of the classes; more than 12 bits are too
	// many.
	case low > 0 && len(points) > 0 || low > 12:
		return nil
	case low > 0:
		for k := range int64(1) << low {
			out = append(out, num.New(k))
		}
		return out
	// With no use at all any number will do.
	case len(points) == 0: // nothing reads it
		return []num.Int{num.Int{}}
	}
	// The order is that of the keys, so the search tries the same first on every run.
	for _, k := range sortedKeys(points) {
		out = append(out, points[k])
	}
	return out
}

// blind reports whether nothing tells one NaN from another that v is, or that is moved from v. Refinement does not,
// so the function that is compared may return it; another one's callers are not looked at. It is a
// forward walk over uses. Anything that may look at bits (a bitcast, a store, a call) ends it with
// false. It visits each value once.
func blind(f *ir.Func, v ir.Value, entry *ir.Func) bool {
	if f.TypeOf(v).Kind() != ir.KindFloat {
		return false
	}
	seen, work := map[ir.Value]bool{v: true}, []ir.Value{v}
	// flows adds a value once, so the walk is linear in the uses.
	flows := func(w ir.Value) {
		if !seen[w] {
			seen[w] = true
			work = append(work, w)
		}
	}
	for len(work) > 0 {
		v, work = work[len(work)-1], work[:len(work)-1]
		for u := range f.Uses(v) {
			i := u.Inst
			switch f.Op(i) {
			case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFRem, ir.OpFMA, ir.OpFSqrt, ir.OpFMinNum, ir.OpFMaxNum, ir.OpFCmp:
				// a NaN gives a NaN whose bits are another decision, and compares like any other
			case ir.OpFNeg, ir.OpFAbs, ir.OpSelect:
				flows(f.Result(i, 0))
			// The entry's result is compared by the rule that all NaNs are the same; if the function
			// may also be called, its result goes to unknown uses.
			case ir.OpRet:
				if f.Name != entry.Name || calls(f) {
					return false
				}
			case ir.OpBr, ir.OpBrIf, ir.OpSwitch:
				for t := range f.NumTargets(i) {
					lo, hi := f.TargetArgs(i, t)
					args := f.Args(f.TargetBlock(i, t))
					for n := lo; n < hi; n++ {
						switch {
						case f.Arg(i, n) != v:
						case n-lo >= len(args):
							return false
						default:
							flows(args[n-lo])
						}
					}
				}
			default:
				return false
			}
		}
	}
	return true
}

// calls reports whether f calls, and so may be called by what it calls. A function that calls nothing
// is not called recursively, and nothing else calls the entry of a comparison.
func calls(f *ir.Func) bool {
	return f.Count(ir.OpCall) > 0
}

// constant is the number that v is defined as, if an iconst defines it.
func constant(f *ir.Func, v ir.Value) (num.Int, bool) {
	if i := f.Def(v); i != ir.NoInst && f.Op(i) == ir.OpIConst {
		return f.IntConst(i), true
	}
	return num.Int{}, false
}

// open reports whether runs of m may make decisions: a quick look that spares the others of most
// programs. An answer of true only costs a search; false must be right. So the list errs on the side of
// true.
func open(m *ir.Module) bool {
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			// An alignment claim on a pointer is checked against its address, which is a choice.
			for _, a := range f.Args(b) {
				if f.AnnotOf(a).Align() > 1 {
					return true
				}
			}
			for i := range f.Insts(b) {
				if opens(f, i) {
					return true
				}
			}
		}
	}
	return false
}

// opens reports whether executing i may make a decision: a freeze, an address that becomes a number or
// is checked for alignment, a NaN whose bits are open, or what cannot be seen through.
func opens(f *ir.Func, i ir.Inst) bool {
	switch op := f.Op(i); op {
	case ir.OpFreeze, ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpLoadExpose, ir.OpBitCastExpose, ir.OpTargetIntrinsic:
		return true
	case ir.OpSymbolAddr:
		m := f.Module
		name := m.SymbolName(f.SymbolOf(i))
		return m.Func(name) == nil && m.DataNamed(name) == nil
	default:
		if op.IsVector() || f.Attr(i).Align > 1 && op.Is(ir.MemUse|ir.MemDef) {
			return true
		}
	}
	for n := range f.NumOperands(i) {
		if f.Operand(i, n).Annot.Align() > 1 {
			return true
		}
	}
	for n := range f.NumResults(i) {
		v := f.Result(i, n)
		if f.AnnotOf(v).Align() > 1 || f.TypeOf(v).Kind() == ir.KindFloat && f.Op(i).Is(ir.Pure) && f.Op(i) != ir.OpFConst && f.Op(i) != ir.OpParam {
			return true
		}
	}
	return false
}

// others looks at behaviours of after under other choices: all of them if they are few, otherwise some
// streams. b and a are the outcomes under the options. What is found is added to t; at most one
// divergence.
func (r *runner) others(t *try, before, after *ir.Module, b, a *interp.Outcome) {
	if !r.c.open[1] {
		return
	}
	plans := []plan{{stream: 1}, {stream: 2}}
	var first *course
	// Long runs are not recorded decision by decision.
	if a.Steps <= searchEffort {
		first = r.course(after, r.c.Options, plan{})
		if first == nil || len(first.made) == 0 {
			return
		}
		plans = append(append(r.hinted(after, first), flipped(first, r.f)...), plans...)
	}
	noted := false
	// A stream is tried with the same stream for before first: programs that decide alike then agree at
	// once, without a search.
	for _, p := range plans {
		if r.spent() || t.inconclusive != "" {
			return
		}
		o, like := p.options(r.c.Options), b
		x := &course{plan: p}
		if p.stream == 0 {
			x = r.course(after, r.c.Options, p)
		} else {
			x.out = r.run(after, o)
		}
		if x == nil || x.out == nil {
			return
		}
		// The note is made once, at the first behaviour that differs from the one under the options.
		if first != nil && !noted && Refines(a, x.out, r.f.Returns).Verdict == Diverged {
			t.notes, noted = append(t.notes, r.dependence("after", after, first)...), true
		}
		d := Refines(like, x.out, r.f.Returns)
		if d.Verdict == Diverged && p.stream > 0 {
			if b2 := r.run(before, o); b2 != nil && Refines(b2, x.out, r.f.Returns).Verdict == Refined {
				continue
			}
		}
		if d.Verdict != Diverged {
			continue
		}
		if x.made == nil && first != nil { // the same run again, for what it decided
			x = r.course(after, r.c.Options, p)
			if x == nil {
				return
			}
		}
		if r.explain(t, before, b, x.out, x.made, d, x.said()); t.div != nil {
			return
		}
	}
}

// hinted are plans in which a decision is what it, or what is computed from it by one addition or so, was compared with in the
// course c of m, or lies beside it.
func (r *runner) hinted(m *ir.Module, c *course) (out []plan) {
	if !slices.ContainsFunc(c.made, func(d interp.Decision) bool { return d.Kind == interp.DecideFreeze }) {
		return nil
	}
	w := newWatcher(true)
	o := r.c.Options
	o.Observer = w
	if r.course(m, o, c.plan) == nil {
		return nil
	}
	for n, d := range c.made {
		if d.Kind != interp.DecideFreeze {
			continue
		}
		for k := range w.sights {
			s := &w.sights[k]
			want := s.y.Sub(s.x).Add(d.Value)
			if s.t.Kind() == ir.KindFloat {
				bits, ok := bitsOfRank(s.y, uint(s.t.FloatBits()))
				if !ok {
					continue
				}
				want = num.FromUint64(bits)
			}
			for _, v := range []num.Int{want, want.Add(num.New(1)), want.Sub(num.New(1))} {
				out = append(out, c.plan.with(n, v))
			}
			if len(out) >= maxFlips {
				return out
			}
		}
	}
	return out
}

// maxFlips bounds the decisions of after that are varied alone. More would cost too many runs for each
// input.
const maxFlips = 16

// flipped are plans that differ in one decision: each other way if they are few, else the opposite. A
// decision of few ways is tried in all of them, any other inverted, so that every bit is different
// once.
func flipped(c *course, entry *ir.Func) []plan {
	var out []plan
	for n, d := range c.made {
		if d.Kind == interp.DecideAddress {
			continue
		}
		if a := alternatives(d, entry); a != nil && len(a) <= maxFlips {
			for _, v := range a {
				if v.Cmp(d.Value) != 0 {
					out = append(out, c.plan.with(n, v))
				}
			}
		} else {
			out = append(out, c.plan.with(n, other(d)))
		}
		if len(out) >= maxFlips {
			break
		}
	}
	return out
}

// maxNotes bounds what is said of one program. The number bounds the text of a report, not what is
// compared.
const maxNotes = 6

// dependence says on which decisions of a course its behaviour depends. It repeats the course with the
// decisions of one kind and place inverted together, and compares. The places are at most four times
// the notes.
func (r *runner) dependence(side string, m *ir.Module, c *course) []string {
	type place struct {
		kind  interp.DecisionKind
		where string
	}
	groups := map[place][]int{}
	var order []place
	for n, d := range c.made {
		p := place{kind: d.Kind}
		if d.Kind == interp.DecideFreeze || d.Kind == interp.DecideNaN {
			p.where = d.Where.String()
		}
		if groups[p] == nil {
			order = append(order, p)
		}
		groups[p] = append(groups[p], n)
	}
	// order keeps the notes in the order of execution; a map has none.
	var notes []string
	for _, p := range order[:min(len(order), 4*maxNotes)] {
		q := c.plan
		for _, n := range groups[p] {
			q = q.with(n, other(c.made[n]))
		}
		o := r.c.Options
		if p.kind == interp.DecideAddress {
			o.AddressSeed += 0x9e3779b97f4a7c15
		}
		x := r.course(m, o, q)
		if x == nil || Refines(c.out, x.out, r.f.Returns).Verdict != Diverged {
			continue
		}
		text := side + " depends on " + p.kind.String()
		if p.kind == interp.DecideAddress {
			text = side + " depends on addresses"
		}
		if p.where != "" {
			text += " " + p.where
		}
		if notes = append(notes, text); len(notes) == maxNotes {
			break
		}
	}
	return notes
}

// other is another way to make a decision. For a number it is the complement, which differs in every
// bit. course cuts it to size.
func other(d interp.Decision) num.Int {
	if d.Kind == interp.DecideThread {
		return d.Value.Add(num.New(1))
	}
	return d.Value.Not()
}

// said describes what a course decided, for reports.
func (c *course) said() []string {
	var out []string
	for n, d := range c.made {
		if n == 8 {
			return append(out, fmt.Sprintf("and %d more", len(c.made)-n))
		}
		switch d.Kind {
		case interp.DecideAddress:
			out = append(out, fmt.Sprintf("alloc%d lies at %#x", d.Alloc, d.Value))
		case interp.DecideThread:
			out = append(out, fmt.Sprintf("thread %v of the %d that can run continues", d.Value, d.Count))
		default:
			out = append(out, fmt.Sprintf("%s: %v %s", d.Kind, d.Value, d.Where))
		}
	}
	return out
}
