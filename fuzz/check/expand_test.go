package check

import (
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// unexpanded are the opcodes that nothing else computes, with the reason.
var unexpanded = map[ir.Op]string{
	ir.OpPoison:          "there is nothing to compute",
	ir.OpParam:           "arguments are passed on by the expansion of call",
	ir.OpStackSlot:       "nothing else makes memory with the lifetime of a region",
	ir.OpStackEnd:        "nothing else ends the memory of a slot",
	ir.OpLandingPad:      "is undefined behaviour",
	ir.OpRet:             "is reached through the expansion of call",
	ir.OpVaStart:         "nothing else reaches arguments behind the parameters",
	ir.OpVaArg:           "nothing else reaches arguments behind the parameters",
	ir.OpVaEnd:           "its undefined behaviour is all that it does",
	ir.OpSetJmp:          "nothing else is a place that calls come back to",
	ir.OpLongJmp:         "nothing else ends calls from within others",
	ir.OpVolatileLoad:    "any other access is another event",
	ir.OpVolatileStore:   "any other access is another event",
	ir.OpVolatileMemCpy:  "any other access is another event",
	ir.OpVolatileMemMove: "any other access is another event",
	ir.OpVolatileMemSet:  "any other access is another event",
	ir.OpUnreachable:     "is undefined behaviour of its own code",
	ir.OpTrap:            "is the only end of its kind without a call",
}

// TestExpansionTable: every opcode has an expansion or a reason, and programs use each one.
func TestExpansionTable(t *testing.T) {
	for n := range ir.NumOps {
		op := ir.Op(n)
		if (len(expansions[op]) > 0) == (unexpanded[op] != "") {
			t.Errorf("%s: expanded in %d ways, left out because %q", op, len(expansions[op]), unexpanded[op])
		}
	}
	t.Logf("%d of %d opcodes are expanded", len(expansions), ir.NumOps)
	first, n := testseed.Seed(t), 2500
	if testing.Short() {
		n = 300
	}
	done := map[ir.Op]int{}
	missing := func() bool {
		for op := range expansions {
			if done[op] == 0 {
				return true
			}
		}
		return false
	}
	// Some are rare, such as freeze of bytes: then more programs are made.
	for k := 0; k < n || !testing.Short() && k < 10*n && missing(); k++ {
		m := gen.Program(gen.Expand(first+uint64(k), 800), preset.Default)
		r := choice.SplitMix(k)
		for _, at := range expansionSites(m, &r) {
			op := m.Funcs[at.fn].Op(at.inst)
			if done[op] > 3 {
				continue
			}
			c, _, _ := expandModule(m, func(site) choice.SplitMix { return r }, []site{at})
			if c.Funcs[at.fn].Deleted(at.inst) || c.Funcs[at.fn].Live() > m.Funcs[at.fn].Live() {
				done[op]++
			}
		}
	}
	for op := range expansions {
		if done[op] == 0 && !testing.Short() {
			t.Errorf("%s is never expanded", op)
		}
	}
}

// TestExpandSeesWrongOperations: an expansion that computes something else is found, and the
// opcode is named.
func TestExpandSeesWrongOperations(t *testing.T) {
	first := testseed.Seed(t)
	for op, wrong := range map[ir.Op]expansion{
		ir.OpSub: func(x *expander) []ir.Value { return one(x.bin(ir.OpSub, x.arg(1), x.arg(0))) },
		ir.OpShr: func(x *expander) []ir.Value {
			p, small := x.powerOf(x.arg(1))
			return one(x.sel(small, x.bin(ir.OpTDiv, x.arg(0), p), x.k(0)))
		},
		ir.OpLoad: func(x *expander) []ir.Value {
			if x.f.TypeOf(x.f.Result(x.i, 0)) != ir.Int {
				return nil
			}
			return one(x.sext(x.make(ir.OpLoad, x.attr, []ir.Type{ir.Int}, x.f.Arg(x.i, 0)), 8*x.attr.N))
		},
	} {
		right := expansions[op]
		expansions[op] = []expansion{wrong}
		found := 0
		for k := 0; k < 4000 && found < testseed.Rounds(3, 1); k++ {
			m, info := gen.Generate(gen.Expand(first+uint64(k), 800), preset.Default)
			s := &Subject{Module: m, Seed: first + uint64(k), Open: info.Open, Defined: info.Defined}
			if f := expand(s); f != nil && f.Rule == op.String() {
				found++
			}
		}
		expansions[op] = right
		if found < testseed.Rounds(3, 1) {
			t.Errorf("a wrong %s is found %d times", op, found)
		}
	}
}

// TestPromises: a promise that is not kept is a failure, one that is kept is none.
func TestPromises(t *testing.T) {
	m, info := gen.Generate(gen.Expand(testseed.Seed(t), 800), preset.Default)
	s := &Subject{Module: m, Expect: interp.UBNull}
	if !info.Defined || info.Expect != 0 || info.Open {
		t.Fatalf("%+v", info)
	}
	if f := planted(s); f == nil || f.Rule != "null-pointer" {
		t.Errorf("nothing is planted: %v", f)
	}
	if f := defined(&Subject{Module: m, Defined: true}); f != nil {
		t.Error(f)
	}
	bad := m.Clone()
	f := bad.Func("main")
	p := f.Before(f.LastInst(f.Entry()))
	p.Store(1, p.Int64(1, ir.Synthetic), p.Convert(ir.OpIntToPtr, p.Int64(0, ir.Synthetic), ir.Ptr, ir.Synthetic), f.Args(f.Entry())[0], ir.Synthetic)
	if f := defined(&Subject{Module: bad, Defined: true}); f == nil {
		t.Error("undefined behaviour is not seen")
	}
	if f := planted(&Subject{Module: bad, Expect: interp.UBNull}); f != nil {
		t.Error(f)
	}
}

// TestExpandAll: of a program that does not keep its promise, and of a reduced one, each
// instruction is expanded, or each with the opcode that is looked for.
func TestExpandAll(t *testing.T) {
	m := ir.NewModule()
	f := m.AddFunc("main", nil, []ir.Param{{Type: ir.Int}})
	b := f.At(f.AddBlock(ir.Body))
	v := b.Int64(1, ir.Synthetic)
	for range 10 { // of which a draw would leave out most
		v = b.Binary(ir.OpAdd, v, b.Int64(3, ir.Synthetic), ir.Synthetic)
	}
	v = b.Binary(ir.OpSub, v, b.Int64(5, ir.Synthetic), ir.Synthetic)
	b.Ret(ir.Synthetic, v)
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	right := expansions[ir.OpSub]
	defer func() { expansions[ir.OpSub] = right }()
	expansions[ir.OpSub] = []expansion{func(x *expander) []ir.Value { return one(x.bin(ir.OpSub, x.arg(1), x.arg(0))) }}
	seen := func(s *Subject) (out int) {
		s.Module = m
		for s.Seed = range 10 {
			again := *s
			if g := expand(&again); g != nil && g.Rule == "sub" {
				out++
			}
		}
		return out
	}
	for _, row := range []struct {
		name   string
		s      Subject
		lo, hi int
	}{
		{"as made", Subject{Defined: true}, 1, 9},
		{"promise broken", Subject{Expect: interp.UBNull}, 10, 10},
		{"reduced", Subject{Reduced: true}, 10, 10},
		{"sub", Subject{Reduced: true, Rule: "sub"}, 10, 10},
		{"no opcode", Subject{Reduced: true, Rule: "verify"}, 10, 10},
		{"other opcode", Subject{Reduced: true, Rule: "add", Accept: func(g *Failure) bool { return g.Rule == "add" }}, 1, 9},
	} {
		if n := seen(&row.s); n < row.lo || n > row.hi {
			t.Errorf("%s: the wrong instruction is seen by %d of 10 seeds", row.name, n)
		}
	}
}

// TestExpandOutside: ptradd, which ptradd.inbounds is where it is not poison, may be defined where that is not.
func TestExpandOutside(t *testing.T) {
	m, err := parser.Parse("outside.tir", []byte(`func @main() -> int {
  bb0:
    v0 = iconst 1
    v1 = stack_slot 0
    v2 = ptradd.inbounds v1, v0
    v3 = ptrdiff v2, v1
    ret v3
}
`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		if f := expand(&Subject{Module: m, Seed: seed, Reduced: true, Open: true}); f != nil {
			t.Fatalf("seed %d: %v\n%s", seed, f, f.Detail)
		}
	}
}
