package float

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
)

// Rule describes a rule of the table.
type Rule struct {
	Name, Doc, Group string
	Needs            ir.FPFlags
	Theorem          string // of its soundness, in Lean
	Axioms           []string
}

// rule is a row of the table, ready to be matched.
type rule struct {
	*schema.RelaxedRule
	info Rule
	op   ir.Op // of the root

	commuting int // operations of the pattern whose operands may be swapped
}

var prepared = func() []rule {
	out := make([]rule, len(table))
	for n, r := range table {
		out[n] = rule{RelaxedRule: r, commuting: commuting(r.LHS), info: Rule{Name: r.Name, Doc: r.Doc, Group: r.Group, Theorem: r.Theorem, Axioms: r.Axioms}, op: opcodes[r.LHS.Op]}
		for _, f := range r.Needs {
			out[n].info.Needs |= schema.Flags[f]
		}
	}
	return out
}()

// byRoot are the rules by the opcode of the root.
var byRoot = func() (out [ir.NumOps][]*rule) {
	for n := range prepared {
		out[prepared[n].op] = append(out[prepared[n].op], &prepared[n])
	}
	return out
}()

// commuting counts the operations of a pattern whose operands may be swapped.
func commuting(t *schema.Term) (n int) {
	if t.Op != "" && opcodes[t.Op].Is(ir.Commutes) {
		n++
	}
	for _, a := range t.Args {
		n += commuting(a)
	}
	return n
}

// opcodes are those that the schema allows in these rules.
var opcodes = map[string]ir.Op{"fadd": ir.OpFAdd, "fsub": ir.OpFSub, "fmul": ir.OpFMul, "fma": ir.OpFMA, "fneg": ir.OpFNeg}

// All lists the rules in the order of the export.
func All() []Rule {
	out := make([]Rule, len(prepared))
	for n := range prepared {
		out[n] = prepared[n].info
	}
	return out
}

// Options configure [Apply].
type Options struct {
	AllowedFlags ir.FPFlags // the flags that may be made use of
	// Allow is asked before the function changes; nil allows everything.
	Allow func(Firing) bool
}

// Firing is one application of a rule.
type Firing struct {
	Rule    *Rule
	Root    ir.Inst
	Matched []ir.Inst // the operations below the root
	Consts  []ir.Value
}

// firingsPerInst and firingsFloor bound the firings against rules that undo each other, as for value rules: no order
// over these rules is proven.
const (
	firingsPerInst = 16
	firingsFloor   = 1000
)

// Apply rewrites f in place until no rule applies. It returns how many did, and whether the limit
// against endless rewriting ended it.
// Instructions are looked at in the order of the function, then those that firings made or whose operands they
// changed: the order decides which of two rules that overlap fires.
func Apply(f *ir.Func, o Options) (fired int, endless bool) {
	if o.AllowedFlags == 0 {
		return 0, false
	}
	m := &matcher{f: f, o: &o}
	var queue []ir.Inst
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			if f.Op(i).Is(ir.HasFPFlags) && f.Attr(i).Flags != 0 {
				queue = append(queue, i)
			}
		}
	}
	limit := firingsFloor + firingsPerInst*f.Live()
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if f.Deleted(i) {
			continue
		}
		for _, r := range byRoot[f.Op(i)] {
			if r.info.Needs&^o.AllowedFlags != 0 || !m.match(r, i) {
				continue
			}
			if fired == limit {
				return fired, true
			}
			if made, ok := m.fire(r); ok {
				fired++
				queue = append(queue, made...)
				break
			}
		}
	}
	return fired, false
}

// matcher is what the match at hand has bound.
type matcher struct {
	f     *ir.Func
	o     *Options
	rule  *rule
	block ir.Block
	typ   ir.Type
	insts []ir.Inst // the root first

	swaps, visited int // which of the operations visited have their operands swapped

	vars  []bound
	flags ir.FPFlags // that all operations carry
}

// bound is a variable of the pattern. There are four at most, so that a search is as fast as a map.
type bound struct {
	name  string
	value ir.Value
}

// match binds the pattern of r to the instruction i and what it reads, with operands that may be swapped
// either way.
func (m *matcher) match(r *rule, i ir.Inst) bool {
	m.rule, m.block, m.typ = r, m.f.InstBlock(i), m.f.TypeOf(m.f.Result(i, 0))
	if m.typ != ir.F32 && m.typ != ir.F64 {
		return false
	}
	for m.swaps = range 1 << r.commuting {
		m.insts, m.vars, m.flags, m.visited = m.insts[:0], m.vars[:0], ir.Reassoc|ir.Contract, 0
		if m.inst(r.LHS, i) {
			return m.alone()
		}
	}
	return false
}

// alone reports whether nothing but the operations matched reads an inner one.
// An inner operation that something else reads would stay, and the replacement come on top of it.
func (m *matcher) alone() bool {
	for _, d := range m.insts[1:] {
		v := m.f.Result(d, 0)
		if slices.ContainsFunc(m.vars, func(x bound) bool { return x.value == v }) {
			return false
		}
		for u := range m.f.Uses(v) {
			if !slices.Contains(m.insts, u.Inst) {
				return false
			}
		}
	}
	return true
}

// inst matches an operation of the pattern. It must carry the flags that the rule needs, and counts for those that the
// replacement gets. An operation that two places of the pattern are is one.
// The block is that of the root: an operation may be moved neither into a loop nor past a branch.
func (m *matcher) inst(t *schema.Term, i ir.Inst) bool {
	op := m.f.Op(i)
	if op != opcodes[t.Op] || m.f.InstBlock(i) != m.block {
		return false
	}
	if op.Is(ir.HasFPFlags) {
		if m.flags &= m.f.Attr(i).Flags; m.rule.info.Needs&^m.flags != 0 {
			return false
		}
	}
	if !slices.Contains(m.insts, i) {
		m.insts = append(m.insts, i)
	}
	swap := 0
	if op.Is(ir.Commutes) {
		swap = m.swaps >> m.visited & 1
		m.visited++
	}
	for n, a := range t.Args {
		if !m.term(a, m.f.Arg(i, n^swap)) {
			return false
		}
	}
	return true
}

// term matches an operand. Two constants of the same bits are one value to the pattern, whichever instructions make
// them; of constants that a rule asks for only normal ones count, since its theorem is about them.
func (m *matcher) term(t *schema.Term, v ir.Value) bool {
	d := m.f.Def(v)
	if t.Op != "" {
		return d != ir.NoInst && m.inst(t, d)
	}
	bits, isConst := m.constant(v)
	if slices.Contains(m.rule.Consts, t.Var) && !(isConst && plain(m.typ, bits)) || isConst && slices.Contains(m.rule.Others, t.Var) {
		return false
	}
	for _, x := range m.vars {
		if x.name == t.Var {
			other, same := m.constant(x.value)
			return x.value == v || isConst && same && bits == other
		}
	}
	m.vars = append(m.vars, bound{t.Var, v})
	return true
}

// constant is the bits of the float constant v.
func (m *matcher) constant(v ir.Value) (bits uint64, ok bool) {
	d := m.f.Def(v)
	if d == ir.NoInst || m.f.Op(d) != ir.OpFConst || m.f.AnnotOf(v) != ir.NoAnnot {
		return 0, false
	}
	_, bits = m.f.FloatConst(d)
	return bits, true
}

// fold finds the constant that a part of the replacement is, if it is fixed; not ok is one that cannot be had, so that
// the rule does not fire.
func (m *matcher) fold(t *schema.Term) (bits uint64, fixed, ok bool) {
	if t.Var != "" {
		bits, fixed = m.constant(m.bound(t.Var))
		return bits, fixed, true
	}
	var args [3]uint64
	fixed = len(t.Args) == 2
	for n, a := range t.Args {
		part, known, ok := m.fold(a)
		if !ok {
			return 0, false, false
		}
		args[n], fixed = part, fixed && known
	}
	if !fixed {
		return 0, false, true
	}
	bits, ok = fold(opcodes[t.Op], m.typ, args[0], args[1])
	return bits, true, ok
}

// bound is the value of a variable.
func (m *matcher) bound(name string) ir.Value {
	k := slices.IndexFunc(m.vars, func(x bound) bool { return x.name == name })
	return m.vars[k].value
}

// fire replaces the root of what was matched, unless it is not ok to, and returns the operations to look
// at again, of which there may be none.
func (m *matcher) fire(r *rule) (made []ir.Inst, ok bool) {
	// Before anything is built: what is built could not be taken back.
	if _, _, ok := m.fold(r.RHS); !ok {
		return nil, false
	}
	root := m.insts[0]
	x := Firing{Rule: &r.info, Root: root, Matched: slices.Clone(m.insts[1:])}
	for _, v := range m.vars {
		if _, ok := m.constant(v.value); ok && !slices.Contains(x.Consts, v.value) {
			x.Consts = append(x.Consts, v.value)
		}
	}
	if m.o.Allow != nil && !m.o.Allow(x) {
		return nil, false
	}
	var origins []ir.Origin
	for _, d := range m.insts {
		if o := m.f.Origin(d); !slices.Contains(origins, o) {
			origins = append(origins, o)
		}
	}
	old := m.f.Result(root, 0)
	v := m.build(m.f.Before(root), r.RHS, m.f.Module.Derive(origins...), &made)
	for u := range m.f.Uses(old) {
		if m.f.Op(u.Inst).Is(ir.HasFPFlags) {
			made = append(made, u.Inst)
		}
	}
	m.f.ReplaceUses(old, v)
	for _, d := range m.insts {
		m.f.RemoveInst(d)
	}
	for _, x := range x.Consts {
		if d := m.f.Def(x); !m.f.HasUses(x) {
			m.f.RemoveInst(d)
		}
	}
	return made, true
}

// build makes a part of the replacement, and lists the operations that it makes. Each has the flags that all
// operations of the pattern have: the theorem speaks of those.
func (m *matcher) build(b *ir.Builder, t *schema.Term, o ir.Origin, made *[]ir.Inst) ir.Value {
	if t.Var != "" {
		return m.bound(t.Var)
	}
	if bits, fixed, _ := m.fold(t); fixed {
		return b.FConst(m.typ, bits, o)
	}
	args := make([]ir.Value, len(t.Args))
	for k := range t.Args {
		args[k] = m.build(b, t.Args[k], o, made)
	}
	op, a := opcodes[t.Op], ir.Attr{}
	if op.Is(ir.HasFPFlags) {
		a.Flags = m.flags
	}
	i := b.Op(op, a, o, nil, args...)
	*made = append(*made, i)
	return m.f.Result(i, 0)
}
