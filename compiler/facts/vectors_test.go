package facts

import (
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// vectorDir has what the proven rules computed: lean/TuffyLean/Export/FactVectors.lean writes it
// and describes the format.
const vectorDir = "../../lean/export/facts"

// vector is one line: the rule, its operands, what it says.
type vector struct {
	where string
	name  string
	n     uint // the number in the rule's name
	c     Int  // the same as an integer
	in    []string
	out   []string
}

func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectorDir, name))
	if err != nil {
		t.Fatal(err)
	}
	var out []vector
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
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

func parseInt(t *testing.T, s string) Int {
	t.Helper()
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		t.Fatalf("%q is no integer", s)
	}
	return OfBig(v)
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
			c = OfInt64(2)
		}
		if got := Demand(op, v.n, m, c); !got.Equal(parseInt(t, v.out[0])) {
			t.Fatalf("%s\ngot %v", v.where, got)
		}
	}
}
