package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
)

// reg is a register of a program; its number is given when all that is read is known.
// A register that nothing reads gets no number, and its step goes away unless it may say no.
type reg struct {
	bank byte // i v n a
	at   int
	deep int // of an instruction: how many steps below the root
	read bool
}

// operandOf is an operand of an instruction; with bit of what is swapped set, the other one of two.
// The bit is an index into the variant's swap, [step.Not] for operands that no variant exchanges.
type operandOf struct {
	inst   *reg
	n, bit int
}

// taken is a step of a program with what it reads and finds.
// A step is kept as it is until all are known: only then it is clear which are read, and what number each register gets.
type taken struct {
	op    step.Op
	args  []any // *reg, operandOf, byte
	finds []*reg
	keep  bool // even if nothing reads what it finds
}

// program is the match of a rule as it is written: the steps, and what names stand for.
type program struct {
	*pools
	steps    []taken
	root     *reg
	bits     map[*schema.Term]int // of the terms that may be swapped
	values   map[string]*reg
	consts   map[string]*reg
	annots   map[string]*reg
	literals map[int64]*reg
	tail     []any        // what follows the steps
	first    map[byte]int // registers that the engine has set before
}

// pools are the numbers and opcodes that all programs of a file name by their index.
type pools struct {
	numbers []uint64
	ops     []ir.Op
	kinds   []kindSet
	// Remembered instead of returned, since nearly every step would have an error to hand on; encode reports it.
	full bool // more of something than a byte can name
}

// number is the index of a literal, or of the bits of a float.
// A byte of a program names one of 256; rules share what they name, and use few.
func (p *pools) number(x uint64) byte { return index(p, &p.numbers, x) }

// opcode is the index of an opcode.
func (p *pools) opcode(op ir.Op) byte { return index(p, &p.ops, op) }

// index adds what is not there yet. A byte that does not hold the index marks the pools as full, and is never
// written out.
func index[T comparable](p *pools, pool *[]T, x T) byte {
	n := slices.Index(*pool, x)
	if n < 0 {
		n = len(*pool)
		*pool = append(*pool, x)
	}
	p.full = p.full || n > math.MaxUint8
	return byte(n)
}

// newProgram begins a program whose root is instruction 0, which the engine has set before the first step.
func newProgram(p *pools, bits map[*schema.Term]int) *program {
	return &program{pools: p, root: &reg{bank: 'i'}, bits: bits, values: map[string]*reg{}, consts: map[string]*reg{},
		annots: map[string]*reg{}, literals: map[int64]*reg{}, first: map[byte]int{'i': 1}}
}

// need adds a step that may say no, or that something depends on besides what reads it.
// Steps are taken in the order in which they are added, until one says no.
func (p *program) need(op step.Op, args ...any) {
	p.steps = append(p.steps, taken{op: op, args: args, keep: true})
}

// find adds a step that finds something in a bank of registers.
func (p *program) find(bank byte, op step.Op, args ...any) *reg {
	r := &reg{bank: bank}
	p.steps = append(p.steps, taken{op: op, args: args, finds: []*reg{r}})
	return r
}

// fact is find for a step that may say no.
// It must be taken even if nothing reads the number: that there is one is a condition of the rule.
func (p *program) fact(bank byte, op step.Op, args ...any) *reg {
	r := p.find(bank, op, args...)
	p.steps[len(p.steps)-1].keep = true
	return r
}

// swap is the bit that says whether the operands of a term are swapped.
// The third operand of fma and select is never swapped.
func (p *program) swap(t *schema.Term, n int) int {
	if bit, ok := p.bits[t]; ok && n < 2 {
		return bit
	}
	return step.Not
}

// number matches a number of the program, which get finds, with a constant of the pattern.
// The first occurrence of a constant binds it, a later one is a comparison.
func (p *program) number(e *schema.Expr, get func() *reg) {
	switch old, known := p.consts[e.Const]; {
	case e.Lit != "" || e.Const != "" && known:
		if e.Lit != "" {
			old = p.lit(e)
		}
		p.need(step.Cmp, byte(ir.EQ), get(), old)
	default:
		p.consts[e.Const] = get()
	}
}

// lit gives each literal one register for a program, however often it occurs.
func (p *program) lit(e *schema.Expr) *reg {
	v := e.Int()
	if p.literals[v] == nil {
		p.literals[v] = p.find('n', step.Literal, p.pools.number(uint64(v)))
	}
	return p.literals[v]
}

// expr finds what arithmetic on constants gives.
// An expression that occurs twice is computed twice, literals apart: there are few in a rule.
func (p *program) expr(e *schema.Expr) *reg {
	switch {
	case e.Const != "":
		return p.consts[e.Const]
	case e.Lit != "":
		return p.lit(e)
	}
	args := []any{step.Func(e.Fn)}
	for _, a := range e.Args {
		args = append(args, p.expr(a))
	}
	// Every Calc has the same length, as the engine steps over it without knowing the function.
	if len(args) < 3 {
		args = append(args, args[1])
	}
	return p.find('n', step.Calc, args...)
}

// atLeast makes what is known the value of a constant that the pattern does not have, or wants it to be no more
// than another.
// The claim of a narrower set implies the wider one, so the comparison is less or equal.
func (p *program) atLeast(known *reg, e *schema.Expr) {
	if _, ok := p.consts[e.Const]; e.Const != "" && !ok {
		p.consts[e.Const] = known
		return
	}
	p.need(step.Cmp, byte(ir.LE), known, p.expr(e))
}

// between asks for the range of a variable, which binds constants or must be within others.
func (p *program) between(c *schema.Pre) {
	low, high := p.fact('n', step.Bounds, p.values[c.Var]), &reg{bank: 'n'}
	s := &p.steps[len(p.steps)-1]
	s.finds = append(s.finds, high)
	for n, e := range c.Args {
		end := []*reg{low, high}[n]
		if slices.Contains(c.Binds(), e.Const) && p.consts[e.Const] == nil {
			p.consts[e.Const] = end
			continue
		}
		p.need(step.Cmp, byte([]ir.Pred{ir.GE, ir.LE}[n]), end, p.expr(e))
	}
}

// cond adds a precondition on constants. Alternatives are conditions of one step.
// An alternative must be one step, as Either counts steps; so what the alternatives compare is computed before it,
// even if the first of them holds.
func (p *program) cond(c *schema.Pre) error {
	var steps []taken // behind those that compute what they compare
	alternatives := []*schema.Pre{c}
	switch c.Fn {
	case "and":
		for _, q := range c.Of {
			if err := p.cond(q); err != nil {
				return err
			}
		}
		return nil
	case "or":
		alternatives = c.Of
		steps = append(steps, taken{op: step.Either, args: []any{byte(len(c.Of))}, keep: true})
	}
	for _, q := range alternatives {
		switch q.Fn {
		case "cmp":
			pred, _ := ir.ParsePred(q.Pred, false)
			steps = append(steps, taken{op: step.Cmp, args: []any{byte(pred), p.expr(q.Args[0]), p.expr(q.Args[1])}, keep: true})
		case "isPow2":
			steps = append(steps, taken{op: step.IsPow2, args: []any{p.expr(q.Args[0])}, keep: true})
		default:
			return fmt.Errorf("the condition %s cannot be checked", q.Fn)
		}
	}
	p.steps = append(p.steps, steps...)
	return nil
}

// encode gives the registers their numbers, in the order in which they are found, and writes the
// program. What nothing reads is left out.
func (p *program) encode() (string, error) {
	reads := func(args []any) {
		for _, a := range args {
			switch a := a.(type) {
			case *reg:
				a.read = true
			case operandOf:
				a.inst.read = true
			}
		}
	}
	reads(p.tail)
	// Backwards, so that a reader is decided before what it reads.
	for n := len(p.steps) - 1; n >= 0; n-- {
		s := &p.steps[n]
		if s.keep = s.keep || slices.ContainsFunc(s.finds, func(r *reg) bool { return r.read }); s.keep {
			reads(s.args)
		}
	}
	var b strings.Builder
	write := func(args []any) {
		for _, a := range args {
			switch a := a.(type) {
			case *reg:
				b.WriteByte(byte(a.at))
			case operandOf:
				// The bounds of a place in one byte: three bits of register, two of operand, three of swap.
				p.full = p.full || a.inst.at > 7 || a.n > 3 || a.bit > step.Not
				b.WriteByte(step.Place(a.inst.at, a.n, a.bit))
			case byte:
				b.WriteByte(a)
			}
		}
	}
	// Numbers are given in the order in which the engine will find: no step has to name its destination.
	found := p.first
	for _, s := range p.steps {
		if !s.keep {
			continue
		}
		b.WriteByte(s.op)
		write(s.args)
		for _, r := range s.finds {
			r.at = found[r.bank]
			found[r.bank]++
			p.full = p.full || r.at >= step.Registers
		}
	}
	b.WriteByte(step.Done)
	write(p.tail)
	if p.full {
		return "", fmt.Errorf("more registers, literals or operands than a program can have")
	}
	return b.String(), nil
}
