package sim

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Perm is a set of permissions of memory, or a kind of access.
type Perm uint8

// The permissions. A region without any is a guard.
const (
	Read Perm = 1 << iota
	Write
	Exec
)

// String is like "rw-".
func (p Perm) String() string {
	s := []byte("---")
	for i, c := range []byte("rwx") {
		if p>>i&1 != 0 {
			s[i] = c
		}
	}
	return string(s)
}

// PageSize is the granularity of permissions. It is that of x86-64's smallest pages, and of the
// permissions of Linux.
const PageSize = 4096

const (
	// tlbSize entries of a direct-mapped translation cache each for reads and writes, by the low bits
	// of the page number. A power of two.
	pageShift = 12
	pageMask  = PageSize - 1
	tlbSize   = 256
	// addressEnd is where the lower half of the canonical addresses ends; the upper is not for
	// programs.
	addressEnd = 1 << 47
)

type page [PageSize]byte

// region is mapped memory with one set of permissions. A page is nil until something touches it. Memory
// is allocated page by page: a program may map much and use little. pages has one entry a page of the
// region; regions that were split share the backing array without overlap.
type region struct {
	lo, hi uint64 // multiples of PageSize
	perm   Perm
	pages  []*page
}

// An entry is valid until flush or an entry with the same low bits replaces it. Permissions were
// checked when it was made, so a change of permissions must flush.
type tlbEntry struct {
	tag uint64 // number of the page plus 1, so that the zero entry matches nothing
	p   *page
}

// memory is the address space. Invariant: the write cache holds no page from which a block was
// decoded. The invariant is what makes stores cheap: only a store that misses the write cache has to
// ask whether it changes code.
type memory struct {
	regions []region // ascending, disjoint
	mapped  uint64   // bytes in regions
	limit   uint64
	rtlb    [tlbSize]tlbEntry
	wtlb    [tlbSize]tlbEntry
	code    map[uint64][]*block // by number of the page
}

// flush makes every access ask for permissions again.
func (m *memory) flush() {
	m.rtlb = [tlbSize]tlbEntry{}
	m.wtlb = [tlbSize]tlbEntry{}
}

// find is the index of the first region that ends above addr. find is a binary search, the slow path of
// every access that misses the caches.
func (m *memory) find(addr uint64) int {
	i, _ := slices.BinarySearchFunc(m.regions, addr, func(r region, a uint64) int {
		if r.hi <= a {
			return -1
		}
		return 1
	})
	return i
}

// region is the region with addr, or nil. The pointer is valid until regions are inserted or removed.
func (m *memory) region(addr uint64) *region {
	if i := m.find(addr); i < len(m.regions) && m.regions[i].lo <= addr {
		return &m.regions[i]
	}
	return nil
}

// wholePages refuses what is not page-aligned, empty, or beyond the lower half of the canonical
// addresses. size may be anything: the comparison cannot wrap around.
func wholePages(addr, size uint64) error {
	if addr&pageMask != 0 || size&pageMask != 0 || size == 0 || addr >= addressEnd || size > addressEnd-addr {
		return fmt.Errorf("sim: %#x bytes at %#x are not whole pages of the address space", size, addr)
	}
	return nil
}

// Map makes size bytes at addr accessible with perm, zero at first. Both are multiples of
// [PageSize]. What was mapped there before is gone. It fails beyond [Options.Memory]. The limit is on
// mapped bytes, not on used ones: the answer must not depend on what the program touches.
func (m *Machine) Map(addr, size uint64, perm Perm) error {
	if err := wholePages(addr, size); err != nil {
		return err
	}
	// What is replaced does not count against the limit.
	old := m.mem.mapped - m.mem.overlap(addr, size)
	if size > m.mem.limit || old > m.mem.limit-size {
		m.outOfMemory = true
		return fmt.Errorf("sim: %#x bytes at %#x exceed the limit of %#x bytes", size, addr, m.mem.limit)
	}
	m.cut(addr, size)
	i := m.mem.find(addr)
	m.mem.regions = slices.Insert(m.mem.regions, i, region{addr, addr + size, perm, make([]*page, size/PageSize)})
	m.mem.mapped += size
	return nil
}

// Unmap makes size bytes at addr inaccessible. Parts that are not mapped are no error, as with munmap.
func (m *Machine) Unmap(addr, size uint64) error {
	if err := wholePages(addr, size); err != nil {
		return err
	}
	m.cut(addr, size)
	return nil
}

// Protect gives size bytes at addr, all of them mapped, the permissions perm. mprotect of Linux fails
// in the same way if a page is missing, but may have changed those before it; this changes nothing.
func (m *Machine) Protect(addr, size uint64, perm Perm) error {
	if err := wholePages(addr, size); err != nil {
		return err
	}
	if m.mem.overlap(addr, size) != size {
		return fmt.Errorf("sim: %#x bytes at %#x are not all mapped", size, addr)
	}
	// Blocks are dropped even if the range stays executable: permissions are asked for when code is
	// decoded.
	m.forget(addr, size)
	m.mem.split(addr)
	m.mem.split(addr + size)
	for i := m.mem.find(addr); i < len(m.mem.regions) && m.mem.regions[i].lo < addr+size; i++ {
		m.mem.regions[i].perm = perm
	}
	return nil
}

// overlap is the number of mapped bytes among size bytes at addr.
func (m *memory) overlap(addr, size uint64) uint64 {
	var n uint64
	for i := m.find(addr); i < len(m.regions) && m.regions[i].lo < addr+size; i++ {
		n += min(m.regions[i].hi, addr+size) - max(m.regions[i].lo, addr)
	}
	return n
}

// split makes addr a boundary of regions. It does nothing if addr lies outside all regions or is a
// boundary already. The three-index slice keeps the lower part from growing into the upper.
func (m *memory) split(addr uint64) {
	i := m.find(addr)
	if i == len(m.regions) || m.regions[i].lo >= addr {
		return
	}
	r := m.regions[i]
	n := (addr - r.lo) / PageSize
	low, high := r, r
	low.hi, low.pages = addr, r.pages[:n:n]
	high.lo, high.pages = addr, r.pages[n:]
	m.regions[i] = low
	m.regions = slices.Insert(m.regions, i+1, high)
}

// cut removes the range and everything cached of it. Regions that reach over its ends are split first,
// so that whole regions go.
func (m *Machine) cut(addr, size uint64) {
	m.forget(addr, size)
	m.mem.split(addr)
	m.mem.split(addr + size)
	i := m.mem.find(addr)
	j := i
	for ; j < len(m.mem.regions) && m.mem.regions[j].lo < addr+size; j++ {
		m.mem.mapped -= m.mem.regions[j].hi - m.mem.regions[j].lo
	}
	m.mem.regions = slices.Delete(m.mem.regions, i, j)
}

// forget drops what is cached of size bytes at addr: translations and decoded blocks. Flushing all
// translations is cheaper than looking for those of the range, and mappings change rarely.
func (m *Machine) forget(addr, size uint64) {
	m.mem.flush()
	if len(m.mem.code) == 0 {
		return
	}
	lo, hi := addr>>pageShift, (addr+size+pageMask)>>pageShift
	for _, n := range sortedKeys(m.mem.code) {
		if lo <= n && n < hi {
			m.dropCode(n)
		}
	}
}

// dropCode invalidates the blocks of page number n, after a store to it. A block that is being
// executed ends behind the instruction that stored. The block that runs now may be among them: setting
// running ends its loop, and because valid is false Run looks for the next block afresh.
func (m *Machine) dropCode(n uint64) {
	for _, b := range m.mem.code[n] {
		b.valid = false
		if m.blocks[b.pc] == b {
			delete(m.blocks, b.pc)
		}
	}
	delete(m.mem.code, n)
	m.near = [nearSize]*block{}
	m.running = 0
}

// touch is the page with addr if perm allows the access, else nil. Pages are made at the first touch,
// filled with zeros.
func (m *memory) touch(addr uint64, access Perm) *page {
	r := m.region(addr)
	if r == nil || r.perm&access == 0 {
		return nil
	}
	i := (addr - r.lo) >> pageShift
	if r.pages[i] == nil {
		r.pages[i] = new(page)
	}
	return r.pages[i]
}

// fault ends the run with a page fault, or for an address that is not canonical with a protection
// fault as on the processor. The canonical addresses are those whose bits 63 to 47 agree (SDM volume 1,
// 3.3.7.1). An address of the upper half is canonical but not the program's: a page fault. The reasons
// are for people; Kind, Addr and Access are what tests compare.
func (m *Machine) fault(addr uint64, access Perm) bool {
	if addr >= addressEnd && addr < 0xffff_8000_0000_0000 {
		return m.end(Stop{Kind: ProtectionFault, Addr: addr, Reason: fmt.Sprintf("%s of %#x, which is not canonical", accessName(access), addr)})
	}
	s := Stop{Kind: PageFault, Addr: addr, Access: access}
	if r := m.mem.region(addr); r == nil {
		s.Reason = "not mapped"
		if name := m.hostName(addr); name != "" {
			s.Reason = "no object defines " + name
		} else if m.stackLo != 0 && addr < m.stackLo && addr >= m.stackLo-guardSize {
			s.Reason = "stack overflow"
		}
	} else {
		s.Reason = "mapped " + r.perm.String()
	}
	return m.end(s)
}

// readPage is the page with addr for reading. It fills the read cache. nil means that the run has
// ended.
func (m *Machine) readPage(addr uint64) *page {
	n := addr >> pageShift
	e := &m.mem.rtlb[n%tlbSize]
	if e.tag == n+1 {
		return e.p
	}
	p := m.mem.touch(addr, Read)
	if p == nil {
		m.fault(addr, Read)
		return nil
	}
	if m.opt.Access != nil { // each access is to be asked about, so that none finds a page in the cache
		return p
	}
	*e = tlbEntry{n + 1, p}
	return p
}

// writePage is the page with addr for writing. Blocks decoded from it become invalid. Dropping code
// before the entry is made keeps the invariant of memory.
func (m *Machine) writePage(addr uint64) *page {
	n := addr >> pageShift
	e := &m.mem.wtlb[n%tlbSize]
	if e.tag == n+1 {
		return e.p
	}
	p := m.mem.touch(addr, Write)
	if p == nil {
		m.fault(addr, Write)
		return nil
	}
	if len(m.mem.code) != 0 && m.mem.code[n] != nil {
		m.dropCode(n)
	}
	if m.opt.Access != nil {
		return p
	}
	*e = tlbEntry{n + 1, p}
	return p
}

// asked asks about an access, if that is to be.
func (m *Machine) asked(addr, size uint64, access Perm) bool {
	if m.opt.Access == nil {
		return true
	}
	if err := m.opt.Access(m, addr, size, access); err != nil {
		return m.end(Stop{Kind: HostFailed, Addr: addr, Access: access, Reason: accessName(access), Err: err})
	}
	return true
}

// addCode notes that b was decoded from page number n. A page that code was decoded from leaves the
// write cache, so that the next store to it asks. The caller has set the block's bounds.
func (m *Machine) addCode(n uint64, b *block) {
	m.mem.code[n] = append(m.mem.code[n], b)
	if e := &m.mem.wtlb[n%tlbSize]; e.tag == n+1 {
		*e = tlbEntry{}
	}
}

// load reads size bytes, 1, 2, 4 or 8. The result is zero-extended. The fast path covers what does not
// reach the last seven bytes of the page: for those the fixed length of eight bytes might cross it.
func (m *Machine) load(addr uint64, size uint8) (uint64, bool) {
	n := addr >> pageShift
	e := &m.mem.rtlb[n%tlbSize]
	off := addr & pageMask
	if e.tag != n+1 || off > PageSize-8 {
		return m.loadSlow(addr, size)
	}
	p := e.p
	switch size {
	case 1:
		return uint64(p[off]), true
	case 2:
		return uint64(binary.LittleEndian.Uint16(p[off:])), true
	case 4:
		return uint64(binary.LittleEndian.Uint32(p[off:])), true
	}
	return binary.LittleEndian.Uint64(p[off:]), true
}

// load64 is load without the switch, since most accesses have eight bytes.
func (m *Machine) load64(addr uint64) (uint64, bool) {
	n := addr >> pageShift
	e := &m.mem.rtlb[n%tlbSize]
	off := addr & pageMask
	if e.tag != n+1 || off > PageSize-8 {
		return m.loadSlow(addr, 8)
	}
	return binary.LittleEndian.Uint64(e.p[off:]), true
}

// loadSlow fills the cache by way of readPage; the next access to the page is fast. The bytes that were
// not read are zero.
func (m *Machine) loadSlow(addr uint64, size uint8) (uint64, bool) {
	var b [8]byte
	if !m.loadBytes(b[:size], addr) {
		return 0, false
	}
	return binary.LittleEndian.Uint64(b[:]), true
}

// store writes the low size bytes of v. The fast path needs no look at code: see the invariant of
// memory.
func (m *Machine) store(addr uint64, size uint8, v uint64) bool {
	n := addr >> pageShift
	e := &m.mem.wtlb[n%tlbSize]
	off := addr & pageMask
	if e.tag != n+1 || off > PageSize-8 {
		return m.storeSlow(addr, size, v)
	}
	p := e.p
	switch size {
	case 1:
		p[off] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(p[off:], uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(p[off:], uint32(v))
	default:
		binary.LittleEndian.PutUint64(p[off:], v)
	}
	return true
}

// storeSlow also handles stores that cross a page.
func (m *Machine) storeSlow(addr uint64, size uint8, v uint64) bool {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	return m.storeBytes(addr, b[:size])
}

// writable reports whether size bytes at addr, at most a page, can be written, else ends the run.
// What reads and writes memory asks before it changes anything. After it returns true, stores to these
// bytes cannot fail, and blocks decoded from them are gone.
func (m *Machine) writable(addr uint64, size uint64) bool {
	return m.asked(addr, size, Read|Write) && m.writePage(addr) != nil && ((addr+size-1)>>pageShift == addr>>pageShift || m.writePage(addr+size-1) != nil)
}

// loadBytes fills b, which is shorter than a page. The second page is asked for the first byte that it
// has to give, so that the fault names that address as the processor does.
func (m *Machine) loadBytes(b []byte, addr uint64) bool {
	if !m.asked(addr, uint64(len(b)), Read) {
		return false
	}
	p := m.readPage(addr)
	if p == nil {
		return false
	}
	if n := copy(b, p[addr&pageMask:]); n < len(b) {
		if p = m.readPage(addr + uint64(n)); p == nil {
			return false
		}
		copy(b[n:], p[:])
	}
	return true
}

// storeBytes writes b, which is shorter than a page: all of it or nothing. Both pages are asked before
// either is written: a store that crosses into a page that is not there changes nothing.
func (m *Machine) storeBytes(addr uint64, b []byte) bool {
	if !m.asked(addr, uint64(len(b)), Write) {
		return false
	}
	p := m.writePage(addr)
	if p == nil {
		return false
	}
	first := min(len(b), int(PageSize-addr&pageMask))
	if first < len(b) {
		q := m.writePage(addr + uint64(first))
		if q == nil {
			return false
		}
		copy(q[:], b[first:])
	}
	copy(p[addr&pageMask:], b[:first])
	return true
}

// Read fills b with the memory at addr, whatever its permissions are. It is for the host and for
// loading, which are not the program. It does not fault and does not end the run.
func (m *Machine) Read(addr uint64, b []byte) error {
	return m.each(addr, len(b), func(p *page, off, from, n int) { copy(b[from:from+n], p[off:]) })
}

// Write copies b to the memory at addr, whatever its permissions are. Code that is overwritten is
// decoded again. The write cache may keep the page only if no code came from it, which dropping makes
// true.
func (m *Machine) Write(addr uint64, b []byte) error {
	return m.each(addr, len(b), func(p *page, off, from, n int) {
		if page := (addr + uint64(from)) >> pageShift; m.mem.code[page] != nil {
			m.dropCode(page)
		}
		copy(p[off:off+n], b[from:])
	})
}

// each calls f with the parts of size bytes at addr that lie in one page: first byte in the page,
// first byte in the range, length. Either all bytes are mapped or nothing is done.
func (m *Machine) each(addr uint64, size int, f func(p *page, off, from, n int)) error {
	if m.mem.overlap(addr, uint64(size)) != uint64(size) {
		return fmt.Errorf("sim: %d bytes at %#x are not all mapped", size, addr)
	}
	for from := 0; from < size; {
		a := addr + uint64(from)
		r := m.mem.region(a)
		i := (a - r.lo) >> pageShift
		if r.pages[i] == nil {
			r.pages[i] = new(page)
		}
		off := int(a & pageMask)
		n := min(size-from, PageSize-off)
		f(r.pages[i], off, from, n)
		from += n
	}
	return nil
}

// ReadString reads the bytes at addr up to a zero byte, at most limit of them. It reads byte by byte,
// as the end is not known; each byte costs a search of the regions.
func (m *Machine) ReadString(addr uint64, limit int) (string, error) {
	var out []byte
	for len(out) < limit {
		var b [1]byte
		if err := m.Read(addr+uint64(len(out)), b[:]); err != nil {
			return "", err
		}
		if b[0] == 0 {
			return string(out), nil
		}
		out = append(out, b[0])
	}
	return "", fmt.Errorf("sim: no zero byte in the %d bytes at %#x", limit, addr)
}

// Stack is the range of addresses of the stack.
func (m *Machine) Stack() (lo, hi uint64) { return m.stackLo, m.stackHi }
