package isel

import (
	"cmp"
	mathbits "math/bits"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// proven is a rule of the export.
type proven struct {
	name, theorem string
	skipped       string // why there is no generated code for it
}

// Theorem is the name of the theorem of a proven rule, "" if there is no rule of that name.
func Theorem(rule string) string {
	for _, r := range rules {
		if r.name == rule {
			return r.theorem
		}
	}
	return ""
}

// attempt is a way to match a rule: operands by their opcodes, then by a program.
type attempt struct {
	rule        string
	cc          x86.Cond // where the value is a condition
	left, right ir.Op    // that make the first two operands
	program     string   // see package step
	emit        uint16   // which of the emitters
}

// anyOp stands for any opcode.
const anyOp = ir.Op(ir.NumOps)

// found are the registers of a program. The operand size is the first constant.
// Filled by one program from index 0 (insts from 1) and overwritten by the next. The emitters read
// it at once, before anything else is matched.
type found struct {
	insts   [8]ir.Inst
	values  [step.Registers]ir.Operand
	numbers [step.Registers]int64
}

// opClass numbers the opcodes that attempts name; all others are 0.
var opClass, opClasses = func() (of [ir.NumOps]int, n int) {
	number := func(list []attempt) {
		for _, a := range list {
			for _, op := range []ir.Op{a.left, a.right} {
				if op != anyOp && of[op] == 0 {
					n++
					of[op] = n
				}
			}
		}
	}
	for _, list := range valueRules {
		number(list)
	}
	for p := range ir.FFalse {
		number(flagRules[p])
	}
	return of, n + 1
}()

// choices are the attempts of a list that the opcodes of the first two operands leave, by their classes: left *
// opClasses + right, of which right is 0 where there is one operand. nil is no list.
type choices [][]*attempt

// The rules for values by opcode, and for conditions by predicate.
var (
	valueChoices [ir.NumOps]choices
	flagChoices  [ir.FFalse]choices // those of ints
)

func init() {
	for op, list := range valueRules {
		valueChoices[op] = choose(list)
	}
	for p, list := range flagRules {
		flagChoices[p] = choose(list)
	}
}

// choose keeps the order of the list in each of the choices.
func choose(list []attempt) choices {
	if len(list) == 0 {
		return nil
	}
	c := make(choices, opClasses*opClasses)
	fits := func(op ir.Op, k int) bool { return op == anyOp || opClass[op] == k }
	for left := range opClasses {
		for right := range opClasses {
			for n := range list {
				if a := &list[n]; fits(a.left, left) && fits(a.right, right) {
					c[left*opClasses+right] = append(c[left*opClasses+right], a)
				}
			}
		}
	}
	return c
}

// try selects i by the first rule of a list that matches. W is the operand size, w how many bits of the
// operands matter.
func (s *selector) try(list choices, i ir.Inst, dst mach.VReg, w, W int) (x86.Cond, bool) {
	if list == nil {
		return 0, false
	}
	at := opClass[s.opOf(s.f.Arg(i, 0))] * opClasses
	if s.f.NumOperands(i) > 1 {
		at += opClass[s.opOf(s.f.Arg(i, 1))]
	}
	// Instruction 0 is i, number 0 the operand size: programs and emitters count on both.
	s.found.insts[0], s.found.numbers[0] = i, int64(W)
	for _, a := range list[at] {
		if s.matches(a.program, W) {
			// Nothing is emitted before the whole program matched, so a failed attempt leaves no
			// trace.
			if s.opt.Made != nil || s.opt.Maker != nil {
				s.by = a.rule
			}
			emitters[a.emit](s, dst, w, W)
			s.by = ""
			return a.cc, true
		}
	}
	return 0, false
}

// matches takes the steps of a program, which looks at the instruction in the first register.
func (s *selector) matches(program string, W int) bool {
	f, r := s.f, &s.found
	// Steps fill the registers in their order, so a step's target needs no place in the program.
	insts, values, numbers := 1, 0, 1
	for pc := 0; ; {
		a := program[pc+1:]
		ok, n := true, int64(0)
		switch program[pc] {
		case step.Done:
			return true
		case step.Inst:
			// An instruction inside of the pattern disappears into the machine instruction: nothing
			// else may read it, and it must not be moved into a loop.
			r.insts[insts], ok = s.inside(s.operandAt(a[0]).Value, opcodes[a[1]])
			insts, pc = insts+1, pc+3
		case step.Operand:
			r.values[values] = s.operandAt(a[0])
			values, pc = values+1, pc+2
		case step.Number, step.Low, step.Imm, step.Literal, step.InS, step.InU, step.Calc:
			switch program[pc] {
			case step.Number:
				n, ok = s.smallConst(s.operandAt(a[0]).Value)
			case step.Low: // only its low bits are looked at
				n, _, ok = s.constOf(s.operandAt(a[0]).Value)
			case step.Imm:
				at := f.Attr(r.insts[a[0]])
				// The attribute is N or, for instructions with a width, Imm.
				if n = int64(at.N); f.Op(r.insts[a[0]]).Info().Form == ir.FormWidth {
					n = at.Imm
				}
			case step.Literal:
				n = int64(literals[a[0]])
			case step.InS:
				// A number in :un is in :s(n+1).
				bits, signed := s.span(r.values[a[0]])
				if n = int64(bits); !signed {
					n++
				}
			// A range with negative numbers is in no :un.
			case step.InU:
				bits, signed := s.span(r.values[a[0]])
				n, ok = int64(bits), !signed
			case step.Calc:
				n, ok = calc(a[0], r.numbers[a[1]], r.numbers[a[2]])
				pc += 2
			}
			r.numbers[numbers] = n
			numbers, pc = numbers+1, pc+2
		case step.Bounds:
			r.numbers[numbers], r.numbers[numbers+1], ok = s.bounds(r.values[a[0]])
			numbers, pc = numbers+2, pc+2
		case step.Cmp:
			ok, pc = ir.Pred(a[0]).Holds(cmp.Compare(r.numbers[a[1]], r.numbers[a[2]])), pc+4
		case step.IsPow2:
			ok, pc = isPow2(r.numbers[a[0]]), pc+2
		case step.Same:
			ok, pc = r.values[a[0]].Value == s.operandAt(a[1]).Value, pc+3
		case step.Type:
			ok, pc = f.TypeOf(r.values[a[0]].Value) == step.Types[a[1]], pc+3
		// A set of sizes: W/8 is 1, 2, 4 or 8, one bit each.
		case step.Sizes:
			ok, pc = a[0]&byte(W/8) != 0, pc+2
		case step.Has:
			ok, pc = [...]bool{s.has.popcnt, s.has.lzcnt, s.has.bmi1, s.has.bmi2}[a[0]], pc+2
		case step.IsConst:
			ok, pc = s.isConst(r.values[a[0]].Value), pc+2
		// A question of cost and not of meaning: it chooses between right rules.
		case step.Kept:
			ok, pc = s.kept(r.values[a[0]].Value), pc+2
		default:
			panic("BUG: a selection rule has a step that the engine does not know")
		}
		if !ok {
			return false
		}
	}
}

// operandAt is the operand at a place.
func (s *selector) operandAt(place byte) ir.Operand {
	at, n := step.At(place, 0)
	return s.f.Operand(s.found.insts[at], n)
}

// calc is arithmetic on constants of the program and widths; ok is false for a power of two that an int64
// does not hold.
func calc(fn byte, a, b int64) (n int64, ok bool) {
	switch fn {
	case step.Sext:
		return truncate(a, b), true
	case step.Add:
		return a + b, true
	case step.Sub:
		return a - b, true
	case step.Log2:
		return log2(a), true
	case step.Pow2:
		// Beyond 62 the result would not be a positive int64.
		return 1 << uint(a&63), a >= 0 && a <= 62
	}
	panic("BUG: a selection rule computes what the engine does not know")
}

// rule tries the proven rules for i. A rule whose pattern looks at low bits only serves containers
// of 8 and 16 bits at 32: the result is right modulo 2 to that size, and more is not asked. The
// others get operands extended to the operand size.
func (s *selector) rule(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) bool {
	switch op {
	// These depend on more than their operands' bits, or have several forms: the code beside the
	// rules selects them.
	case ir.OpIConst, ir.OpLoad, ir.OpICmp, ir.OpFCmp, ir.OpFreeze:
		return false
	case ir.OpZExt, ir.OpSExt:
		n := s.f.Attr(i).Imm
		// The rule would shift by 64-n, which must be at least 1 and at most the room.
		if n >= 64 || int(s.values[s.f.Arg(i, 0)].width) < int(n) {
			return false // shifts by nothing
		}
		w := facts.Container(int(n))
		room := 64
		if op == ir.OpZExt && w <= 32 { // a row of 32 bits clears the rest
			room = 32
		}
		return s.ruleAt(i, op, dst, w, room)
	case ir.OpBAnd, ir.OpBOr, ir.OpBXor:
		return s.ruleAt(i, op, dst, 8, 8)
	case ir.OpNot:
		if s.f.TypeOf(v) == ir.Bool {
			return s.ruleAt(i, op, dst, 8, 8)
		}
	case ir.OpMerge, ir.OpShl:
	default:
		// Their low bits depend on low bits only, so the room above the container may hold garbage.
		if op.Is(ir.Modular) {
			break
		}
		// Everything else reads whole operands. A rule may fail at one size and hold at the next,
		// where the ranges leave more space.
		for room := s.room(v); room <= 64; room *= 2 {
			if s.ruleAt(i, op, dst, room, room) {
				return true
			}
		}
		return false
	}
	return s.ruleAt(i, op, dst, int(s.values[v].width), s.room(v))
}

// ruleAt tries the proven rules for i with the opcode op.
func (s *selector) ruleAt(i ir.Inst, op ir.Op, dst mach.VReg, w, W int) bool {
	_, ok := s.try(valueChoices[op], i, dst, w, W)
	return ok
}

// ruleFlags tries the proven rules for the comparison i.
func (s *selector) ruleFlags(i ir.Inst, w int) (x86.Cond, bool) {
	return s.ruleFlagsAt(i, s.f.Attr(i).Pred, w, w)
}

// ruleFlagsAt tries those for a comparison with predicate p.
func (s *selector) ruleFlagsAt(i ir.Inst, p ir.Pred, w, W int) (x86.Cond, bool) {
	return s.try(flagChoices[p], i, 0, w, W)
}

// opOf is the opcode that makes v; a block argument counts as param.
func (s *selector) opOf(v ir.Value) ir.Op {
	if i := s.f.Def(v); i != ir.NoInst {
		return s.f.Op(i)
	}
	return ir.OpParam
}

// rmAt is the low w bits of v as an operand of room bits.
func (s *selector) rmAt(v ir.Value, w, room int) source {
	// A load may only be folded if the instruction reads as many bits as the load has.
	if w == room {
		return s.rm(v, w)
	}
	return regSource(s.reg(v, w))
}

// compareRule compares v, which may be in memory, with y.
func (s *selector) compareRule(w int, v ir.Value, y source) {
	if y.kind != x86.KMem {
		if m, ok := s.foldLoad(v, w); ok {
			s.compareMem(w, &m, y)
			return
		}
	}
	s.compare(w, s.reg(v, w), y)
}

// testRule sets the flags of v & n; v may be in memory.
func (s *selector) testRule(w int, v ir.Value, n int64) {
	if m, ok := s.foldLoad(v, w); ok {
		k := s.begin(mach.Row, testImmRows[size(w)])
		k.X.Args[0], k.X.Args[1] = s.memory(k, &m), x86.I(n)
		return
	}
	s.test(w, s.reg(v, w), immSource(n))
}

// kept says that the register of v is needed after the instruction that is being selected, so that
// it had better not be overwritten.
func (s *selector) kept(v ir.Value) bool {
	r := &s.values[s.values[v].alias]
	// Whoever is selected later stands before: a register that exists already is read behind this
	// instruction.
	return s.opt.Opt > 0 && r.uses > 1 && (r.narrow != 0 || s.opOf(v) == ir.OpParam)
}

// bounds is the range of an operand, if it fits 63 bits.
func (s *selector) bounds(o ir.Operand) (lo, hi int64, ok bool) {
	if n, ok := s.smallConst(o.Value); ok {
		return n, n, true
	}
	n, signed := s.span(o)
	switch {
	// A wider range has ends that an int64 cannot compute with.
	case signed && n >= 1 && n <= 63:
		return -1 << uint(n-1), 1<<uint(n-1) - 1, true
	case !signed && n <= 62:
		return 0, 1<<uint(n) - 1, true
	}
	return 0, 0, false
}

func isPow2(n int64) bool { return n > 0 && n&(n-1) == 0 }

func log2(n int64) int64 { return int64(mathbits.Len64(uint64(n))) - 1 }
