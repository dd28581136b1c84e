package memory_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/memory"
)

func Example() {
	s := memory.New(memory.Config{Seed: 1})
	id, err := s.Alloc(memory.Heap, 8, 8, "buffer", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	// Two known bytes; the others stay uninitialised.
	s.WriteBytes(s.Record(id), 0, []memory.Byte{memory.BitsByte(0x2a), memory.BitsByte(7)})
	fmt.Println(s.Snapshot(id)[1].Kind, s.Snapshot(id)[2].Kind)
	s.Free(id, 0, memory.Freed)
	_, _, fault := s.Check(s.Pointer(id, 0), 1, 1, false)
	fmt.Println(fault.Code)
	// Output:
	// bits uninit
	// use after free
}
