package interp

import (
	"reflect"
	"testing"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// machineOps are the pure opcodes that look at the frame, the symbols or the provenance.
var machineOps = map[ir.Op]bool{
	ir.OpPoison: true, ir.OpParam: true, ir.OpSymbolAddr: true, ir.OpFreeze: true, ir.OpBitCast: true,
	ir.OpPtrAdd: true, ir.OpPtrDiff: true, ir.OpPtrToAddr: true, ir.OpIntToPtr: true, ir.OpLandingPad: true,
}

func TestEvalTableIsComplete(t *testing.T) {
	for n := range ir.NumOps {
		op := ir.Op(n)
		want := op.Is(ir.Pure) && !machineOps[op]
		if has := evalTable[op] != nil; has != want {
			t.Errorf("%s: has an evaluation: %v, want %v", op, has, want)
		}
	}
}

// apply makes a function with one instruction of opcode op on parameters of the given types
// and evaluates it.
func apply(op ir.Op, a ir.Attr, types []ir.Type, arrow []ir.Type, path []uint32, c evalCtx, args ...Value) ([]Value, *pureFault, string) {
	f, i := single(op, a, types, arrow, path)
	return evalPure(f, i, args, c)
}

func single(op ir.Op, a ir.Attr, types []ir.Type, arrow []ir.Type, path []uint32) (*ir.Func, ir.Inst) {
	m := ir.NewModule()
	params := make([]ir.Param, len(types))
	for n, typ := range types {
		params[n].Type = typ
	}
	f := m.AddFunc("f", params, nil)
	b := f.At(f.AddBlock(ir.Body))
	var values []ir.Value
	for n := range types {
		values = append(values, b.Param(n, 0))
	}
	if path != nil {
		a.Aux = f.AddPath(path)
	}
	return f, b.Op(op, a, 0, arrow, values...)
}

func TestEvalPureScalars(t *testing.T) {
	i := func(v int64) Value { return NewInt(v) }
	two := []ir.Type{ir.Int, ir.Int}
	for _, c := range []struct {
		name  string
		op    ir.Op
		attr  ir.Attr
		types []ir.Type
		arrow []ir.Type
		args  []Value
		want  []Value
	}{
		{"iconst", ir.OpIConst, ir.Attr{Imm: -7}, nil, nil, nil, []Value{i(-7)}},
		{"bconst", ir.OpBConst, ir.Attr{Imm: 1}, nil, nil, nil, []Value{Bool(true)}},
		{"fconst", ir.OpFConst, ir.Attr{N: uint32(ir.F32), Imm: 0x3f800000}, nil, nil, nil, []Value{Float{Type: ir.F32, Lo: 0x3f800000}}},
		{"sub", ir.OpSub, ir.Attr{}, two, nil, []Value{i(3), i(5)}, []Value{i(-2)}},
		{"split", ir.OpSplit, ir.Attr{N: 4}, two[:1], nil, []Value{i(-1)}, []Value{i(-1), i(15)}},
		{"merge", ir.OpMerge, ir.Attr{N: 4}, two, nil, []Value{i(0x70), i(-1)}, []Value{i(0x7f)}},
		{"sext", ir.OpSExt, ir.Attr{Imm: 8}, two[:1], nil, []Value{i(200)}, []Value{i(-56)}},
		{"rotate_right", ir.OpRotateRight, ir.Attr{N: 8}, two, nil, []Value{i(1), i(1)}, []Value{i(128)}},
		{"bswap", ir.OpBSwap, ir.Attr{N: 2}, two[:1], nil, []Value{i(1)}, []Value{i(256)}},
		{"icmp", ir.OpICmp, ir.Attr{Pred: ir.LT}, two, nil, []Value{i(-1), i(0)}, []Value{Bool(true)}},
		{"not int", ir.OpNot, ir.Attr{}, two[:1], nil, []Value{i(0)}, []Value{i(-1)}},
		{"not bool", ir.OpNot, ir.Attr{}, []ir.Type{ir.Bool}, nil, []Value{Bool(false)}, []Value{Bool(true)}},
		{"select", ir.OpSelect, ir.Attr{}, []ir.Type{ir.Bool, ir.Int, ir.Int}, nil, []Value{Bool(false), Poison{}, i(4)}, []Value{i(4)}},
		{"bool_to_int", ir.OpBoolToInt, ir.Attr{}, []ir.Type{ir.Bool}, nil, []Value{Bool(true)}, []Value{i(1)}},
		{"int_to_bool", ir.OpIntToBool, ir.Attr{}, two[:1], nil, []Value{i(-2)}, []Value{Bool(true)}},
		{"si_to_fp", ir.OpSIToFP, ir.Attr{}, two[:1], []ir.Type{ir.F16}, []Value{i(-2)}, []Value{Float{Type: ir.F16, Lo: 0xc000}}},
		{"fp_convert", ir.OpFPConvert, ir.Attr{}, []ir.Type{ir.F16}, []ir.Type{ir.F32}, []Value{Float{Type: ir.F16, Lo: 0x3c00}}, []Value{Float{Type: ir.F32, Lo: 0x3f800000}}},
		{"fp_to_ui.sat", ir.OpFPToUI, ir.Attr{N: 4, Sat: true}, []ir.Type{ir.F32}, nil, []Value{Float{Type: ir.F32, Lo: 0x42c80000}}, []Value{i(15)}},
		{"fcmp", ir.OpFCmp, ir.Attr{Pred: ir.FUNO}, []ir.Type{ir.F32, ir.F32}, nil, []Value{Float{Type: ir.F32, Lo: 0x7fc00000}, Float{Type: ir.F32}}, []Value{Bool(true)}},
		{"fneg f128", ir.OpFNeg, ir.Attr{}, []ir.Type{ir.F128}, nil, []Value{Float{Type: ir.F128, Lo: 5}}, []Value{Float{Type: ir.F128, Hi: 1 << 63, Lo: 5}}},
	} {
		got, why, limit := apply(c.op, c.attr, c.types, c.arrow, nil, evalCtx{}, c.args...)
		if why != nil || limit != "" || FormatValue(Aggregate{got}, nil) != FormatValue(Aggregate{c.want}, nil) {
			t.Errorf("%s: %v, %v, %q, want %v", c.name, FormatValue(Aggregate{got}, nil), why, limit, FormatValue(Aggregate{c.want}, nil))
		}
	}
}

// Every operation on scalars gives poison back, from the first operand that is; even where
// the result would not depend on it.
func TestEvalPurePoisonOperands(t *testing.T) {
	value := func(typ ir.Type) Value {
		switch typ {
		case ir.Int:
			return NewInt(0)
		case ir.Bool:
			return Bool(false)
		}
		return Float{Type: typ}
	}
	seen := 0
	for n := range ir.NumOps {
		op := ir.Op(n)
		if evalTable[op] == nil || op.IsVector() || op == ir.OpSelect || op == ir.OpExtractValue || op == ir.OpInsertValue {
			continue
		}
		var types, arrow []ir.Type
		for _, c := range ir.Ops[op].Sig {
			types = append(types, map[rune]ir.Type{'i': ir.Int, 'b': ir.Bool, 'f': ir.F32, 'F': ir.F32, 'e': ir.Int}[c])
		}
		if ir.Ops[op].Result == ir.ResArrow {
			arrow = []ir.Type{ir.F32}
		}
		attr := ir.Attr{N: 8, Imm: 8}
		if op == ir.OpFConst {
			attr.N = uint32(ir.F32)
		}
		if op == ir.OpFCmp {
			attr.Pred = ir.FOEQ
		}
		for at := range types {
			args := make([]Value, len(types))
			for k, typ := range types {
				if args[k] = value(typ); k >= at {
					args[k] = Poison{&Cause{}}
				}
			}
			got, why, limit := apply(op, attr, types, arrow, nil, evalCtx{}, args...)
			if got != nil || why == nil || limit != "" || why.Kind != CauseFlow || why.Operand != at {
				t.Errorf("%s with poison operand %d: %v, %+v, %q", op, at, got, why, limit)
			}
			seen++
		}
	}
	if seen < 80 {
		t.Errorf("only %d cases", seen)
	}
	types := []ir.Type{ir.Bool, ir.Int, ir.Int}
	for n, args := range [][]Value{
		{Poison{}, NewInt(1), NewInt(1)}, {Bool(true), Poison{}, NewInt(1)}, {Bool(false), NewInt(1), Poison{}},
	} {
		if _, why, _ := apply(ir.OpSelect, ir.Attr{}, types, nil, nil, evalCtx{}, args...); why == nil || why.Operand != n {
			t.Errorf("select %d: %+v", n, why)
		}
	}
}

func TestEvalPureLimits(t *testing.T) {
	_, why, limit := apply(ir.OpShl, ir.Attr{}, []ir.Type{ir.Int, ir.Int}, nil, nil, evalCtx{}, NewInt(1), NewInt(1<<40))
	if why == nil || limit != "integer too large: more than 16777216 bits" {
		t.Errorf("shl: %+v, %q", why, limit)
	}
}

func TestEvalPureChoosesNaN(t *testing.T) {
	c := evalCtx{nan: func(f ieee754.Format) ieee754.Bits { return ieee754.Bits{Lo: f.NaN() | 0x15} }}
	inf := Float{Type: ir.F32, Lo: 0x7f800000}
	types := []ir.Type{ir.F32, ir.F32}
	got, _, _ := apply(ir.OpFSub, ir.Attr{}, types, nil, nil, c, inf, inf)
	if got[0] != (Float{Type: ir.F32, Lo: 0x7fc00015}) {
		t.Errorf("inf - inf = %v", got[0])
	}
	payload := Float{Type: ir.F32, Lo: 0xffc00077}
	if got, _, _ = apply(ir.OpFAbs, ir.Attr{}, types[:1], nil, nil, c, payload); got[0] != (Float{Type: ir.F32, Lo: 0x7fc00077}) {
		t.Errorf("fabs changes the payload: %v", got[0])
	}
}

func TestEvalAggregates(t *testing.T) {
	inner, err := ir.Array(ir.Int, 2)
	if err != nil {
		t.Fatal(err)
	}
	typ, err := ir.Struct(ir.Bool, inner)
	if err != nil {
		t.Fatal(err)
	}
	agg := Aggregate{[]Value{Bool(true), Aggregate{[]Value{NewInt(1), Poison{}}}}}
	before := FormatValue(agg, nil)
	get := func(from Value, path ...uint32) Value {
		got, why, limit := apply(ir.OpExtractValue, ir.Attr{}, []ir.Type{typ}, nil, path, evalCtx{}, from)
		if why != nil || limit != "" {
			t.Fatalf("extractvalue %v: %v %q", path, why, limit)
		}
		return got[0]
	}
	if v := get(agg, 1, 0); !v.(Int).V.Equal(num.New(1)) {
		t.Errorf("extractvalue: %v", v)
	}
	if _, ok := get(agg, 1, 1).(Poison); !ok {
		t.Error("a poison leaf is not poison")
	}
	for _, v := range []Value{Poison{}, NewInt(9)} {
		got, why, _ := apply(ir.OpInsertValue, ir.Attr{}, []ir.Type{typ, ir.Int}, nil, []uint32{1, 1}, evalCtx{}, agg, v)
		if why != nil {
			t.Fatal(why)
		}
		if back := get(got[0], 1, 1); !reflect.DeepEqual(back, v) {
			t.Errorf("insertvalue then extractvalue: %v, want %v", back, v)
		}
		if kept := get(got[0], 1, 0); !kept.(Int).V.Equal(num.New(1)) {
			t.Errorf("insertvalue changed another field: %v", kept)
		}
	}
	if FormatValue(agg, nil) != before {
		t.Error("insertvalue changed its operand")
	}
}

func TestEvalIntrinsics(t *testing.T) {
	vec := ir.Vec(128, false)
	eval := func(name string, typ ir.Type, a, b Bytes) ([]Value, *pureFault, string) {
		m := ir.NewModule()
		f := m.AddFunc("f", []ir.Param{{Type: typ}, {Type: typ}}, nil)
		bb := f.At(f.AddBlock(ir.Body))
		x, y := bb.Param(0, 0), bb.Param(1, 0)
		i := bb.Op(ir.OpTargetIntrinsic, ir.Attr{Aux: uint32(m.Symbol(name))}, 0, []ir.Type{typ}, x, y)
		return evalPure(f, i, []Value{a, b}, evalCtx{})
	}
	a, b := Bytes{make([]memory.Byte, 16)}, Bytes{make([]memory.Byte, 16)}
	for k := range a.B {
		a.B[k], b.B[k] = memory.BitsByte(uint8(200+k)), memory.BitsByte(100)
	}
	got, why, limit := eval("x86.sse2.padd.b", vec, a, b)
	if why != nil || limit != "" {
		t.Fatal(why, limit)
	}
	for k, x := range got[0].(Bytes).B {
		if x != memory.BitsByte(uint8(300+k)) {
			t.Errorf("lane %d of padd.b is %v", k, x)
		}
	}
	if _, _, limit = eval("x86.sse2.psadbw", vec, a, b); limit != `target intrinsic "x86.sse2.psadbw"` {
		t.Errorf("unknown intrinsic: %q", limit)
	}
	if _, _, limit = eval("x86.avx2.padd.b", vec, a, b); limit != `target intrinsic "x86.avx2.padd.b" with these operands` {
		t.Errorf("intrinsic of another width: %q", limit)
	}
}
