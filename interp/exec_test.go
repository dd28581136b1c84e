package interp

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/parser"
)

func parse(t *testing.T, src string) *ir.Module {
	t.Helper()
	m, err := parser.Parse("test.tir", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return m
}

func runText(t *testing.T, src string, o Options) *Outcome {
	t.Helper()
	o.Exact = true
	if o.Fuel == 0 {
		o.Fuel = 1 << 20
	}
	out, err := Run(context.Background(), parse(t, src), o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// results is how the run ended in short: the returned values, or the kind and code.
func results(o *Outcome) string {
	if o.Kind == Undefined {
		return o.UB.Code.Slug()
	}
	if o.Kind != Returned {
		return o.Kind.String() + " " + o.Reason
	}
	var s []string
	for _, v := range o.Values {
		s = append(s, FormatValue(v, nil))
	}
	return strings.Join(s, ", ")
}

// opBuilder makes a program that executes one opcode on operands that its row asks for.
type opBuilder struct {
	b       *ir.Builder
	mem     ir.Value
	pointer ir.Value // that was made last
	lane    ir.Lane
}

func (g *opBuilder) vector(text string) ir.Value {
	n, _ := new(big.Int).SetString(text, 16)
	return g.b.Convert(ir.OpBitCast, g.b.IConst(num.FromBig(n), 0), ir.Vec(128, false), 0)
}

func (g *opBuilder) operand(op ir.Op, letter byte, n int) ir.Value {
	b := g.b
	switch letter {
	case 'i', 'e':
		if op == ir.OpVecExtract {
			return b.Int64(3, 0)
		}
		return b.Int64(int64(8-3*n), 0)
	case 'a', 's':
		return b.Int64(7, 0)
	case 'b':
		return b.BConst(true, 0)
	case 'p':
		if op == ir.OpPtrDiff && n == 1 { // into the same allocation
			return g.pointer
		}
		s := b.StackSlot(64, 16, 0)
		g.mem = b.Store(8, b.Int64(7, 0), s, g.mem, 0)
		g.pointer = s
		return s
	case 'f', 'F':
		return b.FConst(ir.F64, 0x4008000000000000, 0)
	case 'v':
		if g.lane.IsFloat() {
			return g.vector("3f8000003f8000003f8000003f800000")
		}
		return g.vector("00000004000000030000000200000001")
	case 'k':
		return b.Convert(ir.OpBitCast, b.Int64(0x0100, 0), ir.Vec(32, false), 0)
	case 'x':
		return b.Convert(ir.OpBitCast, b.Int64(0, 0), ir.Vec(32, false), 0)
	case 'l':
		return b.Int64(9, 0)
	case 'g':
		t, err := ir.Struct(ir.Int, ir.Int)
		if err != nil {
			panic(err)
		}
		return b.Poison(t, 0)
	case 'm':
		return g.mem
	}
	panic("no operand " + string(letter))
}

func (g *opBuilder) attr(op ir.Op) ir.Attr {
	f := g.b.F
	var a ir.Attr
	for _, s := range op.Info().Suffix {
		switch s {
		case ir.SufType:
			a.N = uint32(ir.F64)
		case ir.SufBits, ir.SufBytes:
			a.N = 8
		case ir.SufPred:
			a.Pred = ir.LT
		case ir.SufFPred:
			a.Pred = ir.FOLT
		case ir.SufFail:
			a.Fail = ir.SeqCst
		case ir.SufOrder:
			a.Order = ir.SeqCst
			if op == ir.OpAtomicLoad {
				a.Order = ir.Acquire
			}
		case ir.SufRMW:
			a.RMW = ir.RMWAdd
		case ir.SufLane, ir.SufIntLane, ir.SufIntMaskLane:
			a.Lane = ir.Lane{Kind: ir.LaneS, Bits: 32}
		case ir.SufFloatLane:
			a.Lane = ir.Lane{Kind: ir.LaneF, Bits: 32}
		}
	}
	switch op {
	case ir.OpSExt, ir.OpZExt, ir.OpStackSlot:
		a.Imm = 8
	case ir.OpExtractValue, ir.OpInsertValue:
		a.Aux = f.AddPath([]uint32{1})
	case ir.OpSymbolAddr:
		a.Aux = uint32(f.Module.Symbol("main"))
	case ir.OpTargetIntrinsic:
		a.Aux = uint32(f.Module.Symbol("x86.sse2.padd.d"))
	}
	return a
}

var opArrows = map[ir.Op]ir.Type{
	ir.OpBitCastExpose: ir.F64,
	ir.OpPoison:        ir.Int, ir.OpFPConvert: ir.F32, ir.OpSIToFP: ir.F64, ir.OpUIToFP: ir.F64, ir.OpBitCast: ir.F64,
	ir.OpVecGather: ir.Vec(128, false), ir.OpVecLoad: ir.Vec(128, false), ir.OpVecSplat: ir.Vec(128, false),
	ir.OpTargetIntrinsic: ir.Vec(128, false),
}

// opProgram is a module whose main executes op.
func opProgram(op ir.Op) *ir.Module {
	m := ir.NewModule()
	callee := m.AddFunc("callee", nil, nil)
	callee.At(callee.AddBlock(ir.Body)).Ret(0)
	f := m.AddFunc("main", []ir.Param{{Type: ir.Int}}, nil)
	block := f.AddBlock(ir.Body)
	mem := f.AddArg(block, ir.Mem, 0)
	g := &opBuilder{b: f.At(block), mem: mem}
	b := g.b
	next := func() ir.Block {
		n := f.AddBlock(ir.Body)
		f.At(n).Ret(0)
		return n
	}
	switch op {
	case ir.OpCall:
		b.Call(b.SymbolAddr("callee", 0), nil, mem, nil, 0)
	case ir.OpRet:
	case ir.OpBr:
		b.Br(ir.Goto(next()), 0)
		return m
	case ir.OpBrIf:
		b.BrIf(b.BConst(true, 0), ir.Goto(next()), ir.Goto(next()), 0)
		return m
	case ir.OpSwitch:
		b.Switch(b.Int64(1, 0), []ir.Target{{Block: next(), Case: new(num.New(1))}}, ir.Goto(next()), 0)
		return m
	case ir.OpContinue, ir.OpRegionYield:
		r := f.AddRegion(ir.Body, ir.LoopRegion)
		header := f.AddBlock(r)
		b.Br(ir.Goto(header), 0)
		f.At(header).Yield(op, 0)
		next()
		return m
	case ir.OpUnreachable, ir.OpTrap:
		b.Stop(op, 0)
		return m
	case ir.OpVaStart, ir.OpVaArg, ir.OpVaCopy, ir.OpVaEnd:
		return listProgram(op)
	case ir.OpSetJmp, ir.OpLongJmp:
		return jumpProgram()
	default:
		a := g.attr(op)
		g.lane = a.Lane
		var args []ir.Value
		sig := strings.ReplaceAll(op.Info().Sig, "?k", "k")
		if op == ir.OpTargetIntrinsic {
			sig = "vv"
		}
		for n := range len(sig) {
			args = append(args, g.operand(op, sig[n], n))
		}
		var arrow []ir.Type
		if t, ok := opArrows[op]; ok {
			arrow = []ir.Type{t}
		}
		if last := len(args) - 1; last >= 0 && sig[last] == 'm' {
			args[last] = g.mem
		}
		b.Op(op, a, 0, arrow, args...)
	}
	b.Ret(0, mem)
	return m
}

// listProgram is a module whose main passes what it takes to a function that executes op.
func listProgram(op ir.Op) *ir.Module {
	m := ir.NewModule()
	f := m.AddFunc("list", nil, nil)
	f.Variadic = true
	block := f.AddBlock(ir.Body)
	b, mem := f.At(block), f.AddArg(block, ir.Mem, 0)
	lists := []ir.Value{b.StackSlot(ir.VaListBytes, 8, 0), b.StackSlot(ir.VaListBytes, 8, 0)}
	make := func(op ir.Op, arrow []ir.Type, args ...ir.Value) {
		mem = f.Result(b.Op(op, ir.Attr{}, 0, arrow, append(args, mem)...), 0)
	}
	make(ir.OpVaStart, nil, lists[0])
	switch op {
	case ir.OpVaArg:
		make(op, []ir.Type{ir.Int}, lists[0])
	case ir.OpVaCopy:
		make(op, nil, lists[1], lists[0])
	case ir.OpVaEnd:
		make(op, nil, lists[0])
	}
	b.Ret(0, mem)
	g := m.AddFunc("main", []ir.Param{{Type: ir.Int}}, nil)
	block = g.AddBlock(ir.Body)
	b, mem = g.At(block), g.AddArg(block, ir.Mem, 0)
	b.Ret(0, g.Result(b.Call(b.SymbolAddr("list", 0), []ir.Value{b.Param(0, 0)}, mem, nil, 0), 0))
	return m
}

// jumpProgram is a module whose main jumps out of a block and comes back.
func jumpProgram() *ir.Module {
	m := ir.NewModule()
	f := m.AddFunc("main", []ir.Param{{Type: ir.Int}}, nil)
	block, back, out := f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	b, mem := f.At(block), f.AddArg(block, ir.Mem, 0)
	p := b.StackSlot(ir.JumpBytes, 8, 0)
	i := b.Op(ir.OpSetJmp, ir.Attr{}, 0, nil, p, mem)
	b.BrIf(b.Unary(ir.OpIntToBool, f.Result(i, 1), 0), ir.Goto(back), ir.Goto(out), 0)
	f.At(back).Ret(0, f.Result(i, 0))
	f.At(out).Op(ir.OpLongJmp, ir.Attr{}, 0, nil, p, b.F.Result(i, 1), f.Result(i, 0))
	return m
}

// TestEveryOpcodeExecutes runs each row of the table once: none is missing in the machine.
func TestEveryOpcodeExecutes(t *testing.T) {
	for n := range ir.NumOps {
		op := ir.Op(n)
		t.Run(op.String(), func(t *testing.T) {
			cov := &Coverage{}
			m := opProgram(op)
			out, err := Run(context.Background(), m, Options{Args: []Value{NewInt(3)}, Coverage: cov, Fuel: 1000})
			if err != nil {
				t.Fatal(err)
			}
			want := Returned
			switch op {
			case ir.OpUnreachable, ir.OpLandingPad:
				want = Undefined
			case ir.OpTrap:
				want = Trapped
			case ir.OpContinue:
				want = OutOfFuel
			}
			if out.Kind != want {
				t.Errorf("got %s, want %s\n%s", out.Text(), want, m)
			}
			if cov.Ops[op] == 0 {
				t.Errorf("%s did not run\n%s", op, m)
			}
			if want == Returned && len(out.Reports) != 0 {
				t.Errorf("report: %s\n%s", out.Reports[0].Text(true), m)
			}
		})
	}
}

// TestOperations pins down what the machine itself computes: memory, pointers, freeze,
// bitcast, annotations and control flow. body stands in a function that returns ints.
func TestOperations(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"load is unsigned", `
 v1 = stack_slot 4
 v2 = iconst -2
 v3 = store.4 v2, v1, v0
 v4 = load.4 v1, v3
 ret v4, v3`, "4294967294"},
		{"little-endian", `
 v1 = stack_slot 4
 v2 = iconst 0x01020304
 v3 = store.4 v2, v1, v0
 v4 = load.1 v1, v3
 ret v4, v3`, "4"},
		{"16 bytes", `
 v1 = stack_slot 16
 v2 = iconst -1
 v3 = store.16 v2, v1, v0
 v4 = load.16 v1, v3
 v5 = iconst 1
 v6 = add v4, v5
 v7 = iconst 128
 v8 = shr v6, v7
 ret v8, v3`, "1"},
		{"pointer through memory", `
 v1 = stack_slot 8
 v2 = stack_slot 4
 v3 = iconst 42
 v4 = store.4 v3, v2, v0
 v5 = store.8 v2, v1, v4
 v6 = load.8 v1, v5 -> ptr
 v7 = load.4 v6, v5
 ret v7, v5`, "42"},
		{"pointer in halves", `
 v1 = stack_slot 16
 v2 = stack_slot 4
 v3 = iconst 42
 v4 = store.4 v3, v2, v0
 v5 = store.8 v2, v1, v4
 v6 = load.4 v1, v5 -> byte(4)
 v7 = iconst 4
 v8 = ptradd v1, v7
 v9 = load.4 v8, v5 -> byte(4)
 v10 = iconst 8
 v11 = ptradd v1, v10
 v12 = store.4 v6, v11, v5
 v13 = ptradd v11, v7
 v14 = store.4 v9, v13, v12
 v15 = load.8 v11, v14 -> ptr
 v16 = load.4 v15, v14
 ret v16, v14`, "42"},
		{"exposed pointer", `
 v1 = stack_slot 4
 v2 = iconst 9
 v3 = store.4 v2, v1, v0
 v4 = ptrtoint v1
 v5 = inttoptr v4
 v6 = load.4 v5, v3
 ret v6, v3`, "9"},
		{"ptrdiff", `
 v1 = stack_slot 4
 v2 = iconst -100
 v3 = ptradd v1, v2
 v4 = ptrdiff v3, v1
 ret v4, v0`, "-100"},
		{"freeze", `
 v1 = poison -> int
 v2 = freeze v1
 ret v2, v0`, "0"},
		{"freeze of uninit", `
 v1 = stack_slot 1
 v2 = load.1 v1, v0 -> byte(1)
 v3 = freeze v2
 v4 = bitcast v3 -> int
 ret v4, v0`, "0"},
		{"poison through memory", `
 v1 = stack_slot 1
 v2 = poison -> int
 v3 = store.1 v2, v1, v0
 v4 = load.1 v1, v3
 v5 = iconst 1
 v6 = freeze v4
 ret v6, v3`, "0"},
		{"memcpy keeps uninit", `
 v1 = stack_slot 2
 v2 = stack_slot 2
 v3 = iconst 2
 v4 = memcpy v1, v2, v3, v0
 v5 = load.1 v1, v4
 ret v5, v4`, "poison"},
		{"memset", `
 v1 = stack_slot 2
 v2 = iconst 0x1ff
 v3 = iconst 2
 v4 = memset v1, v2, v3, v0
 v5 = load.2 v1, v4
 ret v5, v4`, "65535"},
		{"memmove overlaps", `
 v1 = stack_slot 3
 v2 = iconst 0x030201
 v3 = store.3 v2, v1, v0
 v4 = iconst 1
 v5 = ptradd v1, v4
 v6 = iconst 2
 v7 = memmove v5, v1, v6, v3
 v8 = load.3 v1, v7
 ret v8, v7`, "131329"},
		{"nothing copied", `
 v1 = iconst 0
 v2 = inttoptr v1
 v3 = memcpy v2, v2, v1, v0
 ret v1, v3`, "0"},
		{"rmw", `
 v1 = stack_slot 8
 v2 = iconst 40
 v3 = store.8 v2, v1, v0
 v4 = iconst 2
 v5, v6 = rmw.add.seqcst v1, v4, v3
 v7, v8 = load.atomic.acquire v1, v5
 v9 = add v6, v8
 ret v9, v7`, "82"},
		{"rmw wraps", `
 v1 = stack_slot 1
 v2 = iconst 255
 v3 = store.1 v2, v1, v0
 v4 = iconst 1
 v5, v6 = rmw.add.seqcst.1 v1, v4, v3
 v7 = load.1 v1, v5
 ret v7, v5`, "0"},
		{"cmpxchg succeeds on low bytes", `
 v1 = stack_slot 1
 v2 = iconst 255
 v3 = store.1 v2, v1, v0
 v4 = iconst -1
 v5 = iconst 7
 v6, v7 = cmpxchg.seqcst.seqcst.1 v1, v4, v5, v3
 v8 = load.1 v1, v6
 v9 = add v7, v8
 ret v9, v6`, "262"},
		{"cmpxchg fails", `
 v1 = stack_slot 1
 v2 = iconst 3
 v3 = store.1 v2, v1, v0
 v4 = iconst 4
 v5 = iconst 7
 v6, v7 = cmpxchg.seqcst.seqcst.1 v1, v4, v5, v3
 v8 = load.1 v1, v6
 v9 = add v7, v8
 ret v9, v6`, "6"},
		{"rmw of poison", `
 v1 = stack_slot 8
 v2 = iconst 1
 v3, v4 = rmw.add.seqcst v1, v2, v0
 v5 = load.8 v1, v3
 ret v5, v3`, "poison"},
		{"select does not look at the other arm", `
 v1 = bconst true
 v2 = iconst 300
 v3 = iconst 1
 v4 = select v1, v3, v2:u8
 ret v4, v0`, "1"},
		{"select reads the arm", `
 v1 = bconst false
 v2 = iconst 300
 v3 = iconst 1
 v4 = select v1, v3, v2:u8
 ret v4, v0`, "poison"},
		{"freeze of a violated use is poison", `
 v1 = iconst 300
 v2 = freeze v1:u8
 ret v2, v0`, "poison"},
		{"and 0 keeps poison", `
 v1 = poison -> int
 v2 = iconst 0
 v3 = and v1, v2
 ret v3, v0`, "poison"},
		{"address below 0", `
 v1 = iconst -1
 v2 = inttoptr v1
 v3 = ptrtoaddr v2
 ret v3, v0`, "18446744073709551615"},
		{"load of a bool", `
 v1 = stack_slot 1
 v2 = iconst 2
 v3 = store.1 v2, v1, v0
 v4 = load.1 v1, v3 -> bool
 v5 = bool_to_int v4
 ret v5, v3`, "poison"},
		{"parallel assignment", `
 v1 = iconst 1
 v2 = iconst 2
 v3 = iconst 0
 br bb1(v1, v2, v3)
 bb1(v4: int, v5: int, v6: int):
 v7 = iconst 3
 v8 = icmp.lt v6, v7
 v9 = iconst 1
 v10 = add v6, v9
 brif v8, bb1(v5, v4, v10), bb2
 bb2:
 v11 = iconst 10
 v12 = mul v4, v11
 v13 = add v12, v5
 ret v13, v0`, "21"},
		{"huge shift", `
 v1 = iconst 1
 v2 = iconst 16777217
 v3 = shl v1, v2
 ret v3, v0`, "unsupported integer too large: more than 16777216 bits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := `func @main() -> int {
 bb0(v0: mem):
 ` + c.body + "\n}"
			if got := results(runText(t, src, Options{PoisonResult: true, Strict: true})); got != c.want {
				t.Errorf("got %s, want %s\n%s", got, c.want, src)
			}
		})
	}
}

func TestStackSlotsEndWithTheirRegion(t *testing.T) {
	src := `
func @main() -> int {
  bb0(v0: mem):
    v1 = stack_slot 8
    v2 = iconst 0
    br bb1(v2, v0)

  region loop {
    bb1(v3: int, v4: mem):
      v5 = stack_slot 4
      v6 = store.4 v3, v5, v4
      v7 = store.8 v5, v1, v6
      v8 = iconst 1
      v9 = add v3, v8
      v10 = iconst 3
      v11 = icmp.lt v9, v10
      brif v11, bb2, bb3(v7)

    bb2:
      continue v9, v7
  }

  bb3(v12: mem):
    v13 = load.8 v1, v12 -> ptr
    v14 = load.4 v13, v12
    ret v14, v12
}`
	out := runText(t, src, Options{Strict: true})
	if got := results(out); got != "dead-stack-slot" {
		t.Errorf("got %s", got)
	}
	// Two iterations that continued and the one that left each ended a slot.
	inside := strings.Replace(src, "brif v11, bb2, bb3(v7)", `v20 = load.8 v1, v7 -> ptr
 v21 = load.4 v20, v7
 brif v11, bb2, bb3(v7)`, 1)
	inside = strings.Replace(inside, `v13 = load.8 v1, v12 -> ptr
    v14 = load.4 v13, v12
    ret v14`, "ret v10", 1)
	if got := results(runText(t, inside, Options{Strict: true})); got != "3" {
		t.Errorf("inside its region: got %s", got)
	}
}

func TestLimits(t *testing.T) {
	recursion := `func @main() -> int {
 bb0(v0: mem):
 v1 = symbol_addr @main
 v2, v3 = call v1(), v0 -> int
 ret v3, v2
}`
	for _, c := range []struct {
		name, src string
		o         Options
		want      string
	}{
		{"depth", recursion, Options{MaxDepth: 100}, "unsupported call depth limit of 100: recursion, which exhausts the stack: @main has 100 of the 100 calls in progress"},
		{"fuel", `func @main() {
 bb0:
 br bb0
}`, Options{Fuel: 10}, "out of fuel the limit of 10 instructions is reached"},
		{"memory", `func @main() {
 bb0:
 v0 = stack_slot 1000000
 ret
}`, Options{MemLimit: 1000}, "unsupported memory limit of 1000 bytes"},
	} {
		out := runText(t, c.src, c.o)
		if got := results(out); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if out.Where == nil {
			t.Errorf("%s: the outcome does not say where", c.name)
		}
	}
}

// TestStackLimit calls deeply with frames of many values: the stack limit comes before the
// call depth limit, in both engines.
func TestStackLimit(t *testing.T) {
	var b strings.Builder
	b.WriteString(`func @main() -> int {
 bb0(v0: mem):
 v1 = symbol_addr @main
 v2, v3 = call v1(), v0 -> int
`)
	const n = 40000
	for i := range n {
		fmt.Fprintf(&b, " v%d = not v3\n", i+4)
	}
	b.WriteString(" ret v3, v2\n}")
	for _, exact := range []bool{false, true} {
		o := runText(t, b.String(), Options{Exact: exact, MemLimit: 8 << 30})
		if want := "unsupported call stack limit of"; !strings.HasPrefix(results(o), want) || o.Where == nil || !strings.Contains(o.Where.Inst, "call") {
			t.Errorf("exact %v: got %s", exact, o.Text())
		}
	}
}

func TestSteps(t *testing.T) {
	src := `func @f() -> int {
 bb0:
 v0 = iconst 1
 ret v0
}
func @main() -> int {
 bb0(v0: mem):
 v1 = symbol_addr @f
 v2, v3 = call v1(), v0 -> int
 ret v3, v2
}`
	if out := runText(t, src, Options{}); out.Steps != 5 {
		t.Errorf("got %d steps, want 5: symbol_addr, call, iconst, ret, ret", out.Steps)
	}
}

func TestDontCareBitsAreOverwritten(t *testing.T) {
	src := `func @main() -> int {
 bb0:
 v0 = iconst 0x1ff
 v1 = iconst 0
 v2 = add v0:i8, v1
 ret v2
}`
	for _, c := range []struct {
		kind ChoiceKind
		want string
	}{{ChooseDefault, "511"}, {ChooseZero, "255"}, {ChooseOne, "-1"}} {
		if got := results(runText(t, src, Options{DontCare: Choice{Kind: c.kind}})); got != c.want {
			t.Errorf("%d: got %s, want %s", c.kind, got, c.want)
		}
	}
	random := Options{DontCare: Choice{ChooseRandom, 5}}
	a, b := results(runText(t, src, random)), results(runText(t, src, random))
	n, _ := new(big.Int).SetString(a, 10)
	if a != b || n == nil || new(big.Int).And(n, big.NewInt(255)).Int64() != 255 {
		t.Errorf("random: got %s and %s", a, b)
	}
}

// TestPoisonFlowsThroughMemory checks that a chain survives a store and a load.
func TestPoisonFlowsThroughMemory(t *testing.T) {
	src := `func @main() -> int {
 bb0(v0: mem):
 v1 = stack_slot 4
 v2 = iconst 1
 v3 = iconst 0
 v4 = div v2, v3
 v5 = store.4 v4, v1, v0
 v6 = load.4 v1, v5
 ret v6, v5
}`
	c := runText(t, src, Options{Strict: true}).UB.Cause
	if c.Kind != CausePoisonBytes || c.Birth().Kind != CauseDivZero || !strings.Contains(c.Detail, "bytes [0, 4) of alloc2") {
		t.Errorf("chain:\n%s", c.Text())
	}
}

// TestMaskedVectorMemory checks that lanes that are off are not accessed, and that the alignment
// of a plain access is that of its first byte, of a gather that of every lane.
func TestMaskedVectorMemory(t *testing.T) {
	const head = `v1 = stack_slot 12 align 16
 v2 = iconst 0x000000030000000200000001
 v3 = store.12 v2, v1, v0
 `
	for _, c := range []struct{ name, body, want string }{
		{"last lane off", `
 v4 = iconst 0x00010101
 v5 = bitcast v4 -> vec<32>
 v6 = vec.load.i32 v1, v5, v3 -> vec<128>
 v7 = vec.reduce.add.i32 v6
 ret v7, v3`, "6"},
		{"last lane on", `
 v4 = iconst 0x01010101
 v5 = bitcast v4 -> vec<32>
 v6 = vec.load.i32 v1, v5, v3 -> vec<128>
 v7 = vec.reduce.add.i32 v6
 ret v7, v3`, "out-of-bounds"},
		{"aligned", `
 v4 = iconst 0x00010101
 v5 = bitcast v4 -> vec<32>
 v6 = vec.load.i32 v1, v5, align=16, v3 -> vec<128>
 v7 = vec.reduce.add.i32 v6
 ret v7, v3`, "6"},
		{"misaligned", `
 v8 = iconst 4
 v9 = ptradd v1, v8
 v4 = iconst 0x00000101
 v5 = bitcast v4 -> vec<32>
 v6 = vec.load.i32 v9, v5, align=16, v3 -> vec<128>
 v7 = vec.reduce.add.i32 v6
 ret v7, v3`, "misaligned"},
		{"nothing on, misaligned", `
 v8 = iconst 4
 v9 = ptradd v1, v8
 v4 = iconst 0
 v5 = bitcast v4 -> vec<32>
 v6 = vec.load.i32 v9, v5, align=16, v3 -> vec<128>
 v7 = vec.reduce.add.i32 v6
 ret v7, v3`, "0"},
		{"gather backwards", `
 v8 = iconst 8
 v9 = ptradd v1, v8
 v4 = iconst 0x0101
 v5 = bitcast v4 -> vec<16>
 v10 = iconst 0xfff8fffc
 v11 = bitcast v10 -> vec<32>
 v12, v6 = vec.gather.i32 v9, v11, v5, v3 -> vec<64>
 v13 = iconst 1
 v7 = vec.extract.i32 v6, v13
 ret v7, v12`, "1"},
		{"gather of a poison index", `
 v4 = iconst 0x0101
 v5 = bitcast v4 -> vec<16>
 v11 = poison -> vec<32>
 v12, v6 = vec.gather.i32 v1, v11, v5, v3 -> vec<64>
 v13 = iconst 1
 v7 = vec.extract.i32 v6, v13
 ret v7, v12`, "poison-pointer"},
		{"poison mask", `
 v5 = poison -> vec<32>
 v6 = vec.load.i32 v1, v5, v3 -> vec<128>
 v7 = vec.reduce.add.i32 v6
 ret v7, v3`, "bad-length"},
		{"scatter", `
 v4 = iconst 0x0101
 v5 = bitcast v4 -> vec<16>
 v10 = iconst 0x00000008
 v11 = bitcast v10 -> vec<32>
 v14 = iconst 0x0000000900000007
 v15 = bitcast v14 -> vec<64>
 v12 = vec.scatter.i32 v15, v1, v11, v5, v3
 v6 = load.12 v1, v12
 ret v6, v12`, "129127208524556795913"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := `func @main() -> int {
 bb0(v0: mem):
 ` + head + c.body + "\n}"
			if got := results(runText(t, src, Options{Strict: true})); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if out := runText(t, src, Options{PoisonResult: true}); out.Kind != Returned {
				t.Errorf("normal mode: %s", out.Text())
			}
		})
	}
}
