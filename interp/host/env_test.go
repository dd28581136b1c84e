package host

import (
	"fmt"
	"testing"

	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// fakeEnv is an Env over a memory.Space of its own. It notes undefined behaviour as text in
// ub; a strict one is over after the first.
type fakeEnv struct {
	space    *memory.Space
	strict   bool
	over     bool
	r48      uint64
	ub       []string
	out, in  []byte
	seen     [][]byte
	rand     uint64
	exit     int
	exits    int
	state    State
	aborted  string
	joined   map[int64]*num.Int // nil: still running
	yields   int
	spawned  []memory.Pointer
	noThread bool
}

func newFake(strict bool) *fakeEnv {
	return &fakeEnv{space: memory.New(memory.Config{Seed: 1, Limit: 1 << 20}), strict: strict, exit: -1}
}

func (e *fakeEnv) note(format string, args ...any) bool {
	e.ub = append(e.ub, fmt.Sprintf(format, args...))
	e.over = e.over || e.strict
	return !e.over
}

func (e *fakeEnv) check(p memory.Pointer, n uint64, write bool) (*memory.Alloc, uint64, bool) {
	a, off, flt := e.space.Check(p, n, 0, write)
	if flt != nil {
		e.note("%s", flt.Code)
	}
	return a, off, flt == nil
}

func (e *fakeEnv) Read(p memory.Pointer, n uint64, visible bool) ([]byte, bool) {
	if n == 0 {
		return nil, true
	}
	a, off, ok := e.check(p, n, false)
	if !ok {
		return nil, false
	}
	states := make([]memory.Byte, n)
	e.space.ReadBytes(a, off, states)
	out := make([]byte, n)
	for i, b := range states {
		switch b.Kind {
		case memory.Bits:
			out[i] = b.Value
		case memory.Fragment:
			out[i] = byte(b.Frag.Addr >> (8 * b.Value))
		default:
			if !e.note("read of %s", b.Kind) {
				return nil, false
			}
		}
	}
	if visible {
		e.seen = append(e.seen, out)
	}
	return out, true
}

// room is the number of bytes between p and the end of its allocation.
func (e *fakeEnv) room(p memory.Pointer) uint64 {
	a, off, flt := e.space.Check(p, 0, 0, false)
	if flt != nil {
		return 0
	}
	return a.Size - off
}

func (e *fakeEnv) Write(p memory.Pointer, b []byte) bool {
	if len(b) == 0 {
		return true
	}
	a, off, ok := e.check(p, uint64(len(b)), true)
	if !ok {
		return false
	}
	return e.space.WriteBytes(a, off, known(b)) == nil
}

func (e *fakeEnv) WritePointer(p, v memory.Pointer) bool {
	a, off, ok := e.check(p, 8, true)
	if !ok {
		return false
	}
	b := make([]memory.Byte, 8)
	for i := range b {
		b[i] = memory.FragmentByte(v, uint8(i))
	}
	return e.space.WriteBytes(a, off, b) == nil
}

func (e *fakeEnv) ReadPointer(p memory.Pointer) (memory.Pointer, bool) {
	a, off, ok := e.check(p, 8, false)
	if !ok {
		return p, false
	}
	b := make([]memory.Byte, 8)
	e.space.ReadBytes(a, off, b)
	if b[0].Kind == memory.Fragment {
		return b[0].Frag, true
	}
	return memory.Pointer{}, b[0].Kind == memory.Bits || e.note("no pointer")
}

func (e *fakeEnv) Room(p memory.Pointer, n uint64) bool {
	_, _, ok := e.check(p, n, true)
	return ok
}

func (e *fakeEnv) Forget(p memory.Pointer, n uint64) bool {
	a, off, ok := e.check(p, n, true)
	return ok && e.space.Fill(a, off, n, memory.UninitByte()) == nil
}

func (e *fakeEnv) Expose(p memory.Pointer) { e.space.Expose(p.Alloc) }

func (e *fakeEnv) FromAddress(addr uint64) memory.Pointer {
	return memory.Pointer{Addr: addr, Kind: memory.ProvWildcard}
}

func (e *fakeEnv) FromLibrary() bool                 { return false }
func (e *fakeEnv) Calls(function string) int         { return 0 }
func (e *fakeEnv) Threads() int                      { return 1 }
func (e *fakeEnv) Lives(memory.Pointer) bool         { return true }
func (e *fakeEnv) Sum(memory.Pointer, uint64) uint64 { return 0 }

func (e *fakeEnv) Static(size uint64, name string, text []byte) (memory.Pointer, bool) {
	b := make([]memory.Byte, size)
	for k, c := range text {
		b[k] = memory.BitsByte(c)
	}
	return e.buffer(memory.Global, b), true
}

func (e *fakeEnv) Copy(dst, src memory.Pointer, n uint64, mayOverlap bool) bool {
	if n == 0 {
		return true
	}
	to, toOff, ok := e.check(dst, n, true)
	if !ok {
		return false
	}
	from, fromOff, ok := e.check(src, n, false)
	if !ok {
		return false
	}
	if !mayOverlap && to == from && toOff < fromOff+n && fromOff < toOff+n && !e.note("overlap") {
		return false
	}
	return e.space.Copy(to, toOff, from, fromOff, n) == nil
}

func (e *fakeEnv) Fill(dst memory.Pointer, b byte, n uint64) bool {
	if n == 0 {
		return true
	}
	a, off, ok := e.check(dst, n, true)
	return ok && e.space.Fill(a, off, n, memory.BitsByte(b)) == nil
}

func (e *fakeEnv) Alloc(size, align uint64) (memory.Pointer, bool) {
	id, err := e.space.Alloc(memory.Heap, size, align, "test", 0)
	if err != nil {
		return memory.Pointer{}, false
	}
	return e.space.Pointer(id, 0), true
}

func (e *fakeEnv) Heap(p memory.Pointer, what string) (uint64, bool) {
	a, flt := e.space.CheckFree(p)
	if flt != nil {
		e.note("%s: %s", what, flt.Code)
		return 0, false
	}
	return a.Size, true
}

func (e *fakeEnv) Free(p memory.Pointer) bool {
	if _, ok := e.Heap(p, "free"); !ok {
		return false
	}
	a, _ := e.space.CheckFree(p)
	e.space.Free(a.ID, 0, memory.Freed)
	return true
}

func (e *fakeEnv) Output(b []byte) { e.out = append(e.out, b...) }

func (e *fakeEnv) Input(n uint64) []byte {
	k := min(n, uint64(len(e.in)))
	b := e.in[:k]
	e.in = e.in[k:]
	return b
}

func (e *fakeEnv) Rand() uint64 {
	e.rand = e.rand*6364136223846793005 + 1442695040888963407
	return e.rand ^ e.rand>>29
}

func (e *fakeEnv) SeedRand(seed uint64)           { e.rand = seed }
func (e *fakeEnv) State() *State                  { return &e.state }
func (e *fakeEnv) Rand48() *uint64                { return &e.r48 }
func (e *fakeEnv) Exit(code int, quick bool)      { e.exit, e.over = code, true }
func (e *fakeEnv) AtExit(fn memory.Pointer) bool  { e.exits++; return e.exits <= 32 }
func (e *fakeEnv) Abort(reason string)            { e.aborted, e.over = reason, true }
func (e *fakeEnv) Contract(f string, args ...any) { e.note("contract: "+f, args...) }
func (e *fakeEnv) Over() bool                     { return e.over }

func (e *fakeEnv) Spawn(fn, arg memory.Pointer) (int64, bool) {
	if e.noThread {
		e.note("no function")
		return 0, false
	}
	e.spawned = append(e.spawned, fn, arg)
	return int64(len(e.spawned) / 2), true
}

func (e *fakeEnv) Join(id int64) (num.Int, Status) {
	r, ok := e.joined[id]
	switch {
	case !ok:
		e.note("bad join of %d", id)
		e.over = true
		return num.Int{}, Ended
	case r == nil:
		return num.Int{}, Blocked
	}
	return *r, Done
}

func (e *fakeEnv) ThreadID() int64                                 { return 7 }
func (e *fakeEnv) Yield()                                          { e.yields++ }
func (e *fakeEnv) Wait(memory.Pointer, int64, bool) (bool, Status) { return false, Done }
func (e *fakeEnv) Wake(memory.Pointer, int64)                      {}
func (e *fakeEnv) WaitOthers() Status                              { return Done }

func known(b []byte) []memory.Byte {
	out := make([]memory.Byte, len(b))
	for i, x := range b {
		out[i] = memory.BitsByte(x)
	}
	return out
}

// buffer makes an allocation of the states b.
func (e *fakeEnv) buffer(kind memory.AllocKind, b []memory.Byte) memory.Pointer {
	id, err := e.space.Alloc(kind, uint64(len(b)), 1, "buffer", 0)
	if err != nil {
		panic(err)
	}
	if err := e.space.WriteBytes(e.space.Record(id), 0, b); err != nil {
		panic(err)
	}
	return e.space.Pointer(id, 0)
}

// text makes a C string of exactly its size.
func (e *fakeEnv) text(s string) memory.Pointer {
	return e.buffer(memory.Global, known(append([]byte(s), 0)))
}

// call calls a function as a caller does: the arguments agree with its parameters. It checks
// what holds of every call: results agree with the prototype, and the run is over exactly if
// the status says so.
func (e *fakeEnv) call(t *testing.T, name string, args ...Value) ([]Value, Status) {
	t.Helper()
	f, ok := Lookup(name)
	if !ok {
		t.Fatalf("no function %s", name)
	}
	if len(args) < len(f.Params) || len(args) > len(f.Params) && !f.Variadic {
		t.Fatalf("%s takes %d arguments, the test gives %d", name, len(f.Params), len(args))
	}
	for i, k := range f.Params {
		if k.IsInt() != args[i].Kind.IsInt() || !k.IsInt() && k != args[i].Kind {
			t.Fatalf("%s: argument %d is %s, the test gives %s", name, i, k, args[i].Kind)
		}
	}
	res, s := f.Call(e, args)
	if (s == Ended) != e.over {
		t.Fatalf("%s: status %d, but over is %v (%q)", name, s, e.over, e.ub)
	}
	if s != Done {
		if res != nil {
			t.Fatalf("%s: status %d with results", name, s)
		}
		return nil, s
	}
	if len(res) != len(f.Result) {
		t.Fatalf("%s: %d results, the prototype says %d", name, len(res), len(f.Result))
	}
	for i, r := range res {
		if r.Kind != f.Result[i] || r.Int.Sign() != 0 && !r.Kind.IsInt() {
			t.Fatalf("%s: result %+v, the prototype says %s", name, r, f.Result[i])
		}
	}
	return res, s
}

// states reads back n bytes at p.
func (e *fakeEnv) states(p memory.Pointer, n uint64) []memory.Byte {
	a, off, flt := e.space.Check(p, n, 0, false)
	if flt != nil {
		panic(flt.String())
	}
	b := make([]memory.Byte, n)
	e.space.ReadBytes(a, off, b)
	return b
}
