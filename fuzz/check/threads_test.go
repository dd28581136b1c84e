package check

import (
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestSpawns: what counts is whether thread_spawn may be called, and no other name.
func TestSpawns(t *testing.T) {
	const (
		body = `(ptr) -> int {
 bb0(v0: mem):
 v1 = iconst 0
 ret v1, v0
}
`
		start = ` v1 = symbol_addr @w
 v2, v3 = call v9(v1, v1), v0 -> int
 v4 = iconst 0
 ret v4, v2
}
`
		main = `func @main() -> int {
 bb0(v0: mem):
`
		direct = main + " v9 = symbol_addr @thread_spawn\n" + start
	)
	for _, row := range []struct {
		name, text string
		want       bool
	}{
		{"a direct call", direct + "func @w" + body, true},
		{"a function called worker", main + ` v1 = symbol_addr @worker
 v2, v3 = call v1(v1), v0 -> int
 ret v3, v2
}
func @worker` + body, false},
		{"a pointer in data", main + ` v8 = symbol_addr @d
 v9 = load.8 v8, v0 -> ptr
` + start + "func @w" + body + "data @d = zero 8 relocs [0: @thread_spawn]\n", true},
		{"data behind data", main + ` v8 = symbol_addr @e
 v7 = load.8 v8, v0 -> ptr
 v9 = load.8 v7, v0 -> ptr
` + start +
			"func @w" + body + `data @d = zero 8 relocs [0: @thread_spawn]
data @e = zero 8 relocs [0: @d]
`, true},
		{"its own thread_spawn", direct + "func @w" + body + `func @thread_spawn(ptr, ptr) -> int {
 bb0(v0: mem):
 v1 = iconst 0
 ret v1, v0
}
`, false},
		{"a function that nothing names", main + ` v1 = iconst 0
 ret v1, v0
}
func @other() -> int {
 bb0(v0: mem):
 v9 = symbol_addr @thread_spawn
` + start + "func @w" + body, false},
	} {
		if got := spawns(irtest.Parse(t, row.text)); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}
