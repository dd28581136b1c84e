package emit

import (
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/x86"
)

// peephole makes e.inst, which is instruction i of block b or stands behind it, shorter, and
// reports whether there is nothing left of it.
// All of it is local: which registers hold what is not asked, only whether the flags are dead.
func (e *emitter) peephole(i uint32, b mach.Block) bool {
	x := &e.inst
	switch x.Op {
	case x86.MOV_r64_rm64, x86.MOV_rm64_r64:
		return x.Args[0].Kind == x86.KReg && x.Args[0] == x.Args[1]
	case x86.MOV_r32_imm32, x86.MOV_r64_imm64, x86.MOV_rm64_imm32, x86.MOV_rm32_imm32:
		// XOR writes the flags, MOV does not: it may stand only where no instruction reads what is in them.
		if x.Args[0].Kind == x86.KReg && x.Args[1].Imm == 0 && e.flagsDead(i+1, b) {
			*x = x86.Inst{Op: x86.XOR_r32_rm32, Args: [x86.MaxArgs]x86.Operand{x.Args[0], x.Args[0]}}
		}
	case x86.CMP_rm64_imm8, x86.CMP_rm64_imm32:
		e.test(x86.TEST_rm64_r64)
	case x86.CMP_rm32_imm8, x86.CMP_rm32_imm32:
		e.test(x86.TEST_rm32_r32)
	case x86.CMP_rm8_imm8:
		e.test(x86.TEST_rm8_r8)
	}
	return false
}

// test compares with 0 by an and: all flags that conditions use come out the same.
func (e *emitter) test(op x86.Op) {
	x := &e.inst
	if x.Args[0].Kind == x86.KReg && x.Args[1].Imm == 0 {
		*x = x86.Inst{Op: op, Args: [x86.MaxArgs]x86.Operand{x.Args[0], x.Args[0]}}
	}
}

// status are the flags that instructions compute.
const status = x86.CF | x86.PF | x86.AF | x86.ZF | x86.SF | x86.OF

// flagsDead reports whether nothing reads the status flags as they are before instruction i of b.
// No flags are live from one block to another, a branch aside.
func (e *emitter) flagsDead(i uint32, b mach.Block) bool {
	var dead x86.Flags
	for ; i < e.f.Blocks[b].End; i++ {
		in := &e.f.Insts[i]
		switch in.Kind {
		case mach.Branch:
			return false
		// What follows sets its own flags: none is passed along an edge, to a caller or to a callee.
		case mach.Jump, mach.Return, mach.Trap, mach.Table, mach.Call:
			return true
		case mach.Row:
			x := &e.rows[in.Row]
			if x.ReadsFlags()&status&^dead != 0 {
				return false
			}
			if dead |= x.WritesFlags(); dead&status == status {
				return true
			}
		}
	}
	return false
}
