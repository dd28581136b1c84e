package mutate

import (
	"slices"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/ir"
)

// Tokens makes a copy of m in which the memory tokens branch: some writes, calls and branches take the
// token of any write before them in place of the last one's, now and then a load or return does. Tokens do
// not steer execution, so the copy means the same; but the token of a read may now be stale, which is for
// the caller to find out. It is nil if no other token is at hand.
//
// m is not changed.
func Tokens(m *ir.Module, data []byte) *ir.Module {
	m = m.Clone()
	src := choice.New(data)
	r := src.Record()
	branched := false
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				// One of three writes, calls and branches changes its token, of loads and returns one of twelve: a stale read is what
				// the caller has to rule out.
				one := 3
				if op := f.Op(i); op == ir.OpRet || op == ir.OpCall || f.NumResults(i) == 0 || f.TypeOf(f.Result(i, 0)) != ir.Mem {
					one = 12
				}
				n := slices.IndexFunc(f.Operands(i), func(o ir.Operand) bool { return f.TypeOf(o.Value) == ir.Mem })
				if n < 0 || r.Below(one) > 0 {
					continue
				}
				o, tokens := f.Operand(i, n), available(f, i, ir.Mem)
				if e := f.Entry(); e != b {
					tokens = append(tokens, f.Args(e)...) // it has no others
				}
				// Without the present one a change is one.
				tokens = slices.DeleteFunc(tokens, func(v ir.Value) bool { return v == o.Value })
				if len(tokens) > 0 {
					o.Value = tokens[r.Below(len(tokens))]
					f.SetOperand(i, n, o)
					branched = true
				}
			}
		}
	}
	if !branched {
		return nil
	}
	return m
}
