// Package mutate changes programs: anywhere ([Module]), only where a run does not come ([Dead]), two into one
// ([Splice]), or only their memory tokens ([Tokens]). What changes is decided by bytes, the same on every machine, and
// the result verifies.
//
// Non-goals: programs that mean the same; only [Dead] and [Tokens] promise that.
package mutate

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// site is an instruction that a mutator may change.
//
// It is good until the first change of its function.
type site struct {
	f *ir.Func
	i ir.Inst
}

// mutator changes m at one place; false if it found none.
//
// m is a copy that apply may leave half changed when it answers false: the caller throws it away.
type mutator struct {
	name string
	// weight is the share among those of the table; it is what makes a change more or less frequent.
	weight int
	apply  func(m *ir.Module, sites []site, r *choice.Record) bool
}

// mutators are the rows of [Module]. Those that keep the control flow come first: deadMutators takes them by number.
var mutators = []mutator{
	{"constant", 20, changeConstant},
	{"swap", 12, swapOperands},
	{"annotation", 20, changeAnnotation},
	{"opcode", 10, changeOpcode},
	{"operand", 12, replaceOperand},
	{"dead code", 12, insertDeadCode},
	{"delete", 8, deleteUnused},
	{"duplicate", 8, duplicateBlock},
	{"condition", 4, flipBranch},
}

// Module makes a changed copy of m: one to four changes that the bytes choose. Whether the
// program means the same does not matter, but it verifies: a change after which it would not
// is taken back.
//
// m is not changed, but may be the answer itself if no change applied.
func Module(m *ir.Module, data []byte) *ir.Module {
	return mutate(m, data, mutators, func(*ir.Func, ir.Block) bool { return true })
}

// mutate changes a copy of m as data says, with rows of the table, in blocks for which ok holds. A
// change that does not apply, or whose result does not verify, is dropped.
func mutate(m *ir.Module, data []byte, table []mutator, ok func(f *ir.Func, b ir.Block) bool) *ir.Module {
	// Each change has a record of its own, so that bytes which change one do not move the others.
	src := choice.New(data)
	r := src.Record()
	n := 1 + r.Below(4)
	var weights []int
	for _, t := range table {
		weights = append(weights, t.weight)
	}
	for range n {
		r := src.Record()
		// A clone a change: taking back is forgetting it.
		next := m.Clone()
		if table[r.Choose(weights)].apply(next, sitesOf(next, ok), r) && ir.Verify(next) == nil {
			m = next
		}
	}
	return m
}

// sitesOf lists the instructions of the blocks for which ok holds.
//
// The order is that of the text, which does not depend on the machine.
func sitesOf(m *ir.Module, ok func(f *ir.Func, b ir.Block) bool) []site {
	var out []site
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			if !ok(f, b) {
				continue
			}
			for i := range f.Insts(b) {
				out = append(out, site{f, i})
			}
		}
	}
	return out
}

// pickSite draws a site that fits; ok is false if there is none.
//
// The draw takes two bytes whatever fits, and goes round from there. fits may be asked of every site.
func pickSite(sites []site, r *choice.Record, fits func(s site) bool) (site, bool) {
	if len(sites) == 0 {
		return site{}, false
	}
	// 16 bits scaled to the number of sites, without a remainder's bias.
	at := (int(r.Byte())<<8 | int(r.Byte())) * len(sites) >> 16
	for n := range sites {
		if s := sites[(at+n)%len(sites)]; fits(s) {
			return s, true
		}
	}
	return site{}, false
}

// changeConstant makes a constant another one: of an int a neighbour, the negation, half of it, or
// one bit flipped; of a float one bit flipped. It reports whether there was a constant to change.
func changeConstant(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, ok := pickSite(sites, r, func(s site) bool {
		op := s.f.Op(s.i)
		// A float of 128 bits keeps its bits elsewhere (Aux).
		return op.IsConst() && (op != ir.OpFConst || s.f.Attr(s.i).Aux == 0)
	})
	if !ok {
		return false
	}
	a := s.f.Attr(s.i)
	switch s.f.Op(s.i) {
	case ir.OpBConst:
		a.Imm ^= 1
	case ir.OpFConst:
		bits := uint64(a.Imm) ^ 1<<r.Below(a.FloatType().FloatBits())
		a.Imm = int64(bits)
	default:
		v := s.f.IntConst(s.i)
		switch r.Below(5) {
		case 0:
			v = v.Add(num.New(1))
		case 1:
			v = v.Sub(num.New(1))
		case 2:
			v = v.Neg()
		// Up to bit 65, beyond a word.
		case 3:
			v = v.Xor(num.Pow2(uint(r.Below(66))))
		default:
			v = v.Shr(1)
		}
		// An int that does not fit 64 bits lies in the function's constants.
		a = ir.Attr{}
		if n, ok := v.Int64(); ok {
			a.Imm = n
		} else {
			a.Aux = s.f.AddConst(v)
		}
	}
	s.f.SetAttr(s.i, a)
	return true
}

// twins finds two fixed operands of s of one type, other than tokens.
//
// They are different values: exchanging equal ones changes nothing. O(n^2) in the number of operands, which is small.
func twins(s site, r *choice.Record) (a, b int, ok bool) {
	n := s.f.NumFixed(s.i)
	if n < 2 {
		return 0, 0, false
	}
	first := r.Below(n)
	for k := range n {
		a = (first + k) % n
		for b = a + 1; b < n; b++ {
			t := s.f.TypeOf(s.f.Arg(s.i, a))
			if t != ir.Mem && t == s.f.TypeOf(s.f.Arg(s.i, b)) && s.f.Arg(s.i, a) != s.f.Arg(s.i, b) {
				return a, b, true
			}
		}
	}
	return 0, 0, false
}

// swapOperands exchanges two operands of one type, whether the operation commutes or not.
func swapOperands(_ *ir.Module, sites []site, r *choice.Record) bool {
	// Asking must draw nothing: how many sites are asked depends on the program.
	s, ok := pickSite(sites, r, func(s site) bool { _, _, ok := twins(s, choice.Zeros()); return ok })
	if !ok {
		return false
	}
	a, b, ok := twins(s, r)
	if !ok {
		return false
	}
	x, y := s.f.Operand(s.i, a), s.f.Operand(s.i, b)
	s.f.SetOperand(s.i, a, y)
	s.f.SetOperand(s.i, b, x)
	return true
}

// changeAnnotation makes the claim of an int, at its definition or a use, one bit tighter or
// looser, or adds or drops one.
//
// A tighter claim may make poison of what was a number. That is as good a program as any other.
func changeAnnotation(_ *ir.Module, sites []site, r *choice.Record) bool {
	use := r.Below(2) == 1
	count := func(s site) int {
		if use {
			return s.f.NumOperands(s.i)
		}
		return s.f.NumResults(s.i)
	}
	typ := func(s site, n int) ir.Type {
		if use {
			return s.f.TypeOf(s.f.Arg(s.i, n))
		}
		return s.f.TypeOf(s.f.Result(s.i, n))
	}
	s, ok := pickSite(sites, r, func(s site) bool {
		for n := range count(s) {
			if typ(s, n) == ir.Int {
				return true
			}
		}
		return false
	})
	if !ok {
		return false
	}
	// The first int, as in insertUse.
	for n := range count(s) {
		if typ(s, n) != ir.Int {
			continue
		}
		if use {
			o := s.f.Operand(s.i, n)
			o.Annot = otherClaim(o.Annot, r)
			s.f.SetOperand(s.i, n, o)
		} else {
			v := s.f.Result(s.i, n)
			s.f.SetAnnot(v, otherClaim(s.f.AnnotOf(v), r))
		}
		break
	}
	return true
}

// otherClaim is a claim near a, wider, narrower, of the other sign, or none.
//
// :u0 is a claim, :s0 is none, hence max.
func otherClaim(a ir.Annot, r *choice.Record) ir.Annot {
	n, signed, ok := a.Range()
	switch k := r.Below(5); {
	case k == 4:
		return ir.NoAnnot
	case k == 3:
		return build.DrawPattern(r)
	case !ok:
		n, signed = uint32(1+r.Below(66)), r.Below(2) == 0
	case k == 0 && n > 1:
		n--
	case k == 1:
		n++
	default:
		signed = !signed
	}
	if signed {
		return ir.Signed(max(n, 1))
	}
	return ir.Unsigned(n)
}

// changeOpcode replaces an opcode by another of the same form.
//
// Alike are opcodes whose operands, results, suffixes and effects agree, so that the attributes of one fit the other.
func changeOpcode(_ *ir.Module, sites []site, r *choice.Record) bool {
	alike := func(a, b ir.Op) bool {
		x, y := a.Info(), b.Info()
		if a == b || x.Form != ir.FormPlain || y.Form != ir.FormPlain || x.Sig != y.Sig || x.Result != y.Result || len(x.Suffix) != len(y.Suffix) ||
			(x.Flags^y.Flags)&^(ir.Commutes|ir.Associates|ir.Speculates|ir.Cheap|ir.Free) != 0 || a.IsTerminator() {
			return false
		}
		for n := range x.Suffix {
			if x.Suffix[n] != y.Suffix[n] {
				return false
			}
		}
		return true
	}
	others := func(op ir.Op) (out []ir.Op) {
		for o := range ir.NumOps {
			if alike(op, ir.Op(o)) {
				out = append(out, ir.Op(o))
			}
		}
		return out
	}
	s, ok := pickSite(sites, r, func(s site) bool { return len(others(s.f.Op(s.i))) > 0 })
	if !ok {
		return false
	}
	ops := others(s.f.Op(s.i))
	replaceInst(s, ops[r.Below(len(ops))])
	return true
}

// replaceInst makes the instruction again with another opcode.
//
// The claims of the results stay. What read the old results reads the new ones.
func replaceInst(s site, op ir.Op) {
	f := s.f
	var types []ir.Type
	old := f.Results(s.i)
	for _, v := range old {
		types = append(types, f.TypeOf(v))
	}
	i := f.Before(s.i).Inst(op, f.Attr(s.i), f.Operands(s.i), nil, types, f.Origin(s.i))
	for n, v := range old {
		f.SetAnnot(f.Result(i, n), f.AnnotOf(v))
		f.ReplaceUses(v, f.Result(i, n))
	}
	f.RemoveInst(s.i)
}

// available lists values of type t that are defined before i in its block, or in the entry.
//
// Both dominate i, so that any of them may stand as an operand. Arguments of the entry count in the entry only.
func available(f *ir.Func, i ir.Inst, t ir.Type) []ir.Value {
	var out []ir.Value
	add := func(v ir.Value) {
		if f.TypeOf(v) == t {
			out = append(out, v)
		}
	}
	b := f.InstBlock(i)
	if e := f.Entry(); e != b {
		for j := range f.Insts(e) {
			for _, v := range f.Results(j) {
				add(v)
			}
		}
	}
	for _, v := range f.Args(b) {
		add(v)
	}
	for j := f.FirstInst(b); j != i; j = f.NextInst(j) {
		for _, v := range f.Results(j) {
			add(v)
		}
	}
	return out
}

// pickOperand chooses an operand that is no token.
func pickOperand(sites []site, r *choice.Record) (s site, n int, o ir.Operand, ok bool) {
	if s, ok = pickSite(sites, r, func(s site) bool { return s.f.NumOperands(s.i) > 0 }); !ok {
		return s, 0, o, false
	}
	n = r.Below(s.f.NumOperands(s.i))
	o = s.f.Operand(s.i, n)
	return s, n, o, s.f.TypeOf(o.Value) != ir.Mem
}

// replaceOperand makes an operand another value of its type that dominates.
func replaceOperand(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, n, o, ok := pickOperand(sites, r)
	if !ok {
		return false
	}
	// The old value may be drawn again, which is no change and no error.
	vs := available(s.f, s.i, s.f.TypeOf(o.Value))
	if len(vs) == 0 {
		return false
	}
	o.Value = vs[r.Below(len(vs))]
	s.f.SetOperand(s.i, n, o)
	return true
}

// binaryOps are the operations that mutators insert.
//
// All of two ints and one result, none of which has undefined behaviour or is poison of numbers.
var binaryOps = func() (out []ir.Op) {
	for op := range ir.Op(ir.NumOps) {
		if op.Is(ir.TwoInts) && op.Info().Poison == ir.PoisonNever {
			out = append(out, op)
		}
	}
	return out
}()

// insertDeadCode makes operations on values at hand whose results nothing reads.
//
// It gives dead-code elimination something to do.
func insertDeadCode(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, ok := pickSite(sites, r, func(site) bool { return true })
	if !ok {
		return false
	}
	at := s.f.Before(s.i)
	vs := available(s.f, s.i, ir.Int)
	if len(vs) == 0 {
		vs = append(vs, at.Int64(int64(r.Byte()), ir.Synthetic))
	}
	for range 1 + r.Below(4) {
		op := binaryOps[r.Below(len(binaryOps))]
		v := at.Binary(op, vs[r.Below(len(vs))], vs[r.Below(len(vs))], ir.Synthetic)
		// A claim that does not hold makes poison that nothing reads.
		s.f.SetAnnot(v, otherClaim(ir.NoAnnot, r))
		vs = append(vs, v)
	}
	return true
}

// deleteUnused removes an instruction without uses.
//
// Tokens count as uses, so that a write in the middle of a chain stays.
func deleteUnused(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, ok := pickSite(sites, r, func(s site) bool {
		for _, v := range s.f.Results(s.i) {
			if s.f.HasUses(v) {
				return false
			}
		}
		return !s.f.Op(s.i).IsTerminator()
	})
	if ok {
		s.f.RemoveInst(s.i)
	}
	return ok
}

// duplicateBlock copies a block and lets one of the branches to it go to the copy.
//
// The copy has the same targets. Where others read values of the block the result may not verify, and is dropped.
func duplicateBlock(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, ok := pickSite(sites, r, func(s site) bool { return s.f.NumTargets(s.i) > 0 })
	if !ok {
		return false
	}
	f := s.f
	n := r.Below(f.NumTargets(s.i))
	b := f.TargetBlock(s.i, n)
	c := f.AddBlock(f.BlockRegion(b))
	to := map[ir.Value]ir.Value{}
	for _, v := range f.Args(b) {
		to[v] = f.AddArg(c, f.TypeOf(v), f.AnnotOf(v))
	}
	at := f.At(c)
	for i := range f.Insts(b) {
		copyInst(f, f, at, i, to, nil, f.Attr(i))
	}
	// Only this one way goes to the copy; it takes the same arguments.
	f.SetTargetBlock(s.i, n, c)
	return true
}

// copyInst makes instruction i of from again in f; values in to are replaced, blocks too.
//
// Values that to does not have stay, which is right within one function. The results are entered into to.
func copyInst(f, from *ir.Func, at *ir.Builder, i ir.Inst, to map[ir.Value]ir.Value, blocks map[ir.Block]ir.Block, a ir.Attr) ir.Inst {
	mapped := func(o ir.Operand) ir.Operand {
		if v, ok := to[o.Value]; ok {
			o.Value = v
		}
		return o
	}
	var fixed []ir.Operand
	for n := range from.NumFixed(i) {
		fixed = append(fixed, mapped(from.Operand(i, n)))
	}
	targets := from.Targets(i)
	for n := range targets {
		if b, ok := blocks[targets[n].Block]; ok {
			targets[n].Block = b
		}
		for k := range targets[n].Args {
			targets[n].Args[k] = mapped(targets[n].Args[k])
		}
	}
	var types []ir.Type
	for _, v := range from.Results(i) {
		types = append(types, from.TypeOf(v))
	}
	// Origins are numbers of a module.
	origin := from.Origin(i)
	if f.Module != from.Module {
		origin = ir.Synthetic
	}
	j := at.Inst(from.Op(i), a, fixed, targets, types, origin)
	for n, v := range from.Results(i) {
		f.SetAnnot(f.Result(j, n), from.AnnotOf(v))
		to[v] = f.Result(j, n)
	}
	return j
}

// flipBranch exchanges the targets of a brif.
//
// The condition stays, so that the program does the other thing: no promise of sameness.
func flipBranch(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, ok := pickSite(sites, r, func(s site) bool { return s.f.Op(s.i) == ir.OpBrIf })
	if !ok {
		return false
	}
	t := s.f.Targets(s.i)
	t[0], t[1] = t[1], t[0]
	s.f.SetOperands(s.i, []ir.Operand{s.f.Operand(s.i, 0)}, t)
	return true
}
