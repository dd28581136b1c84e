package llvm

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// dataLayout is what the data layout string says, with LLVM's values where it says nothing.
type dataLayout struct {
	ints    map[uint32]uint64 // alignment in bytes by bits
	floats  map[uint32]uint64
	vectors map[uint32]uint64
	ptrs    map[uint32]uint32 // size in bits by address space
	aggr    uint64
}

func defaultLayout() dataLayout {
	return dataLayout{ints: map[uint32]uint64{1: 1, 8: 1, 16: 2, 32: 4, 64: 4}, floats: map[uint32]uint64{16: 2, 32: 4, 64: 8, 128: 16},
		vectors: map[uint32]uint64{64: 8, 128: 16}, ptrs: map[uint32]uint32{0: 64}, aggr: 1}
}

// parse reads a data layout string, and says what of it is not supported.
func (l *dataLayout) parse(s string) (msg string) {
	for _, part := range strings.Split(s, "-") {
		if part == "" {
			continue
		}
		fields := strings.Split(part[1:], ":")
		num := func(i int) (uint64, bool) {
			if i >= len(fields) {
				return 0, false
			}
			n, err := strconv.ParseUint(fields[i], 10, 24)
			return n, err == nil
		}
		n, ok := num(0)
		align, hasAlign := num(1)
		if align%8 != 0 || align != 0 && align&(align-1) != 0 {
			hasAlign = false
		}
		align = max(align/8, 1)
		switch part[0] {
		case 'E':
			return "big-endian programs are not supported"
		case 'p':
			size, ok := num(1)
			if !ok {
				return "the part " + strconv.Quote(part) + " of the data layout is not understood"
			}
			l.ptrs[uint32(n)] = uint32(size)
			if n == 0 && size != 64 {
				return "programs with pointers of " + strconv.FormatUint(size, 10) + " bits are not supported"
			}
		case 'i', 'f', 'v':
			if !ok || !hasAlign {
				return "the part " + strconv.Quote(part) + " of the data layout is not understood"
			}
			map[byte]map[uint32]uint64{'i': l.ints, 'f': l.floats, 'v': l.vectors}[part[0]][uint32(n)] = align
		case 'a':
			if hasAlign {
				l.aggr = align
			}
		case 'e', 'S', 'n', 'm', 'P', 'G', 'A', 'F':
		default:
			return "the part " + strconv.Quote(part) + " of the data layout is not understood"
		}
	}
	return ""
}

// intAlign is the alignment of an integer: its own, or that of the next wider one, or of the widest.
func (l *dataLayout) intAlign(n uint32) uint64 {
	if a, ok := l.ints[n]; ok {
		return a
	}
	best, widest := uint32(0), uint32(0)
	for w := range l.ints {
		if w > n && (best == 0 || w < best) {
			best = w
		}
		widest = max(widest, w)
	}
	if best == 0 {
		best = widest
	}
	return l.ints[best]
}

// lay computes the layout of a type. ok is false for what has no size.
func (p *parser) lay(t *typ) (ok bool) {
	if t.laid {
		return true
	}
	if t.laying || t.scalable {
		return false
	}
	t.laying = true
	defer func() { t.laying = false }()
	l := &p.mod.layout
	switch t.kind {
	case tInt:
		t.align = l.intAlign(t.bits)
		t.size = alignUp(uint64(t.bits+7)/8, t.align)
	case tFloat:
		n := uint32(t.float.FloatBits())
		t.align = l.floats[n]
		if t.align == 0 {
			t.align = uint64(1) << bits.Len64(uint64(n+7)/8-1)
		}
		t.size = alignUp(uint64(n)/8, t.align)
	case tPtr:
		if size, ok := l.ptrs[t.bits]; ok && size != 64 {
			return false
		}
		t.size, t.align = ir.PtrBytes, ir.PtrBytes
	case tVector:
		if !p.lay(t.elem) || t.n == 0 || t.n > maxLanes {
			return false
		}
		n := t.n * t.elem.bitSize()
		size := (n + 7) / 8
		var ok bool
		if t.align, ok = l.vectors[uint32(n)]; !ok {
			t.align = uint64(1) << bits.Len64(size-1)
		}
		t.size = alignUp(size, t.align)
	case tArray:
		if !p.lay(t.elem) || t.elem.size != 0 && t.n > 1<<40/t.elem.size {
			return false
		}
		t.size, t.align = t.n*t.elem.size, t.elem.align
	case tStruct:
		if t.opaque || !p.layStruct(t) {
			return false
		}
	default:
		return false
	}
	t.laid = true
	return true
}

// layStruct places the fields of a struct.
func (p *parser) layStruct(t *typ) bool {
	t.align = p.mod.layout.aggr
	off := uint64(0)
	t.offsets = make([]uint64, 0, len(t.fields))
	for _, f := range t.fields {
		if !p.lay(f) {
			return false
		}
		if !t.packed {
			off = alignUp(off, f.align)
			t.align = max(t.align, f.align)
		}
		t.offsets = append(t.offsets, off)
		if off += f.size; off > 1<<40 {
			return false
		}
	}
	if t.packed {
		t.align = 1
	}
	t.size = alignUp(off, t.align)
	return true
}

func alignUp(n, a uint64) uint64 { return (n + a - 1) &^ (a - 1) }

// bitSize is how many bits a scalar has.
func (t *typ) bitSize() uint64 {
	switch t.kind {
	case tInt:
		return uint64(t.bits)
	case tFloat:
		return uint64(t.float.FloatBits())
	}
	return 64
}

// storeSize is how many bytes a value of t takes in memory, without padding behind it.
func (t *typ) storeSize() uint64 {
	switch t.kind {
	case tVector:
		return (t.n*t.elem.bitSize() + 7) / 8
	case tInt, tFloat, tPtr:
		return (t.bitSize() + 7) / 8
	}
	return t.size
}

// valueType is the type of Tuffy IR that values of t have; ok is false if there is none.
func (t *typ) valueType() (ir.Type, bool) {
	if t.value != 0 {
		return t.value, true
	}
	var v ir.Type
	var err error
	switch t.kind {
	case tInt:
		v = ir.Int
		if t.bits == 1 {
			v = ir.Bool
		}
	case tFloat:
		v = t.float
	case tPtr:
		v = ir.PtrIn(t.bits)
	case tVector, tArray:
		e, ok := t.elem.valueType()
		if !ok || t.scalable || t.n > 1<<16 {
			return 0, false
		}
		v, err = ir.Array(e, t.n)
	case tStruct:
		if t.opaque || t.laying {
			return 0, false
		}
		t.laying = true
		defer func() { t.laying = false }()
		var fs []ir.Type
		for _, f := range t.fields {
			e, ok := f.valueType()
			if !ok {
				return 0, false
			}
			fs = append(fs, e)
		}
		v, err = ir.Struct(fs...)
	default:
		return 0, false
	}
	if err != nil {
		return 0, false
	}
	t.value = v
	return v, true
}
