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
type dataPool struct{ free pool[[]byte] }

// pool is what is free of each class. It has no room for a class before something of it is given back: a run of a small
// program has few of the hundreds.
type pool[T any] [][]T

// take is one of the class, if there is any.
func (p pool[T]) take(class uint64) (x T, ok bool) {
	if class >= uint64(len(p)) || len(p[class]) == 0 {
		return x, false
	}
	f := p[class]
	p[class] = f[:len(f)-1]
	return f[len(f)-1], true
}

// put gives x to the class, unless there are maxPoolBytes of it already.
func (p *pool[T]) put(class uint64, x T, size uint64) {
	if class >= uint64(len(*p)) {
		*p = append(*p, make(pool[T], min(2*class+1, classes)-uint64(len(*p)))...)
	}
	if f := &(*p)[class]; uint64(len(*f))*size < maxPoolBytes {
		*f = append(*f, x)
	}
}

// get makes a buffer. One beyond a page is zero and not in memory until it is touched.
func (d *dataPool) get(size uint64) []byte {
	if size > pageSize {
		return make([]byte, size)
	}
	c := classOf(size)
	if b, ok := d.free.take(c); ok {
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
	d.free.put(c, b, c<<classShift)
}

// shadowPool holds shadows by the class of their page length.
type shadowPool struct{ free pool[*shadow] }

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
	sh, pooled := s.shadows.free.take(c)
	if pooled {
		if !s.room(sh.cost()) {
			s.shadows.free.put(c, sh, sh.cost())
			return nil
		}
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
	s.shadows.free.put(c, sh, sh.cost())
}
