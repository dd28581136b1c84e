package interp

import (
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/memory"
)

// maxPadded is how many bytes behind a pointer are looked at for padding.
const maxPadded = 1 << 16

// padding gives the padding of objects a value that is not specified, where it has none: zeros. The arguments are a pointer to
// the first of objects that lie in a row to the end of their allocation, the size of one, its runs of padding, and how many
// objects are meant, 0 for all.
func (c *checkCall) padding() {
	a := c.object(0)
	width, ok := c.args[1].(Int)
	if a == nil || !ok {
		return
	}
	n, _ := width.V.Int64()
	size, off := uint64(n), c.args[0].(Ptr).Addr-a.Base
	if size == 0 || off >= a.Size {
		return
	}
	end := min(a.Size, off+maxPadded)
	if most, ok := c.args[3].(Int); ok && most.V.Sign() > 0 {
		end = min(end, off+size*most.V.Low64())
	}
	if _, _, some := c.w.space.HasNonBits(a, off, end-off); !some {
		return
	}
	for _, run := range strings.Split(c.text(2), ";") {
		from, length, _ := strings.Cut(run, " ")
		lo, _ := strconv.ParseUint(from, 10, 64)
		n, _ := strconv.ParseUint(length, 10, 64)
		for at := off; at+size <= end; at += size {
			if !c.pads(a, at+lo, n) {
				return
			}
		}
	}
}

// pads gives n bytes at off that have no value one, and is false at the memory limit.
func (c *checkCall) pads(a *memory.Alloc, off, n uint64) bool {
	if kind, run := c.w.space.Span(a, off, n); kind == memory.Uninit && run == n {
		if c.w.mem.Fill(a, off, n, memory.BitsByte(0)) != nil {
			c.w.limit("memory limit")
			return false
		}
		return true
	}
	for k := range n {
		if kind, _ := c.w.space.Span(a, off+k, 1); kind == memory.Uninit && c.w.mem.Fill(a, off+k, 1, memory.BitsByte(0)) != nil {
			c.w.limit("memory limit")
			return false
		}
	}
	return true
}
