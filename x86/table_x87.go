package x86

// x87Rows calculate with the x87's registers, which are a stack: a load pushes, a row whose name ends in p pops. No row
// names st or st(1), and [Inst.Uses] and [Inst.Defs] know neither, since code generation leaves the stack as it found it
// and nothing is allocated to it. The rows with a p that compute have st(1) for the first operand and for the result,
// those with rp have st for the first operand.
func x87Rows() []row {
	rows := []row{
		ins("fld", "m32", "D9 /0", noFlags), ins("fld", "m64", "DD /0", noFlags), ins("fld", "m80", "DB /5", noFlags),
		ins("fstp", "m32=", "D9 /3", noFlags), ins("fstp", "m64=", "DD /3", noFlags), ins("fstp", "m80=", "DB /7", noFlags),
		ins("fild", "m16", "DF /0", noFlags), ins("fild", "m32", "DB /0", noFlags), ins("fild", "m64", "DF /5", noFlags),
		ins("fistp", "m16=", "DF /3", noFlags), ins("fistp", "m32=", "DB /3", noFlags), ins("fistp", "m64=", "DF /7", noFlags),
		ins("faddp", "", "DE C1", noFlags), ins("fmulp", "", "DE C9", noFlags),
		ins("fsubp", "", "DE E9", noFlags), ins("fsubrp", "", "DE E1", noFlags),
		ins("fdivp", "", "DE F9", noFlags), ins("fdivrp", "", "DE F1", noFlags),
		ins("fsqrt", "", "D9 FA", noFlags), ins("fxch", "", "D9 C9", noFlags),
	}
	return append(rows, needAll("pni", []row{
		ins("fisttp", "m16=", "DF /1", noFlags), ins("fisttp", "m32=", "DB /1", noFlags), ins("fisttp", "m64=", "DD /1", noFlags),
	})...)
}

// x87Reversed are the rows whose names AT&T's spelling exchanges: there the operand that is subtracted, or divides, is
// named first, and the assembler of Unix had it the other way round.
var x87Reversed = map[string]string{"fsubp": "fsubrp", "fsubrp": "fsubp", "fdivp": "fdivrp", "fdivrp": "fdivp"}

// isX87 reports whether the row is one of the x87's: their opcodes are D8 to DF.
func (f *Form) isX87() bool { return !f.enc.vex && f.enc.opMap == 0 && f.enc.opcode&0xf8 == 0xd8 }

// x87Suffix is the letter of AT&T's spelling for what an x87 row has in memory.
func x87Suffix(name string, size uint16) string {
	if name[1] == 'i' { // an integer
		return map[uint16]string{16: "s", 32: "l", 64: "ll"}[size]
	}
	return map[uint16]string{32: "s", 64: "l", 80: "t"}[size]
}
