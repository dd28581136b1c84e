package pass

import (
	"hash/fnv"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// A rewrite has a hash that says what it is, whichever other rewrites fired: function, pass, rule
// and site, which may be an edge of a terminator. It says nothing of when: a rewrite that was refused and is proposed again in a later
// round is the same one, and is refused again.
//
// An instruction or block that was there at the start of the run is a site by its handle, which
// nothing else gets. One that a rewrite made has a handle that depends on the others; it is known
// by its opcode, those of its operands, and the source origins that it derives from, and equal
// ones are counted in the order in which they are proposed. A rule that fires again at the same
// site is counted, too.

// places counts sites that look the same, and rewrites of the same site.
type places struct {
	insts, blocks map[*ir.Func]int // how many there were at the start
	sites         map[uint64]map[uint64]*place
}

// place is a site of a rule.
type place struct {
	order int // among those that look the same
	fired int // how often the rule fired here
}

func newPlaces(m *ir.Module) *places {
	p := &places{insts: map[*ir.Func]int{}, blocks: map[*ir.Func]int{}, sites: map[uint64]map[uint64]*place{}}
	for _, f := range m.Funcs {
		p.insts[f], p.blocks[f] = f.NumInsts(), f.NumBlocks()
	}
	return p
}

// hash returns the hash of a change that is proposed, and its place, where it counts if it fires.
func (p *places) hash(s *scope, f *ir.Func, ch Change) (trace.Hash, *place) {
	text := []byte(f.Name + "\x00" + s.pass.Name + "\x00" + ch.Rule + "\x00")
	handle := uint64(ch.At)
	switch {
	case ch.At == ir.NoInst:
		handle = 1<<32 | uint64(ch.Block)
		if int(ch.Block) < p.blocks[f] {
			text = number(text, handle)
		} else if t := f.Terminator(ch.Block); t != ir.NoInst {
			text = describe(describe(text, f, f.FirstInst(ch.Block)), f, t)
		}
	case int(ch.At) < p.insts[f]:
		text = number(append(text, f.Mnemonic(ch.At)...), handle)
	default:
		text = describe(text, f, ch.At)
	}
	for _, i := range ch.Matched {
		if i != ch.At && !f.Deleted(i) {
			text = append(append(text, f.Mnemonic(i)...), 0)
		}
	}
	if ch.Edge != 0 {
		text = number(text, uint64(ch.Edge))
	}
	like := p.sites[sum(text)]
	if like == nil {
		like = map[uint64]*place{}
		p.sites[sum(text)] = like
	}
	at := like[handle]
	if at == nil {
		at = &place{order: len(like)}
		like[handle] = at
	}
	text = number(number(text, uint64(at.order)), uint64(at.fired))
	return trace.Hash(sum(text)), at
}

// describe appends what an instruction is, without handles.
func describe(text []byte, f *ir.Func, i ir.Inst) []byte {
	text = append(append(text, f.Mnemonic(i)...), 0)
	for n := range f.NumOperands(i) {
		if d := f.Def(f.Arg(i, n)); d != ir.NoInst {
			text = append(text, f.Mnemonic(d)...)
			if f.Op(d) == ir.OpIConst {
				text = append(text, f.IntConst(d).String()...)
			}
		}
		text = append(text, 0)
	}
	for _, o := range f.Module.Sources(nil, f.Origin(i)) {
		text = number(text, uint64(o))
	}
	return text
}

func number(text []byte, n uint64) []byte {
	for range 8 {
		text = append(text, byte(n))
		n >>= 8
	}
	return text
}

// sum is FNV-1a, mixed as in MurmurHash3 so that the low bits depend on all.
func sum(text []byte) uint64 {
	w := fnv.New64a()
	w.Write(text)
	h := w.Sum64()
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
