// Package host holds the external functions that an interpreted program may call: a subset
// of the C library and threads, one file an area. Each function checks its contract; what it
// may touch goes through [Env], which reports undefined behaviour as data.
//
// Non-goals: locales but that of C, processes, sockets.
// A function that is not here is unsupported, by name.
package host

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Kind is the C type of a parameter or result, as far as the interpreter tells them apart.
// It decides the bounds of an argument and how a result is typed, no more: structs are not passed by value.
// A kind is compared with the IR type of an argument by package interp: an int kind with int, and so on.
type Kind uint8

// The kinds. Ints arrive as mathematical integers; the caller holds the parameters of a
// [Function] to [Kind.Bounds], but not Byte, which takes any integer.
const (
	Int  Kind = iota // int, 32 bits, signed
	Long             // long, 64 bits, signed
	Size             // size_t, 64 bits, unsigned
	Byte             // an int whose low 8 bits count, as for memset and putchar
	Ptr              // any pointer
	F64              // double
	F32              // float, of a parameter that is declared so
	List             // va_list, the last parameter
	F80              // long double
)

// String is the C spelling of k.
func (k Kind) String() string {
	return [...]string{"int", "long", "size_t", "int", "pointer", "double", "float", "va_list", "long double"}[k]
}

// IsInt reports whether values of kind k are integers.
func (k Kind) IsInt() bool { return k < Ptr }

// Bounds is the inclusive range of an integer kind.
func (k Kind) Bounds() (lo, hi num.Int) {
	switch k {
	case Size:
		return num.Int{}, num.FromUint64(1<<64 - 1)
	case Long:
		return num.New(-1 << 63), num.New(1<<63 - 1)
	}
	// An unsigned int argument is passed to the same functions as a signed one.
	// The IR has no signedness; whichever the program meant, its value lies in one of the two ranges.
	return num.New(-1 << 31), num.New(1<<32 - 1)
}

// Value is an argument or a result. Kind Int, Long, Size and Byte use Int; F64, F32 and F80 use Bits.
type Value struct {
	Kind Kind
	Int  num.Int
	Ptr  memory.Pointer
	Bits uint64 // of a float of any kind; a float behind "..." is promoted by the caller
	Hi   uint64 // of a long double: the sign and the exponent
}

// IntValue makes an int result.
func IntValue(v int64) Value { return Value{Kind: Int, Int: num.New(v)} }

// SizeValue makes a size_t result.
func SizeValue(v uint64) Value { return Value{Kind: Size, Int: num.FromUint64(v)} }

// PtrValue makes a pointer result.
func PtrValue(p memory.Pointer) Value { return Value{Kind: Ptr, Ptr: p} }

// Status says what a call did.
// Blocked promises that nothing was done: the same call is made again from its start.
type Status uint8

// The ways a call goes.
const (
	Done    Status = iota
	Blocked        // waits for another thread: make the call again later
	Ended          // the run is over: exit, abort, or undefined behaviour without a way on
)

// Env is what a host function may use. Methods with an ok result report undefined behaviour
// themselves; on false the function returns at once with [Ended] if the run is over
// (Env.Over), else with its fallback result.
// A Function keeps no state of its own, so a run can be repeated; all it knows comes from here, and it keeps what it must in a [State].
type Env interface {
	// Read returns n bytes at p as an external function sees them: reading uninit or poison
	// bytes is undefined behaviour (in a run that continues they read as 0). The bytes are
	// recorded as seen by this call if visible.
	Read(p memory.Pointer, n uint64, visible bool) (b []byte, ok bool)
	// Write stores known bytes.
	// Zero bytes are never an access, whatever the pointer.
	Write(p memory.Pointer, b []byte) bool
	// WritePointer stores a pointer with its provenance.
	WritePointer(p, v memory.Pointer) bool
	// ReadPointer is the pointer that is stored at p. Bytes that are none are reported.
	ReadPointer(p memory.Pointer) (v memory.Pointer, ok bool)
	// Expose says that the program has the address of what a pointer leads to as text, and FromAddress is the pointer that text
	// stands for.
	Expose(p memory.Pointer)
	FromAddress(addr uint64) memory.Pointer
	// Room reports n bytes at p that cannot be written, and writes nothing.
	Room(p memory.Pointer, n uint64) bool
	// Static makes memory of the library, which nothing frees. With a text it begins with that, which no thread has
	// written, and nobody may change it. It is false if the memory limit does not allow it.
	Static(size uint64, name string, text []byte) (p memory.Pointer, ok bool)
	// Copy moves n bytes with their states; overlap is undefined behaviour unless allowed.
	Copy(dst, src memory.Pointer, n uint64, mayOverlap bool) bool
	// Fill writes n times the byte.
	Fill(dst memory.Pointer, b byte, n uint64) bool
	// Forget makes n bytes indeterminate.
	Forget(dst memory.Pointer, n uint64) bool
	// FromLibrary reports whether package clib calls, and not the program.
	FromLibrary() bool
	// Calls is how many calls of a function of package clib are in progress in the thread, and Threads how many threads there are.
	Calls(function string) int
	Threads() int
	// Lives reports whether what a pointer leads to has not ended.
	Lives(p memory.Pointer) bool
	// Sum is a number that changes with the n bytes at p, which are not looked at as an access is.
	Sum(p memory.Pointer, n uint64) uint64
	// Alloc makes a heap allocation; ok is false if the memory limit does not allow it.
	Alloc(size, align uint64) (p memory.Pointer, ok bool)
	// Heap returns the size of the live heap allocation that starts at p; otherwise it
	// reports the wrong pointer as what (free or realloc) got.
	Heap(p memory.Pointer, what string) (size uint64, ok bool)
	// Free ends the heap allocation that starts at p.
	Free(p memory.Pointer) bool

	// Output is what the program prints; Input gives at most n bytes, fewer at the end of what there is.
	// Whether output could be written is not told to the function: a failure ends the run.
	Output(b []byte)
	Input(n uint64) []byte
	// State is what the functions remember.
	State() *State
	// Rand is the next number of the run's stream, which SeedRand restarts.
	Rand() uint64
	SeedRand(seed uint64)
	// Rand48 is what the generators of POSIX remember, 48 bits, 0 at the start of a run.
	Rand48() *uint64
	// Exit and Abort end the run in a defined way; the function then returns [Ended]. A quick exit calls none of the
	// functions of AtExit.
	Exit(code int, quick bool)
	// AtExit remembers a function to be called at the exit; ok is false if there are too many, or if that was
	// undefined.
	AtExit(fn memory.Pointer) (ok bool)
	Abort(reason string)
	// Contract reports a call against the rules of the library.
	Contract(format string, args ...any)
	Over() bool

	// Spawn starts a thread that calls the function with the pointer.
	// ok is false where the run ended: at a limit, or by a function that cannot be a thread.
	Spawn(fn, arg memory.Pointer) (id int64, ok bool)
	// Join waits for a thread; a void function joins as 0.
	Join(id int64) (result num.Int, s Status)
	ThreadID() int64
	Yield()
	// Wait waits until another thread wakes who waits for the word at p, if that has the value; late says that none did, and that all threads waited.
	// Only one that is timed ends so.
	Wait(p memory.Pointer, value int64, timed bool) (late bool, s Status)
	// Wake wakes at most n threads that wait for the word at p.
	Wake(p memory.Pointer, n int64)
	// WaitOthers waits until there are no other threads.
	WaitOthers() Status
}

// Function is an external function.
// Call is given as many arguments as Params has, more only if Variadic, each of its kind and within its bounds. In place
// of a [List] it is given the arguments that the list still has, as a variadic function.
// Result has one kind or none.
type Function struct {
	Name       string
	Params     []Kind
	Variadic   bool
	Result     []Kind // none for void, two for a struct of two words
	Observable bool   // outsiders see the call: output, exit, input, threads
	Threads    bool   // it starts a thread, waits for one or yields to one
	InIR       bool   // package clib has it, and no Call
	Hosted     bool   // compiled programs have it of the C library of the system alone
	Doc        string
	Call       func(e Env, a []Value) ([]Value, Status)

	// Pure is what Call computes of the words of its arguments, ints as int64 and floats as their bits, where it does nothing else; ok is false
	// where it does. nil of most.
	Pure func(x []uint64) (r uint64, ok bool)
}

// Functions lists all functions, sorted by name.
var Functions = sorted(callbackFunctions, listFunctions, scanFunctions, memoryFunctions, stringFunctions, outputFunctions, streamFunctions, fileFunctions, errorFunctions, allHosted(textFunctions), allHosted(posixFunctions), allHosted(environFunctions), allHosted(calendarFunctions), allHosted(mathFunctions), intFunctions, floatFunctions, longFunctions, allHosted(longElementary), allHosted(longParts), elementaryFunctions, clockFunctions, rand48Functions, ctypeFunctions, exitFunctions, randFunctions, threadFunctions, allHosted(lockFunctions), allHosted(complexFunctions), allHosted(hostedWide), allHosted(environmentFunctions), standardFunctions, signalFunctions, wideFunctions, multibyteFunctions)

// sorted is the table in the order that Lookup searches.
// No name may occur twice: Lookup would find either.
func sorted(areas ...[]Function) []Function {
	all := slices.Concat(areas...)
	slices.SortFunc(all, func(a, b Function) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// allHosted is a table of functions that compiled programs have of the system alone.
func allHosted(list []Function) []Function {
	for n := range list {
		list[n].Hosted = true
	}
	return list
}

// TakesList reports whether f takes arguments from a list.
func (f *Function) TakesList() bool {
	return len(f.Params) > 0 && f.Params[len(f.Params)-1] == List
}

// Expanded is f with the arguments of its list in place of that.
func (f *Function) Expanded() *Function {
	g := *f
	g.Params, g.Variadic = f.Params[:len(f.Params)-1], true
	return &g
}

// Lookup finds a function by its C name.
// The row is shared by all runs and must not be changed.
func Lookup(name string) (*Function, bool) { return find(Functions, name) }

// find looks a name up in a sorted table.
func find(table []Function, name string) (*Function, bool) {
	i, ok := slices.BinarySearchFunc(table, name, func(f Function, n string) int { return strings.Compare(f.Name, n) })
	if !ok {
		return nil, false
	}
	return &table[i], true
}

// size is a size_t argument, which the caller has held to 64 bits.
// Only of a Size argument.
func (a Value) size() uint64 { return a.Int.Low64() }

// none is the answer of a void function.
func none() ([]Value, Status) { return nil, Done }

// one is the answer of a function with a result.
func one(v Value) ([]Value, Status) { return []Value{v}, Done }

// give is the answer after a failed access: the fallback, or the end of the run.
func give(e Env, fallback ...Value) ([]Value, Status) {
	if e.Over() {
		return nil, Ended
	}
	return fallback, Done
}
