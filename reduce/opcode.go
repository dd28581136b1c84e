package reduce

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	iredit "github.com/tuffy-ir/tuffy/ir/edit"
)

// form is an instruction that may stand for another: an opcode, and which operands it keeps. The
// operands are given by their numbers in the old instruction.
type form struct {
	op   ir.Op
	attr ir.Attr
	// ops are indices of fixed operands.
	ops []int
}

// simplerForms lists what may stand for i: what its row in the opcode table says, else the simplest
// opcode of its family, with and without a mask. An opcode that the table does not know how to
// simplify falls back to the first of its family, by signature and result.
func simplerForms(f *ir.Func, i ir.Inst) []form {
	op, a := f.Op(i), f.Attr(i)
	row := op.Info()
	var out []form
	for _, t := range op.Simpler() {
		to := form{op: t.Op, attr: attrOf(t.Op, f, i)}
		for _, leaf := range t.Args {
			to.ops = append(to.ops, leaf.Operand)
		}
		out = append(out, to)
	}
	if len(out) > 0 {
		return out
	}
	if op == ir.OpStackSlotDyn {
		if d := f.Def(f.Arg(i, 0)); d != ir.NoInst && f.Op(d) == ir.OpIConst {
			if n, ok := f.SmallConst(d); ok && n >= 0 {
				return []form{{ir.OpStackSlot, ir.Attr{Imm: n, Align: a.Align}, nil}}
			}
		}
	}
	flags := ir.Attr{Flags: a.Flags}
	lanes := ir.Attr{Lane: a.Lane}
	// A masked operation may lose its mask or keep it: both are listed.
	masked := func(op ir.Op, a ir.Attr, n int) []form {
		ops := []int{0, 1}[:n]
		if f.NumFixed(i) > n {
			return []form{{op, a, ops}, {op, a, append(slices.Clone(ops), n)}}
		}
		return []form{{op, a, ops}}
	}
	// An operation with effects has no stand-in but what its row says.
	if !op.Is(ir.Pure) {
		return nil
	}
	switch {
	case row.Sig == "ii" && row.Result == ir.ResInt:
		return []form{{ir.OpAdd, ir.Attr{}, []int{0, 1}}}
	case row.Sig == "i" && row.Result == ir.ResInt && row.Form == ir.FormPlain:
		return []form{{ir.OpNot, ir.Attr{}, []int{0}}}
	case row.Sig == "bb" && row.Result == ir.ResBool:
		return []form{{ir.OpBAnd, ir.Attr{}, []int{0, 1}}}
	case row.Sig == "ff" && row.Result == ir.ResSame0:
		return []form{{ir.OpFAdd, flags, []int{0, 1}}}
	case row.Sig == "f" && row.Result == ir.ResSame0:
		return []form{{ir.OpFNeg, ir.Attr{}, []int{0}}}
	case row.Sig == "vv?k" && a.Lane.IsFloat():
		return masked(ir.OpVecFAdd, ir.Attr{Flags: a.Flags, Lane: a.Lane}, 2)
	case row.Sig == "vv?k" && a.Lane.IsInt():
		return masked(ir.OpVecAdd, lanes, 2)
	case row.Sig == "vv?k":
		return masked(ir.OpVecAnd, lanes, 2)
	case row.Sig == "v?k" && row.Result == ir.ResSame0:
		return masked(ir.OpVecFNeg, lanes, 1)
	case row.Sig == "v?k" && row.Result == ir.ResInt:
		return masked(ir.OpVecReduceAdd, lanes, 1)
	case row.Sig == "v?k" && row.Result == ir.ResLane:
		return masked(ir.OpVecReduceFAdd, ir.Attr{Flags: a.Flags, Lane: a.Lane}, 1)
	}
	return nil
}

// attrOf are the attributes of i that an instruction of opcode to has as well. Attributes that the
// new opcode does not have must not be set, or the text would not read back.
// Attributes that both opcodes have are kept, so that the substitute reads as many bits and bytes.
func attrOf(to ir.Op, f *ir.Func, i ir.Inst) (a ir.Attr) {
	was := f.Attr(i)
	if to.Is(ir.HasFPFlags) {
		a.Flags = was.Flags
	}
	if to.Info().Form == ir.FormWidth {
		a.Imm = was.Imm
	}
	for _, s := range to.Info().Suffix {
		switch {
		case s == ir.SufBits:
			a.N = was.N
		// An operation whose length is an operand has no size of its own; one byte is the least.
		case s == ir.SufBytes && f.Op(i).Info().Len == ir.LenC:
			a.N = 1
		case s == ir.SufBytes:
			a.N = accessBytes(f, i)
		case s == ir.SufSat:
			a.Sat = was.Sat
		case s == ir.SufLane:
			a.Lane = was.Lane
		}
	}
	return a
}

// accessBytes is the size of the memory that i accesses as one value. Operations without a written
// size access what their value has.
func accessBytes(f *ir.Func, i ir.Inst) uint32 {
	if n := f.Attr(i).N; n != 0 {
		return n
	}
	t := ir.Int
	// A written size wins; without one the type of the value that is stored or read decides.
	for n := range f.NumFixed(i) {
		if a := f.TypeOf(f.Arg(i, n)); a != ir.Mem && a.Kind() != ir.KindPtr {
			t = a
			break
		}
	}
	for _, v := range f.Results(i) {
		if r := f.TypeOf(v); r != ir.Mem {
			t = r
		}
	}
	return ir.NaturalBytes(t)
}

// substitute puts a form in the place of i. A memory token that it does not make is the one
// that it took; any other result must have the type of the old one, or be unused. The result types
// are computed as the verifier does, so a form that does not fit is given up before anything is
// inserted.
// The annotation of a result goes over to the result that takes its place.
func substitute(f *ir.Func, i ir.Inst, to form) {
	var fixed []ir.Operand
	var operands, arrow []ir.Type
	for _, n := range to.ops {
		if n >= f.NumFixed(i) {
			return
		}
		fixed = append(fixed, f.Operand(i, n))
		operands = append(operands, f.TypeOf(f.Arg(i, n)))
	}
	for _, v := range f.Results(i) {
		if t := f.TypeOf(v); t != ir.Mem {
			arrow = append(arrow, t)
		}
	}
	types, err := ir.ResultTypes(to.op, to.attr, operands, arrow, nil, f.Params)
	if err != nil {
		return
	}
	// The origin is kept, so that a report names the source of the old instruction.
	n := f.Before(i).Inst(to.op, to.attr, fixed, nil, types, f.Origin(i))
	// Results are matched by type: an instruction has at most one of each but for memory.
	of := func(t ir.Type) ir.Value {
		for _, w := range f.Results(n) {
			if f.TypeOf(w) == t {
				return w
			}
		}
		if t == ir.Mem {
			return iredit.MemOperand(f, i)
		}
		return ir.NoValue
	}
	// A result that is used and has no counterpart takes the whole substitution back.
	for _, v := range f.Results(i) {
		if f.HasUses(v) && of(f.TypeOf(v)) == ir.NoValue {
			f.RemoveInst(n)
			return
		}
	}
	for _, v := range f.Results(i) {
		w := of(f.TypeOf(v))
		if w == ir.NoValue {
			continue
		}
		f.ReplaceUses(v, w)
		if f.Def(w) == n {
			f.SetAnnot(w, f.AnnotOf(v))
		}
	}
	f.RemoveInst(i)
}

// simplifyOpcodes changes opcodes and what stands after their dots. Edits with a number change the
// opcode; the one with ! clears what stands behind its dots.
func simplifyOpcodes(x *listing) {
	for _, s := range sites(x.m) {
		op, a := s.f.Op(s.i), s.f.Attr(s.i)
		for n, to := range simplerForms(s.f, s.i) {
			// A form that is the instruction itself changes nothing.
			if to.op == op && len(to.ops) == s.f.NumFixed(s.i) {
				continue
			}
			x.at(s, fmt.Sprint("=", n), func(f *ir.Func) {
				substitute(f, s.i, to)
			})
		}
		plain := a
		// Clearing all at once is tried as one edit, since each alone rarely matters.
		plain.Flags, plain.Align, plain.Order, plain.Fail, plain.RMW, plain.Sat = 0, 0, ir.Relaxed, ir.Relaxed, 0, false
		for _, suffix := range op.Info().Suffix {
			switch suffix {
			case ir.SufPred:
				plain.Pred = ir.EQ
			case ir.SufFPred:
				plain.Pred = ir.FFalse
			case ir.SufIntLane:
				plain.Lane.Kind = ir.LaneS
			}
		}
		if plain != a {
			x.at(s, "!", func(f *ir.Func) {
				// An opcode that another edit of the subset changed may not have these attributes.
				if f.Op(s.i) == op {
					f.SetAttr(s.i, plain)
				}
			})
		}
	}
}

// shrinkSizes halves stack slots, the bytes of int accesses, and the numbers of mnemonics. 1 and 8
// are tried as well as half, so that odd sizes do not stay.
func shrinkSizes(x *listing) {
	for _, s := range sites(x.m) {
		a := s.f.Attr(s.i)
		var tries []ir.Attr
		// try adds an attribute with another Imm or N.
		try := func(imm int64, n uint32) {
			t := a
			t.Imm, t.N = imm, n
			tries = append(tries, t)
		}
		op := s.f.Op(s.i)
		switch {
		case op == ir.OpStackSlot:
			for _, n := range []int64{0, 1, a.Imm / 2} {
				try(n, a.N)
				// The alignment may be more than what is left of the size.
				tries[len(tries)-1].Align = 0
			}
		case op.Info().Form == ir.FormWidth:
			for _, n := range []int64{1, 8, a.Imm / 2} {
				try(n, a.N)
			}
		case slices.Contains(op.Info().Suffix, ir.SufBits):
			for _, n := range []uint32{1, 8, a.N / 2} {
				try(a.Imm, n)
			}
		case slices.Contains(op.Info().Suffix, ir.SufBytes), slices.Contains(op.Info().Suffix, ir.SufOptBytes):
			n := accessBytes(s.f, s.i)
			try(a.Imm, 1)
			if bits.OnesCount32(n) == 1 && n > 2 {
				try(a.Imm, n/2)
			} else {
				// A size that is no power of two goes to one.
				try(a.Imm, uint32(1)<<bits.Len32(n/2))
			}
		}
		for n, t := range tries {
			// Neither the same nor larger: what does not shrink is left out here, so that the search needs
			// no test.
			if t == a || t.Imm > a.Imm || a.N != 0 && t.N >= a.N && t.Imm == a.Imm && t.Align == a.Align {
				continue
			}
			x.at(s, fmt.Sprint(n), func(f *ir.Func) {
				if f.Attr(s.i) == a {
					f.SetAttr(s.i, t)
				}
			})
		}
	}
}
