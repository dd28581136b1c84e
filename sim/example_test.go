package sim_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/sim"
	"github.com/tuffy-ir/tuffy/x86"
)

func Example() {
	m := sim.New(sim.Options{})
	code := []byte{0xb8, 42, 0, 0, 0, 0xc3} // mov eax, 42; ret
	if err := m.Map(0x400000, sim.PageSize, sim.Read|sim.Write|sim.Exec); err != nil {
		fmt.Println(err)
		return
	}
	if err := m.Write(0x400000, code); err != nil {
		fmt.Println(err)
		return
	}
	stop, err := m.Call(context.Background(), 0x400000)
	fmt.Println(stop.Kind == sim.Returned, m.Regs[x86.RAX], err)
	// Output:
	// true 42 <nil>
}
