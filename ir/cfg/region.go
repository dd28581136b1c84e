package cfg

import "github.com/tuffy-ir/tuffy/ir"

// Regions is the region tree of a function.
type Regions struct {
	f     *ir.Func
	depth []int
	order []ir.Region
}

// NewRegions walks the region tree of f.
func NewRegions(f *ir.Func) *Regions {
	r := &Regions{f: f, depth: make([]int, f.NumRegions())}
	r.walk(ir.Body, 0)
	return r
}

func (r *Regions) walk(at ir.Region, depth int) {
	r.depth[at] = depth
	r.order = append(r.order, at)
	for _, n := range r.f.Nodes(at) {
		if n.IsRegion {
			r.walk(ir.Region(n.ID), depth+1)
		}
	}
}

// Order returns the regions in tree order, each before those inside it; the caller must not
// change it.
func (r *Regions) Order() []ir.Region { return r.order }

// Depth returns how many regions are around region x: 0 for the body.
func (r *Regions) Depth(x ir.Region) int { return r.depth[x] }

// Chain appends x and the regions around it to dst, innermost first.
func (r *Regions) Chain(dst []ir.Region, x ir.Region) []ir.Region {
	for ; x != ir.NoRegion; x = r.f.RegionParent(x) {
		dst = append(dst, x)
	}
	return dst
}

// Common returns the innermost region that contains both a and b.
func (r *Regions) Common(a, b ir.Region) ir.Region {
	for a != b {
		if r.depth[a] < r.depth[b] {
			a, b = b, a
		}
		a = r.f.RegionParent(a)
	}
	return a
}

// Left appends the regions that terminator i leaves when it goes to block to, innermost first:
// those around i but not around to, and with continue the loop region too, which it enters
// again.
func (r *Regions) Left(dst []ir.Region, i ir.Inst, to ir.Block) []ir.Region {
	from := r.f.BlockRegion(r.f.InstBlock(i))
	stop := r.Common(from, r.f.BlockRegion(to))
	if r.f.Op(i) == ir.OpContinue {
		stop = r.f.RegionParent(r.f.InnermostLoop(r.f.InstBlock(i)))
	}
	for x := from; x != stop; x = r.f.RegionParent(x) {
		dst = append(dst, x)
	}
	return dst
}
