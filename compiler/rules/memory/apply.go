package memory

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Options configure [Apply].
// The engine knows nothing of aliases and of traces: who calls it does.
type Options struct {
	// Disjoint reports whether n bytes from p and k bytes from q are surely distinct; nil is never.
	// It is asked by rules that move one access past another.
	Disjoint func(p ir.Value, n int64, q ir.Value, k int64) bool
	// Allow is asked before the function changes; nil allows everything.
	Allow func(Firing) bool
	// Origin makes the origin of new instructions from those that they replace.
	Origin func(f *ir.Func, insts ...ir.Inst) ir.Origin
}

// Firing is one application of a rule to instructions that follow each other.
type Firing struct {
	Rule    *Rule
	Matched []ir.Inst
}

// Apply rewrites f in place until no rule applies, and returns how many did.
// Time is linear in the instructions but for firings: each instruction is tried with itself and
// with the one on memory before it.
func Apply(f *ir.Func, o Options) int {
	w := &window{env: env{f: f, o: &o}}
	for b := range f.Blocks() {
		w.ops = w.ops[:0]
		for i := f.FirstInst(b); i != ir.NoInst; {
			next := f.NextInst(i)
			w.feed(i)
			i = next
		}
	}
	return w.fired
}

// window is the block at hand.
// Only blocks are looked at: a rule's instructions follow each other in every run.
type window struct {
	env   env
	ops   []ir.Inst // on memory, since the last barrier
	fired int
}

// feed looks at the next instruction, together with the one on memory before it.
func (w *window) feed(i ir.Inst) {
	f := w.env.f
	k := kindOf(f, i)
	switch k {
	case plain:
		return
	// A call, an atomic operation or what may not come to its end: nothing is matched across it.
	case barrier:
		w.ops = w.ops[:0]
		return
	}
	// A rule about one instruction comes first: what it leaves may be what a rule about two wants.
	for _, r := range singles[k] {
		if w.env.match(r, i) && w.try(r, i) {
			return
		}
	}
	if n := len(w.ops); n > 0 {
		prev := w.ops[n-1]
		for _, r := range pairs[kindOf(f, prev)][k] {
			if w.env.match(r, prev, i) {
				// The previous instruction is taken off first, since the result of a firing is
				// fed from there.
				w.ops = w.ops[:n-1]
				if w.try(r, prev, i) {
					return
				}
				w.ops = append(w.ops, prev)
			}
		}
	}
	w.ops = append(w.ops, i)
}

// try replaces what was matched, and looks at the result.
// Asking comes last, when nothing else can refuse any more.
func (w *window) try(r *rule, insts ...ir.Inst) bool {
	e := &w.env
	if !e.fits(r) || e.o.Allow != nil && !e.o.Allow(Firing{&r.info, insts}) {
		return false
	}
	w.fired++
	// Feeding the result ends, as every rule that is applied weighs less than its pattern.
	for _, i := range e.replace(r, insts) {
		w.feed(i)
	}
	return true
}

// fits reports whether the replacement can be written: accesses of other sizes than before are of
// a machine word, since a wider one is an access that no machine makes at once.
// Instructions of the pattern that stay are as they were, and need no look.
func (e *env) fits(r *rule) bool {
	for k := range r.RHS {
		p := &r.RHS[k]
		if r.kept[k] >= 0 {
			continue
		}
		if p.Align != nil {
			if a, ok := e.eval(p.Align); !ok || a.Sign() <= 0 || a.BitLen() > 31 {
				return false
			}
		}
		if !e.computes(p.Value) || !e.computes(p.Length) {
			return false
		}
		if p.Of != nil && p.Of.Size != nil {
			n, ok := e.small(p.Of.Size)
			if !ok || n != 1 && n != 2 && n != 4 && n != 8 {
				return false
			}
		}
	}
	return true
}

// computes reports whether the constants of a term mean something.
// It is asked before anything is made, as nothing can be taken back.
func (e *env) computes(t *schema.Term) bool {
	if t != nil && t.Calc != nil {
		_, ok := e.eval(t.Calc)
		return ok
	}
	return t == nil || !slices.ContainsFunc(t.Args, func(a *schema.Term) bool { return !e.computes(a) })
}

// replace takes the instructions of the pattern out, but for those that the replacement has too, and
// puts the new ones in the place of the last. It returns those on memory that are there now.
// Tokens are chained again through what stays, so that readers of a removed token read the one
// before it.
func (e *env) replace(r *rule, insts []ir.Inst) []ir.Inst {
	f, last := e.f, insts[len(insts)-1]
	b := builder{e: e, k: f.Before(last), o: f.Origin(last), token: edit.MemOperand(f, last)}
	if e.o.Origin != nil {
		b.o = e.o.Origin(f, insts...)
	}
	// The token that the replacement starts from: that before the first instruction which goes.
	gone := func(n int) bool { return !slices.Contains(r.kept, n) }
	for n := len(insts) - 2; n >= 0; n-- {
		if i := insts[n]; gone(n) && f.NumResults(i) > 0 && f.Result(i, 0) == b.token {
			b.token = edit.MemOperand(f, i)
		}
	}
	// In the order of the replacement, which is that of the chain.
	var out []ir.Inst
	old := b.token
	for k := range r.RHS {
		if n := r.kept[k]; n >= 0 {
			out = append(out, insts[n])
			continue
		}
		i, v := b.inst(&r.RHS[k])
		if i != ir.NoInst {
			out = append(out, i)
		}
		if v != ir.NoValue {
			e.becomes(r.RHS[k].Result, v, insts)
		}
	}
	// In reverse, since a later instruction may read an earlier one.
	for n, i := range slices.Backward(insts) {
		if !gone(n) {
			continue
		}
		for n := range f.NumResults(i) {
			if v := f.Result(i, n); f.TypeOf(v) == ir.Mem {
				with := edit.MemOperand(f, i)
				if i == last {
					with = b.token
				} else if b.token != old { // who comes behind the new write must not read what was before it
					edit.ReplaceToken(f, v, f.Def(b.token), with)
				}
				f.ReplaceUses(v, with)
			}
		}
		f.RemoveInst(i)
	}
	return out
}

// becomes makes v the value of a name; what the name stood for in the pattern is replaced.
// A load that goes may have had a claim on its result, which the value that takes its place does not make: readers
// then see what was stored, which refines poison.
func (e *env) becomes(name string, v ir.Value, insts []ir.Inst) {
	f := e.f
	for n := range e.vals {
		x := &e.vals[n]
		if x.name != name {
			continue
		}
		if d := f.Def(v); d != ir.NoInst && slices.Contains(insts, d) && f.AnnotOf(v) != f.AnnotOf(x.v) {
			f.SetAnnot(v, ir.NoAnnot) // which may claim more than the other did
		}
		f.ReplaceUses(x.v, v)
		x.v = v
		return
	}
	e.vals = append(e.vals, named[ir.Value]{name, v})
}

// builder makes the instructions of a replacement.
// Whatever it makes comes from what goes: the new instructions have its origin, and read the token that it read.
type builder struct {
	e     *env
	k     *ir.Builder
	o     ir.Origin
	token ir.Value
}

// inst makes one instruction, or finds the value that p names; v is the value that it names.
func (b *builder) inst(p *schema.MemInst) (i ir.Inst, v ir.Value) {
	f := b.e.f
	a := ir.Attr{}
	if p.Align != nil {
		// 1 is written as no alignment.
		if a.Align = uint32(b.number(p.Align).Low64()); a.Align == 1 {
			a.Align = 0
		}
	}
	switch p.Inst {
	case "value":
		return ir.NoInst, b.term(p.Value)
	case "poison":
		old, _ := get(b.e.vals, p.Result)
		return ir.NoInst, b.k.Poison(f.TypeOf(old), b.o)
	case "stack_slot":
		i = f.Def(b.k.StackSlot(int64(b.number(p.Size).Low64()), a.Align, b.o))
		return i, f.Result(i, 0)
	case "free":
		panic("BUG: a replacement makes " + p.Inst)
	}
	// Operands in their order; whatever an operand needs is made right before it.
	w := &forms[kindNamed(p.Inst)]
	var args []ir.Value
	for n := range max(w.value, w.at, w.from, w.length) + 1 {
		switch n {
		case w.value:
			args = append(args, b.term(p.Value))
		case w.at:
			args = append(args, b.address(p.At))
		case w.from:
			args = append(args, b.address(p.From))
		default:
			args = append(args, b.term(p.Length))
		}
	}
	var result []ir.Type
	if p.Of != nil {
		t := b.access(p.Of)
		if a.N = uint32(t.size); p.Result != "" {
			result = []ir.Type{t.typ}
		}
	}
	op, _, _ := schema.Opcode(w.op)
	i = b.k.Op(op, a, b.o, result, append(args, b.token)...)
	if p.Result != "" {
		return i, f.Result(i, 0)
	}
	b.token = f.Result(i, 0)
	return i, ir.NoValue
}

// access is the type and size that t names, where the variables are those that the match bound.
func (b *builder) access(t *schema.MemType) access {
	switch t.Type {
	case "":
		a, _ := get(b.e.types, t.Var)
		return a
	case "bool":
		return access{ir.Bool, 1}
	case "ptr":
		return access{ir.Ptr, 8}
	}
	n := int64(b.number(t.Size).Low64())
	if t.Type == "bytes" {
		return access{ir.Bytes(uint32(n)), n}
	}
	return access{ir.Int, n}
}

// address is a pointer at a constant distance from a bound one; a distance of 0 needs no
// instruction.
func (b *builder) address(a *schema.Addr) ir.Value {
	base, _ := get(b.e.vals, a.Base)
	off := b.number(a.Off)
	if off.Sign() == 0 {
		return base
	}
	return b.k.Binary(ir.OpPtrAdd, base, b.k.IConst(off, b.o), b.o)
}

// term makes the value that t describes. Opcodes were checked when the rules were read: an
// unknown one is our mistake.
func (b *builder) term(t *schema.Term) ir.Value {
	switch {
	case t.Var != "":
		v, _ := get(b.e.vals, t.Var)
		return v
	case t.Calc != nil:
		return b.k.IConst(b.number(t.Calc), b.o)
	case t.Bool != nil:
		return b.k.BConst(*t.Bool, b.o)
	}
	op, pred, err := schema.Opcode(t.Op)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	args := make([]ir.Value, len(t.Args)-t.Imm)
	for n := range args {
		args[n] = b.term(t.Args[n])
	}
	if t.Imm == 1 {
		return b.k.Extend(op, args[0], uint32(b.number(t.Args[len(args)].Calc).Low64()), b.o)
	}
	return b.e.f.Result(b.k.Op(op, ir.Attr{Pred: pred}, b.o, nil, args...), 0)
}

// number is a constant that [env.fits] has computed before, so that it means something.
func (b *builder) number(x *schema.Expr) num.Int {
	v, ok := b.e.eval(x)
	if !ok {
		panic("BUG: a constant of a replacement means nothing")
	}
	return v
}
