package sim

import (
	"errors"
	"fmt"
	"io"

	"github.com/tuffy-ir/tuffy/x86"
)

// System calls of Linux on x86-64 (arch/x86/entry/syscalls/syscall_64.tbl). The handful that a static
// libc without threads and files needs.
const (
	sysRead      = 0
	sysWrite     = 1
	sysMmap      = 9
	sysMprotect  = 10
	sysMunmap    = 11
	sysBrk       = 12
	sysExit      = 60
	sysArchPrctl = 158
	sysExitGroup = 231
)

// Error numbers, as system calls return them. Negative numbers are what the kernel returns in rax; libc
// makes errno of them.
const (
	errNotPermitted = -1
	errBadFD        = -9
	errNoMemory     = -12
	errBadAddr      = -14
	errInvalid      = -22
	errIO           = -5
)

// opSyscall executes a system call. Like the processor it leaves the return address in rcx and the
// flags in r11. The arguments follow the kernel's convention: r10 takes the place of rcx, which the
// instruction itself overwrites (System V ABI AMD64, A.2.1). The registers are only written after the
// call has succeeded or returned an error; an end of the run leaves them.
func opSyscall(m *Machine, o *op) bool {
	nr := m.Regs[x86.RAX]
	a := [6]uint64{
		m.Regs[x86.RDI], m.Regs[x86.RSI], m.Regs[x86.RDX], m.Regs[x86.R10], m.Regs[x86.R8], m.Regs[x86.R9],
	}
	var result int64
	if !m.charge(nr, a) {
		return false
	}
	switch nr {
	case sysRead:
		result = m.sysRead(a[0], a[1], a[2])
	case sysWrite:
		result = m.sysWrite(a[0], a[1], a[2])
	case sysMmap:
		result = m.sysMmap(a)
	case sysMprotect:
		result = m.sysProtect(a[0], a[1], a[2])
	case sysMunmap:
		result = 0
		if m.Unmap(a[0], pageUp(a[1])) != nil {
			result = errInvalid
		}
	case sysBrk:
		result = int64(m.sysBrk(a[0]))
	case sysArchPrctl:
		result = m.sysArchPrctl(a[0], a[1])
	case sysExit, sysExitGroup:
		return m.end(Stop{Kind: Exited, Code: int(a[0] & 0xff)})
	// A call that is not modelled ends the run: an error number might make the program do something
	// else than on Linux.
	default:
		return m.end(Stop{Kind: BadSyscall, Code: int(nr), Reason: fmt.Sprintf("arguments %#x", a)})
	}
	m.Regs[x86.RAX] = uint64(result)
	m.Regs[x86.RCX] = o.next
	m.Regs[x86.R11] = m.rflags()
	return true
}

// charge takes steps for the work that a system call is, so that the limit of steps bounds the time.
// The rates are rough: sixteen bytes are copied, a quarter of a region is looked at or a page mapped
// for one step.
func (m *Machine) charge(nr uint64, a [6]uint64) bool {
	var n uint64
	switch nr {
	case sysRead, sysWrite:
		n = min(a[2], m.mem.mapped) / 16
	case sysMmap, sysMprotect, sysMunmap, sysBrk:
		n = uint64(len(m.mem.regions)+len(m.mem.code))/4 + min(a[1], m.mem.limit)>>pageShift
	}
	if n > m.left {
		m.left = 0
		return m.end(Stop{Kind: StepLimit})
	}
	m.left -= n
	return true
}

// It wraps around to 0 near the top of the address space, which callers check.
func pageUp(n uint64) uint64 { return (n + pageMask) &^ uint64(pageMask) }

// maxTransfer is the largest number of bytes that a read moves. It also bounds the buffer that a read
// allocates.
const maxTransfer = 1 << 20

// sysRead reads once, as a pipe does: fewer bytes than asked for are no error. The buffer is checked
// before anything is read, so that no input is lost.
func (m *Machine) sysRead(fd, addr, n uint64) int64 {
	if fd != 0 {
		return errBadFD
	}
	n = min(n, maxTransfer)
	if !m.accessible(addr, n, Write) {
		return errBadAddr
	}
	if m.opt.Stdin == nil || n == 0 {
		return 0
	}
	b := make([]byte, n)
	got, err := m.opt.Stdin.Read(b)
	if got < 0 || got == 0 && err != nil && !errors.Is(err, io.EOF) {
		return errIO
	}
	if m.Write(addr, b[:got]) != nil {
		return errBadAddr
	}
	return int64(got)
}

// sysWrite writes everything or returns what the writer took. n is bounded by the mapped bytes:
// accessible has seen that they are all there.
func (m *Machine) sysWrite(fd, addr, n uint64) int64 {
	w := m.opt.Stdout
	switch fd {
	case 1:
	case 2:
		w = m.opt.Stderr
	default:
		return errBadFD
	}
	if !m.accessible(addr, n, Read) {
		return errBadAddr
	}
	b := make([]byte, n)
	if m.Read(addr, b) != nil {
		return errBadAddr
	}
	if w == nil {
		return int64(n)
	}
	switch got, err := w.Write(b); {
	case err != nil && got > 0:
		return int64(got)
	case err != nil:
		return errIO
	}
	return int64(n)
}

// accessible reports whether all of n bytes at addr allow the access. The kernel checks page by page
// and may transfer a part; this transfers nothing unless all bytes are accessible.
func (m *Machine) accessible(addr, n uint64, access Perm) bool {
	if n == 0 {
		return true
	}
	if addr >= addressEnd || m.mem.overlap(addr, n) != n {
		return false
	}
	for i := m.mem.find(addr); i < len(m.mem.regions) && m.mem.regions[i].lo < addr+n; i++ {
		if m.mem.regions[i].perm&access == 0 {
			return false
		}
	}
	return true
}

// lowestMapping is the first address that a program may map (vm.mmap_min_addr), so that null
// pointers fault.
const lowestMapping = 1 << 16

// protection translates the PROT bits. Bits above the three are refused by the callers.
func protection(prot uint64) Perm {
	p := Perm(prot & 7) // PROT_READ, PROT_WRITE and PROT_EXEC are 1, 2 and 4 too
	if p&(Write|Exec) != 0 {
		p |= Read // as the processor does: there is no memory that can only be written
	}
	return p
}

// sysMmap maps anonymous private memory. Files, shared mappings and huge pages are refused with EINVAL.
// The hint of an address is ignored, as the kernel may. Addresses are handed out downward from below
// the stack, past what is mapped there already.
func (m *Machine) sysMmap(a [6]uint64) int64 {
	const (
		private, fixed, anonymous, noReserve, fixedNoReplace = 2, 0x10, 0x20, 0x4000, 0x100000
		known                                                = private | fixed | anonymous | noReserve | fixedNoReplace
	)
	addr, length, prot, flags := a[0], a[1], a[2], a[3]
	size := pageUp(length)
	switch {
	case length == 0 || prot > 7 || flags&^known != 0 || flags&(private|anonymous) != private|anonymous:
		return errInvalid
	case size < length || size >= addressEnd:
		return errNoMemory
	case flags&(fixed|fixedNoReplace) != 0:
		if flags&fixedNoReplace != 0 && m.mem.overlap(addr&^uint64(pageMask), size) != 0 {
			return -17 // EEXIST
		}
	default:
		if m.mmapNext < size+PageSize {
			return errNoMemory
		}
		addr = m.mmapNext - size
		// Each turn moves below one region, so the loop takes at most as many turns as there are
		// regions.
		for m.mem.overlap(addr, size) != 0 {
			r := m.mem.regions[m.mem.find(addr)]
			if r.lo < size+PageSize {
				return errNoMemory
			}
			addr = r.lo - size
		}
		m.mmapNext = addr - PageSize // a guard between mappings
	}
	if wholePages(addr, size) != nil {
		return errInvalid
	}
	if addr < lowestMapping {
		return errNotPermitted
	}
	if m.Map(addr, size, protection(prot)) != nil {
		return errNoMemory
	}
	return int64(addr)
}

// sysProtect is mprotect: addr must be page-aligned, the length is rounded up.
func (m *Machine) sysProtect(addr, n, prot uint64) int64 {
	size := pageUp(n)
	switch {
	case prot > 7 || addr&pageMask != 0 || size < n:
		return errInvalid
	case n == 0:
		return 0
	case m.Protect(addr, size, protection(prot)) != nil:
		return errNoMemory
	}
	return 0
}

// sysBrk moves the end of the heap behind the program and returns where it is. A request that cannot be
// fulfilled returns the old end, as the kernel does: that is how libc notices.
func (m *Machine) sysBrk(to uint64) uint64 {
	if m.brkLo == 0 || to < m.brkLo || to >= hostBase {
		return m.brk
	}
	old, now := pageUp(m.brk), pageUp(to)
	switch {
	case now > old:
		if m.mem.overlap(old, now-old) != 0 || m.Map(old, now-old, Read|Write) != nil {
			return m.brk
		}
	case now < old:
		if m.Unmap(now, old-now) != nil {
			return m.brk
		}
	}
	m.brk = to
	return to
}

// sysArchPrctl keeps the segment bases, which no instruction of the table uses. A libc sets fs for
// thread-local storage before it does anything else, so the call must succeed; accesses through fs are
// refused when they are reached.
func (m *Machine) sysArchPrctl(code, addr uint64) int64 {
	const setGS, setFS, getFS, getGS = 0x1001, 0x1002, 0x1003, 0x1004
	switch code {
	case setGS:
		m.gsBase = addr
	case setFS:
		m.fsBase = addr
	case getFS, getGS:
		v := m.fsBase
		if code == getGS {
			v = m.gsBase
		}
		if !m.accessible(addr, 8, Write) {
			return errBadAddr
		}
		if m.Write(addr, leBytes(v)) != nil {
			return errBadAddr
		}
	default:
		return errInvalid
	}
	return 0
}
