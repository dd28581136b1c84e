package check

import (
	"math"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// A pass that floats may be reordered by changes results, but for those that are exact however they are
// computed. If all that the operations with flags of f32 and f64 read and make are integers other than
// zero of at most smallInt, every sum of some of the leaves of a tree of them is an integer of fewer
// bits than f32 has, since there are less than 2^12 leaves, and every product of some factors divides
// one that is small. So nothing is rounded in any order, nor with a product fused to a sum; and of a
// sum of what is not zero a zero is +0. It is conservative: programs that it does not cover are not
// compared with the pass.
const smallInt = 1 << 12

// exact watches whether a run is one of those. It is an interp.Selector of one run.
// The zero value is ready.
type exact struct {
	some    bool // operations with flags ran
	rounded bool // one of them read or made something else
}

// Selects takes operations with flags and one result; those of other formats and of vectors are not watched.
func (e *exact) Selects(f *ir.Func, i ir.Inst) bool {
	if !f.Op(i).Is(ir.HasFPFlags) || f.Attr(i).Flags == 0 || f.NumResults(i) != 1 {
		return false
	}
	t := f.TypeOf(f.Result(i, 0))
	return t == ir.F32 || t == ir.F64
}

// Before looks at the operands.
func (e *exact) Before(s *interp.Step) error {
	e.some = true
	for n := range s.Func.NumOperands(s.Inst) {
		e.look(s, s.Func.Arg(s.Inst, n))
	}
	return nil
}

// After looks at the result.
func (e *exact) After(s *interp.Step) error {
	e.look(s, s.Func.Result(s.Inst, 0))
	return nil
}

// look notes whether v is small. A value that is not a float (poison, a NaN in a lane) ends the promise.
func (e *exact) look(s *interp.Step, v ir.Value) {
	got, _ := s.Value(v)
	if f, ok := got.(interp.Float); !ok || !isSmall(f) {
		e.rounded = true
	}
}

// isSmall reports whether f is an integer other than zero of at most smallInt. Both formats hold
// such integers exactly.
// A zero is left out because its sign depends on the order of the sum.
func isSmall(f interp.Float) bool {
	v := math.Float64frombits(f.Lo)
	if f.Type == ir.F32 {
		v = float64(math.Float32frombits(uint32(f.Lo)))
	}
	return v == math.Trunc(v) && v != 0 && math.Abs(v) <= smallInt
}

// exactFloats reports whether the base run computes with flags, and exactly. It costs a run, so floatFlags is asked first.
func (s *Subject) exactFloats() bool {
	var e exact
	o := s.Options()
	o.Observer = &e
	run(s.Module, o)
	return e.some && !e.rounded
}

// relaxPass is the transform of the pass that may change results, on programs in which it does not.
// Contraction is drawn, reassociation always on.
func relaxPass(p pass.Pass) Transform {
	// The closure draws from the subject, so that the same subject gets the same parameters.
	pipeline := func(s *Subject) pass.Options {
		c := pass.Single("single", 2, p.Name)
		c.Stages[0].Passes[0].Params = map[string]int{"reassoc": 1, "contract": int(s.Rand("params", 1)[0] % 2)}
		return pass.Options{Config: c}
	}
	t := passTransform(p.Name, p.Name, p.Doc+", where they are exact in any order", 4, pipeline)
	apply := t.Apply
	// The pass is asked only where its flags change nothing, so refinement stays the judge.
	t.Apply = func(s *Subject) *ir.Module {
		if !floatFlags(s.Module) || !s.exactFloats() {
			return nil
		}
		return apply(s)
	}
	return t
}

// floatFlags reports whether an operation of m carries flags. It is a quick look that spares most
// programs a run.
func floatFlags(m *ir.Module) bool {
	for _, f := range m.Funcs {
		for i := range f.AllInsts() {
			if f.Op(i).Is(ir.HasFPFlags) && f.Attr(i).Flags != 0 {
				return true
			}
		}
	}
	return false
}

// fastMathPass is the row of the table that may change results. There is exactly one such row.
// The caller removes it from the ordinary transforms by the same test.
func fastMathPass() (p pass.Pass) {
	for _, q := range opt.Passes() {
		if opt.FastMath(q.Name) {
			p = q
		}
	}
	return p
}
