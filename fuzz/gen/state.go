package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/ir"
)

// program is the state of making one module. It belongs to one call of Generate.
type program struct {
	*build.Prog
	// funcs are those that are finished, in the order in which they were made. Calls go to them only, so
	// the graph of calls has no cycle but of functions with themselves.
	funcs []*callee
	// table is kept by reference: rows are chosen by their index in it.
	table []statement
	menus [2][]int // weights of the table, without and with memory
	legal bool     // what is planted is the twin of a violation
	// info is filled by Generate and, for what is planted in main, by plant.
	info Info
}

// body is the state of making the statements of one function. Cost, Budget and Pool are in
// build.Func, which it embeds.
type body struct {
	*build.Func
	// Cost counts every instruction as often as it runs at most (Times), Budget those that may still be
	// written; a function ends at the first of the two that is used up.
	prog  *program
	src   *choice.Source
	menu  []int // weights of the statement table
	depth int   // nesting of control flow
	// scopes is the number of scopes that were opened; the next one takes it as its name, so that no two
	// are the same.
	scopes int
	limit  int // of the instructions that run at most
	// exits has the ends of the regions and loops that are open, the innermost last.
	exits  []exit
	unsafe bool // in a block that never runs: nothing is guarded
	// self is what others call; for main it has the result only.
	self     *callee
	recursed bool // a call of itself was made
}

// exit is a block that may be branched to from where the function is. The shapes are what the
// block's arguments want.
// The block has its arguments already, so a branch to it needs values for these shapes and the token, in
// this order.
type exit struct {
	block  ir.Block
	shapes []build.Shape
}

// breakClaim gives the latest int, if it was made since mark and nothing reads it yet, a
// claim that some of its values violate. A claim that is violated makes poison, so the value
// becomes tainted.
func (x *body) breakClaim(mark int) {
	if len(x.Pool) <= mark || !x.prog.Has(preset.Claims) || !x.Claims.Chance(x.prog.Cfg.Broken) {
		return
	}
	v := &x.Pool[len(x.Pool)-1]
	if v.Type != ir.Int || v.Span.None() || x.F.HasUses(v.ID) || v.Span.BitLen() < 2 || v.Span.BitLen() > 4000 {
		return
	}
	// One bit less than the values need: the claim is violated by the largest of them, and by all that are
	// negative.
	x.F.SetAnnot(v.ID, ir.Unsigned(uint32(v.Span.BitLen()-1)))
	if x.prog.Cfg.UB == 0 { // else the violation is to be observed
		v.Flags |= build.Tainted
	}
}

// nested makes up to n statements one level deeper, in a scope of their own. Scopes tell which heap
// objects may be freed where.
func (x *body) nested(n int) {
	scope := x.Scope
	x.scopes++
	x.Scope = x.scopes
	x.depth++
	x.statements(n)
	x.depth--
	x.Scope = scope
}

// callee is a function that later ones may call.
// name is the symbol, params and returns what a call passes and receives.
type callee struct {
	name    string
	params  []build.Shape
	returns []build.Shape
	pure    bool // has no memory operations, but is called with a token all the same
	fuel    bool // the first parameter bounds the recursion
	// cost is how many instructions one call executes at most, calls of others and its own recursion
	// included.
	cost int
}

// start makes the state for the statements of a function. A share of the budget and a quarter of
// the steps bound the function.
func (g *program) start(f *ir.Func, src *choice.Source, share int, mem bool) *body {
	// A quarter, so that main, which calls several functions, has room left; main sets its own limit.
	x := &body{Func: g.EmptyFunc(f, share, mem), prog: g, src: src, limit: g.Cfg.Steps / 4, menu: g.menus[0]}
	if mem {
		x.menu = g.menus[1]
	}
	return x
}

// begin makes r the record of the statement at hand; claims take their decisions from a
// stream of their own, so that they do not move those of the statement.
// The number is the name of the stream and belongs to the generator's version.
func (x *body) begin(r *choice.Record) {
	x.Claims = r.Stream(0x636c61696d73)
}

// statements makes up to n statements. It ends when any of the budgets is used up.
// A bound on n alone does not end it: a part that is used up does, so that no statement is made of bytes
// that are not there.
func (x *body) statements(n int) {
	for ; n > 0 && x.Budget > 0 && !x.src.Done() && x.Cost < x.limit; n-- {
		x.statement(x.src.Record())
	}
}

// Where blocks cannot be opened, the second row of the table stands in.
// The second row needs nothing of its place. A budget below 6 does not hold the blocks of a branch. What
// needs depth is not left out of the menu there, so that a record means the same at every depth.
func (x *body) statement(r *choice.Record) {
	x.begin(r)
	s := &x.prog.table[r.Choose(x.menu)]
	if s.needs&needsDepth != 0 && (x.depth >= x.prog.Cfg.MaxDepth || x.Budget < 6) {
		s = &x.prog.table[1]
	}
	mark := len(x.Pool)
	s.make(x, r)
	x.breakClaim(mark)
}
