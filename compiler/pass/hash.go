package pass

import (
	"encoding/binary"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// A rewrite has an identity that says what it is, whichever other rewrites fired and whatever else stands in the
// program: function, pass, rule, edge, where the instruction comes from, the pattern, and which of those that are
// equal in all this it is. It has no handle in it and no number of the text, so that it stays when instructions are
// added, removed or renamed and functions or blocks move; and it says nothing of when: a rewrite that was refused and
// is proposed again in a later round is the same one, and is refused again.
//
// The pattern is what the rule matched, each instruction with its opcode, its attributes and the shapes of its
// operands; of a block its arguments. Where an instruction comes from, and the terminator of a block, is told by what its
// source origins were when the run began, and the place of each in a source file if it has one, but for the line,
// which any edit above moves. Equal ones are counted in the order in which the pass proposes them, which walks
// blocks in the order of dominance; a rule that fires again at the same place is counted, too.

// identities counts rewrites that look the same. Only runs of one worker have it.
type identities struct {
	from   []uint64         // by source origin: what its instruction was
	index  map[uint64]int32 // of equals, by what they look like
	equals []equals
	more   map[look]*site // the sites of equals but for their first ones

	text    []byte // that is hashed, for its room
	sources []ir.Origin
}

// look is what a site looks like, with its handle.
type look struct{ hash, handle uint64 }

// site is one of those that look the same: which, and how often the rule fired there.
type site struct{ number, fired uint64 }

// equals are the sites that look the same. Most are one, which is in it.
type equals struct {
	handle uint64
	first  site
	sites  uint64
}

// newIdentities looks at the program before the first pass.
func newIdentities(m *ir.Module) *identities {
	p := &identities{index: map[uint64]int32{}, more: map[look]*site{}}
	for _, f := range m.Funcs {
		for i := range f.AllInsts() {
			o := f.Origin(i)
			if o == ir.Synthetic {
				continue
			}
			if n := int(o) + 1; n > len(p.from) {
				p.from = append(p.from, make([]uint64, n-len(p.from))...)
			}
			if p.from[o] != 0 {
				continue
			}
			text := append(append(p.text[:0], f.Name...), 0)
			if l, ok := m.Location(o); ok {
				text = number(append(text, l.File...), uint64(l.Col))
			}
			p.text = p.shape(text, f, i)
			p.from[o] = sum(p.text)
		}
	}
	return p
}

// of returns the identity of a change that is proposed, the part of it that equal ones share, and its site, which is good
// until it is called again.
func (p *identities) of(s *scope, f *ir.Func, ch Change) (h, pattern trace.Hash, at *site) {
	text := p.text[:0]
	handle := uint64(ch.At)
	if ch.At == ir.NoInst {
		handle = 1<<32 | uint64(ch.Block)
		text = p.block(text, f, ch.Block)
	} else {
		text = p.describe(text, f, ch.At)
	}
	for n, i := range ch.Matched {
		if i != ch.At && !f.Deleted(i) && n < maxDescribed {
			text = append(p.describe(text, f, i), 0)
		}
	}
	matched := sum(text)
	from := ch.At
	if from == ir.NoInst && ch.Block != f.Entry() {
		from = f.Terminator(ch.Block)
	}
	text = number(text[:0], matched)
	for _, name := range [...]string{f.Name, s.pass.Name, ch.Rule} {
		text = append(append(text, name...), 0)
	}
	text = number(p.origin(text, f, from), uint64(ch.Edge))
	alike := sum(text)
	p.text = text // keeps the room
	at = p.site(look{alike, handle})
	return trace.Hash(mix(mix(alike^at.number) ^ at.fired)), trace.Hash(alike), at
}

// site counts a site among those that look the same.
// The same site asked again is the same one, as its handle is known.
func (p *identities) site(l look) *site {
	n, ok := p.index[l.hash]
	if !ok {
		p.index[l.hash] = int32(len(p.equals))
		p.equals = append(p.equals, equals{handle: l.handle, sites: 1})
		return &p.equals[len(p.equals)-1].first
	}
	g := &p.equals[n]
	if g.handle == l.handle {
		return &g.first
	}
	at := p.more[l]
	if at == nil {
		at = &site{number: g.sites}
		p.more[l] = at
		g.sites++
	}
	return at
}

// maxDescribed bounds the operands and the matched instructions that a pattern has.
const maxDescribed = 16

// block appends what a block looks like: its arguments, and whether the function starts with it.
func (p *identities) block(text []byte, f *ir.Func, b ir.Block) []byte {
	if b == f.Entry() {
		text = append(text, "entry"...)
	}
	for n, v := range f.Args(b) {
		if n < maxDescribed {
			text = append(append(text, f.TypeOf(v).String()...), 0)
		}
	}
	return text
}

// describe appends what an instruction is, with the shapes of its operands. An operand that occurred before is told by where.
func (p *identities) describe(text []byte, f *ir.Func, i ir.Inst) []byte {
	text = append(p.shape(text, f, i), '(')
	for n := range min(f.NumOperands(i), maxDescribed) {
		v, k := f.Arg(i, n), 0
		for k < n && f.Arg(i, k) != v {
			k++
		}
		switch d := f.Def(v); {
		case k < n:
			text = append(text, '=', byte(k))
		case d == ir.NoInst:
			text = append(append(text, '%'), f.TypeOf(v).String()...)
		default:
			text = p.shape(text, f, d)
		}
		text = append(text, 0)
	}
	return text
}

// shape appends what an instruction is, without its operands.
func (p *identities) shape(text []byte, f *ir.Func, i ir.Inst) []byte {
	text = f.AppendMnemonic(text, i)
	switch ir.Ops[f.Op(i)].Form {
	case ir.FormInt:
		text = f.AppendIntConst(append(text, ' '), i)
	case ir.FormFloat:
		hi, lo := f.FloatConst(i)
		text = number(number(text, hi), lo)
	case ir.FormSymbol, ir.FormIntrinsic:
		text = append(append(text, ' '), f.Module.SymbolName(f.SymbolOf(i))...)
	case ir.FormPath:
		for _, x := range f.Path(i) {
			text = number(text, uint64(x))
		}
	case ir.FormBool, ir.FormParam, ir.FormWidth, ir.FormSlot:
		text = number(text, uint64(f.Attr(i).Imm))
	}
	return append(text, 0)
}

// origin appends where an instruction comes from: what its source origins were.
func (p *identities) origin(text []byte, f *ir.Func, i ir.Inst) []byte {
	if i == ir.NoInst {
		return text
	}
	p.sources = f.Module.Sources(p.sources[:0], f.Origin(i))
	for _, o := range p.sources {
		var was uint64
		if int(o) < len(p.from) {
			was = p.from[o]
		}
		text = number(text, was)
	}
	return text
}

func number(text []byte, n uint64) []byte { return binary.LittleEndian.AppendUint64(text, n) }

// sum is a hash of a text, eight bytes a step, mixed as in MurmurHash3 so that the low bits depend on all.
func sum(text []byte) uint64 {
	h := 0xcbf29ce484222325 ^ uint64(len(text))
	for ; len(text) >= 8; text = text[8:] {
		h = mix(h ^ binary.LittleEndian.Uint64(text))
	}
	var rest uint64
	for n, c := range text {
		rest |= uint64(c) << (8 * n)
	}
	return mix(h ^ rest)
}

func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
