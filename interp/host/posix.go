package host

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"

	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Functions of POSIX beside those of files.go: what is known of files, directories, temporary names, the process. Ids, names of the
// machine and times are the same in each run.
var posixFunctions = []Function{
	{Name: "stat", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes what is known of a file of the tree: a struct stat of Linux", Call: statNamed(true)},
	{Name: "lstat", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "stat, of a link itself", Call: statNamed(false)},
	{Name: "fstat", Params: []Kind{Int, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "stat of an open descriptor; those of a program's start are pipes", Call: fstat},
	{Name: "mkdir", Params: []Kind{Ptr, Int}, Result: []Kind{Int}, Observable: true, Doc: "makes a directory of the tree; gives -1 where that is not possible",
		Call: ofName(func(t fileTree, name string, a []Value) error {
			return t.mkdir(strings.TrimRight(name, "/"), os.FileMode(a[1].Int.Low(32).Low64()))
		})},
	{Name: "chmod", Params: []Kind{Ptr, Int}, Result: []Kind{Int}, Observable: true, Doc: "sets the mode of a file of the tree",
		Call: ofName(func(t fileTree, name string, a []Value) error {
			return t.chmod(name, os.FileMode(a[1].Int.Low(32).Low64()))
		})},
	{Name: "truncate", Params: []Kind{Ptr, Long}, Result: []Kind{Int}, Observable: true, Doc: "makes a file of the tree shorter, or longer with zeros",
		Call: ofName(func(t fileTree, name string, a []Value) error {
			f, err := t.open(name, os.O_RDWR, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			return truncated(f, a[1].signed(64))
		})},
	{Name: "ftruncate", Params: []Kind{Int, Long}, Result: []Kind{Int}, Observable: true, Doc: "truncate of a descriptor that is written",
		Call: onDescriptor(func(e Env, s *stream, a []Value) error {
			if !s.mode.write {
				return syscall.EINVAL
			}
			s.buffer = nil
			return truncated(s.data, a[1].signed(64))
		})},
	{Name: "fsync", Params: []Kind{Int}, Result: []Kind{Int}, Observable: true, Doc: "stores what waits in a descriptor", Call: onDescriptor(func(Env, *stream, []Value) error { return nil })},
	{Name: "pread", Params: []Kind{Int, Ptr, Size, Long}, Result: []Kind{Long}, Observable: true, Doc: "read from a position, which the descriptor's does not follow", Call: pread},
	{Name: "pwrite", Params: []Kind{Int, Ptr, Size, Long}, Result: []Kind{Long}, Observable: true, Doc: "write at a position, which the descriptor's does not follow", Call: pwrite},
	{Name: "creat", Params: []Kind{Ptr, Int}, Result: []Kind{Int}, Observable: true, Doc: "open with O_CREAT, O_WRONLY and O_TRUNC",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return openFile(e, []Value{a[0], IntValue(int64(os.O_CREATE | os.O_WRONLY | os.O_TRUNC)), a[1]})
		}},
	{Name: "mkstemp", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "makes and opens a file whose name ends in six X, which it replaces; gives a descriptor, or -1",
		Call: func(e Env, a []Value) ([]Value, Status) {
			fd := IntValue(-1)
			code, ok := temporary(e, "mkstemp", a[0].Ptr, func(name string) int {
				s, code := openNamed(e, "mkstemp", name, mode{read: true, write: true, flag: os.O_RDWR | os.O_CREATE | os.O_EXCL}, 0o600, false)
				if code == errNone {
					fd = IntValue(int64(s.fd))
				}
				return code
			})
			if !ok || code != errNone {
				return fail(e, code, IntValue(-1))
			}
			return one(fd)
		}},
	{Name: "mkdtemp", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "makes a directory whose name ends in six X, which it replaces; null where that is not possible",
		Call: func(e Env, a []Value) ([]Value, Status) {
			code, ok := temporary(e, "mkdtemp", a[0].Ptr, func(name string) int {
				if err := e.State().files().mkdir(e.State().at(name), 0o700); err != nil {
					return errorCode(err)
				}
				return errNone
			})
			if !ok || code != errNone {
				return fail(e, code, PtrValue(memory.Pointer{}))
			}
			return one(a[0])
		}},
	{Name: "chdir", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "goes into a directory of the tree: relative names are names in it", Call: chdir},
	{Name: "getcwd", Params: []Kind{Ptr, Size}, Result: []Kind{Ptr}, Observable: true, Doc: "the name of the working directory in a buffer of n bytes, or for null in memory of malloc; null where it does not fit", Call: getcwd},
	{Name: "realpath", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "the absolute name of a file of the tree in a buffer of 4096 bytes, or for null in memory of malloc; links stay",
		Call: func(e Env, a []Value) ([]Value, Status) {
			null := PtrValue(memory.Pointer{})
			name, ok := cstring(e, a[0].Ptr, 1<<63, true)
			if !ok {
				return give(e, null)
			}
			st := e.State()
			if _, err := st.files().stat(st.at(string(name)), true); err != nil {
				return fail(e, errorCode(err), null)
			}
			return buffered(e, a[1].Ptr, maxPath, st.absolute(string(name)))
		}},
	{Name: "opendir", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "opens a directory of the tree, null where that is not possible", Call: opendir},
	{Name: "readdir", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "the next entry of a directory, a struct dirent that the next call changes; . and .. come first, then the others by name; null at the end", Call: readdir},
	{Name: "rewinddir", Params: []Kind{Ptr}, Observable: true, Doc: "has readdir begin again",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if d, ok := directoryOf(e, "rewinddir", a[0].Ptr); ok {
				d.next = 0
			}
			return give(e)
		}},
	{Name: "closedir", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "closes a directory, which is not to be used after that",
		Call: func(e Env, a []Value) ([]Value, Status) {
			d, ok := directoryOf(e, "closedir", a[0].Ptr)
			if !ok {
				return give(e, IntValue(-1))
			}
			d.closed = true
			return one(IntValue(0))
		}},
	{Name: "sysconf", Params: []Kind{Int}, Result: []Kind{Long}, Observable: true, Doc: "a limit of the system: pages of 4096 bytes, 65536 of them, one processor, 100 ticks a second, 256 open files; -1 of others",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if v, ok := limits[a[0].signed(32)]; ok {
				return one(Value{Kind: Long, Int: num.New(v)})
			}
			return fail(e, errInvalid, Value{Kind: Long, Int: num.New(-1)})
		}},
	constantID("getpagesize", 4096), constantID("getppid", 1), constantID("getuid", 1000), constantID("geteuid", 1000), constantID("getgid", 1000), constantID("getegid", 1000),
	{Name: "umask", Params: []Kind{Int}, Result: []Kind{Int}, Observable: true, Doc: "022, whatever is asked for", Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(0o22)) }},
	{Name: "gethostname", Params: []Kind{Ptr, Size}, Result: []Kind{Int}, Observable: true, Doc: "the name of the machine, which is tuffy",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if a[1].size() < 6 {
				return fail(e, errLongName, IntValue(-1))
			}
			if !e.Write(a[0].Ptr, []byte("tuffy\x00")) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	{Name: "getrusage", Params: []Kind{Int, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes what the process has used, which is nothing", Call: zeros(144, IntValue(0))},
	{Name: "times", Params: []Kind{Ptr}, Result: []Kind{Long}, Observable: true, Doc: "writes the times of the process, which are 0",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !isNull(a[0].Ptr) && !e.Write(a[0].Ptr, make([]byte, 32)) {
				return give(e, Value{Kind: Long})
			}
			return one(Value{Kind: Long})
		}},
	{Name: "clock_getres", Params: []Kind{Int, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes that clocks count nanoseconds",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !isNull(a[1].Ptr) && !e.Write(a[1].Ptr, append(little(0, 8), little(1, 8)...)) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	{Name: "uname", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes the names of the system: Linux on x86_64",
		Call: func(e Env, a []Value) ([]Value, Status) {
			b := make([]byte, 6*65)
			for k, s := range []string{"Linux", "tuffy", "0", "0", "x86_64", "(none)"} {
				copy(b[65*k:], s)
			}
			if !e.Write(a[0].Ptr, b) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	noProcess("fork", nil), noProcess("pipe", []Kind{Ptr}), noProcess("dup", []Kind{Int}), noProcess("dup2", []Kind{Int, Int}), noProcess("wait", []Kind{Ptr}), noProcess("waitpid", []Kind{Int, Ptr, Int}), noProcess("kill", []Kind{Int, Int}), noProcess("execv", []Kind{Ptr, Ptr}), noProcess("execvp", []Kind{Ptr, Ptr}),
}

// limits are those of sysconf, by the numbers of Linux.
var limits = map[int64]int64{0: 131072, 2: 100, 4: 256, 30: 4096, 43: 2048, 83: 1, 84: 1, 85: 65536, 86: 65536, 180: 64}

const errLongName = int(syscall.ENAMETOOLONG)

// constantID is a function that gives a number.
func constantID(name string, v int64) Function {
	return Function{Name: name, Result: []Kind{Int}, Observable: true, Doc: fmt.Sprintf("%d, the same in each run", v), Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(v)) }}
}

// noProcess is a function of processes, of which there is one.
func noProcess(name string, params []Kind) Function {
	return Function{Name: name, Params: params, Result: []Kind{Int}, Observable: true, Doc: "-1 with ENOSYS: a run has one process, and descriptors of its own alone",
		Call: func(e Env, a []Value) ([]Value, Status) { return fail(e, errNoSystem, IntValue(-1)) }}
}

// zeros is a function whose second argument is filled with n zeros.
func zeros(n int, result Value) call {
	return func(e Env, a []Value) ([]Value, Status) {
		if !e.Write(a[1].Ptr, make([]byte, n)) {
			return give(e, IntValue(-1))
		}
		return one(result)
	}
}

// ofName is a function of the file that the first argument names.
func ofName(f func(t fileTree, name string, a []Value) error) call {
	return func(e Env, a []Value) ([]Value, Status) {
		name, ok := cstring(e, a[0].Ptr, 1<<63, true)
		if !ok {
			return give(e, IntValue(-1))
		}
		return inTree(e, string(name), func(t fileTree, name string) error { return f(t, name, a) })
	}
}

// onDescriptor is a function of an open file, with all that was written stored before.
func onDescriptor(f func(e Env, s *stream, a []Value) error) call {
	return func(e Env, a []Value) ([]Value, Status) {
		s := e.State().descriptor(a[0].signed(32))
		switch {
		case s == nil:
			return fail(e, errBadFile, IntValue(-1))
		case s.data == nil:
			return fail(e, errInvalid, IntValue(-1))
		}
		if code := s.flush(); code != errNone {
			return fail(e, code, IntValue(-1))
		}
		if err := f(e, s, a); err != nil {
			return fail(e, errorCode(err), IntValue(-1))
		}
		return one(IntValue(0))
	}
}

func truncated(f content, n int64) error {
	if n < 0 {
		return syscall.EINVAL
	}
	return f.Truncate(n)
}

// statNamed is stat or lstat.
func statNamed(follow bool) call {
	return func(e Env, a []Value) ([]Value, Status) {
		name, ok := cstring(e, a[0].Ptr, 1<<63, true)
		if !ok {
			return give(e, IntValue(-1))
		}
		var info fs.FileInfo
		res, s := inTree(e, string(name), func(t fileTree, name string) (err error) {
			info, err = t.stat(name, follow)
			return err
		})
		if info != nil && !e.Write(a[1].Ptr, statBytes(info)) {
			return give(e, IntValue(-1))
		}
		return res, s
	}
}

func fstat(e Env, a []Value) ([]Value, Status) {
	s := e.State().descriptor(a[0].signed(32))
	if s == nil {
		return fail(e, errBadFile, IntValue(-1))
	}
	var info fs.FileInfo = &node{name: s.name, mode: fs.ModeNamedPipe | 0o600, ino: 1}
	if s.data != nil {
		s.flush()
		var err error
		if info, err = s.data.info(); err != nil {
			return fail(e, errorCode(err), IntValue(-1))
		}
	}
	if !e.Write(a[1].Ptr, statBytes(info)) {
		return give(e, IntValue(-1))
	}
	return one(IntValue(0))
}

// statBytes is a struct stat of Linux on x86-64.
func statBytes(info fs.FileInfo) []byte {
	kind := uint64(syscall.S_IFREG)
	switch {
	case info.IsDir():
		kind = syscall.S_IFDIR
	case info.Mode()&fs.ModeSymlink != 0:
		kind = syscall.S_IFLNK
	case info.Mode()&fs.ModeNamedPipe != 0:
		kind = syscall.S_IFIFO
	}
	ino, links, size := uint64(1), uint64(1), uint64(info.Size())
	switch x := info.Sys().(type) {
	case *syscall.Stat_t:
		ino, links = x.Ino, x.Nlink
	default:
		if n, ok := info.(*node); ok {
			ino = n.ino
		}
	}
	b := make([]byte, 144)
	for _, f := range []struct {
		at, n int
		v     uint64
	}{{0, 8, 1}, {8, 8, ino}, {16, 8, links}, {24, 4, kind | uint64(info.Mode().Perm())}, {28, 4, 1000}, {32, 4, 1000}, {48, 8, size}, {56, 8, 4096}, {64, 8, (size + 511) / 512},
		{72, 8, uint64(info.ModTime().Unix())}, {88, 8, uint64(info.ModTime().Unix())}, {104, 8, uint64(info.ModTime().Unix())}} {
		copy(b[f.at:], little(f.v, f.n))
	}
	return b
}

func pread(e Env, a []Value) ([]Value, Status) {
	failed := Value{Kind: Long, Int: num.New(-1)}
	s, at := e.State().descriptor(a[0].signed(32)), a[3].signed(64)
	switch {
	case s == nil || !s.mode.read:
		return fail(e, errBadFile, failed)
	case s.data == nil:
		return fail(e, errSeekPipe, failed)
	case at < 0:
		return fail(e, errInvalid, failed)
	}
	s.flush()
	b := make([]byte, min(a[2].size(), 1<<20))
	n, err := s.data.ReadAt(b, at)
	if n == 0 && err != nil && err != io.EOF {
		return fail(e, errorCode(err), failed)
	}
	if n > 0 && !e.Write(a[1].Ptr, b[:n]) {
		return give(e, failed)
	}
	return one(Value{Kind: Long, Int: num.New(int64(n))})
}

func pwrite(e Env, a []Value) ([]Value, Status) {
	failed := Value{Kind: Long, Int: num.New(-1)}
	s, at := e.State().descriptor(a[0].signed(32)), a[3].signed(64)
	switch {
	case s == nil || !s.mode.write:
		return fail(e, errBadFile, failed)
	case s.data == nil:
		return fail(e, errSeekPipe, failed)
	case at < 0:
		return fail(e, errInvalid, failed)
	}
	b, ok := e.Read(a[1].Ptr, a[2].size(), true)
	if !ok {
		return give(e, failed)
	}
	s.flush()
	s.buffer = nil
	if _, err := s.data.WriteAt(b, at); err != nil {
		return fail(e, errorCode(err), failed)
	}
	return one(Value{Kind: Long, Int: num.New(int64(len(b)))})
}

// temporary gives names to what try makes, until one is new. The template is written; code is an error's number.
func temporary(e Env, function string, p memory.Pointer, try func(name string) (code int)) (code int, ok bool) {
	template, ok := cstring(e, p, 1<<63, true)
	if !ok {
		return errInvalid, false
	}
	stem, found := strings.CutSuffix(string(template), "XXXXXX")
	if !found {
		return errInvalid, true
	}
	st := e.State()
	for range 1 << 16 {
		st.temps++
		name := stem + fmt.Sprintf("t%05d", st.temps)
		if code = try(name); code == errExists {
			continue
		}
		if code == errNone && !e.Write(p, []byte(name)) {
			return code, false
		}
		return code, true
	}
	return errExists, true
}

// absolute is the absolute name of a file.
func (st *State) absolute(name string) string {
	name = st.at(name)
	if !strings.HasPrefix(name, "/") {
		name = st.files().start() + "/" + name
	}
	return path.Clean(name)
}

func chdir(e Env, a []Value) ([]Value, Status) {
	name, ok := cstring(e, a[0].Ptr, 1<<63, true)
	if !ok {
		return give(e, IntValue(-1))
	}
	st := e.State()
	return inTree(e, string(name), func(t fileTree, at string) error {
		info, err := t.stat(at, true)
		if err == nil && !info.IsDir() {
			err = syscall.ENOTDIR
		}
		if err == nil {
			st.dir = st.absolute(string(name))
		}
		return err
	})
}

func getcwd(e Env, a []Value) ([]Value, Status) {
	n := a[1].size()
	if isNull(a[0].Ptr) && n == 0 {
		n = maxPath
	}
	return buffered(e, a[0].Ptr, n, e.State().absolute("."))
}

// buffered is a result that is a text in a buffer of n bytes, or in memory of malloc for null.
func buffered(e Env, p memory.Pointer, n uint64, s string) ([]Value, Status) {
	null := PtrValue(memory.Pointer{})
	switch {
	case n == 0:
		return fail(e, errInvalid, null)
	case uint64(len(s)) >= n:
		return fail(e, errRange, null)
	case isNull(p):
		var ok bool
		if p, ok = e.Alloc(uint64(len(s))+1, MallocAlign); !ok {
			return fail(e, errNoMemory, null)
		}
	case !e.Room(p, n): // the buffer has the size that the caller says
		return give(e, null)
	}
	if !e.Write(p, append([]byte(s), 0)) {
		return give(e, null)
	}
	return one(PtrValue(p))
}

// directory is one that opendir opened.
type directory struct {
	p      memory.Pointer // the DIR
	name   string
	all    []fs.FileInfo
	next   int
	entry  memory.Pointer // the struct dirent, once it was asked for
	closed bool
}

func opendir(e Env, a []Value) ([]Value, Status) {
	null := PtrValue(memory.Pointer{})
	name, ok := cstring(e, a[0].Ptr, 1<<63, true)
	if !ok {
		return give(e, null)
	}
	st := e.State()
	all, err := st.files().list(st.at(string(name)))
	if err != nil {
		return fail(e, errorCode(err), null)
	}
	d := &directory{name: string(name), all: all}
	if d.p, ok = e.Static(16, "the directory "+d.name, nil); !ok {
		return fail(e, errNoMemory, null)
	}
	st.dirs = append(st.dirs, d)
	return one(PtrValue(d.p))
}

// directoryOf is the open directory that a pointer means. What is none is reported.
func directoryOf(e Env, function string, p memory.Pointer) (*directory, bool) {
	for _, d := range e.State().dirs {
		if d.p.Addr == p.Addr {
			if d.closed {
				e.Contract("%s: the directory %q was closed (POSIX)", function, d.name)
			}
			return d, !d.closed
		}
	}
	e.Contract("%s: the pointer is not one of opendir (POSIX)", function)
	return nil, false
}

// readdir makes the struct dirent of musl and glibc, which have one layout, in memory that each directory has once.
func readdir(e Env, a []Value) ([]Value, Status) {
	null := PtrValue(memory.Pointer{})
	d, ok := directoryOf(e, "readdir", a[0].Ptr)
	if !ok {
		return give(e, null)
	}
	if d.next >= len(d.all)+2 {
		return one(null)
	}
	if isNull(d.entry) {
		if d.entry, ok = e.Static(280, "an entry of the directory "+d.name, nil); !ok {
			return fail(e, errNoMemory, null)
		}
	}
	b := make([]byte, 280)
	name, ino, kind := ".", uint64(1), byte(syscall.DT_DIR)
	switch {
	case d.next == 1:
		name = ".."
	case d.next > 1:
		info := d.all[d.next-2]
		stat := statBytes(info)
		name, ino = info.Name(), word(stat[8:16])
		kind = byte(word(stat[24:28]) >> 12)
	}
	d.next++
	copy(b, little(ino, 8))
	copy(b[8:], little(uint64(d.next), 8))
	copy(b[16:], little(280, 2))
	b[18] = kind
	copy(b[19:279], name)
	if !e.Write(d.entry, b) {
		return give(e, null)
	}
	return one(PtrValue(d.entry))
}
