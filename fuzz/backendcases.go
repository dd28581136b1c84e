package fuzz

import (
	"fmt"
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// A program of cases is functions that code generation finds hard, each of one kind, and a main
// that calls them with arguments at the ends of their ranges. Whatever a case computes with comes
// from a parameter or from memory, so that no pass can do it before; the range of every int
// follows from claims and opcodes, so that legalization takes every program.

// caseMaker is the state of making one case.
type caseMaker struct {
	g      *generator
	r      *record
	f      *ir.Func
	b      *ir.Builder
	mem    ir.Value
	region ir.Region
	args   []caseArg
	outs   []ir.Value
	rest   string // data symbol for the results that are not returned
	stored int64  // bytes there
}

// caseArg is what main passes for a parameter: an int of a range, a float that may be limited to
// small integers, or a pointer to the buffer.
type caseArg struct {
	typ   ir.Type
	span  span
	small bool
	twin  int // in half of the cases the same as the parameter before this number, or its complement; 0 is none
}

// caseKinds are the kinds; the first is what zero bytes choose.
var caseKinds = []func(c *caseMaker){
	(*caseMaker).limbs, (*caseMaker).division, (*caseMaker).saturation, (*caseMaker).minima, (*caseMaker).stackArguments,
	(*caseMaker).liveFloats, (*caseMaker).update, (*caseMaker).reordered, (*caseMaker).indexed, (*caseMaker).comparisons,
	(*caseMaker).shifts, (*caseMaker).zeros, (*caseMaker).jumps, (*caseMaker).overlap, (*caseMaker).nestedSlots, (*caseMaker).highBits,
	(*caseMaker).masked,
}

const (
	caseBuffer  = "buffer" // the data symbol that pointer parameters lead into
	bufferBytes = 160      // what a pointer parameter points to
	moveBuffer  = 64       // how far they are moved
	mostReturns = 2        // of a case; other results go to memory
)

// caseProgram makes the module: one case from each part of the bytes but the first.
func (g *generator) caseProgram(r *record, data []byte) {
	bytes := make([]byte, bufferBytes+moveBuffer)
	for i := range bytes {
		bytes[i] = byte(r.word()>>8) ^ byte(37*i)
	}
	g.m.AddData(&ir.Data{Name: caseBuffer, Align: 16, Pieces: []ir.DataPiece{{Bytes: bytes}}})
	parts := split(data, 2+r.below(g.cfg.Cases))
	var all []*caseMaker
	for n, src := range parts[1:] {
		c := g.caseFunc(g.name(fmt.Sprintf("c%d", n)), src.record())
		caseKinds[c.r.below(len(caseKinds))](c)
		c.finish()
		all = append(all, c)
	}
	g.caseMain(parts[0], parts[1:], all)
}

// caseFunc starts a function.
func (g *generator) caseFunc(name string, r *record) *caseMaker {
	c := &caseMaker{g: g, r: r, f: g.m.AddFunc(name, nil, nil), region: ir.Body, rest: "r_" + name}
	c.f.Attrs.NoInline = true
	entry := c.f.AddBlock(ir.Body)
	c.mem = c.f.AddArg(entry, ir.Mem, ir.NoAnnot)
	c.b = c.f.At(entry)
	return c
}

// finish returns from the function.
func (c *caseMaker) finish() {
	if c.stored > 0 {
		c.g.m.AddData(&ir.Data{Name: c.rest, Align: 8, Pieces: []ir.DataPiece{{Zero: uint64(c.stored)}}})
	}
	c.b.Ret(ir.Synthetic, append(c.outs, c.mem)...)
}

// result makes v, an int of 64 bits, something that is compared.
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
func (c *caseMaker) low(v ir.Value) {
	if c.r.below(2) == 0 {
		c.result(c.extend(ir.OpZExt, v, 64), false)
		return
	}
	c.result(c.extend(ir.OpSExt, v, 64), true)
}

// bits makes the bits of a float a result, of any NaN the same.
func (c *caseMaker) bits(v ir.Value) {
	i := c.b.Convert(ir.OpBitCast, v, ir.Int, ir.Synthetic)
	ordered := c.b.Compare(ir.FORD, v, v, ir.Synthetic)
	c.result(c.b.Select(ordered, i, c.int64(1), ir.Synthetic), false)
}

// Instructions.

func (c *caseMaker) param(p ir.Param, a caseArg) ir.Value {
	c.f.Params = append(c.f.Params, p)
	c.args = append(c.args, a)
	return c.b.Param(len(c.f.Params)-1, ir.Synthetic)
}

// int is a parameter of n bits.
func (c *caseMaker) int(n uint, signed bool) ir.Value {
	if signed {
		return c.param(ir.Param{Type: ir.Int, Annot: ir.Signed(uint32(n))}, caseArg{typ: ir.Int, span: signedSpan(n)})
	}
	return c.param(ir.Param{Type: ir.Int, Annot: ir.Unsigned(uint32(n))}, caseArg{typ: ir.Int, span: unsignedSpan(n)})
}

// index is a parameter in [0, most].
func (c *caseMaker) index(most int64) ir.Value {
	s := within(0, most)
	return c.param(ir.Param{Type: ir.Int, Annot: ir.Unsigned(uint32(s.bitLen()))}, caseArg{typ: ir.Int, span: s})
}

func (c *caseMaker) float(t ir.Type, small bool) ir.Value {
	return c.param(ir.Param{Type: t}, caseArg{typ: t, small: small})
}

// pointer is a parameter that points to [bufferBytes] known bytes.
func (c *caseMaker) pointer() ir.Value { return c.param(ir.Param{Type: ir.Ptr}, caseArg{typ: ir.Ptr}) }

func (c *caseMaker) int64(v int64) ir.Value { return c.b.Int64(v, ir.Synthetic) }

func (c *caseMaker) op(op ir.Op, x, y ir.Value) ir.Value { return c.b.Binary(op, x, y, ir.Synthetic) }

func (c *caseMaker) extend(op ir.Op, v ir.Value, n uint) ir.Value {
	return c.b.Extend(op, v, uint32(n), ir.Synthetic)
}

// offset is a pointer n bytes behind p.
func (c *caseMaker) offset(p ir.Value, n int64) ir.Value {
	return c.op(ir.OpPtrAdd, p, c.int64(n))
}

func (c *caseMaker) load(n uint32, p ir.Value) ir.Value {
	return c.b.Load(n, p, c.mem, ir.Int, ir.Synthetic)
}

func (c *caseMaker) store(n uint32, v, p ir.Value) {
	c.mem = c.b.Store(n, v, p, c.mem, ir.Synthetic)
}

// effect makes an instruction with nothing but a token as its first result.
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
	i := c.b.Call(c.b.SymbolAddr(to.f.Name, ir.Synthetic), args, c.mem, types, ir.Synthetic)
	c.mem = c.f.Result(i, 0)
	return c.f.Results(i)[1:]
}

// open goes to a new block with a token, and arguments of the types given.
func (c *caseMaker) open(b ir.Block) {
	c.mem = c.f.AddArg(b, ir.Mem, ir.NoAnnot)
	c.b = c.f.At(b)
}

// width draws the bits of an int that a register holds, mostly all of them.
func (c *caseMaker) width() uint {
	return [...]uint{64, 32, 8, 16, 64, 32, 33, 63, 17, 7}[c.r.below(10)]
}

// flip is true in half of the cases.
func (c *caseMaker) flip() bool { return c.r.below(2) == 1 }

// main.

// caseMain calls every case with a few vectors of arguments, mixes what they return into a
// checksum, and keeps it all in memory.
func (g *generator) caseMain(src *source, parts []*source, all []*caseMaker) {
	f := g.m.AddFunc("main", nil, []ir.Param{{Type: ir.Int, Annot: ir.Signed(32)}})
	x := g.emptyFunc(f, 1<<20, true)
	sum, kept := x.int64(0), int64(0)
	for n, c := range all {
		for range 2 + parts[n].record().below(3) {
			r := parts[n].record()
			var args []value
			for _, a := range c.args {
				args = append(args, x.caseArgument(r, a, args))
			}
			var types []ir.Type
			for _, p := range c.f.Returns {
				types = append(types, p.Type)
			}
			i := x.call(x.symbolOf(c.f.Name, nil), args, types)
			for k, p := range c.f.Returns {
				v := value{id: f.Result(i, k+1), typ: ir.Int, span: signedSpan(65)}
				f.SetAnnot(v.id, p.Annot)
				to := x.pointer(x.symbolOf("kept", nil), x.int64(kept))
				x.emit(ir.OpStore, ir.Attr{N: 8}, nil, v, to)
				kept += 8
				sum = x.extend(r, ir.OpZExt, x.binary(r, ir.OpAdd, x.binary(r, ir.OpMul, sum, x.int64(31)), v), 64)
			}
		}
	}
	g.m.AddData(&ir.Data{Name: "kept", Align: 8, Pieces: []ir.DataPiece{{Zero: uint64(max(kept, 8))}}})
	x.external("printf", []value{x.symbolOf(g.text("%lx\n"), nil), sum}, ir.Int)
	sum = x.extend(src.record(), ir.OpSExt, sum, 32)
	x.at.Inst(ir.OpRet, ir.Attr{}, []ir.Operand{{Value: sum.id}, {Value: x.mem}}, nil, nil, ir.Synthetic)
}

// caseArgument makes an argument: an int mostly at the ends of its range or around 0, the same as one before, or
// its complement.
func (x *function) caseArgument(r *record, a caseArg, before []value) value {
	switch {
	case a.typ == ir.Ptr:
		return x.pointer(x.symbolOf(caseBuffer, nil), x.int64(8*int64(r.below(1+moveBuffer/8))))
	case a.typ != ir.Int && a.small:
		return x.define(x.emit(ir.OpFConst, ir.Attr{N: uint32(a.typ), Imm: int64(encodedInt(a.typ, 1+r.below(15)))}, nil), 0, value{class: allClasses})
	case a.typ != ir.Int:
		b := uint64(0)
		if r.below(4) > 0 {
			return x.float(r, a.typ)
		}
		if r.below(2) == 1 {
			b = 1 << (a.typ.FloatBits() - 1)
		}
		return x.define(x.emit(ir.OpFConst, ir.Attr{N: uint32(a.typ), Imm: int64(b)}, nil), 0, value{class: allClasses})
	}
	v := new(big.Int)
	if a.twin > 0 && r.below(2) == 1 {
		if v.Set(before[a.twin-1].span.lo); r.below(3) > 0 {
			v.Sub(new(big.Int).Add(a.span.lo, a.span.hi), v)
		}
		return x.big(v)
	}
	switch k := r.below(15); k {
	case 0:
		v.Set(a.span.lo)
	case 1:
		v.Set(a.span.hi)
	case 2:
		v.Add(a.span.lo, bigOne)
	case 3:
		v.Sub(a.span.hi, bigOne)
	case 4, 5, 6, 7:
		v.SetInt64(int64(k - 5))
	case 8, 9, 10:
		if len(before) == 0 {
			break
		}
		if w := before[r.below(len(before))]; w.typ == ir.Int {
			v.Set(w.span.lo)
			if k > 8 {
				v.Sub(new(big.Int).Add(a.span.lo, a.span.hi), v)
			}
		}
	default:
		v.SetUint64(r.word() >> r.below(64))
		if r.below(2) == 1 {
			v.Neg(v)
		}
	}
	if !a.span.contains(v) {
		width := new(big.Int).Sub(a.span.hi, a.span.lo)
		v.Mod(v, width.Add(width, bigOne)).Add(v, a.span.lo)
	}
	return x.big(v)
}
