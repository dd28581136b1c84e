package parser

import "github.com/tuffy-ir/tuffy/ir"

// inlineAsm reads `asm "text" code "bytes" in [rax 0:4, …] out […] clobbers [cc, …] writes [8:4, …]`, of which all but the
// first two may be left out. What registers there are is the verifier's matter.
func (p *parser) inlineAsm() *ir.Asm {
	p.next()
	a := &ir.Asm{Text: p.take(tString, "the text of the instructions").text}
	if !p.acceptWord("code") {
		p.unexpected("code before the bytes of the instructions")
	}
	a.Code = []byte(p.take(tString, "the bytes of the instructions").text)
	for !p.tok.nl {
		switch {
		case p.acceptWord("in"):
			p.bracketed(func() { a.In = append(a.In, p.asmReg()) })
		case p.acceptWord("out"):
			p.bracketed(func() { a.Out = append(a.Out, p.asmReg()) })
		case p.acceptWord("clobbers"):
			p.bracketed(func() { a.Clobbers = append(a.Clobbers, p.take(tWord, "a register").text) })
		case p.acceptWord("writes"):
			p.bracketed(func() {
				off, size := p.asmPlace(1 << 31)
				a.Writes = append(a.Writes, ir.AsmObject{Off: off, Size: size})
			})
		default:
			return a
		}
	}
	return a
}

// bracketed reads a list in brackets.
func (p *parser) bracketed(element func()) {
	p.expect('[', "before the list")
	for !p.is(']') {
		element()
		if !p.accept(',') {
			break
		}
	}
	p.expect(']', "after the list")
}

func (p *parser) asmReg() ir.AsmReg {
	r := ir.AsmReg{Reg: p.take(tWord, "a register").text}
	r.Off, r.Size = p.asmPlace(ir.MaxAsmBlock)
	r.Ptr = p.acceptWord("ptr")
	return r
}

// asmPlace reads an offset in the block and a size.
func (p *parser) asmPlace(limit uint64) (off, size uint32) {
	off = uint32(p.uintMax(ir.MaxAsmBlock, "an offset in the block"))
	p.expect(':', "between offset and size")
	return off, uint32(p.uintMax(limit, "a size in bytes"))
}
