package host

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tuffy-ir/tuffy/memory"
)

// TestTreeAttack: by no name does a program reach, change or remove what is outside of its directory, or open what is no
// regular file.
func TestTreeAttack(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret")
	dir := filepath.Join(outside, "tree")
	for _, err := range []error{os.WriteFile(secret, []byte("secret"), 0o600), os.Mkdir(dir, 0o700), os.Mkdir(filepath.Join(dir, "sub"), 0o700),
		os.Mkdir(dir+"-beside", 0o700), os.WriteFile(filepath.Join(dir+"-beside", "f"), []byte("secret"), 0o600),
		os.Symlink(secret, filepath.Join(dir, "absolute")), os.Symlink("../secret", filepath.Join(dir, "up")), os.Symlink("..", filepath.Join(dir, "parent")),
		os.Symlink("/", filepath.Join(dir, "root")), os.Symlink("../../secret", filepath.Join(dir, "sub", "up")), os.Symlink("loop", filepath.Join(dir, "loop")),
		os.Symlink("../new", filepath.Join(dir, "dangling")), os.Symlink("/dev/zero", filepath.Join(dir, "zero")),
		syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	listener, err := os.OpenFile(filepath.Join(dir, "inside"), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	tree, err := OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	names := []string{"../secret", "./../secret", "sub/../../secret", "sub/../../../" + secret, secret, "//" + secret, "absolute", "up", "parent/secret", "root" + secret,
		"sub/up", "sub//up", "loop", "dangling", "zero", "fifo", ".", "sub", "sub/", "", "/", "/dev/zero", "/dev/tty", "/proc/self/mem", "root/proc/self/mem", "parent", "..", dir, dir + "/", dir + "/../secret",
		dir + "-beside/f", dir + "/./../tree-beside/f", strings.Repeat("x", 5000), strings.Repeat("sub/../", 2000) + "../secret", "inside/..", "inside/../../secret", "a\nb/../../secret"}
	for _, name := range names {
		for _, m := range []string{"r", "w", "a", "r+", "w+", "a+", "wx"} {
			e := newFake(true)
			e.state.Tree = tree
			res, _ := e.call(t, "fopen", PtrValue(e.text(name)), PtrValue(e.text(m)))
			if len(e.ub) > 0 || res[0].Ptr != (memory.Pointer{}) {
				t.Errorf("fopen(%.40q, %q) gives %v, reports %v", name, m, res, e.ub)
			}
			e.state.Close()
		}
		for _, fn := range []string{"remove", "unlink"} {
			if name == "sub" || name == "sub/" || !strings.Contains(name, "/") && name != ".." && name != "." && name != "" || name == "sub/up" || name == "sub//up" {
				continue // links and the files of the tree itself may be removed
			}
			e := newFake(true)
			e.state.Tree = tree
			if n := result(t, e, fn, PtrValue(e.text(name))); n != -1 {
				t.Errorf("%s(%.40q) gives %d", fn, name, n)
			}
		}
		e := newFake(true)
		e.state.Tree = tree
		if strings.Contains(name, "secret") || strings.Contains(name, "beside") {
			if n := result(t, e, "rename", PtrValue(e.text("inside")), PtrValue(e.text(name))); n != -1 {
				t.Errorf("rename to %.40q gives %d", name, n)
			}
			if n := result(t, e, "rename", PtrValue(e.text(name)), PtrValue(e.text("stolen"))); n != -1 {
				t.Errorf("rename of %.40q gives %d", name, n)
			}
			if n := result(t, e, "access", PtrValue(e.text(name)), IntValue(0)); n != -1 {
				t.Errorf("access(%.40q) gives %d", name, n)
			}
		}
	}
	if b, err := os.ReadFile(secret); err != nil || string(b) != "secret" {
		t.Errorf("the file outside: %q %v", b, err)
	}
	if b, err := os.ReadFile(filepath.Join(dir+"-beside", "f")); err != nil || string(b) != "secret" {
		t.Errorf("the file beside: %q %v", b, err)
	}
	all, err := os.ReadDir(outside)
	if err != nil || len(all) != 3 {
		t.Errorf("outside there are %v %v", all, err)
	}
}

// TestTreeLimits: streams are bounded, a tree is a directory, and what is read and written outside of one has a hint.
func TestTreeLimits(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", filepath.Join(dir, "file"), filepath.Join(dir, "none")} {
		if tree, err := OpenTree(name); err == nil && name != "" {
			tree.Close()
			t.Errorf("%q is a directory", name)
		}
	}
	tree, err := OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	e := newFake(true)
	e.state.Tree = tree
	open := 0
	for range 300 {
		res, _ := e.call(t, "fopen", PtrValue(e.text(filepath.Join(dir, "file"))), PtrValue(e.text("r")))
		if res[0].Ptr != (memory.Pointer{}) {
			open++
		}
	}
	if open != maxStreams-3 || errorNumber(e) != errTooMany {
		t.Errorf("%d files are open, errno is %d", open, errorNumber(e))
	}
	e.state.Close()
	tree.written = maxWritten - 1
	res, _ := e.call(t, "fopen", PtrValue(e.text("big")), PtrValue(e.text("w")))
	if n := result(t, e, "fputs", PtrValue(e.text("ab")), res[0]); n != 1 {
		t.Error(n)
	}
	if n := result(t, e, "fclose", res[0]); n != -1 || errorNumber(e) != errNoSpace {
		t.Errorf("beyond the limit fclose gives %d, errno is %d", n, errorNumber(e))
	}
	e = newFake(true)
	res, _ = e.call(t, "fopen", PtrValue(e.text("a\x1b")), PtrValue(e.text("r")))
	if want := `fopen("a\x1b") failed`; res[0].Ptr != (memory.Pointer{}) || !strings.HasPrefix(e.state.Hint(), want) {
		t.Errorf("the hint is %q", e.state.Hint())
	}
	res, _ = e.call(t, "tmpfile")
	big := e.heap(1 << 17)
	written := int64(0)
	for range 600 {
		n := result(t, e, "fwrite", PtrValue(big), SizeValue(1), SizeValue(1<<17), res[0])
		written += n
		e.seen = nil
	}
	if written != maxInMemory {
		t.Errorf("%d bytes are in memory", written)
	}
}

// streamContracts are uses of streams that C does not define.
var streamContracts = []contractRow{
	{name: "fopen", args: pointers("f\x00", "q\x00"), want: `contract: fopen: the mode "q"`},
	{name: "fopen", args: pointers("f\x00", "\x00"), want: `contract: fopen: the mode ""`},
	{name: "fopen", args: pointers("f\x00", "r++\x00"), want: `contract: fopen: the mode "r++"`},
	{name: "fopen", args: pointers("f\x00", "rx\x00"), want: `contract: fopen: the mode "rx"`},
	{name: "fopen", args: pointers("f", "r\x00"), want: "out of bounds"},
	{name: "fopen", args: pointers(nil, "r\x00"), want: "null pointer"},
	{name: "fclose", args: closedStream, want: `contract: fclose: the stream of "tmpfile" was closed`},
	{name: "ftell", args: closedStream, want: `contract: ftell: the stream of "tmpfile" was closed`},
	{name: "feof", args: pointers(nil), want: "contract: feof: the null pointer is no stream"},
	{name: "rewind", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.heap(200))} }, want: "contract: rewind: 0x"},
	{name: "getc", args: used("fputc", 'a', 1), want: `contract: getc: the stream of "tmpfile" was written last`},
	{name: "fflush", args: used("getc", 0, 2), want: `contract: fflush: the stream of "tmpfile" is read`},
	{name: "setbuf", args: func(e *fakeEnv) []Value { return append(used("fputc", 'a', 1)(e), null()) }, want: `contract: setbuf: the stream of "tmpfile" was used already`},
	{name: "setvbuf", args: func(e *fakeEnv) []Value {
		return []Value{newStream(e), PtrValue(e.heap(15)), IntValue(0), SizeValue(16)}
	}, want: "out of bounds"},
	{name: "free", args: func(e *fakeEnv) []Value { return []Value{newStream(e)} }, want: "free: invalid free"},
	{name: "getline", args: func(e *fakeEnv) []Value {
		line, size := e.heap(8), e.heap(8)
		e.WritePointer(line, e.heap(4))
		e.Write(size, little(5, 8))
		return []Value{PtrValue(line), PtrValue(size), newStream(e)}
	}, want: "contract: getline: the memory has 4 bytes, its size is given as 5"},
	{name: "getline", args: func(e *fakeEnv) []Value {
		line, size := e.heap(8), e.heap(8)
		e.WritePointer(line, e.text("static"))
		e.Write(size, little(5, 8))
		return []Value{PtrValue(line), PtrValue(size), newStream(e)}
	}, want: "getline: invalid free"},
	{name: "open", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.text("f")), IntValue(int64(os.O_CREATE))} }, want: "contract: open: with O_CREAT"},
	{name: "pclose", args: pointers(nil), want: "contract: pclose"},
	{name: "rename", args: pointers("a\x00", "b"), want: "out of bounds"},
	{name: "remove", args: pointers(nil), want: "null pointer"},
	{name: "strtok", args: pointers(nil, ",\x00"), want: "contract: strtok: null goes on"},
	{name: "strtok", args: pointers("abc", ",\x00"), want: "out of bounds"},
	{name: "strtok", args: pointers("abc\x00", ","), want: "out of bounds"},
	{name: "strtok_r", args: pointers("abc\x00", ",\x00", nil), want: "null pointer"},
	{name: "strsep", args: pointers(nil, ",\x00"), want: "null pointer"},
	{name: "strcasecmp", args: pointers("ab", "AB\x00"), want: "out of bounds"},
	{name: "strcasestr", args: pointers("ab\x00", "b"), want: "out of bounds"},
	{name: "strlcpy", args: pointers("ab", "abc\x00", SizeValue(4)), want: "out of bounds"},
	{name: "mempcpy", args: func(e *fakeEnv) []Value {
		p := e.heap(8)
		return []Value{PtrValue(p), PtrValue(plus(p, 3)), SizeValue(4)}
	}, want: "overlap"},
	{name: "memmem", args: pointers("abc", SizeValue(4), "b", SizeValue(1)), want: "out of bounds"},
	{name: "strxfrm", args: pointers("ab", "abc\x00", SizeValue(4)), want: "out of bounds"},
	{name: "getenv", args: pointers("ab"), want: "out of bounds"},
	{name: "setenv", args: pointers("ab\x00", nil, 1), want: "null pointer"},
	{name: "gmtime", args: pointers("1234567"), want: "out of bounds"},
	{name: "gmtime_r", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.heap(8)), PtrValue(e.heap(55))} }, want: "out of bounds"},
	{name: "mktime", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.heap(35))} }, want: "out of bounds"},
	{name: "asctime", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.heap(56))} }, want: "contract: asctime: tm_mday is 0"},
	{name: "strftime", args: func(e *fakeEnv) []Value {
		return []Value{PtrValue(e.heap(8)), SizeValue(8), PtrValue(e.text("%H%Q")), PtrValue(e.heap(56))}
	}, want: `contract: strftime: "%Q" is no directive`},
	{name: "strftime", args: func(e *fakeEnv) []Value {
		return []Value{PtrValue(e.heap(3)), SizeValue(8), PtrValue(e.text("%Y")), PtrValue(e.heap(56))}
	}, want: "out of bounds"},
	{name: "div", args: pointers(1, 0), want: "contract: div: division of 1 by zero"},
	{name: "div", args: pointers(-1<<31, -1), want: "contract: div: the quotient"},
	{name: "frexp", args: pointers(Value{Kind: F64}, nil), want: "null pointer"},
	{name: "modf", args: pointers(Value{Kind: F64}, "1234567"), want: "out of bounds"},
	{name: "strerror_r", args: func(e *fakeEnv) []Value { return []Value{IntValue(2), PtrValue(e.heap(4)), SizeValue(5)} }, want: "out of bounds"},
}

// newStream is what tmpfile gives.
func newStream(e *fakeEnv) Value {
	f, _ := Lookup("tmpfile")
	res, _ := f.Call(e, nil)
	return res[0]
}

func closedStream(e *fakeEnv) []Value {
	s := newStream(e)
	f, _ := Lookup("fclose")
	f.Call(e, []Value{s})
	return []Value{s}
}

// used is a stream after a call of a function that takes it and n-1 arguments before it; what is read has a byte.
func used(function string, c int64, n int) func(e *fakeEnv) []Value {
	return func(e *fakeEnv) []Value {
		s := newStream(e)
		f, _ := Lookup(function)
		if n == 2 {
			put, _ := Lookup("fputs")
			back, _ := Lookup("rewind")
			put.Call(e, []Value{PtrValue(e.text("ab")), s})
			back.Call(e, []Value{s})
			f.Call(e, []Value{s})
		} else {
			f.Call(e, []Value{{Kind: Byte, Int: IntValue(c).Int}, s})
		}
		return []Value{s}
	}
}
