package isel

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// sized are the rows of one instruction at 8, 16, 32 and 64 bits; 0 where there is none.
type sized [4]x86.Op

// size is the index into sized of an operand size in bits.
func size(w int) int {
	switch w {
	case 8:
		return 0
	case 16:
		return 1
	case 32:
		return 2
	}
	return 3
}

// binary are the forms of an instruction of two operands: with a register or memory as the source,
// with a sign-extended byte, with an immediate of the operand size (at most 32 bits), and with
// memory as the destination.
type binary struct{ rm, imm8, imm, store, storeImm8, storeImm sized }

var (
	aluAdd = binary{
		sized{x86.ADD_r8_rm8, x86.ADD_r16_rm16, x86.ADD_r32_rm32, x86.ADD_r64_rm64},
		sized{x86.ADD_rm8_imm8, x86.ADD_rm16_imm8, x86.ADD_rm32_imm8, x86.ADD_rm64_imm8},
		sized{x86.ADD_rm8_imm8, x86.ADD_rm16_imm16, x86.ADD_rm32_imm32, x86.ADD_rm64_imm32},
		sized{x86.ADD_rm8_r8, x86.ADD_rm16_r16, x86.ADD_rm32_r32, x86.ADD_rm64_r64},
		sized{x86.ADD_rm8_imm8, x86.ADD_rm16_imm8, x86.ADD_rm32_imm8, x86.ADD_rm64_imm8},
		sized{x86.ADD_rm8_imm8, x86.ADD_rm16_imm16, x86.ADD_rm32_imm32, x86.ADD_rm64_imm32},
	}
	aluAdc = binary{
		rm:   sized{x86.ADC_r8_rm8, x86.ADC_r16_rm16, x86.ADC_r32_rm32, x86.ADC_r64_rm64},
		imm8: sized{x86.ADC_rm8_imm8, x86.ADC_rm16_imm8, x86.ADC_rm32_imm8, x86.ADC_rm64_imm8},
		imm:  sized{x86.ADC_rm8_imm8, x86.ADC_rm16_imm16, x86.ADC_rm32_imm32, x86.ADC_rm64_imm32},
	}
	aluSbb = binary{
		rm:   sized{x86.SBB_r8_rm8, x86.SBB_r16_rm16, x86.SBB_r32_rm32, x86.SBB_r64_rm64},
		imm8: sized{x86.SBB_rm8_imm8, x86.SBB_rm16_imm8, x86.SBB_rm32_imm8, x86.SBB_rm64_imm8},
		imm:  sized{x86.SBB_rm8_imm8, x86.SBB_rm16_imm16, x86.SBB_rm32_imm32, x86.SBB_rm64_imm32},
	}
	aluSub = binary{
		sized{x86.SUB_r8_rm8, x86.SUB_r16_rm16, x86.SUB_r32_rm32, x86.SUB_r64_rm64},
		sized{x86.SUB_rm8_imm8, x86.SUB_rm16_imm8, x86.SUB_rm32_imm8, x86.SUB_rm64_imm8},
		sized{x86.SUB_rm8_imm8, x86.SUB_rm16_imm16, x86.SUB_rm32_imm32, x86.SUB_rm64_imm32},
		sized{x86.SUB_rm8_r8, x86.SUB_rm16_r16, x86.SUB_rm32_r32, x86.SUB_rm64_r64},
		sized{x86.SUB_rm8_imm8, x86.SUB_rm16_imm8, x86.SUB_rm32_imm8, x86.SUB_rm64_imm8},
		sized{x86.SUB_rm8_imm8, x86.SUB_rm16_imm16, x86.SUB_rm32_imm32, x86.SUB_rm64_imm32},
	}
	aluAnd = binary{
		sized{x86.AND_r8_rm8, x86.AND_r16_rm16, x86.AND_r32_rm32, x86.AND_r64_rm64},
		sized{x86.AND_rm8_imm8, x86.AND_rm16_imm8, x86.AND_rm32_imm8, x86.AND_rm64_imm8},
		sized{x86.AND_rm8_imm8, x86.AND_rm16_imm16, x86.AND_rm32_imm32, x86.AND_rm64_imm32},
		sized{x86.AND_rm8_r8, x86.AND_rm16_r16, x86.AND_rm32_r32, x86.AND_rm64_r64},
		sized{x86.AND_rm8_imm8, x86.AND_rm16_imm8, x86.AND_rm32_imm8, x86.AND_rm64_imm8},
		sized{x86.AND_rm8_imm8, x86.AND_rm16_imm16, x86.AND_rm32_imm32, x86.AND_rm64_imm32},
	}
	aluOr = binary{
		sized{x86.OR_r8_rm8, x86.OR_r16_rm16, x86.OR_r32_rm32, x86.OR_r64_rm64},
		sized{x86.OR_rm8_imm8, x86.OR_rm16_imm8, x86.OR_rm32_imm8, x86.OR_rm64_imm8},
		sized{x86.OR_rm8_imm8, x86.OR_rm16_imm16, x86.OR_rm32_imm32, x86.OR_rm64_imm32},
		sized{x86.OR_rm8_r8, x86.OR_rm16_r16, x86.OR_rm32_r32, x86.OR_rm64_r64},
		sized{x86.OR_rm8_imm8, x86.OR_rm16_imm8, x86.OR_rm32_imm8, x86.OR_rm64_imm8},
		sized{x86.OR_rm8_imm8, x86.OR_rm16_imm16, x86.OR_rm32_imm32, x86.OR_rm64_imm32},
	}
	aluXor = binary{
		sized{x86.XOR_r8_rm8, x86.XOR_r16_rm16, x86.XOR_r32_rm32, x86.XOR_r64_rm64},
		sized{x86.XOR_rm8_imm8, x86.XOR_rm16_imm8, x86.XOR_rm32_imm8, x86.XOR_rm64_imm8},
		sized{x86.XOR_rm8_imm8, x86.XOR_rm16_imm16, x86.XOR_rm32_imm32, x86.XOR_rm64_imm32},
		sized{x86.XOR_rm8_r8, x86.XOR_rm16_r16, x86.XOR_rm32_r32, x86.XOR_rm64_r64},
		sized{x86.XOR_rm8_imm8, x86.XOR_rm16_imm8, x86.XOR_rm32_imm8, x86.XOR_rm64_imm8},
		sized{x86.XOR_rm8_imm8, x86.XOR_rm16_imm16, x86.XOR_rm32_imm32, x86.XOR_rm64_imm32},
	}
	aluCmp = binary{
		sized{x86.CMP_r8_rm8, x86.CMP_r16_rm16, x86.CMP_r32_rm32, x86.CMP_r64_rm64},
		sized{x86.CMP_rm8_imm8, x86.CMP_rm16_imm8, x86.CMP_rm32_imm8, x86.CMP_rm64_imm8},
		sized{x86.CMP_rm8_imm8, x86.CMP_rm16_imm16, x86.CMP_rm32_imm32, x86.CMP_rm64_imm32},
		sized{x86.CMP_rm8_r8, x86.CMP_rm16_r16, x86.CMP_rm32_r32, x86.CMP_rm64_r64},
		sized{x86.CMP_rm8_imm8, x86.CMP_rm16_imm8, x86.CMP_rm32_imm8, x86.CMP_rm64_imm8},
		sized{x86.CMP_rm8_imm8, x86.CMP_rm16_imm16, x86.CMP_rm32_imm32, x86.CMP_rm64_imm32},
	}
)

// alus are the instructions of opcodes, rmws those of atomic operations.
var alus = [ir.NumOps]*binary{
	ir.OpAdd: &aluAdd, ir.OpSub: &aluSub, ir.OpAnd: &aluAnd, ir.OpOr: &aluOr, ir.OpXor: &aluXor,
	ir.OpBAnd: &aluAnd, ir.OpBOr: &aluOr, ir.OpBXor: &aluXor,
}

var rmws = [...]*binary{ir.RMWSub: &aluSub, ir.RMWAnd: &aluAnd, ir.RMWOr: &aluOr, ir.RMWXor: &aluXor}

// test has its register operand second.
var (
	testRows    = sized{x86.TEST_rm8_r8, x86.TEST_rm16_r16, x86.TEST_rm32_r32, x86.TEST_rm64_r64}
	testImmRows = sized{x86.TEST_rm8_imm8, x86.TEST_rm16_imm16, x86.TEST_rm32_imm32, x86.TEST_rm64_imm32}
)

// The instructions that change one operand in place.
var (
	unNeg = sized{x86.NEG_rm8, x86.NEG_rm16, x86.NEG_rm32, x86.NEG_rm64}
	unNot = sized{x86.NOT_rm8, x86.NOT_rm16, x86.NOT_rm32, x86.NOT_rm64}
	unInc = sized{x86.INC_rm8, x86.INC_rm16, x86.INC_rm32, x86.INC_rm64}
	unDec = sized{x86.DEC_rm8, x86.DEC_rm16, x86.DEC_rm32, x86.DEC_rm64}
	// BSWAP of 16 bits is undefined (SDM volume 2, BSWAP).
	swaps = sized{2: x86.BSWAP_r32, 3: x86.BSWAP_r64}
)

// shift are the forms of a shift or rotation.
type shift struct{ imm, cl sized }

var (
	shShl = shift{
		sized{x86.SHL_rm8_imm8, x86.SHL_rm16_imm8, x86.SHL_rm32_imm8, x86.SHL_rm64_imm8},
		sized{x86.SHL_rm8_cl, x86.SHL_rm16_cl, x86.SHL_rm32_cl, x86.SHL_rm64_cl},
	}
	shShr = shift{
		sized{x86.SHR_rm8_imm8, x86.SHR_rm16_imm8, x86.SHR_rm32_imm8, x86.SHR_rm64_imm8},
		sized{x86.SHR_rm8_cl, x86.SHR_rm16_cl, x86.SHR_rm32_cl, x86.SHR_rm64_cl},
	}
	shSar = shift{
		sized{x86.SAR_rm8_imm8, x86.SAR_rm16_imm8, x86.SAR_rm32_imm8, x86.SAR_rm64_imm8},
		sized{x86.SAR_rm8_cl, x86.SAR_rm16_cl, x86.SAR_rm32_cl, x86.SAR_rm64_cl},
	}
	shRol = shift{
		sized{x86.ROL_rm8_imm8, x86.ROL_rm16_imm8, x86.ROL_rm32_imm8, x86.ROL_rm64_imm8},
		sized{x86.ROL_rm8_cl, x86.ROL_rm16_cl, x86.ROL_rm32_cl, x86.ROL_rm64_cl},
	}
	shRor = shift{
		sized{x86.ROR_rm8_imm8, x86.ROR_rm16_imm8, x86.ROR_rm32_imm8, x86.ROR_rm64_imm8},
		sized{x86.ROR_rm8_cl, x86.ROR_rm16_cl, x86.ROR_rm32_cl, x86.ROR_rm64_cl},
	}
)

// A write of 32 bits clears the upper half of a register, so that zero extensions to 64 bits are those to 32.
// BSF and BSR leave their destination undefined for 0, where TZCNT and LZCNT give the operand size (SDM volume
// 2).
// The rows that read a register or memory and write a register.
var (
	movRows  = sized{x86.MOV_r8_rm8, x86.MOV_r16_rm16, x86.MOV_r32_rm32, x86.MOV_r64_rm64}
	zext8    = sized{1: x86.MOVZX_r16_rm8, 2: x86.MOVZX_r32_rm8, 3: x86.MOVZX_r32_rm8}
	zext16   = sized{2: x86.MOVZX_r32_rm16, 3: x86.MOVZX_r32_rm16}
	sext8    = sized{1: x86.MOVSX_r16_rm8, 2: x86.MOVSX_r32_rm8, 3: x86.MOVSX_r64_rm8}
	sext16   = sized{2: x86.MOVSX_r32_rm16, 3: x86.MOVSX_r64_rm16}
	sext32   = sized{3: x86.MOVSXD_r64_rm32}
	popcnts  = sized{1: x86.POPCNT_r16_rm16, 2: x86.POPCNT_r32_rm32, 3: x86.POPCNT_r64_rm64}
	lzcnts   = sized{1: x86.LZCNT_r16_rm16, 2: x86.LZCNT_r32_rm32, 3: x86.LZCNT_r64_rm64}
	tzcnts   = sized{1: x86.TZCNT_r16_rm16, 2: x86.TZCNT_r32_rm32, 3: x86.TZCNT_r64_rm64}
	bsfs     = sized{1: x86.BSF_r16_rm16, 2: x86.BSF_r32_rm32, 3: x86.BSF_r64_rm64}
	bsrs     = sized{1: x86.BSR_r16_rm16, 2: x86.BSR_r32_rm32, 3: x86.BSR_r64_rm64}
	blsrs    = sized{2: x86.BLSR_r32_rm32, 3: x86.BLSR_r64_rm64}
	blsis    = sized{2: x86.BLSI_r32_rm32, 3: x86.BLSI_r64_rm64}
	blsmsks  = sized{2: x86.BLSMSK_r32_rm32, 3: x86.BLSMSK_r64_rm64}
	andns    = sized{2: x86.ANDN_r32_r32_rm32, 3: x86.ANDN_r64_r64_rm64}
	shlxs    = sized{2: x86.SHLX_r32_rm32_r32, 3: x86.SHLX_r64_rm64_r64}
	shrxs    = sized{2: x86.SHRX_r32_rm32_r32, 3: x86.SHRX_r64_rm64_r64}
	sarxs    = sized{2: x86.SARX_r32_rm32_r32, 3: x86.SARX_r64_rm64_r64}
	imuls    = sized{1: x86.IMUL_r16_rm16, 2: x86.IMUL_r32_rm32, 3: x86.IMUL_r64_rm64}
	imul8s   = sized{1: x86.IMUL_r16_rm16_imm8, 2: x86.IMUL_r32_rm32_imm8, 3: x86.IMUL_r64_rm64_imm8}
	imulImms = sized{1: x86.IMUL_r16_rm16_imm16, 2: x86.IMUL_r32_rm32_imm32, 3: x86.IMUL_r64_rm64_imm32}
	leas     = sized{1: x86.LEA_r16_m, 2: x86.LEA_r32_m, 3: x86.LEA_r64_m}
	cmovs    = sized{1: x86.CMOVCC_r16_rm16, 2: x86.CMOVCC_r32_rm32, 3: x86.CMOVCC_r64_rm64}
)

// Sizes of 8 bits are left out: they divide AX and have no use of RDX.
// The rows that read and write the accumulator and rdx.
var (
	divs  = sized{1: x86.DIV_rm16, 2: x86.DIV_rm32, 3: x86.DIV_rm64}
	idivs = sized{1: x86.IDIV_rm16, 2: x86.IDIV_rm32, 3: x86.IDIV_rm64}
	signs = sized{1: x86.CWD, 2: x86.CDQ, 3: x86.CQO}
)

// The rows of memory accesses.
var (
	storeRows    = sized{x86.MOV_rm8_r8, x86.MOV_rm16_r16, x86.MOV_rm32_r32, x86.MOV_rm64_r64}
	storeImmRows = sized{x86.MOV_rm8_imm8, x86.MOV_rm16_imm16, x86.MOV_rm32_imm32, x86.MOV_rm64_imm32}
	xchgs        = sized{x86.XCHG_rm8_r8, x86.XCHG_rm16_r16, x86.XCHG_rm32_r32, x86.XCHG_rm64_r64}
	xadds        = sized{x86.XADD_rm8_r8, x86.XADD_rm16_r16, x86.XADD_rm32_r32, x86.XADD_rm64_r64}
	cmpxchgs     = sized{x86.CMPXCHG_rm8_r8, x86.CMPXCHG_rm16_r16, x86.CMPXCHG_rm32_r32, x86.CMPXCHG_rm64_r64}
)
