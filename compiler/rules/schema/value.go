package schema

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/internal/export"
	"github.com/tuffy-ir/tuffy/ir"
)

// Set is an export of rules about values.
type Set struct {
	Format   string   `json:"format"`
	Version  int      `json:"version"`
	Lean     string   `json:"lean"`     // version of Lean that checked the proofs
	Commutes []string `json:"commutes"` // opcodes whose first two operands may be swapped, by theorem
	Rules    []*Rule  `json:"rules"`
}

// Rule is a rewrite rule.
type Rule struct {
	Header
	Kind         string `json:"kind"` // equivalence or refinement
	LHS          *Term  `json:"lhs"`
	RHS          *Term  `json:"rhs"`
	Pre          []*Pre `json:"pre"`
	Experimental bool   `json:"experimental,omitempty"`
}

// Term is a pattern or a replacement; exactly one of Var, Calc, Bool, Float, Recip, Op, Use and Res
// is set.
type Term struct {
	Var   string  `json:"var,omitempty"`
	Type  string  `json:"type,omitempty"` // of a variable or a float constant, a key of [Types]
	Calc  *Expr   `json:"calc,omitempty"` // an integer constant
	Bool  *bool   `json:"bool,omitempty"`
	Float string  `json:"float,omitempty"` // the bits of a float constant, in hexadecimal
	Recip string  `json:"recip,omitempty"` // the reciprocal of the float constant that this variable is
	Op    string  `json:"op,omitempty"`    // mnemonic without its immediate
	Imm   int     `json:"imm,omitempty"`   // how many of the last Args are immediates
	N     int     `json:"result,omitempty"`
	To    string  `json:"to,omitempty"` // result type, of opcodes that are written with one
	Args  []*Term `json:"args,omitempty"`
	Use   *Claims `json:"use,omitempty"` // a use-side annotation of Of
	Res   *Claims `json:"res,omitempty"` // a result annotation of Of
	Of    *Term   `json:"of,omitempty"`
}

// Ops is the number of operations of a term, 0 for none.
// Annotations and constants are none: rules are compared by what they really remove and add.
func (t *Term) Ops() (n int) {
	if t == nil {
		return 0
	}
	if t.Op != "" {
		n++
	}
	for _, a := range t.Args {
		n += a.Ops()
	}
	return n + t.Of.Ops()
}

// Types are the types of variables. Variables of type float have the same one, whichever it is.
// 0 stands for a type that the name does not fix.
var Types = map[string]ir.Type{"int": ir.Int, "bool": ir.Bool, "any": 0, "float": 0, "ptr": ir.Ptr,
	"bf16": ir.BF16, "f16": ir.F16, "f32": ir.F32, "f64": ir.F64}

// Claims is an annotation: those that variables of the pattern stand for, and claims.
// Metas are names that matching binds to whole annotations, which the replacement can carry on.
type Claims struct {
	Metas  []string `json:"metas,omitempty"`
	Claims []*Claim `json:"claims,omitempty"`
}

// Claim is one claim: signed, unsigned, align, known, nofpclass.
type Claim struct {
	Fn   string  `json:"fn"`
	Args []*Expr `json:"args"`
}

// Expr is arithmetic on constants: a constant of the pattern, a literal, or a function.
// Exactly one of Const, Lit and Fn is set. Literals are decimal and fit 64 bits; values in between may not.
type Expr struct {
	Const string  `json:"const,omitempty"`
	Lit   string  `json:"lit,omitempty"`
	Fn    string  `json:"fn,omitempty"`
	Args  []*Expr `json:"args,omitempty"`
}

// Pre is a precondition: cmp (with Pred), isPow2, not, and, or, or a fact about a variable:
// inU, inS, range, zeros, ones of an int; fpZero, fpNegZero, fpOne, fpNegOne, fpTwo, fpRecip (a power
// of two with a reciprocal), fpNotIn (in none of the classes) of a float.
// What it binds depends on what stood before, and is found by check.
type Pre struct {
	Fn   string  `json:"fn"`
	Pred string  `json:"pred,omitempty"`
	Var  string  `json:"var,omitempty"`
	Args []*Expr `json:"args,omitempty"`
	Of   []*Pre  `json:"of,omitempty"`

	binds []string
}

// Binds lists the constants that a fact makes known: `inU x n` with an n that the pattern does
// not have makes it the smallest width that x is known to fit, zeros and ones all known bits.
func (p *Pre) Binds() []string { return p.binds }

// Read reads an export of rules about values.
func Read(name string, data []byte) (*Set, error) {
	s, err := load(name, data, export.Format{Name: "tuffy-rules", Kind: "rules"}, &Set{}, func(s *Set) []row { return rowsOf(s.Rules) })
	if s != nil {
		for _, n := range s.Commutes {
			if op, _, bad := Opcode(n); bad != nil || !op.Is(ir.Commutes) {
				err = errors.Join(err, fmt.Errorf("%s: %q is no opcode whose operands may be swapped", name, n))
			}
		}
	}
	return s, err
}

// Swaps reports whether the first two operands of a term may be swapped.
func (s *Set) Swaps(t *Term) bool { return slices.Contains(s.Commutes, t.Op) }

// unproven rules are marked in the export, and no engine applies them unless asked.
func (r *Rule) unproven() bool { return r.Experimental }

// Opcode finds the opcode of a mnemonic and, for icmp and fcmp, its predicate.
// The suffix after a dot may belong to the name of the opcode itself, as in memory operations, or be a
// predicate.
func Opcode(name string) (ir.Op, ir.Pred, error) {
	if Saturates(name) {
		name = strings.TrimSuffix(name, ".sat")
	}
	base, pred, hasPred := strings.Cut(name, ".")
	for n := range ir.NumOps {
		if op := ir.Op(n); op.Info().Name == base || op.Info().Name == name {
			if op == ir.OpICmp || op == ir.OpFCmp {
				p, ok := ir.ParsePred(pred, op == ir.OpFCmp)
				if !ok {
					return 0, 0, fmt.Errorf("unknown predicate %q", pred)
				}
				return op, p, nil
			}
			if hasPred && op.Info().Name != name {
				continue
			}
			return op, 0, nil
		}
	}
	return 0, 0, fmt.Errorf("unknown opcode %q", name)
}

// Saturates reports whether a mnemonic is that of a conversion that saturates.
// The saturating form is an attribute in the IR and a suffix in the export.
func Saturates(name string) bool { return name == "fp_to_si.sat" || name == "fp_to_ui.sat" }

// check looks at one rule.
// Relations between rules, such as two that undo each other, are not looked at.
func (r *Rule) check() error {
	if err := oneKind(r.Kind); err != nil {
		return err
	}
	_, err := replaces(r.LHS, r.Pre, r.RHS)
	return err
}

// replaces checks a pattern with preconditions and its replacement, and says what the pattern binds.
// In this order, as names are bound from left to right: pattern, preconditions, replacement.
func replaces(lhs *Term, pre []*Pre, rhs *Term) (bound map[string]bool, err error) {
	if lhs == nil || rhs == nil {
		return nil, fmt.Errorf("no pattern or no replacement")
	}
	bound = map[string]bool{}
	if err := lhs.check(bound, true); err != nil {
		return nil, fmt.Errorf("pattern: %w", err)
	}
	root := lhs
	for root.Res != nil {
		root = root.Of
	}
	if root.Op == "" {
		return nil, fmt.Errorf("pattern: the root must be an opcode")
	}
	if err := preconditions(pre, bound); err != nil {
		return nil, err
	}
	if err := rhs.check(bound, false); err != nil {
		return nil, fmt.Errorf("replacement: %w", err)
	}
	return bound, nil
}

// preconditions checks those of a rule, and adds what they bind.
func preconditions(list []*Pre, bound map[string]bool) error {
	for _, p := range list {
		if err := p.check(bound); err != nil {
			return fmt.Errorf("precondition: %w", err)
		}
	}
	return nil
}

// check looks at a term; a pattern binds names, a replacement may use bound ones only.
func (t *Term) check(bound map[string]bool, pattern bool) error {
	if t == nil || slices.Contains(t.Args, nil) {
		return errNull
	}
	n := 0
	for _, set := range []bool{t.Var != "", t.Calc != nil, t.Bool != nil, t.Float != "", t.Recip != "", t.Op != "", t.Use != nil, t.Res != nil} {
		if set {
			n++
		}
	}
	if n != 1 {
		return fmt.Errorf("a term is one of var, calc, bool, float, recip, op, use and res, got %d of them", n)
	}
	switch {
	case t.Var != "":
		if pattern {
			bound[t.Var] = true
		} else if !bound[t.Var] {
			return fmt.Errorf("%s is not bound", t.Var)
		}
		if _, ok := Types[t.Type]; !ok {
			return fmt.Errorf("unknown type %q of %s", t.Type, t.Var)
		}
	case t.Float != "":
		typ := Types[t.Type]
		if typ.Kind() != ir.KindFloat {
			return fmt.Errorf("%q is no type of a float constant", t.Type)
		}
		if bits, err := strconv.ParseUint(t.Float, 0, 64); err != nil || !strings.HasPrefix(t.Float, "0x") || len(strconv.FormatUint(bits, 2)) > typ.FloatBits() {
			return fmt.Errorf("%q are not the bits of a constant of type %s", t.Float, t.Type)
		}
	case t.Recip != "":
		// It is computed for the replacement only.
		if pattern || !bound[t.Recip] {
			return fmt.Errorf("the reciprocal of %s cannot be matched, or %[1]s is not bound", t.Recip)
		}
	case t.Calc != nil:
		if pattern && t.Calc.Fn != "" {
			return fmt.Errorf("a pattern cannot compute constants")
		}
		return t.Calc.check(bound, pattern)
	case t.Use != nil, t.Res != nil:
		c := t.Use
		if c == nil {
			c = t.Res
		}
		if t.Of == nil {
			return fmt.Errorf("an annotation of nothing")
		}
		if err := t.Of.check(bound, pattern); err != nil {
			return err
		}
		return c.check(bound, pattern)
	case t.Op != "":
		op, _, err := Opcode(t.Op)
		if err != nil {
			return err
		}
		row := op.Info()
		if len(t.Args) != len(row.Sig)+t.Imm || strings.ContainsAny(row.Sig, "*?m") || t.Imm > 1 || t.Imm == 1 != (row.Form == ir.FormWidth || slices.Contains(row.Suffix, ir.SufBits) || slices.Contains(row.Suffix, ir.SufBytes)) {
			return fmt.Errorf("%s with %d operands, %d of them immediate", t.Op, len(t.Args), t.Imm)
		}
		if to := Types[t.To]; (t.To != "") != (row.Result == ir.ResArrow) || t.To != "" && to.Kind() != ir.KindFloat {
			return fmt.Errorf("%s with the result type %q", t.Op, t.To)
		}
		for n, a := range t.Args {
			if n >= len(row.Sig) && a.Calc == nil {
				return fmt.Errorf("the immediate of %s is no constant", t.Op)
			}
			if err := a.check(bound, pattern); err != nil {
				return err
			}
		}
	}
	return nil
}

// check binds or looks up annotations under names of their own, which variables cannot have: with a blank.
func (c *Claims) check(bound map[string]bool, pattern bool) error {
	for _, m := range c.Metas {
		if pattern {
			bound["annot "+m] = true
		} else if !bound["annot "+m] {
			return fmt.Errorf("annotation %s is not bound", m)
		}
	}
	for _, k := range c.Claims {
		if k == nil {
			return errNull
		}
		want, ok := map[string]int{"signed": 1, "unsigned": 1, "align": 1, "known": 3, "nofpclass": 1}[k.Fn]
		if !ok || len(k.Args) != want {
			return fmt.Errorf("unknown claim %q with %d arguments", k.Fn, len(k.Args))
		}
		for _, e := range k.Args {
			if err := e.check(bound, pattern); err != nil {
				return err
			}
		}
	}
	return nil
}

// Int is the value of a literal.
// The check has seen to it that it fits.
func (e *Expr) Int() int64 {
	v, err := strconv.ParseInt(e.Lit, 10, 64)
	if err != nil {
		panic("BUG: a literal that the check of its rule has not seen: " + e.Lit)
	}
	return v
}

// check holds a constant expression to the schema: its functions exist and have their number of arguments,
// its literals fit 64 bits, and its constants are bound, which a pattern does itself.
func (e *Expr) check(bound map[string]bool, pattern bool) error {
	switch {
	case e == nil:
		return errNull
	case e.Const != "":
		if pattern {
			bound[e.Const] = true
		} else if !bound[e.Const] {
			return fmt.Errorf("constant %s is not bound", e.Const)
		}
	case e.Lit != "":
		if n, err := strconv.ParseInt(e.Lit, 10, 64); err != nil || strconv.FormatInt(n, 10) != e.Lit {
			return fmt.Errorf("%q is no integer of 64 bits", e.Lit)
		}
	default:
		if n := step.Func(e.Fn); int(n) == len(step.Funcs) || step.Funcs[n].Arity != len(e.Args) {
			return fmt.Errorf("unknown function %q of %d constants", e.Fn, len(e.Args))
		}
		for _, a := range e.Args {
			if err := a.check(bound, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// check holds a precondition to the schema: a known function with its number of arguments, whose variables
// and constants are bound.
// A fact may bind constants itself, and must not stand under not, and, or: what is not known is not false.
func (p *Pre) check(bound map[string]bool) error {
	if p == nil || slices.Contains(p.Args, nil) || slices.Contains(p.Of, nil) {
		return errNull
	}
	n, fact := 0, false
	switch p.Fn {
	case "cmp":
		if _, ok := ir.ParsePred(p.Pred, false); !ok {
			return fmt.Errorf("unknown predicate %q", p.Pred)
		}
		n = 2
	case "isPow2":
		n = 1
	case "inU", "inS", "zeros", "ones":
		n, fact = 1, true
	case "range":
		n, fact = 2, true
	case "fpZero", "fpNegZero", "fpOne", "fpNegOne", "fpTwo", "fpRecip":
		fact = true
	case "fpNotIn":
		if n, fact = 1, true; len(p.Args) == 1 && p.Args[0].Lit == "" {
			return fmt.Errorf("the classes of %s are no literal", p.Fn)
		}
	case "not", "and", "or":
		if want := map[string]int{"not": 1, "and": 2, "or": 2}[p.Fn]; len(p.Of) != want {
			return fmt.Errorf("%s of %d conditions", p.Fn, len(p.Of))
		}
		for _, q := range p.Of {
			if err := q.check(bound); err != nil {
				return err
			}
			if q.Var != "" { // what is not known is not known to be false
				return fmt.Errorf("the fact %s cannot stand below %s", q.Fn, p.Fn)
			}
		}
		return nil
	default:
		return fmt.Errorf("unknown condition %q", p.Fn)
	}
	if len(p.Args) != n {
		return fmt.Errorf("%s with %d arguments", p.Fn, len(p.Args))
	}
	if fact && !bound[p.Var] {
		return fmt.Errorf("%s is not bound", p.Var)
	}
	for _, a := range p.Args {
		// This one the fact binds, below; it must not be read by an earlier argument.
		if fact && a.Const != "" && !bound[a.Const] {
			continue
		}
		if err := a.check(bound, false); err != nil {
			return err
		}
	}
	if fact {
		p.binds = nil
		for _, a := range p.Args {
			if a.Const != "" && !bound[a.Const] {
				p.binds = append(p.binds, a.Const)
				bound[a.Const] = true
			}
		}
	}
	return nil
}
