package memory

// Small buffers are pooled by size in steps of 16 bytes, so that a stack slot costs no
// garbage. Pools keep a bounded number of bytes each; what is beyond goes to the collector.
// maxPoolBytes bounds each class: a program that frees a million stack slots does not hold them.
const (
	classShift   = 4
	classes      = pageSize>>classShift + 1
	maxPoolBytes = 1 << 18
)

// classOf is the class of a size, rounded up.
func classOf(size uint64) uint64 { return (size + 1<<classShift - 1) >> classShift }

// dataPool holds data buffers of up to a page. What it hands out may hold old bytes.
type dataPool struct{ free [classes][][]byte }

// get makes a buffer. One beyond a page is zero and not in memory until it is touched.
func (d *dataPool) get(size uint64) []byte {
	if size > pageSize {
		return make([]byte, size)
	}
	c := classOf(size)
	if f := d.free[c]; len(f) > 0 {
		b := f[len(f)-1]
		d.free[c] = f[:len(f)-1]
		return b[:size]
	}
	return make([]byte, size, c<<classShift)
}

// put takes a buffer back that nothing refers to any more.
// Windows into it are over by [Alloc.Window]'s promise.
func (d *dataPool) put(b []byte) {
	if len(b) > pageSize {
		return
	}
	c := classOf(uint64(len(b)))
	if uint64(len(d.free[c]))*c<<classShift < maxPoolBytes {
		d.free[c] = append(d.free[c], b)
	}
}

// shadowPool holds shadows by the class of their page length.
type shadowPool struct{ free [classes][]*shadow }

// shadowCost is what a shadow counts besides its codes and words.
const shadowCost = 96

// cost is what the shadow counts against the limit while it is in use.
// A pooled one counts nothing.
func (sh *shadow) cost() uint64 {
	return shadowCost + uint64(len(sh.kinds)) + uint64(len(sh.words))*8
}

// newShadow makes the shadow of a page of n bytes, all of one code, or nil if the limit
// forbids.
// The words of a pooled shadow are kept with their old contents: no code refers to a word that was not
// written since.
func (s *Space) newShadow(n uint64, code uint8) *shadow {
	c := classOf(n)
	var sh *shadow
	if f := s.shadows.free[c]; len(f) > 0 {
		sh = f[len(f)-1]
		if !s.room(sh.cost()) {
			return nil
		}
		s.shadows.free[c] = f[:len(f)-1]
	} else {
		if !s.room(shadowCost + c<<classShift) {
			return nil
		}
		sh = &shadow{kinds: make([]byte, c<<classShift)}
	}
	s.used += sh.cost()
	fill(sh.kinds[:n], code)
	sh.nonBits = 0
	if code != codeBits {
		sh.nonBits = uint32(n)
	}
	return sh
}

// freeShadow takes back the shadow of a page that has become uniform or has gone.
func (s *Space) freeShadow(sh *shadow) {
	s.used -= sh.cost()
	c := uint64(len(sh.kinds)) >> classShift
	if uint64(len(s.shadows.free[c]))*sh.cost() < maxPoolBytes {
		s.shadows.free[c] = append(s.shadows.free[c], sh)
	}
}
