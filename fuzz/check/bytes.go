package check

import "github.com/tuffy-ir/tuffy/fuzz"

// presets in the order in which the first byte of [FromBytes] chooses.
var presets = []fuzz.Config{fuzz.Default, fuzz.UB, fuzz.Ints, fuzz.MemoryOnly, fuzz.FloatsOnly, fuzz.VectorsOnly}

// bytesFuel bounds the runs of what [FromBytes] makes, so that an engine sees many programs.
const bytesFuel = 20_000

// FromBytes makes a subject of what a coverage-guided engine mutates: byte 0 chooses the
// preset, bytes 1 to 4 are the seed, the rest is what [fuzz.Generate] reads. Go's engine and
// go-fuzz share it, so that a corpus of one is a corpus of the other.
func FromBytes(data []byte) *Subject {
	var head [5]byte
	n := copy(head[:], data)
	seed := uint64(0)
	for k, b := range head[1:] {
		seed |= uint64(b) << (8 * k)
	}
	m, info := fuzz.Generate(data[n:], presets[int(head[0])%len(presets)])
	return &Subject{Module: m, Seed: seed, Fuel: bytesFuel, Open: info.Open,
		Expect: info.Expect, Defined: info.Defined}
}

// Seeds are inputs of [FromBytes] to start from: every preset, short and long programs.
func Seeds() [][]byte {
	out := [][]byte{{}}
	for n := range 4 * len(presets) {
		head := []byte{byte(n), byte(n), 0, 0, 0}
		out = append(out, append(head, fuzz.Expand(uint64(n), 32<<(n%6))...))
	}
	return out
}
