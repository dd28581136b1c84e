// Package codegen makes programs of functions that code generation finds hard, each of one kind, and a main
// that calls them with arguments at the ends of their ranges. Whatever a case computes with comes
// from a parameter or from memory, so that no pass can do it before; the range of every int
// follows from claims and opcodes, so that legalization takes every program.
//
//   - codegen.go: the module, what a case is made with, main
//   - patterns.go: the kinds of cases
//
// Non-goals: control flow and memory in all their forms, which package gen makes.
package codegen

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// caseMaker is the state of making one case.
// There is one for each function of the module but main, so also for callees that a case makes for itself.
type caseMaker struct {
	g *build.Prog
	// r is one record: all decisions of a case come from it, so a case does not change with those of
	// another.
	r *choice.Record
	// f is the function and b writes at the end of its current block.
	f *ir.Func
	b *ir.Builder
	// mem is the token that the next effect takes; whoever opens a block sets it to the block's last
	// argument.
	mem ir.Value
	// region is where new blocks go; a case that enters a region puts it back.
	region ir.Region
	// args has what main passes, in the order of the parameters.
	args []caseArg
	// outs are the values that are returned, at most [mostReturns] of them, each with a claim of 64 bits.
	outs   []ir.Value
	rest   string // data symbol for the results that are not returned
	stored int64  // bytes there
}

// caseArg is what main passes for a parameter: an int of a range, a float that may be limited to
// small integers, or a pointer to the buffer.
type caseArg struct {
	typ ir.Type
	// span is the range of an int; nothing is drawn outside of it, because the parameter claims it.
	span span.Span
	// With small no rounding happens in sums and products of few factors, so a reordering by a pass cannot
	// be mistaken for a bug.
	small bool
	twin  int // in half of the cases the same as the parameter before this number, or its complement; 0 is none
}

const (
	bufferName  = "buffer" // the data symbol that pointer parameters lead into
	bufferBytes = 160      // what a pointer parameter points to
	// The buffer has as many bytes more than a parameter asks for, so that moved pointers keep their room.
	moveBuffer = 64 // how far they are moved
	// A case with more results stores the others, see result.
	mostReturns = 2 // of a case; other results go to memory
)

// Program makes the module: one case from each part of the bytes but the first.
func Program(g *build.Prog, r *choice.Record, data []byte) {
	// The bytes are drawn and then mixed with their place: records of zeros still give bytes that differ,
	// so a load at the wrong offset shows.
	bytes := make([]byte, bufferBytes+moveBuffer)
	for i := range bytes {
		bytes[i] = byte(r.Word()>>8) ^ byte(37*i)
	}
	g.M.AddData(&ir.Data{Name: bufferName, Align: 16, Pieces: []ir.DataPiece{{Bytes: bytes}}})
	// A case's part decides the case and its calls from main.
	parts := choice.Split(data, 2+r.Below(g.Cfg.Cases))
	var all []*caseMaker
	// src is one part; the case takes its first record, main's calls take those after it.
	for n, src := range parts[1:] {
		c := newCase(g, g.Name(fmt.Sprintf("c%d", n)), src.Record())
		patterns[c.r.Below(len(patterns))].make(c)
		c.finish()
		all = append(all, c)
	}
	mainOf(g, parts[1:], all)
}

// newCase starts a function.
func newCase(g *build.Prog, name string, r *choice.Record) *caseMaker {
	c := &caseMaker{g: g, r: r, f: g.M.AddFunc(name, nil, nil), region: ir.Body, rest: "r_" + name}
	// An inlined case could be folded with the arguments of main, and nothing would be left for code
	// generation.
	c.f.Attrs.NoInline = true
	entry := c.f.AddBlock(ir.Body)
	c.mem = c.f.AddArg(entry, ir.Mem, ir.NoAnnot)
	c.b = c.f.At(entry)
	return c
}

// finish returns from the function.
func (c *caseMaker) finish() {
	// The data symbol is made here because its size is known only now. Zero bytes that nothing writes are
	// still part of what is compared.
	if c.stored > 0 {
		c.g.M.AddData(&ir.Data{Name: c.rest, Align: 8, Pieces: []ir.DataPiece{{Zero: uint64(c.stored)}}})
	}
	c.b.Ret(ir.Synthetic, append(c.outs, c.mem)...)
}

// result makes v, an int of 64 bits, something that is compared.
// A result beyond [mostReturns] is stored behind the ones before it. signed says which claim holds of v;
// the caller has extended v accordingly.
func (c *caseMaker) result(v ir.Value, signed bool) {
	if len(c.outs) == mostReturns {
		p := c.offset(c.b.SymbolAddr(c.rest, ir.Synthetic), c.stored)
		c.stored += 8
		c.store(8, v, p)
		return
	}
	a := ir.Unsigned(64)
	if signed {
		a = ir.Signed(64)
	}
	c.f.Returns = append(c.f.Returns, ir.Param{Type: ir.Int, Annot: a})
	c.outs = append(c.outs, v)
}

// low makes the low 64 bits of v a result.
// Either extension is drawn; both give a claim of 64 bits that is true.
func (c *caseMaker) low(v ir.Value) {
	if c.r.Below(2) == 0 {
		c.result(c.extend(ir.OpZExt, v, 64), false)
		return
	}
	c.result(c.extend(ir.OpSExt, v, 64), true)
}

// bits makes the bits of a float a result, of any NaN the same.
// A NaN's payload is open, and the int would differ between engines that are both right.
func (c *caseMaker) bits(v ir.Value) {
	i := c.b.Convert(ir.OpBitCast, v, ir.Int, ir.Synthetic)
	ordered := c.b.Compare(ir.FORD, v, v, ir.Synthetic)
	c.result(c.b.Select(ordered, i, c.int64(1), ir.Synthetic), false)
}

// Instructions.

// param adds a parameter and what main is to pass for it. The two slices stay parallel.
func (c *caseMaker) param(p ir.Param, a caseArg) ir.Value {
	c.f.Params = append(c.f.Params, p)
	c.args = append(c.args, a)
	return c.b.Param(len(c.f.Params)-1, ir.Synthetic)
}

// int is a parameter of n bits.
// The claim is the range, so whatever main passes keeps the promise, and legalization knows the width.
func (c *caseMaker) int(n uint, signed bool) ir.Value {
	if signed {
		return c.param(ir.Param{Type: ir.Int, Annot: ir.Signed(uint32(n))}, caseArg{typ: ir.Int, span: span.Signed(n)})
	}
	return c.param(ir.Param{Type: ir.Int, Annot: ir.Unsigned(uint32(n))}, caseArg{typ: ir.Int, span: span.Unsigned(n)})
}

// index is a parameter in [0, most].
// The claim is in bits and may be looser than most; what keeps an address in its object is what main
// passes.
func (c *caseMaker) index(most int64) ir.Value {
	s := span.Within(0, most)
	return c.param(ir.Param{Type: ir.Int, Annot: ir.Unsigned(uint32(s.BitLen()))}, caseArg{typ: ir.Int, span: s})
}

// float is a parameter of the format; main passes small integers only if small says so.
func (c *caseMaker) float(t ir.Type, small bool) ir.Value {
	return c.param(ir.Param{Type: t}, caseArg{typ: t, small: small})
}

// pointer is a parameter that points to [bufferBytes] known bytes.
func (c *caseMaker) pointer() ir.Value { return c.param(ir.Param{Type: ir.Ptr}, caseArg{typ: ir.Ptr}) }

// int64 is a constant, one instruction for each use.
func (c *caseMaker) int64(v int64) ir.Value { return c.b.Int64(v, ir.Synthetic) }

// op makes a binary operation without a claim: the range follows from the operands and the opcode.
func (c *caseMaker) op(op ir.Op, x, y ir.Value) ir.Value { return c.b.Binary(op, x, y, ir.Synthetic) }

func (c *caseMaker) extend(op ir.Op, v ir.Value, n uint) ir.Value {
	return c.b.Extend(op, v, uint32(n), ir.Synthetic)
}

// offset is a pointer n bytes behind p.
// The result may be anywhere; the caller knows that it is in the buffer when it accesses memory.
func (c *caseMaker) offset(p ir.Value, n int64) ir.Value {
	return c.op(ir.OpPtrAdd, p, c.int64(n))
}

// load gives an int of n bytes, unsigned.
func (c *caseMaker) load(n uint32, p ir.Value) ir.Value {
	return c.b.Load(n, p, c.mem, ir.Int, ir.Synthetic)
}

func (c *caseMaker) store(n uint32, v, p ir.Value) {
	c.mem = c.b.Store(n, v, p, c.mem, ir.Synthetic)
}

// effect makes an instruction with nothing but a token as its first result.
// All of these take the token last and give the next one first.
func (c *caseMaker) effect(op ir.Op, a ir.Attr, args ...ir.Value) ir.Inst {
	i := c.b.Op(op, a, ir.Synthetic, nil, append(args, c.mem)...)
	c.mem = c.f.Result(i, 0)
	return i
}

// call calls another function of the module.
func (c *caseMaker) call(to *caseMaker, args ...ir.Value) []ir.Value {
	var types []ir.Type
	for _, p := range to.f.Returns {
		types = append(types, p.Type)
	}
	// The callee is named by its symbol, so this is a direct call; it must have been finished, or its
	// returns are not known.
	i := c.b.Call(c.b.SymbolAddr(to.f.Name, ir.Synthetic), args, c.mem, types, ir.Synthetic)
	c.mem = c.f.Result(i, 0)
	return c.f.Results(i)[1:]
}

// open goes to a new block with a token, and arguments of the types given.
// The caller adds the block's own arguments before, since the token is the last one.
func (c *caseMaker) open(b ir.Block) {
	c.mem = c.f.AddArg(b, ir.Mem, ir.NoAnnot)
	c.b = c.f.At(b)
}

// width draws the bits of an int that a register holds, mostly all of them.
func (c *caseMaker) width() uint {
	// Six in ten are widths that machines have; 33, 63, 17 and 7 need an extension of what a register
	// holds.
	return [...]uint{64, 32, 8, 16, 64, 32, 33, 63, 17, 7}[c.r.Below(10)]
}

// flip is true in half of the cases.
func (c *caseMaker) flip() bool { return c.r.Below(2) == 1 }

// main.

// mainOf calls every case with a few vectors of arguments, mixes what they return into a
// checksum, and keeps it all in memory.
// The checksum alone would do for two engines that run to the end. Memory keeps each result apart, so that
// a report can name the call that differs.
func mainOf(g *build.Prog, parts []*choice.Source, all []*caseMaker) {
	f := g.M.AddFunc("main", nil, []ir.Param{{Type: ir.Int, Annot: ir.Signed(32)}})
	// The budget only has to be more than main ever needs: it makes at most 4 calls for each case.
	x := g.EmptyFunc(f, 1<<20, true)
	sum, kept := x.Int64(0), int64(0)
	for n, c := range all {
		// 2 to 4 calls for each case, with other arguments each time: the same code sees both ends of a
		// range.
		for range 2 + parts[n].Record().Below(3) {
			r := parts[n].Record()
			var args []build.Value
			for _, a := range c.args {
				// Earlier arguments of the same call are given along; twins and repetitions refer to them.
				args = append(args, argument(x, r, a, args))
			}
			var types []ir.Type
			for _, p := range c.f.Returns {
				types = append(types, p.Type)
			}
			i := x.Call(x.SymbolOf(c.f.Name, nil), args, types)
			for k, p := range c.f.Returns {
				// 65 signed bits hold both claims, of 64 bits signed or not.
				v := build.Value{ID: f.Result(i, k+1), Type: ir.Int, Span: span.Signed(65)}
				f.SetAnnot(v.ID, p.Annot)
				to := x.Pointer(x.SymbolOf("kept", nil), x.Int64(kept))
				x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, v, to)
				kept += 8
				// Each result is multiplied in by its place, so that two results in the wrong order show.
				sum = x.Extend(ir.OpZExt, x.Binary(ir.OpAdd, x.Binary(ir.OpMul, sum, x.Int64(31)), v), 64)
			}
		}
	}
	g.M.AddData(&ir.Data{Name: "kept", Align: 8, Pieces: []ir.DataPiece{{Zero: uint64(max(kept, 8))}}})
	x.External("printf", []build.Value{x.SymbolOf(g.Text("%lx\n"), nil), sum}, ir.Int)
	sum = x.Extend(ir.OpSExt, sum, 32)
	x.At.Inst(ir.OpRet, ir.Attr{}, []ir.Operand{{Value: sum.ID}, {Value: x.Mem}}, nil, nil, ir.Synthetic)
}

// argument makes an argument: an int mostly at the ends of its range or around 0, the same as one before, or
// its complement.
func argument(x *build.Func, r *choice.Record, a caseArg, before []build.Value) build.Value {
	switch {
	case a.typ == ir.Ptr:
		// Moved by multiples of 8 up to [moveBuffer]; the parameter's bytes stay inside the symbol.
		return x.Pointer(x.SymbolOf(bufferName, nil), x.Int64(8*int64(r.Below(1+moveBuffer/8))))
	case a.typ != ir.Int && a.small:
		return x.Define(x.Emit(ir.OpFConst, ir.Attr{N: uint32(a.typ), Imm: int64(encodedInt(a.typ, 1+r.Below(15)))}, nil), 0, build.Value{Class: build.AllClasses})
	case a.typ != ir.Int:
		// A quarter of the other floats is a zero of either sign, which minima and conversions treat in a
		// way of their own.
		b := uint64(0)
		if r.Below(4) > 0 {
			return x.Float(r, a.typ)
		}
		if r.Below(2) == 1 {
			b = 1 << (a.typ.FloatBits() - 1)
		}
		return x.Define(x.Emit(ir.OpFConst, ir.Attr{N: uint32(a.typ), Imm: int64(b)}, nil), 0, build.Value{Class: build.AllClasses})
	}
	v := num.Int{}
	// A twin makes equal limbs, or complements, of which comparisons and carries need every one.
	if a.twin > 0 && r.Below(2) == 1 {
		if v = before[a.twin-1].Span.Lo; r.Below(3) > 0 {
			v = a.span.Lo.Add(a.span.Hi).Sub(v)
		}
		return x.Big(v)
	}
	switch k := r.Below(15); k {
	case 0:
		v = a.span.Lo
	case 1:
		v = a.span.Hi
	case 2:
		v = a.span.Lo.Add(num.New(1))
	case 3:
		v = a.span.Hi.Sub(num.New(1))
	case 4, 5, 6, 7:
		v = num.New(int64(k - 5))
	case 8, 9, 10:
		if len(before) == 0 {
			break
		}
		if w := before[r.Below(len(before))]; w.Type == ir.Int {
			// The argument before is a constant made by this function, so its span has one value.
			v = w.Span.Lo
			if k > 8 {
				v = a.span.Lo.Add(a.span.Hi).Sub(v)
			}
		}
	default:
		v = num.FromUint64(r.Word() >> r.Below(64))
		if r.Below(2) == 1 {
			v = v.Neg()
		}
	}
	// The remainder leads into the range from anywhere.
	if !a.span.Contains(v) {
		width := a.span.Hi.Sub(a.span.Lo)
		v = v.Rem(width.Add(num.New(1))).Add(a.span.Lo)
	}
	return x.Big(v)
}
