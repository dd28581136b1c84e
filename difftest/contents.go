package difftest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// bufferKinds are the ways to fill memory.
const bufferKinds = 8

// buffers makes the memory behind pointers. The first inputs see each way to fill it, with pointers to the other buffer among
// them; the second may be a copy of the first.
func (g *Generator) buffers(r *rand.Rand, n int) []Buffer {
	out := make([]Buffer, 2)
	for k := range out {
		kind := n
		if n >= bufferKinds {
			kind = r.IntN(bufferKinds)
		}
		out[k] = Buffer{Align: 16, Bytes: g.contents(r, g.buffer, kind, k)}
		if k == 1 && n >= bufferKinds && r.IntN(6) == 0 && !strings.Contains(out[0].Bytes, "&") {
			out[1].Bytes = out[0].Bytes
		}
	}
	return out
}

// contents are n bytes of one kind: a pattern that tells the buffers k apart, mostly zeros, uninit, a mixture of the four states with pointers
// to the other buffer, constants of the programs at places of their size, random bytes, a text of the programs, and small numbers.
func (g *Generator) contents(r *rand.Rand, n, kind, k int) string {
	var s []string
	switch kind % bufferKinds {
	case 0:
		first := r.IntN(3)
		for i := range n {
			s = append(s, fmt.Sprintf("%02x", (i*7+k*3+first)&0xff))
		}
	case 1:
		for range n {
			b := 0
			if r.IntN(8) == 0 {
				b = r.IntN(256)
			}
			s = append(s, fmt.Sprintf("%02x", b))
		}
	case 2:
		return strings.TrimSuffix(strings.Repeat("__ ", n), " ")
	case 3:
		return g.states(r, n, k)
	case 4:
		return hexBytes(g.constantBytes(r, n))
	case 5:
		return hexBytes(randomBytes(r, n))
	case 6:
		b := randomBytes(r, n)
		if len(g.facts.texts) > 0 {
			text := g.facts.texts[r.IntN(len(g.facts.texts))]
			if at := copy(b, text); at < n && r.IntN(2) == 0 {
				b[at] = 0
			}
		} else if n > 0 { // a text of letters and an end
			for i := range b {
				b[i] = 'a' + b[i]%26
			}
			b[r.IntN(n)] = 0
		}
		return hexBytes(b)
	default:
		for range n {
			s = append(s, fmt.Sprintf("%02x", r.IntN(10)))
		}
	}
	return strings.Join(s, " ")
}

// states are bytes of all four states.
func (g *Generator) states(r *rand.Rand, n, k int) string {
	var s []string
	for len(s) < n {
		switch {
		case r.IntN(6) == 0 && len(s)%8 == 0 && len(s)+8 <= n && g.pointer:
			// A pointer takes eight bytes, hence the empty words behind it.
			s = append(s, fmt.Sprintf("&%d+%d", 1-k, r.IntN(g.buffer)), "", "", "", "", "", "", "")
		default:
			s = append(s, [...]string{"__", "??", "", "", "", ""}[r.IntN(6)])
			if s[len(s)-1] == "" {
				s[len(s)-1] = fmt.Sprintf("%02x", r.IntN(256))
			}
		}
	}
	return strings.Join(slices.DeleteFunc(s, func(w string) bool { return w == "" }), " ")
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// constantBytes are constants of the programs and their neighbours, each at a place of its size, in zeros or random bytes.
func (g *Generator) constantBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	if r.IntN(2) == 0 {
		b = randomBytes(r, n)
	}
	all := append(slices.Clone(g.facts.ints), g.facts.bits...)
	if len(all) == 0 {
		return b
	}
	for at := 0; at < n; {
		c := all[r.IntN(len(all))]
		if r.IntN(3) == 0 {
			c = c.Add(num.New(int64(r.IntN(3) - 1)))
		}
		size := 1 << r.IntN(4)
		for size < 8 && !c.FitsSigned(uint(8*size)) && !c.FitsUnsigned(uint(8*size)) {
			size *= 2
		}
		if at%size == 0 && at+size <= n && r.IntN(4) > 0 {
			copy(b[at:], c.FillBytes(make([]byte, size)))
			at += size
		} else {
			at++
		}
	}
	return b
}
