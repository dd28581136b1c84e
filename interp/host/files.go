package host

import (
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Files by name (C11 7.21.4, 7.21.5) and by descriptor (POSIX): those of [State.Tree], or of a tree in memory.
var fileFunctions = []Function{
	{Name: "fopen", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "opens a file of the tree that the run was given, null where that is not possible; the mode is r, w or a, with + b e behind it, and x behind w",
		Call: func(e Env, a []Value) ([]Value, Status) {
			null := PtrValue(memory.Pointer{})
			name, m, ok := nameAndMode(e, "fopen", a[0].Ptr, a[1].Ptr)
			if !ok {
				return give(e, null)
			}
			s, code := openNamed(e, "fopen", name, m, 0o666, true)
			if code != errNone {
				return fail(e, code, null)
			}
			if m.append && !m.read { // where glibc begins
				s.pos, _ = s.data.Size()
			}
			return one(PtrValue(s.file))
		}},
	{Name: "freopen", Hosted: true, Params: []Kind{Ptr, Ptr, Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "closes a stream and opens a file as fopen in its place; null where that is not possible. A null name is refused with EBADF",
		Call: freopen},
	{Name: "fdopen", Hosted: true, Params: []Kind{Int, Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "the stream of an open descriptor, null where there is none or the mode is not one that it was opened for",
		Call: func(e Env, a []Value) ([]Value, Status) {
			null := PtrValue(memory.Pointer{})
			m, ok := modeOf(e, "fdopen", a[1].Ptr)
			if !ok {
				return give(e, null)
			}
			s := e.State().descriptor(a[0].signed(32))
			switch {
			case s == nil:
				return fail(e, errBadFile, null)
			case m.read && !s.mode.read || m.write && !s.mode.write:
				return fail(e, errInvalid, null)
			case isNull(s.file) && !s.give(e):
				return fail(e, errNoMemory, null)
			}
			s.mode.append = s.mode.append || m.append
			return one(PtrValue(s.file))
		}},
	{Name: "fileno", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "the descriptor of a stream",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := file(e, "fileno", a[0].Ptr)
			if !ok {
				return give(e, IntValue(-1))
			}
			return one(IntValue(int64(s.fd)))
		}},
	{Name: "tmpfile", Hosted: true, Result: []Kind{Ptr}, Observable: true, Doc: "opens a new file, in memory, to write and read; null where there are too many",
		Call: func(e Env, a []Value) ([]Value, Status) {
			st := e.State()
			if !st.room() {
				return fail(e, errTooMany, PtrValue(memory.Pointer{}))
			}
			s, ok := st.add(e, "tmpfile", &memoryFile{st: st}, mode{read: true, write: true}, true)
			if !ok {
				return fail(e, errNoMemory, PtrValue(memory.Pointer{}))
			}
			return one(PtrValue(s.file))
		}},
	{Name: "tmpnam", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "a name that no file of the tree has, in the buffer of L_tmpnam (20) bytes, or in memory of the library for null",
		Call: tmpnam},
	{Name: "remove", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "removes a file of the tree; gives -1 where that is not possible", Call: remove},
	{Name: "unlink", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "remove, but of no directory", Call: removeKind(false)},
	{Name: "rmdir", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "removes an empty directory of the tree; gives -1 where that is not possible", Call: removeKind(true)},
	{Name: "rename", Hosted: true, Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "gives a file of the tree another name in it; gives -1 where that is not possible",
		Call: func(e Env, a []Value) ([]Value, Status) {
			from, ok := cstring(e, a[0].Ptr, 1<<63, true)
			if !ok {
				return give(e, IntValue(-1))
			}
			to, ok := cstring(e, a[1].Ptr, 1<<63, true)
			if !ok {
				return give(e, IntValue(-1))
			}
			return inTree(e, string(from), func(t fileTree, name string) error { return t.rename(name, e.State().at(string(to))) })
		}},
	{Name: "access", Hosted: true, Params: []Kind{Ptr, Int}, Result: []Kind{Int}, Observable: true, Doc: "0 if the tree has a file, whatever is asked of it, else -1",
		Call: func(e Env, a []Value) ([]Value, Status) {
			name, ok := cstring(e, a[0].Ptr, 1<<63, true)
			if !ok {
				return give(e, IntValue(-1))
			}
			if how := a[1].signed(32); how < 0 || how > 7 {
				return fail(e, errInvalid, IntValue(-1))
			}
			return inTree(e, string(name), func(t fileTree, name string) error {
				_, err := t.stat(strings.TrimSuffix(name, "/"), true)
				return err
			})
		}},
	{Name: "open", Hosted: true, Params: []Kind{Ptr, Int}, Variadic: true, Result: []Kind{Int}, Observable: true, Doc: "opens a file of the tree with flags of Linux, and a mode where it may be made; gives a descriptor, or -1",
		Call: openFile},
	{Name: "close", Hosted: true, Params: []Kind{Int}, Result: []Kind{Int}, Observable: true, Doc: "closes a descriptor; gives -1 where it is not open",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s := e.State().descriptor(a[0].signed(32))
			if s == nil {
				return fail(e, errBadFile, IntValue(-1))
			}
			if code := s.close(); code != errNone {
				return fail(e, code, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	{Name: "lseek", Hosted: true, Params: []Kind{Int, Long, Int}, Result: []Kind{Long}, Observable: true, Doc: "sets the position of a descriptor as fseek and gives it, or -1",
		Call: func(e Env, a []Value) ([]Value, Status) {
			failed := Value{Kind: Long, Int: num.New(-1)}
			s, whence := e.State().descriptor(a[0].signed(32)), a[2].signed(32)
			switch {
			case s == nil:
				return fail(e, errBadFile, failed)
			case whence < 0 || whence > 2:
				return fail(e, errInvalid, failed)
			}
			if code := s.seek(a[1].signed(64), whence); code != errNone {
				return fail(e, code, failed)
			}
			return one(Value{Kind: Long, Int: num.New(s.pos)})
		}},
	{Name: "isatty", Hosted: true, Params: []Kind{Int}, Result: []Kind{Int}, Observable: true, Doc: "0: no descriptor is of a terminal",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if e.State().descriptor(a[0].signed(32)) == nil {
				return fail(e, errBadFile, IntValue(0))
			}
			return fail(e, errNoTTY, IntValue(0))
		}},
	{Name: "getpid", Hosted: true, Result: []Kind{Int}, Doc: "1000, the same in each run", Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(1000)) }},
	{Name: "write", Params: []Kind{Int, Ptr, Size}, Result: []Kind{Long}, Observable: true, Doc: "writes bytes to a descriptor", Call: write},
	{Name: "read", Params: []Kind{Int, Ptr, Size}, Result: []Kind{Long}, Observable: true, Doc: "reads bytes from a descriptor", Call: read},
	{Name: "system", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "0 for null: there is no command processor; -1 for a command, which is not run",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if isNull(a[0].Ptr) {
				return one(IntValue(0))
			}
			if _, ok := cstring(e, a[0].Ptr, 1<<63, true); !ok {
				return give(e, IntValue(-1))
			}
			return fail(e, errNoSystem, IntValue(-1))
		}},
	{Name: "popen", Hosted: true, Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "null with ENOSYS: a program starts no other",
		Call: func(e Env, a []Value) ([]Value, Status) {
			for _, p := range []memory.Pointer{a[0].Ptr, a[1].Ptr} {
				if _, ok := cstring(e, p, 1<<63, true); !ok {
					return give(e, PtrValue(memory.Pointer{}))
				}
			}
			return fail(e, errNoSystem, PtrValue(memory.Pointer{}))
		}},
	{Name: "pclose", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "undefined: popen gives no stream",
		Call: func(e Env, a []Value) ([]Value, Status) {
			e.Contract("pclose: the stream is not one of popen, which gives none")
			return give(e, IntValue(-1))
		}},
}

// modeOf reads the mode of a function. What C does not define is reported.
func modeOf(e Env, function string, p memory.Pointer) (m mode, ok bool) {
	text, ok := cstring(e, p, 1<<63, true)
	if !ok {
		return m, false
	}
	if m, ok = openMode(string(text)); !ok {
		e.Contract("%s: the mode %q is not r, w or a with +, b, e, and x behind w, each once (C11 7.21.5.3 p3)", function, text)
	}
	return m, ok
}

func nameAndMode(e Env, function string, p, mode memory.Pointer) (name string, m mode, ok bool) {
	text, ok := cstring(e, p, 1<<63, true)
	if !ok {
		return "", m, false
	}
	m, ok = modeOf(e, function, mode)
	return string(text), m, ok
}

// freopen keeps the FILE pointer, which is of the new file then.
func freopen(e Env, a []Value) ([]Value, Status) {
	null := PtrValue(memory.Pointer{})
	old, ok := file(e, "freopen", a[2].Ptr)
	if !ok {
		return give(e, null)
	}
	m, ok := modeOf(e, "freopen", a[1].Ptr)
	if !ok {
		return give(e, null)
	}
	if isNull(a[0].Ptr) {
		return fail(e, errBadFile, null)
	}
	name, ok := cstring(e, a[0].Ptr, 1<<63, true)
	if !ok {
		return give(e, null)
	}
	fd := old.fd
	old.close()
	s, code := openNamed(e, "freopen", string(name), m, 0o666, false)
	if code != errNone {
		return fail(e, code, null)
	}
	st := e.State()
	st.streams[s.fd], st.streams[fd] = nil, s
	s.fd = fd
	s.file, old.file = old.file, memory.Pointer{}
	return one(PtrValue(s.file))
}

// tmpnam gives names of the working directory, which are in the tree.
func tmpnam(e Env, a []Value) ([]Value, Status) {
	st := e.State()
	name := ""
	for n := 0; ; n++ {
		name = fmt.Sprintf("tmp%05d", n)
		if _, err := st.files().stat(st.at(name), false); err != nil {
			break
		}
	}
	if isNull(a[0].Ptr) {
		return staticText(e, "tmpnam", name, 20)
	}
	if !e.Write(a[0].Ptr, append([]byte(name), 0)) {
		return give(e, PtrValue(memory.Pointer{}))
	}
	return one(a[0])
}

func remove(e Env, a []Value) ([]Value, Status) {
	name, ok := cstring(e, a[0].Ptr, 1<<63, true)
	if !ok {
		return give(e, IntValue(-1))
	}
	return inTree(e, string(name), fileTree.remove)
}

// removeKind is unlink or rmdir.
func removeKind(directory bool) call {
	return func(e Env, a []Value) ([]Value, Status) {
		name, ok := cstring(e, a[0].Ptr, 1<<63, true)
		if !ok {
			return give(e, IntValue(-1))
		}
		return inTree(e, string(name), func(t fileTree, name string) error {
			info, err := t.stat(name, false)
			switch {
			case err != nil:
				return err
			case info.IsDir() && !directory:
				return syscall.EISDIR
			case !info.IsDir() && directory:
				return syscall.ENOTDIR
			}
			return t.remove(name)
		})
	}
}

// inTree gives 0 for what succeeds in the tree.
func inTree(e Env, name string, f func(fileTree, string) error) ([]Value, Status) {
	st := e.State()
	if err := f(st.files(), st.at(name)); err != nil {
		return fail(e, errorCode(err), IntValue(-1))
	}
	return one(IntValue(0))
}

// openFile takes the flags of Linux, which are those of package os here.
func openFile(e Env, a []Value) ([]Value, Status) {
	name, ok := cstring(e, a[0].Ptr, 1<<63, true)
	if !ok {
		return give(e, IntValue(-1))
	}
	flag, perm := int(a[1].signed(32)), os.FileMode(0o600)
	if flag&os.O_CREATE != 0 {
		if len(a) < 3 || !a[2].Kind.IsInt() {
			e.Contract("open: with O_CREAT the third argument is the mode of the file (POSIX)")
			return give(e, IntValue(-1))
		}
		perm = os.FileMode(a[2].Int.Low(32).Low64())
	}
	how := flag & 3
	if how == 3 {
		return fail(e, errInvalid, IntValue(-1))
	}
	m := mode{read: how != os.O_WRONLY, write: how != os.O_RDONLY, append: flag&os.O_APPEND != 0,
		flag: flag & (3 | os.O_CREATE | os.O_EXCL | os.O_TRUNC)}
	s, code := openNamed(e, "open", string(name), m, perm, false)
	if code != errNone {
		return fail(e, code, IntValue(-1))
	}
	return one(IntValue(int64(s.fd)))
}

// write goes to the one output of the run for both descriptors of output, in order.
func write(e Env, a []Value) ([]Value, Status) {
	failed := Value{Kind: Long, Int: num.New(-1)}
	s := e.State().descriptor(a[0].signed(32))
	if s == nil || !s.mode.write {
		return fail(e, errBadFile, failed)
	}
	b, ok := e.Read(a[1].Ptr, a[2].size(), true)
	if !ok || !s.put(e, b) {
		return give(e, failed)
	}
	if code := s.flush(); code != errNone {
		return fail(e, code, failed)
	}
	return one(Value{Kind: Long, Int: num.New(int64(len(b)))})
}

// read gives at most a megabyte at once, as POSIX allows it to give less than it was asked for. Of stdin it does not see what
// a function of streams looked at and left.
func read(e Env, a []Value) ([]Value, Status) {
	failed := Value{Kind: Long, Int: num.New(-1)}
	s := e.State().descriptor(a[0].signed(32))
	if s == nil || !s.mode.read {
		return fail(e, errBadFile, failed)
	}
	n := min(a[2].size(), 1<<20)
	var b []byte
	if s.data == nil {
		b = e.Input(n)
	} else {
		s.eof, s.back = false, 0
		b = s.read(e, n)
	}
	if len(b) > 0 && !e.Write(a[1].Ptr, b) {
		return give(e, failed)
	}
	return one(Value{Kind: Long, Int: num.New(int64(len(b)))})
}
