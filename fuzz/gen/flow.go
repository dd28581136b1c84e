package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// reopen makes b, whose arguments exist already, the block at hand. It is used where a block was
// made before its statements: the arguments' shapes are what is known.
// Only the shapes are known of the arguments, whatever was passed: the block has several predecessors.
func reopen(x *body, b ir.Block, shapes []build.Shape) {
	args := x.F.Args(b)
	for n, s := range shapes {
		v := x.Received(s)
		v.ID = args[n]
		x.Push(v)
	}
	// The token is the last argument of a block.
	if x.Mem != ir.NoValue {
		x.Mem = args[len(args)-1]
	}
	x.GoTo(b)
}

// ending is the end of one of the blocks that join. mem and pool are as they are at the end of the
// block, so that join can choose from all ends.
type ending struct {
	at   *ir.Builder
	mem  ir.Value
	pool []build.Value // made since the branch
}

// branch makes the block b, which has only a token, and n statements in it. Values made in the
// branch are not visible behind it; what is needed outside goes through join.
func branch(x *body, b ir.Block, n int) ending {
	mark := len(x.Pool)
	// The token of the place before must be in x.Mem; the caller restores it between branches.
	x.Open(b, nil)
	x.nested(n)
	e := ending{x.At, x.Mem, append([]build.Value(nil), x.Pool[mark:]...)}
	x.Truncate(mark)
	return e
}

// join makes a block that the ends branch to, with arguments as tight as what they pass. The claim
// of a merged value is the hull of what the ends pass.
func join(x *body, r *choice.Record, ends []ending) {
	b := x.F.AddBlock(x.Region)
	// Up to two values are merged.
	k := r.Below(3)
	args := make([][]ir.Operand, len(ends))
	var merged []build.Value
	for range k {
		joinOne(x, r, ends, args, &merged)
	}
	for n, e := range ends {
		// Each end is continued at its own builder; the region and the costs are those of the place of the
		// join.
		x.At, x.Mem = e.at, e.mem
		x.Br(b, x.WithToken(args[n]))
	}
	arrive(x, b, merged)
}

// joinOne chooses a value from every end, all of one type. A type that one end cannot offer is
// given up; nothing is added to args then.
func joinOne(x *body, r *choice.Record, ends []ending, args [][]ir.Operand, merged *[]build.Value) {
	mark := len(x.Pool)
	var out build.Value
	for n, e := range ends {
		// The pool is filled for a moment with what one end has made, behind what was there before the
		// branch, so Find sees what dominates that end and no more.
		x.Pool = append(x.Pool[:mark], e.pool...)
		// Pointers with an object are not merged: the result would be a pointer into one of two objects,
		// which the tracking cannot say.
		v := x.Find(r, func(v *build.Value) bool {
			return (n == 0 || v.Type == out.Type) && v.Obj == nil && v.Flags&build.Fragments == 0
		})
		if v == nil {
			x.Pool = x.Pool[:mark]
			// The ends before took a value for this argument already.
			for k := range n {
				args[k] = args[k][:len(args[k])-1]
			}
			return
		}
		w := *v
		if n == 0 {
			out = w
		} else {
			out.Flags |= w.Flags
			out.NaN = out.NaN || w.NaN
			out.Class |= w.Class
			if !out.Span.None() && !w.Span.None() {
				out.Span = out.Span.Hull(w.Span)
			}
		}
		args[n] = append(args[n], x.Operand(w))
	}
	// The truncation does not touch values of before, since appends went behind mark.
	x.Pool = x.Pool[:mark]
	*merged = append(*merged, out)
}

// Each side starts from the same token; join merges the tokens.
func ifElse(x *body, r *choice.Record) {
	c := x.anyBool(r)
	a, b := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	// Both targets pass the token at hand, so both ways start from the memory of before.
	x.Brif(c, ir.Target{Block: a, Args: x.Token()}, ir.Target{Block: b, Args: x.Token()})
	mem := x.Mem
	ends := []ending{branch(x, a, 1+r.Below(4))}
	x.Mem = mem
	ends = append(ends, branch(x, b, r.Below(4)))
	join(x, r, ends)
}

// switchCase makes a switch whose blocks join; some cases share one. Cases are drawn around the
// value's range so that most are reachable.
func switchCase(x *body, r *choice.Record) {
	v := x.anyInt(r, false)
	if !x.usable(&v) {
		// What a switch goes by must not be poison: that would be undefined.
		v = x.intIn(r, span.Signed(8))
	}
	if r.Chance(500) {
		v = x.bring(r, v, span.Within(-2, 5))
	}
	n := 1 + r.Below(4)
	var targets []ir.Target
	var blocks []ir.Block
	// Two cases of the same value do not verify. The key is the number as text, since numbers are longer
	// than a word.
	seen := map[string]bool{}
	for k := range n {
		c := caseOf(x, r, v, k)
		if seen[c.String()] {
			continue
		}
		seen[c.String()] = true
		// A quarter of the cases after the first shares the block of the one before.
		if len(blocks) == 0 || r.Below(4) != 3 {
			blocks = append(blocks, x.F.AddBlock(x.Region))
		}
		targets = append(targets, ir.Target{Block: blocks[len(blocks)-1], Args: x.Token(), Case: &c})
	}
	// The default has a block of its own, and comes last.
	blocks = append(blocks, x.F.AddBlock(x.Region))
	targets = append(targets, ir.Target{Block: blocks[len(blocks)-1], Args: x.Token()})
	x.Count()
	x.At.Inst(ir.OpSwitch, ir.Attr{}, []ir.Operand{x.Operand(v)}, targets, nil, ir.Synthetic)
	mem := x.Mem
	var ends []ending
	for _, b := range blocks {
		x.Mem = mem
		ends = append(ends, branch(x, b, r.Below(3)))
	}
	join(x, r, ends)
}

// caseOf draws a case: near the range of v, negative, or huge. Huge and negative cases test tables
// and comparisons.
func caseOf(x *body, r *choice.Record, v build.Value, k int) num.Int {
	c := num.New(int64(k))
	switch r.Below(6) {
	case 0, 1:
		c = c.Add(v.Span.Lo)
	case 2:
		// Differences wrap nothing, as ints have no width; a case may lie outside of the range and is then
		// never taken.
		c = v.Span.Hi.Sub(c)
	case 3:
		c = c.Not()
	case 4:
		// 2^60 to 2^69: around the word, where a comparison of low limbs only would take the case.
		c = (num.Pow2(uint(60 + r.Below(10)))).Add(c)
	}
	return c
}

// carriedShapes draws the shapes of block arguments of loops and regions. Only usable values are
// carried: they may be observed in any iteration. Heap objects are left out, as they may be freed
// meanwhile.
func carriedShapes(x *body, r *choice.Record, most int) []build.Shape {
	var out []build.Shape
	for range r.Below(most + 1) {
		// A pointer is carried only into an object that has room for 8 bytes and holds no pointers.
		v := x.Find(r, func(v *build.Value) bool {
			return x.usable(v) && (v.Obj == nil || !v.Obj.Heap && v.Obj.Size >= 8 && v.Obj.Content != build.PointersOnly && v.Type == ir.Ptr && v.Obj.Scope >= 0)
		})
		if v == nil {
			break
		}
		s := build.Shape{Type: v.Type}
		switch {
		case v.Type == ir.Int:
			// The claim is drawn anew; values that are passed are brought into its range.
			s = x.prog.intShape(r)
		case v.Type.Kind() == ir.KindPtr:
			if v.Obj == nil || v.Type != ir.Ptr {
				continue
			}
			s.Obj = v.Obj
		case v.Type.Kind() == ir.KindFloat:
			s.Class = build.AllClasses
		case v.Type.IsAggregate():
			s.Span, s.Class = build.FieldSpan, build.AllClasses
			if !isPlain(v.Type) {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// drawTrips draws how often a loop runs, within what the function may still cost. The limit is on
// instructions executed by main, so nested loops get few iterations.
func drawTrips(x *body, r *choice.Record) int {
	// An iteration is taken to cost 8 instructions here, as often as this place runs.
	most := min(12, (x.limit-x.Cost)/(8*x.Times)+1)
	if x.Times > 20 {
		most = min(most, 2)
	}
	if most < 1 {
		return 1
	}
	// Zero bytes give one iteration.
	return 1 + min(r.Below(6)+r.Below(4), most-1)
}

// fuelShape counts from trips down to 0. With claims on, passes can see the bound.
func fuelShape(x *body, trips int) build.Shape {
	s := build.Shape{Type: ir.Int, Span: span.Within(0, int64(trips))}
	if x.prog.Has(preset.Claims) {
		s.Annot = x.IntClaim(s.Span)
	}
	return s
}

// loopRegion makes a loop region: its entry counts down the first argument.
func loopRegion(x *body, r *choice.Record) { counted(x, r, false) }

// flatLoop makes the same without a region: written branches go back.
func flatLoop(x *body, r *choice.Record) { counted(x, r, true) }

// counted makes a loop whose first argument counts down, by a loop region or by written branches.
// The pool is cut at the end of the body, since values of the body do not dominate the exit. Times
// multiplies the cost of what is inside.
func counted(x *body, r *choice.Record, flat bool) {
	// All decisions about the shape come before the inits, since making inits adds instructions and values
	// to the pool.
	trips := drawTrips(x, r)
	carried := carriedShapes(x, r, 3)
	shapes := append([]build.Shape{fuelShape(x, trips)}, carried...)
	after := carriedShapes(x, r, 2)
	// The fuel may be an int in range instead of the constant, so the number of iterations is not known to
	// a pass.
	first := x.Int64(int64(trips))
	if r.Chance(300) {
		first = x.intIn(r, shapes[0].Span)
	}
	inits := append([]ir.Operand{x.Operand(first)}, x.pass(r, carried)...)

	outer, times := x.Region, x.Times
	region := outer
	if !flat {
		region = x.F.AddRegion(outer, ir.LoopRegion)
	}
	// The exit is in the outer region and its arguments are made before the body, so that leave can branch
	// there from anywhere inside.
	exitBlock := x.F.AddBlock(outer)
	header := x.F.AddBlock(region)
	x.Br(header, inits)
	// trips+1: the test runs once more than the body.
	x.Region, x.Times = region, times*(trips+1)
	args := x.Open(header, shapes)
	back := ir.NoBlock
	if flat {
		back = header
	}
	headMem := x.Mem
	// The values of the header stay in the pool while the body is made, and are cut with it.
	mark := len(x.Pool)
	saved := x.Mem
	// Arguments sets the token to that of the exit, which is not where the next instruction goes.
	x.Arguments(exitBlock, after)
	x.Mem = saved
	x.exits = append(x.exits, exit{exitBlock, after})
	if r.Below(3) < 2 {
		whileLoop(x, r, exitBlock, back, after, args[0], carried)
	} else {
		doWhile(x, r, exitBlock, back, after, args[0], carried)
	}
	x.exits = x.exits[:len(x.exits)-1]
	x.Truncate(mark)
	// Region, costs and token are those of before the loop, until reopen takes the exit's.
	x.Region, x.Times, x.Mem = outer, times, headMem
	reopen(x, exitBlock, after)
}

// whileLoop checks the fuel at the top. At zero fuel the loop ends, so it runs at most as often as
// the fuel's range says.
func whileLoop(x *body, r *choice.Record, exitBlock, back ir.Block, after []build.Shape, fuel build.Value, carried []build.Shape) {
	c := x.Compare(ir.GT, fuel, x.Int64(0))
	body := x.F.AddBlock(x.Region)
	// The exit of the test passes values at hand in the header, which dominate it.
	x.Brif(c, ir.Target{Block: body, Args: x.Token()}, ir.Target{Block: exitBlock, Args: x.pass(r, after)})
	x.Open(body, nil)
	x.nested(2 + r.Below(6))
	again(x, r, back, fuel, carried)
}

// again continues with the loop: by continue, or by a branch to block back if there is one. The fuel
// of the next iteration is one less, which is known to be at least zero.
func again(x *body, r *choice.Record, back ir.Block, fuel build.Value, carried []build.Shape) {
	// The fuel is above 0 here by the test that leads to this block.
	next := x.Int(ir.OpSub, ir.Attr{}, span.Between(num.Int{}, fuel.Span.Hi.Sub(num.New(1))), fuel, x.Int64(1))
	args := append([]ir.Operand{{Value: next.ID}}, x.pass(r, carried)...)
	if back != ir.NoBlock {
		x.Br(back, args)
		return
	}
	// continue goes to the entry of the loop region that it is in, with the arguments of the entry.
	x.Count()
	x.At.Inst(ir.OpContinue, ir.Attr{}, args, nil, nil, ir.Synthetic)
}

// doWhile checks the fuel at the bottom, and leaves a region by region_yield.
func doWhile(x *body, r *choice.Record, exitBlock, back ir.Block, after []build.Shape, fuel build.Value, carried []build.Shape) {
	// The body runs before the test, so it runs once even with no fuel.
	x.nested(2 + r.Below(6))
	c := x.Compare(ir.LE, fuel, x.Int64(0))
	out, more := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Brif(c, ir.Target{Block: out, Args: x.Token()}, ir.Target{Block: more, Args: x.Token()})
	mem, mark := x.Mem, len(x.Pool)
	x.Open(out, nil)
	// Written branches have no region to leave, so there an ordinary branch does.
	if back != ir.NoBlock {
		x.Br(exitBlock, x.pass(r, after))
	} else {
		x.Yield(r, exitBlock, x.pass(r, after))
	}
	x.Truncate(mark)
	x.Mem = mem
	x.Open(more, nil)
	again(x, r, back, fuel, carried)
}

// plainRegion makes a plain region that is left to the block after it. What is passed in and out
// are block arguments; the region itself has no loop.
func plainRegion(x *body, r *choice.Record) {
	inner, after := carriedShapes(x, r, 2), carriedShapes(x, r, 2)
	inits := x.pass(r, inner)
	outer := x.Region
	// The region's entry is a block of its own, since a branch into a region goes to its entry only.
	region := x.F.AddRegion(outer, ir.PlainRegion)
	exitBlock := x.F.AddBlock(outer)
	entry := x.F.AddBlock(region)
	x.Br(entry, inits)
	x.Region = region
	x.Open(entry, inner)
	mem, mark := x.Mem, len(x.Pool)
	x.Arguments(exitBlock, after)
	// While the body is made, leave may go to the exit too.
	x.exits = append(x.exits, exit{exitBlock, after})
	x.nested(1 + r.Below(5))
	x.Yield(r, exitBlock, x.pass(r, after))
	x.exits = x.exits[:len(x.exits)-1]
	x.Truncate(mark)
	x.Region, x.Mem = outer, mem
	reopen(x, exitBlock, after)
}

// irreducible makes a plain region with a loop of two blocks that are both entered from
// outside of it. Fuel decreases on every way round, so that it ends although neither block
// dominates the other.
func irreducible(x *body, r *choice.Record) {
	trips := drawTrips(x, r)
	fuel := fuelShape(x, trips)
	shapes := append([]build.Shape{fuel}, carriedShapes(x, r, 2)...)
	after := carriedShapes(x, r, 2)
	// Both ways in start with the whole fuel.
	start := x.Int64(int64(trips))
	outer, times := x.Region, x.Times
	region := x.F.AddRegion(outer, ir.PlainRegion)
	exitBlock := x.F.AddBlock(outer)
	entry := x.F.AddBlock(region)
	a, b := x.F.AddBlock(region), x.F.AddBlock(region)
	x.Br(entry, x.Token())
	x.Region = region
	x.Open(entry, nil)
	mark := len(x.Pool)
	c := x.anyBool(r)
	// Arguments for both ways in are made in the entry, which dominates both.
	enter := func() []ir.Operand { return append([]ir.Operand{x.Operand(start)}, x.pass(r, shapes[1:])...) }
	argsA, argsB := enter(), enter()
	x.Brif(c, ir.Target{Block: a, Args: argsA}, ir.Target{Block: b, Args: argsB})
	mem := x.Mem
	x.Arguments(exitBlock, after)
	x.Arguments(a, shapes)
	x.Arguments(b, shapes)
	// Each of both blocks runs at most trips+1 times: the fuel is less by one at every change between them.
	x.Times = times * (trips + 2)
	// Each block is made from the state of the entry: values of the other do not dominate it.
	for _, pair := range [2][2]ir.Block{{a, b}, {b, a}} {
		x.Truncate(mark)
		x.Mem = mem
		at := len(x.Pool)
		reopen(x, pair[0], shapes)
		fuelArg := x.Pool[at]
		x.nested(1 + r.Below(3))
		left := x.Compare(ir.GT, fuelArg, x.Int64(0))
		step := x.F.AddBlock(region)
		x.Brif(left, ir.Target{Block: step, Args: x.Token()}, ir.Target{Block: exitBlock, Args: x.pass(r, after)})
		x.Open(step, nil)
		next := x.Int(ir.OpSub, ir.Attr{}, span.Between(num.Int{}, num.New(int64(trips-1))), fuelArg, x.Int64(1))
		x.Br(pair[1], append([]ir.Operand{{Value: next.ID}}, x.pass(r, shapes[1:])...))
	}
	x.Truncate(mark)
	x.Region, x.Times, x.Mem = outer, times, mem
	reopen(x, exitBlock, after)
}

// leave branches out of an enclosing region, if a condition holds. Leaving several regions at once
// is what flattening and region passes get wrong.
func leave(x *body, r *choice.Record) {
	if len(x.exits) == 0 {
		arithmetic(x, r)
		return
	}
	// Outer exits are possible as well as the innermost.
	e := x.exits[len(x.exits)-1-r.Below(len(x.exits))]
	c := x.anyBool(r)
	next := x.F.AddBlock(x.Region)
	// The values are passed from here; shapes of exits are of values that can be carried, so some can be
	// found or made.
	x.Brif(c, ir.Target{Block: e.block, Args: x.pass(r, e.shapes)}, ir.Target{Block: next, Args: x.Token()})
	x.Open(next, nil)
}

// earlyReturn returns if a condition holds. main must come to its end, where it prints.
// A return in main would lose the checksum.
func earlyReturn(x *body, r *choice.Record) {
	if x.self.name == "main" {
		arithmetic(x, r)
		return
	}
	c := x.anyBool(r)
	out, next := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Brif(c, ir.Target{Block: out, Args: x.Token()}, ir.Target{Block: next, Args: x.Token()})
	mem, mark := x.Mem, len(x.Pool)
	x.Open(out, nil)
	ret(x, r)
	x.Truncate(mark)
	x.Mem = mem
	x.Open(next, nil)
}

// never makes a condition that does not hold, by the range of a value. Ranges are known to the
// generator; a pass has to derive them.
func never(x *body, r *choice.Record) build.Value {
	v := x.Find(r, func(v *build.Value) bool { return v.Type == ir.Int && x.usable(v) })
	if v == nil {
		return x.Bool(false)
	}
	w := *v
	switch r.Below(3) {
	case 0:
		return x.Compare(ir.GT, w, x.Big(w.Span.Hi))
	case 1:
		return x.Compare(ir.LT, w, x.Big(w.Span.Lo))
	}
	// A value beyond the upper end is compared for equality.
	return x.Compare(ir.EQ, w, x.Big(w.Span.Hi.Add(num.New(int64(1+r.Below(3))))))
}

// dead makes a block that never runs; nothing in it is guarded. Code in it may divide by zero and
// store anywhere: a pass must not move it out.
func dead(x *body, r *choice.Record) {
	c := never(x, r)
	out, next := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Brif(c, ir.Target{Block: out, Args: x.Token()}, ir.Target{Block: next, Args: x.Token()})
	mem, mark, unsafe := x.Mem, len(x.Pool), x.unsafe
	x.Open(out, nil)
	// Reaching a landing pad is undefined behaviour, so it is made only where nothing runs.
	if r.Chance(300) {
		x.Define(x.Emit(ir.OpLandingPad, ir.Attr{}, nil), 0, build.Value{})
	}
	// unsafe lasts as long as the block: no guard is made, because nothing in it is executed.
	x.unsafe = true
	x.nested(1 + r.Below(3))
	x.unsafe = unsafe
	end(x, r, next)
	x.Truncate(mark)
	x.Mem = mem
	x.Open(next, nil)
}

// end ends a block that never runs. It may also branch to the code behind.
func end(x *body, r *choice.Record, next ir.Block) {
	op := ir.OpUnreachable
	switch r.Below(3) {
	case 1:
		op = ir.OpTrap
	case 2:
		x.Br(next, x.Token())
		return
	}
	x.Count()
	x.At.Inst(op, ir.Attr{}, nil, nil, nil, ir.Synthetic)
}

// stop traps if a condition holds; mostly it does not. Traps end programs early, so most conditions
// are false.
func stop(x *body, r *choice.Record) {
	c := never(x, r)
	if r.Chance(60) {
		c = x.anyBool(r)
	}
	out, next := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Brif(c, ir.Target{Block: out, Args: x.Token()}, ir.Target{Block: next, Args: x.Token()})
	mem := x.Mem
	x.Open(out, nil)
	x.Count()
	x.At.Inst(ir.OpTrap, ir.Attr{}, nil, nil, nil, ir.Synthetic)
	x.Mem = mem
	x.Open(next, nil)
}
