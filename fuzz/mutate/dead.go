package mutate

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/ir"
)

// deadMutators change blocks that do not run (equivalence modulo inputs: Le, Afshari and Su,
// "Compiler Validation via Equivalence Modulo Inputs", PLDI 2014). Nothing in such a block
// can be observed, so everything that verifies is allowed.
//
// It has the first seven of mutators, which change no control flow that the rest of the program needs.
var deadMutators = append([]mutator{
	{"cut", 20, cutBlock},
	{"use", 20, insertUse},
	{"poison", 10, poisonOperand},
	{"remove", 20, removeInst},
	// The order of the tables is part of what bytes mean: a row in the middle changes every recorded input.
}, mutators[:7]...)

// Dead makes a copy of m that is changed only in blocks for which executed answers
// false. A run that executes no others behaves the same in both.
//
// executed must be of a run of m itself, with the inputs that the copy will be run on. m is not changed.
func Dead(m *ir.Module, executed func(fn string, b ir.Block) bool, data []byte) *ir.Module {
	return mutate(m, data, deadMutators, func(f *ir.Func, b ir.Block) bool { return !executed(f.Name, b) })
}

// cutBlock ends a block before its end.
//
// It gives up, and the change is dropped, if something behind the cut is read elsewhere.
func cutBlock(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, ok := pickSite(sites, r, func(s site) bool { return s.f.Op(s.i) != ir.OpUnreachable && s.f.Op(s.i) != ir.OpTrap })
	if !ok {
		return false
	}
	f := s.f
	op := [...]ir.Op{ir.OpUnreachable, ir.OpTrap}[r.Below(2)]
	// Instructions go from the last one on, since each may be read by those behind it.
	end := f.Before(s.i).Stop(op, ir.Synthetic)
	for last := f.LastInst(f.InstBlock(end)); last != end; last = f.LastInst(f.InstBlock(end)) {
		for _, v := range f.Results(last) {
			if f.HasUses(v) {
				return false
			}
		}
		f.RemoveInst(last)
	}
	return true
}

// insertUse computes something new and lets later uses in the block read it.
//
// Only the one operand that is found first is replaced, so that the old value mostly stays in use.
func insertUse(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, ok := pickSite(sites, r, func(s site) bool {
		for _, o := range s.f.Operands(s.i) {
			if s.f.TypeOf(o.Value) == ir.Int {
				return true
			}
		}
		return false
	})
	if !ok {
		return false
	}
	// The first operand that is an int.
	for n := range s.f.NumOperands(s.i) {
		o := s.f.Operand(s.i, n)
		if s.f.TypeOf(o.Value) != ir.Int {
			continue
		}
		at := s.f.Before(s.i)
		op := binaryOps[r.Below(len(binaryOps))]
		o.Value = at.Binary(op, o.Value, at.Int64(int64(r.Byte())-100, ir.Synthetic), ir.Synthetic)
		s.f.SetOperand(s.i, n, o)
		return true
	}
	return false
}

// poisonOperand replaces an operand by poison.
//
// Tokens are left alone: there is no poison token.
func poisonOperand(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, n, o, ok := pickOperand(sites, r)
	if !ok {
		return false
	}
	o.Value = s.f.Before(s.i).Poison(s.f.TypeOf(o.Value), ir.Synthetic)
	s.f.SetOperand(s.i, n, o)
	return true
}

// removeInst deletes an instruction; what read its results reads poison, or the token that it
// took.
//
// A removed write hands the token that it took on to those that read its own, so that the chain stays whole.
func removeInst(_ *ir.Module, sites []site, r *choice.Record) bool {
	s, ok := pickSite(sites, r, func(s site) bool { return !s.f.Op(s.i).IsTerminator() })
	if !ok {
		return false
	}
	f := s.f
	for _, v := range f.Results(s.i) {
		if !f.HasUses(v) {
			continue
		}
		if t := f.TypeOf(v); t != ir.Mem {
			f.ReplaceUses(v, f.Before(s.i).Poison(t, ir.Synthetic))
			continue
		}
		// The token is the last fixed operand of what takes one.
		f.ReplaceUses(v, f.Arg(s.i, f.NumFixed(s.i)-1))
	}
	f.RemoveInst(s.i)
	return true
}
