package x86

import "slices"

// sseMoveRows move vector registers. Rows with a mark + on a vector destination keep its upper part
// (SDM volume 2, under each name).
func sseMoveRows() []row {
	rows := []row{
		ins("movss", "x+ xm32", "F3 0F 10 /r", noFlags).merge(), ins("movss", "xm32+ x", "F3 0F 11 /r", noFlags).merge(),
		ins("movsd", "x+ xm64", "F2 0F 10 /r", noFlags).merge(), ins("movsd", "xm64+ x", "F2 0F 11 /r", noFlags).merge(),
		ins("movd", "x= rm32", "66 0F 6E /r", noFlags), ins("movd", "rm32= x", "66 0F 7E /r", noFlags),
		ins("movq", "x= rm64", "66 REX.W 0F 6E /r", noFlags).in(LongOnly), ins("movq", "rm64= x", "66 REX.W 0F 7E /r", noFlags).in(LongOnly),
		ins("movq", "x= xm64", "F3 0F 7E /r", noFlags), ins("movq", "xm64= x", "66 0F D6 /r", noFlags),
		ins("movlps", "x+ m64", "0F 12 /r", noFlags), ins("movlps", "m64= x", "0F 13 /r", noFlags),
		ins("movhps", "x+ m64", "0F 16 /r", noFlags), ins("movhps", "m64= x", "0F 17 /r", noFlags),
		ins("movlpd", "x+ m64", "66 0F 12 /r", noFlags), ins("movlpd", "m64= x", "66 0F 13 /r", noFlags),
		ins("movhpd", "x+ m64", "66 0F 16 /r", noFlags), ins("movhpd", "m64= x", "66 0F 17 /r", noFlags),
		ins("movhlps", "x+ x", "0F 12 /r", noFlags), ins("movlhps", "x+ x", "0F 16 /r", noFlags),
		ins("movmskps", "r32= x", "0F 50 /r", noFlags), ins("movmskpd", "r32= x", "66 0F 50 /r", noFlags),
		ins("pmovmskb", "r32= x", "66 0F D7 /r", noFlags),
		ins("movntps", "m128= x", "0F 2B /r", noFlags), ins("movntpd", "m128= x", "66 0F 2B /r", noFlags),
		ins("movntdq", "m128= x", "66 0F E7 /r", noFlags),
	}
	for _, op := range []struct{ name, prefix, load, store string }{
		{"movups", "", "10", "11"}, {"movupd", "66 ", "10", "11"}, {"movaps", "", "28", "29"}, {"movapd", "66 ", "28", "29"},
		{"movdqu", "F3 ", "6F", "7F"}, {"movdqa", "66 ", "6F", "7F"},
	} {
		rows = append(rows,
			ins(op.name, "x= xm128", op.prefix+"0F "+op.load+" /r", noFlags),
			ins(op.name, "xm128= x", op.prefix+"0F "+op.store+" /r", noFlags))
	}
	// pni is what /proc/cpuinfo calls SSE3.
	return append(rows, needAll("pni", []row{
		ins("movddup", "x= xm64", "F2 0F 12 /r", noFlags), ins("movsldup", "x= xm128", "F3 0F 12 /r", noFlags),
		ins("movshdup", "x= xm128", "F3 0F 16 /r", noFlags), ins("lddqu", "x= m128", "F2 0F F0 /r", noFlags),
	})...)
}

// floatOps are the operations that come as ss, sd, ps and pd, with their opcode. The scalar ones
// keep the upper part of the destination.
var floatOps = []struct {
	name, opcode string
	unary        bool
}{
	{"sqrt", "51", true}, {"add", "58", false}, {"mul", "59", false}, {"sub", "5C", false},
	{"min", "5D", false}, {"div", "5E", false}, {"max", "5F", false},
}

// floatSizes are the four suffixes of floatOps.
var floatSizes = []struct{ suffix, prefix, vex, mem string }{
	{"ss", "F3 ", "F3", "xm32"}, {"sd", "F2 ", "F2", "xm64"}, {"ps", "", "", "xm128"}, {"pd", "66 ", "66", "xm128"},
}

// sseArithmeticRows calculate with floats. A scalar square root keeps the upper part of its
// destination, a packed one writes all of it.
func sseArithmeticRows() []row {
	var rows []row
	for _, op := range floatOps {
		for _, size := range floatSizes {
			dst := "x+ "
			if op.unary && size.mem == "xm128" {
				dst = "x= "
			}
			rows = append(rows, ins(op.name+size.suffix, dst+size.mem, size.prefix+"0F "+op.opcode+" /r", noFlags))
		}
	}
	for _, size := range floatSizes {
		rows = append(rows, ins("cmp"+size.suffix, "x+ "+size.mem+" imm8u", size.prefix+"0F C2 /r ib", noFlags))
	}
	for _, op := range []struct{ name, opcode string }{
		{"unpcklp", "14"}, {"unpckhp", "15"}, {"andp", "54"}, {"andnp", "55"}, {"orp", "56"}, {"xorp", "57"},
	} {
		rows = append(rows, ins(op.name+"s", "x+ xm128", "0F "+op.opcode+" /r", noFlags), ins(op.name+"d", "x+ xm128", "66 0F "+op.opcode+" /r", noFlags))
	}
	rows = append(rows,
		ins("rsqrtss", "x+ xm32", "F3 0F 52 /r", noFlags), ins("rsqrtps", "x= xm128", "0F 52 /r", noFlags),
		ins("rcpss", "x+ xm32", "F3 0F 53 /r", noFlags), ins("rcpps", "x= xm128", "0F 53 /r", noFlags),
		ins("ucomiss", "x xm32", "0F 2E /r", arithmetic), ins("ucomisd", "x xm64", "66 0F 2E /r", arithmetic),
		ins("comiss", "x xm32", "0F 2F /r", arithmetic), ins("comisd", "x xm64", "66 0F 2F /r", arithmetic),
		ins("shufps", "x+ xm128 imm8u", "0F C6 /r ib", noFlags), ins("shufpd", "x+ xm128 imm8u", "66 0F C6 /r ib", noFlags),
	)
	rows = append(rows, conversions...)
	return append(rows, needAll("pni", []row{
		ins("haddps", "x+ xm128", "F2 0F 7C /r", noFlags), ins("haddpd", "x+ xm128", "66 0F 7C /r", noFlags),
		ins("hsubps", "x+ xm128", "F2 0F 7D /r", noFlags), ins("hsubpd", "x+ xm128", "66 0F 7D /r", noFlags),
		ins("addsubps", "x+ xm128", "F2 0F D0 /r", noFlags), ins("addsubpd", "x+ xm128", "66 0F D0 /r", noFlags),
	})...)
}

// conversions are those between integers and floats and between floats. A conversion to one float
// keeps the upper part of the destination. The integer source of cvtsi2ss and its relatives is a
// general register or memory.
var conversions = []row{
	ins("cvtsi2ss", "x+ rm32", "F3 0F 2A /r", noFlags), ins("cvtsi2ss", "x+ rm64", "F3 REX.W 0F 2A /r", noFlags),
	ins("cvtsi2sd", "x+ rm32", "F2 0F 2A /r", noFlags), ins("cvtsi2sd", "x+ rm64", "F2 REX.W 0F 2A /r", noFlags),
	ins("cvttss2si", "r32= xm32", "F3 0F 2C /r", noFlags), ins("cvttss2si", "r64= xm32", "F3 REX.W 0F 2C /r", noFlags),
	ins("cvttsd2si", "r32= xm64", "F2 0F 2C /r", noFlags), ins("cvttsd2si", "r64= xm64", "F2 REX.W 0F 2C /r", noFlags),
	ins("cvtss2si", "r32= xm32", "F3 0F 2D /r", noFlags), ins("cvtss2si", "r64= xm32", "F3 REX.W 0F 2D /r", noFlags),
	ins("cvtsd2si", "r32= xm64", "F2 0F 2D /r", noFlags), ins("cvtsd2si", "r64= xm64", "F2 REX.W 0F 2D /r", noFlags),
	ins("cvtss2sd", "x+ xm32", "F3 0F 5A /r", noFlags), ins("cvtsd2ss", "x+ xm64", "F2 0F 5A /r", noFlags),
	ins("cvtps2pd", "x= xm64", "0F 5A /r", noFlags), ins("cvtpd2ps", "x= xm128", "66 0F 5A /r", noFlags),
	ins("cvtdq2ps", "x= xm128", "0F 5B /r", noFlags), ins("cvtps2dq", "x= xm128", "66 0F 5B /r", noFlags),
	ins("cvttps2dq", "x= xm128", "F3 0F 5B /r", noFlags), ins("cvtdq2pd", "x= xm64", "F3 0F E6 /r", noFlags),
	ins("cvtpd2dq", "x= xm128", "F2 0F E6 /r", noFlags), ins("cvttpd2dq", "x= xm128", "66 0F E6 /r", noFlags),
}

// A vectorOp is an integer vector instruction of two operands with the legacy prefix 66; unary
// ones only write the first. SSE and VEX forms are both made from these lists.
type vectorOp struct {
	name, opcode string
	unary        bool
}

// vectorOps0F are those of the map 0F.
var vectorOps0F = []vectorOp{
	{"punpcklbw", "60", false}, {"punpcklwd", "61", false}, {"punpckldq", "62", false}, {"packsswb", "63", false},
	{"pcmpgtb", "64", false}, {"pcmpgtw", "65", false}, {"pcmpgtd", "66", false}, {"packuswb", "67", false},
	{"punpckhbw", "68", false}, {"punpckhwd", "69", false}, {"punpckhdq", "6A", false}, {"packssdw", "6B", false},
	{"punpcklqdq", "6C", false}, {"punpckhqdq", "6D", false},
	{"pcmpeqb", "74", false}, {"pcmpeqw", "75", false}, {"pcmpeqd", "76", false},
	{"paddq", "D4", false}, {"pmullw", "D5", false}, {"psubusb", "D8", false}, {"psubusw", "D9", false},
	{"pminub", "DA", false}, {"pand", "DB", false}, {"paddusb", "DC", false}, {"paddusw", "DD", false},
	{"pmaxub", "DE", false}, {"pandn", "DF", false}, {"pavgb", "E0", false}, {"pavgw", "E3", false},
	{"pmulhuw", "E4", false}, {"pmulhw", "E5", false}, {"psubsb", "E8", false}, {"psubsw", "E9", false},
	{"pminsw", "EA", false}, {"por", "EB", false}, {"paddsb", "EC", false}, {"paddsw", "ED", false},
	{"pmaxsw", "EE", false}, {"pxor", "EF", false}, {"pmuludq", "F4", false}, {"pmaddwd", "F5", false},
	{"psadbw", "F6", false}, {"psubb", "F8", false}, {"psubw", "F9", false}, {"psubd", "FA", false},
	{"psubq", "FB", false}, {"paddb", "FC", false}, {"paddw", "FD", false}, {"paddd", "FE", false},
}

// vectorShifts are shifts by a count in a register (opcode) or an immediate (opcode and digit).
var vectorShifts = []struct{ name, opcode, immediate string }{
	{"psrlw", "D1", "71 /2"}, {"psrld", "D2", "72 /2"}, {"psrlq", "D3", "73 /2"},
	{"psraw", "E1", "71 /4"}, {"psrad", "E2", "72 /4"},
	{"psllw", "F1", "71 /6"}, {"pslld", "F2", "72 /6"}, {"psllq", "F3", "73 /6"},
	{"psrldq", "", "73 /3"}, {"pslldq", "", "73 /7"},
}

// shuffles take a selector.
var shuffles = []struct{ name, prefix, vex string }{
	{"pshufd", "66 ", "66"}, {"pshufhw", "F3 ", "F3"}, {"pshuflw", "F2 ", "F2"},
}

// sseIntegerRows calculate with integer vectors.
func sseIntegerRows() []row {
	var rows []row
	for _, op := range vectorOps0F {
		rows = append(rows, ins(op.name, "x+ xm128", "66 0F "+op.opcode+" /r", noFlags))
	}
	for _, op := range vectorShifts {
		if op.opcode != "" {
			rows = append(rows, ins(op.name, "x+ xm128", "66 0F "+op.opcode+" /r", noFlags))
		}
		rows = append(rows, ins(op.name, "x+ imm8u", "66 0F "+op.immediate+" ib", noFlags))
	}
	for _, op := range shuffles {
		rows = append(rows, ins(op.name, "x= xm128 imm8u", op.prefix+"0F 70 /r ib", noFlags))
	}
	return append(rows,
		ins("pinsrw", "x+ r32 imm8u", "66 0F C4 /r ib", noFlags), ins("pinsrw", "x+ m16 imm8u", "66 0F C4 /r ib", noFlags),
		ins("pextrw", "r32= x imm8u", "66 0F C5 /r ib", noFlags),
	)
}

// vectorOps38 are those of the map 0F 38, with their feature.
var vectorOps38 = []struct {
	vectorOp
	feature Feature
}{
	{vectorOp{"pshufb", "00", false}, "ssse3"}, {vectorOp{"phaddw", "01", false}, "ssse3"},
	{vectorOp{"phaddd", "02", false}, "ssse3"}, {vectorOp{"phaddsw", "03", false}, "ssse3"},
	{vectorOp{"pmaddubsw", "04", false}, "ssse3"}, {vectorOp{"phsubw", "05", false}, "ssse3"},
	{vectorOp{"phsubd", "06", false}, "ssse3"}, {vectorOp{"phsubsw", "07", false}, "ssse3"},
	{vectorOp{"psignb", "08", false}, "ssse3"}, {vectorOp{"psignw", "09", false}, "ssse3"},
	{vectorOp{"psignd", "0A", false}, "ssse3"}, {vectorOp{"pmulhrsw", "0B", false}, "ssse3"},
	{vectorOp{"pabsb", "1C", true}, "ssse3"}, {vectorOp{"pabsw", "1D", true}, "ssse3"}, {vectorOp{"pabsd", "1E", true}, "ssse3"},
	{vectorOp{"pmuldq", "28", false}, "sse4_1"}, {vectorOp{"pcmpeqq", "29", false}, "sse4_1"},
	{vectorOp{"packusdw", "2B", false}, "sse4_1"}, {vectorOp{"pcmpgtq", "37", false}, "sse4_2"},
	{vectorOp{"pminsb", "38", false}, "sse4_1"}, {vectorOp{"pminsd", "39", false}, "sse4_1"},
	{vectorOp{"pminuw", "3A", false}, "sse4_1"}, {vectorOp{"pminud", "3B", false}, "sse4_1"},
	{vectorOp{"pmaxsb", "3C", false}, "sse4_1"}, {vectorOp{"pmaxsd", "3D", false}, "sse4_1"},
	{vectorOp{"pmaxuw", "3E", false}, "sse4_1"}, {vectorOp{"pmaxud", "3F", false}, "sse4_1"},
	{vectorOp{"pmulld", "40", false}, "sse4_1"},
}

// extensions widen the elements of the low part of the source, which has source bits for a
// destination of 128.
var extensions = []struct {
	suffix, opcode string
	source         int
}{
	{"bw", "0", 64}, {"bd", "1", 32}, {"bq", "2", 16}, {"wd", "3", 64}, {"wq", "4", 32}, {"dq", "5", 64},
}

// selectors are the instructions of the map 0F 3A with an immediate.
var selectors = []struct {
	name, opcode, mem string
	unary             bool
	feature           Feature
}{
	{"roundps", "08", "xm128", true, "sse4_1"}, {"roundpd", "09", "xm128", true, "sse4_1"},
	{"roundss", "0A", "xm32", false, "sse4_1"}, {"roundsd", "0B", "xm64", false, "sse4_1"},
	{"blendps", "0C", "xm128", false, "sse4_1"}, {"blendpd", "0D", "xm128", false, "sse4_1"},
	{"pblendw", "0E", "xm128", false, "sse4_1"}, {"palignr", "0F", "xm128", false, "ssse3"},
	{"insertps", "21", "xm32", false, "sse4_1"}, {"dpps", "40", "xm128", false, "sse4_1"},
	{"dppd", "41", "xm128", false, "sse4_1"}, {"mpsadbw", "42", "xm128", false, "sse4_1"},
	{"pclmulqdq", "44", "xm128", false, "pclmulqdq"},
}

// elementMoves insert and extract an element; "@" marks the register in the r/m field.
var elementMoves = []struct{ name, args, opcode, w string }{
	{"pextrb", "r32=@ x imm8u", "14", ""}, {"pextrb", "m8= x imm8u", "14", ""},
	{"pextrw", "m16= x imm8u", "15", ""},
	{"pextrd", "rm32= x imm8u", "16", ""}, {"pextrq", "rm64= x imm8u", "16", "REX.W "},
	{"extractps", "rm32= x imm8u", "17", ""},
	{"pinsrb", "x+ r32 imm8u", "20", ""}, {"pinsrb", "x+ m8 imm8u", "20", ""},
	{"pinsrd", "x+ rm32 imm8u", "22", ""}, {"pinsrq", "x+ rm64 imm8u", "22", "REX.W "},
}

// sse4Rows are SSSE3, SSE4 and carry-less multiplication.
func sse4Rows() []row {
	var rows []row
	for _, op := range vectorOps38 {
		dst := "x+ "
		if op.unary {
			dst = "x= "
		}
		rows = append(rows, ins(op.name, dst+"xm128", "66 0F 38 "+op.opcode+" /r", noFlags).need(op.feature))
	}
	for _, op := range extensions {
		mem := "x= xm" + map[int]string{16: "16", 32: "32", 64: "64"}[op.source]
		rows = append(rows, ins("pmovsx"+op.suffix, mem, "66 0F 38 2"+op.opcode+" /r", noFlags).need("sse4_1"),
			ins("pmovzx"+op.suffix, mem, "66 0F 38 3"+op.opcode+" /r", noFlags).need("sse4_1"))
	}
	for _, op := range selectors {
		dst := "x+ "
		if op.unary {
			dst = "x= "
		}
		rows = append(rows, ins(op.name, dst+op.mem+" imm8u", "66 0F 3A "+op.opcode+" /r ib", noFlags).need(op.feature))
	}
	for _, op := range elementMoves {
		rows = append(rows, ins(op.name, op.args, "66 "+op.w+"0F 3A "+op.opcode+" /r ib", noFlags).need("sse4_1"))
	}
	return slices.Concat(rows, needAll("sse4_1", []row{
		ins("pblendvb", "x+ xm128 xmm0", "66 0F 38 10 /r", noFlags),
		ins("blendvps", "x+ xm128 xmm0", "66 0F 38 14 /r", noFlags), ins("blendvpd", "x+ xm128 xmm0", "66 0F 38 15 /r", noFlags),
		ins("ptest", "x xm128", "66 0F 38 17 /r", arithmetic), ins("movntdqa", "x= m128", "66 0F 38 2A /r", noFlags),
		ins("phminposuw", "x= xm128", "66 0F 38 41 /r", noFlags),
	}))
}
