package parser

import "github.com/tuffy-ir/tuffy/ir"

// maxDebug bounds the number of an entry of debug information; the verifier says which exist.
const maxDebug = 1<<31 - 1

// debug reads `debug N = kind "name" of N encoding size N open at ("file", line, column) {members}`, of which all but
// the number and the kind may be missing. The numbers count from 1.
func (p *parser) debug() {
	if p.nItems-1 != p.m.NumDebug() {
		p.fail(p.tok.off, "", "debug information stands before functions and data")
	}
	p.next()
	at := p.tok.off
	if n := p.debugID(); int(n) != p.m.NumDebug()+1 {
		p.fail(at, "", "debug %d expected: the entries are numbered from 1 in their order", p.m.NumDebug()+1)
	}
	p.expect('=', "before the kind")
	var e ir.DebugEntry
	at = p.tok.off
	kind, ok := ir.ParseDebugKind(p.take(tWord, "a kind of debug information").text)
	if !ok {
		p.fail(at, "kinds: base pointer const volatile restrict atomic typedef array vector struct union enum subroutine function block", "unknown kind of debug information")
	}
	e.Kind = kind
	if p.tok.kind == tString && !p.tok.nl {
		e.Name = p.take(tString, "a name").text
	}
	for p.tok.kind == tWord && !p.tok.nl {
		at := p.tok.off
		word := p.take(tWord, "a word").text
		switch word {
		case "of":
			e.Of = p.debugID()
		case "size":
			e.Size = p.uintMax(1<<62, "a size")
		case "open":
			e.Open = true
		case "at":
			p.expect('(', "before the place")
			e.Loc.File = p.take(tString, "a quoted file name").text
			p.expect(',', "after the file")
			e.Loc.Line = int(p.uintMax(1<<31-1, "a line"))
			p.expect(',', "after the line")
			e.Loc.Col = int(p.uintMax(1<<31-1, "a column"))
			p.expect(')', "after the place")
		default:
			enc, ok := ir.ParseDebugEncoding(word)
			if !ok {
				p.fail(at, "words: of size open at, and an encoding: signed unsigned bool char uchar float complex", "unknown word %s in debug information", clip(word))
			}
			e.Encoding = enc
		}
	}
	if p.is('{') && !p.tok.nl {
		p.next()
		for !p.is('}') {
			e.Members = append(e.Members, p.debugMember(e.Kind))
			if !p.accept(',') {
				break
			}
		}
		p.expect('}', "after the members")
	}
	p.m.AddDebug(e)
}

// debugMember reads `"name" = value` of an enumeration, `"name" N` of a function type, `"name" N at bit bits N` of a record.
func (p *parser) debugMember(k ir.DebugKind) (m ir.DebugMember) {
	m.Name = p.take(tString, "a quoted name").text
	if k == ir.DebugEnum {
		p.expect('=', "before the value")
		m.Value = p.integer().String()
		return m
	}
	m.Type = p.debugID()
	if p.acceptWord("at") {
		m.At = p.uintMax(1<<62, "a bit")
	}
	if p.acceptWord("bits") {
		m.Bits = p.uintMax(1<<16, "a number of bits")
	}
	return m
}

// debugID reads the number of an entry.
func (p *parser) debugID() ir.DebugID {
	return ir.DebugID(p.uintMax(maxDebug, "the number of an entry of debug information"))
}
