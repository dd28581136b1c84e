package legalize

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/ir"
)

// Arguments behind the parameters of a variadic function are passed as their types alone say: no declaration claims
// anything of them, and an int is a word. Whoever takes one from a list knows the same type.

// oneArgument reports whether a va_arg takes one argument: one result, or the pieces of one.
func oneArgument(l *lowerer, i ir.Inst) bool {
	return l.z.passings.Call(l.f, i) != nil || l.f.NumResults(i) == 2 && !l.f.AnnotOf(l.f.Result(i, 1)).IsABI()
}

// behind are the parameters of a function as a call with np arguments sees them.
func (l *lowerer) behind(call ir.Inst, params []ir.Param, np int) []ir.Param {
	if len(params) == np {
		return params
	}
	params = slices.Clone(params)
	for n := len(params); n < np; n++ {
		params = append(params, ir.Param{Type: l.f.TypeOf(l.f.Arg(call, n+1))})
	}
	return params
}

// fits reports whether a call with so many arguments and results may be one of a function of that signature.
func (s *signature) fits(params, results int) bool {
	return results == len(s.returns) && (params == len(s.params) || s.variadic && params > len(s.params))
}

// splitList makes of a va_arg one for each argument, whose results are the parts that it is passed as.
func (l *lowerer) splitList(i ir.Inst) {
	f := l.f
	token := f.Arg(i, 1)
	for n := 1; n < f.NumResults(i); n++ {
		old := f.Result(i, n)
		t := f.TypeOf(old)
		p := ir.Param{Type: t}
		if a := f.AnnotOf(old); a.IsABI() {
			p.Annot = a
		}
		c, ls := l.passedAs(p)
		types := []ir.Type{ir.Mem}
		for _, x := range ls {
			types = append(types, x.typ)
		}
		take := l.at.Inst(ir.OpVaArg, f.Attr(i), []ir.Operand{{Value: f.Arg(i, 0)}, {Value: token}}, nil, types, l.origin)
		how := &ctype.Passing{}
		how.AddParam(c, piecesOf(ls)...)
		l.z.passings.SetCall(f, take, how)
		l.ranges.grow()
		token = f.Result(take, 0)
		out := make([]ir.Value, len(ls))
		for k, x := range ls {
			if out[k] = f.Result(take, k+1); x.typ == ir.Int {
				f.SetAnnot(out[k], ir.Unsigned(8*ir.IntBytes))
				l.note(out[k], facts.Unsigned(8*ir.IntBytes))
			}
		}
		switch {
		case l.composite(t):
			l.parts[old] = l.received(t, ls, out)
		case t == ir.Int:
			f.ReplaceUses(old, l.inRange(out[0], facts.ClaimedRange(f.AnnotOf(old))))
		default:
			f.ReplaceUses(old, out[0])
		}
	}
	f.ReplaceUses(f.Result(i, 0), token)
}
