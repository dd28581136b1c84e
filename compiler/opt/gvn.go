package opt

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// gvn replaces a pure instruction by an equal one that dominates it (hash-based value numbering
// over the dominator tree, Briggs, Cooper and Simpson, "Value Numbering", 1997).
//
// Two pure instructions with the same operands and the same checks on them compute the same, but
// for what the semantics leaves open: the payload of a NaN, and what freeze makes of poison; there
// the later one takes the choice of the earlier, which refines. Where the checks on the results
// differ, the one that stays keeps the weaker check, or none: fewer checks refine, and the value
// that the other check let pass must not become poison.
var gvn = pass.Pass{
	Name: "gvn", KeepsCFG: true,
	Doc: "replaces instructions by equal ones that dominate them",
	After: []pass.Order{
		{Pass: "mem2reg", Why: "values kept in memory have no number"},
		{Pass: "rewrite", Why: "equal values in different forms get different numbers"},
	},
	Rewrites: pass.Rewrites(pass.Either("equal")),
	Func:     runGVN,
}

// runGVN walks the dominator tree with a stack of its own, since its depth is that of the
// program. Every instruction is hashed once, and compared with those of equal hash that dominate
// it.
func runGVN(c *pass.Ctx) {
	f := c.F
	n := numberings.Get().(*numbering)
	defer numberings.Put(n)
	n.start(c)
	dom := c.Dom()
	n.block(f.Entry())
	n.stack = append(n.stack, numberingFrame{b: f.Entry()})
	for len(n.stack) > 0 {
		top := &n.stack[len(n.stack)-1]
		if kids := dom.Children(top.b); top.next < len(kids) {
			b := kids[top.next]
			top.next++
			n.stack = append(n.stack, numberingFrame{b: b, mark: len(n.seen)})
			n.block(b)
			continue
		}
		// The entry's frame has mark 0: when it is left, everything is forgotten.
		n.forget(top.mark)
		n.stack = n.stack[:len(n.stack)-1]
	}
	n.c, n.f = nil, nil
}

// numbering is a hash table of the instructions on the way down the dominator tree. Those with
// one hash are a list, the innermost first; leaving a block takes its instructions out again.
type numbering struct {
	c     *pass.Ctx
	f     *ir.Func
	heads []int32 // by hash: 1 + the place of the first in seen
	seen  []numbered
	stack []numberingFrame
}

type numbered struct {
	inst ir.Inst
	hash uint32
	next int32 // as in heads
}

// numberingFrame is a block on the way down.
type numberingFrame struct {
	b ir.Block
	// The child that comes next.
	next int
	// How many were seen before the block.
	mark int
}

// numberings keeps tables for the next function.
var numberings = sync.Pool{New: func() any { return &numbering{} }}

// start empties the table. Its size is a power of two above the number of instructions, so that a
// list has about one member.
func (n *numbering) start(c *pass.Ctx) {
	n.c, n.f, n.seen, n.stack = c, c.F, n.seen[:0], n.stack[:0]
	size := 1 << bits.Len(uint(c.F.Live()))
	if cap(n.heads) < size {
		n.heads = make([]int32, size)
	}
	n.heads = n.heads[:size]
	clear(n.heads)
}

// forget takes out what was seen since mark, newest first, so that each head is the place it was
// before.
func (n *numbering) forget(mark int) {
	for k := len(n.seen) - 1; k >= mark; k-- {
		x := &n.seen[k]
		n.heads[x.hash&uint32(len(n.heads)-1)] = x.next
	}
	n.seen = n.seen[:mark]
}

// block numbers the instructions of b and replaces those that have an equal in it or above it.
// Operands were replaced before their users are looked at, as definitions dominate uses.
func (n *numbering) block(b ir.Block) {
	f := n.f
	for i := range f.Insts(b) {
		// Two freezes of one poison may differ, but may also agree, and agreeing is what refines.
		if op := f.Op(i); !op.Is(ir.Pure) && op != ir.OpFreeze || f.NumResults(i) == 0 {
			continue
		}
		h := n.hash(i)
		head := &n.heads[h&uint32(len(n.heads)-1)]
		at := *head
		for at != 0 && (n.seen[at-1].hash != h || !n.equal(i, n.seen[at-1].inst)) {
			at = n.seen[at-1].next
		}
		if at != 0 {
			first := n.seen[at-1].inst
			if n.c.Fire(pass.Change{Rule: "equal", At: i, Matched: []ir.Inst{first}, Kind: n.kind(i, first), Facts: equalTo(n.c, f, i, first)}) {
				n.replace(i, first)
				continue
			}
		}
		n.seen = append(n.seen, numbered{i, h, *head})
		*head = int32(len(n.seen))
	}
}

// equalTo says for the trace, if there is one, that two instructions make the same.
func equalTo(c *pass.Ctx, f *ir.Func, i, first ir.Inst) []trace.Fact {
	if !c.Explains() {
		return nil
	}
	return c.Known("equal", valueName(f.Result(i, 0)), valueName(f.Result(first, 0)))
}

// pooled reports whether an instruction with that opcode keeps what it writes down in a pool of
// the function, if it has an index into one.
// The index is then no part of what the instruction means: two of them may write the same thing
// down twice.
func pooled(op ir.Op) bool {
	switch op.Info().Form {
	case ir.FormInt, ir.FormFloat, ir.FormPath:
		return true
	}
	return false
}

// hash is the same for equal instructions.
func (n *numbering) hash(i ir.Inst) uint32 {
	f := n.f
	const prime = 0x9E3779B97F4A7C15
	op := f.Op(i)
	h := uint64(op) * prime
	if info := op.Info(); info.Form != ir.FormPlain || len(info.Suffix) > 0 {
		a := f.Attr(i)
		h = (h ^ uint64(a.Imm) ^ uint64(a.N)<<24 ^ uint64(a.Pred)<<56) * prime
		if !pooled(op) {
			h ^= uint64(a.Aux) << 20
		}
	}
	// The sum is the same for both orders of a commuting pair; [numbering.equal] accepts both.
	num, first := f.NumOperands(i), 0
	if num >= 2 && op.Is(ir.Commutes) {
		h = (h ^ (operandHash(f.Operand(i, 0)) + operandHash(f.Operand(i, 1)))) * prime
		first = 2
	}
	for k := first; k < num; k++ {
		h = (h>>29 ^ h ^ operandHash(f.Operand(i, k))) * prime
	}
	return uint32(h >> 32)
}

// operandHash mixes a value and its claim: the same value with another check is another operand.
func operandHash(o ir.Operand) uint64 {
	h := (uint64(o.Value) + 1) * 0xC2B2AE3D27D4EB4F
	return h ^ h>>31 ^ uint64(o.Annot)*0xFF51AFD7ED558CCD
}

// equal reports whether i computes what k does.
// Operands are compared by number, which is enough for equal expressions of any depth, since
// equal operands have been replaced by one. Equality of the results' claims is not asked: see
// replace.
func (n *numbering) equal(i, k ir.Inst) bool {
	f := n.f
	op := f.Op(i)
	// The type of a result need not follow from the operands, so it is compared as well.
	if op != f.Op(k) || f.NumOperands(i) != f.NumOperands(k) || f.TypeOf(f.Result(i, 0)) != f.TypeOf(f.Result(k, 0)) {
		return false
	}
	a, b := f.Attr(i), f.Attr(k)
	if a.Aux != 0 && b.Aux != 0 && pooled(op) {
		if !n.samePooled(op, i, k) {
			return false
		}
		a.Aux, b.Aux = 0, 0
	}
	if a != b {
		return false
	}
	first := 0
	if f.NumOperands(i) >= 2 && op.Is(ir.Commutes) {
		x, y := f.Operand(i, 0), f.Operand(i, 1)
		v, w := f.Operand(k, 0), f.Operand(k, 1)
		if !(x == v && y == w || x == w && y == v) {
			return false
		}
		first = 2
	}
	for m := first; m < f.NumOperands(i); m++ {
		if f.Operand(i, m) != f.Operand(k, m) {
			return false
		}
	}
	return true
}

// samePooled compares what two instructions with one opcode wrote down, not where it is.
func (n *numbering) samePooled(op ir.Op, i, k ir.Inst) bool {
	f := n.f
	switch op.Info().Form {
	case ir.FormInt:
		return f.IntConst(i).Cmp(f.IntConst(k)) == 0
	case ir.FormFloat:
		hi, lo := f.FloatConst(i)
		hi2, lo2 := f.FloatConst(k)
		return hi == hi2 && lo == lo2
	}
	return slices.Equal(f.Path(i), f.Path(k))
}

// kind is what the change may be called: equivalence only where neither the claims on the results
// nor a free choice (a NaN's payload, a freeze) tell the two apart.
func (n *numbering) kind(i, first ir.Inst) pass.Kind {
	for r, v := range n.f.Results(i) {
		if n.f.AnnotOf(v) != n.f.AnnotOf(n.f.Result(first, r)) {
			return pass.Refinement
		}
	}
	if n.f.Op(i) == ir.OpFreeze || n.f.TypeOf(n.f.Result(i, 0)).Kind() == ir.KindFloat {
		return pass.Refinement
	}
	return pass.Equivalence
}

// Join keeps what both claims say, so that no value that either let pass becomes poison.
func (n *numbering) replace(i, first ir.Inst) {
	f := n.f
	for r, v := range f.Results(i) {
		w := f.Result(first, r)
		f.SetAnnot(w, f.AnnotOf(w).Join(f.AnnotOf(v)))
		f.ReplaceUses(v, w)
	}
	f.RemoveInst(i)
}
