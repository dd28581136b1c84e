package llvm

import (
	"strconv"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// maxMeta bounds the numbers of metadata by how long the text is.
func (p *parser) maxMeta() int64 { return int64(len(p.src)) }

// metaNumber is the number of !12, -1 of what has none.
func (p *parser) metaNumber(text string) int32 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 || n > p.maxMeta() {
		return -1
	}
	return int32(n)
}

// metadataDefinition reads !12 = … or !name = !{…}.
func (p *parser) metadataDefinition() {
	id := p.metaNumber(p.tok.text)
	p.next()
	p.expect("=")
	p.accept("distinct")
	m := p.metaNode()
	if id >= 0 {
		for int(id) >= len(p.mod.meta) {
			p.mod.meta = append(p.mod.meta, noMeta)
		}
		p.mod.meta[id] = m
	}
}

// noMeta is a node that says nothing.
var noMeta = metadata{scope: -1, inlined: -1, file: -1}

// skipMeta goes behind metadata.
func (p *parser) skipMeta() {
	if p.tok.kind == tokMeta && p.metaNumber(p.tok.text) >= 0 {
		p.next()
		return
	}
	p.metaNode()
}

// metaRef reads metadata, and gives its number if it is a reference.
func (p *parser) metaRef() int32 {
	if p.tok.kind == tokMeta {
		if n := p.metaNumber(p.tok.text); n >= 0 {
			p.next()
			return n
		}
	}
	p.metaNode()
	return -1
}

// metaNode reads a node that is written out: !{…}, !Kind(…), !"…".
func (p *parser) metaNode() metadata {
	if p.depth++; p.depth > maxNesting {
		p.fail("more than %d nodes in each other are not supported", maxNesting)
	}
	defer func() { p.depth-- }()
	m := noMeta
	switch {
	case p.tok.kind == tokMark:
		p.next()
		if p.tok.kind == tokString {
			p.next()
			return m
		}
		p.tuple(&m)
	case p.tok.kind == tokMeta:
		m.kind = p.tok.text
		p.next()
		if p.is("(") {
			p.fields(&m)
		}
	default:
		p.expected("metadata")
	}
	return m
}

// tuple reads { … }, and keeps its integers if there is nothing else.
func (p *parser) tuple(m *metadata) {
	p.expect("{")
	var ints []num.Int
	pure := true
	for !p.is("}") {
		switch {
		case p.tok.kind == tokMeta, p.tok.kind == tokMark:
			p.skipMeta()
			pure = false
		case p.accept("null"):
			pure = false
		default:
			t := p.typeOf()
			if t.kind == tMetadata {
				p.skipMeta()
				pure = false
				break
			}
			v := p.constantOf(t)
			if v.c != nil && v.c.kind == vInt {
				ints = append(ints, v.c.int)
			} else {
				pure = false
			}
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	if pure {
		m.ints = ints
	}
}

// fields reads ( key: value, … ).
func (p *parser) fields(m *metadata) {
	p.expect("(")
	for !p.is(")") {
		if p.tok.kind == tokLabel {
			key := p.tok.text
			p.next()
			p.field(m, key)
		} else {
			p.fieldValue()
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
}

// field reads the value of a key.
func (p *parser) field(m *metadata, key string) {
	switch {
	case p.tok.kind == tokInt && (key == "line" || key == "column"):
		n, _ := strconv.ParseInt(p.tok.text, 10, 31)
		if key == "line" {
			m.line = int32(n)
		} else {
			m.column = int32(n)
		}
	case p.tok.kind == tokString && (key == "name" || key == "filename" || key == "directory"):
		s := unescape(p.tok.text)
		if key == "directory" {
			m.dir = s
		} else {
			m.name = s
		}
	case p.tok.kind == tokMeta:
		switch n := p.metaNumber(p.tok.text); key {
		case "scope":
			m.scope = n
		case "inlinedAt":
			m.inlined = n
		case "file":
			m.file = n
		}
	}
	p.fieldValue()
}

// fieldValue skips what stands where a value of a field may.
func (p *parser) fieldValue() {
	for {
		switch p.tok.kind {
		case tokMeta, tokMark:
			p.skipMeta()
		case tokInt, tokFloat, tokString, tokWord, tokGlobal, tokLocal:
			p.next()
			p.skipParens()
		case tokPunct:
			switch p.tok.text {
			case "|":
				p.next()
				continue
			case "{", "[", "<":
				p.typeOf()
			default:
				return
			}
		default:
			p.expected("a value")
		}
		if !p.is("|") && (p.is(",") || p.is(")")) {
			return
		}
		if p.tok.kind == tokEOF {
			p.expected("\")\"")
		}
	}
}
