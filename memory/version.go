package memory

import "slices"

// versionPage is the versions of the bytes of a page: all uni, or one each.
// A version numbers the memory state that last wrote a byte; the check of memory tokens uses it to see stale ones.
type versionPage struct {
	uni  uint32
	each []uint32
}

// versionPageCost is what an entry counts, without each.
const versionPageCost = 32

// EnableVersions makes the space remember a version for each byte, 0 until set. Without it
// versions are all 0 and cost nothing.
func (s *Space) EnableVersions() { s.versions = true }

// SetVersion records the version of n bytes at off, which must be inside. The error is a
// *[LimitError].
func (s *Space) SetVersion(a *Alloc, off, n uint64, version uint32) error {
	if !s.versions || n == 0 {
		return nil
	}
	a.must(off, n)
	if a.vers == nil {
		if need := a.pages() * versionPageCost; !s.room(need) {
			return s.limitError(need)
		}
		a.vers = make([]versionPage, a.pages())
		s.used += a.pages() * versionPageCost
	}
	for i := off >> pageShift; i <= (off+n-1)>>pageShift; i++ {
		lo, hi := a.clip(i, off, n)
		v := &a.vers[i]
		// A whole page needs no version a byte, which also gives back what an earlier partial store took.
		if hi-lo == a.pageLen(i) {
			s.used -= uint64(len(v.each)) * 4
			*v = versionPage{uni: version}
			continue
		}
		if v.each == nil {
			if v.uni == version {
				continue
			}
			if need := a.pageLen(i) * 4; !s.room(need) {
				return s.limitError(need)
			}
			v.each = slices.Repeat([]uint32{v.uni}, int(a.pageLen(i)))
			s.used += uint64(len(v.each)) * 4
		}
		for j := lo; j < hi; j++ {
			v.each[j] = version
		}
	}
	return nil
}

// VersionAt is the version of the byte at off, which must be inside.
func (s *Space) VersionAt(a *Alloc, off uint64) uint32 {
	a.must(off, 1)
	if a.vers == nil {
		return 0
	}
	v := &a.vers[off>>pageShift]
	if v.each == nil {
		return v.uni
	}
	return v.each[off&pageMask]
}

// MaxVersion is the newest version of the n bytes at off, which must be inside; 0 of none.
func (s *Space) MaxVersion(a *Alloc, off, n uint64) uint32 {
	a.must(off, n)
	newest := uint32(0)
	if a.vers == nil || n == 0 {
		return 0
	}
	for i := off >> pageShift; i <= (off+n-1)>>pageShift; i++ {
		v := &a.vers[i]
		if v.each == nil {
			newest = max(newest, v.uni)
			continue
		}
		lo, hi := a.clip(i, off, n)
		newest = max(newest, slices.Max(v.each[lo:hi]))
	}
	return newest
}

// dropVersions gives back what versions took, when the allocation ends.
func (s *Space) dropVersions(a *Alloc) {
	for i := range a.vers {
		s.used -= uint64(len(a.vers[i].each))*4 + versionPageCost
	}
	a.vers = nil
}
