package main

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// attackELF compiles programs, damages the executables, and runs them on the simulator.
// It would show a loader that trusts offsets, sizes or counts of the file, an address space that is
// taken as large as a header says, a decoder that reads past the code, and a simulated program that
// reaches the host's files.
func attackELF(s *session) {
	images := s.compileCorpus(40)
	if len(images) == 0 {
		s.fail("none", "no program of the corpus compiles", "", nil)
		return
	}
	names := sortedKeys(images)
	s.each(s.count, func(i int) {
		r := s.rng(i)
		name := names[r.IntN(len(names))]
		image, what := damage(r, append([]byte{}, images[name]...), images[names[r.IntN(len(names))]])
		dir := filepath.Join(s.scratch, fmt.Sprint("d", i))
		s.must(os.MkdirAll(dir, 0o755))
		defer os.RemoveAll(dir)
		s.must(os.WriteFile(filepath.Join(dir, "p"), image, 0o644))
		s.must(os.WriteFile(filepath.Join(dir, "canary"), []byte("alive"), 0o444))
		// The steps end what the damaged code does; a trace gets fewer, as each is a line.
		argv := []string{"sim", "--max-steps", "20000000", "p"}
		if r.IntN(8) == 0 {
			argv = []string{"sim", "--max-steps", "20000", "--trace", "--check-uninit", "--check-red-zone", "p"}
		}
		o := run(limits{wall: 4 * bombTime, stdin: "x"}, dir, append([]string{s.command("tuffy")}, argv...)...)
		s.saw(statusClass(o.status))
		cause := ""
		switch c := o.crash(); {
		case c != "":
			cause = c
		case o.timedOut:
			cause = "endless"
		case o.slow(bombTime):
			cause = "slow"
		case o.rss > bombMemory:
			cause = "memory"
		// A program may exit with any status, 70 too; an internal error has a message.
		case o.status == 70 && o.stderr != "": // silent, it is the program's own
			cause = "status 70"
		}
		if b, err := os.ReadFile(filepath.Join(dir, "canary")); err != nil || string(b) != "alive" {
			cause = "canary touched"
		}
		if cause != "" {
			s.fail(fmt.Sprintf("%05d", i), cause, fmt.Sprintf("%s of %s\n%s", what, name, o.report()), map[string]string{"p": string(image)})
		}
	})
}

// statusClass groups what a simulated program may end with: any status is one of its own.
// -1, 3, 4, 65 and 70 mean something of Tuffy's own unless the program chose them.
func statusClass(status int) string {
	switch status {
	case -1, 3, 4, 65, 70:
		return fmt.Sprintf("status %d", status)
	}
	return "status of the program"
}

// compileCorpus makes executables of the first programs of the corpus that compile. Programs under ub/
// are left out, as what they do is undefined. At most n, in the order of paths, so that a seed means
// the same images.
func (s *session) compileCorpus(n int) map[string][]byte {
	images := map[string][]byte{}
	texts := s.corpusTexts(".tir")
	for _, path := range sortedKeys(texts) {
		if len(images) == n {
			break
		}
		if !strings.Contains(texts[path], "@main(") || strings.Contains(path, "/ub/") {
			continue
		}
		out := filepath.Join(s.scratch, "image")
		o := run(limits{wall: 20 * time.Second}, s.scratch, s.command("tuffy"), pick(s.rng(len(images)), "-O0", "-O2"), "-o", out, path)
		if o.status != 0 {
			continue
		}
		b, err := os.ReadFile(out)
		s.must(err)
		images[filepath.Base(path)] = b
	}
	return images
}

// Zero, sizes and alignments of pages with their neighbours, bounds of signed and unsigned numbers,
// the end of user addresses, and 0x400000, where executables usually lie.
var hostileNumbers = []uint64{0, 1, 2, 7, 63, 4095, 4096, 4097, 1 << 16, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1 << 40, 1 << 47, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<64 - 4096, 0x400000}

// damage changes an executable and says how. b is changed in place or cut; other is another
// executable, to be spliced in. Nothing checks that the result differs: some damage leaves the program
// as it was.
func damage(r *rand.Rand, b, other []byte) ([]byte, string) {
	var what []string
	number := func() uint64 {
		n := hostileNumbers[r.IntN(len(hostileNumbers))]
		if r.IntN(3) == 0 {
			n += uint64(r.IntN(64)) - 32
		}
		return n
	}
	// Numbers of ELF64 are little-endian here; an offset beyond the file is no damage.
	put := func(off, size int, v uint64) {
		if off < 0 || off+size > len(b) {
			return
		}
		switch size {
		case 2:
			binary.LittleEndian.PutUint16(b[off:], uint16(v))
		case 4:
			binary.LittleEndian.PutUint32(b[off:], uint32(v))
		case 8:
			binary.LittleEndian.PutUint64(b[off:], v)
		}
	}
	for range 1 + r.IntN(4) {
		// The header of ELF64 has 64 bytes; an earlier round may have cut it.
		if len(b) < 64 {
			break
		}
		// e_phoff and e_phnum, as far as earlier damage left them.
		phoff := int(min(binary.LittleEndian.Uint64(b[32:]), uint64(len(b))))
		phnum := int(binary.LittleEndian.Uint16(b[56:]))
		switch r.IntN(11) {
		case 0: // a field of the header
			// Offset and size of e_type, e_machine, e_version, e_entry, e_phoff, e_shoff, e_flags and
			// the sizes and counts of the tables.
			f := [][2]int{{16, 2}, {18, 2}, {20, 4}, {24, 8}, {32, 8}, {40, 8}, {48, 4}, {52, 2}, {54, 2}, {56, 2}, {58, 2}, {60, 2}, {62, 2}}[r.IntN(13)]
			v := number()
			put(f[0], f[1], v)
			what = append(what, fmt.Sprintf("header+%d = %#x", f[0], v))
		// e_ident: magic number, class, byte order, version and ABI.
		case 1:
			k := r.IntN(16)
			b[k] = byte(r.IntN(256))
			what = append(what, fmt.Sprintf("ident %d", k))
		case 2, 3, 4: // a field of a segment
			if phnum == 0 {
				continue
			}
			// p_type, p_flags, p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align; an entry has 56
			// bytes.
			f := [][2]int{{0, 4}, {4, 4}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}}[r.IntN(8)]
			k, v := r.IntN(min(phnum, 64)), number()
			put(phoff+56*k+f[0], f[1], v)
			what = append(what, fmt.Sprintf("segment %d+%d = %#x", k, f[0], v))
		// Two segments then claim the same addresses.
		case 5: // a segment for another
			if phnum < 2 || phoff+56*phnum > len(b) {
				continue
			}
			i, j := r.IntN(phnum), r.IntN(phnum)
			copy(b[phoff+56*i:phoff+56*i+56], b[phoff+56*j:phoff+56*j+56])
			what = append(what, "segment copied")
		case 6, 7: // code
			if at, n := textOf(b); n > 0 {
				for range 1 + r.IntN(8) {
					b[at+r.IntN(n)] = byte(r.IntN(256))
				}
				what = append(what, "code")
			}
		case 8: // instructions that do not belong here
			if at, n := textOf(b); n > 16 {
				// System calls, traps, privileged instructions, CPUID and XGETBV, jumps to themselves,
				// a jump to the stack, ENTER with a frame that is too large, string instructions with
				// prefixes, VEX and EVEX prefixes without an instruction, x87, and CMPXCHG16B.
				copy(b[at+r.IntN(n-16):], pick(r, "\x0f\x05", "\xcd\x80", "\x0f\x0b", "\xf4", "\xcc", "\x0f\xa2", "\xe9\xfb\xff\xff\xff", "\xeb\xfe", "\x67\xf3\xa4", "\xc4\xe2\x7d", "\x62\xf1\x7c\x48", "\xff\xe4", "\xc8\xff\xff\x1f", "\xf3\x48\xab", "\x48\xcf", "\x0f\x01\xd0", "\xd9\xeb", "\x48\x0f\xc7\x08"))
				what = append(what, "instructions")
			}
		// Cut anywhere, the header included.
		case 9:
			b = b[:r.IntN(len(b))]
			what = append(what, "cut off")
		case 10:
			k := r.IntN(len(b))
			from := r.IntN(len(other))
			copy(b[k:], other[from:min(len(other), from+r.IntN(128))])
			what = append(what, "spliced")
		}
	}
	return b, strings.Join(what, ", ")
}

// textOf is where the code lies in the file, as far as the file still says.
// Package debug/elf reads the file here; where it refuses, there is no code to damage. The length is
// bounded by the file, as p_filesz may be damaged.
func textOf(b []byte) (at, n int) {
	f, err := elf.NewFile(strings.NewReader(string(b)))
	if err != nil {
		return 0, 0
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 && p.Off < uint64(len(b)) {
			return int(p.Off), int(min(p.Filesz, uint64(len(b))-p.Off))
		}
	}
	return 0, 0
}
