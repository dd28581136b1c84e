package emit

import (
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/x86"
)

// Disassemble is what listings ask of the instruction at the start of code.
func Disassemble(code []byte) (i object.Instruction, ok bool) {
	x, n, err := x86.Decode(code)
	if err != nil {
		return i, false
	}
	i = object.Instruction{Len: n, Text: x.ATT(), Exact: asWouldAgree(&x), Prefix: direction(&x)}
	for k, a := range x.Op.Form().Args {
		if a.Kind == x86.ArgRel {
			i.Jumps, i.Distance = true, x.Args[k].Imm
			break
		}
	}
	return i, true
}

// direction is the pseudo prefix that makes as choose the form whose destination is the reg
// field, where both operands are registers and it would take the other one.
func direction(i *x86.Inst) string {
	f := i.Op.Form()
	if len(f.Args) < 2 || i.Args[0].Kind != x86.KReg || i.Args[1].Kind != x86.KReg || !strings.Contains(f.Code, "/r") {
		return ""
	}
	general := f.Args[0].Kind == x86.ArgReg && f.Args[1].Kind == x86.ArgRM
	opcode := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(f.Code, "REX.W "), "66 "))[0]
	loads := map[string]bool{"03": true, "0B": true, "13": true, "1B": true, "23": true, "2B": true, "33": true, "3B": true, "8B": true,
		"02": true, "0A": true, "12": true, "1A": true, "22": true, "2A": true, "32": true, "3A": true, "8A": true}
	switch {
	case general && loads[opcode] && len(f.Args) == 2:
		return "{load} "
	case f.Args[0].Kind == x86.ArgXM && f.Args[1].Kind == x86.ArgXMM && len(f.Args) == 2 && strings.HasPrefix(f.Name, "mov"):
		return "{store} "
	}
	return ""
}

// asWouldAgree reports whether as encodes the text of i as it is encoded here: not where as knows
// a shorter form (an immediate of one byte, rax as destination).
func asWouldAgree(i *x86.Inst) bool {
	f := i.Op.Form()
	for k, a := range f.Args {
		if i.Args[k].Kind != x86.KImm || a.Kind != x86.ArgImm {
			continue
		}
		v := i.Args[k].Imm
		switch {
		case strings.Contains(f.Code, "81 /") && (v == int64(int8(v)) || i.Args[0].Reg == x86.RAX):
			return false
		case strings.Contains(f.Code, "69 /") && v == int64(int8(v)), strings.Contains(f.Code, "80 /") && i.Args[0].Reg == x86.RAX:
			return false
		case (strings.Contains(f.Code, "F7 /0") || strings.Contains(f.Code, "F6 /0")) && i.Args[0].Reg == x86.RAX:
			return false
		case strings.Contains(f.Code, "C0 /") && v == 1, strings.Contains(f.Code, "C1 /") && v == 1:
			return false
		case (strings.Contains(f.Code, "C7 /0") || strings.Contains(f.Code, "C6 /0")) && i.Args[0].Kind == x86.KReg && a.Size != 32:
			return false
		case strings.Contains(f.Code, "C7 /0") && i.Args[0].Kind == x86.KReg && f.Args[0].Size != 64:
			return false
		case strings.Contains(f.Code, "B8") && f.Args[0].Size == 64 && (v == int64(int32(v)) || v == int64(uint32(v))):
			return false
		}
	}
	return f.Name != "xchg" && f.Name != "nop"
}
