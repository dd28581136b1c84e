package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Asm is inline assembly: an external function that is machine code of x86-64. Its one parameter is a pointer to a
// block of memory with the operands. A call loads In from the block, runs Code, which falls off its end, and stores
// Out to the block. What Code leaves of other registers, and of memory, is as it was, but for what Clobbers and Writes say.
type Asm struct {
	Text     string // what Code says, in AT&T's spelling, for people
	Code     []byte
	In, Out  []AsmReg
	Clobbers []string    // registers, cc, memory
	Writes   []AsmObject // that Code may write without a clobber of memory
}

// AsmReg is a register and its place in the block. Of a register that is smaller than its place the rest is zero.
// Of Out it may be cc and a condition of x86 (ccz, ccnb): 1 or 0.
type AsmReg struct {
	Reg  string // of 64 bits (rax, r8), xmm0 to xmm15, or st0 to st7 of the x87's stack
	Off  uint32 // in bytes
	Size uint32 // 1, 2, 4, 8, 16; of the x87 4, 8, 10, the size of a float
	Ptr  bool   // of Out: the result is a pointer
}

// AsmObject is an object whose address is in the block at Off.
type AsmObject struct {
	Off  uint32
	Size uint32 // of the object, in bytes
}

// MaxAsmCode and MaxAsmBlock bound the code and the block of inline assembly, in bytes.
const (
	MaxAsmCode  = 1 << 14
	MaxAsmBlock = 1 << 12
)

// asmRegs are the registers that operands and clobbers may be: all but the stack pointer.
var asmRegs = func() []string {
	out := strings.Fields("rax rcx rdx rbx rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15")
	for n := range 16 {
		out = append(out, "xmm"+strconv.Itoa(n))
	}
	for n := range 8 {
		out = append(out, "st"+strconv.Itoa(n))
	}
	return out
}()

var asmConditions = strings.Fields("cco ccno ccb ccae cce ccne ccbe cca ccs ccns ccp ccnp ccl ccge ccle ccg")

// appendText writes what follows the signature of an external function.
func (a *Asm) appendText(text []byte) []byte {
	text = appendQuoted(append(text, " asm "...), a.Text)
	text = appendQuoted(append(text, " code "...), string(a.Code))
	regs := func(word string, rs []AsmReg) {
		if len(rs) == 0 {
			return
		}
		text = fmt.Appendf(text, " %s [", word)
		for n, r := range rs {
			if n > 0 {
				text = append(text, ", "...)
			}
			text = fmt.Appendf(text, "%s %d:%d", r.Reg, r.Off, r.Size)
			if r.Ptr {
				text = append(text, " ptr"...)
			}
		}
		text = append(text, ']')
	}
	regs("in", a.In)
	regs("out", a.Out)
	if len(a.Clobbers) > 0 {
		text = fmt.Appendf(text, " clobbers [%s]", strings.Join(a.Clobbers, ", "))
	}
	if len(a.Writes) > 0 {
		text = append(text, " writes ["...)
		for n, w := range a.Writes {
			if n > 0 {
				text = append(text, ", "...)
			}
			text = fmt.Appendf(text, "%d:%d", w.Off, w.Size)
		}
		text = append(text, ']')
	}
	return text
}

// clone is a deep copy.
func (a *Asm) clone() *Asm {
	if a == nil {
		return nil
	}
	d := *a
	d.Code, d.In, d.Out = slices.Clone(a.Code), slices.Clone(a.In), slices.Clone(a.Out)
	d.Clobbers, d.Writes = slices.Clone(a.Clobbers), slices.Clone(a.Writes)
	return &d
}

// inlineAsm checks M8: inline assembly has one pointer as a parameter, its places are within a block, and its
// registers are there.
func (v *verifier) inlineAsm(e *Extern) {
	a := e.Asm
	if len(e.Params) != 1 || e.Params[0].Type != Ptr || e.Variadic || len(e.Returns) > 0 {
		v.errorf("inline assembly %s must have one parameter, a ptr, and no result", SymbolText(e.Name))
	}
	if len(a.Code) > MaxAsmCode {
		v.errorf("inline assembly %s is %d bytes long, the limit is %d", SymbolText(e.Name), len(a.Code), MaxAsmCode)
	}
	for n, list := range [][]AsmReg{a.In, a.Out} {
		seen := map[string]bool{}
		for _, r := range list {
			flag := n == 1 && slices.Contains(asmConditions, r.Reg)
			size := uint32(8)
			x87 := strings.HasPrefix(r.Reg, "st")
			if strings.HasPrefix(r.Reg, "xmm") {
				size = 16
			}
			switch {
			case !flag && !slices.Contains(asmRegs, r.Reg):
				v.errorf("inline assembly %s has an operand in %s, which is no register", SymbolText(e.Name), r.Reg)
			case seen[r.Reg]:
				v.errorf("inline assembly %s has two operands in %s", SymbolText(e.Name), r.Reg)
			case r.Ptr && (n == 0 || r.Size != 8) || flag && r.Size != 1 || x87 && r.Size != 4 && r.Size != 8 && r.Size != 10 || !flag && !x87 && (r.Size > size || r.Size&(r.Size-1) != 0 || size == 16 && r.Size < 4) || r.Size == 0 || r.Off > MaxAsmBlock-r.Size:
				v.errorf("inline assembly %s has %s at %d, of %d bytes: that cannot be", SymbolText(e.Name), r.Reg, r.Off, r.Size)
			}
			seen[r.Reg] = true
		}
	}
	for _, c := range a.Clobbers {
		if c != "cc" && c != "memory" && !slices.Contains(asmRegs, c) {
			v.errorf("inline assembly %s clobbers %s, which is no register", SymbolText(e.Name), c)
		}
	}
	for _, w := range a.Writes {
		if w.Off > MaxAsmBlock-8 {
			v.errorf("inline assembly %s has an address at %d, beyond the block", SymbolText(e.Name), w.Off)
		}
	}
}
