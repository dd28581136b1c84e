package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// single is a function of one instruction whose operands are parameters.
type single struct {
	*analysis
	i ir.Inst
}

// newSingle makes the instruction, and says what is known of its operands.
func newSingle(op ir.Op, attr ir.Attr, types []ir.Type, known []state) single {
	var params []ir.Param
	for _, t := range types {
		params = append(params, ir.Param{Type: t})
	}
	f := ir.NewModule().AddFunc("f", params, nil)
	at := f.At(f.AddBlock(ir.Body))
	var operands []ir.Value
	for n := range types {
		operands = append(operands, at.Param(n, ir.Synthetic))
	}
	var to []ir.Type
	if op.Info().Result == ir.ResFloat {
		to = []ir.Type{ir.F64}
	}
	i := at.Op(op, attr, ir.Synthetic, to, operands...)
	at.Ret(ir.Synthetic)
	s := single{Forward(f).a, i}
	for n, v := range operands {
		k := known[n]
		k.reached = true
		s.vals.setState(v, &k)
	}
	s.inst(i, f.Entry())
	return s
}

// of is what is known of a result.
func (s single) of(n int) state { return s.vals.state(s.f.Result(s.i, n)) }

// says reports whether something is.
func (k state) says() bool { return !k.fact.Equal(&Fact{}) || k.truth != Either }

// rows makes an instruction of each pure opcode on ints, bools and floats, of which it is known what they
// are or are below 16.
func rows(t *testing.T, each func(name string, s single)) {
	t.Helper()
	small := Fact{Range: Range{at(num.Int{}), at(num.New(12))}}.reduce()
	three := Const(num.New(3))
	for n := range ir.NumOps {
		op, info := ir.Op(n), ir.Ops[n]
		if info.Flags&ir.Pure == 0 || info.Sig == "" || strings.Trim(info.Sig, "ibfFes") != "" || info.Result == ir.ResArrow || op == ir.OpFreeze {
			continue
		}
		for _, e := range []ir.Type{ir.Int, ir.Bool} {
			var types []ir.Type
			for _, l := range info.Sig {
				types = append(types, map[rune]ir.Type{'i': ir.Int, 'b': ir.Bool, 'f': ir.F64, 'F': ir.F64, 'e': e, 's': e}[l])
			}
			preds := []ir.Pred{0}
			if op == ir.OpICmp {
				preds = []ir.Pred{ir.EQ, ir.NE, ir.LT, ir.LE, ir.GT, ir.GE}
			}
			for _, p := range preds {
				for _, k := range []state{{fact: small, truth: Either}, {fact: three, truth: True}} {
					known := slices.Repeat([]state{k}, len(types))
					for _, sat := range []bool{false, true} {
						if sat && !slices.Contains(info.Suffix, ir.SufSat) {
							continue
						}
						each(fmt.Sprintf("%s %v %v", info.Name, e, p), newSingle(op, ir.Attr{N: 8, Imm: 8, Pred: p, Sat: sat}, types, known))
					}
				}
			}
			if !strings.ContainsAny(info.Sig, "es") {
				break
			}
		}
	}
}

// TestProofs: what is said of an opcode has a theorem and vectors, and every theorem is about something
// that is said.
func TestProofs(t *testing.T) {
	said, all := map[string]bool{}, 0
	rows(t, func(name string, s single) {
		for n := range s.f.NumResults(s.i) {
			all++
			v := s.f.Result(s.i, n)
			switch theorem := Theorem(s.f, v); {
			case s.of(n).says() && theorem == "":
				t.Errorf("%s: something is said of result %d, but no theorem is named", name, n)
			case s.of(n).says():
				said[theorem] = true
			}
		}
	})
	if all < 100 {
		t.Errorf("only %d instructions were looked at", all)
	}
	for _, p := range forwardProofs {
		if !said[p.Theorem] {
			t.Errorf("%s: nothing is said of an instruction that it is about", p.Theorem)
		}
		if !Proves(p.Theorem) || Proves(p.Theorem+"x") {
			t.Errorf("%s is said not to be a theorem", p.Theorem)
		}
	}
}

// proven reports whether one of the proofs is about that operand, or result, of an opcode.
func proven(list []Proof, want Proof) bool {
	return slices.ContainsFunc(list, func(p Proof) bool {
		return p.Op == want.Op && p.Pred == want.Pred && p.Bools == want.Bools && p.Result == want.Result &&
			p.Operand == want.Operand && (!p.Constant || want.Constant)
	})
}

// about says what a proof is about.
func (p *Proof) about() string {
	return fmt.Sprint(p.Op, p.Pred, p.Result, p.Bools, p.Operand, p.Constant)
}

// demandOf makes the instruction s with a constant beside operand n, if constant, and says which bits of
// that matter if some of result r do.
func demandOf(s single, n, r int, constant bool) num.Int {
	f := s.f
	if constant && f.NumOperands(s.i) == 2 {
		c := f.Before(s.i).Int64(3, ir.Synthetic)
		f.SetOperand(s.i, 1-n, ir.Operand{Value: c})
	}
	d := &Demands{f: f}
	d.masks.reset(f.NumValues())
	d.masks.set(f.Result(s.i, r), num.New(0x30))
	return d.plain(s.i, n)
}

// TestDemandProofs: where not all bits of an operand are said to matter, there is a theorem, and every
// theorem is about an operand of which that is said. What a store demands is not among them: it is no
// pure opcode.
func TestDemandProofs(t *testing.T) {
	said := map[string]bool{}
	rows(t, func(name string, s single) {
		f := s.f
		for r := range f.NumResults(s.i) {
			for n := range f.NumOperands(s.i) {
				if f.TypeOf(f.Result(s.i, r)) != ir.Int || f.TypeOf(f.Arg(s.i, n)) != ir.Int {
					continue
				}
				for _, constant := range []bool{false, true} {
					if demandOf(s, n, r, constant).Equal(minusOne) {
						continue
					}
					p := Proof{Op: f.Op(s.i), Result: r, Operand: n, Bools: f.TypeOf(f.Arg(s.i, 0)) == ir.Bool, Constant: constant}
					said[p.about()] = true
					if !proven(demandProofs, p) {
						t.Errorf("%s: a demand of operand %d, constant %t, has no theorem", name, n, constant)
					}
				}
			}
		}
	})
	for _, p := range demandProofs {
		if !said[p.about()] {
			t.Errorf("%s: nothing is said of an operand that it is about", p.Theorem)
		}
	}
}

// TestEdgeProofs: an opcode whose outcome says something of what its operands were made from has a
// theorem, and the reverse.
func TestEdgeProofs(t *testing.T) {
	said := map[string]bool{}
	rows(t, func(name string, s single) {
		op, attr := s.f.Op(s.i), s.f.Attr(s.i)
		if s.f.TypeOf(s.f.Result(s.i, 0)) != ir.Bool || s.f.TypeOf(s.f.Arg(s.i, 0)).Kind() == ir.KindFloat {
			return
		}
		p := Proof{Op: op, Pred: attr.Pred, Bools: s.f.TypeOf(s.f.Arg(s.i, 0)) == ir.Bool}
		for _, outcome := range []bool{false, true} {
			if slices.ContainsFunc(branchOn(op, attr, s, outcome), func(f Fact) bool { return !f.Equal(&Fact{}) }) {
				said[p.about()] = true
				if !proven(edgeProofs, p) {
					t.Errorf("%s: the outcome %t says something without a theorem", name, outcome)
				}
			}
		}
	})
	for _, p := range edgeProofs {
		if !said[p.about()] {
			t.Errorf("%s: the outcome says nothing", p.Theorem)
		}
	}
}

// branchOn is what is known of ints where the opcode of s had an outcome: its operands, or what was
// compared with 10 to make them. An int that is compared is compared with 10.
func branchOn(op ir.Op, attr ir.Attr, s single, outcome bool) []Fact {
	f := ir.NewModule().AddFunc("f", slices.Repeat([]ir.Param{{Type: ir.Int}}, s.f.NumOperands(s.i)), nil)
	at := f.At(f.AddBlock(ir.Body))
	ten := at.Int64(10, ir.Synthetic)
	var params, operands []ir.Value
	for n := range s.f.NumOperands(s.i) {
		p := at.Param(n, ir.Synthetic)
		params, operands = append(params, p), append(operands, p)
		if s.f.TypeOf(s.f.Arg(s.i, n)) == ir.Bool {
			operands[n] = f.Result(at.Op(ir.OpICmp, ir.Attr{Pred: ir.LT}, ir.Synthetic, nil, p, ten), 0)
		}
	}
	if op == ir.OpICmp {
		operands[1] = ten
	}
	return after(at.Op(op, attr, ir.Synthetic, nil, operands...), f, params, outcome)
}

// after branches on the result of c at the end of the entry, and returns what is known of the parameters
// where it had the outcome.
func after(c ir.Inst, f *ir.Func, params []ir.Value, outcome bool) []Fact {
	then, other := f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	f.At(f.Entry()).BrIf(f.Result(c, 0), ir.Goto(then), ir.Goto(other), ir.Synthetic)
	f.At(then).Ret(ir.Synthetic)
	f.At(other).Ret(ir.Synthetic)
	info, b := Forward(f), other
	if outcome {
		b = then
	}
	var out []Fact
	for _, p := range params {
		out = append(out, info.FactAt(p, b))
	}
	return out
}

// TestOtherProofs: the operations on facts that have vectors have theorems, and what is said to be the
// best possible is said.
func TestOtherProofs(t *testing.T) {
	named := func(list []Proof, operation string) bool {
		return slices.ContainsFunc(list, func(p Proof) bool { return p.Operation == operation })
	}
	for _, v := range readVectors(t, "lattice.txt") {
		if !named(latticeProofs, v.name) {
			t.Fatalf("%s: the operation has no theorem", v.where)
		}
	}
	for _, p := range bestProofs {
		if p.Operation != "" {
			if !named(latticeProofs, p.Operation) {
				t.Errorf("%s: the operation has no theorem", p.Theorem)
			}
			continue
		}
		if !slices.ContainsFunc(forwardProofs, func(q Proof) bool {
			return q.Op == p.Op && q.Result == p.Result && q.Bools == p.Bools && slices.Contains(q.Domains, p.Domain)
		}) {
			t.Errorf("%s: there is no rule that is the best possible", p.Theorem)
		}
	}
}
