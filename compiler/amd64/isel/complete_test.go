package isel_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/ir"
)

// operandTypes are types for the letters of a signature of the opcode table.
func operandTypes(t *testing.T, op ir.Op) []ir.Type {
	t.Helper()
	pair, err := ir.Struct(ir.Ptr, ir.F64)
	if err != nil {
		t.Fatal(err)
	}
	vec, mask := ir.Vec(128, false), ir.Vec(32, false)
	types := map[byte]ir.Type{
		'i': ir.Int, 'b': ir.Bool, 'p': ir.Ptr, 'f': ir.F64, 'F': ir.F64, 'v': vec, 'k': mask, 'x': vec,
		'l': ir.Int, 'm': ir.Mem, 'g': pair, 'e': ir.Int, 'a': ir.Int, 's': ir.Int,
	}
	sig := op.Info().Sig
	var out []ir.Type
	for n := 0; n < len(sig); n++ {
		switch {
		case sig[n] == '?': // an optional mask
			n++
		case sig[n] == '*':
		default:
			out = append(out, types[sig[n]])
		}
	}
	return out
}

// attributes are the attributes of an instruction op.
func attributes(op ir.Op) ir.Attr {
	a := ir.Attr{}
	for _, s := range op.Info().Suffix {
		switch s {
		case ir.SufBits, ir.SufBytes, ir.SufOptBytes:
			a.N = 8
		case ir.SufPred:
			a.Pred = ir.LT
		case ir.SufFPred:
			a.Pred = ir.FOLT
		case ir.SufOrder, ir.SufFail:
			a.Order, a.Fail = ir.SeqCst, ir.SeqCst
		case ir.SufIntLane, ir.SufLane, ir.SufIntMaskLane:
			a.Lane = ir.Lane{Kind: ir.LaneI, Bits: 32}
		case ir.SufFloatLane:
			a.Lane = ir.Lane{Kind: ir.LaneF, Bits: 32}
		}
	}
	return a
}

// example makes a function with one instruction op, all of whose results are used.
func example(t *testing.T, op ir.Op) (*ir.Module, *ir.Func) {
	t.Helper()
	m := ir.NewModule()
	m.File = "example.tir"
	types := operandTypes(t, op)
	var params []ir.Param
	for _, ty := range types {
		if ty != ir.Mem {
			p := ir.Param{Type: ty}
			if ty == ir.Int {
				p.Annot = ir.Signed(32)
			}
			params = append(params, p)
		}
	}
	if op == ir.OpParam {
		params = []ir.Param{{Type: ir.F64}}
	}
	f := m.AddFunc("example", params, nil)
	f.Variadic = op == ir.OpVaStart
	f.Pos = ir.Position{Line: 1, Col: 1}
	entry := f.AddBlock(ir.Body)
	mem := f.AddArg(entry, ir.Mem, ir.NoAnnot)
	b := f.At(entry)
	at := func(line int) ir.Origin { return m.SourceOrigin(ir.Position{Line: line, Col: 5}) }
	var args []ir.Value
	n := 0
	for _, ty := range types {
		if ty == ir.Mem {
			args = append(args, mem)
			continue
		}
		args = append(args, b.Param(n, at(1+n)))
		n++
	}
	a := attributes(op)
	var arrow []ir.Type
	switch op {
	case ir.OpFConst:
		b.FConst(ir.F64, 1, at(90))
	case ir.OpSymbolAddr:
		b.SymbolAddr("d", at(90))
	case ir.OpZExt, ir.OpSExt:
		a.Imm = 16
	case ir.OpStackSlot:
		a.Imm = 8
	case ir.OpExtractValue, ir.OpInsertValue:
		a.Aux = f.AddPath([]uint32{0})
		if op == ir.OpInsertValue {
			args[1] = b.Convert(ir.OpIntToPtr, args[1], ir.Ptr, at(80))
		}
	case ir.OpVaArg:
		arrow = []ir.Type{ir.Int}
	case ir.OpBitCastExpose:
		arrow = []ir.Type{ir.F64}
	case ir.OpBitCast, ir.OpSIToFP, ir.OpUIToFP:
		arrow = []ir.Type{ir.F64}
	case ir.OpFPConvert:
		arrow = []ir.Type{ir.F32}
	case ir.OpPoison:
		arrow = []ir.Type{ir.F64}
	case ir.OpVecGather, ir.OpVecSplat, ir.OpVecLoad:
		arrow = []ir.Type{ir.Vec(128, false)}
	case ir.OpTargetIntrinsic:
		a.Aux = uint32(m.Symbol("x86.unknown"))
		arrow = []ir.Type{ir.Ptr}
	}
	if op == ir.OpFConst || op == ir.OpSymbolAddr {
		return m, finish(f, b, mem, f.LastInst(entry), at(99))
	}
	return m, finish(f, b, mem, b.Op(op, a, at(90), arrow, args...), at(99))
}

// finish returns the results of i, so that they are asked for.
func finish(f *ir.Func, b *ir.Builder, mem ir.Value, i ir.Inst, o ir.Origin) *ir.Func {
	var out []ir.Value
	for _, v := range f.Results(i) {
		ty := f.TypeOf(v)
		if ty == ir.Mem {
			mem = v
			continue
		}
		r := ir.Param{Type: ty}
		if ty == ir.Int {
			r.Annot = ir.Signed(64)
			if f.AnnotOf(v) == ir.NoAnnot {
				f.SetAnnot(v, r.Annot)
			}
		}
		f.Returns = append(f.Returns, r)
		out = append(out, v)
	}
	b.Ret(o, append(out, mem)...)
	return f
}

// refusedOps are what legalization takes apart, so that selection refuses it. Everything else is
// selected, in the example or in the tests that run code.
var refusedOps = map[ir.Op]bool{
	ir.OpFRem: true, ir.OpExtractValue: true, ir.OpInsertValue: true, ir.OpLandingPad: true, ir.OpTargetIntrinsic: true, ir.OpSetJmp: true,
	ir.OpLoadExpose: true, ir.OpBitCastExpose: true,
	ir.OpVecDiv: true, ir.OpVecRem: true, ir.OpVecShl: true, ir.OpVecShr: true, ir.OpVecFMin: true, ir.OpVecFMax: true, ir.OpVecICmp: true, ir.OpVecFCmp: true,
	ir.OpVecReduceAdd: true, ir.OpVecReduceMul: true, ir.OpVecReduceSMin: true, ir.OpVecReduceSMax: true,
	ir.OpVecReduceUMin: true, ir.OpVecReduceUMax: true, ir.OpVecReduceAnd: true, ir.OpVecReduceOr: true,
	ir.OpVecReduceXor: true, ir.OpVecReduceFAdd: true, ir.OpVecReduceFMin: true, ir.OpVecReduceFMax: true,
	ir.OpVecGather: true, ir.OpVecScatter: true, ir.OpVecSelect: true, ir.OpVecCompress: true, ir.OpVecExpand: true,
	ir.OpVecExtract: true, ir.OpVecInsert: true, ir.OpVecShuffle: true, ir.OpVecLoad: true, ir.OpVecStore: true,
}

// TestComplete: each opcode is selected, or refused by an error that names function, value and place.
func TestComplete(t *testing.T) {
	for op := range ir.Op(ir.NumOps) {
		if op.IsTerminator() { // in every function, and TestSwitch
			continue
		}
		m, f := example(t, op)
		_, _, err := isel.Func(f, m, isel.Options{Opt: 2})
		if !refusedOps[op] && !legalize.Templated(op) {
			if err != nil {
				t.Errorf("%s: %v", op, err)
			}
			continue
		}
		e, ok := err.(*isel.Error)
		switch {
		case !ok:
			t.Errorf("%s: error %v, want an *isel.Error", op, err)
		case e.Func != "example" || e.At == "" || e.Value == "" || e.What == "":
			t.Errorf("%s: the error does not say all: %#v", op, e)
		}
	}
}
