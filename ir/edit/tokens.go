package edit

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// Chained reports whether the memory tokens of f are one chain: each write, call and return takes the
// token of the last write before it on every way to it, and so do the block arguments that pass it on.
// Where two writes take the same token the chain branches: then the token that a write took may be older
// than writes before it, and says less than the token that the write makes. Loads are free to take an older
// token than the last. What nothing leads to does not count.
// A function whose entry has no token argument has nothing to chain.
// Linear in the function, but for blocks that are looked at again when a second token meets there.
func Chained(f *ir.Func) bool {
	if f.Entry() == ir.NoBlock || tokenArg(f, f.Entry()) < 0 {
		return true
	}
	c := newChain(f)
	c.walk(func(ir.Block) ir.Value { return ir.NoValue })
	return !c.relink(func(ir.Inst, int, ir.Value) bool { return false })
}

// Chain makes the memory tokens of f one chain, see [Chained]. Blocks where different tokens meet get an
// argument. No token gets older by it, so that one which was not stale is not stale afterwards.
// Loads keep the token that they have.
func Chain(f *ir.Func) {
	if Chained(f) {
		return
	}
	c := newChain(f)
	met := map[ir.Block]bool{}
	c.walk(func(b ir.Block) ir.Value {
		met[b] = true
		return f.AddArg(b, ir.Mem, ir.NoAnnot)
	})
	for b := range f.Blocks() {
		c.pass(b, met)
	}
	c.relink(func(i ir.Inst, n int, now ir.Value) bool {
		f.SetOperand(i, n, ir.Operand{Value: now})
		return true
	})
}

// chain has the token of the last write at the start and at the end of the blocks that something leads to.
// in and out mean something only where reached is true.
type chain struct {
	f       *ir.Func
	in, out []ir.Value
	reached []bool
	edges   []ir.Edge
}

func newChain(f *ir.Func) *chain {
	n := f.NumBlocks()
	return &chain{f: f, in: make([]ir.Value, n), out: make([]ir.Value, n), reached: make([]bool, n)}
}

// tokenArg is the first argument of b that is a token, -1 if there is none.
func tokenArg(f *ir.Func, b ir.Block) int {
	return slices.IndexFunc(f.Args(b), func(a ir.Value) bool { return f.TypeOf(a) == ir.Mem })
}

// walk finds the tokens. A block that has an argument for the token starts with that, any other with the
// token of the blocks before it; where these have different ones, with what meet says. A block's token
// changes at most twice: from one that all paths known so far have to that of meet, and never after.
// meet answers NoValue where the only question is whether there is a chain.
func (c *chain) walk(meet func(b ir.Block) ir.Value) {
	f := c.f
	settled := make([]bool, len(c.in))
	work := []ir.Block{f.Entry()}
	c.in[f.Entry()], c.reached[f.Entry()], settled[f.Entry()] = f.Args(f.Entry())[tokenArg(f, f.Entry())], true, true
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		out := c.in[b]
		for i := f.LastInst(b); i != ir.NoInst; i = f.PrevInst(i) {
			if v := madeToken(f, i); v != ir.NoValue {
				out = v
				break
			}
		}
		c.out[b] = out
		c.edges = f.Edges(c.edges[:0], f.Terminator(b))
		for _, e := range c.edges {
			to, next := e.Block, out
			switch {
			case settled[to]:
				continue
			case !c.reached[to]:
				if k := tokenArg(f, to); k >= 0 {
					next, settled[to] = f.Args(to)[k], true
				}
			case c.in[to] == out:
				continue
			default:
				next, settled[to] = meet(to), true
			}
			c.in[to], c.reached[to] = next, true
			work = append(work, to)
		}
	}
}

// madeToken is the token that i makes, if it is a write.
func madeToken(f *ir.Func, i ir.Inst) ir.Value {
	if f.NumResults(i) > 0 {
		if v := f.Result(i, 0); f.TypeOf(v) == ir.Mem {
			return v
		}
	}
	return ir.NoValue
}

// relink asks set for each operand that is not the last token, but for those of loads, and reports whether
// there is one. It stops where set says no.
func (c *chain) relink(set func(i ir.Inst, n int, now ir.Value) bool) (found bool) {
	f := c.f
	for b := range f.Blocks() {
		if !c.reached[b] {
			continue
		}
		now := c.in[b]
		for i := range f.Insts(b) {
			v := madeToken(f, i)
			if v == ir.NoValue && !f.Op(i).IsTerminator() {
				continue
			}
			for n := range f.NumOperands(i) {
				if f.TypeOf(f.Arg(i, n)) == ir.Mem && f.Arg(i, n) != now {
					found = true
					if !set(i, n, now) {
						return true
					}
				}
			}
			if v != ir.NoValue {
				now = v
			}
		}
	}
	return found
}

// pass completes the path from b to the blocks that got an argument for the token.
func (c *chain) pass(b ir.Block, met map[ir.Block]bool) {
	f, t := c.f, c.f.Terminator(b)
	c.edges = f.Edges(c.edges[:0], t)
	if !slices.ContainsFunc(c.edges, func(e ir.Edge) bool { return met[e.Block] }) {
		return
	}
	now := ir.Operand{Value: c.out[b]}
	if !c.reached[b] {
		now.Value = c.in[f.Entry()]
	}
	EditPassed(f, t, func(e ir.Edge, args []ir.Operand) []ir.Operand {
		if met[e.Block] {
			args = append(args, now)
		}
		return args
	})
}
