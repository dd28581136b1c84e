package c

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86/att"
	"modernc.org/cc/v4"
)

// The address spaces __seg_fs and __seg_gs: addresses of an object are distances from the base of a segment register.
// The words are macros of builtin.h for attributes, which types keep. The IR knows one address space, so an access is
// inline assembly that copies between the segment and an object of the function; the interpreter has no segments and
// says so by name.

// segmentAttributes are the attributes, by the letter of the segment.
var segmentAttributes = map[byte]string{'f': "__tuffy_seg_fs__", 'g': "__tuffy_seg_gs__"}

// segmentOf is the letter of the segment that objects of a type lie in, or 0.
func (u *unit) segmentOf(t cc.Type) byte {
	a := t.Attributes()
	if a == nil || isPtr(t) && u.behind[t].inherited {
		return 0
	}
	for letter, name := range segmentAttributes {
		if a.IsAttrSet(name) {
			return letter
		}
	}
	return 0
}

// segments keeps what a declarator says of segments.
func (b behind) segments(d *cc.Declarator) {
	b.segmentStars(d.Pointer, d.Type())
	if d.Pointer == nil && isPtr(d.Type()) && d.Type().Attributes() != nil && d.DirectDeclarator != nil && d.DirectDeclarator.Case != cc.DirectDeclaratorIdent {
		b.add(d.Type(), pointee{inherited: true})
	}
}

// segmentStars keeps the segments that stand behind the stars of a declarator, where the parser forgets them.
func (b behind) segmentStars(p *cc.Pointer, t cc.Type) {
	var letters []byte
	any := false
	for ; p != nil; p = p.Pointer {
		letter := byte(0)
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierAttr {
				letter = max(letter, segmentIn(q.TypeQualifier.AttributeSpecifierList))
			}
		}
		letters, any = append(letters, letter), any || letter != 0
	}
	if !any {
		return
	}
	below := derived(t)
	for i, letter := range letters[:len(letters)-1] {
		if at := len(below) - 2 - i; letter != 0 && at >= 0 && below[at] != nil {
			b.add(below[at], pointee{segment: letter})
		}
	}
}

// segmentIn is the letter of the segment among attributes, or 0.
func segmentIn(l *cc.AttributeSpecifierList) (found byte) {
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			for letter, name := range segmentAttributes {
				if v.AttributeValue.Token.SrcStr() == name {
					found = letter
				}
			}
		}
	}
	return found
}

// noSegment says of a place that its object lies in no segment whatever its type says.
const noSegment = '-'

// inSegment is the letter of the segment that an object lies in: its type says so, or it is a part of one whose type does.
func (u *unit) inSegment(l place) byte {
	switch {
	case l.segment == noSegment || isFunc(l.t):
		return 0
	case l.segment != 0:
		return l.segment
	}
	return u.segmentOf(l.t)
}

// partSegment is what a part of l has for its own.
func (u *unit) partSegment(l place) byte {
	if l.segment != 0 {
		return l.segment
	}
	return u.segmentOf(l.t)
}

// segmentBytes is how many bytes of an object in a segment an access touches.
func (g *fn) segmentBytes(l place) int64 {
	if l.field != nil {
		return l.field.bytesOf()
	}
	return g.u.sizeof(l.t)
}

// segmentLoad is a copy of the object.
func (g *fn) segmentLoad(l place) place {
	size := g.segmentBytes(l)
	here := l
	here.p, here.segment, here.align = g.slot(max(size, 1), 16), noSegment, 16
	g.segmentCopy(g.u.inSegment(l), here.p, l.p, size, true)
	return here
}

// segmentStore writes the object by way of a copy.
func (g *fn) segmentStore(l place, x value) {
	var here place
	if l.field != nil {
		here = g.segmentLoad(l)
	} else {
		here = place{p: g.slot(max(g.segmentBytes(l), 1), 16), t: l.t, align: 16, segment: noSegment}
	}
	g.write(here, x)
	g.segmentCopy(g.u.inSegment(l), here.p, l.p, g.segmentBytes(l), false)
}

// segmentCopy copies bytes between an object of the function and a segment, up to eight of them by one instruction.
func (g *fn) segmentCopy(segment byte, here, there ir.Value, size int64, load bool) {
	text := ""
	move := func(letter string, reg string, off int64) {
		far, near := fmt.Sprintf("%%%cs:%d(%%rsi)", segment, off), fmt.Sprintf("%d(%%rdi)", off)
		if !load {
			far, near = near, far
		}
		text += fmt.Sprintf("mov%[1]s %[2]s, %%%[3]s\nmov%[1]s %%%[3]s, %[4]s\n", letter, far, reg, near)
	}
	off := int64(0)
	if size > 64 {
		far, near := fmt.Sprintf("%%%cs:(%%rsi)", segment), "(%rdi)"
		if !load {
			far, near = near, far
		}
		text = fmt.Sprintf("movq $%d, %%rcx\n1: movq %s, %%rax\nmovq %%rax, %s\naddq $8, %%rsi\naddq $8, %%rdi\ndecq %%rcx\njne 1b\n", size/8, far, near)
		size %= 8
	}
	for _, w := range []struct {
		n           int64
		letter, reg string
	}{{8, "q", "rax"}, {4, "l", "eax"}, {2, "w", "ax"}, {1, "b", "al"}} {
		for ; size-off >= w.n; off += w.n {
			move(w.letter, w.reg, off)
		}
	}
	code, err := att.Assemble(text)
	if err != nil {
		panic("BUG: access of a segment: " + err.Error())
	}
	a := &ir.Asm{Text: text, Code: code, Clobbers: []string{"cc", "memory", "rax", "rcx", "rsi", "rdi"},
		In: []ir.AsmReg{{Reg: "rdi", Size: 8}, {Reg: "rsi", Off: asmCell, Size: 8}}}
	block := g.slot(2*asmCell, asmCell)
	g.store(here, block, 8, 8)
	g.store(there, g.offset(block, asmCell), 8, 8)
	g.callAsm(a, block)
}
