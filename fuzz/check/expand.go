package check

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// expansion computes what an instruction computes by instructions of other opcodes, which it
// inserts before it, and returns a value for each result; nil if it does not apply. It is
// exact, poison and undefined behaviour included, unless it sets loose or tight. An expansion is a
// definition of the operation in terms of others, written by hand against docs/spec, and shares no
// code with the interpreter, which is what makes it an oracle.
type expansion func(x *expander) []ir.Value

// expander is one instruction being expanded. What it inserts goes before the instruction, through
// b; r draws among the ways.
// One is made for each site and is used once. It changes f in place, which is a function of a clone.
type expander struct {
	m    *ir.Module
	f    *ir.Func
	i    ir.Inst
	op   ir.Op
	attr ir.Attr
	b    *ir.Builder
	r    *choice.SplitMix // of this site alone: its expansion does not depend on others
	// It follows the memory operations that the expansion inserts.
	// A read takes it, an effect replaces it; expansions with effects put it where the instruction's own
	// token was.
	mem   ir.Value // the token at hand
	loose bool     // the expansion may be defined where the instruction is not
	tight bool     // it may be undefined where the instruction is not
}

// expand compares the program with one in which some instructions are computed by others. One
// run of a wrong operation disagrees with what defines it. Undefined behaviour that the generator
// planted must stay, and so must that which it promised not to be there. The result is compared in
// both directions: less defined and more defined are both wrong, except where an expansion says
// loose or tight.
func expand(s *Subject) *Failure {
	before := s.Base()
	// Without an end there is nothing to compare with.
	if before.Kind == interp.OutOfFuel || before.Kind == interp.Unsupported {
		return nil
	}
	undefined := before.Kind == interp.Undefined
	// The promises of the generator are checked first: if one is broken, the undefined behaviour
	// itself is suspect.
	broken := planted(s) != nil || defined(s) != nil
	// A run that ends by planted undefined behaviour has something to say: it must stay. Any other
	// undefined one is a failure of the checks for promises.
	if undefined && !s.Reduced && !broken && s.Expect != before.UB.Code || !undefined && !s.closed() {
		return nil
	}
	// Reduced programs are searched site by site first, as the draw of all sites would be another one in
	// each candidate.
	if s.Reduced || broken {
		if f := expandAll(s, before); f != nil {
			return f
		}
	}
	seed := *drawn(s, "expand")
	sites := expansionSites(s.Module, &seed)
	// A site's stream depends on the site and the seed alone, so that a failing site fails alone,
	// too.
	draw := func(at site) choice.SplitMix { return seed + choice.SplitMix(at.fn)<<32 + choice.SplitMix(at.inst)<<8 }
	if len(sites) > 0 {
		s.Fired = append(s.Fired, "transform expand")
	}
	f := expandAt(s, before, draw, sites)
	// An expansion that does not verify is reported as it is.
	if f == nil || f.Rule == "verify" {
		return f
	}
	// One site that fails on its own names the opcode.
	for _, at := range sites {
		if g := expandAt(s, before, draw, []site{at}); g != nil {
			fn := s.Module.Funcs[at.fn]
			g.Rule = fn.Op(at.inst).String()
			g.Cause = causeEvaluator + g.Rule
			return g
		}
	}
	// Only several sites together fail: the opcode is not known.
	return f
}

const (
	// smallProgram is how many instructions a program has at most of which each is expanded. Small
	// programs are what reductions produce.
	// A higher number would make each candidate of a reduction cost that many more runs.
	smallProgram = 150
	// drawsPerSite is in how many ways.
	drawsPerSite = 12
)

// expandAll expands every instruction of a small program on its own, which finds what is wrong
// with a program that does not keep its promise, and still finds it in what a reduction makes of
// the program: what is drawn depends on the opcode only. It is the only way to find the site again
// in a reduced program, whose instruction numbers have changed.
// Deleted instructions are not counted.
func expandAll(s *Subject, before *interp.Outcome) *Failure {
	live := 0
	for _, f := range s.Module.Funcs {
		live += f.Live()
	}
	if live > smallProgram {
		return nil
	}
	// A known rule spares the search for other opcodes.
	// A rule that is no opcode, such as verify, does not restrict the search.
	_, only := ir.OpByName(s.Rule)
	for n, f := range s.Module.Funcs {
		for b := range f.Blocks() {
			// An expansion in a block that does not run is not seen.
			if !s.Executed(f.Name, b) {
				continue
			}
			for i := range f.Insts(b) {
				op := f.Op(i)
				if len(expansions[op]) == 0 && !claims(f, i) || only && op.String() != s.Rule {
					continue
				}
				for k := range drawsPerSite {
					// The function and the number of the instruction are left out on purpose.
					draw := func(site) choice.SplitMix { return choice.SplitMix(op)<<16 + choice.SplitMix(k) }
					g := expandAt(s, before, draw, []site{{n, i}})
					if g == nil {
						continue
					}
					if g.Check = "transform/expand"; g.Rule == "" {
						g.Rule, g.Cause = op.String(), causeEvaluator+op.String()
					}
					// A failure of another kind would lead a reduction away from its bug.
					if s.Accept == nil || s.Accept(g) {
						return g
					}
				}
			}
		}
	}
	return nil
}

// site is an instruction of the module. Instruction numbers stay valid in a clone.
type site struct {
	fn   int
	inst ir.Inst
}

// expansionSites draws a part of the instructions that can be expanded. A third of the sites keeps
// the program short enough to run.
func expansionSites(m *ir.Module, r *choice.SplitMix) []site {
	var out []site
	for n, f := range m.Funcs {
		for i := range f.AllInsts() {
			if (len(expansions[f.Op(i)]) > 0 || claims(f, i)) && r.Below(3) == 0 {
				out = append(out, site{n, i})
			}
		}
	}
	return out
}

// It verifies and runs the expanded module and compares. A module that does not verify is a bug of
// the expansion or of the verifier.
// before is the outcome of the base run, shared by all sites. Each call clones the module and runs it once.
func expandAt(s *Subject, before *interp.Outcome, draw func(site) choice.SplitMix, sites []site) *Failure {
	m, loose, tight := expandModule(s.Module, draw, sites)
	show := func() string { return "\n\nbefore:\n" + s.Module.String() + "\nafter:\n" + m.String() }
	if err := ir.Verify(m); err != nil {
		return &Failure{Rule: "verify", Message: firstLine(err.Error()), Detail: err.Error() + show()}
	}
	o := s.Options()
	// Expansions multiply the instructions executed.
	// Effort is that of the base run, so a program of few steps gets a small bound and an endless expansion
	// ends soon.
	o.Fuel = fuelFactor*before.Effort() + fuelFloor
	after := run(m, o)
	if after.Kind == interp.Unsupported {
		return nil
	}
	why := ""
	// tight ones may become undefined; if not undefined before, refinement is asked in both
	// directions unless loose.
	switch {
	// With tight, undefined behaviour where there was none is what the expansion may do.
	case before.Kind != interp.Undefined && tight && after.Kind == interp.Undefined:
	case before.Kind != interp.Undefined:
		if why = differ(s.Module, before, after); why == "" && !loose {
			if d := difftest.Refines(after, before, m.Func("main").Returns); d.Verdict == difftest.Diverged {
				why = "is more defined: " + d.Why
			}
		}
	// With loose, the expansion may be defined, so nothing follows.
	case loose:
	case after.Kind != interp.Undefined:
		why = before.UB.Code.Slug() + " is lost"
	// The exact code only has to stay where the generator planted it.
	// In a reduced program the code may depend on what the reduction took away.
	case !s.Reduced && !tight && s.Expect == before.UB.Code && branchCode(after.UB.Code) != branchCode(before.UB.Code):
		why = before.UB.Code.Slug() + " became " + after.UB.Code.Slug()
	}
	if why == "" {
		return nil
	}
	return &Failure{Message: why, Detail: "before:\n" + before.Text() + "\nafter:\n" + after.Text() + show()}
}

// branchCode makes one of the codes that depend on whether a branch or a switch is used. An
// expansion may turn a branch into a switch and back.
func branchCode(c interp.Code) interp.Code {
	if c == interp.UBSwitchPoison {
		return interp.UBBranchPoison
	}
	return c
}

// expandModule expands the sites, each as draw says. Sites are expanded in order; one may have been
// removed by an earlier one.
func expandModule(before *ir.Module, draw func(site) choice.SplitMix, sites []site) (m *ir.Module, loose, tight bool) {
	m = before.Clone()
	for _, at := range sites {
		f := m.Funcs[at.fn]
		r := draw(at)
		// The builder stands before the instruction; r continues through all decisions of this site.
		x := &expander{m: m, f: f, i: at.inst, op: f.Op(at.inst), attr: f.Attr(at.inst), b: f.Before(at.inst), r: &r, mem: token(f, at.inst)}
		if f.Deleted(at.inst) {
			continue
		}
		// Spelling claims out is tried on a third of the sites.
		if x.r.Below(3) == 0 {
			x.spellClaims()
		}
		x.expand()
		loose, tight = loose || x.loose, tight || x.tight
	}
	return m, loose, tight
}

// token is the memory token that i takes, or one that dominates it; NoValue in a function
// without one. The entry's token dominates everything, so it can be used for fresh memory anywhere.
// A token of the entry may be stale at the instruction: it is good for memory that the expansion makes
// itself.
func token(f *ir.Func, i ir.Inst) ir.Value {
	if f.Op(i).Is(ir.MemUse | ir.MemDef) {
		return f.Arg(i, f.NumFixed(i)-1)
	}
	for _, v := range f.Args(f.Entry()) {
		if f.TypeOf(v) == ir.Mem {
			return v
		}
	}
	return ir.NoValue
}

// expand replaces the instruction. The first way that applies is taken, starting from a drawn one.
// The claims of results are spelled on the values that replace them.
// A way that returns nil leaves the instruction, and the next is asked.
func (x *expander) expand() {
	choices := expansions[x.op]
	if len(choices) == 0 {
		return
	}
	first := x.r.Below(len(choices))
	for n := range choices {
		values := choices[(first+n)%len(choices)](x)
		if values == nil {
			continue
		}
		for n, v := range values {
			// A claim on a result holds for what replaces it; it is computed, so a wrong claim shows as
			// poison.
			if a := x.f.AnnotOf(x.f.Result(x.i, n)); a != ir.NoAnnot {
				values[n] = x.claim(v, a)
			}
		}
		if x.op.IsTerminator() {
			// The expansion of a terminator has put another in its place by itself.
			return
		}
		// Where the original can stay, both values are compared in place and abort tells a
		// difference; otherwise the value is used instead.
		if x.repeatable() && x.r.Below(3) > 0 {
			x.b = x.f.Before(x.f.NextInst(x.i))
			for n, v := range values {
				x.same(x.f.Result(x.i, n), v)
			}
			return
		}
		for n, v := range values {
			x.f.ReplaceUses(x.f.Result(x.i, n), v)
		}
		x.f.RemoveInst(x.i)
		return
	}
}

// repeatable reports whether the instruction may stay beside its expansion, for its results to
// be compared where they are made: most values of a program are not seen from outside. Terminators
// and operations with effects cannot be executed twice.
func (x *expander) repeatable() bool {
	return x.mem != ir.NoValue && x.op.Is(ir.Pure|ir.MemUse)
}

// same aborts the program if two values differ. Poison differs from nothing. abort is called
// through a selected pointer, so that no block has to be split. The frozen condition makes poison
// no difference.
// The comparison is of bits and addresses. Provenance and what a byte holds besides its value are not seen
// by it.
func (x *expander) same(a, b ir.Value) {
	var c ir.Value
	switch t := x.f.TypeOf(a); t.Kind() {
	case ir.KindInt:
		c = x.cmp(ir.NE, a, b)
	case ir.KindBool:
		c = x.bin(ir.OpBXor, a, b)
	case ir.KindPtr:
		c = x.cmp(ir.NE, x.address(a), x.address(b))
	case ir.KindFloat:
		if t.IsWideFloat() {
			return
		}
		c = x.cmp(ir.NE, x.bits(a), x.bits(b))
		inf := x.k(formatOf(t).inf)
		// NaNs differ in bits without being different.
		nan := func(v ir.Value) ir.Value { return x.cmp(ir.GT, x.magnitude(x.bits(v), formatOf(t)), inf) }
		c = x.bin(ir.OpBAnd, c, x.not(x.bin(ir.OpBAnd, nan(a), nan(b))))
	case ir.KindVec:
		if t.Scalable() {
			return
		}
		c = x.cmp(ir.NE, x.bits(a), x.bits(b))
	case ir.KindByte:
		c = x.cmp(ir.NE, x.bits(a), x.bits(b))
	default:
		return
	}
	// A program with an abort of its own would run that instead.
	if x.m.Func("abort") != nil || x.m.DataNamed("abort") != nil || !x.fine() { // the program's own
		return
	}
	c = x.b.Unary(ir.OpFreeze, c, ir.Synthetic)
	target := x.sel(c, x.b.SymbolAddr("abort", ir.Synthetic), x.b.SymbolAddr(fineName, ir.Synthetic))
	x.mem = x.f.Result(x.b.Call(target, nil, x.mem, nil, ir.Synthetic), 0)
}

// fineName is a function that does nothing, called where abort is not. fine is called for values
// that agree.
// A call needs a target on both ways of the select.
const fineName = "fine"

// fine makes sure that the function is there, and reports whether it is ours. A program's own
// function of that name would not do.
func (x *expander) fine() bool {
	if f := x.m.Func(fineName); f != nil {
		// The one instruction is the return.
		return len(f.Params) == 0 && len(f.Returns) == 0 && f.NumBlocks() == 1 && f.NumInsts() == 1
	}
	f := x.m.AddFunc(fineName, nil, nil)
	f.At(f.AddBlock(ir.Body)).Ret(ir.Synthetic)
	return true
}

// Claims.

// claims reports whether an operand or result of i carries a claim. Claims are what spellClaims can
// work on without an expansion.
func claims(f *ir.Func, i ir.Inst) bool {
	for n := range f.NumOperands(i) {
		if f.Operand(i, n).Annot != ir.NoAnnot {
			return true
		}
	}
	for n := range f.NumResults(i) {
		if f.AnnotOf(f.Result(i, n)) != ir.NoAnnot {
			return true
		}
	}
	return false
}

// claim is v, or poison where it violates a. A claim that cannot be computed is repeated on a copy.
// Where the claim is computed, a violation becomes a poison by select; the select never branches, so no
// undefined behaviour comes in.
func (x *expander) claim(v ir.Value, a ir.Annot) ir.Value {
	if c, ok := x.holds(v, a); ok {
		return x.b.Select(c, v, x.b.Poison(x.f.TypeOf(v), ir.Synthetic), ir.Synthetic)
	}
	// The select of a value with itself is a definition that can carry the claim, and changes nothing else.
	w := x.b.Select(x.b.BConst(true, ir.Synthetic), v, v, ir.Synthetic)
	x.f.SetAnnot(w, a)
	return w
}

// holds computes whether v fulfils a. ok is false for claims that no comparison expresses. It is
// exact, bounds included.
// Bounds and known bits of one claim are joined, as a claim may have both.
func (x *expander) holds(v ir.Value, a ir.Annot) (c ir.Value, ok bool) {
	var all []ir.Value
	switch x.f.TypeOf(v).Kind() {
	case ir.KindInt:
		if lo, hi, bounded := a.Bounds(); bounded {
			all = append(all, x.cmp(ir.LE, x.b.IConst(lo, ir.Synthetic), v), x.not(x.cmp(ir.GT, v, x.b.IConst(hi, ir.Synthetic))))
		}
		if k := a.Known(); k != nil {
			z, o := x.b.IConst(k.Zeros, ir.Synthetic), x.b.IConst(k.Ones, ir.Synthetic)
			if k.Zeros.Sign() != 0 {
				all = append(all, x.cmp(ir.EQ, x.bin(ir.OpAnd, v, z), x.k(0)))
			}
			if k.Ones.Sign() != 0 {
				all = append(all, x.cmp(ir.EQ, x.bin(ir.OpOr, v, o), v))
			}
		}
	case ir.KindPtr:
		// The alignment is of the address, which ptr_to_addr reads without exposing anything.
		n := x.b.Unary(ir.OpPtrToAddr, v, ir.Synthetic)
		all = append(all, x.cmp(ir.EQ, x.bin(ir.OpRem, n, x.k(int64(a.Align()))), x.k(0)))
	case ir.KindFloat:
		if x.f.TypeOf(v).IsWideFloat() {
			return 0, false
		}
		all = append(all, x.classClaim(v, a.FPClasses())...)
	}
	if len(all) == 0 {
		return 0, false
	}
	c = all[0]
	for _, d := range all[1:] {
		c = x.bin(ir.OpBAnd, c, d)
	}
	return c, true
}

// classClaim compares the bits of a float with those of the excluded classes. The classes are
// ranges of the bits without the sign (IEEE 754, 3.4), so two comparisons decide membership.
// mantissa is the number of stored bits of the significand, inf the pattern of infinity without its sign.
func (x *expander) classClaim(v ir.Value, c ir.FPClass) []ir.Value {
	l := formatOf(x.f.TypeOf(v))
	bits := x.bits(v)
	mag := x.bin(ir.OpAnd, bits, x.k(l.inf|(1<<l.mantissa-1)))
	// The bits are negative where the pattern with the sign is more than the one without.
	negative := x.cmp(ir.NE, mag, x.b.Extend(ir.OpZExt, bits, l.bits, ir.Synthetic))
	quiet := l.inf | 1<<(l.mantissa-1)
	ranges := []struct {
		class  ir.FPClass
		lo, hi int64
		sign   int
	}{
		{ir.ClassSNaN, l.inf + 1, quiet - 1, 0}, {ir.ClassQNaN, quiet, l.inf | (1<<l.mantissa - 1), 0},
		{ir.ClassNInf, l.inf, l.inf, -1}, {ir.ClassPInf, l.inf, l.inf, 1}, {ir.ClassNNorm, 1 << l.mantissa, l.inf - 1, -1}, {ir.ClassPNorm, 1 << l.mantissa, l.inf - 1, 1},
		{ir.ClassNSub, 1, 1<<l.mantissa - 1, -1}, {ir.ClassPSub, 1, 1<<l.mantissa - 1, 1}, {ir.ClassNZero, 0, 0, -1}, {ir.ClassPZero, 0, 0, 1},
	}
	var out []ir.Value
	for _, r := range ranges {
		if c&r.class == 0 {
			continue
		}
		in := x.bin(ir.OpBAnd, x.cmp(ir.GE, mag, x.k(r.lo)), x.cmp(ir.LE, mag, x.k(r.hi)))
		if r.sign < 0 {
			in = x.bin(ir.OpBAnd, in, negative)
		} else if r.sign > 0 {
			in = x.bin(ir.OpBAnd, in, x.not(negative))
		}
		out = append(out, x.not(in))
	}
	return out
}

// spellClaims replaces claims on operands and results by comparisons. The claims of operands
// stay where a violation is more than a poison operand. Poison must come out exactly where the
// claim is violated. Address claims on accesses are undefined behaviour and stay.
// The instruction keeps its operands' values; only who decides about the claim changes.
func (x *expander) spellClaims() {
	if !partial(x.op) {
		for n := range x.f.NumOperands(x.i) {
			o := x.f.Operand(x.i, n)
			if o.Annot == ir.NoAnnot || x.f.TypeOf(o.Value).Kind() == ir.KindPtr && x.op.Is(ir.MemUse|ir.MemDef) {
				continue
			}
			if c, ok := x.holds(o.Value, o.Annot); ok {
				v := x.b.Select(c, o.Value, x.b.Poison(x.f.TypeOf(o.Value), ir.Synthetic), ir.Synthetic)
				x.f.SetOperand(x.i, n, ir.Operand{Value: v})
			}
		}
	}
	// With expansions, claims on results are spelled by expand itself; a terminator's results are none that
	// follow it.
	if len(expansions[x.op]) > 0 || x.op.IsTerminator() {
		return
	}
	for n := range x.f.NumResults(x.i) {
		v := x.f.Result(x.i, n)
		a := x.f.AnnotOf(v)
		// A parameter repeats the claim of the signature, which stays.
		if a == ir.NoAnnot || x.op == ir.OpParam {
			continue
		}
		next := x.f.NextInst(x.i)
		at := x.b
		x.b = x.f.Before(next)
		if c, ok := x.holds(v, a); ok {
			// The uses are collected before the select is made, which uses v itself.
			var users []ir.Use
			for u := range x.f.Uses(v) {
				users = append(users, u)
			}
			w := x.b.Select(c, v, x.b.Poison(x.f.TypeOf(v), ir.Synthetic), ir.Synthetic)
			own := x.f.Def(w)
			for _, u := range users {
				// The comparison reads v itself; other readers get the select.
				if u.Inst != own && !x.between(u.Inst, next) {
					o := x.f.Operand(u.Inst, u.Index)
					o.Value = w
					x.f.SetOperand(u.Inst, u.Index, o)
				}
			}
			// The claim is dropped only after it is spelled; where it cannot be it stays.
			x.f.SetAnnot(v, ir.NoAnnot)
		}
		x.b = at
	}
}

// between reports whether u stands after the instruction and before next. Instructions in between
// belong to the check.
// u may stand in another block, and is not between then.
func (x *expander) between(u, next ir.Inst) bool {
	for i := x.f.NextInst(x.i); i != next && i != ir.NoInst; i = x.f.NextInst(i) {
		if i == u {
			return true
		}
	}
	return false
}

// partial reports whether the result may be better than poison although an operand is poison. For
// them a poison operand does not simply make the result poison, so it must not be made earlier.
// A claim on the operand of select or of an insertion is seen only if that operand is taken.
func partial(op ir.Op) bool {
	return op == ir.OpSelect || op == ir.OpInsertValue || op == ir.OpFreeze || op == ir.OpBitCast || op.IsVector() || op == ir.OpTargetIntrinsic || op.Is(ir.Atomic)
}

// Operands, and the operations that expansions are made of.

// arg is operand n, poison where it violates its claim. It is what every expansion reads operands
// by.
func (x *expander) arg(n int) ir.Value {
	o := x.f.Operand(x.i, n)
	if o.Annot == ir.NoAnnot {
		return o.Value
	}
	return x.claim(o.Value, o.Annot)
}

func (x *expander) typ(n int) ir.Type { return x.f.TypeOf(x.f.Arg(x.i, n)) }

func (x *expander) k(v int64) ir.Value { return x.b.Int64(v, ir.Synthetic) }

func (x *expander) bin(op ir.Op, a, b ir.Value) ir.Value { return x.b.Binary(op, a, b, ir.Synthetic) }

func (x *expander) cmp(p ir.Pred, a, b ir.Value) ir.Value { return x.b.Compare(p, a, b, ir.Synthetic) }

func (x *expander) not(a ir.Value) ir.Value { return x.b.Unary(ir.OpNot, a, ir.Synthetic) }

func (x *expander) sel(c, a, b ir.Value) ir.Value { return x.b.Select(c, a, b, ir.Synthetic) }

func (x *expander) zext(a ir.Value, n uint32) ir.Value {
	return x.b.Extend(ir.OpZExt, a, n, ir.Synthetic)
}

func (x *expander) sext(a ir.Value, n uint32) ir.Value {
	return x.b.Extend(ir.OpSExt, a, n, ir.Synthetic)
}

func (x *expander) sized(op ir.Op, n uint32, args ...ir.Value) ir.Value {
	return x.f.Result(x.b.Sized(op, n, ir.Synthetic, args...), 0)
}

// make is an operation in general; the result after a token is returned. Memory operations take and
// leave x.mem.
// arrow has the result types that the opcode does not fix.
func (x *expander) make(op ir.Op, a ir.Attr, arrow []ir.Type, args ...ir.Value) ir.Value {
	if op.Is(ir.MemUse | ir.MemDef) {
		args = append(args, x.mem)
	}
	i := x.b.Op(op, a, ir.Synthetic, arrow, args...)
	n := 0
	if x.f.NumResults(i) > 0 && x.f.TypeOf(x.f.Result(i, 0)) == ir.Mem {
		x.mem = x.f.Result(i, 0)
		n = 1
	}
	if n >= x.f.NumResults(i) {
		return ir.NoValue
	}
	return x.f.Result(i, n)
}

// threads reports whether the module may start threads. Atomic operations may only be taken apart
// in programs with one thread.
func (x *expander) threads() bool { return spawns(x.m) }

func one(v ir.Value) []ir.Value { return []ir.Value{v} }

// The tables are joined at the start; a map literal would refer to itself.
// All of it is filled before any check runs and read only after that.
var expansions map[ir.Op][]expansion

func init() {
	expansions = map[ir.Op][]expansion{}
	for _, table := range []map[ir.Op][]expansion{intExpansions, boolExpansions, floatExpansions, memoryExpansions, vectorExpansions, flowExpansions} {
		for op, list := range table {
			if len(expansions[op]) > 0 {
				panic(fmt.Sprintf("BUG: %s is expanded in two tables", op))
			}
			expansions[op] = list
		}
	}
	// The templates of the opcode table come last: written ways keep their numbers, and so the draws.
	for op := range ir.Op(ir.NumOps) {
		if len(op.Same()) > 0 {
			expansions[op] = append(expansions[op], (*expander).template)
		}
	}
}

// template is one of the templates that the opcode table has for the opcode.
// The operands are read by arg, so claims on them are respected in the template too.
func (x *expander) template() []ir.Value {
	args := make([]ir.Operand, x.op.Arity())
	for n := range args {
		args[n].Value = x.arg(n)
	}
	same := x.op.Same()
	// What depends on which allocations are alive is poison where no template is.
	x.loose = x.loose || x.op.Is(ir.Watches)
	return one(x.b.Expand(same[x.r.Below(len(same))], x.f.Width(x.i), ir.Synthetic, args...))
}
