package sim

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
)

// imageBase is where relocatable objects are placed: low, so that 32-bit addresses reach
// everything.
const imageBase = 0x400000

// maxImage bounds what is loaded, so that the distances of relocations fit.
const maxImage = 512 << 20

// LoadELF loads one static executable and prepares its start: Run begins at its entry point with
// the stack that the System V ABI demands. Or it loads relocatable objects, which it links with
// each other: their functions are called with [Machine.Call] at the address from
// [Machine.Symbol]; if one is named _start, Run begins there. Symbols that no object defines
// become calls of [Options.Host]. What the simulator cannot load it refuses with an error. Executables
// are recognised by their type; a mixture is refused. The machine must be new: LoadELF does not unload
// what is there. On an error some of the file may be mapped.
func (m *Machine) LoadELF(files ...io.ReaderAt) (err error) {
	defer func() {
		// debug/elf promises errors for damaged files, but is not hardened against hostile ones.
		if r := recover(); r != nil {
			err = fmt.Errorf("sim: damaged ELF file: %v", r)
		}
	}()
	// The stack is mapped by New. Where the limit of memory is too small for it there is nothing to
	// start on.
	if m.stackHi == 0 {
		return errors.New(m.stop.Reason) // of Map
	}
	var objects []*elf.File
	for _, r := range files {
		f, err := elf.NewFile(r)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("sim: the ELF file is cut off, or none")
		}
		if err != nil {
			var magic [4]byte
			if _, e := r.ReadAt(magic[:], 0); e == nil && string(magic[:]) != elf.ELFMAG {
				return errors.New("sim: no ELF file: want an executable, such as a linker makes with -static")
			}
			return fmt.Errorf("sim: %w", err)
		}
		// debug/elf reads other classes and machines just as well; the loader's sizes (24-byte
		// relocations, 56-byte program headers) are those of 64 bits.
		if f.Machine != elf.EM_X86_64 || f.Class != elf.ELFCLASS64 || f.Data != elf.ELFDATA2LSB {
			return fmt.Errorf("sim: an ELF file for %v, %v, %v; want x86-64", f.Machine, f.Class, f.Data)
		}
		switch {
		case f.Type == elf.ET_REL:
			objects = append(objects, f)
		case f.Type != elf.ET_EXEC:
			return fmt.Errorf("sim: an ELF file of type %v; want a static executable or relocatable objects (link with -static -no-pie)", f.Type)
		case len(files) != 1:
			return fmt.Errorf("sim: an executable among several ELF files")
		default:
			return m.loadExecutable(f)
		}
	}
	return m.link(objects)
}

// segmentPerm grants reading along with writing and execution: the page tables of the architecture
// cannot say otherwise (SDM volume 3, 4.6).
func segmentPerm(f elf.ProgFlag) Perm {
	var p Perm
	if f&elf.PF_R != 0 {
		p |= Read
	}
	if f&elf.PF_W != 0 {
		p |= Write | Read
	}
	if f&elf.PF_X != 0 {
		p |= Exec | Read
	}
	return p
}

// loadExecutable maps the segments at the addresses that the file wants (generic ABI, Program Loading);
// nothing is relocated.
func (m *Machine) loadExecutable(f *elf.File) error {
	var end uint64
	aux := [][2]uint64{{auxEntry, f.Entry}}
	for _, p := range f.Progs {
		switch p.Type {
		case elf.PT_INTERP, elf.PT_DYNAMIC:
			return fmt.Errorf("sim: a dynamically linked executable; link with -static")
		// A program that walks its own headers, as libc does for thread-local storage, finds them
		// through the auxiliary vector. 56 is the size of an entry.
		case elf.PT_PHDR:
			aux = append(aux, [2]uint64{auxPHdr, p.Vaddr}, [2]uint64{auxPHNum, uint64(len(f.Progs))}, [2]uint64{auxPHEntry, 56})
		case elf.PT_LOAD:
			if err := m.loadSegment(p); err != nil {
				return err
			}
			end = max(end, p.Vaddr+p.Memsz)
		}
	}
	if end == 0 {
		return fmt.Errorf("sim: an executable without anything to load")
	}
	symbols, err := f.Symbols()
	// A stripped file has no symbols, which is no error: only Machine.Symbol misses them.
	if err == nil {
		for _, s := range symbols {
			if s.Section != elf.SHN_UNDEF && s.Name != "" {
				m.symbols[s.Name] = s.Value
			}
		}
	}
	m.PC = f.Entry
	m.setBreak(end)
	return m.startStack(aux)
}

// setBreak begins the heap on a page of its own behind the program. The page between keeps a program
// that runs over its data from finding the heap.
func (m *Machine) setBreak(end uint64) {
	m.brkLo = pageUp(end) + PageSize
	m.brk = m.brkLo
}

// loadSegment checks sizes before it maps: Memsz comes from the file and may be anything. The file's
// bytes end before the mapping; what follows is zero, which is how .bss is made.
func (m *Machine) loadSegment(p *elf.Prog) error {
	if p.Memsz == 0 {
		return nil
	}
	// addressEnd - maxImage bounds the address so that sums below cannot wrap around.
	if p.Filesz > p.Memsz || p.Memsz > maxImage || p.Vaddr >= addressEnd-maxImage {
		return fmt.Errorf("sim: a segment of %#x bytes at %#x, with %#x in the file; at most %#x are loaded", p.Memsz, p.Vaddr, p.Filesz, maxImage)
	}
	lo, hi := p.Vaddr&^uint64(pageMask), pageUp(p.Vaddr+p.Memsz)
	if m.mem.overlap(lo, hi-lo) != 0 {
		return fmt.Errorf("sim: the segment at %#x overlaps other memory", p.Vaddr)
	}
	if err := m.Map(lo, hi-lo, segmentPerm(p.Flags)); err != nil {
		return err
	}
	return m.copyFrom(p.Vaddr, p.ReaderAt, p.Filesz)
}

// copyFrom writes n bytes of r, in parts so that a wrong size in a small file costs nothing. A damaged
// header may claim gigabytes in a file of a few bytes; only a part that was really read makes the next
// one be allocated.
func (m *Machine) copyFrom(addr uint64, r io.ReaderAt, n uint64) error {
	buf := make([]byte, min(n, 1<<20))
	for off := uint64(0); off < n; {
		part := buf[:min(uint64(len(buf)), n-off)]
		if got, err := r.ReadAt(part, int64(off)); got < len(part) {
			return fmt.Errorf("sim: the ELF file is cut off: %w", err)
		}
		if err := m.Write(addr+off, part); err != nil {
			return err
		}
		off += uint64(len(part))
	}
	return nil
}
