package host

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/memory"
)

// letters are the bytes of the small buffers: the end of a string, two that differ only as
// signed and unsigned, and one that was never written.
var letters = []memory.Byte{memory.BitsByte(0), memory.BitsByte(1), memory.BitsByte(255), memory.UninitByte()}

// buffers lists all buffers of up to n bytes.
func buffers(n int) [][]memory.Byte {
	all := [][]memory.Byte{{}}
	for from := 0; n > 0; n-- {
		to := len(all)
		for _, b := range all[from:to] {
			for _, l := range letters {
				all = append(all, append(slices.Clone(b), l))
			}
		}
		from = to
	}
	return all
}

// prefix is the bytes of b before the first that cannot be read, and what is wrong with it.
func prefix(b []memory.Byte) ([]byte, string) {
	var k []byte
	for _, x := range b {
		if x.Kind != memory.Bits {
			return k, "read of " + x.Kind.String()
		}
		k = append(k, x.Value)
	}
	return k, memory.FaultOutOfBounds.String()
}

// cut is the string in k with its zero byte, or all of k.
func cut(k []byte) []byte {
	if i := bytes.IndexByte(k, 0); i >= 0 {
		return k[:i+1]
	}
	return k
}

// outcome is the result of a call as text: an integer, an offset into a buffer, or UB.
func (e *fakeEnv) outcome(res []Value, base memory.Pointer) string {
	switch {
	case len(e.ub) > 0:
		return e.ub[0]
	case res[0].Kind != Ptr:
		return res[0].Int.String()
	case res[0].Ptr == (memory.Pointer{}):
		return "null"
	}
	p := res[0].Ptr
	if p.Kind != base.Kind || p.Alloc != base.Alloc {
		return "another provenance"
	}
	return fmt.Sprintf("+%d", p.Addr-base.Addr)
}

var searched = []int64{0, 1, 255, 257, -1}

// TestStringSearchExhaustive: strlen, strchr and memchr on every buffer of up to four bytes.
func TestStringSearchExhaustive(t *testing.T) {
	for _, b := range buffers(4) {
		k, wrong := prefix(b)
		verify := func(name, want string, args ...Value) {
			t.Helper()
			e := newFake(true)
			p := e.buffer(memory.Heap, b)
			res, _ := e.call(t, name, append([]Value{PtrValue(p)}, args...)...)
			if got := e.outcome(res, p); got != want {
				t.Errorf("%s(%v, %v): got %s, want %s", name, b, args, got, want)
			}
		}
		want := wrong
		if i := bytes.IndexByte(k, 0); i >= 0 {
			want = fmt.Sprint(i)
		}
		verify("strlen", want)
		for _, c := range searched {
			want = wrong
			if s := cut(k); bytes.IndexByte(s, byte(c)) >= 0 {
				want = fmt.Sprintf("+%d", bytes.IndexByte(s, byte(c)))
			} else if bytes.IndexByte(s, 0) >= 0 {
				want = "null"
			}
			verify("strchr", want, IntValue(c))
			for n := range len(b) + 2 {
				want = wrong
				if i := bytes.IndexByte(k[:min(n, len(k))], byte(c)); i >= 0 {
					want = fmt.Sprintf("+%d", i)
				} else if n <= len(k) {
					want = "null"
				}
				verify("memchr", want, IntValue(c), SizeValue(uint64(n)))
			}
		}
	}
}

// TestCompareExhaustive: strcmp, strncmp and memcmp on every pair of buffers of up to three
// bytes. Which of two bad reads is reported first is not part of the meaning.
func TestCompareExhaustive(t *testing.T) {
	all := buffers(testseed.Rounds(3, 2))
	for _, a := range all {
		ka, wrongA := prefix(a)
		for _, b := range all {
			kb, wrongB := prefix(b)
			verify := func(name, want string, n ...Value) {
				t.Helper()
				e := newFake(true)
				p, q := e.buffer(memory.Heap, a), e.buffer(memory.Heap, b)
				res, _ := e.call(t, name, append([]Value{PtrValue(p), PtrValue(q)}, n...)...)
				got := e.outcome(res, p)
				// memcmp is told to read all n bytes: too many are out of bounds whatever they hold.
				beyond := name == "memcmp" && n[0].size() > uint64(min(len(a), len(b))) && got == memory.FaultOutOfBounds.String()
				if got != want && (want != "UB" || got != wrongA && got != wrongB && !beyond) {
					t.Errorf("%s(%v, %v, %v): got %s, want %s", name, a, b, n, got, want)
				}
			}
			sa, sb := cut(ka), cut(kb)
			verify("strcmp", compared(sa, sb, -1))
			for n := range 5 {
				size := SizeValue(uint64(n))
				verify("strncmp", compared(sa[:min(n, len(sa))], sb[:min(n, len(sb))], n), size)
				want := "UB"
				if n <= len(ka) && n <= len(kb) {
					want = fmt.Sprint(bytes.Compare(ka[:n], kb[:n]))
				}
				verify("memcmp", want, size)
			}
		}
	}
}

// compared is the order of two strings of which only a and b can be read: undefined unless
// they differ, end or reach n bytes before.
func compared(a, b []byte, n int) string {
	m := min(len(a), len(b))
	if c := bytes.Compare(a[:m], b[:m]); c != 0 {
		return fmt.Sprint(c)
	}
	if m == n || m > 0 && a[m-1] == 0 {
		return "0"
	}
	return "UB"
}

// TestStrcpyExhaustive: every source of up to three bytes into every size of target.
func TestStrcpyExhaustive(t *testing.T) {
	for _, b := range buffers(3) {
		k, wrong := prefix(b)
		for size := range 5 {
			e := newFake(true)
			fill := make([]memory.Byte, size)
			for i := range fill {
				fill[i] = memory.BitsByte(9)
			}
			dst, src := e.buffer(memory.Heap, fill), e.buffer(memory.Heap, b)
			res, _ := e.call(t, "strcpy", PtrValue(dst), PtrValue(src))
			want, s := "+0", cut(k)
			switch {
			case bytes.IndexByte(s, 0) < 0:
				want = wrong
			case len(s) > size:
				want = memory.FaultOutOfBounds.String()
			default:
				copy(fill, known(s))
			}
			if got := e.outcome(res, dst); got != want {
				t.Errorf("strcpy to %d bytes from %v: got %s, want %s", size, b, got, want)
			}
			if got := e.states(dst, uint64(size)); !slices.Equal(got, fill) {
				t.Errorf("strcpy to %d bytes from %v leaves %v, want %v", size, b, got, fill)
			}
		}
	}
}

// TestStringsContinue: where the run continues after undefined behaviour, unwritten bytes are zero
// and a string that is not there has the fallback result.
func TestStringsContinue(t *testing.T) {
	e := newFake(false)
	p := e.buffer(memory.Heap, []memory.Byte{memory.BitsByte('a'), memory.UninitByte(), memory.BitsByte('b')})
	if res, _ := e.call(t, "strlen", PtrValue(p)); int64(res[0].Int.Low64()) != 1 || !slices.Equal(e.ub, []string{"read of uninit"}) {
		t.Errorf("strlen over an unwritten byte: %s, %q", res[0].Int, e.ub)
	}
	for _, name := range []string{"strlen", "puts"} {
		e = newFake(false)
		res, s := e.call(t, name, PtrValue(memory.Pointer{}))
		if s != Done || len(e.ub) != 1 || len(e.out) != 0 || len(res) != 1 {
			t.Errorf("%s(null): %v, status %d, %q", name, res, s, e.ub)
		}
	}
}
