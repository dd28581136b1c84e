package x86

// aluRows are the two-operand arithmetic and logic instructions and their one-operand relatives. The
// eight operations 00 to 3F share a pattern: the operation is bits 3 to 5 of the opcode and the digit
// of the immediate forms (SDM volume 2, table A-2).
func aluRows() []row {
	var rows []row
	for i, op := range []struct {
		name  string
		dst   string
		flags effect
	}{
		{"add", "+", arithmetic}, {"or", "+", logic}, {"adc", "+", withCarry}, {"sbb", "+", withCarry},
		{"and", "+", logic}, {"sub", "+", arithmetic}, {"xor", "+", logic}, {"cmp", "", arithmetic},
	} {
		var lock Prefix
		// cmp writes no memory and so cannot be locked.
		if op.dst != "" {
			lock = Lock
		}
		base, digit := i*8, "/"+string(rune('0'+i))
		rows = append(rows, bytesAndWords(ins(op.name, "rm#"+op.dst+" r#", hexByte(base+1)+" /r", op.flags).prefix(lock), hexByte(base)+" /r")...)
		rows = append(rows, bytesAndWords(ins(op.name, "r#"+op.dst+" rm#", hexByte(base+3)+" /r", op.flags), hexByte(base+2)+" /r")...)
		rows = append(rows, bytesAndWords(ins(op.name, "rm#"+op.dst+" immz", "81 "+digit+" iz", op.flags).prefix(lock), "80 "+digit+" ib")...)
		// The form with a sign-extended byte exists for 16 to 64 bits only.
		rows = append(rows, words(ins(op.name, "rm#"+op.dst+" imm8", "83 "+digit+" ib", op.flags).prefix(lock))...)
		rows = append(rows, bytesAndWords(ins(op.name, "{a}"+op.dst+" immz", hexByte(base+5)+" iz", op.flags), hexByte(base+4)+" ib")...)
	}
	rows = append(rows, bytesAndWords(ins("test", "rm# r#", "85 /r", logic), "84 /r")...)
	rows = append(rows, bytesAndWords(ins("test", "rm# immz", "F7 /0 iz", logic), "F6 /0 ib")...)
	rows = append(rows, bytesAndWords(ins("test", "{a} immz", "A9 iz", logic), "A8 ib")...)
	rows = append(rows, bytesAndWords(ins("inc", "rm#+", "FF /0", increment).prefix(Lock), "FE /0")...)
	rows = append(rows, bytesAndWords(ins("dec", "rm#+", "FF /1", increment).prefix(Lock), "FE /1")...)
	rows = append(rows, bytesAndWords(ins("not", "rm#+", "F7 /2", noFlags).prefix(Lock), "F6 /2")...)
	rows = append(rows, bytesAndWords(ins("neg", "rm#+", "F7 /3", arithmetic).prefix(Lock), "F6 /3")...)
	// xchg may be written to lock, although it always does with memory.
	rows = append(rows, bytesAndWords(ins("xchg", "rm#+ r#+", "87 /r", noFlags).prefix(Lock), "86 /r")...)
	rows = append(rows,
		ins("xchg", "r16+ ax+", "66 90+rw", noFlags),
		ins("xchg", "r32+ eax+", "90+rd", noFlags), // with eax itself this is nop: see block.high
		ins("xchg", "r64+ rax+", "REX.W 90+ro", noFlags))
	rows = append(rows, bytesAndWords(ins("xadd", "rm#+ r#+", "0F C1 /r", arithmetic).prefix(Lock), "0F C0 /r")...)
	// The accumulator is compared, and loaded if the comparison fails.
	rows = append(rows, bytesAndWords(ins("cmpxchg", "rm#+ r#", "0F B1 /r", arithmetic).imp("{a}+").prefix(Lock), "0F B0 /r")...)
	// Of the flags only ZF changes.
	return append(rows,
		ins("cmpxchg8b", "m64+", "0F C7 /1", effect{writes: ZF}).imp("eax+ edx+ ebx ecx").prefix(Lock).need("cx8"),
		ins("cmpxchg16b", "m128+", "REX.W 0F C7 /1", effect{writes: ZF}).imp("rax+ rdx+ rbx rcx").prefix(Lock).need("cx16"),
	)
}

// hexByte is a byte in the notation of the rows.
func hexByte(n int) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{digits[n>>4&15], digits[n&15]})
}

// movRows move between general registers, memory and the stack. mov to r64 with an immediate of 64 bits
// is the only instruction that has one.
func movRows() []row {
	var rows []row
	rows = append(rows, bytesAndWords(ins("mov", "rm#= r#", "89 /r", noFlags), "88 /r")...)
	rows = append(rows, bytesAndWords(ins("mov", "r#= rm#", "8B /r", noFlags), "8A /r")...)
	rows = append(rows, bytesAndWords(ins("mov", "rm#= immz", "C7 /0 iz", noFlags), "C6 /0 ib")...)
	rows = append(rows,
		ins("mov", "r8= imm8", "B0+rb ib", noFlags),
		ins("mov", "r16= imm16", "66 B8+rw iw", noFlags),
		ins("mov", "r32= imm32", "B8+rd id", noFlags),
		ins("mov", "r64= imm64", "REX.W B8+ro io", noFlags),
	)
	// movzx of 16 bits to 16 bits would be a mov and has no row of its own, which is why the first of
	// the family is left out.
	rows = append(rows, words(ins("movzx", "r#= rm8", "0F B6 /r", noFlags))...)
	rows = append(rows, words(ins("movzx", "r#= rm16", "0F B7 /r", noFlags))[1:]...)
	rows = append(rows, words(ins("movsx", "r#= rm8", "0F BE /r", noFlags))...)
	rows = append(rows, words(ins("movsx", "r#= rm16", "0F BF /r", noFlags))[1:]...)
	rows = append(rows, ins("movsxd", "r64= rm32", "REX.W 63 /r", noFlags))
	rows = append(rows, words(ins("lea", "r#= m", "8D /r", noFlags))...)
	rows = append(rows, needAll("movbe", words(ins("movbe", "r#= m#", "0F 38 F0 /r", noFlags)))...)
	rows = append(rows, needAll("movbe", words(ins("movbe", "m#= r#", "0F 38 F1 /r", noFlags)))...)
	return append(rows,
		ins("bswap", "r32+", "0F C8+rd", noFlags),
		ins("bswap", "r64+", "REX.W 0F C8+rd", noFlags),
		// Pushes and pops of 32 bits do not exist in 64-bit mode.
		ins("push", "r64", "50+rd", noFlags).imp("rsp+").in(LongOnly),
		ins("push", "rm64", "FF /6", noFlags).imp("rsp+").in(LongOnly),
		ins("push", "imm8", "6A ib", noFlags).imp("rsp+"),
		ins("push", "imm32", "68 id", noFlags).imp("rsp+"),
		ins("pop", "r64=", "58+rd", noFlags).imp("rsp+").in(LongOnly),
		ins("pop", "rm64=", "8F /0", noFlags).imp("rsp+").in(LongOnly),
		ins("leave", "", "C9", noFlags).imp("rsp= rbp+"),
		ins("cbw", "", "66 98", noFlags).imp("ax="+" al"),
		ins("cwde", "", "98", noFlags).imp("eax= ax"),
		ins("cdqe", "", "REX.W 98", noFlags).imp("rax= eax"),
		ins("cwd", "", "66 99", noFlags).imp("dx= ax"),
		ins("cdq", "", "99", noFlags).imp("edx= eax"),
		ins("cqo", "", "REX.W 99", noFlags).imp("rdx= rax"),
	)
}

// shiftRows are shifts and rotations. With a count of 0 they leave every flag as it was, which the
// flag columns do not say. A dependency on the old flags through a count of 0 is what the simulator
// models and the compiler avoids by masking.
func shiftRows() []row {
	var rows []row
	// effect's fields in order: reads, writes, undefined. Rotations touch CF and OF only; those through
	// the carry read it.
	rotateOne, rotateMany := effect{writes: CF | OF}, effect{writes: CF, undef: OF}
	throughOne, throughMany := effect{CF, CF | OF, 0}, effect{CF, CF, OF}
	for _, op := range []struct {
		name      string
		digit     string
		one, many effect
	}{
		{"rol", "/0", rotateOne, rotateMany}, {"ror", "/1", rotateOne, rotateMany},
		{"rcl", "/2", throughOne, throughMany}, {"rcr", "/3", throughOne, throughMany},
		{"shl", "/4", shiftOne, shiftMany}, {"shr", "/5", shiftOne, shiftMany}, {"sar", "/7", shiftOne, shiftMany},
	} {
		rows = append(rows, bytesAndWords(ins(op.name, "rm#+ imm8u", "C1 "+op.digit+" ib", op.many), "C0 "+op.digit+" ib")...)
		rows = append(rows, bytesAndWords(ins(op.name, "rm#+ 1", "D1 "+op.digit, op.one), "D0 "+op.digit)...)
		rows = append(rows, bytesAndWords(ins(op.name, "rm#+ cl", "D3 "+op.digit, op.many), "D2 "+op.digit)...)
	}
	rows = append(rows, words(ins("shld", "rm#+ r# imm8u", "0F A4 /r ib", shiftMany))...)
	rows = append(rows, words(ins("shld", "rm#+ r# cl", "0F A5 /r", shiftMany))...)
	rows = append(rows, words(ins("shrd", "rm#+ r# imm8u", "0F AC /r ib", shiftMany))...)
	return append(rows, words(ins("shrd", "rm#+ r# cl", "0F AD /r", shiftMany))...)
}

// mulRows multiply and divide. An 8-bit multiplication writes ax as a whole; div of 8 bits reads and
// writes it.
func mulRows() []row {
	var rows []row
	for _, op := range []struct {
		name, digit string
		flags       effect
		low, high   string // marks of the accumulator and of its upper half
	}{
		{"mul", "/4", multiply, "+", "="}, {"imul", "/5", multiply, "+", "="},
		{"div", "/6", divide, "+", "+"}, {"idiv", "/7", divide, "+", "+"},
	} {
		byteRow := ins(op.name, "rm8", "F6 "+op.digit, op.flags).imp("ax+")
		if op.high == "=" {
			byteRow = byteRow.imp("al ax=")
		}
		rows = append(rows, byteRow)
		rows = append(rows, words(ins(op.name, "rm#", "F7 "+op.digit, op.flags).imp("{a}"+op.low+" {d}"+op.high))...)
	}
	rows = append(rows, words(ins("imul", "r#+ rm#", "0F AF /r", multiply))...)
	rows = append(rows, words(ins("imul", "r#= rm# imm8", "6B /r ib", multiply))...)
	return append(rows, words(ins("imul", "r#= rm# immz", "69 /r iz", multiply))...)
}

// bitRows test, count and permute bits. bt with a memory operand and a register reaches beyond the
// operand: the row's size does not bound its access. Callers that need exact accesses must know.
func bitRows() []row {
	var rows []row
	for _, op := range []struct{ name, mark, code, digit string }{
		{"bt", "", "A3", "/4"}, {"bts", "+", "AB", "/5"}, {"btr", "+", "B3", "/6"}, {"btc", "+", "BB", "/7"},
	} {
		var lock Prefix
		if op.mark != "" {
			lock = Lock
		}
		rows = append(rows, words(ins(op.name, "rm#"+op.mark+" r#", "0F "+op.code+" /r", onlyCarry).prefix(lock))...)
		rows = append(rows, words(ins(op.name, "rm#"+op.mark+" imm8u", "0F BA "+op.digit+" ib", onlyCarry).prefix(lock))...)
	}
	rows = append(rows, words(ins("bsf", "r#= rm#", "0F BC /r", scan))...)
	// bsf and bsr write nothing for a zero source, so strictly they read their destination; rows say
	// that they write, as the manual's undefined result permits.
	rows = append(rows, words(ins("bsr", "r#= rm#", "0F BD /r", scan))...)
	rows = append(rows, needAll("popcnt", words(ins("popcnt", "r#= rm#", "F3 0F B8 /r", arithmetic)))...)
	rows = append(rows, needAll("abm", words(ins("lzcnt", "r#= rm#", "F3 0F BD /r", scanCarry)))...)
	rows = append(rows, needAll("bmi1", words(ins("tzcnt", "r#= rm#", "F3 0F BC /r", scanCarry)))...)
	// VEX instructions on general registers: LZ is L = 0, W is the operand size.
	for _, w := range []struct{ size, w string }{{"32", "W0"}, {"64", "W1"}} {
		rw, r, rm := "r"+w.size+"=", "r"+w.size, "rm"+w.size
		a, d := " "+rw+" ", "edx"
		if w.size == "64" {
			d = "rdx"
		}
		rows = append(rows, needAll("bmi1", []row{
			ins("andn", a+r+" "+rm, "VEX.LZ.0F38."+w.w+" F2 /r", bitField),
			ins("bextr", a+rm+" "+r, "VEX.LZ.0F38."+w.w+" F7 /r", effect{writes: OF | ZF | CF, undef: SF | AF | PF}),
			ins("blsr", a+rm, "VEX.LZ.0F38."+w.w+" F3 /1", bitField),
			ins("blsmsk", a+rm, "VEX.LZ.0F38."+w.w+" F3 /2", bitField),
			ins("blsi", a+rm, "VEX.LZ.0F38."+w.w+" F3 /3", bitField),
		})...)
		rows = append(rows, needAll("bmi2", []row{
			ins("bzhi", a+rm+" "+r, "VEX.LZ.0F38."+w.w+" F5 /r", bitField),
			ins("pext", a+r+" "+rm, "VEX.LZ.F3.0F38."+w.w+" F5 /r", noFlags),
			ins("pdep", a+r+" "+rm, "VEX.LZ.F2.0F38."+w.w+" F5 /r", noFlags),
			ins("mulx", a+rw+" "+rm, "VEX.LZ.F2.0F38."+w.w+" F6 /r", noFlags).imp(d),
			ins("rorx", a+rm+" imm8u", "VEX.LZ.F2.0F3A."+w.w+" F0 /r ib", noFlags),
			ins("sarx", a+rm+" "+r, "VEX.LZ.F3.0F38."+w.w+" F7 /r", noFlags),
			ins("shlx", a+rm+" "+r, "VEX.LZ.66.0F38."+w.w+" F7 /r", noFlags),
			ins("shrx", a+rm+" "+r, "VEX.LZ.F2.0F38."+w.w+" F7 /r", noFlags),
		})...)
	}
	// adcx and adox touch one flag each, which is their purpose.
	carry, overflow := effect{CF, CF, 0}, effect{OF, OF, 0}
	rows = append(rows, needAll("adx", []row{
		ins("adcx", "r32+ rm32", "66 0F 38 F6 /r", carry), ins("adcx", "r64+ rm64", "66 REX.W 0F 38 F6 /r", carry),
		ins("adox", "r32+ rm32", "F3 0F 38 F6 /r", overflow), ins("adox", "r64+ rm64", "F3 REX.W 0F 38 F6 /r", overflow),
	})...)
	return append(rows, needAll("sse4_2", []row{
		ins("crc32", "r32+ rm8", "F2 0F 38 F0 /r", noFlags), ins("crc32", "r32+ rm16", "66 F2 0F 38 F1 /r", noFlags),
		ins("crc32", "r32+ rm32", "F2 0F 38 F1 /r", noFlags), ins("crc32", "r64+ rm8", "F2 REX.W 0F 38 F0 /r", noFlags),
		ins("crc32", "r64+ rm64", "F2 REX.W 0F 38 F1 /r", noFlags),
	})...)
}

// controlRows are jumps, calls and what depends on a condition. setcc's reg field is ignored by the
// processor; the digit 0 is what assemblers write.
func controlRows() []row {
	rows := words(ins("cmov", "r#+ rm#", "0F 40+cc /r", condition))
	return append(rows,
		ins("set", "rm8=", "0F 90+cc /0", condition),
		ins("j", "rel8", "70+cc cb", condition),
		ins("j", "rel32", "0F 80+cc cd", condition),
		ins("jmp", "rel8", "EB cb", noFlags),
		ins("jmp", "rel32", "E9 cd", noFlags),
		ins("jmp", "rm64", "FF /4", noFlags).in(LongOnly),
		ins("jrcxz", "rel8", "E3 cb", noFlags).imp("rcx").in(LongOnly),
		ins("call", "rel32", "E8 cd", noFlags).imp("rsp+"),
		ins("call", "rm64", "FF /2", noFlags).imp("rsp+").in(LongOnly),
		ins("ret", "", "C3", noFlags).imp("rsp+"),
		ins("ret", "imm16u", "C2 iw", noFlags).imp("rsp+"),
		ins("ud2", "", "0F 0B", noFlags),
		ins("int3", "", "CC", noFlags),
		// endbr64 is a nop where control-flow enforcement is off.
		ins("endbr64", "", "F3 0F 1E FA", noFlags),
		ins("nop", "", "90", noFlags),
		ins("nop", "rm16!", "66 0F 1F /0", noFlags),
		ins("nop", "rm32!", "0F 1F /0", noFlags),
		ins("pause", "", "F3 90", noFlags),
	)
}

// stringRows move, fill and compare memory. The suffixes b, w, d, q are the sizes. With a repeat
// prefix they also read and write rcx, which [Inst.Uses] and [Inst.Defs] add. The names carry the
// suffix because the operands are implicit; movsd and cmpsd clash with SSE2's, and are told apart by
// having no operands.
func stringRows() []row {
	var rows []row
	compare := effect{DF, allFlags, 0}
	for _, op := range []struct {
		name, implicit, code8, code string
		flags                       effect
		prefixes                    Prefix
	}{
		{"movs", "rsi+ rdi+", "A4", "A5", direction, Rep},
		{"stos", "{a} rdi+", "AA", "AB", direction, Rep},
		{"lods", "{a}= rsi+", "AC", "AD", direction, Rep},
		{"cmps", "rsi+ rdi+", "A6", "A7", compare, Rep | Repne},
		{"scas", "{a} rdi+", "AE", "AF", compare, Rep | Repne},
	} {
		family := bytesAndWords(ins(op.name, "", op.code, op.flags).imp(op.implicit).prefix(op.prefixes), op.code8)
		for i, suffix := range []string{"b", "w", "d", "q"} {
			family[i].name += suffix
		}
		rows = append(rows, family...)
	}
	return rows
}

// systemRows order memory, ask the processor and the kernel, and move the flags. Which registers a
// system call takes its arguments from depends on the call: syscall names only rax. The simulator knows
// what a system call reads; the compiler emits none.
func systemRows() []row {
	status := SF | ZF | AF | PF | CF
	return []row{
		// It saves the flags in r11, so all of them are read; that they are written is the kernel's
		// doing.
		ins("syscall", "", "0F 05", effect{allFlags | DF, allFlags | DF, 0}).imp("rax+ rcx= r11=").in(LongOnly),
		ins("cpuid", "", "0F A2", noFlags).imp("eax+ ebx= ecx+ edx="),
		ins("rdtsc", "", "0F 31", noFlags).imp("eax= edx="),
		ins("rdtscp", "", "0F 01 F9", noFlags).imp("eax= edx= ecx=").need("rdtscp"),
		ins("xgetbv", "", "0F 01 D0", noFlags).imp("ecx eax= edx=").need("xsave"),
		ins("rdrand", "r32=", "0F C7 /6", arithmetic).need("rdrand"),
		ins("rdrand", "r64=", "REX.W 0F C7 /6", arithmetic).need("rdrand"),
		ins("mfence", "", "0F AE F0", noFlags),
		ins("lfence", "", "0F AE E8", noFlags),
		ins("sfence", "", "0F AE F8", noFlags),
		ins("ldmxcsr", "m32", "0F AE /2", noFlags),
		ins("stmxcsr", "m32=", "0F AE /3", noFlags),
		ins("clflush", "m8!", "0F AE /7", noFlags),
		ins("prefetchnta", "m8!", "0F 18 /0", noFlags),
		ins("prefetcht0", "m8!", "0F 18 /1", noFlags),
		ins("prefetcht1", "m8!", "0F 18 /2", noFlags),
		ins("prefetcht2", "m8!", "0F 18 /3", noFlags),
		ins("prefetchw", "m8!", "0F 0D /1", noFlags).need("3dnowprefetch"),
		ins("movnti", "m32= r32", "0F C3 /r", noFlags),
		ins("movnti", "m64= r64", "REX.W 0F C3 /r", noFlags),
		ins("hlt", "", "F4", noFlags),
		ins("lahf", "", "9F", effect{reads: status}).imp("ah="),
		ins("sahf", "", "9E", effect{writes: status}).imp("ah"),
		ins("pushfq", "", "9C", effect{reads: allFlags | DF}).imp("rsp+").in(LongOnly),
		ins("popfq", "", "9D", effect{writes: allFlags | DF}).imp("rsp+").in(LongOnly),
		ins("clc", "", "F8", effect{writes: CF}),
		ins("stc", "", "F9", effect{writes: CF}),
		ins("cmc", "", "F5", effect{CF, CF, 0}),
		ins("cld", "", "FC", effect{writes: DF}),
		ins("std", "", "FD", effect{writes: DF}),
		ins("xlatb", "", "D7", noFlags).imp("al+ rbx").in(LongOnly),
	}
}

// legacyRows are the encodings that only 32-bit mode has: their bytes are REX prefixes or have an
// operand of 64 bits in 64-bit mode. The decoder of 32-bit mode uses them; the backend never does.
func legacyRows() []row {
	rows := []row{
		ins("inc", "r16+", "66 40+rw", increment), ins("inc", "r32+", "40+rd", increment),
		ins("dec", "r16+", "66 48+rw", increment), ins("dec", "r32+", "48+rd", increment),
		ins("push", "r32", "50+rd", noFlags).imp("rsp+"), ins("pop", "r32=", "58+rd", noFlags).imp("rsp+"),
		ins("push", "rm32", "FF /6", noFlags).imp("rsp+"), ins("pop", "rm32=", "8F /0", noFlags).imp("rsp+"),
		ins("jmp", "rm32", "FF /4", noFlags), ins("call", "rm32", "FF /2", noFlags).imp("rsp+"),
	}
	for i := range rows {
		rows[i].mode = LegacyOnly
	}
	return rows
}
