package check

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
)

// presets in the order in which the first byte of [FromBytes] chooses. New presets go to the end:
// the bytes of a corpus choose by position.
var presets = []preset.Config{preset.Default, preset.UB, preset.Ints, preset.MemoryOnly, preset.FloatsOnly, preset.VectorsOnly}

// bytesFuel bounds the runs of what [FromBytes] makes, so that an engine sees many programs.
// Coverage-guided engines gain by many short runs.
const bytesFuel = 20_000

// FromBytes makes a subject of what a coverage-guided engine mutates: byte 0 chooses the
// preset, bytes 1 to 4 are the seed, the rest is what [gen.Generate] reads. Go's engine and
// go-fuzz share it, so that a corpus of one is a corpus of the other. Fewer than five bytes count
// as zeros, so that every input is a program.
func FromBytes(data []byte) *Subject {
	var head [5]byte
	n := copy(head[:], data)
	seed := uint64(0)
	for k, b := range head[1:] {
		seed |= uint64(b) << (8 * k)
	}
	m, info := gen.Generate(data[n:], presets[int(head[0])%len(presets)])
	return &Subject{Module: m, Seed: seed, Fuel: bytesFuel, Open: info.Open,
		Expect: info.Expect, Defined: info.Defined}
}

// Seeds are inputs of [FromBytes] to start from: every preset, short and long programs. Lengths
// differ by powers of two, as the number of bytes bounds the size of the program.
func Seeds() [][]byte {
	out := [][]byte{{}}
	// Byte 0 counts up, so each preset comes four times, each time with another seed.
	for n := range 4 * len(presets) {
		head := []byte{byte(n), byte(n), 0, 0, 0}
		out = append(out, append(head, gen.Expand(uint64(n), 32<<(n%6))...))
	}
	return out
}
