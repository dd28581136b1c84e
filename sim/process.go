package sim

import (
	"encoding/binary"
	"errors"

	"github.com/tuffy-ir/tuffy/x86"
)

// Entries of the auxiliary vector (System V ABI AMD64, 3.4.3). What a static libc asks for at its
// start: the page size, the program headers for thread-local storage, and random bytes for the stack
// protector. Other entries are absent, which is allowed.
const (
	auxNull     = 0
	auxPHdr     = 3
	auxPHEntry  = 4
	auxPHNum    = 5
	auxPageSize = 6
	auxEntry    = 9
	auxRandom   = 25
	auxExecFn   = 31
)

func leBytes(v uint64) []byte { return binary.LittleEndian.AppendUint64(nil, v) }

// startStack writes what a process finds on its stack: the number of arguments, their addresses,
// those of the environment, each ended by a zero, and the auxiliary vector. Strings and 16 bytes
// for AT_RANDOM, here always the same, lie above. The figure is 3.9 of the ABI. Everything is constant,
// so that a run can be repeated. It returns an error if less than a page would be left.
func (m *Machine) startStack(aux [][2]uint64) error {
	at := m.stackHi - 16
	room := at - m.stackLo
	// place puts bytes below what is there and returns their address. It fails by making room 0, which
	// the check at the end sees: one check serves all calls.
	place := func(b []byte) uint64 {
		if uint64(len(b)) > room {
			room = 0
			return 0
		}
		room -= uint64(len(b))
		at -= uint64(len(b))
		if m.Write(at, b) != nil {
			room = 0
		}
		return at
	}
	// A list of addresses ends with a null pointer, as argv and envp do.
	placeAll := func(list []string) []uint64 {
		var out []uint64
		for _, s := range list {
			out = append(out, place(append([]byte(s), 0)))
		}
		return append(out, 0)
	}
	env := placeAll(m.opt.Env)
	args := placeAll(m.opt.Args)
	random := place([]byte("sixteen constant"))
	aux = append(aux, [2]uint64{auxPageSize, PageSize}, [2]uint64{auxRandom, random})
	if len(args) > 1 {
		aux = append(aux, [2]uint64{auxExecFn, args[0]})
	}
	aux = append(aux, [2]uint64{auxNull, 0})
	words := []uint64{uint64(len(args) - 1)}
	words = append(words, args...)
	words = append(words, env...)
	for _, a := range aux {
		words = append(words, a[:]...)
	}
	var b []byte
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	at -= (at - uint64(len(b))) % 16 // the block then begins at a multiple of 16
	// room wraps around where it would be negative; the last comparison catches that.
	if room = at - m.stackLo; uint64(len(b))+PageSize > room || room > m.opt.StackSize {
		return errors.New("sim: the arguments and the environment do not fit on the stack")
	}
	place(b)
	// A process starts with registers that hold nothing; the ABI promises rsp and rdx (3.4.1), the
	// latter a function to call at exit or 0.
	clear(m.Regs[:])
	m.Regs[x86.RSP] = at
	m.setFlags(0)
	m.df = false
	m.initialised = x86.RegSet(0).With(x86.RSP).With(x86.RDX)
	return nil
}
