package ir_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// sample is a module that verifies, and its parts:
//
//	func @f(int) -> int {
//	  bb0(mem): x = param 0; one = iconst 1; sum = add x, one; yes = bconst true;
//	            slot = stack_slot 8; br bb1(sum)
//	  region loop { bb1(arg): brif yes, bb2, bb3   bb2: continue arg   bb3: region_yield }
//	  bb4: ret sum, mem
//	}
//	extern func @g(ptr)
//	data @d = zero 8 relocs [0: @d]
type sample struct {
	m                  *ir.Module
	f                  *ir.Func
	loop               ir.Region
	b0, b1, b2, b3, b4 ir.Block
	mem, arg           ir.Value
	x, one, sum, yes   ir.Value
	slot               ir.Value
	br, brif, ret      ir.Inst
}

func newSample() *sample {
	s := &sample{m: ir.NewModule()}
	s.f = s.m.AddFunc("f", []ir.Param{{Type: ir.Int}}, []ir.Param{{Type: ir.Int}})
	f := s.f
	s.b0 = f.AddBlock(ir.Body)
	s.loop = f.AddRegion(ir.Body, ir.LoopRegion)
	s.b1, s.b2, s.b3 = f.AddBlock(s.loop), f.AddBlock(s.loop), f.AddBlock(s.loop)
	s.b4 = f.AddBlock(ir.Body)
	s.mem, s.arg = f.AddArg(s.b0, ir.Mem, 0), f.AddArg(s.b1, ir.Int, 0)
	at := f.At(s.b0)
	s.x, s.one = at.Param(0, 0), at.Int64(1, 0)
	s.sum = at.Binary(ir.OpAdd, s.x, s.one, 0)
	s.yes = at.BConst(true, 0)
	s.slot = at.StackSlot(8, 0, 0)
	s.br = at.Br(ir.Goto(s.b1, s.sum), 0)
	s.brif = f.At(s.b1).BrIf(s.yes, ir.Goto(s.b2), ir.Goto(s.b3), 0)
	f.At(s.b2).Yield(ir.OpContinue, 0, s.arg)
	f.At(s.b3).Yield(ir.OpRegionYield, 0)
	s.ret = f.At(s.b4).Ret(0, s.sum, s.mem)
	s.m.AddExtern(&ir.Extern{Name: "g", Params: []ir.Param{{Type: ir.Ptr}}})
	s.m.AddData(&ir.Data{Name: "d", Pieces: []ir.DataPiece{{Zero: 8}}, Relocs: []ir.Reloc{{Sym: s.m.Symbol("d")}}})
	return s
}

// add puts an instruction before the branch of bb0.
func (s *sample) add(op ir.Op, a ir.Attr, types []ir.Type, operands ...ir.Value) ir.Inst {
	var fixed []ir.Operand
	for _, v := range operands {
		fixed = append(fixed, ir.Operand{Value: v})
	}
	return s.f.Before(s.br).Inst(op, a, fixed, nil, types, 0)
}

func ints(ts ...ir.Type) []ir.Type { return ts }

// asm makes the external function inline assembly.
func (s *sample) asm(a ir.Asm) {
	e := s.m.Externs[0]
	e.Params, e.Returns, e.Variadic, e.Asm = []ir.Param{{Type: ir.Ptr}}, nil, false, &a
}

var buildRows = []struct {
	name    string
	corrupt func(s *sample)
	want    string
}{
	{"M1 twice", func(s *sample) { s.m.Items = append(s.m.Items, s.m.Items[0]) }, "function 0 is in the module's items twice"},
	{"M1 missing", func(s *sample) { s.m.Items = s.m.Items[1:] }, "function 0 is not in the module's items"},
	{"M1 unknown", func(s *sample) { s.m.Items = append(s.m.Items, ir.Item{Kind: 9}) }, "item 3 of the module names nothing"},
	{"M1 nil", func(s *sample) { s.m.Externs = append(s.m.Externs, nil) }, "extern 1 is nil"},
	{"M1 other module", func(s *sample) { s.f.Module = ir.NewModule() }, "@f: the function belongs to another module"},
	{"M3 opt_level", func(s *sample) { s.f.Attrs.OptLevel = "fast" }, `@f: opt_level("fast"): write aggressive, fast-compile or none`},
	{"M3 intrinsics", func(s *sample) { s.f.Attrs.Intrinsics = "maybe" }, `@f: intrinsics("maybe"): write map or passthrough`},
	{"M3 opt_policy", func(s *sample) { s.f.Attrs.OptPolicy = "v1." }, `@f: opt_policy("v1."): write a version such as v1 or v1.2.3`},
	{"M4 no type", func(s *sample) { s.m.Externs[0].Params[0].Type = 0 }, "@g: parameter 0 has a type that does not exist (0x0)"},
	{"M4 no aggregate", func(s *sample) { s.m.Externs[0].Params[0].Type = ir.Type(ir.KindStruct) | 1<<31 }, "@g: parameter 0 has a type that does not exist (0x80000009)"},
	{"M4 vector of 12 bits", func(s *sample) { s.m.Externs[0].Params[0].Type = ir.Vec(12, false) }, "@g: parameter 0 has a type that does not exist (0xc8)"},
	{"M4 no float", func(s *sample) { s.m.Externs[0].Params[0].Type = ir.F80 + 16 }, "@g: parameter 0 has a type that does not exist (0x67)"},
	{"M4 parameter names", func(s *sample) {
		s.f.Params = []ir.Param{{Type: ir.Int, Name: "a"}, {Type: ir.Int, Name: "a"}}
	}, "@f: two parameters are called %a"},
	{"M8 signature", func(s *sample) { s.m.Externs[0].Asm = &ir.Asm{}; s.m.Externs[0].Params = nil }, "inline assembly @g must have one parameter, a ptr, and no result"},
	{"M8 register", func(s *sample) { s.asm(ir.Asm{In: []ir.AsmReg{{Reg: "rsp", Size: 8}}}) }, "inline assembly @g has an operand in rsp, which is no register"},
	{"M8 twice", func(s *sample) {
		s.asm(ir.Asm{Out: []ir.AsmReg{{Reg: "rax", Size: 8}, {Reg: "rax", Off: 8, Size: 8}}})
	}, "inline assembly @g has two operands in rax"},
	{"M8 size", func(s *sample) { s.asm(ir.Asm{In: []ir.AsmReg{{Reg: "rax", Size: 3}}}) }, "inline assembly @g has rax at 0, of 3 bytes: that cannot be"},
	{"M8 flag read", func(s *sample) { s.asm(ir.Asm{In: []ir.AsmReg{{Reg: "ccz", Size: 1}}}) }, "inline assembly @g has an operand in ccz, which is no register"},
	{"M8 place", func(s *sample) { s.asm(ir.Asm{In: []ir.AsmReg{{Reg: "rax", Off: 4095, Size: 2}}}) }, "inline assembly @g has rax at 4095, of 2 bytes: that cannot be"},
	{"M8 clobber", func(s *sample) { s.asm(ir.Asm{Clobbers: []string{"eax"}}) }, "inline assembly @g clobbers eax, which is no register"},
	{"M8 address", func(s *sample) { s.asm(ir.Asm{Writes: []ir.AsmObject{{Off: 4090}}}) }, "inline assembly @g has an address at 4090, beyond the block"},
	{"M8 length", func(s *sample) { s.asm(ir.Asm{Code: make([]byte, 1<<15)}) }, "inline assembly @g is 32768 bytes long, the limit is 16384"},
	{"M5 alignment", func(s *sample) { s.m.Data[0].Align = 12 }, "data @d: alignment 12 is no power of two"},
	{"M5 piece", func(s *sample) { s.m.Data[0].Pieces[0].Bytes = []byte{1} }, "data @d: piece 0 is both bytes and a run"},
	{"M5 size", func(s *sample) { s.m.Data[0].Pieces[0].Zero = 1 << 63 }, "data @d is larger than the limit of 2^62 bytes"},
	{"M5 symbol", func(s *sample) { s.m.Data[0].Relocs[0].Sym = 77 }, "data @d: the relocation at 0 names no symbol"},
	{"M5 far relocation", func(s *sample) { s.m.Data[0].Relocs[0].Off = 1<<64 - 8 },
		"data @d: the 8 bytes of the relocation at 18446744073709551608 are not inside its 8 bytes"},

	{"A1 no annotation", func(s *sample) { s.f.SetAnnot(s.sum, 1<<63) }, "@f, bb0, `instruction 2, add`: result 1: annotation 0x8000000000000000 does not exist"},
	{"A1 no pattern", func(s *sample) { s.f.SetAnnot(s.sum, 1<<32-1) }, "@f, bb0, `instruction 2, add`: result 1: annotation 0xffffffff does not exist"},
	{"A2 wide", func(s *sample) { s.f.SetAnnot(s.sum, ir.Unsigned(ir.MaxAnnotBits+1)) },
		"@f, bb0, `instruction 2, add`: result 1: :u1048577 is wider than the limit of 1048576 bits"},
	{"A2 no class", func(s *sample) {
		s.f.SetAnnot(s.f.Before(s.br).FConst(ir.F32, 0, 0), ir.NoFPClass(0))
	}, "@f, bb0, `instruction 5, fconst`: result 1: :nofpclass() excludes no class"},
	{"A1 fields of a scalar", func(s *sample) { s.f.SetAnnot(s.sum, ir.FieldClaims([]ir.Annot{ir.Signed(8)})) },
		"@f, bb0, `instruction 2, add`: result 1: claims on fields of int"},
	{"A1 no fields", func(s *sample) { s.f.SetAnnot(s.sum, 5<<56|1<<32-1) }, "@f, bb0, `instruction 2, add`: result 1: annotation 0x5000000ffffffff does not exist"},
	{"A1 fields of a use", func(s *sample) {
		s.f.SetOperand(s.ret, 0, ir.Operand{Value: s.sum, Annot: ir.ElemClaims(ir.Signed(8))})
	}, "@f, bb4, `instruction 0, ret`: operand 1: claims on fields of int\n@f, bb4, `instruction 0, ret`: operand 1: claims on fields stand where a value is made, not where it is used"},
	{"A1 use", func(s *sample) { s.f.SetOperand(s.ret, 0, ir.Operand{Value: s.sum, Annot: ir.Aligned(8)}) },
		"@f, bb4, `instruction 0, ret`: operand 1: alignment annotation :align8 on int"},

	{"R1 no blocks", func(s *sample) { s.m.AddFunc("h", nil, nil) }, "@h: the function has no blocks"},
	{"R1 no block", func(s *sample) { setNodes(s, func(n []ir.Node) { n[2].ID = 99 }) }, "@f: a region has a block that does not exist (99)"},
	{"R1 no region", func(s *sample) { setNodes(s, func(n []ir.Node) { n[1].ID = 99 }) }, "@f: a region has a region that does not exist (99)"},
	{"R1 block twice", func(s *sample) { setNodes(s, func(n []ir.Node) { n[2] = n[0] }) }, "@f: block 0 is in the region tree twice"},
	{"R1 region twice", func(s *sample) { setNodes(s, func(n []ir.Node) { n[2] = n[1] }) }, "@f: region 1 is in the region tree twice"},
	{"R1 body inside", func(s *sample) { s.f.SetNodes(s.loop, []ir.Node{{IsRegion: true, ID: 0}}) },
		"@f: region 0 is not the function body\n@f: region 0 is in the region tree twice"},
	{"R1 region in itself", func(s *sample) { s.f.SetNodes(s.loop, []ir.Node{{IsRegion: true, ID: uint32(s.loop)}}) },
		"@f: region 1 does not know the region that holds it"},
	{"R1 function region inside", func(s *sample) { s.f.AddBlock(s.f.AddRegion(ir.Body, ir.FunctionRegion)) },
		"@f: a nested region is neither loop nor plain"},
	{"R1 block of another region", func(s *sample) {
		nodes := s.f.Nodes(s.loop)
		s.f.SetNodes(ir.Body, append(slices.Clone(s.f.Nodes(ir.Body)), nodes[0]))
		s.f.Nodes(ir.Body)[3] = ir.Node{ID: uint32(s.b4)}
	}, "@f: block 4 is in the region tree twice\n@f: block 1 does not know the region that holds it"},
	{"R1 deleted block", func(s *sample) {
		nodes := slices.Clone(s.f.Nodes(ir.Body))
		s.f.RemoveBlock(s.b4)
		s.f.SetNodes(ir.Body, nodes)
	}, "@f: block 4 was deleted and is still in a region"},
	{"R3 broken list", func(s *sample) { s.f.MoveInst(s.ret, s.b4, s.f.FirstInst(s.b0)) },
		"@f, bb0: the list of instructions is broken after 0 of them\n@f, bb4: the list of instructions is broken after 1 of them"},

	{"I1 opcode", func(s *sample) { s.add(ir.Op(255), ir.Attr{}, nil) }, "@f, bb0, `instruction 5`: opcode 255 does not exist"},
	{"I1 origin", func(s *sample) { s.f.Before(s.br).Int64(0, 99) }, "@f, bb0, `instruction 5, iconst`: the origin does not exist (99)"},
	{"I1 derived origin", func(s *sample) { s.f.Before(s.br).Int64(0, s.m.Derive(98, 99)) },
		"@f, bb0, `instruction 5, iconst`: the origin does not exist (1)"},
	{"I1 constant", func(s *sample) { s.add(ir.OpIConst, ir.Attr{Aux: 9}, ints(ir.Int)) }, "@f, bb0, `instruction 5, iconst`: the constant does not exist (9)"},
	{"I1 path", func(s *sample) { s.add(ir.OpExtractValue, ir.Attr{}, ints(ir.Int), s.x) },
		"@f, bb0, `instruction 5, extractvalue`: the field path does not exist (0)"},
	{"I1 symbol", func(s *sample) { s.add(ir.OpSymbolAddr, ir.Attr{Aux: 9}, ints(ir.Ptr)) },
		"@f, bb0, `instruction 5, symbol_addr`: the symbol does not exist (9)"},
	{"I1 parameter", func(s *sample) { s.add(ir.OpParam, ir.Attr{Imm: 1}, ints(ir.Int)) },
		"@f, bb0, `instruction 5, param`: the function has 1 parameter, so no parameter 1"},
	{"I1 negative parameter", func(s *sample) { s.add(ir.OpParam, ir.Attr{Imm: -1}, ints(ir.Int)) },
		"@f, bb0, `instruction 5, param`: the function has 1 parameter, so no parameter -1"},
	{"I1 truth value", func(s *sample) { s.add(ir.OpBConst, ir.Attr{Imm: 2}, ints(ir.Bool)) },
		"@f, bb0, `instruction 5, bconst`: a truth value is 0 or 1, not 2"},
	{"I1 predicate", func(s *sample) { s.add(ir.OpICmp, ir.Attr{Pred: ir.FOEQ}, ints(ir.Bool), s.x, s.x) },
		"@f, bb0, `instruction 5, icmp`: the predicate does not exist (7)"},
	{"I1 ordering", func(s *sample) { s.add(ir.OpFence, ir.Attr{Order: 9}, ints(ir.Mem), s.mem) },
		"@f, bb0, `instruction 5, fence`: the memory ordering does not exist (9)"},
	{"I1 failure ordering", func(s *sample) {
		s.add(ir.OpCmpXchg, ir.Attr{Fail: 9}, ints(ir.Mem, ir.Int), s.slot, s.x, s.x, s.mem)
	}, "@f, bb0, `instruction 5, cmpxchg`: the memory ordering does not exist (9)"},
	{"I1 rmw", func(s *sample) { s.add(ir.OpRMW, ir.Attr{RMW: 9}, ints(ir.Mem, ir.Int), s.slot, s.x, s.mem) },
		"@f, bb0, `instruction 5, rmw`: the read-modify-write operation does not exist (9)"},
	{"I1 float type", func(s *sample) { s.add(ir.OpFConst, ir.Attr{N: uint32(ir.Int)}, ints(ir.Int)) },
		"@f, bb0, `instruction 5, fconst`: the constant has int, not a float type"},
	{"I1 lane kind", func(s *sample) { s.add(ir.OpVecSplat, ir.Attr{Lane: ir.Lane{Kind: 99}}, ints(ir.Vec(64, false)), s.x) },
		"@f, bb0, `instruction 5, vec.splat`: the lane format does not exist (99)"},
	{"I1 lane width", func(s *sample) {
		s.add(ir.OpVecSplat, ir.Attr{Lane: ir.Lane{Kind: ir.LaneS, Bits: 24}}, ints(ir.Vec(48, false)), s.x)
	}, "@f, bb0, `instruction 5, vec.splat`: the lane format s24 does not exist"},
	{"I1 int lanes", func(s *sample) { s.addVector(ir.OpVecAdd, ir.Lane{Kind: ir.LaneF, Bits: 32}) },
		"@f, bb0, `instruction 6, vec.add`: the lane format is f32: it must be an int format"},
	{"I1 float lanes", func(s *sample) { s.addVector(ir.OpVecFAdd, ir.Lane{Kind: ir.LaneI, Bits: 32}) },
		"@f, bb0, `instruction 6, vec.fadd`: the lane format is i32: it must be a float format"},
	{"I1 int or mask lanes", func(s *sample) { s.addVector(ir.OpVecAnd, ir.Lane{Kind: ir.LanePtr, Bits: 64}) },
		"@f, bb0, `instruction 6, vec.and`: the lane format is ptr: it must be an int format or m"},
	{"I1 fp flags", func(s *sample) { s.add(ir.OpAdd, ir.Attr{Flags: ir.Reassoc}, ints(ir.Int), s.x, s.x) },
		"@f, bb0, `instruction 5, add`: add cannot be reassoc or contract"},
	{"I1 alignment", func(s *sample) { s.add(ir.OpAdd, ir.Attr{Align: 8}, ints(ir.Int), s.x, s.x) },
		"@f, bb0, `instruction 5, add`: add has no alignment"},
	{"I1 attribute", func(s *sample) { s.add(ir.OpAdd, ir.Attr{Sat: true}, ints(ir.Int), s.x, s.x) },
		"@f, bb0, `instruction 5, add`: attributes are set that add does not have"},
	{"I1 no target", func(s *sample) { s.f.SetOperands(s.br, nil, nil) }, "@f, bb0, `instruction 5, br`: br has no targets"},
	{"I1 one target", func(s *sample) {
		s.f.SetOperands(s.brif, []ir.Operand{{Value: s.yes}}, []ir.Target{ir.Goto(s.b2)})
	}, "@f, bb1, `instruction 0, brif`: brif has 1 target"},
	{"I1 no condition", func(s *sample) { s.f.SetOperands(s.brif, nil, []ir.Target{ir.Goto(s.b2), ir.Goto(s.b3)}) },
		"@f, bb1, `instruction 0, brif`: brif has no operand to decide by"},
	{"I1 no default", func(s *sample) {
		s.f.RemoveInst(s.br)
		s.f.At(s.b0).Inst(ir.OpSwitch, ir.Attr{}, []ir.Operand{{Value: s.x}}, nil, nil, 0)
	}, "@f, bb0, `instruction 5, switch`: switch has no default target"},
	{"I1 no case", func(s *sample) {
		s.f.RemoveInst(s.br)
		s.f.At(s.b0).Switch(s.x, []ir.Target{ir.Goto(s.b1, s.x)}, ir.Goto(s.b1, s.x), 0)
	}, "@f, bb0, `instruction 5, switch`: target 1 has no case constant"},
	{"I1 case of br", func(s *sample) {
		s.f.SetOperands(s.br, nil, []ir.Target{{Block: s.b1, Case: new(num.New(1)), Args: []ir.Operand{{Value: s.x}}}})
	}, "@f, bb0, `instruction 5, br`: target 1 has a case constant"},
	{"I1 no block", func(s *sample) { s.f.SetTargetBlock(s.br, 0, ir.NoBlock) },
		"@f, bb0, `instruction 5, br`: target 1 is a block that does not exist (4294967295)"},
	{"I1 target of add", func(s *sample) {
		s.f.Before(s.br).Inst(ir.OpAdd, ir.Attr{}, []ir.Operand{{Value: s.x}, {Value: s.x}}, []ir.Target{ir.Goto(s.b1)}, ints(ir.Int), 0)
	}, "@f, bb0, `instruction 5, add`: add has 1 target"},

	{"I2 missing", func(s *sample) { s.f.SetOperand(s.ret, 0, ir.Operand{Value: ir.NoValue}) },
		"@f, bb4, `instruction 0, ret`: operand 1 is missing"},
	{"I2 deleted instruction", func(s *sample) { s.f.RemoveInst(s.f.Def(s.one)) },
		"@f, bb0, `instruction 1, add`: operand 2 was defined by an instruction that is deleted"},
	{"I2 compacted away", func(s *sample) { s.f.RemoveInst(s.f.Def(s.one)); s.f.Compact() },
		"@f, bb0, `instruction 1, add`: operand 2 was defined by an instruction that is deleted"},
	{"I2 deleted argument", func(s *sample) { s.f.RemoveArg(s.b0, 0) },
		"@f, bb4, `instruction 0, ret`: operand 2 was a block argument that is deleted"},
	{"I2 result type", func(s *sample) { s.f.SetType(s.sum, 0) },
		"@f, bb0, `instruction 2, add`: result 1 has a type that does not exist (0x0)\n" +
			"@f, bb0, `instruction 5, br`: operand 1 has a type that does not exist (0x0)\n" +
			"@f, bb4, `instruction 0, ret`: operand 1 has a type that does not exist (0x0)"},
	{"I2 argument type", func(s *sample) { s.f.SetType(s.mem, 0) },
		"@f, bb0: the entry block can have one argument, the memory token; param reads the parameters\n" +
			"@f, bb0: argument v0 has a type that does not exist (0x0)\n" +
			"@f, bb4, `instruction 0, ret`: operand 2 has a type that does not exist (0x0)"},
	{"I2 three operands", func(s *sample) { s.add(ir.OpAdd, ir.Attr{}, ints(ir.Int), s.x, s.x, s.x) },
		"@f, bb0, `v6 = add v1, v1, v1`: add takes 2 operands, not 3"},
	{"I2 optional mask", func(s *sample) {
		i := s.addVector(ir.OpVecAdd, ir.Lane{Kind: ir.LaneI, Bits: 32})
		s.f.SetOperands(i, []ir.Operand{s.f.Operand(i, 0)}, nil)
	}, "@f, bb0, `v7 = vec.add.i32 v6`: vec.add.i32 takes 2 or 3 operands, not 1"},
	{"I2 call", func(s *sample) { s.add(ir.OpCall, ir.Attr{}, ints(ir.Mem), s.slot) },
		"@f, bb0, `v6 = call v5()`: call takes a callee and, last, the memory token"},

	{"I3 result", func(s *sample) { s.add(ir.OpAdd, ir.Attr{}, ints(ir.Bool), s.x, s.x) },
		"@f, bb0, `v6 = add v1, v1 -> bool`: the results of add are (int), not (bool)"},
	{"I3 no result", func(s *sample) { s.add(ir.OpAdd, ir.Attr{}, nil, s.x, s.x) },
		"@f, bb0, `add v1, v1`: the results of add are (int), not ()"},
	{"I3 call without token", func(s *sample) { s.add(ir.OpCall, ir.Attr{}, nil, s.slot, s.mem) },
		"@f, bb0, `call v5(), v0`: the results of call are (mem), not ()"},
	{"I3 two loads", func(s *sample) { s.add(ir.OpLoad, ir.Attr{N: 1}, ints(ir.Int, ir.Int), s.slot, s.mem) },
		"@f, bb0, `v6, v7 = load.1 v5, v0 -> (int, int)`: load.1 has 2 results"},
	{"I3 result of ret", func(s *sample) {
		s.f.RemoveInst(s.ret)
		s.f.At(s.b4).Inst(ir.OpRet, ir.Attr{}, []ir.Operand{{Value: s.x}}, nil, ints(ir.Int), 0)
	}, "@f, bb4, `v11 = ret v1 -> int`: the results of ret are (), not (int)"},
	{"I4 slot", func(s *sample) { s.f.Before(s.br).StackSlot(-1, 0, 0) }, "@f, bb0, `v6 = stack_slot -1`: a stack slot of -1 bytes"},
	{"I4 alignment", func(s *sample) { s.f.Before(s.br).StackSlot(8, 12, 0) },
		"@f, bb0, `v6 = stack_slot 8 align 12`: alignment 12 is no power of two"},
	{"I4 fconst", func(s *sample) { s.f.Before(s.br).FConst(ir.F32, 1<<32, 0) },
		"@f, bb0, `v6 = fconst.f32 0x100000000`: the constant has more than the 32 bits of f32"},
	{"I4 f128", func(s *sample) {
		s.add(ir.OpFConst, ir.Attr{N: uint32(ir.F128), Aux: s.f.AddConst(num.Pow2(128))}, ints(ir.F128))
	}, "@f, bb0, `v6 = fconst.f128 0x0`: the constant has more than the 128 bits of f128"},
	{"T1 intrinsic", func(s *sample) {
		s.add(ir.OpTargetIntrinsic, ir.Attr{Aux: uint32(s.m.Symbol("x")), Memory: true}, ints(ir.Mem), s.x)
	}, "@f, bb0, `v6 = target.intrinsic \"x\" v1`: the last operand of a target.intrinsic with memory must be the memory token"},
	{"T1 pure intrinsic", func(s *sample) {
		s.add(ir.OpTargetIntrinsic, ir.Attr{Aux: uint32(s.m.Symbol("x"))}, ints(ir.Int), s.mem)
	}, "@f, bb0, `v6 = target.intrinsic \"x\" v0 -> int`: operand 1 of target.intrinsic is a memory token: it must be data"},
	{"T1 intrinsic result", func(s *sample) {
		s.add(ir.OpTargetIntrinsic, ir.Attr{Aux: uint32(s.m.Symbol("x")), Memory: true}, ints(ir.Int), s.mem)
	}, "@f, bb0, `v6 = target.intrinsic \"x\" v0`: the results of target.intrinsic are (mem), not (int)"},
	{"I2 kind, without a position", func(s *sample) { s.f.SetOperand(s.f.Def(s.sum), 1, ir.Operand{Value: s.yes}) },
		"@f, bb0, `v3 = add v1, v4`: operand 2 of add is bool, not int\n" +
			"@f, bb0, `v3 = add v1, v4`: operand 2, v4, is used where its definition in bb0 does not dominate"},
}

func setNodes(s *sample, change func([]ir.Node)) {
	change(s.f.Nodes(ir.Body)) // behind the back of SetNodes
}

// addVector adds op on two vec<64>.
func (s *sample) addVector(op ir.Op, l ir.Lane) ir.Inst {
	t := ir.Vec(64, false)
	v := s.f.Before(s.br).Poison(t, 0)
	return s.add(op, ir.Attr{Lane: l}, ints(t), v, v)
}

func TestVerifyBuilt(t *testing.T) {
	if err := ir.Verify(newSample().m); err != nil {
		t.Fatalf("the sound twin: %v", err)
	}
	for _, row := range buildRows {
		t.Run(row.name, func(t *testing.T) {
			s := newSample()
			row.corrupt(s)
			err := ir.Verify(s.m)
			if err == nil || err.Error() != row.want {
				t.Errorf("got:\n%v\nwant:\n%s", err, row.want)
			}
		})
	}
}

func TestVerifyErrorParts(t *testing.T) {
	s := newSample()
	s.m.File = "a.tir"
	s.f.SetOperand(s.ret, 0, ir.Operand{Value: s.mem})
	var errs ir.VerifyErrors
	if !errors.As(ir.Verify(s.m), &errs) || len(errs) != 1 {
		t.Fatalf("got %v", errs)
	}
	want := ir.VerifyError{File: "a.tir", Func: "f", Block: "bb4", Inst: "ret v0, v0", Msg: "operand 1 of ret is mem, the function's result is int"}
	if errs[0] != want {
		t.Errorf("got %#v", errs[0])
	}
	if got, want := errs.Error(), "a.tir: @f, bb4, `ret v0, v0`: operand 1 of ret is mem, the function's result is int"; got != want {
		t.Errorf("got %q", got)
	}
}

func random(t *testing.T) *rand.Rand {
	seed := testseed.Seed(t)
	return rand.New(rand.NewPCG(seed, 0))
}
