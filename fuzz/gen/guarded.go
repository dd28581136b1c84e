package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// What is valid only under a condition. Whoever moves such an instruction to where the condition does not hold (code
// motion out of loops, if-conversion, speculation, merging of branches) makes a defined program undefined; so does who
// drops the condition.

// guards is the table of what a condition may protect.
var guards = []func(x *body, r *choice.Record){guardedIndex, guardedNull, guardedFreed, guardedTrips, testedDivision, guardedIndex, guardedNull}

func guarded(x *body, r *choice.Record) { guards[r.Below(len(guards))](x, r) }

// either makes a branch: where c holds, in makes an int, otherwise it is a constant. Which way stands first is drawn.
func either(x *body, r *choice.Record, c build.Value, in func() build.Value) build.Value {
	if r.Below(3) == 2 {
		c = x.Define(x.Emit(ir.OpBXor, ir.Attr{}, nil, c, x.Bool(true)), 0, build.Value{Flags: c.Flags})
		return oneOf(x, c, func() build.Value { return x.Int64(int64(r.Byte())) }, in)
	}
	return oneOf(x, c, in, func() build.Value { return x.Int64(int64(r.Byte())) })
}

// oneOf makes a branch whose ways make an int each. Values made in them are not visible behind.
func oneOf(x *body, c build.Value, ways ...func() build.Value) build.Value {
	blocks := []ir.Block{x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)}
	x.Brif(c, ir.Target{Block: blocks[0], Args: x.Token()}, ir.Target{Block: blocks[1], Args: x.Token()})
	mem, mark := x.Mem, len(x.Pool)
	var ends []ending
	var given [][]build.Value
	for n, b := range blocks {
		x.Mem = mem
		x.Open(b, nil)
		v := ways[n]()
		x.Truncate(mark)
		ends, given = append(ends, ending{x.At, x.Mem, nil}), append(given, []build.Value{v})
	}
	return meetIn(x, ends, given)[0]
}

// read loads n bytes at p and returns the int.
func read(x *body, r *choice.Record, p build.Value, n int) build.Value {
	v := x.Define(x.Emit(ir.OpLoad, access(x, r, p, n), []ir.Type{ir.Int}, p), 0, loaded(x, ir.Int, p, n))
	return v
}

// touch loads n bytes at p or, of what may be written, now and then stores them.
func touch(x *body, r *choice.Record, p build.Value, n int) build.Value {
	if p.Obj.Content == build.ReadOnly || p.Obj.Constant || r.Below(3) < 2 {
		return read(x, r, p, n)
	}
	v := x.intIn(r, span.Signed(uint(8*n)))
	storeAt(x, r, v, p, n)
	return v
}

// guardedIndex makes an index that may lie behind the end of an object, and an access where it does not. The pointer is
// made before the comparison or behind it.
func guardedIndex(x *body, r *choice.Record) {
	n := 1 << r.Below(4)
	p := x.place(r, int64(n), false)
	last := p.Obj.Size - int64(n)
	i := x.intIn(r, span.Within(0, 2*p.Obj.Size+8))
	start, before := base(x, p.Obj), r.Below(2) == 1
	var q build.Value
	if before {
		q = x.Pointer(start, i)
	}
	c := x.Compare(ir.LE, i, x.Int64(last))
	show(x, r, either(x, r, c, func() build.Value {
		if !before {
			q = x.Pointer(start, i)
		}
		q.Obj, q.Lo, q.Hi = p.Obj, 0, last
		return touch(x, r, q, n)
	}))
}

// guardedNull makes a pointer that is null unless a condition holds, and an access where that, or the pointer itself,
// has been tested.
func guardedNull(x *body, r *choice.Record) {
	n := 1 << r.Below(4)
	p := x.place(r, int64(n), false)
	c := x.anyBool(r)
	null := x.Raw(ir.OpIntToPtr, ir.Attr{}, x.Int64(0))
	arms := []build.Value{p, null}
	i := x.Emit(ir.OpSelect, ir.Attr{}, nil, c, arms[0], arms[1])
	q := build.Value{ID: x.F.Result(i, 0), Type: ir.Ptr, Wild: p.Wild, Flags: p.Flags}
	if r.Below(2) == 1 { // as programs test for null
		a := x.Raw(ir.OpPtrToAddr, ir.Attr{}, q)
		a.Span, a.Flags = span.Unsigned(64), build.Unspecified
		c = x.Compare(ir.NE, a, x.Int64(0))
	}
	show(x, r, either(x, r, c, func() build.Value {
		q.Obj, q.Lo, q.Hi = p.Obj, p.Lo, p.Hi
		return touch(x, r, q, n)
	}))
}

// guardedFreed frees memory under a condition and reads it where that did not hold.
func guardedFreed(x *body, r *choice.Record) {
	o := &build.Object{Size: 16, Align: 16, Content: build.BytesOnly, Heap: true, Scope: x.Scope}
	p := x.External("malloc", []build.Value{x.Int64(16)}, ir.Ptr)
	p.Obj = o
	o.Base = p
	x.Fill(r, o)
	c := x.anyBool(r)
	oneOf(x, c, func() build.Value {
		x.External("free", []build.Value{p}, ir.Unit)
		return x.Int64(0)
	}, func() build.Value { return x.Int64(1) })
	if r.Below(2) == 1 {
		x.nested(r.Below(3))
	}
	v := oneOf(x, c, func() build.Value { return x.Int64(int64(r.Byte())) }, func() build.Value {
		v := touch(x, r, p, 1<<r.Below(4))
		x.External("free", []build.Value{p}, ir.Unit)
		return v
	})
	show(x, r, v)
}

// guardedTrips makes a loop that may not run at all and reads, in each iteration, what is there only if it runs.
func guardedTrips(x *body, r *choice.Record) {
	n := 1 << r.Below(4)
	p := x.place(r, int64(n), false)
	trips := x.intIn(r, span.Within(0, 3))
	null := x.Raw(ir.OpIntToPtr, ir.Attr{}, x.Int64(0))
	runs := x.Compare(ir.GT, trips, x.Int64(0))
	i := x.Emit(ir.OpSelect, ir.Attr{}, nil, runs, p, null)
	q := build.Value{ID: x.F.Result(i, 0), Type: ir.Ptr, Wild: p.Wild, Flags: p.Flags, Obj: p.Obj, Lo: p.Lo, Hi: p.Hi}
	header, loop, exit := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	zero := x.Int64(0)
	x.Br(header, x.WithToken(operands(x, []build.Value{zero, zero})))
	mark, times := len(x.Pool), x.Times
	x.Times *= 4
	args := x.Open(header, []build.Shape{{Type: ir.Int, Span: span.Within(0, 3)}, {Type: ir.Int, Span: span.Unsigned(uint(8 * n))}})
	x.Brif(x.Compare(ir.LT, args[0], trips), ir.Target{Block: loop, Args: x.Token()}, ir.Target{Block: exit, Args: x.Token()})
	x.Open(loop, nil)
	v := read(x, r, q, n)
	if r.Below(2) == 1 {
		// The sum of what was read so far differs from what is there in the last iteration.
		v = x.Binary(ir.OpXor, v, args[1])
	}
	next := x.Int(ir.OpAdd, ir.Attr{}, span.Within(1, 3), args[0], x.Int64(1))
	x.Br(header, x.WithToken(operands(x, []build.Value{next, v})))
	x.Truncate(mark)
	x.Times = times
	x.Open(exit, nil)
	show(x, r, x.Push(args[1]))
}

// testedDivision divides where the divisor has been tested.
func testedDivision(x *body, r *choice.Record) {
	a, d := x.intIn(r, span.Signed(16)), x.intIn(r, span.Within(-3, 3))
	op := [...]ir.Op{ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem}[r.Below(4)]
	c := x.Compare(ir.NE, d, x.Int64(0))
	show(x, r, either(x, r, c, func() build.Value {
		v := x.Raw(op, ir.Attr{}, a, d)
		v.Span, v.Flags = span.Signed(17), build.Flow(a, d)
		return v
	}))
}
