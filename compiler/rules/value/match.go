package value

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/compiler/rules/internal/calc"
	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// registers are what the program of a rule has found so far.
// They are overwritten by the next program, so that what must outlive it is copied. The generator bounds their
// use.
type registers struct {
	insts   [8]ir.Inst
	order   [8]uint32 // where the instructions are below the root: two bits a step, the first on top
	values  [step.Registers]ir.Value
	numbers [step.Registers]num.Int
	annots  [step.Registers]ir.Annot
}

// run takes the steps of a pattern's program at the root i, and fires the rule if all say yes. The graph
// has seen to it that the kinds of operands are right.
// The length of each step is known from its opcode alone, see package step; the program ends with Done, so pc
// needs no bound.
func (m *matcher) run(p *pattern, i ir.Inst) bool {
	f, r := m.f, &m.registers
	code, swap := rules[p.rule].code[p.code], uint(p.swap)
	insts, values, numbers, annots := 1, 0, 0, 0
	r.insts[0] = i
	var k calc.Calc
	alternatives, any := 0, false // of Either: how many are left, and whether one held
	for pc := 0; ; {
		switch a := code[pc+1:]; code[pc] {
		case step.Done:
			// Arithmetic that went wrong, such as a number too large, makes the match fail at the end, whatever
			// was compared before.
			return !k.Bad && m.fire(p, insts, a)
		case step.Inst:
			at, n := step.At(a[0], swap)
			above := r.order[at]
			// Where the path of the instruction above ends, the next step is put: paths of at most 16 steps
			// fit.
			r.order[insts] = above | uint32(n+1)<<(bits.TrailingZeros32(above)&^1-2)
			r.insts[insts] = f.Def(f.Arg(r.insts[at], n))
			insts, pc = insts+1, pc+2
		case step.Operand:
			r.values[values] = m.operand(a[0], swap)
			values, pc = values+1, pc+2
		case step.Number:
			r.numbers[numbers] = f.IntConst(f.Def(m.operand(a[0], swap)))
			numbers, pc = numbers+1, pc+2
		case step.Imm:
			r.numbers[numbers] = m.imm(r.insts[a[0]])
			numbers, pc = numbers+1, pc+2
		case step.Literal:
			r.numbers[numbers] = num.New(int64(literals[a[0]]))
			numbers, pc = numbers+1, pc+2
		case step.Calc:
			r.numbers[numbers] = k.Do(a[0], r.numbers[a[1]], r.numbers[a[2]])
			numbers, pc = numbers+1, pc+4
		case step.Either:
			alternatives, any = int(a[0]), false
			pc += 2
		case step.Cmp, step.IsPow2:
			var holds bool
			if code[pc] == step.Cmp {
				holds = ir.Pred(a[0]).Holds(r.numbers[a[1]].Cmp(r.numbers[a[2]]))
				pc += 4
			} else {
				holds = r.numbers[a[0]].IsPow2()
				pc += 2
			}
			if any = any || holds; alternatives > 0 {
				alternatives--
			}
			if alternatives == 0 {
				if !any {
					return false
				}
				any = false
			}
		case step.Same:
			if r.values[a[0]] != m.operand(a[1], swap) {
				return false
			}
			pc += 3
		case step.Among:
			if k := m.kinds[m.operand(a[0], swap)] % numKinds; deeper[a[1]][k/64]>>(k%64)&1 == 0 {
				return false
			}
			pc += 3
		case step.Type:
			if f.TypeOf(r.values[a[0]]) != step.Types[a[1]] {
				return false
			}
			pc += 3
		case step.Kind:
			if f.TypeOf(r.values[a[0]]).Kind() != ir.TypeKind(a[1]) {
				return false
			}
			pc += 3
		case step.Float:
			if !m.float(m.operand(a[0], swap), step.Types[a[1]], literals[a[2]]) {
				return false
			}
			pc += 4
		case step.ResultOf:
			r.annots[annots] = f.AnnotOf(f.Result(i, int(a[0])))
			annots, pc = annots+1, pc+2
		case step.AnnotOf:
			r.annots[annots] = f.AnnotOf(m.operand(a[0], swap))
			annots, pc = annots+1, pc+2
		case step.UseOf:
			at, n := step.At(a[0], swap)
			r.annots[annots] = f.Operand(r.insts[at], n).Annot
			annots, pc = annots+1, pc+2
		case step.SameAnnot:
			if r.annots[a[0]] != r.annots[a[1]] {
				return false
			}
			pc += 3
		case step.NoClass:
			if classes := ir.FPClass(literals[a[1]]); r.annots[a[0]].FPClasses()&classes != classes {
				return false
			}
			pc += 3
		case step.Signed, step.Unsigned, step.InS, step.InU, step.Zeros, step.Ones:
			n, ok := m.fact(code[pc], a[0])
			if !ok {
				return false
			}
			r.numbers[numbers] = n
			numbers, pc = numbers+1, pc+2
		case step.Bounds:
			v, ends := r.values[a[0]], (*interval)(r.numbers[numbers:])
			if !m.rng(v, ends) {
				return false
			}
			m.within(v, ends)
			numbers, pc = numbers+2, pc+2
		case step.NotIn:
			if !m.notIn(r.values[a[0]], ir.FPClass(literals[a[1]])) {
				return false
			}
			pc += 3
		case step.Shape:
			if !m.shape(r.values[a[0]], shapeKind(a[1])) {
				return false
			}
			pc += 3
		case step.Claim:
			if r.annots[annots] = k.Unsigned(r.numbers[a[1]]); a[0] == 1 {
				r.annots[annots] = k.Signed(r.numbers[a[1]])
			}
			annots, pc = annots+1, pc+3
		case step.Exclude:
			r.annots[annots] = ir.NoFPClass(ir.FPClass(literals[a[0]]))
			annots, pc = annots+1, pc+2
		case step.All:
			list := ir.NoAnnot
			for _, n := range []byte(a[1 : 1+a[0]]) {
				list = k.Both(list, r.annots[n])
			}
			r.annots[annots] = list
			annots, pc = annots+1, pc+2+int(a[0])
		case step.Width:
			if n := r.numbers[a[0]]; n.Sign() <= 0 || num.New(maxImm).Less(n) {
				return false
			}
			pc += 2
		default:
			panic("BUG: a value rule has a step that the engine does not know")
		}
	}
}

// operand is the value at a place.
func (m *matcher) operand(place byte, swap uint) ir.Value {
	at, n := step.At(place, swap)
	return m.f.Arg(m.registers.insts[at], n)
}

// matched lists the first n instructions of the registers: the root, and those below it as operands
// follow each other.
// An insertion sort by path, as there are eight at most; order and instructions move together.
func (r *registers) matched(n int) []ir.Inst {
	for last := 2; last < n; last++ {
		for k := last; k > 1 && r.order[k] < r.order[k-1]; k-- {
			r.order[k], r.order[k-1] = r.order[k-1], r.order[k]
			r.insts[k], r.insts[k-1] = r.insts[k-1], r.insts[k]
		}
	}
	return r.insts[:n]
}

// build makes the replacement that code describes, and returns what follows it.
// Every value it makes is classified at once and every instruction is queued, since it may be the root of a
// rule.
func (m *matcher) build(b *ir.Builder, code string, t ir.Type, o ir.Origin) (v ir.Value, rest string) {
	r := &m.registers
	switch code[0] {
	case step.Value:
		return r.values[code[1]], code[2:]
	case step.Const:
		return m.classifyNew(m.f.Def(b.IConst(r.numbers[code[1]], o))), code[2:]
	case step.Truth:
		return m.classifyNew(m.f.Def(b.BConst(code[1] != 0, o))), code[2:]
	case step.FConst:
		return m.classifyNew(m.f.Def(b.FConst(step.Types[code[1]], literals[code[2]], o))), code[3:]
	case step.Recip:
		like := r.values[code[1]]
		return m.classifyNew(m.f.Def(b.FConst(m.f.TypeOf(like), m.recip(like), o))), code[2:]
	}
	op, attr := opcodes[code[1]], ir.Attr{}
	switch {
	case op == ir.OpFPToSI || op == ir.OpFPToUI:
		attr.Sat = code[2] != 0
	default:
		attr.Pred = ir.Pred(code[2])
	}
	var arrow []ir.Type
	switch typ := code[4]; {
	case typ == step.RootType:
		arrow = []ir.Type{t}
	case typ != 0:
		arrow = []ir.Type{step.Types[typ]}
	}
	switch imm := code[5]; {
	case imm == step.None:
	case op.Info().Form == ir.FormWidth:
		attr.Imm = int64(r.numbers[imm].Low64())
	default:
		attr.N = uint32(r.numbers[imm].Low64())
	}
	args, types := make([]ir.Operand, code[7]), make([]ir.Type, code[7])
	rest = code[step.MakeSize:]
	for n := range args {
		if rest[0] == step.Use {
			args[n].Annot, rest = r.annots[rest[1]], rest[2:]
		}
		args[n].Value, rest = m.build(b, rest, t, o)
		types[n] = m.f.TypeOf(args[n].Value)
	}
	results, err := ir.ResultTypes(op, attr, types, arrow, nil, m.f.Params)
	if err != nil {
		panic("BUG: a rule builds an instruction without a type: " + err.Error())
	}
	i := b.Inst(op, attr, args, nil, results, o)
	m.queue = append(m.queue, i)
	v = m.f.Result(i, int(code[3]))
	if code[6] != step.None {
		m.f.SetAnnot(v, r.annots[code[6]])
	}
	m.classifyNew(i)
	return v, rest
}
