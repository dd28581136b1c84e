package facts

import "github.com/tuffy-ir/tuffy/ir"

//go:generate go run ./gen ../../lean/export/facts.json proofs_gen.go ../../ir/ops.go

// Proof is a rule of this package that has a theorem in Lean: what Go computes by it is compared with
// what the proven rule computed.
type Proof struct {
	Op        ir.Op    // opcode that the rule is about, unless Operation is set
	Pred      ir.Pred  // of icmp
	Result    int      // of split
	Bools     bool     // the first operand is a bool: not has a rule for each type
	Saturates bool     // the form with .sat
	Operand   int      // which one a demand is about
	Constant  bool     // of a demand: the other operand has to be a constant
	Operation string   // on facts: join, meet, widen, reduce, clamp
	Domains   []string // in which it says something: bits, range, truth
	Domain    string   // of one that is the best possible: in which it is
	Of        string   // and for which operands
	Vectors   string   // part of the family facts (testdata/lean) with what the rule made of samples
	Theorem   string
}

// Theorem names the theorem about what v is, given what the operands of its instruction are. It is
// empty if there is none.
// A pass that relies on a fact of v can name it as the reason.
func Theorem(f *ir.Func, v ir.Value) string {
	i := f.Def(v)
	if i == ir.NoInst {
		return ""
	}
	for _, p := range proofsOf[f.Op(i)] {
		if p.matches(f, i, v) {
			return p.Theorem
		}
	}
	return ""
}

// proofsOf lists the rules about what results are by opcode, theorems the names of their theorems.
var (
	proofsOf [ir.NumOps][]*Proof
	theorems = map[string]bool{}
)

// Several rules may be about one opcode: by predicate, type, saturation or result.
func init() {
	for n := range forwardProofs {
		p := &forwardProofs[n]
		proofsOf[p.Op] = append(proofsOf[p.Op], p)
		theorems[p.Theorem] = true
	}
}

// matches reports whether the rule, of the opcode of i, is about its result v.
func (p *Proof) matches(f *ir.Func, i ir.Inst, v ir.Value) bool {
	switch a := f.Attr(i); p.Op {
	case ir.OpICmp:
		return p.Pred == a.Pred
	case ir.OpNot:
		return p.Bools == (f.TypeOf(v) == ir.Bool)
	case ir.OpFPToSI, ir.OpFPToUI:
		return p.Saturates == a.Sat
	}
	return f.Result(i, p.Result) == v
}

// Proves reports whether there is a theorem of that name about what results are.
func Proves(theorem string) bool { return theorems[theorem] }
