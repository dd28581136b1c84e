package reduce

import (
	"fmt"
	"strconv"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	iredit "github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// edit is one change of a module. Handles are those of the module that it was listed for; a
// clone has the same. Edits of one list may be applied together in their order, so each first
// looks whether what it changes is still there, and does nothing if not. An edit must be total:
// applied to any clone of the module it was listed for, after any other edits of the list, it does
// something or nothing, and never panics. What it leaves may fail to verify.
type edit struct {
	key string // says the same thing in both files of a pair
	// It is called on a clone, never on the module that was listed.
	do func(m *ir.Module)

	// The index of the file in the case, set by [reducer.list].
	file int // of the case
}

// site is an instruction with what edits need to know of it. The key is made of names and
// positions, not of handles, so that the same place in the other file of a pair has the same one.
type site struct {
	fi int // index of the function
	f  *ir.Func
	b  ir.Block
	i  ir.Inst
	// function/block/mnemonic#n
	key string
}

// sites lists the instructions of a module in order. The number behind an opcode counts its like in
// the block: inserting another opcode before it does not change the key.
func sites(m *ir.Module) []site {
	var out []site
	for fi, f := range m.Funcs {
		nb := 0
		for b := range f.Blocks() {
			seen := map[string]int{}
			for i := range f.Insts(b) {
				// The mnemonic has its suffixes, so an edit of a suffix changes the key; keys serve one
				// list only.
				op := f.Mnemonic(i)
				out = append(out, site{fi, f, b, i, f.Name + "/" + strconv.Itoa(nb) + "/" + op + "#" + strconv.Itoa(seen[op])})
				seen[op]++
			}
			nb++
		}
	}
	return out
}

// blockSites are the blocks, which have no instruction of their own here. They are numbered in the order of the text.
func blockSites(m *ir.Module) []site {
	var out []site
	for fi, f := range m.Funcs {
		n := 0
		for b := range f.Blocks() {
			out = append(out, site{fi, f, b, ir.NoInst, fmt.Sprintf("%s/%d", f.Name, n)})
			n++
		}
	}
	return out
}

// isConst reports whether i makes a value out of nothing: removing it gains nothing while it
// is used.
// Symbols, slots and parameters are not among them: they take something from outside.
func isConst(f *ir.Func, i ir.Inst) bool {
	return f.Op(i).IsConst() || f.Op(i) == ir.OpPoison
}

// isZero reports whether i is the constant that [zero] would make for type t. The entry block's
// zeros are shared; this is how they are recognised.
// Annotated values are no plain zeros.
func isZero(f *ir.Func, i ir.Inst, t ir.Type) bool {
	if f.NumResults(i) != 1 || f.TypeOf(f.Result(i, 0)) != t || f.AnnotOf(f.Result(i, 0)) != ir.NoAnnot {
		return false
	}
	switch f.Op(i) {
	case ir.OpIConst:
		return f.IntConst(i).Sign() == 0
	case ir.OpBConst:
		return f.Attr(i).Imm == 0
	case ir.OpFConst:
		hi, lo := f.FloatConst(i)
		return hi == 0 && lo == 0
	}
	return f.Op(i) == ir.OpPoison
}

// zero is a value of type t that stands at the front of the entry block: 0, false, or poison
// for types without a constant. One is shared by all its users. It may insert an instruction, which
// costs: an edit that needs a zero gains only if more goes.
// The constants at the front of the entry are looked through, so cost is that of their number.
func zero(f *ir.Func, t ir.Type) ir.Value {
	entry := f.Entry()
	for i := range f.Insts(entry) {
		if !isConst(f, i) {
			break
		}
		if isZero(f, i, t) {
			return f.Result(i, 0)
		}
	}
	return makeZero(f.Before(f.FirstInst(entry)), t, false)
}

// makeZero builds the constant of type t; poison takes the place of one if asked for. Ints, bools
// and floats have a zero; for other types poison is the only constant.
func makeZero(b *ir.Builder, t ir.Type, poison bool) ir.Value {
	switch {
	case poison:
	case t == ir.Int:
		return b.Int64(0, ir.Synthetic)
	case t == ir.Bool:
		return b.BConst(false, ir.Synthetic)
	case t.IsWideFloat():
		return b.FConstWide(t, 0, 0, ir.Synthetic)
	case t.Kind() == ir.KindFloat:
		return b.FConst(t, 0, ir.Synthetic)
	}
	return b.Poison(t, ir.Synthetic)
}

// drop removes i. A memory token that it made is replaced by the one that it took, any other
// result that is used by what replace says; NoValue gives up. Uses are replaced first, so removal
// never leaves a use without a definition. It gives up whole, before it changes anything, if one
// result cannot be replaced.
func drop(f *ir.Func, i ir.Inst, replace func(v ir.Value) ir.Value) {
	if f.Deleted(i) || f.Op(i).IsTerminator() {
		return
	}
	with := make([]ir.Value, f.NumResults(i))
	for n, v := range f.Results(i) {
		switch {
		// Results that are not used need no replacement.
		case !f.HasUses(v):
			continue
		case f.TypeOf(v) == ir.Mem:
			with[n] = iredit.MemOperand(f, i)
		default:
			with[n] = replace(v)
		}
		if with[n] == ir.NoValue || with[n] == v {
			return
		}
	}
	for n, v := range f.Results(i) {
		if f.HasUses(v) {
			f.ReplaceUses(v, with[n])
		}
	}
	f.RemoveInst(i)
}

// present reports whether v still has its definition. Handles of removed blocks and instructions
// stay valid to ask about.
func present(f *ir.Func, v ir.Value) bool {
	// d is NoInst for arguments. A removed block has no last instruction, which is how its arguments are
	// known to be gone.
	if d := f.Def(v); d != ir.NoInst {
		return !f.Deleted(d)
	}
	for _, a := range f.Args(f.DefBlock(v)) {
		if a == v {
			return f.LastInst(f.DefBlock(v)) != ir.NoInst
		}
	}
	return false
}

// scope finds values that dominate a place. It holds for the function as it was when it was made:
// edits look again with present.
type scope struct {
	f   *ir.Func
	dom *cfg.DomTree
}

// Each call computes the tree of dominators anew.
func newScope(f *ir.Func) *scope { return &scope{f, cfg.New(f).Dominators()} }

// before lists the values of type t that are defined above the end of block b, or above the
// instruction at, the nearest first. It walks up the dominator tree and inside each block backward,
// so the order is that of nearness.
func (s *scope) before(b ir.Block, at ir.Inst, t ir.Type) []ir.Value {
	// In a block that is not reached nothing dominates.
	var out []ir.Value
	f := s.f
	if !s.dom.Contains(b) {
		return nil
	}
	i := f.LastInst(b)
	if at != ir.NoInst {
		i = f.PrevInst(at)
	}
	for {
		for ; i != ir.NoInst; i = f.PrevInst(i) {
			for n := f.NumResults(i) - 1; n >= 0; n-- {
				if v := f.Result(i, n); f.TypeOf(v) == t {
					out = append(out, v)
				}
			}
		}
		args := f.Args(b)
		for n := len(args) - 1; n >= 0; n-- {
			if f.TypeOf(args[n]) == t {
				out = append(out, args[n])
			}
		}
		if b = s.dom.Parent(b); b == ir.NoBlock {
			return out
		}
		i = f.LastInst(b)
	}
}

// sweep removes the blocks of drop that no block outside of it names or takes values from,
// and the regions that become empty. A block is kept if a block that stays branches to it or uses
// its values; that is repeated until nothing changes. Each repetition keeps one block more, at most
// as many as there are.
func sweep(f *ir.Func, drop []bool) {
	// drop is by handle and is changed: it ends as what was removed. Blocks made after it have handles
	// beyond it and are kept.
	var edges []ir.Edge
	for again := true; again; {
		again = false
		keep := func(b ir.Block) {
			if b != ir.NoBlock && int(b) < len(drop) && drop[b] {
				drop[b], again = false, true
			}
		}
		for b := range f.Blocks() {
			if int(b) < len(drop) && drop[b] {
				continue
			}
			for i := range f.Insts(b) {
				for n := range f.NumOperands(i) {
					// Whoever stays needs the blocks that define its operands.
					keep(f.DefBlock(f.Arg(i, n)))
				}
			}
			if t := f.Terminator(b); t != ir.NoInst {
				edges = f.Edges(edges[:0], t)
				for _, e := range edges {
					keep(e.Block)
				}
			}
		}
	}
	// Blocks are collected first, as removal changes the list that is walked.
	var gone []ir.Block
	for b := range f.Blocks() {
		if int(b) < len(drop) && drop[b] {
			gone = append(gone, b)
		}
	}
	for _, b := range gone {
		f.RemoveBlock(b)
	}
	prune(f, ir.Body)
}

// prune unlinks the empty regions inside r. Regions are visited innermost first, since an outer one
// may become empty by that.
func prune(f *ir.Func, r ir.Region) {
	// The nodes are cloned, since removal changes them.
	for _, n := range append([]ir.Node(nil), f.Nodes(r)...) {
		if n.IsRegion {
			prune(f, ir.Region(n.ID))
			if len(f.Nodes(ir.Region(n.ID))) == 0 {
				f.RemoveRegion(ir.Region(n.ID))
			}
		}
	}
}

// setInt makes i an iconst of v in place. Constants of up to 64 bits are in the instruction, larger
// ones in the function's table.
func setInt(f *ir.Func, i ir.Inst, v num.Int) {
	a := ir.Attr{}
	if n, ok := v.Int64(); ok {
		a.Imm = n
	} else {
		a.Aux = f.AddConst(v)
	}
	f.SetAttr(i, a)
}
