package interp

import (
	"fmt"
	"unsafe"
)

// The dispatch loop reads operands, instructions and edges without the checks of Go: most of what it executes is a few
// instructions of the processor, of which these checks were a third. What it reads by is numbers of the code alone, and checkCode has looked at each of them
// once, when the function was lowered. Everything else uses slices.

// at is slot i of the frame whose slots begin at sp.
func at(sp unsafe.Pointer, i int32) *slot { return (*slot)(unsafe.Add(sp, int(i)*slotBytes)) }

// instrAt is instruction pc of a program.
func instrAt(prog unsafe.Pointer, pc int32) *code {
	return (*code)(unsafe.Add(prog, int(pc)*codeBytes))
}

// after is the instruction behind c. There is one: code ends with a terminator.
func after(c *code) *code { return (*code)(unsafe.Add(unsafe.Pointer(c), codeBytes)) }

// placeOf is the pc of c.
func placeOf(prog unsafe.Pointer, c *code) int32 {
	return int32((uintptr(unsafe.Pointer(c)) - uintptr(prog)) / uintptr(codeBytes))
}

// edgeAt is an edge of fn.
func edgeAt(fn *fastFunc, n uint64) *edge {
	return (*edge)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(fn.edges)), n*edgeBytes))
}

// signed8, signed16 and signed32 extend the sign of what was loaded.
func signed8(v uint64) uint64  { return uint64(int8(v)) }
func signed16(v uint64) uint64 { return uint64(int16(v)) }
func signed32(v uint64) uint64 { return uint64(int32(v)) }

// codeBytes and edgeBytes are the sizes of an instruction and of an edge.
const (
	codeBytes = int(unsafe.Sizeof(code{}))
	edgeBytes = uint64(unsafe.Sizeof(edge{}))
)

// program is where the code of fn begins.
func (fn *fastFunc) program() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(fn.code)) }

// slotsAt is where the frame of fn begins that is at base. Every frame has a slot.
func (t *fastThread) slotsAt(base int32, fn *fastFunc) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(t.stack[base : base+fn.size]))
}

// frameSlots are the slots of a frame.
func (t *fastThread) frameSlots(fr *fastFrame) []slot { return t.stack[fr.base : fr.base+fr.fn.size] }

// operandUse is a set of what an operation reads without checks.
type operandUse uint16

// The first and second slots of operands and results, the slot and the edges that imm names.
const (
	usesA operandUse = 1 << iota
	usesPairA
	usesB
	usesDst
	usesPairDst
	usesSlotImm
	usesEdge
	usesEdges
)

// endsBlock are the operations that code may end with: the loop does not go on behind them.
var endsBlock = map[fastOp]bool{fBr: true, fBrIf: true, fSwitch: true, fRet: true, fUnreachable: true, fTrap: true, fLongJump: true, fSlow: true}

// checkCode panics unless all that the loop reads of fn without checks is there.
func (fn *fastFunc) checkCode() {
	if n := len(fn.code); n == 0 || !endsBlock[fn.code[n-1].op] {
		panic("BUG: code that does not end")
	}
	for pc := range fn.code {
		c := &fn.code[pc]
		u := operandUses[c.op]
		if c.op == fRet && c.k != 0 {
			u = usesA
		}
		in := func(use operandUse, i int32) bool { return u&use == 0 || i >= 0 && i < fn.size }
		edge := func(use operandUse, n uint64) bool { return u&use == 0 || n < uint64(len(fn.edges)) }
		if !in(usesA, c.a) || !in(usesPairA, c.a+1) || !in(usesB, c.b) || !in(usesDst, c.dst) || !in(usesPairDst, c.dst+1) || !in(usesSlotImm, int32(c.imm)) ||
			!edge(usesEdge, c.imm) || !edge(usesEdges, uint64(uint32(c.imm))) || !edge(usesEdges, c.imm>>32) {
			panic(fmt.Sprintf("BUG: instruction %d of @%s reads what is not there: %+v", pc, fn.f.Name, *c))
		}
	}
	for n, e := range fn.edges {
		ok := e.pc >= 0 && int(e.pc) < len(fn.code)
		for _, m := range e.moves {
			ok = ok && m.src >= 0 && m.src+m.n <= fn.size && m.dst >= 0 && m.dst+m.n <= fn.size
		}
		if !ok {
			panic(fmt.Sprintf("BUG: edge %d of @%s: %+v", n, fn.f.Name, e))
		}
	}
	for _, tab := range fn.switches {
		for _, n := range tab.dense {
			if n < 0 || int(n) >= len(fn.edges) {
				panic("BUG: a switch to no edge")
			}
		}
	}
}
