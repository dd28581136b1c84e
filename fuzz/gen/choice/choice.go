// Package choice reads bytes as decisions. A byte that changes changes the statement that it
// decides about and leaves the others alone, which is what makes a corpus of bytes worth keeping.
//
// Non-goals: good random numbers, and knowing what is decided.
package choice

// Source is a sequence of decisions read from bytes. Decisions are grouped into records of
// [RecordBytes]: one a statement. A statement that needs more decisions than its record has
// bytes takes them from a generator seeded by the record, so that changing a byte changes the
// statement it belongs to and leaves the decisions of all others alone. Beyond the end every
// byte is zero, which always means the simplest choice.
type Source struct {
	data []byte
	pos  int
}

// RecordBytes is how many bytes a record has.
const RecordBytes = 8

// New reads decisions from data.
func New(data []byte) *Source { return &Source{data: data} }

// Done reports whether all bytes were read.
func (s *Source) Done() bool { return s.pos >= len(s.data) }

// Record reads the next record.
func (s *Source) Record() *Record {
	r := &Record{zero: true}
	for i := range r.b {
		if s.pos < len(s.data) {
			r.b[i] = s.data[s.pos]
			s.pos++
		}
		if r.b[i] != 0 {
			r.zero = false
		}
		r.mix = r.mix<<8 | SplitMix(r.b[i])
	}
	return r
}

// Split deals the bytes to n sources of equal length.
func Split(data []byte, n int) []*Source {
	out := make([]*Source, n)
	for i := range out {
		out[i] = New(data[len(data)*i/n : len(data)*(i+1)/n])
	}
	return out
}

// Record is the decisions of one statement.
type Record struct {
	b    [RecordBytes]byte
	at   int
	zero bool // all bytes are
	mix  SplitMix
}

// Seeded is a record that decides by a seed alone.
func Seeded(seed uint64) *Record { return &Record{at: RecordBytes, mix: SplitMix(seed)} }

// Zeros is the record of zero bytes.
func Zeros() *Record { return &Record{zero: true} }

// Stream is a stream of decisions of its own, which depends on the bytes of r and on the tag: what it decides does
// not move the decisions of r.
func (r *Record) Stream(tag uint64) *Record {
	return &Record{at: RecordBytes, zero: r.zero, mix: r.mix ^ SplitMix(tag)}
}

// IsZero reports whether all bytes of the record are zero: every decision is the simplest.
func (r *Record) IsZero() bool { return r.zero }

// Byte is the next byte.
func (r *Record) Byte() byte {
	if r.at < len(r.b) {
		r.at++
		return r.b[r.at-1]
	}
	if r.zero {
		return 0
	}
	return byte(r.Word())
}

// Word is the next number of [SplitMix].
func (r *Record) Word() uint64 {
	if r.zero {
		return 0
	}
	return r.mix.Word()
}

// SplitMix is the generator of Steele, Lea and Flood (OOPSLA 2014): the same numbers on every machine and
// in every version of Go. Package math/rand does not promise the same stream in all versions.
type SplitMix uint64

// Word is the next number.
func (d *SplitMix) Word() uint64 {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below is a number below n, which must be positive. The bias of the remainder is harmless for the small n
// that are used.
func (d *SplitMix) Below(n int) int { return int(d.Word() % uint64(n)) }

// Below chooses a number in [0, n), n at most 256; a zero byte chooses 0.
func (r *Record) Below(n int) int {
	if n <= 1 {
		return 0
	}
	return int(r.Byte()) % n
}

// Chance is true in about p of 1000 cases; never for zero bytes.
func (r *Record) Chance(p int) bool {
	if p <= 0 {
		return false
	}
	v := int(r.Byte())<<8 | int(r.Byte())
	return v >= 65536-p*65536/1000 && v != 0
}

// Choose picks an entry of a table of weights; zero bytes choose the first that has one.
func (r *Record) Choose(weights []int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	if total == 0 {
		return 0
	}
	at := (int(r.Byte())<<8 | int(r.Byte())) * total >> 16
	for i, w := range weights {
		if at < w {
			return i
		}
		at -= w
	}
	return len(weights) - 1
}
