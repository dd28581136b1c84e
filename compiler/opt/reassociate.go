package opt

import (
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// reassociate puts the operands of chains of one associative and commutative operation into one
// order: values that are defined early first, so that what does not change in a loop stands
// together and can be hoisted, equal values next to each other, constants last, where rules join
// them.
//
// Integers are mathematical, so no intermediate result can overflow, and every operand is poison
// for the whole chain wherever it stands. Checks on intermediate results go with them (a
// refinement); a chain ends where something else reads an intermediate result.
var reassociate = pass.Pass{
	Name: "reassociate", KeepsCFG: true,
	Doc:      "orders the operands of chains of add, mul, and, or, xor, min, max, band, bor and bxor",
	After:    []pass.Order{{Pass: "mem2reg", Why: "values kept in memory break chains"}},
	Rewrites: pass.Rewrites(pass.Either("add_chain", "mul_chain", "and_chain", "or_chain", "xor_chain", "min_chain", "max_chain", "band_chain", "bor_chain", "bxor_chain")),
	Func:     runReassociate,
}

// longestChain bounds the operands of a chain that are put in order together.
const longestChain = 64

type reassociator struct {
	c    *pass.Ctx
	f    *ir.Func
	rank []int32 // by value: the place of its definition in reverse postorder, constants last

	// Scratch of one chain: its operands, and its instructions from the root down.
	leaves []ir.Operand
	inner  []ir.Inst
}

// The ranks of constants and of values made meanwhile.
// A value made meanwhile ranks after all old ones but constants.
const (
	rankConst = 1<<31 - 1
	rankNew   = 1 << 30
)

// reassociators keeps the memory for the next function.
var reassociators = sync.Pool{New: func() any { return &reassociator{} }}

// runReassociate ranks all values by where they are defined, constants last, and orders each maximal chain by
// rank: equal chains then look alike to gvn, and constants meet.
func runReassociate(c *pass.Ctx) {
	f := c.F
	r := reassociators.Get().(*reassociator)
	defer reassociators.Put(r)
	r.c, r.f, r.rank = c, f, zeroed(r.rank, f.NumValues())
	order, next := c.CFG().Order(), int32(1)
	for _, b := range order {
		for _, v := range f.Args(b) {
			r.rank[v] = next
		}
		next++
		for i := range f.Insts(b) {
			for n := range f.NumResults(i) {
				v := f.Result(i, n)
				r.rank[v] = next
				// A parameter has no operands either, but is no constant.
				if f.NumOperands(i) == 0 && f.Op(i).Is(ir.Pure) && f.Op(i) != ir.OpParam {
					r.rank[v] = rankConst
				}
			}
			next++
		}
	}
	// A root is what no chain of the same block continues from, so each instruction is in one
	// chain.
	for _, b := range order {
		for i := range f.Insts(b) {
			if f.Op(i).Is(ir.Associates) && r.parent(i) == ir.NoInst {
				r.chain(i)
			}
		}
	}
	r.c, r.f = nil, nil
}

// parent is the instruction whose chain i is an inner part of.
// There is none if the result has more than one use, a use in another block or a claim on the
// use: the intermediate result is then looked at.
func (r *reassociator) parent(i ir.Inst) ir.Inst {
	f, v := r.f, r.f.Result(i, 0)
	user := ir.NoInst
	for u := range f.Uses(v) {
		if user != ir.NoInst || f.Op(u.Inst) != f.Op(i) || f.InstBlock(u.Inst) != f.InstBlock(i) || f.Operand(u.Inst, u.Index).Annot != ir.NoAnnot {
			return ir.NoInst
		}
		user = u.Inst
	}
	return user
}

// chain orders the chain that ends in root.
func (r *reassociator) chain(root ir.Inst) {
	// Two operands can be exchanged only, which gvn sees without help.
	f := r.f
	r.leaves, r.inner = r.leaves[:0], append(r.inner[:0], root)
	r.open(root, f.Op(root))
	leaves, inner := r.leaves, r.inner
	if len(leaves) < 3 {
		return
	}
	sorted := slices.Clone(leaves)
	slices.SortStableFunc(sorted, func(a, b ir.Operand) int {
		if d := r.rankOf(a.Value) - r.rankOf(b.Value); d != 0 {
			return d
		}
		// Equal values stand next to each other, and the order does not depend on that of the
		// list before.
		return int(int64(a.Value) - int64(b.Value))
	})
	if r.inOrder(root, sorted) || !r.c.Fire(pass.Change{Rule: f.Op(root).String() + "_chain", At: root, Matched: inner, Kind: r.kind(root, inner)}) {
		return
	}
	k, o := f.Before(root), pass.Derive(f, inner...)
	at := sorted[0]
	// The root stays, with its result and claim; the inner instructions are made anew in front of
	// it, where all operands are defined.
	for _, leaf := range sorted[1 : len(sorted)-1] {
		i := k.Inst(f.Op(root), ir.Attr{}, []ir.Operand{at, leaf}, nil, []ir.Type{f.TypeOf(f.Result(root, 0))}, o)
		at = ir.Operand{Value: f.Result(i, 0)}
	}
	f.SetOperands(root, []ir.Operand{at, sorted[len(sorted)-1]}, nil)
	// They are listed from the root down, so that each has lost its reader when it goes.
	for _, i := range inner[1:] {
		f.RemoveInst(i)
	}
}

// open collects the operands of the chain from i down.
// The chain opens only into what nothing else reads. Where the limit is reached the rest counts
// as one operand.
func (r *reassociator) open(i ir.Inst, op ir.Op) {
	f := r.f
	for n := range 2 {
		o := f.Operand(i, n)
		d := f.Def(o.Value)
		// The recursion is at most longestChain deep.
		if d != ir.NoInst && f.Op(d) == op && len(r.leaves)+len(r.inner) < longestChain && r.parent(d) == i {
			r.inner = append(r.inner, d)
			r.open(d, op)
			continue
		}
		r.leaves = append(r.leaves, o)
	}
}

func (r *reassociator) rankOf(v ir.Value) int {
	if int(v) < len(r.rank) {
		return int(r.rank[v])
	}
	return rankNew
}

// inOrder reports whether the chain of root already is (((a b) c) d) for the operands given.
// Such a chain stays as it is, so that the pass comes to an end.
func (r *reassociator) inOrder(root ir.Inst, want []ir.Operand) bool {
	i := root
	for n := len(want) - 1; n >= 1; n-- {
		if r.f.Operand(i, 1) != want[n] {
			return false
		}
		if n == 1 {
			return r.f.Operand(i, 0) == want[0]
		}
		if i = r.f.Def(r.f.Arg(i, 0)); i == ir.NoInst {
			return false
		}
	}
	return false
}

// kind is a refinement where the claim of an intermediate result is lost.
func (r *reassociator) kind(root ir.Inst, inner []ir.Inst) pass.Kind {
	for _, i := range inner {
		if i != root && r.f.AnnotOf(r.f.Result(i, 0)) != ir.NoAnnot {
			return pass.Refinement
		}
	}
	return pass.Equivalence
}
