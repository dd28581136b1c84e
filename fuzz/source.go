package fuzz

// source is a sequence of decisions read from bytes. Decisions are grouped into records of
// [recordBytes]: one a statement. A statement that needs more decisions than its record has
// bytes takes them from a generator seeded by the record, so that changing a byte changes the
// statement it belongs to and leaves the decisions of all others alone. Beyond the end every
// byte is zero, which always means the simplest choice.
type source struct {
	data []byte
	pos  int
}

// recordBytes is how many bytes a record has.
const recordBytes = 8

// newSource reads decisions from data.
func newSource(data []byte) *source { return &source{data: data} }

// done reports whether all bytes were read.
func (s *source) done() bool { return s.pos >= len(s.data) }

// record reads the next record.
func (s *source) record() *record {
	r := &record{zero: true}
	for i := range r.b {
		if s.pos < len(s.data) {
			r.b[i] = s.data[s.pos]
			s.pos++
		}
		if r.b[i] != 0 {
			r.zero = false
		}
		r.mix = r.mix<<8 | uint64(r.b[i])
	}
	return r
}

// split deals the bytes to n sources of equal length.
func split(data []byte, n int) []*source {
	out := make([]*source, n)
	for i := range out {
		out[i] = newSource(data[len(data)*i/n : len(data)*(i+1)/n])
	}
	return out
}

// record is the decisions of one statement.
type record struct {
	b    [recordBytes]byte
	at   int
	zero bool // all bytes are
	mix  uint64
}

// seeded is a record that decides by a seed alone.
func seeded(seed uint64) *record { return &record{at: recordBytes, mix: seed} }

// zeros is the record of zero bytes.
func zeros() *record { return &record{zero: true} }

// stream is a stream of decisions of its own, which depends on the bytes of r and on the tag: what it decides does
// not move the decisions of r.
func (r *record) stream(tag uint64) *record {
	return &record{at: recordBytes, zero: r.zero, mix: r.mix ^ tag}
}

// isZero reports whether all bytes of the record are zero: every decision is the simplest.
func (r *record) isZero() bool { return r.zero }

// byte is the next byte.
func (r *record) byte() byte {
	if r.at < len(r.b) {
		r.at++
		return r.b[r.at-1]
	}
	if r.zero {
		return 0
	}
	return byte(r.word())
}

// word is the next number of SplitMix64 (Steele, Lea and Flood, 2014).
func (r *record) word() uint64 {
	if r.zero {
		return 0
	}
	r.mix += 0x9e3779b97f4a7c15
	z := r.mix
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below chooses a number in [0, n), n at most 256; a zero byte chooses 0.
func (r *record) below(n int) int {
	if n <= 1 {
		return 0
	}
	return int(r.byte()) % n
}

// chance is true in about p of 1000 cases; never for zero bytes.
func (r *record) chance(p int) bool {
	if p <= 0 {
		return false
	}
	v := int(r.byte())<<8 | int(r.byte())
	return v >= 65536-p*65536/1000 && v != 0
}

// choose picks an entry of a table of weights; zero bytes choose the first that has one.
func (r *record) choose(weights []int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	if total == 0 {
		return 0
	}
	at := (int(r.byte())<<8 | int(r.byte())) * total >> 16
	for i, w := range weights {
		if at < w {
			return i
		}
		at -= w
	}
	return len(weights) - 1
}

// Expand makes n bytes from a seed, the same on every machine: what a campaign without a
// coverage-guided engine feeds to [Program].
func Expand(seed uint64, n int) []byte {
	r := seeded(seed)
	out := make([]byte, 0, n+8)
	for len(out) < n {
		w := r.word()
		for range 8 {
			out = append(out, byte(w))
			w >>= 8
		}
	}
	return out[:n]
}
