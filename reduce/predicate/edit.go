package predicate

import (
	"hash/maphash"
	"maps"

	"github.com/tuffy-ir/tuffy/ir"
)

// edit is what a pair of programs differs in. Only instructions that have an effect or whose values something
// reads count: a dead one explains no difference.
type edit struct {
	ops       map[ir.Op]int  // those that after has more or fewer of, by +1 or -1; what holds programs together is not counted
	mnemonics map[string]int // likewise, with the suffixes: a predicate, a width
	constants map[string]int // likewise, by value; symbols are constants, or a call of another function would do
	reads     reading
	roles     map[role]bool
	// roots are the mnemonics, before and after, of the instructions that the other file has not though it computes all
	// that they read, but for constants: where an edit begins that changes the order of operations, operands or a predicate, and no opcode.
	roots [2]map[string]bool
}

// reading says how what the edit computes with before is related to what it computes with after.
type reading int

const (
	readsOther reading = iota // after reads something that before does not
	readsLess                 // after reads some of it
	readsSame
)

// role is what an operand of an instruction of the edit is.
type role struct {
	op       ir.Op
	operand  int
	shared   bool // both files compute it
	constant bool
}

// fills reports whether an operand may come to be so in a smaller pair: a shared value may become a constant that is
// shared, and the last use of a shared constant in the other file may go.
func (r role) fills(roles map[role]bool) bool {
	if roles[r] {
		return true
	}
	if !r.constant {
		return false
	}
	other := r
	other.shared = !r.shared
	return roles[other] || r.shared && roles[role{op: r.op, operand: r.operand, shared: true}]
}

// fewOps is how many opcodes an edit may differ in to be kept whole. A larger one, such as what a pipeline does to
// a function, is many edits, of which most have no part in the divergence.
const fewOps = 3

// editOf compares what is live in two programs, by opcode, mnemonic and constant, and what the instructions of the difference read.
func editOf(before, after *ir.Module) edit {
	ops, mnemonics, constants := map[ir.Op]int{}, map[string]int{}, map[string]int{}
	var live [2]map[*ir.Func]map[ir.Inst]bool
	for n, m := range []*ir.Module{before, after} {
		sign := 2*n - 1
		live[n] = map[*ir.Func]map[ir.Inst]bool{}
		for _, f := range m.Funcs {
			live[n][f] = liveInsts(f)
			for i := range live[n][f] {
				switch op := f.Op(i); op {
				case ir.OpIConst:
					constants[f.IntConst(i).String()] += sign
				case ir.OpSymbolAddr:
					constants["@"+m.SymbolName(ir.Symbol(f.Attr(i).Aux))] += sign
				case ir.OpBConst, ir.OpFConst, ir.OpParam, ir.OpBr, ir.OpRet:
				default:
					ops[op] += sign
					mnemonics[f.Mnemonic(i)] += sign
				}
			}
		}
	}
	e := edit{ops: signs(ops), mnemonics: signs(mnemonics), constants: signs(constants), roles: map[role]bool{}}
	e.compareReads(live)
	return e
}

// signs are the counts that are not 0, as +1 or -1.
func signs[K comparable](counts map[K]int) map[K]int {
	out := map[K]int{}
	for k, n := range counts {
		if n != 0 {
			out[k] = max(-1, min(n, 1))
		}
	}
	return out
}

// liveInsts are the instructions of a function that its terminators and what has an effect need. An effect needs no
// reader: a call happens also if nothing reads its token.
func liveInsts(f *ir.Func) map[ir.Inst]bool {
	seen := map[ir.Inst]bool{}
	var work []ir.Inst
	add := func(i ir.Inst) {
		if i != ir.NoInst && !seen[i] {
			seen[i] = true
			work = append(work, i)
		}
	}
	for b := range f.Blocks() {
		add(f.Terminator(b))
		for i := range f.Insts(b) {
			if !f.Op(i).Removable() {
				add(i)
			}
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for v := range reads(f, i) {
			add(f.Def(v))
		}
	}
	return seen
}

// reads are the values that an instruction reads or passes on.
func reads(f *ir.Func, i ir.Inst) func(yield func(ir.Value) bool) {
	return func(yield func(ir.Value) bool) {
		for _, o := range f.Operands(i) {
			if o.Value != ir.NoValue && !yield(o.Value) {
				return
			}
		}
		for _, t := range f.Targets(i) {
			for _, o := range t.Args {
				if o.Value != ir.NoValue && !yield(o.Value) {
					return
				}
			}
		}
	}
}

// expressions are the hashes of what values and instructions compute, by their operands up to block arguments.
// The seed is of this process: hashes are only compared with each other.
type expressions struct {
	of  map[*ir.Func]map[ir.Value]uint64
	all map[uint64]bool // of the instructions that are live
}

var hashSeed = maphash.MakeSeed()

// value is the hash of a value. All tokens are alike: two expressions are the same whatever was stored between.
func (e expressions) value(f *ir.Func, v ir.Value) uint64 {
	if k, ok := e.of[f][v]; ok {
		return k
	}
	var k uint64
	switch i := f.Def(v); {
	case f.TypeOf(v) == ir.Mem:
	case i == ir.NoInst:
		k = maphash.String(hashSeed, f.TypeOf(v).String())
	default:
		k = maphash.Comparable(hashSeed, [2]uint64{e.inst(f, i), uint64(v - f.Result(i, 0))})
	}
	e.of[f][v] = k
	return k
}

// inst is the hash of an instruction.
func (e expressions) inst(f *ir.Func, i ir.Inst) uint64 {
	type node struct {
		mnemonic, constant string
		imm                int64
	}
	n := node{mnemonic: f.Mnemonic(i)}
	if f.Op(i) == ir.OpIConst {
		n.constant = f.IntConst(i).String()
	} else {
		n.imm = f.Attr(i).Imm
	}
	k := maphash.Comparable(hashSeed, n)
	for v := range reads(f, i) {
		k = maphash.Comparable(hashSeed, [2]uint64{k, e.value(f, v)})
	}
	return k
}

// compareReads compares what the edit computes with: the values that are computed alike in both files and that an
// instruction reads which the other file has not. Instructions are told apart by the expression that they are the
// root of, in which memory tokens do not count and block arguments of a type are alike: so the numbers of blocks
// and values, and edits elsewhere, do not matter. It also notes the roles of the operands of the opcodes that differ.
func (e *edit) compareReads(live [2]map[*ir.Func]map[ir.Inst]bool) {
	var trees [2]expressions
	for n := range live {
		trees[n] = expressions{map[*ir.Func]map[ir.Value]uint64{}, map[uint64]bool{}}
		for f, insts := range live[n] {
			trees[n].of[f] = map[ir.Value]uint64{}
			for i := range insts {
				trees[n].all[trees[n].inst(f, i)] = true
			}
		}
	}
	var read [2]map[uint64]bool
	for n := range live {
		read[n] = map[uint64]bool{}
		e.roots[n] = map[string]bool{}
		other := trees[1-n]
		for f, insts := range live[n] {
			for i := range insts {
				if other.all[trees[n].inst(f, i)] {
					continue
				}
				operand, root := 0, f.Op(i) != ir.OpBr && f.Op(i) != ir.OpRet
				for v := range reads(f, i) {
					d := f.Def(v)
					shared := d == ir.NoInst || other.all[trees[n].inst(f, d)]
					root = root && (shared || f.TypeOf(v) == ir.Mem || f.Op(d).Is(ir.Free) && f.Op(d) != ir.OpParam)
					if shared && f.TypeOf(v) != ir.Mem {
						read[n][trees[n].value(f, v)] = true
					}
					if e.ops[f.Op(i)] == 2*n-1 {
						e.roles[role{f.Op(i), operand, shared, d != ir.NoInst && f.Op(d) == ir.OpIConst}] = true
					}
					operand++
				}
				if root && operand > 0 {
					e.roots[n][f.Mnemonic(i)] = true
				}
			}
		}
	}
	e.reads = readsLess
	if maps.Equal(read[0], read[1]) {
		e.reads = readsSame
	}
	for k := range read[1] {
		if !read[0][k] {
			e.reads = readsOther
		}
	}
}

// keeps reports whether the difference of a smaller pair is a part of that of the first: no other opcodes or
// constants came or went, and some came if any did, and some went, all if they are few; their operands are what they
// were, and after reads nothing that before does not, if that was so. So a reduction cannot put two other programs, which differ as well, in the
// place of an edit. No other predicate or width comes or goes, and no constant if
// none did. An edit without other opcodes begins at the same operations, and one of constants alone may become one
// of smaller constants.
func (e edit) keeps(smaller edit) bool {
	if smaller.reads < e.reads {
		return false
	}
	if len(e.ops) <= fewOps && len(smaller.ops) != len(e.ops) {
		return false
	}
	for r := range smaller.roles {
		if !r.fills(e.roles) {
			return false
		}
	}
	for name, sign := range smaller.mnemonics {
		if e.mnemonics[name] != sign {
			return false
		}
	}
	if len(e.constants) == 0 && len(smaller.constants) > 0 {
		return false
	}
	if len(e.ops) > 0 {
		return part(smaller.ops, e.ops) && part(smaller.constants, e.constants)
	}
	for n, all := range e.roots {
		if len(all) > 0 && len(smaller.roots[n]) == 0 {
			return false
		}
		for op := range smaller.roots[n] {
			if !all[op] {
				return false
			}
		}
	}
	return true
}

// part reports whether all of some counts are in others with the same sign, and each sign of the others is in them.
func part[K comparable](some, all map[K]int) bool {
	var left, there [2]bool
	for k, sign := range some {
		if all[k] != sign {
			return false
		}
		left[(sign+1)/2] = true
	}
	for _, sign := range all {
		there[(sign+1)/2] = true
	}
	return left == there
}
