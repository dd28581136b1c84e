package ir

import (
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestBuilder makes one instruction with each method; the text is what the book's spelling
// asks for.
func TestBuilder(t *testing.T) {
	m := NewModule()
	pair := mustStruct(t, Int, Bool)
	f := m.AddFunc("a b", []Param{{Type: Int, Annot: Signed(32), Name: "n"}, {Type: Ptr}}, []Param{{Type: Int}, {Type: Bool}})
	f.Attrs = FuncAttrs{OptPolicy: "v1", OptLevel: "none", NoInline: true, Intrinsics: "map"}
	entry := f.AddBlock(Body)
	mem := f.AddArg(entry, Mem, 0)
	b := f.At(entry)
	n, p := b.Param(0, 0), b.Param(1, 0)
	big70 := num.Pow2(70)
	c := b.IConst(big70, 0)
	b.IConst(num.New(-5), 0)
	yes := b.BConst(true, 0)
	x := b.FConst(F32, 0x3f800000, 0)
	b.FConstWide(F128, 0x3fff000000000000, 1, 0)
	agg := b.Poison(pair, 0)
	b.SymbolAddr("a b", 0)
	b.Unary(OpNot, n, 0)
	sum := b.Binary(OpAdd, n, c, 0)
	b.Sized(OpSplit, 8, 0, sum)
	b.Extend(OpSExt, sum, 16, 0)
	lt := b.Compare(LT, n, c, 0)
	b.Compare(FUNO, x, x, 0)
	b.Select(lt, n, c, 0)
	b.Convert(OpFPConvert, x, F64, 0)
	b.ExtractValue(agg, 0, 1)
	b.InsertValue(agg, yes, 0, 1)
	slot := b.StackSlot(16, 8, 0)
	ld := b.Load(8, slot, mem, Ptr, 0)
	st := b.Store(4, n, slot, mem, 0)
	call := b.Call(p, []Value{ld, n}, st, []Type{Int, Bool}, 0)
	f.SetAttr(f.Def(ld), Attr{N: 8, Align: 8})
	b.Ret(0, f.Result(call, 1), f.Result(call, 2), f.Result(call, 0))
	want := `func @"a b"(%n: int:s32, ptr) -> (int, bool) opt_policy("v1") opt_level("none") noinline intrinsics("map") {
  bb0(v0: mem):
    v1:s32 = param %n
    v2 = param 1
    v3 = iconst 1180591620717411303424
    v4 = iconst -5
    v5 = bconst true
    v6 = fconst.f32 0x3f800000
    v7 = fconst.f128 0x3fff0000000000000000000000000001
    v8 = poison -> struct{int, bool}
    v9 = symbol_addr @"a b"
    v10 = not v1
    v11 = add v1, v3
    v12, v13 = split.8 v11
    v14 = sext v11, 16
    v15 = icmp.lt v1, v3
    v16 = fcmp.uno v6, v6
    v17 = select v15, v1, v3
    v18 = fp_convert v6 -> f64
    v19 = extractvalue v8, [1]
    v20 = insertvalue v8, v5, [1]
    v21 = stack_slot 16 align 8
    v22 = load.8 v21, align=8, v0 -> ptr
    v23 = store.4 v1, v21, v0
    v24, v25, v26 = call v2(v22, v1), v23 -> (int, bool)
    ret v25, v26, v24
}
`
	if got := m.Canonical(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if err := Verify(m); err != nil {
		t.Error(err)
	}
	if v, ok := f.SmallConst(f.Def(c)); ok {
		t.Errorf("2^70 is the small constant %d", v)
	}
	if !f.IntConst(f.Def(c)).Equal(big70) {
		t.Error("2^70 is kept")
	}
}

// TestBuilderMisuse: a count or a type that cannot be inferred is the caller's bug.
func TestBuilderMisuse(t *testing.T) {
	f := NewModule().AddFunc("f", nil, nil)
	b := f.At(f.AddBlock(Body))
	for name, misuse := range map[string]func(){
		"no such parameter": func() { b.Param(0, 0) },
		"missing arrow":     func() { b.Op(OpPoison, Attr{}, 0, nil) },
		"missing operand":   func() { b.Op(OpFAdd, Attr{}, 0, nil) },
		"alignment":         func() { Aligned(3) },
		"type payload":      func() { PtrIn(MaxTypePayload + 1) },
		"annotation width":  func() { Signed(1 << 30) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is accepted", name)
				}
			}()
			misuse()
		}()
	}
}

func TestSwitchTargets(t *testing.T) {
	f := NewModule().AddFunc("f", nil, nil)
	a, b := f.AddBlock(Body), f.AddBlock(Body)
	f.AddArg(b, Int, 0)
	at := f.At(a)
	x := at.Int64(3, 0)
	big70 := num.Pow2(70)
	c1, c2 := Goto(b, x), Goto(b, x)
	c1.Case, c2.Case = new(num.New(-1)), &big70
	c2.Args[0].Annot = Unsigned(4)
	i := at.Switch(x, []Target{c1, c2}, Goto(a), 0)
	f.At(b).Stop(OpTrap, 0)
	if got, want := f.InstText(f.Number(), i), "switch v0, [-1: bb1(v0), 1180591620717411303424: bb1(v0:u4)], bb0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := string(f.AppendInst([]byte("by handle: "), Numbering{}, i)), "by handle: switch v1, [-1: bb1(v1), 1180591620717411303424: bb1(v1:u4)], bb0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	ts := f.Targets(i)
	if len(ts) != 3 || !ts[1].Case.Equal(big70) || ts[2].Case != nil || len(ts[1].Args) != 1 || ts[1].Args[0] != c2.Args[0] {
		t.Errorf("targets %v", ts)
	}
	if got := f.Edges(nil, i); !slices.Equal(got, []Edge{{b, 1, 2}, {b, 2, 3}, {a, 3, 3}}) {
		t.Errorf("edges %v", got)
	}
}

func TestModuleItems(t *testing.T) {
	m := NewModule()
	f, g := m.AddFunc("f", nil, nil), m.AddFunc("g", nil, nil)
	e := m.AddExtern(&Extern{Name: "e", Returns: []Param{{Type: Int}}})
	d := m.AddData(&Data{Name: "d", Const: true, Align: 8, Pieces: []DataPiece{{Bytes: []byte("a\"\n\x01")}, {Zero: 8}, {Zero: 2, Uninit: true}},
		Relocs: []Reloc{{Off: 4, Sym: m.Symbol("f"), Addend: -2}}})
	f.At(f.AddBlock(Body)).Stop(OpTrap, 0)
	if m.Func("g") != g || m.ExternNamed("e") != e || m.DataNamed("d") != d || m.Func("e") != nil || m.DataNamed("f") != nil || m.ExternNamed("f") != nil {
		t.Error("lookups by name")
	}
	if d.Size() != 14 {
		t.Errorf("data of %d bytes", d.Size())
	}
	m.Remove(func(it Item) bool { return it.Kind == ItemFunc && it.Index == 1 })
	want := `func @f() {
  bb0:
    trap
}

extern func @e() -> int
` +
		"data @d const align 8 = {\"a\\\"\\n\\x01\", zero 8, uninit 2} relocs [4: @f-2]\n"
	if got := m.Canonical(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if err := Verify(m); err != nil {
		t.Error(err)
	}
}

// TestOrigins: a derived origin stands for its sources, each once; the most specific location
// wins, counts add up.
func TestOrigins(t *testing.T) {
	m := NewModule()
	a, b, c := m.SourceOrigin(Position{1, 1}), m.SourceOrigin(Position{2, 1}), m.SourceOrigin(Position{3, 1})
	if m.Derive() != Synthetic || m.Derive(a, Synthetic, a) != a {
		t.Error("no chain is needed")
	}
	ab := m.Derive(a, b)
	all := m.Derive(ab, c, a)
	if got := m.Sources(nil, all); !slices.Equal(got, []Origin{a, b, c}) {
		t.Errorf("sources %v", got)
	}
	if m.TextPos(all) != (Position{1, 1}) || m.TextPos(Synthetic) != (Position{}) {
		t.Error("position of the first source")
	}
	if _, ok := m.Location(all); ok {
		t.Error("a location that was not given")
	}
	m.SetLocation(a, Location{File: "a"})
	m.SetLocation(b, Location{File: "b", Line: 7})
	m.SetLocation(c, Location{File: "c", Line: 8})
	if l, _ := m.Location(all); l.File != "b" {
		t.Errorf("location %v: one with a line before one without, then the earlier", l)
	}
	m.SetLocation(c, Location{File: "c", Line: 8, Col: 1})
	if l, _ := m.Location(all); l.File != "c" {
		t.Errorf("location %v: one with a column first", l)
	}
	m.SetCount(a, 3)
	m.SetCount(c, 4)
	m.SetWeights(a, []uint64{1, 2})
	m.SetWeights(b, []uint64{1, 2, 3})
	m.SetWeights(c, []uint64{10, 20})
	m.SetVariable(b, Variable{Name: "v"})
	m.SetCount(Synthetic, 99)
	if n, ok := m.Count(all); n != 7 || !ok {
		t.Errorf("count %d", n)
	}
	if _, ok := m.Count(Synthetic); ok {
		t.Error("Synthetic has no count")
	}
	if w := m.Weights(all, 2); !slices.Equal(w, []uint64{11, 22}) {
		t.Errorf("weights %v", w)
	}
	if v, ok := m.Variable(all); v.Name != "v" || !ok {
		t.Errorf("variable %v", v)
	}
}

func TestRegionWalk(t *testing.T) {
	f := NewModule().AddFunc("f", nil, nil)
	loop := f.AddRegion(Body, LoopRegion)
	plain := f.AddRegion(loop, PlainRegion)
	b0, b1 := f.AddBlock(plain), f.AddBlock(loop)
	empty := f.AddRegion(Body, PlainRegion)
	b2 := f.AddBlock(Body)
	if got := slices.Collect(f.Blocks()); !slices.Equal(got, []Block{b0, b1, b2}) || f.Entry() != b0 {
		t.Errorf("blocks %v", got)
	}
	if f.InnermostLoop(b0) != loop || f.InnermostLoop(b2) != NoRegion || !f.InRegion(plain, loop) || f.InRegion(loop, plain) {
		t.Error("regions around a block")
	}
	if f.YieldTarget(b0) != b1 || f.YieldTarget(b1) != NoBlock || f.YieldTarget(b2) != NoBlock {
		t.Error("an empty region is no target")
	}
	f.RemoveRegion(empty)
	if f.YieldTarget(b1) != b2 {
		t.Error("region_yield goes to the next node")
	}
}
