package engines

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// leaf is a scalar of a signature and its place in the block of bytes that arguments or results
// are passed in. path is the way through nested aggregates, from the outermost field; empty for a
// scalar parameter.
type leaf struct {
	param  int
	path   []uint32
	typ    ir.Type
	annot  ir.Annot
	off    uint64
	size   uint64
	signed bool
}

// The name is for reports: "result 0.2.1".
func (l *leaf) name(what string) string {
	s := fmt.Sprintf("%s %d", what, l.param)
	for _, p := range l.path {
		s += fmt.Sprintf(".%d", p)
	}
	return s
}

// maxLeaves bounds the scalars of a signature.
const maxLeaves = 1000

// block is how a list of parameters or results is laid out. Leaves do not overlap and are aligned
// as their size wants, 16 at most.
type block struct {
	leaves []leaf
	size   uint64
}

// newBlock lays out parameters. An int needs a claim that says how wide it is; one in a struct or array has
// the bytes of a field if there is none. Scalable vectors are refused, since their size is not
// known when the code is made.
func newBlock(params []ir.Param) (*block, error) {
	b := &block{}
	for n, p := range params {
		if err := b.add(n, nil, p.Type, p.Annot); err != nil {
			return nil, err
		}
	}
	b.size = (b.size + 15) &^ 15
	return b, nil
}

// The capacity of path is cut so that siblings do not share what append writes.
func (b *block) add(param int, path []uint32, t ir.Type, a ir.Annot) error {
	if t.IsAggregate() {
		for n := range t.Len() {
			f, _ := t.Field(n)
			if err := b.add(param, append(path[:len(path):len(path)], uint32(n)), f, a.Field(n)); err != nil {
				return err
			}
		}
		return nil
	}
	l := leaf{param: param, path: path, typ: t, annot: a}
	// The bounds of the claim give the number of bytes: 1, 2, 4, 8, then multiples of 8. Signedness
	// is that of the lower bound.
	switch lo, hi, ok := a.Bounds(); {
	case t == ir.Int && !ok && len(path) > 0: // what a field has in memory is compared
		l.size = ir.IntBytes
	case t == ir.Int:
		if !ok {
			return &Rejected{fmt.Sprintf("%s of the signature (counted from 0) has no claim that bounds it, such as :s64", l.name("int"))}
		}
		l.signed = lo.Sign() < 0
		bits := hi.BitLen()
		if l.signed {
			bits = max(bits, lo.Width()) + 1
		}
		l.size = 1
		for l.size*8 < uint64(bits) {
			if l.size < 8 {
				l.size *= 2
			} else {
				l.size += 8
			}
		}
	case t == ir.Bool:
		l.size = 1
	case t.HasScalable():
		return &Rejected{"the signature has a scalable vector"}
	default:
		l.size, _ = t.Size(1)
	}
	align := uint64(1)
	for align < l.size && align < 16 {
		align *= 2
	}
	l.off = (b.size + align - 1) &^ (align - 1)
	b.size = l.off + l.size
	if b.leaves = append(b.leaves, l); len(b.leaves) > maxLeaves {
		return &Rejected{"the signature has too many scalars"}
	}
	return nil
}

// namer says which symbol an allocation is known by. ok is false for allocations that have no name
// in every engine.
type namer func(id memory.AllocID) (name string, base uint64, ok bool)

// cells are the bytes of a scalar. An int that violates its claim is poison, and poison is any.
func (l *leaf) cells(v interp.Value, names namer) []Cell {
	out := make([]Cell, l.size)
	switch v := v.(type) {
	case interp.Int:
		if !l.annot.Holds(v.V) {
			break // it is poison
		}
		for n, b := range v.V.FillBytes(make([]byte, len(out))) {
			out[n].Value = b
		}
		return out
	case interp.Bool:
		if v {
			out[0].Value = 1
		}
		return out
	case interp.Float:
		for n := range out {
			if n < 8 {
				out[n].Value = byte(v.Lo >> (8 * n))
			} else {
				out[n].Value = byte(v.Hi >> (8 * (n - 8)))
			}
		}
		return out
	case interp.Ptr:
		pointerCells(out, v.Pointer, names)
		return out
	case interp.Bytes:
		byteCells(out, v.B, names)
		return out
	case interp.Unit:
		return out
	}
	for n := range out {
		out[n].Kind = Any
	}
	return out
}

// pointerCells are the eight bytes of a pointer; one that has no name is any.
func pointerCells(out []Cell, p memory.Pointer, names namer) {
	for n := range out {
		out[n] = pointerCell(p, n, names)
	}
}

// A wildcard pointer's address depends on the layout of memory.
func pointerCell(p memory.Pointer, n int, names namer) Cell {
	if p.Kind == memory.ProvAlloc {
		if name, base, ok := names(p.Alloc); ok {
			return Cell{Kind: Address, Value: byte(n), Base: name, Offset: int64(p.Addr - base)}
		}
		return Cell{Kind: Any}
	}
	if p.Kind == memory.ProvWildcard {
		return Cell{Kind: Any}
	}
	return Cell{Value: byte(p.Addr >> (8 * n))}
}

// byteCells are abstract bytes. Uninit and poison bytes are any.
func byteCells(out []Cell, bytes []memory.Byte, names namer) {
	for n, b := range bytes {
		switch b.Kind {
		case memory.Bits:
			out[n] = Cell{Value: b.Value}
		case memory.Fragment:
			out[n] = pointerCell(b.Frag, int(b.Value), names)
		default:
			out[n] = Cell{Kind: Any}
		}
	}
}

// field follows a path into a value; poison stays poison. It is called with a poison aggregate
// where a field of poison is meant.
func field(v interp.Value, path []uint32) interp.Value {
	for _, n := range path {
		a, ok := v.(interp.Aggregate)
		if !ok {
			return v
		}
		v = a.Fields[n]
	}
	return v
}
