package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// memTokens makes a load take the memory token of the last instruction that may have written its
// bytes, so that the tokens say what depends on what.
//
// Tokens do not steer execution: the load reads what it read. The claim of a token is that none of
// the bytes was written after it, which `tuffy-interp --check-memssa` checks. From the token that
// a load has, the walk goes up over instructions whose writes provably miss the load: other bytes
// from the same base, another allocation by provenance, constants, or, for calls and
// synchronisation, a slot that has not escaped (see memoryMap). Such an instruction stands between
// the definitions of the bases and the load without one of them being defined again: its token
// reaches the load, so it dominates the load, and the base of its address dominates it. A way
// from a second definition of that base to the load that misses the instruction would be a way
// from the entry that misses it, too. The walk ends at block arguments. The token that a write takes is
// that of the write before it: a pass finds the tokens chained ([edit.Chain]).
//
// The token that is found was there before the one that the load had, and so dominates the load.
var memTokens = pass.Pass{
	Name: "mem-tokens", KeepsCFG: true,
	Doc: "makes loads take the memory token of the last write that may reach them",
	After: []pass.Order{
		{Pass: "memopt", Why: "a load whose bytes are known goes"},
	},
	Params:   []pass.Param{{Name: "steps", Default: 32, Min: 1, Max: 4096, Doc: "writes that a token is moved up past"}},
	Rewrites: pass.Rewrites(pass.Equivalences("raise_token")),
	Func:     runMemTokens,
}

// Each load costs at most steps looks at a write.
func runMemTokens(c *pass.Ctx) {
	f := c.F
	if f.Count(ir.OpLoad) == 0 {
		return
	}
	m := newMemoryMap(f)
	for i := range f.InstsOf(ir.OpLoad) {
		raiseToken(c, m, i)
	}
}

// raiseToken moves the token of a load up.
func raiseToken(c *pass.Ctx, m *memoryMap, i ir.Inst) {
	f := c.F
	from := m.effect(i).from
	last := f.NumFixed(i) - 1
	old := f.Arg(i, last)
	token, over := old, ir.NoInst
	for range c.Param("steps") {
		d := f.Def(token)
		// A block argument or the function's first token: what came before is several things, or
		// outside.
		if d == ir.NoInst {
			break
		}
		e := m.effect(d)
		if !e.writes && !e.barrier || !m.misses(e, from) {
			break
		}
		// The token before the write, which dominates it.
		before := edit.MemOperand(f, d)
		if before == ir.NoValue {
			break
		}
		// Only the last step is named as matched: it is the earliest write that was passed.
		token, over = before, d
	}
	if over == ir.NoInst {
		return
	}
	ch := pass.Change{Rule: "raise_token", At: i, Matched: []ir.Inst{over}, Kind: pass.Equivalence}
	if c.Explains() {
		ch.Facts = []trace.Fact{{Kind: "token", Name: valueName(old), Value: valueName(token)}}
	}
	if c.Fire(ch) {
		// What was claimed on the operand stays on it.
		o := f.Operand(i, last)
		o.Value = token
		f.SetOperand(i, last, o)
	}
}

// misses reports whether what e does with memory leaves the bytes of s as they are.
// Both halves must hold: an atomic operation is a barrier and has bytes of its own.
func (m *memoryMap) misses(e effect, s span) bool {
	if e.barrier && !m.untouched(s) {
		return false
	}
	return !e.writes || m.root(s.root) == rootConst || m.disjoint(e.to, s)
}
