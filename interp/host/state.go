package host

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/tuffy-ir/tuffy/memory"
)

// State is what the functions remember between the calls of a run. The zero value is that of its start.
type State struct {
	Tree    *Tree  // the files that the program may open; nil for those that it makes in memory alone
	Refused string // the first file that was not found since there is no tree, as the function and its name

	streams  []*stream // by descriptor; a closed one is nil
	every    []*stream // with those that are closed, which their pointers still name
	inMemory int       // bytes of files in memory
	private  *privateTree
	dir      string       // the working directory, where it is not the one that the program began in
	dirs     []*directory // that opendir opened
	temps    int          // names that mkstemp and its like have made

	cells map[int64]memory.Pointer // errno of each thread that asked for it
	codes map[int64]int            // its value before that

	quits     bool                      // quick_exit was called
	utf8      bool                      // the locale's characters are UTF-8, else ASCII
	statics   map[string]memory.Pointer // memory of the library, by what it is of
	tokens    memory.Pointer            // where strtok continues
	tokened   bool                      // it was given a string
	variables map[string]memory.Pointer // the environment
}

// Close closes the files that are open, with what waits to be written.
func (st *State) Close() {
	for _, s := range st.streams {
		if s != nil && s.data != nil {
			s.flush()
			s.data.Close()
		}
	}
	st.streams = nil
}

// The errors that functions give, by the numbers of Linux.
const (
	errNone      = 0
	errNoEntry   = 2
	errBadFile   = 9
	errNoMemory  = 12
	errAccess    = 13
	errExists    = 17
	errDirectory = 21
	errInvalid   = 22
	errTooMany   = 24
	errNoTTY     = 25
	errNoSpace   = 28
	errSeekPipe  = 29
	errDomain    = 33
	errRange     = 34
	errNoSystem  = 38
	errSequence  = 84
	errTooLarge  = 75
)

// errorCode is the number of an error of the system.
func errorCode(err error) int {
	var no syscall.Errno
	switch {
	case errors.As(err, &no):
		return int(no)
	case errors.Is(err, fs.ErrNotExist):
		return errNoEntry
	case errors.Is(err, fs.ErrExist):
		return errExists
	}
	return errAccess // as for a name that leads out of the tree
}

// errno sets errno of the thread, and is false where that failed.
func errno(e Env, code int) bool {
	st, t := e.State(), e.ThreadID()
	if p, ok := st.cells[t]; ok {
		return e.Write(p, little(uint64(code), 4))
	}
	if st.codes == nil {
		st.codes = map[int64]int{}
	}
	st.codes[t] = code
	return true
}

// fail is the answer of a function that sets errno.
func fail(e Env, code int, fallback ...Value) ([]Value, Status) {
	errno(e, code)
	return give(e, fallback...)
}

// errorNumber is the value of errno of the thread.
func errorNumber(e Env) int {
	st, t := e.State(), e.ThreadID()
	if p, ok := st.cells[t]; ok {
		b, ok := e.Read(p, 4, false)
		if !ok {
			return 0
		}
		return int(int32(word(b)))
	}
	return st.codes[t]
}

var errorFunctions = []Function{
	{Name: "__errno_location", Result: []Kind{Ptr}, Doc: "where errno of the thread is: what the C macro errno is made of",
		Call: func(e Env, a []Value) ([]Value, Status) {
			st, t := e.State(), e.ThreadID()
			p, ok := st.cells[t]
			if !ok {
				if p, ok = e.Static(4, "errno", nil); !ok || !e.Write(p, little(uint64(st.codes[t]), 4)) {
					return give(e, PtrValue(memory.Pointer{}))
				}
				if st.cells == nil {
					st.cells = map[int64]memory.Pointer{}
				}
				st.cells[t] = p
			}
			return one(PtrValue(p))
		}},
	{Name: "strerror", Params: []Kind{Int}, Result: []Kind{Ptr}, Doc: "the text of an error number, as glibc has it; the next call may change it",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return staticText(e, "strerror", errorText(int(a[0].signed(32))), 64)
		}},
	{Name: "strerror_r", Params: []Kind{Int, Ptr, Size}, Result: []Kind{Int}, Doc: "writes the text of an error number to a buffer of n bytes, as POSIX has it; gives 34 (ERANGE) where it is cut, 22 (EINVAL) for a number that has none",
		Call: func(e Env, a []Value) ([]Value, Status) {
			text, n, code := errorText(int(a[0].signed(32))), a[2].size(), int64(0)
			if uint64(len(text)) >= n {
				text, code = text[:max(n, 1)-1], errRange
			}
			if !knownError(int(a[0].signed(32))) {
				code = errInvalid
			}
			if n > 0 && !e.Write(a[1].Ptr, append([]byte(text), 0)) {
				return give(e, IntValue(code))
			}
			return one(IntValue(code))
		}},
}

// static is memory of the library, made at its first use.
func static(e Env, name string, size uint64) (memory.Pointer, bool) {
	return constant(e, name, size, nil)
}

// constant is static memory that begins with a text, which no thread has written.
func constant(e Env, name string, size uint64, text []byte) (memory.Pointer, bool) {
	st := e.State()
	if p, ok := st.statics[name]; ok {
		return p, true
	}
	p, ok := e.Static(size, name, text)
	if !ok {
		return p, false
	}
	if st.statics == nil {
		st.statics = map[string]memory.Pointer{}
	}
	st.statics[name] = p
	return p, true
}

// staticText is a result that is a string in memory of the library of a size.
func staticText(e Env, name, text string, size uint64) ([]Value, Status) {
	p, ok := static(e, name, size)
	if !ok || !e.Write(p, append([]byte(text), 0)) {
		return give(e, PtrValue(memory.Pointer{}))
	}
	return one(PtrValue(p))
}

// little is the low n bytes of a word.
func little(v uint64, n int) []byte {
	b := make([]byte, n)
	for k := range b {
		b[k] = byte(v >> (8 * k))
	}
	return b
}

// word is the number that at most 8 bytes are.
func word(b []byte) (v uint64) {
	for k, x := range b {
		v |= uint64(x) << (8 * k)
	}
	return v
}
