package memory_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/memory"
)

// TestView wants a pointer that is confined to a part to access that part alone, also after it was stored, and others to see the whole.
func TestView(t *testing.T) {
	s := memory.New(memory.Config{})
	id, err := s.Alloc(memory.Heap, 32, 8, "a", 0)
	if err != nil {
		t.Fatal(err)
	}
	p := s.Pointer(id, 8)
	q := s.Narrow(p, &memory.Part{Size: 8, What: "m", Kind: memory.LooseView})
	for _, c := range []struct {
		at   memory.Pointer
		move int64
		size uint64
		ok   bool
	}{{p, 0, 24, true}, {q, 0, 8, true}, {q, 4, 4, true}, {q, 8, 0, true}, {q, 0, 9, false}, {q, 8, 1, false}, {q, -1, 1, false}, {s.Without(q, memory.LooseView), 8, 4, true}} {
		c.at.Addr += uint64(c.move)
		_, _, fault := s.Check(c.at, c.size, 1, false)
		if (fault == nil) != c.ok {
			t.Errorf("%d bytes at %d: %v, want ok=%t", c.size, c.move, fault, c.ok)
		}
		if fault != nil && (fault.Code != memory.FaultOutOfBounds || fault.View.What != "m") {
			t.Errorf("%d bytes at %d: %v of %q", c.size, c.move, fault, fault.View.What)
		}
	}
	a := s.Lookup(p.Alloc)
	if !a.StorePtr(0, q) {
		t.Fatal("the pointer was not stored")
	}
	if got, ok := a.LoadPtr(0); !ok || got != q {
		t.Errorf("%v was stored, and %v loaded", q, got)
	}
	b := make([]memory.Byte, 8)
	s.ReadBytes(a, 0, b)
	if b[3].Frag != q {
		t.Errorf("%v was stored, and %v is there", q, b[3].Frag)
	}
	part := &memory.Part{Size: 4, What: "n", Kind: memory.StrictView}
	for n := range uint64(1 << 10) {
		at := s.Narrow(s.Pointer(id, n%29), part)
		if _, _, fault := s.Check(at, 4, 1, false); fault != nil {
			t.Fatalf("part %d: %v", n, fault)
		}
		if _, _, fault := s.Check(at, 5, 1, false); fault == nil && n%29 < 28 {
			t.Fatalf("part %d is left", n)
		}
	}
}
