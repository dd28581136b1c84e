package x86

import (
	"slices"
	"strings"
)

// vexSizes are the two widths of a vector instruction. Most packed instructions exist in both widths
// with the same opcode, which makes a loop over this table halve the rows.
var vexSizes = []struct{ length, reg, mem string }{{"128", "x", "xm128"}, {"256", "y", "ym256"}}

// avxRows are the VEX encodings: scalars and vectors of 128 and 256 bits. A VEX row never merges: what
// it does not write is zero or comes from a source that it names.
func avxRows() []row {
	return slices.Concat(
		needAll("avx", vexMoves()), needAll("avx", vexFloats()), needAll("avx", vexConversions()), vexIntegers(),
		vexSelectors(), vexLanes(), fmaRows(), needAll("f16c", []row{
			ins("vcvtph2ps", "x= xm64", "VEX.128.66.0F38.W0 13 /r", noFlags),
			ins("vcvtph2ps", "y= xm128", "VEX.256.66.0F38.W0 13 /r", noFlags),
			ins("vcvtps2ph", "xm64= x imm8u", "VEX.128.66.0F3A.W0 1D /r ib", noFlags),
			ins("vcvtps2ph", "xm128= y imm8u", "VEX.256.66.0F3A.W0 1D /r ib", noFlags),
		}),
	)
}

// vexMoves are loads, stores and moves between registers. The stores of movss and movsd between
// registers have a second encoding, marked @; decoders meet both.
func vexMoves() []row {
	rows := []row{
		ins("vmovss", "x= x x", "VEX.LIG.F3.0F.WIG 10 /r", noFlags), ins("vmovss", "x= m32", "VEX.LIG.F3.0F.WIG 10 /r", noFlags),
		ins("vmovss", "m32= x", "VEX.LIG.F3.0F.WIG 11 /r", noFlags),
		ins("vmovsd", "x= x x", "VEX.LIG.F2.0F.WIG 10 /r", noFlags), ins("vmovsd", "x= m64", "VEX.LIG.F2.0F.WIG 10 /r", noFlags),
		ins("vmovsd", "m64= x", "VEX.LIG.F2.0F.WIG 11 /r", noFlags),
		ins("vmovss", "x=@ x x", "VEX.LIG.F3.0F.WIG 11 /r", noFlags), ins("vmovsd", "x=@ x x", "VEX.LIG.F2.0F.WIG 11 /r", noFlags),
		ins("vmovd", "x= rm32", "VEX.128.66.0F.W0 6E /r", noFlags), ins("vmovd", "rm32= x", "VEX.128.66.0F.W0 7E /r", noFlags),
		ins("vmovq", "x= rm64", "VEX.128.66.0F.W1 6E /r", noFlags), ins("vmovq", "rm64= x", "VEX.128.66.0F.W1 7E /r", noFlags),
		ins("vmovq", "x= xm64", "VEX.128.F3.0F.WIG 7E /r", noFlags), ins("vmovq", "xm64= x", "VEX.128.66.0F.WIG D6 /r", noFlags),
		ins("vmovlps", "x= x m64", "VEX.128.0F.WIG 12 /r", noFlags), ins("vmovlps", "m64= x", "VEX.128.0F.WIG 13 /r", noFlags),
		ins("vmovhps", "x= x m64", "VEX.128.0F.WIG 16 /r", noFlags), ins("vmovhps", "m64= x", "VEX.128.0F.WIG 17 /r", noFlags),
		ins("vmovlpd", "x= x m64", "VEX.128.66.0F.WIG 12 /r", noFlags), ins("vmovlpd", "m64= x", "VEX.128.66.0F.WIG 13 /r", noFlags),
		ins("vmovhpd", "x= x m64", "VEX.128.66.0F.WIG 16 /r", noFlags), ins("vmovhpd", "m64= x", "VEX.128.66.0F.WIG 17 /r", noFlags),
		ins("vmovhlps", "x= x x", "VEX.128.0F.WIG 12 /r", noFlags), ins("vmovlhps", "x= x x", "VEX.128.0F.WIG 16 /r", noFlags),
		ins("vmovddup", "x= xm64", "VEX.128.F2.0F.WIG 12 /r", noFlags), ins("vmovddup", "y= ym256", "VEX.256.F2.0F.WIG 12 /r", noFlags),
		ins("vzeroupper", "", "VEX.128.0F.WIG 77", noFlags),
		ins("vldmxcsr", "m32", "VEX.LZ.0F.WIG AE /2", noFlags), ins("vstmxcsr", "m32=", "VEX.LZ.0F.WIG AE /3", noFlags),
	}
	for _, size := range vexSizes {
		vex := "VEX." + size.length
		for _, op := range []struct{ name, vex, load, store string }{
			{"vmovups", "", "10", "11"}, {"vmovupd", ".66", "10", "11"}, {"vmovaps", "", "28", "29"}, {"vmovapd", ".66", "28", "29"},
			{"vmovdqu", ".F3", "6F", "7F"}, {"vmovdqa", ".66", "6F", "7F"},
		} {
			rows = append(rows, ins(op.name, size.reg+"= "+size.mem, vex+op.vex+".0F.WIG "+op.load+" /r", noFlags),
				ins(op.name, size.mem+"= "+size.reg, vex+op.vex+".0F.WIG "+op.store+" /r", noFlags))
		}
		mem := strings.TrimLeft(size.mem, "xy")
		rows = append(rows,
			ins("vmovsldup", size.reg+"= "+size.mem, vex+".F3.0F.WIG 12 /r", noFlags),
			ins("vmovshdup", size.reg+"= "+size.mem, vex+".F3.0F.WIG 16 /r", noFlags),
			ins("vlddqu", size.reg+"= "+mem, vex+".F2.0F.WIG F0 /r", noFlags),
			ins("vmovntps", mem+"= "+size.reg, vex+".0F.WIG 2B /r", noFlags),
			ins("vmovntpd", mem+"= "+size.reg, vex+".66.0F.WIG 2B /r", noFlags),
			ins("vmovntdq", mem+"= "+size.reg, vex+".66.0F.WIG E7 /r", noFlags),
			ins("vmovmskps", "r32= "+size.reg, vex+".0F.WIG 50 /r", noFlags),
			ins("vmovmskpd", "r32= "+size.reg, vex+".66.0F.WIG 50 /r", noFlags))
	}
	return rows
}

// vexFloats calculate with floats: with a destination of its own, and the upper part of a scalar
// result from the first source.
func vexFloats() []row {
	var rows []row
	// floatSizes are ss, sd, ps, pd: the first two are scalars that take their upper part from the
	// first source.
	for _, scalar := range floatSizes[:2] {
		vex := "VEX.LIG." + scalar.vex + ".0F.WIG "
		for _, op := range floatOps {
			rows = append(rows, ins("v"+op.name+scalar.suffix, "x= x "+scalar.mem, vex+op.opcode+" /r", noFlags))
		}
		rows = append(rows, ins("vcmp"+scalar.suffix, "x= x "+scalar.mem+" imm8u", vex+"C2 /r ib", noFlags))
	}
	for _, size := range vexSizes {
		vex := "VEX." + size.length
		for _, packed := range floatSizes[2:] {
			pp := vex + "." + packed.vex + ".0F.WIG "
			if packed.vex == "" {
				pp = vex + ".0F.WIG "
			}
			for _, op := range floatOps {
				args := size.reg + "= " + size.reg + " " + size.mem
				if op.unary {
					args = size.reg + "= " + size.mem
				}
				rows = append(rows, ins("v"+op.name+packed.suffix, args, pp+op.opcode+" /r", noFlags))
			}
			last := packed.suffix[1:]
			for _, op := range []struct{ name, opcode string }{
				{"unpcklp", "14"}, {"unpckhp", "15"}, {"andp", "54"}, {"andnp", "55"}, {"orp", "56"}, {"xorp", "57"},
			} {
				rows = append(rows, ins("v"+op.name+last, size.reg+"= "+size.reg+" "+size.mem, pp+op.opcode+" /r", noFlags))
			}
			rows = append(rows,
				ins("vcmp"+packed.suffix, size.reg+"= "+size.reg+" "+size.mem+" imm8u", pp+"C2 /r ib", noFlags),
				ins("vshuf"+packed.suffix, size.reg+"= "+size.reg+" "+size.mem+" imm8u", pp+"C6 /r ib", noFlags))
		}
		for _, op := range []struct{ name, vex, opcode string }{
			{"vhaddps", "F2", "7C"}, {"vhaddpd", "66", "7C"}, {"vhsubps", "F2", "7D"}, {"vhsubpd", "66", "7D"},
			{"vaddsubps", "F2", "D0"}, {"vaddsubpd", "66", "D0"},
		} {
			rows = append(rows, ins(op.name, size.reg+"= "+size.reg+" "+size.mem, vex+"."+op.vex+".0F.WIG "+op.opcode+" /r", noFlags))
		}
		rows = append(rows, ins("vrsqrtps", size.reg+"= "+size.mem, vex+".0F.WIG 52 /r", noFlags),
			ins("vrcpps", size.reg+"= "+size.mem, vex+".0F.WIG 53 /r", noFlags))
	}
	return append(rows,
		ins("vrsqrtss", "x= x xm32", "VEX.LIG.F3.0F.WIG 52 /r", noFlags), ins("vrcpss", "x= x xm32", "VEX.LIG.F3.0F.WIG 53 /r", noFlags),
		ins("vucomiss", "x xm32", "VEX.LIG.0F.WIG 2E /r", arithmetic), ins("vucomisd", "x xm64", "VEX.LIG.66.0F.WIG 2E /r", arithmetic),
		ins("vcomiss", "x xm32", "VEX.LIG.0F.WIG 2F /r", arithmetic), ins("vcomisd", "x xm64", "VEX.LIG.66.0F.WIG 2F /r", arithmetic),
	)
}

// vexConversions are the conversions; those to one float take the upper part from the first source.
// Scalar conversions to a general register have W for its size; W is ignored in the packed ones.
func vexConversions() []row {
	rows := []row{
		ins("vcvtss2sd", "x= x xm32", "VEX.LIG.F3.0F.WIG 5A /r", noFlags), ins("vcvtsd2ss", "x= x xm64", "VEX.LIG.F2.0F.WIG 5A /r", noFlags),
		ins("vcvtps2pd", "x= xm64", "VEX.128.0F.WIG 5A /r", noFlags), ins("vcvtps2pd", "y= xm128", "VEX.256.0F.WIG 5A /r", noFlags),
		ins("vcvtpd2ps", "x= xm128", "VEX.128.66.0F.WIG 5A /r", noFlags), ins("vcvtpd2ps", "x= ym256", "VEX.256.66.0F.WIG 5A /r", noFlags),
		ins("vcvtdq2pd", "x= xm64", "VEX.128.F3.0F.WIG E6 /r", noFlags), ins("vcvtdq2pd", "y= xm128", "VEX.256.F3.0F.WIG E6 /r", noFlags),
		ins("vcvtpd2dq", "x= xm128", "VEX.128.F2.0F.WIG E6 /r", noFlags), ins("vcvtpd2dq", "x= ym256", "VEX.256.F2.0F.WIG E6 /r", noFlags),
		ins("vcvttpd2dq", "x= xm128", "VEX.128.66.0F.WIG E6 /r", noFlags), ins("vcvttpd2dq", "x= ym256", "VEX.256.66.0F.WIG E6 /r", noFlags),
	}
	for _, w := range []struct{ size, w string }{{"32", "W0"}, {"64", "W1"}} {
		rows = append(rows,
			ins("vcvtsi2ss", "x= x rm"+w.size, "VEX.LIG.F3.0F."+w.w+" 2A /r", noFlags),
			ins("vcvtsi2sd", "x= x rm"+w.size, "VEX.LIG.F2.0F."+w.w+" 2A /r", noFlags))
		for _, op := range []struct{ name, vex, opcode, mem string }{
			{"vcvttss2si", "F3", "2C", "xm32"}, {"vcvttsd2si", "F2", "2C", "xm64"},
			{"vcvtss2si", "F3", "2D", "xm32"}, {"vcvtsd2si", "F2", "2D", "xm64"},
		} {
			rows = append(rows, ins(op.name, "r"+w.size+"= "+op.mem, "VEX.LIG."+op.vex+".0F."+w.w+" "+op.opcode+" /r", noFlags))
		}
	}
	for _, size := range vexSizes {
		for _, op := range []struct{ name, vex string }{{"vcvtdq2ps", ""}, {"vcvtps2dq", ".66"}, {"vcvttps2dq", ".F3"}} {
			rows = append(rows, ins(op.name, size.reg+"= "+size.mem, "VEX."+size.length+op.vex+".0F.WIG 5B /r", noFlags))
		}
	}
	return rows
}

// vexIntegers are the integer vectors: of 128 bits AVX, of 256 bits AVX2. The opcodes are those of the
// SSE rows, so that both are made from the same lists and cannot differ.
func vexIntegers() []row {
	var rows []row
	for _, size := range vexSizes {
		feature := Feature("avx")
		if size.reg == "y" {
			feature = "avx2"
		}
		vex := "VEX." + size.length
		three, two := size.reg+"= "+size.reg+" "+size.mem, size.reg+"= "+size.mem
		add := func(name, args, code string) {
			rows = append(rows, ins("v"+name, args, vex+code, noFlags).need(feature))
		}
		for _, op := range vectorOps0F {
			add(op.name, three, ".66.0F.WIG "+op.opcode+" /r")
		}
		for _, op := range vectorOps38 {
			if op.unary {
				add(op.name, two, ".66.0F38.WIG "+op.opcode+" /r")
			} else {
				add(op.name, three, ".66.0F38.WIG "+op.opcode+" /r")
			}
		}
		for _, op := range vectorShifts {
			if op.opcode != "" {
				add(op.name, size.reg+"= "+size.reg+" xm128", ".66.0F.WIG "+op.opcode+" /r")
			}
			add(op.name, size.reg+"= "+size.reg+" imm8u", ".66.0F.WIG "+op.immediate+" ib")
		}
		for _, op := range shuffles {
			add(op.name, two+" imm8u", "."+op.vex+".0F.WIG 70 /r ib")
		}
		for _, op := range extensions {
			// A destination of 256 bits has twice the elements, so the source has twice the bytes.
			source := op.source
			if size.reg == "y" {
				source *= 2
			}
			args := size.reg + "= xm" + map[int]string{16: "16", 32: "32", 64: "64", 128: "128"}[source]
			add("pmovsx"+op.suffix, args, ".66.0F38.WIG 2"+op.opcode+" /r")
			add("pmovzx"+op.suffix, args, ".66.0F38.WIG 3"+op.opcode+" /r")
		}
		add("pmovmskb", "r32= "+size.reg, ".66.0F.WIG D7 /r")
		add("movntdqa", size.reg+"= "+strings.TrimLeft(size.mem, "xy"), ".66.0F38.WIG 2A /r")
		add("pblendvb", three+" "+size.reg, ".66.0F3A.W0 4C /r /is4")
		for _, op := range []struct{ name, w, opcode string }{
			{"psrlvd", "W0", "45"}, {"psrlvq", "W1", "45"}, {"psravd", "W0", "46"}, {"psllvd", "W0", "47"}, {"psllvq", "W1", "47"},
		} {
			rows = append(rows, ins("v"+op.name, three, vex+".66.0F38."+op.w+" "+op.opcode+" /r", noFlags).need("avx2"))
		}
		// vptest sets flags and writes no register.
		rows = append(rows,
			ins("vptest", size.reg+" "+size.mem, vex+".66.0F38.WIG 17 /r", arithmetic).need("avx"),
			ins("vtestps", size.reg+" "+size.mem, vex+".66.0F38.W0 0E /r", arithmetic).need("avx"),
			ins("vtestpd", size.reg+" "+size.mem, vex+".66.0F38.W0 0F /r", arithmetic).need("avx"),
			ins("vblendvps", three+" "+size.reg, vex+".66.0F3A.W0 4A /r /is4", noFlags).need("avx"),
			ins("vblendvpd", three+" "+size.reg, vex+".66.0F3A.W0 4B /r /is4", noFlags).need("avx"))
	}
	return append(rows, ins("vphminposuw", "x= xm128", "VEX.128.66.0F38.WIG 41 /r", noFlags).need("avx"))
}

// vexSelectors take an immediate.
func vexSelectors() []row {
	var rows []row
	for _, op := range selectors {
		code := ".66.0F3A.WIG " + op.opcode + " /r ib"
		// Scalar selectors ignore L, except for insertps, which wants 128 bits.
		if op.mem != "xm128" {
			length := "LIG"
			if op.name == "insertps" {
				length = "128"
			}
			rows = append(rows, ins("v"+op.name, "x= x "+op.mem+" imm8u", "VEX."+length+code, noFlags).need("avx"))
			continue
		}
		for _, size := range vexSizes {
			// These two have no form of 256 bits.
			if size.reg == "y" && (op.name == "dppd" || op.name == "pclmulqdq") {
				continue
			}
			feature := Feature("avx")
			if size.reg == "y" && (op.name == "pblendw" || op.name == "palignr" || op.name == "mpsadbw") {
				feature = "avx2"
			}
			args := size.reg + "= " + size.reg + " " + size.mem + " imm8u"
			if op.unary {
				args = size.reg + "= " + size.mem + " imm8u"
			}
			rows = append(rows, ins("v"+op.name, args, "VEX."+size.length+code, noFlags).need(feature))
		}
	}
	// The element's size is in the suffix: d and q are told apart by W, and b ignores it.
	for _, op := range elementMoves {
		w := "WIG"
		if strings.HasSuffix(op.name, "d") {
			w = "W0"
		} else if strings.HasSuffix(op.name, "q") {
			w = "W1"
		}
		args := op.args
		// The legacy form reads its destination, which VEX names as a source of its own.
		if strings.HasPrefix(args, "x+") {
			args = "x= x" + args[2:]
		}
		rows = append(rows, ins("v"+op.name, args, "VEX.128.66.0F3A."+w+" "+op.opcode+" /r ib", noFlags).need("avx"))
	}
	return append(rows, needAll("avx", []row{
		ins("vpinsrw", "x= x r32 imm8u", "VEX.128.66.0F.WIG C4 /r ib", noFlags), ins("vpinsrw", "x= x m16 imm8u", "VEX.128.66.0F.WIG C4 /r ib", noFlags),
		ins("vpextrw", "r32= x imm8u", "VEX.128.66.0F.WIG C5 /r ib", noFlags),
	})...)
}

// vexLanes spread elements and move between the halves of a register of 256 bits. AVX has the forms
// with a memory source and floats, AVX2 those with registers and integers.
func vexLanes() []row {
	rows := []row{
		ins("vbroadcastf128", "y= m128", "VEX.256.66.0F38.W0 1A /r", noFlags),
		ins("vinsertf128", "y= y xm128 imm8u", "VEX.256.66.0F3A.W0 18 /r ib", noFlags),
		ins("vextractf128", "xm128= y imm8u", "VEX.256.66.0F3A.W0 19 /r ib", noFlags),
		ins("vperm2f128", "y= y ym256 imm8u", "VEX.256.66.0F3A.W0 06 /r ib", noFlags),
		ins("vbroadcastss", "x= m32", "VEX.128.66.0F38.W0 18 /r", noFlags), ins("vbroadcastss", "y= m32", "VEX.256.66.0F38.W0 18 /r", noFlags),
		ins("vbroadcastsd", "y= m64", "VEX.256.66.0F38.W0 19 /r", noFlags),
	}
	for _, size := range vexSizes {
		vex := "VEX." + size.length + ".66."
		rows = append(rows,
			ins("vpermilps", size.reg+"= "+size.reg+" "+size.mem, vex+"0F38.W0 0C /r", noFlags),
			ins("vpermilpd", size.reg+"= "+size.reg+" "+size.mem, vex+"0F38.W0 0D /r", noFlags),
			ins("vpermilps", size.reg+"= "+size.mem+" imm8u", vex+"0F3A.W0 04 /r ib", noFlags),
			ins("vpermilpd", size.reg+"= "+size.mem+" imm8u", vex+"0F3A.W0 05 /r ib", noFlags))
	}
	rows = needAll("avx", rows)
	avx2 := []row{
		ins("vbroadcastss", "x= x", "VEX.128.66.0F38.W0 18 /r", noFlags), ins("vbroadcastss", "y= x", "VEX.256.66.0F38.W0 18 /r", noFlags),
		ins("vbroadcastsd", "y= x", "VEX.256.66.0F38.W0 19 /r", noFlags), ins("vbroadcasti128", "y= m128", "VEX.256.66.0F38.W0 5A /r", noFlags),
		ins("vinserti128", "y= y xm128 imm8u", "VEX.256.66.0F3A.W0 38 /r ib", noFlags),
		ins("vextracti128", "xm128= y imm8u", "VEX.256.66.0F3A.W0 39 /r ib", noFlags),
		ins("vperm2i128", "y= y ym256 imm8u", "VEX.256.66.0F3A.W0 46 /r ib", noFlags),
		ins("vpermd", "y= y ym256", "VEX.256.66.0F38.W0 36 /r", noFlags), ins("vpermps", "y= y ym256", "VEX.256.66.0F38.W0 16 /r", noFlags),
		ins("vpermq", "y= ym256 imm8u", "VEX.256.66.0F3A.W1 00 /r ib", noFlags),
		ins("vpermpd", "y= ym256 imm8u", "VEX.256.66.0F3A.W1 01 /r ib", noFlags),
	}
	for _, size := range vexSizes {
		vex, mem := "VEX."+size.length+".66.", strings.TrimLeft(size.mem, "xy")
		for _, op := range []struct{ suffix, opcode, mem string }{{"b", "78", "xm8"}, {"w", "79", "xm16"}, {"d", "58", "xm32"}, {"q", "59", "xm64"}} {
			avx2 = append(avx2, ins("vpbroadcast"+op.suffix, size.reg+"= "+op.mem, vex+"0F38.W0 "+op.opcode+" /r", noFlags))
		}
		for _, op := range []struct{ suffix, w string }{{"d", "W0"}, {"q", "W1"}} {
			avx2 = append(avx2,
				ins("vpmaskmov"+op.suffix, size.reg+"= "+size.reg+" "+mem, vex+"0F38."+op.w+" 8C /r", noFlags),
				ins("vpmaskmov"+op.suffix, mem+"= "+size.reg+" "+size.reg, vex+"0F38."+op.w+" 8E /r", noFlags))
		}
		avx2 = append(avx2, ins("vpblendd", size.reg+"= "+size.reg+" "+size.mem+" imm8u", vex+"0F3A.W0 02 /r ib", noFlags))
	}
	return append(rows, needAll("avx2", avx2)...)
}

// fmaRows multiply and add with one rounding, in the three orders of operands. Opcode digits: the high
// one is the order of operands, the low one the operation (SDM volume 2, opcodes 96 to BF of map 0F38).
// The destination is a factor or the summand and is read.
func fmaRows() []row {
	var rows []row
	for _, op := range []struct {
		name   string
		low    byte // low digit of the opcode
		scalar bool
	}{
		{"vfmaddsub", '6', false}, {"vfmsubadd", '7', false}, {"vfmadd", '8', true}, {"vfmsub", 'A', true},
		{"vfnmadd", 'C', true}, {"vfnmsub", 'E', true},
	} {
		for _, order := range []struct{ name, high string }{{"132", "9"}, {"213", "A"}, {"231", "B"}} {
			for _, float := range []struct{ suffix, w, mem string }{{"s", "W0", "xm32"}, {"d", "W1", "xm64"}} {
				code := ".66.0F38." + float.w + " " + order.high
				for _, size := range vexSizes {
					rows = append(rows, ins(op.name+order.name+"p"+float.suffix, size.reg+"+ "+size.reg+" "+size.mem,
						"VEX."+size.length+code+string(op.low)+" /r", noFlags))
				}
				// The scalar form's opcode is one more.
				if op.scalar {
					rows = append(rows, ins(op.name+order.name+"s"+float.suffix, "x+ x "+float.mem, "VEX.LIG"+code+string(op.low+1)+" /r", noFlags))
				}
			}
		}
	}
	return needAll("fma", rows)
}
