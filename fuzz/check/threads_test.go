package check

import (
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestSpawns: what counts is whether thread_spawn may be called, and no other name.
func TestSpawns(t *testing.T) {
	const (
		body   = "(ptr) -> int {\n bb0(v0: mem):\n v1 = iconst 0\n ret v1, v0\n}\n"
		start  = " v1 = symbol_addr @w\n v2, v3 = call v9(v1, v1), v0 -> int\n v4 = iconst 0\n ret v4, v2\n}\n"
		main   = "func @main() -> int {\n bb0(v0: mem):\n"
		direct = main + " v9 = symbol_addr @thread_spawn\n" + start
	)
	for _, row := range []struct {
		name, text string
		want       bool
	}{
		{"a direct call", direct + "func @w" + body, true},
		{"a function called worker", main + " v1 = symbol_addr @worker\n v2, v3 = call v1(v1), v0 -> int\n ret v3, v2\n}\nfunc @worker" + body, false},
		{"a pointer in data", main + " v8 = symbol_addr @d\n v9 = load.8 v8, v0 -> ptr\n" + start + "func @w" + body + "data @d = zero 8 relocs [0: @thread_spawn]\n", true},
		{"data behind data", main + " v8 = symbol_addr @e\n v7 = load.8 v8, v0 -> ptr\n v9 = load.8 v7, v0 -> ptr\n" + start +
			"func @w" + body + "data @d = zero 8 relocs [0: @thread_spawn]\ndata @e = zero 8 relocs [0: @d]\n", true},
		{"its own thread_spawn", direct + "func @w" + body + "func @thread_spawn(ptr, ptr) -> int {\n bb0(v0: mem):\n v1 = iconst 0\n ret v1, v0\n}\n", false},
		{"a function that nobody names", main + " v1 = iconst 0\n ret v1, v0\n}\nfunc @other() -> int {\n bb0(v0: mem):\n v9 = symbol_addr @thread_spawn\n" + start + "func @w" + body, false},
	} {
		if got := spawns(irtest.Parse(t, row.text)); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}
