package difftest

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// facts are what inputs take from the text of programs. Each list is in the order of the text and has nothing twice.
type facts struct {
	ints       []num.Int       // integers, those that floats are among them
	edges      []num.Int       // integers that matter to the opcodes that are there
	edgeFloats []floatConstant // floats that do
	bits       []num.Int       // bits of floats
	floats     []floatConstant // floats
	texts      [][]byte        // what stands in data
	symbols    []string        // data and functions that other modules know and each program has
	allocs     bool            // the library is asked for memory
}

// floatConstant is a float constant of at most 64 bits.
type floatConstant struct {
	t    ir.Type
	bits uint64
}

// value is nil for a NaN.
func (c floatConstant) value() *big.Float {
	f := interp.FloatFormat(c.t)
	if f.IsNaN(c.bits) {
		return nil
	}
	return f.BigFloat(interp.Float{Type: c.t, Lo: c.bits}.Bits())
}

// Bounds of the constants.
const (
	mostConstants     = 400
	mostConstantBits  = 4096
	mostTexts         = 32
	mostTextBytes     = 64
	mostSymbols       = 6
	mostFloatsOfOther = 120
)

// allocators are the functions of the library that may have no memory to give.
var allocators = map[string]bool{"malloc": true, "calloc": true, "realloc": true, "aligned_alloc": true, "posix_memalign": true, "strdup": true, "strndup": true}

// factsOf collects them of what a function reaches in the modules.
func factsOf(name string, modules []*ir.Module) (x facts) {
	seen := map[string]bool{}
	add := func(to *[]num.Int, kind string, v num.Int) {
		// The key holds the number in text, as numbers have any length.
		if key := kind + v.Text(62); !seen[key] && v.BitLen() <= mostConstantBits && len(*to) < mostConstants {
			seen[key] = true
			*to = append(*to, v)
		}
	}
	for _, m := range modules {
		for f, i := range reachedInsts(name, m) {
			x.boundaries(f, i, seen)
			switch f.Op(i) {
			case ir.OpIConst:
				add(&x.ints, "i", f.IntConst(i))
			case ir.OpSwitch:
				for n := range f.NumTargets(i) - 1 {
					add(&x.ints, "i", f.TargetCase(i, n))
				}
			case ir.OpFConst:
				t := f.TypeOf(f.Result(i, 0))
				if _, lo := f.FloatConst(i); !t.IsWideFloat() {
					before := len(x.bits)
					if add(&x.bits, t.String(), num.FromUint64(lo)); len(x.bits) > before {
						x.floats = append(x.floats, floatConstant{t, lo})
					}
				}
			case ir.OpSymbolAddr:
				x.symbol(m.SymbolName(f.SymbolOf(i)), m, modules, seen)
			}
		}
	}
	for _, c := range x.floats {
		if v := c.value(); v != nil && !v.IsInf() && v.MantExp(nil) < 64 {
			whole, _ := v.Int(nil)
			add(&x.ints, "i", num.FromBig(whole))
		}
	}
	return x
}

// mostEdges bounds the numbers that matter to opcodes.
const mostEdges = 48

// boundaries notes the numbers that matter to an operand that is no constant, of kinds of which the values are not in every pool.
func (x *facts) boundaries(f *ir.Func, i ir.Inst, seen map[string]bool) {
	for n := range f.NumOperands(i) {
		kind := f.Op(i).Boundary(n)
		if d := f.Def(f.Arg(i, n)); kind <= ir.BoundDivisor || d != ir.NoInst && f.Op(d) == ir.OpIConst {
			continue
		}
		bits := f.BoundaryBits(i)
		for _, v := range kind.Ints(bits) {
			if key := "e" + v.Text(62); !seen[key] && len(x.edges) < mostEdges {
				seen[key] = true
				x.edges = append(x.edges, v)
			}
		}
		t := f.TypeOf(f.Arg(i, n))
		if kind == ir.BoundFloat || t.Kind() != ir.KindFloat || t.IsWideFloat() {
			continue
		}
		for _, v := range kind.Floats(t, bits) {
			if key := "f" + t.String() + num.FromUint64(v).Text(62); !seen[key] && len(x.edgeFloats) < 2*mostEdges {
				seen[key] = true
				x.edgeFloats = append(x.edgeFloats, floatConstant{t, v})
			}
		}
	}
}

// symbol notes what follows from a symbol that is named.
func (x *facts) symbol(name string, m *ir.Module, modules []*ir.Module, seen map[string]bool) {
	if seen["@"+name] {
		return
	}
	seen["@"+name] = true
	x.allocs = x.allocs || allocators[name] && m.Func(name) == nil
	if d := m.DataNamed(name); d != nil {
		for _, p := range d.Pieces {
			if len(p.Bytes) > 0 && len(x.texts) < mostTexts {
				x.texts = append(x.texts, p.Bytes[:min(len(p.Bytes), mostTextBytes)])
			}
		}
	}
	for _, m := range modules {
		f, d := m.Func(name), m.DataNamed(name)
		if f == nil && d == nil || f != nil && f.Linkage.Binding == ir.Local || d != nil && d.Linkage.Binding == ir.Local {
			return
		}
	}
	if len(x.symbols) < mostSymbols {
		x.symbols = append(x.symbols, name)
	}
}

// floatBits are bits of a float type that matter: constants of that type and of others, rounded, with their neighbours and negations,
// integers, integers and a half, and integers as bits.
func (x *facts) floatBits(t ir.Type) (out []uint64) {
	width := uint(t.FloatBits())
	f := interp.FloatFormat(t)
	seen := map[uint64]bool{}
	add := func(b uint64) {
		if !seen[b] && len(out) < mostFloatsOfOther {
			seen[b] = true
			out = append(out, b)
		}
	}
	near := func(b uint64) {
		mask := uint64(1)<<width - 1
		if width == 64 {
			mask = 1<<64 - 1
		}
		for _, d := range []uint64{0, 1, mask} {
			add((b + d) & mask)
		}
		add(b ^ 1<<(width-1))
	}
	for _, c := range x.floats {
		if c.t == t {
			near(c.bits)
		} else if v := c.value(); v != nil {
			near(f.FromBigFloat(v).Lo)
		}
	}
	for _, c := range x.edgeFloats {
		if c.t == t {
			add(c.bits)
		}
	}
	for _, c := range x.ints {
		if c.BitLen() <= 64 {
			v := new(big.Float).SetInt(c.Big())
			near(f.FromBigFloat(v).Lo)
			if c.BitLen() < 40 {
				add(f.FromBigFloat(v.Add(v, big.NewFloat(0.5))).Lo)
			}
		}
		if c.FitsUnsigned(width) && c.BitLen() > width/4 {
			add(c.Low64())
		}
	}
	return out
}
