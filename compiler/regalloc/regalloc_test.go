package regalloc

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// seed is TUFFY_SEED, or a fixed number.
func seed(t testing.TB) uint64 {
	s := uint64(1)
	if text := os.Getenv("TUFFY_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		s = n
	}
	t.Logf("TUFFY_SEED=%d", s)
	return s
}

// modes are the allocators.
var modes = []struct {
	name string
	o    Options
}{{"local", Options{Local: true}}, {"greedy", Options{}}, {"greedy with frame pointer", Options{FramePointer: true}}}

// TestRandom allocates random functions, checks every allocation, and runs function and result
// with uninterpreted instructions on the same path.
func TestRandom(t *testing.T) {
	s := seed(t)
	for i := range uint64(testseed.Rounds(600, 60)) {
		rng := rand.New(rand.NewPCG(s, i))
		f := generate(rng, 10+rng.IntN(300), 2+rng.IntN(30), false)
		for _, m := range modes {
			try(t, f, m.o, fmt.Sprintf("function %d, %s", i, m.name), rng.Uint64())
		}
	}
}

// FuzzRegalloc is TestRandom for the fuzzer of the Go command.
func FuzzRegalloc(f *testing.F) {
	f.Add(uint64(1), uint16(100), uint8(10))
	f.Fuzz(func(t *testing.T, seed uint64, size uint16, pressure uint8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		fn := generate(rng, 1+int(size)%2000, 1+int(pressure)%60, false)
		for _, m := range modes {
			try(t, fn, m.o, m.name, seed)
		}
	})
}

func try(t *testing.T, f *mach.Func, o Options, name string, path uint64) {
	t.Helper()
	a, err := Run(f, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := Check(f, a); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if o.FramePointer && a.Saved.Has(file.FramePointer) {
		t.Fatalf("%s: RBP is used", name)
	}
	if got, want := runPlaces(f, a, path), runValues(f, path); got != want {
		t.Fatalf("%s: the result computes %x, the function %x", name, got, want)
	}
}

// mixer is an uninterpreted function: equal inputs give equal outputs, others others.
type mixer uint64

func (m *mixer) add(x uint64) {
	h := uint64(*m) ^ x
	h *= 0x9E3779B97F4A7C15
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	h ^= h >> 32
	*m = mixer(h)
}

const maxSteps = 2000

// machine runs a function: read and write say where operand n of an instruction is, enter does
// what happens on an edge and before an instruction.
type machine struct {
	f      *mach.Func
	read   func(operand uint32) uint64
	write  func(operand uint32, x uint64)
	before func(i uint32)
	after  func(i uint32) // what the instruction destroys
	edge   func(e *mach.Edge)
}

// run is a digest of all that the instructions without results read.
func (m *machine) run(path uint64) uint64 {
	rng := rand.New(rand.NewPCG(path, 7))
	digest := mixer(path)
	b := mach.Block(0)
	for steps := 0; ; {
		info := &m.f.Blocks[b]
		for i := info.First; i < info.End; i++ {
			if steps++; steps > maxSteps {
				return uint64(digest)
			}
			m.before(i)
			m.step(i, &digest)
		}
		if len(info.Succs) == 0 {
			return uint64(digest)
		}
		e := &info.Succs[rng.IntN(len(info.Succs))]
		m.edge(e)
		b = e.To
	}
}

func (m *machine) step(i uint32, digest *mixer) {
	in, ops := &m.f.Insts[i], m.f.Ops(i)
	h := mixer(i + 1)
	var last uint64
	defs := 0
	for n, op := range ops {
		if op.Def {
			defs++
			continue
		}
		last = m.read(in.First + uint32(n))
		h.add(last)
	}
	m.after(i)
	for n, op := range ops {
		if !op.Def {
			continue
		}
		x := last
		if in.Kind != mach.Copy {
			d := h
			d.add(uint64(n))
			x = uint64(d)
		}
		m.write(in.First+uint32(n), x)
	}
	if defs == 0 {
		digest.add(uint64(h))
	}
}

// runValues runs f over its virtual registers.
func runValues(f *mach.Func, path uint64) uint64 {
	values := make([]uint64, len(f.Classes))
	none := func(uint32) {}
	m := machine{
		f:      f,
		read:   func(o uint32) uint64 { return values[f.Operands[o].V] },
		write:  func(o uint32, x uint64) { values[f.Operands[o].V] = x },
		before: none, after: none,
		edge: func(e *mach.Edge) {
			args := make([]uint64, len(e.Args))
			for k, v := range e.Args {
				args[k] = values[v]
			}
			for k, v := range f.Blocks[e.To].Params {
				values[v] = args[k]
			}
		},
	}
	return m.run(path)
}

// runPlaces runs f over registers and slots.
func runPlaces(f *mach.Func, a *mach.Alloc, path uint64) uint64 {
	places := map[mach.Loc]uint64{}
	moves := map[uint32][]mach.Move{}
	for _, m := range a.Moves {
		moves[m.Before] = append(moves[m.Before], m)
	}
	m := machine{
		f:     f,
		read:  func(o uint32) uint64 { return places[a.Locs[o]] },
		write: func(o uint32, x uint64) { places[a.Locs[o]] = x },
		before: func(i uint32) {
			for _, m := range moves[i] {
				if m.Remat == 0 {
					places[m.To] = places[m.From]
					continue
				}
				h := mixer(m.Remat)
				h.add(0)
				places[m.To] = uint64(h)
			}
		},
		after: func(i uint32) {
			for r := range mach.MaxRegs {
				if f.Insts[i].Clobbers.Has(mach.Reg(r)) {
					places[mach.Loc(r)] = 0xDEAD
				}
			}
		},
		edge: func(*mach.Edge) {},
	}
	return m.run(path)
}
