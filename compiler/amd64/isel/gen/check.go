package main

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// axioms are those that a proof may rest on: Lean's own.
var axioms = []string{"propext", "Classical.choice", "Quot.sound"}

var ruleName = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)

// checker looks at a rule for all that the generator relies on.
type checker struct {
	vars   map[string]bool // of the pattern
	consts map[string]bool // of the pattern, and those that facts make known
}

// check says what is wrong with a rule.
func (r *rule) check() error {
	c := &checker{vars: map[string]bool{}, consts: map[string]bool{"W": true}}
	switch {
	case !ruleName.MatchString(r.Name):
		return fmt.Errorf("a name has lower-case letters and digits only, in parts joined by _")
	case strings.ContainsAny(r.Doc+r.Theorem, "\r\n\x00\ufeff"):
		return fmt.Errorf("its description is not one line")
	case r.Theorem == "":
		return fmt.Errorf("it has no theorem")
	case len(r.Widths) == 0:
		return fmt.Errorf("it has no widths")
	case len(r.Code) == 0:
		return fmt.Errorf("it has no code")
	}
	for _, a := range r.Axioms {
		if !slices.Contains(axioms, a) {
			return fmt.Errorf("its proof %s rests on the axiom %q", r.Theorem, a)
		}
	}
	for k, n := range r.Widths {
		if !slices.Contains([]int{8, 16, 32, 64}, n) || slices.Contains(r.Widths[:k], n) {
			return fmt.Errorf("the width %d is none, or there twice", n)
		}
	}
	if err := c.term(&r.Pattern); err != nil {
		return fmt.Errorf("pattern: %w", err)
	}
	for k := range r.Operands {
		if err := c.holding(&r.Operands[k]); err != nil {
			return err
		}
	}
	if err := r.Out.check(r.Pattern.Op); err != nil {
		return err
	}
	for k := range r.Pre {
		if err := c.condition(&r.Pre[k]); err != nil {
			return fmt.Errorf("precondition: %w", err)
		}
	}
	for k := range r.Code {
		if err := c.inst(&r.Code[k]); err != nil {
			return fmt.Errorf("instruction %d: %w", k+1, err)
		}
	}
	if strings.HasPrefix(r.Group, "narrow") && !c.consts["n"] {
		return fmt.Errorf("a rule of the group %s has no constant n", r.Group)
	}
	if skipped(r) == "" && r.Pattern.Op == "" {
		return fmt.Errorf("pattern: the root must be an operation")
	}
	return nil
}

// sized says whether a size of the export is W or a number of bits.
func sized(size any) bool {
	return size == "W" || slices.Contains([]any{8.0, 16.0, 32.0, 64.0}, size)
}

func (c *checker) holding(h *holding) error {
	size := h.In == "int" || h.In == "defined"
	switch {
	case !c.vars[h.Var]:
		return fmt.Errorf("the operand %q is not in the pattern", h.Var)
	case !size && h.In != "bool" && h.In != "cl":
		return fmt.Errorf("an operand in %q", h.In)
	case size && !sized(h.Size) || !size && h.Size != nil:
		return fmt.Errorf("the operand %s has the size %v", h.Var, h.Size)
	}
	return nil
}

// conditions of setcc, cmovcc and flags.
var conditions = []string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

func (o *outcome) check(root string) error {
	switch {
	case o.In == "flags" && !slices.Contains(conditions, o.CC):
		return fmt.Errorf("unknown condition %q", o.CC)
	case o.In == "flags" && o.Size == nil && strings.HasPrefix(root, "icmp."):
		return nil
	case o.In == "int" && sized(o.Size) && o.CC == "", o.In == "bool" && o.Size == nil && o.CC == "":
		return nil
	}
	return fmt.Errorf("the value of %q in %q of size %v", root, o.In, o.Size)
}

// operands says how many operands an operation has, and how many of them are immediates, where
// that is not two and none.
var operands = map[string][2]int{"not": {1, 0}, "bool_to_int": {1, 0}, "int_to_bool": {1, 0}, "count_ones": {1, 0},
	"count_trailing_zeros": {1, 0}, "count_leading_zeros": {2, 1}, "bswap": {2, 1}, "zext": {2, 1}, "sext": {2, 1}, "split": {2, 1},
	"merge": {3, 1}, "rotate_left": {3, 1}, "rotate_right": {3, 1}, "select": {3, 0}}

// term looks at a pattern and notes what it binds.
func (c *checker) term(t *term) error {
	n := 0
	for _, set := range []bool{t.Op != "", t.Var != "", t.Calc != nil, t.Bool != nil} {
		if set {
			n++
		}
	}
	if n != 1 {
		return fmt.Errorf("a term is one of op, var, calc and bool, got %d of them", n)
	}
	switch {
	case t.Var != "":
		if !token.IsIdentifier(t.Var) || t.Type != "int" && t.Type != "bool" {
			return fmt.Errorf("the variable %q of type %q", t.Var, t.Type)
		}
		c.vars[t.Var] = true
	case t.Calc != nil:
		if t.Calc.Const != "" {
			if !token.IsIdentifier(t.Calc.Const) {
				return fmt.Errorf("the constant %q", t.Calc.Const)
			}
			c.consts[t.Calc.Const] = true
		}
		return c.expr(t.Calc)
	case t.Op != "":
		op, pred, compares := strings.Cut(t.Op, ".")
		want, ok := operands[op]
		if !ok {
			want = [2]int{2, 0}
		}
		switch {
		case opNames[op] == "" || compares != (op == "icmp") || compares && comparisons[pred] == "":
			return fmt.Errorf("unknown operation %q", t.Op)
		case len(t.Args) != want[0] || t.Imm != want[1]:
			return fmt.Errorf("%s with %d operands, %d of them immediate", t.Op, len(t.Args), t.Imm)
		}
		for k := range t.Args {
			if err := c.term(&t.Args[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// functions on constants, and how many they take.
var functions = map[string]int{"sext": 2, "add": 2, "sub": 2, "pow2": 1, "log2": 1}

// expr checks that e is exactly one of constant, literal and function, and that what it names is
// bound. The JSON schema cannot say that by itself.
func (c *checker) expr(e *expr) error {
	switch {
	case e.Pred != "" || e.Var != "" || len(e.Of) > 0:
		return fmt.Errorf("a condition where a constant must be")
	case e.Const != "" && e.Lit == "" && e.Fn == "":
		if !c.consts[e.Const] {
			return fmt.Errorf("constant %s is not bound", e.Const)
		}
	case e.Lit != "" && e.Const == "" && e.Fn == "":
		if n, err := strconv.ParseInt(e.Lit, 10, 64); err != nil || strconv.FormatInt(n, 10) != e.Lit {
			return fmt.Errorf("%q is no integer of 64 bits", e.Lit)
		}
	case e.Fn != "" && e.Const == "" && e.Lit == "":
		if n, ok := functions[e.Fn]; !ok || n != len(e.Args) {
			return fmt.Errorf("unknown function %q of %d constants", e.Fn, len(e.Args))
		}
		for k := range e.Args {
			if err := c.expr(&e.Args[k]); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("a constant is one of const, lit and fn")
	}
	if len(e.Args) > 0 {
		return fmt.Errorf("a constant with arguments")
	}
	return nil
}

// facts are the preconditions, and how many arguments they take.
var facts = map[string]int{"inS": 1, "inU": 1, "range": 2, "isPow2": 1, "cmp": 2, "and": 0}

// condition checks a precondition: its function, the number of arguments, and whether it is about a
// variable. Conditions of and are checked recursively.
func (c *checker) condition(p *expr) error {
	n, ok := facts[p.Fn]
	switch of := p.Fn == "inS" || p.Fn == "inU" || p.Fn == "range"; {
	case !ok:
		return fmt.Errorf("precondition %q is not known", p.Fn)
	case p.Const != "" || p.Lit != "":
		return fmt.Errorf("%s is a constant too", p.Fn)
	case len(p.Args) != n || (len(p.Of) > 0) != (p.Fn == "and"):
		return fmt.Errorf("%s with %d arguments and %d conditions", p.Fn, len(p.Args), len(p.Of))
	case of && !c.vars[p.Var] || !of && p.Var != "":
		return fmt.Errorf("%s of the variable %q", p.Fn, p.Var)
	case p.Fn == "cmp" && comparisons[p.Pred] == "" || p.Fn != "cmp" && p.Pred != "":
		return fmt.Errorf("%s with the predicate %q", p.Fn, p.Pred)
	}
	for k := range p.Args {
		a := &p.Args[k]
		if p.Fn == "range" {
			if !token.IsIdentifier(a.Const) || c.consts[a.Const] {
				return fmt.Errorf("range binds %q", a.Const)
			}
			c.consts[a.Const] = true
		}
		if err := c.expr(a); err != nil {
			return err
		}
	}
	for k := range p.Of {
		if err := c.condition(&p.Of[k]); err != nil {
			return err
		}
	}
	return nil
}

// forms are the arguments that an instruction may have: r is a register, $ one that must be an
// operand, i an immediate, n the scale of an index, - nothing.
var forms = func() map[string][]string {
	out := map[string][]string{"mov": {"rr", "ri"}, "lea": {"rrrni", "rr-ni"}, "cwd": {""}, "imul": {"rr", "rri"},
		"cmp": {"rr", "ri"}, "test": {"rr", "ri"}}
	for form, names := range map[string]string{
		"r": "neg not inc dec bswap div idiv mul imul1", "rr": "popcnt lzcnt tzcnt blsr blsi blsmsk",
		"r$": "movzx movsx", "rrr": "andn shlx shrx sarx", "rr ri": "add sub and or xor adc sbb shl shr sar rol ror",
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = strings.Fields(form)
		}
	}
	for _, cc := range conditions {
		out["set"+cc], out["cmov"+cc] = []string{"r"}, []string{"rr"}
	}
	return out
}()

// registers of the code, besides operands.
var registers = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// inst checks an instruction of a rule's right side against the forms that x86 has: the size, the
// operands' kinds in order, and that every register read was defined before.
func (c *checker) inst(i *inst) error {
	allowed, ok := forms[i.Inst]
	if !ok {
		return fmt.Errorf("%q is not known", i.Inst)
	}
	if sets := strings.HasPrefix(i.Inst, "set"); sets && i.Size != nil || !sets && !sized(i.Size) {
		return fmt.Errorf("%s of the size %v", i.Inst, i.Size)
	}
	if extends := i.Inst == "movzx" || i.Inst == "movsx"; extends && !sized(i.From) || !extends && i.From != nil {
		return fmt.Errorf("%s from the size %v", i.Inst, i.From)
	}
	var form strings.Builder
	for k := range i.args {
		a := &i.args[k]
		v, operand := strings.CutPrefix(a.reg, "$")
		switch {
		case operand && !c.vars[v]:
			return fmt.Errorf("the operand %q is not in the pattern", v)
		case operand:
			form.WriteByte('$')
		case registers.MatchString(a.reg):
			form.WriteByte('r')
		case a.reg != "":
			return fmt.Errorf("the register %q", a.reg)
		case a.imm != nil:
			if err := c.expr(a.imm); err != nil {
				return err
			}
			form.WriteByte('i')
		case slices.Contains([]int{1, 2, 4, 8}, a.num):
			form.WriteByte('n')
		default:
			form.WriteByte('-')
		}
	}
	for _, want := range allowed {
		if form.String() == want || strings.ReplaceAll(form.String(), "$", "r") == want {
			return nil
		}
	}
	if f := form.String(); len(f) == 2 && slices.Contains(allowed, "r$") && f[1] == '$' {
		return nil
	}
	return fmt.Errorf("%s with the arguments %q", i.Inst, form.String())
}
