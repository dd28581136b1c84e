package att

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/x86"
)

// Instructions of the x87, of which package x86 has rows for the few that code generation asks for. Source: Intel SDM volume 2, and for the exchanged names of fsub and fdiv the
// manual of GNU as, "AT&T Syntax Bugs".

// x87Plain are those without operands.
var x87Plain = map[string][]byte{
	"fabs": {0xd9, 0xe1}, "fchs": {0xd9, 0xe0}, "fxam": {0xd9, 0xe5}, "ftst": {0xd9, 0xe4},
	"fld1": {0xd9, 0xe8}, "fldl2t": {0xd9, 0xe9}, "fldl2e": {0xd9, 0xea}, "fldpi": {0xd9, 0xeb}, "fldlg2": {0xd9, 0xec}, "fldln2": {0xd9, 0xed}, "fldz": {0xd9, 0xee},
	"f2xm1": {0xd9, 0xf0}, "fyl2x": {0xd9, 0xf1}, "fptan": {0xd9, 0xf2}, "fpatan": {0xd9, 0xf3}, "fxtract": {0xd9, 0xf4}, "fprem1": {0xd9, 0xf5},
	"fdecstp": {0xd9, 0xf6}, "fincstp": {0xd9, 0xf7}, "fprem": {0xd9, 0xf8}, "fyl2xp1": {0xd9, 0xf9}, "fsincos": {0xd9, 0xfb}, "frndint": {0xd9, 0xfc},
	"fscale": {0xd9, 0xfd}, "fsin": {0xd9, 0xfe}, "fcos": {0xd9, 0xff}, "fnop": {0xd9, 0xd0},
	"fcompp": {0xde, 0xd9}, "fucompp": {0xda, 0xe9}, "fnclex": {0xdb, 0xe2}, "fclex": {0x9b, 0xdb, 0xe2}, "fninit": {0xdb, 0xe3}, "finit": {0x9b, 0xdb, 0xe3},
	"fsubp": {0xde, 0xe1}, "fsubrp": {0xde, 0xe9}, "fdivp": {0xde, 0xf1}, "fdivrp": {0xde, 0xf9}, // not as package x86 names them
	"fwait": {0x9b}, "wait": {0x9b}, "emms": {0x0f, 0x77},
}

// x87Registers are those with one register, which is added to the last byte.
var x87Registers = map[string][]byte{
	"fld": {0xd9, 0xc0}, "fst": {0xdd, 0xd0}, "fstp": {0xdd, 0xd8}, "fxch": {0xd9, 0xc8}, "ffree": {0xdd, 0xc0}, "ffreep": {0xdf, 0xc0},
	"fcom": {0xd8, 0xd0}, "fcomp": {0xd8, 0xd8}, "fucom": {0xdd, 0xe0}, "fucomp": {0xdd, 0xe8},
	"fcomi": {0xdb, 0xf0}, "fcomip": {0xdf, 0xf0}, "fucomi": {0xdb, 0xe8}, "fucomip": {0xdf, 0xe8},
	"fcmovb": {0xda, 0xc0}, "fcmove": {0xda, 0xc8}, "fcmovbe": {0xda, 0xd0}, "fcmovu": {0xda, 0xd8},
	"fcmovnb": {0xdb, 0xc0}, "fcmovne": {0xdb, 0xc8}, "fcmovnbe": {0xdb, 0xd0}, "fcmovnu": {0xdb, 0xd8},
}

// x87Arithmetic are the last bytes of those that compute: with the result in st, in another register, and in one with st
// popped. With st as the result they begin with D8, in another register with DC, and with DE where st is popped.
var x87Arithmetic = map[string]struct{ st, other byte }{
	"fadd": {0xc0, 0xc0}, "fmul": {0xc8, 0xc8}, "fsub": {0xe0, 0xe0}, "fsubr": {0xe8, 0xe8}, "fdiv": {0xf0, 0xf0}, "fdivr": {0xf8, 0xf8},
}

// x87Memory are those with an operand in memory: the opcode and the digit behind the slash.
var x87Memory = map[string][]byte{
	"fadds": {0xd8, 0}, "faddl": {0xdc, 0}, "fmuls": {0xd8, 1}, "fmull": {0xdc, 1}, "fsubs": {0xd8, 4}, "fsubl": {0xdc, 4}, "fsubrs": {0xd8, 5}, "fsubrl": {0xdc, 5},
	"fdivs": {0xd8, 6}, "fdivl": {0xdc, 6}, "fdivrs": {0xd8, 7}, "fdivrl": {0xdc, 7}, "fcoms": {0xd8, 2}, "fcoml": {0xdc, 2}, "fcomps": {0xd8, 3}, "fcompl": {0xdc, 3},
	"fiadds": {0xde, 0}, "fiaddl": {0xda, 0}, "fimuls": {0xde, 1}, "fimull": {0xda, 1}, "fisubs": {0xde, 4}, "fisubl": {0xda, 4}, "fidivs": {0xde, 6}, "fidivl": {0xda, 6},
	"fsts": {0xd9, 2}, "fstl": {0xdd, 2}, "fists": {0xdf, 2}, "fistl": {0xdb, 2}, "fbld": {0xdf, 4}, "fbstp": {0xdf, 6},
	"flds": {0xd9, 0}, "fldl": {0xdd, 0}, "fldt": {0xdb, 5}, "fstps": {0xd9, 3}, "fstpl": {0xdd, 3}, "fstpt": {0xdb, 7},
	"filds": {0xdf, 0}, "fildl": {0xdb, 0}, "fildll": {0xdf, 5}, "fildq": {0xdf, 5}, "fistps": {0xdf, 3}, "fistpl": {0xdb, 3}, "fistpll": {0xdf, 7}, "fistpq": {0xdf, 7},
	"fisttps": {0xdf, 1}, "fisttpl": {0xdb, 1}, "fisttpll": {0xdd, 1}, "fisttpq": {0xdd, 1},
	"fldcw": {0xd9, 5}, "fnstcw": {0xd9, 7}, "fnstsw": {0xdd, 7}, "fldenv": {0xd9, 4}, "fnstenv": {0xd9, 6}, "frstor": {0xdd, 4}, "fnsave": {0xdd, 6},
}

// x87Waiting are spellings with a wait before another instruction.
var x87Waiting = map[string]string{"fstcw": "fnstcw", "fstsw": "fnstsw", "fstenv": "fnstenv", "fsave": "fnsave"}

// x87 reads an instruction of the x87; ok is false of any other.
func (a *assembler) x87(name, rest string) (ok bool, err error) {
	args := split(rest)
	for n := range args {
		args[n] = strings.TrimSpace(args[n])
	}
	if real, waits := x87Waiting[name]; waits {
		a.bytes(0x9b)
		return a.x87(real, rest)
	}
	if name == "fnstsw" && (len(args) == 0 || args[0] == "%ax") {
		a.bytes(0xdf, 0xe0)
		return true, nil
	}
	if b, plain := x87Plain[name]; plain && len(args) == 0 {
		a.bytes(b...)
		return true, nil
	}
	var regs []byte
	for _, s := range args {
		if n, is := x87Register(s); is {
			regs = append(regs, n)
		}
	}
	if b, memory := x87Memory[name]; memory && len(regs) == 0 {
		return true, a.x87Address(name, b, rest)
	}
	if len(regs) == 0 && len(args) == 0 && (name == "fxch" || name == "fcom" || name == "fcomp" || name == "fucom" || name == "fucomp") {
		regs = []byte{1}
	}
	if len(regs) == 0 || len(regs) < len(args) {
		return false, nil
	}
	if b := x87Registers[name]; b != nil {
		if len(regs) == 2 && regs[1] != 0 || len(regs) > 2 {
			return true, fmt.Errorf("the last operand of %q is %%st", name)
		}
		a.bytes(b[0], b[1]+regs[0])
		return true, nil
	}
	return a.x87Compute(name, regs)
}

// x87Compute encodes arithmetic of registers.
func (a *assembler) x87Compute(name string, regs []byte) (ok bool, err error) {
	b, popped := x87Arithmetic[name], false
	if b.st == 0 {
		if b, popped = x87Arithmetic[strings.TrimSuffix(name, "p")], true; b.st == 0 {
			return false, nil
		}
	}
	from, to := regs[0], byte(0)
	if len(regs) == 2 {
		to = regs[1]
	}
	switch {
	case popped && len(regs) == 1:
		from, to = 0, from
	case len(regs) > 2 || from != 0 && to != 0:
		return true, fmt.Errorf("one operand of %q is %%st", name)
	}
	switch {
	case popped:
		a.bytes(0xde, b.other+to)
	case from == 0 && to != 0:
		a.bytes(0xdc, b.other+to)
	default:
		a.bytes(0xd8, b.st+from)
	}
	return true, nil
}

// x87Register is the number of %st or %st(1).
func x87Register(s string) (byte, bool) {
	s, ok := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(s, " ", "")), "%st")
	switch {
	case !ok:
	case s == "":
		return 0, true
	case len(s) == 3 && s[0] == '(' && s[2] == ')' && s[1] >= '0' && s[1] <= '7':
		return s[1] - '0', true
	}
	return 0, false
}

// x87Address encodes an instruction with an address, which stands in it as in a load of the x87.
func (a *assembler) x87Address(name string, b []byte, rest string) error {
	ops, segment, err := operands(rest)
	if err != nil {
		return err
	}
	if len(ops) != 1 || ops[0].kind != memory || ops[0].ref != nil {
		return fmt.Errorf("there is no such form of %q for these operands", name)
	}
	row, ok := x86.Find("fld m32")
	if !ok {
		panic("BUG: no row fld m32")
	}
	in := x86.Inst{Op: row}
	in.Args[0] = x86.M(ops[0].mem)
	code, _, err := x86.Append(nil, &in)
	if err != nil {
		return err
	}
	// Prefixes stand before the opcode of the load, D9 /0.
	at := slices.Index(code, 0xd9)
	code[at], code[at+1] = b[0], code[at+1]|b[1]<<3
	if segment != 0 {
		a.bytes(segment)
	}
	a.bytes(code...)
	return nil
}
