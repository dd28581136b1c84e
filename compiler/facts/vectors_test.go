package facts

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export"
	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// vectorFamily has what the proven rules computed: lean/TuffyLean/Export/FactVectors.lean writes it
// and describes the format.
const vectorFamily = "facts"

// vector is one line: the rule, its operands, what it says.
type vector struct {
	where string
	name  string
	n     uint    // the number in the rule's name
	c     num.Int // the same as an integer
	in    []string
	out   []string
}

func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	parts := exporttest.Parts(t, vectorFamily)
	part := slices.IndexFunc(parts, func(p export.Part) bool { return p.Name == name })
	if part < 0 {
		t.Fatalf("family %s has no part %s", vectorFamily, name)
	}
	var out []vector
	for n, line := range strings.Split(strings.TrimSuffix(parts[part].Text, "\n"), "\n") {
		left, right, ok := strings.Cut(line, " = ")
		if !ok {
			t.Fatalf("%s:%d: no result: %s", name, n+1, line)
		}
		in := strings.Split(left, " | ")
		v := vector{where: name + ":" + strconv.Itoa(n+1) + ": " + line, in: in[1:], out: strings.Split(right, " | ")}
		base, number, _ := strings.Cut(in[0], " ")
		v.name = base
		if number != "" {
			v.c = parseInt(t, number)
			if k, ok := v.c.Int64(); ok && k >= 0 {
				v.n = uint(k)
			}
		}
		out = append(out, v)
	}
	if len(out) < 100 {
		t.Fatalf("%s has only %d lines", name, len(out))
	}
	return out
}

func parseInt(t *testing.T, s string) num.Int {
	t.Helper()
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		t.Fatalf("%q is no integer", s)
	}
	return num.FromBig(v)
}

func parseFact(t *testing.T, s string) Fact {
	t.Helper()
	w := strings.Fields(s)
	if len(w) != 4 {
		t.Fatalf("%q is no fact", s)
	}
	end := func(s string) End {
		if s == "inf" {
			return End{}
		}
		return at(parseInt(t, s))
	}
	return Fact{Bits{parseInt(t, w[2]), parseInt(t, w[3])}, Range{end(w[0]), end(w[1])}}
}

func (v *vector) fact(t *testing.T, n int) *Fact {
	f := parseFact(t, v.in[n])
	return &f
}

func opNamed(t *testing.T, name string) ir.Op {
	t.Helper()
	for n := range ir.NumOps {
		if ir.Ops[n].Name == name {
			return ir.Op(n)
		}
	}
	t.Fatalf("no opcode %s", name)
	return 0
}

func (v *vector) expect(t *testing.T, n int, got Fact) {
	t.Helper()
	want := parseFact(t, v.out[n])
	if !got.Equal(&want) {
		t.Fatalf("%s\ngot %v", v.where, got)
	}
}

// TestVectors compares every rule with what Lean computed.
func TestVectors(t *testing.T) {
	for _, v := range readVectors(t, "binary.txt") {
		v.expect(t, 0, Binary(opNamed(t, v.name), v.fact(t, 0), v.fact(t, 1)))
	}
	for _, v := range readVectors(t, "unary.txt") {
		base, result, _ := strings.Cut(v.name, ".")
		if base == "split" {
			hi, lo := Split(v.n, v.fact(t, 0))
			if result == "1" {
				hi = lo
			}
			v.expect(t, 0, hi)
			continue
		}
		v.expect(t, 0, Unary(opNamed(t, base), v.n, v.fact(t, 0)))
	}
	for _, v := range readVectors(t, "sized.txt") {
		v.expect(t, 0, Sized(opNamed(t, v.name), v.n, v.fact(t, 0), v.fact(t, 1)))
	}
	for _, v := range readVectors(t, "compare.txt") {
		p, ok := ir.ParsePred(v.name, false)
		if !ok {
			t.Fatal(v.where)
		}
		a, b := v.fact(t, 0), v.fact(t, 1)
		truth := map[string]Truth{"true": True, "false": False, "either": Either}[v.out[0]]
		if got := Compare(p, a, b); got != truth {
			t.Fatalf("%s\ngot %d", v.where, got)
		}
		x, y := Assume(p, a, b)
		v.expect(t, 1, x)
		v.expect(t, 2, y)
	}
}

// TestLatticeVectors does the same for the lattice and for demanded bits.
func TestLatticeVectors(t *testing.T) {
	for _, v := range readVectors(t, "lattice.txt") {
		a, b := v.fact(t, 0), v.fact(t, 1)
		switch v.name {
		case "join":
			v.expect(t, 0, a.Join(b))
		case "meet":
			v.expect(t, 0, a.Meet(b))
		case "widen":
			v.expect(t, 0, a.Widen(b))
		default:
			t.Fatal(v.where)
		}
	}
	for _, v := range readVectors(t, "demand.txt") {
		m, c := parseInt(t, v.in[0]), v.c
		op := ir.OpAdd
		if v.name != "low" {
			op = opNamed(t, v.name)
		}
		if op == ir.OpRotateLeft {
			c = num.New(2)
		}
		if got := Demand(op, v.n, m, c); !got.Equal(parseInt(t, v.out[0])) {
			t.Fatalf("%s\ngot %v", v.where, got)
		}
	}
}

func parseTruth(t *testing.T, s string) (Truth, bool) {
	t.Helper()
	x, ok := map[string]Truth{"either": Either, "true": True, "false": False}[s]
	return x, ok
}

// known is what a vector says of operands, and their types.
func (v *vector) known(t *testing.T) (types []ir.Type, known []state) {
	for _, in := range v.in {
		if x, ok := parseTruth(t, in); ok {
			types, known = append(types, ir.Bool), append(known, state{truth: x})
		} else {
			types, known = append(types, ir.Int), append(known, state{fact: parseFact(t, in)})
		}
	}
	return types, known
}

// TestTruthVectors does the same for truth values and the choices between values, as the analysis
// evaluates them.
func TestTruthVectors(t *testing.T) {
	for _, v := range readVectors(t, "truth.txt") {
		base, sat := strings.CutSuffix(v.name, ".sat")
		op := opNamed(t, base)
		types, known := v.known(t)
		if op == ir.OpFPToSI || op == ir.OpFPToUI {
			types, known = []ir.Type{ir.F64}, []state{{}}
		}
		got := newSingle(op, ir.Attr{N: uint32(v.n), Sat: sat}, types, known).of(0)
		if want, ok := parseTruth(t, v.out[0]); !ok {
			v.expect(t, 0, got.fact)
		} else if got.truth != want {
			t.Fatalf("%s\ngot %d", v.where, got.truth)
		}
	}
}

// TestEdgeVectors does the same for what outcomes say of operands. What the analysis finds out about
// truth values is what it finds out about what was compared to make them.
func TestEdgeVectors(t *testing.T) {
	for _, v := range readVectors(t, "edge.txt") {
		base, outcome, _ := strings.Cut(v.name, ".")
		op := opNamed(t, base)
		if op == ir.OpIntToBool {
			x := v.fact(t, 0)
			p := map[string]ir.Pred{"true": ir.NE, "false": ir.EQ}[outcome]
			v.expect(t, 0, assumeFirst(p, x, &zero))
			continue
		}
		_, known := v.known(t)
		for n, got := range junction(op, outcome == "true", len(known)) {
			want, _ := parseTruth(t, v.out[n])
			if known[n].truth != Either && got == Either {
				got = known[n].truth // what was known before stays
			}
			if got != want {
				t.Fatalf("%s\noperand %d: got %d", v.where, n, got)
			}
		}
	}
}

// junction is what the analysis makes of an outcome of an opcode whose operands are comparisons of
// different values with 10.
func junction(op ir.Op, outcome bool, operands int) []Truth {
	f := ir.NewModule().AddFunc("f", []ir.Param{{Type: ir.Int}, {Type: ir.Int}}, nil)
	at := f.At(f.AddBlock(ir.Body))
	ten := at.Int64(10, ir.Synthetic)
	var params, conditions []ir.Value
	for n := range operands {
		p := at.Param(n, ir.Synthetic)
		c := at.Op(ir.OpICmp, ir.Attr{Pred: ir.LT}, ir.Synthetic, nil, p, ten)
		params, conditions = append(params, p), append(conditions, f.Result(c, 0))
	}
	out := make([]Truth, operands)
	for n, x := range after(at.Op(op, ir.Attr{}, ir.Synthetic, nil, conditions...), f, params, outcome) {
		switch {
		case x.Range.Hi.Finite:
			out[n] = True
		case x.Range.Lo.Finite:
			out[n] = False
		}
	}
	return out
}
