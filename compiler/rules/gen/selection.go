package main

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
)

// selectionLeaf is a selection rule with its operands in one order: the program that matches it, and the Go
// statements of its code.
type selectionLeaf struct {
	rule *schema.Selection
	lhs  *schema.Term
	op   ir.Op // of the root
	pred ir.Pred
	prog string
	emit string
	cost int
}

// selectionTable makes the text of rules_gen.go of package isel from the export in data, which errors name.
// Rules that are not generated are listed all the same, with the reason: the table of what is proven is complete, and
// what covers the rest is named.
func selectionTable(in string, data []byte, names []string) ([]byte, error) {
	set, err := schema.ReadSelection(in, data)
	if err != nil {
		return nil, err
	}
	g := &generator{names: names}
	g.header("selection.json", "isel", "compiler/mach", "ir", "x86")
	g.printf("// rules are the rules of the export, with the reason where one is not generated.\nvar rules = []proven{\n")
	var values, flags []*selectionLeaf
	for _, r := range set.Rules {
		g.printf("{%q, %q, %q},\n", r.Name, r.Theorem, skipped(r))
		if skipped(r) != "" {
			continue
		}
		for _, lhs := range orders(r.Pattern) {
			l, err := g.selectionLeaf(r, lhs)
			if err != nil {
				return nil, fmt.Errorf("%s: rule %q: %w", in, r.Name, err)
			}
			if r.Out.In == "flags" {
				flags = append(flags, l)
			} else {
				values = append(values, l)
			}
		}
	}
	g.printf("}\n\n")
	g.writePools()
	// Rules whose code is the same text share one function, since the orders of one rule's operands mostly do.
	// The name in the comment is that of the first rule with this code.
	emits := map[string]int{}
	g.printf("// emitters write the code of the rules.\nvar emitters = [...]func(s *selector, dst mach.VReg, w, W int){\n")
	for _, l := range slices.Concat(values, flags) {
		if _, ok := emits[l.emit]; !ok {
			emits[l.emit] = len(emits)
			g.printf("func(s *selector, dst mach.VReg, w, W int) {%s}, // %s: %s. %s\n", l.emit, l.rule.Name, l.rule.Doc, l.rule.Theorem)
		}
	}
	g.printf("}\n\n// valueRules has the rules for values by opcode, the largest pattern first.\nvar valueRules = [ir.NumOps][]attempt{\n")
	g.attempts(values, emits, func(l *selectionLeaf) string { return "ir." + names[l.op] })
	g.printf("}\n\n// flagRules has the rules for conditions by predicate.\nvar flagRules = map[ir.Pred][]attempt{\n")
	g.attempts(flags, emits, func(l *selectionLeaf) string { return "ir." + predName(l.pred) })
	g.printf("}\n")
	return g.finish()
}

// attempts writes the rules by their key, in the order in which they are tried: the largest pattern first.
// The sort is stable, so that rules that tie stay in the order of the export.
func (g *generator) attempts(leaves []*selectionLeaf, emits map[string]int, key func(*selectionLeaf) string) {
	slices.SortStableFunc(leaves, func(a, b *selectionLeaf) int {
		return cmp.Or(slices.Compare(tally(b.lhs), tally(a.lhs)), cmp.Compare(preference(a.rule), preference(b.rule)), cmp.Compare(a.cost, b.cost))
	})
	by := map[string][]*selectionLeaf{}
	for _, l := range leaves {
		by[key(l)] = append(by[key(l)], l)
	}
	for _, k := range slices.Sorted(maps.Keys(by)) {
		g.printf("%s: {\n", k)
		for _, l := range by[k] {
			cc := "0"
			if l.rule.Out.CC != "" {
				cc = "x86." + strings.ToUpper(l.rule.Out.CC)
			}
			g.printf("{%q, %s, %s, %s, %q, %d},\n", l.rule.Name, cc, g.guard(l.lhs, 0), g.guard(l.lhs, 1), l.prog, emits[l.emit])
		}
		g.printf("},\n")
	}
}

// guard is the opcode that must make operand k of a root.
// It is known without a step of the program; anyOp refuses nothing.
// A constant is looked at by its opcode first as well: most operands are none.
func (g *generator) guard(t *schema.Term, k int) string {
	if k >= len(t.Args)-t.Imm {
		return "anyOp"
	}
	switch a := t.Args[k]; {
	case a.Calc != nil:
		return "ir.OpIConst"
	case a.Op != "":
		op, _, _ := schema.Opcode(a.Op)
		return "ir." + g.names[op]
	}
	return "anyOp"
}

// tally counts the operations of a pattern, the constants that are given, and all constants.
// Compared from left to right: more operations covered is better than more constants, and a given constant is a
// narrower pattern than any constant.
// It is the order of preference between rules that match one root.
func tally(t *schema.Term) []int {
	n := make([]int, 3)
	switch {
	case t.Op != "":
		n[0] = 1
	case t.Calc != nil && t.Calc.Lit != "":
		n[1], n[2] = 1, 1
	case t.Calc != nil:
		n[2] = 1
	}
	for k := range t.Args {
		for i, m := range tally(t.Args[k]) {
			n[i] += m
		}
	}
	return n
}

// preference puts lea before what overwrites an operand: it is tried only where the operand is
// needed afterwards.
// A rule that is preferred costs no more bytes where it applies, and nothing is lost where it does not.
func preference(r *schema.Selection) int {
	if slices.Contains([]string{"lea", "shlx", "shrx", "sarx"}, r.Code[0].Inst) {
		return 0
	}
	return 1
}

// skipped says why the generator leaves a rule out, or "".
// Each reason names what does the work instead; a rule for which none applies is generated.
func skipped(r *schema.Selection) string {
	switch {
	case strings.HasPrefix(r.Name, "const_") && r.Name != "const_sub":
		return "constants are made again where they are needed, without changing flags"
	case strings.HasPrefix(r.Name, "widen_"):
		return "a use in more bits than the container has: selector.extend"
	case strings.HasSuffix(r.Name, "_wide") || r.Name == "split_lo" || r.Name == "bool_to_int8":
		return "the same register: selector.aliasResult"
	case strings.HasPrefix(r.Name, "icmp_") && r.Out.In == "bool":
		return "the rule for the condition, and setcc"
	case strings.HasPrefix(r.Pattern.Op, "icmp.") && r.Out.In != "flags":
		return "the rule for the condition, and setcc"
	case r.Pattern.Op == "int_to_bool":
		return "a test for not zero, and setcc"
	case r.Pattern.Op == "split":
		return "both halves of a product at once: selector.split"
	case slices.Equal(r.Widths, []int{16}):
		return "16 bits are computed at 32: selector.byteSwap"
	case r.Pattern.Op == "select":
		return "any condition and cmov: selector.selects"
	}
	return ""
}

// orders are the ways to write t with operands of commuting operations swapped, without those
// that differ in the names of variables only. Swaps near the root come last.
// Unlike variants of value rules these are separate leaves, as code reads operands by name and has no bits
// for a swap.
func orders(t *schema.Term) (out []*schema.Term) {
	all := swapped(t, commuting(t, func(t *schema.Term) bool {
		op, _, _ := schema.Opcode(t.Op)
		return t.Op != "" && op.Is(ir.Commutes) && (t.Args[0].Var == "" || t.Args[1].Var == "")
	}))
	slices.SortFunc(all, func(a, b variant) int { return cmp.Compare(bits.Reverse(a.swap), bits.Reverse(b.swap)) })
	for _, v := range all {
		out = append(out, v.lhs)
	}
	return out
}

// modular says that the low bits of t depend on the low bits of its variables only, so that a
// rule for 32 bits serves smaller containers with garbage above.
// Right shifts, divisions and comparisons are not: they read upper bits. An amount that is no constant counts
// in full, so it is allowed only at the root, where the selector fetches it as an amount.
func modular(t *schema.Term, root bool) bool {
	switch t.Op {
	case "":
		return true
	case "add", "sub", "mul", "and", "or", "xor", "not", "merge":
	case "shl":
		return modular(t.Args[0], false) && (root || t.Args[1].Calc != nil)
	case "zext", "sext":
		return root && t.Args[0].Var != ""
	default:
		return false
	}
	return !slices.ContainsFunc(t.Args, func(a *schema.Term) bool { return !modular(a, false) })
}

// selectionLeaf makes the program of a rule with its operands as lhs has them, and its code. Register 0 of the constants
// is the operand size W.
func (g *generator) selectionLeaf(r *schema.Selection, lhs *schema.Term) (*selectionLeaf, error) {
	l := &selectionLeaf{rule: r, lhs: lhs}
	var err error
	if l.op, l.pred, err = schema.Opcode(lhs.Op); err != nil {
		return nil, fmt.Errorf("the root is no operation: %w", err)
	}
	p := newProgram(&g.pools, nil)
	p.consts["W"], p.first['n'] = &reg{bank: 'n'}, 1
	// First of all: it is the cheapest test, and the rest is meaningless at another size.
	l.widths(p)
	if err := l.match(p, lhs, p.root); err != nil {
		return nil, err
	}
	for _, c := range r.Pre {
		// What the selector knows of a value is a range.
		if c.Var != "" && (p.values[c.Var] == nil || !slices.Contains([]string{"inU", "inS", "range"}, c.Fn)) {
			return nil, fmt.Errorf("the precondition %s of %q cannot be checked", c.Fn, c.Var)
		}
		if err := p.known(c); err != nil {
			return nil, err
		}
	}
	if err := l.features(p); err != nil {
		return nil, err
	}
	c := &coder{program: p, l: l}
	if err := c.code(); err != nil {
		return nil, err
	}
	if l.prog, err = p.encode(); err == nil {
		l.emit = c.text()
	}
	return l, err
}

// widths checks that the rule may be used at W. Sizes below 32 of values are computed at 32.
// A rule for all sizes asks nothing.
func (l *selectionLeaf) widths(p *program) {
	r := l.rule
	flagging := r.Out.In == "flags"
	if len(r.Widths) == 4 || len(r.Widths) == 1 && r.Widths[0] == 8 && r.Out.In == "bool" ||
		!flagging && slices.Contains(r.Widths, 32) && slices.Contains(r.Widths, 64) {
		return
	}
	mask := byte(0)
	for _, n := range r.Widths {
		mask |= byte(n / 8)
	}
	p.need(step.Sizes, mask)
}

// match binds the operands of an instruction, which has the opcode of t.
// Unlike a value rule, a pattern here covers instructions that go away: [step.Inst] has the opcode, and the selector
// asks whether the instruction may disappear.
func (l *selectionLeaf) match(p *program, t *schema.Term, inst *reg) error {
	for k, a := range t.Args {
		at := operandOf{inst, k, step.Not}
		switch old := p.values[a.Var]; {
		case k >= len(t.Args)-t.Imm:
			p.number(a.Calc, func() *reg { return p.find('n', step.Imm, inst) })
		case a.Var != "" && old != nil:
			p.need(step.Same, old, at)
		case a.Var != "":
			p.values[a.Var] = p.find('v', step.Operand, at)
			if t.Op == "not" { // of ints and of bools
				p.need(step.Type, p.values[a.Var], typeIndex(a.Type))
			}
		case a.Calc != nil:
			op := step.Number
			if a.Calc.Const != "" && l.truncated(a.Calc.Const) {
				op = step.Low
			}
			p.number(a.Calc, func() *reg { return p.fact('n', op, at) })
		case a.Op != "":
			op, _, _ := schema.Opcode(a.Op)
			if err := l.match(p, a, p.fact('i', step.Inst, at, p.opcode(op))); err != nil {
				return err
			}
		default:
			return fmt.Errorf("a pattern of a kind that is not known")
		}
	}
	return nil
}

// truncated says that a constant occurs under sext to at most 64 bits only.
// Such a constant may be larger than a register: its low 64 bits give the same immediate.
func (l *selectionLeaf) truncated(c string) bool {
	var outside func(e *schema.Expr) bool
	outside = func(e *schema.Expr) bool {
		for k, a := range e.Args {
			if (e.Fn != "sext" || k > 0 || a.Const == "") && outside(a) {
				return true
			}
		}
		return e.Const == c
	}
	var pre func(p *schema.Pre) bool
	pre = func(p *schema.Pre) bool {
		return slices.ContainsFunc(p.Args, outside) || slices.ContainsFunc(p.Of, pre)
	}
	return !slices.ContainsFunc(l.rule.Pre, pre) && !slices.ContainsFunc(l.rule.Code, func(i *schema.Instruction) bool {
		return slices.ContainsFunc(i.Args, func(a schema.MachineArg) bool { return a.Imm != nil && outside(a.Imm) })
	})
}

// features refuses a rule whose instructions the processor may not have, or which is not worth it.
// The numbers are indices into the list of features that the selector's Has step reads.
func (l *selectionLeaf) features(p *program) error {
	needs := map[string]byte{
		"popcnt": 0, "lzcnt": 1, "tzcnt": 2, "andn": 2, "blsr": 2, "blsi": 2, "blsmsk": 2, "shlx": 3, "shrx": 3, "sarx": 3,
	}
	for _, c := range l.rule.Code {
		if f, ok := needs[c.Inst]; ok {
			p.need(step.Has, f)
		}
	}
	for _, o := range l.rule.Operands {
		switch v := p.values[o.Var]; {
		case v == nil:
			return fmt.Errorf("the operand %s is no variable", o.Var)
		// The proof wants a value that is not poison; a constant is the one value of which the step can know that.
		case o.In == "defined":
			p.need(step.IsConst, v)
		}
	}
	// A sum by lea saves the copy of an operand that is needed afterwards; if it is not, add is shorter.
	if c := l.rule.Code[0]; c.Inst == "lea" && tally(l.lhs)[0] == 1 && l.lhs.Op == "add" {
		v := p.values[strings.TrimPrefix(c.Args[1].Reg, "$")]
		if v == nil {
			return fmt.Errorf("lea of %s, which is no operand", c.Args[1].Reg)
		}
		p.need(step.Kept, v)
	}
	// Where the shifts shift by nothing, the operands themselves can be compared.
	if strings.HasPrefix(l.rule.Group, "narrow") {
		p.need(step.Cmp, byte(ir.NE), p.consts["n"], p.consts["W"])
	}
	return nil
}
