package pass

import (
	"encoding/binary"
	"hash"
	"hash/fnv"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// A rewrite has a hash that says what it is, whichever other rewrites fired: function, pass, rule
// and site, which may be an edge of a terminator. It says nothing of when: a rewrite that was refused
// and is proposed again in a later round is the same one, and is refused again.
//
// An instruction or block that was there at the start of the run is a site by its handle, which
// nothing else gets. One that a rewrite made has a handle that depends on the others; it is known
// by its opcode, those of its operands, and the source origins that it derives from, and equal
// ones are counted in the order in which they are proposed. A rule that fires again at the same
// site is counted, too.

// places counts sites that look the same, and rewrites of the same site.
// Only runs of one worker have it.
type places struct {
	insts, blocks map[*ir.Func]int  // how many there were at the start
	order         map[look]uint64   // of a site that a rewrite made among those that look the same
	alike         map[uint64]uint64 // how many of those there are
	fired         map[uint64]uint64 // how often the rule fired at a site

	text    []byte // that is hashed, for its room
	sources []ir.Origin
}

// look is the hash of what a site looks like, with its handle.
type look struct{ hash, handle uint64 }

func newPlaces(m *ir.Module) *places {
	p := &places{insts: map[*ir.Func]int{}, blocks: map[*ir.Func]int{}, alike: map[uint64]uint64{}, order: map[look]uint64{}, fired: map[uint64]uint64{}}
	for _, f := range m.Funcs {
		p.insts[f], p.blocks[f] = f.NumInsts(), f.NumBlocks()
	}
	return p
}

// hash returns the hash of a change that is proposed, and its site, a key of [places.fired].
func (p *places) hash(s *scope, f *ir.Func, ch Change) (h trace.Hash, site uint64) {
	text := p.text[:0]
	for _, name := range []string{f.Name, s.pass.Name, ch.Rule} {
		text = append(append(text, name...), 0)
	}
	handle, made := uint64(ch.At), false
	switch {
	case ch.At == ir.NoInst:
		handle = 1<<32 | uint64(ch.Block)
		if made = int(ch.Block) >= p.blocks[f]; !made {
			text = number(text, handle)
		} else if t := f.Terminator(ch.Block); t != ir.NoInst {
			text = p.describe(p.describe(text, f, f.FirstInst(ch.Block)), f, t)
		}
	case int(ch.At) < p.insts[f]:
		text = number(f.AppendMnemonic(text, ch.At), handle)
	default:
		made = true
		text = p.describe(text, f, ch.At)
	}
	for _, i := range ch.Matched {
		if i != ch.At && !f.Deleted(i) {
			text = append(f.AppendMnemonic(text, i), 0)
		}
	}
	if ch.Edge != 0 {
		text = number(text, uint64(ch.Edge))
	}
	p.text = text // keeps the room
	w := fnv.New64a()
	w.Write(text)
	var order uint64
	if made {
		order = p.nth(look{sum(w), handle})
	}
	w.Write(number(text[:0], order))
	site = sum(w)
	w.Write(number(text[:0], p.fired[site]))
	return trace.Hash(sum(w)), site
}

// nth counts a site among those that look the same.
// The same site asked again has the same number, as its handle is known.
func (p *places) nth(l look) uint64 {
	n, ok := p.order[l]
	if !ok {
		n = p.alike[l.hash]
		p.alike[l.hash]++
		p.order[l] = n
	}
	return n
}

// describe appends what an instruction is, without handles.
func (p *places) describe(text []byte, f *ir.Func, i ir.Inst) []byte {
	text = append(f.AppendMnemonic(text, i), 0)
	for n := range f.NumOperands(i) {
		if d := f.Def(f.Arg(i, n)); d != ir.NoInst {
			text = f.AppendMnemonic(text, d)
			if f.Op(d) == ir.OpIConst {
				text = f.AppendIntConst(text, d)
			}
		}
		text = append(text, 0)
	}
	p.sources = f.Module.Sources(p.sources[:0], f.Origin(i))
	for _, o := range p.sources {
		text = number(text, uint64(o))
	}
	return text
}

func number(text []byte, n uint64) []byte { return binary.LittleEndian.AppendUint64(text, n) }

// sum is FNV-1a, mixed as in MurmurHash3 so that the low bits depend on all.
func sum(w hash.Hash64) uint64 {
	h := w.Sum64()
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
