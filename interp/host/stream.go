package host

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tuffy-ir/tuffy/memory"
)

// stream is an open file, or one of the three that a program begins with. A FILE pointer is the address 1 for stdout, 2 for
// stderr, the numbers of their descriptors, and 3 for stdin, whose own would be the null pointer: no program can have made
// memory there, and a front end gives its FILE *stdout, *stderr and *stdin these values. Of other streams it is a pointer to
// memory of their own, which stays when they are closed, so that a later use is told from that of another stream.
type stream struct {
	st    *State
	fd    int
	name  string
	file  memory.Pointer // of which it is the FILE; null of a descriptor without one
	mode  mode
	data  content // nil of the three
	open  bool
	eof   bool // the end-of-file indicator
	bad   bool // the error indicator
	used  bool // an operation was made on it
	last  byte // r or w, where the other needs a positioning in between; 0 where not
	pos   int64
	back  int // that ungetc put back, plus 1
	ahead int // of stdin: that a scan looked at and left, plus 1

	told map[int64]bool // positions of a text stream that ftell has given

	wide      int8           // 1 once wide characters were read or written, -1 once bytes were
	array     memory.Pointer // what setvbuf gave, null if nothing
	arraySize uint64

	buffer  []byte // of data, from pos on
	waiting []byte // to be written, up to pos
}

// mode is how a stream was opened.
type mode struct {
	read, write, append bool
	text                bool // fopen was not asked for a binary stream
	flag                int  // of package os
}

const (
	stdin       = 3 // the address of the stream that is read
	maxStreams  = 256
	streamBytes = 1 << 14
)

// standard are the streams that a program begins with, by descriptor.
func (st *State) standard() []*stream {
	if st.every == nil {
		for fd, name := range []string{"stdin", "stdout", "stderr"} {
			addr := uint64(fd)
			if fd == 0 {
				addr = stdin
			}
			st.streams = append(st.streams, &stream{st: st, fd: fd, name: name, file: memory.Pointer{Addr: addr}, open: true, mode: mode{read: fd == 0, write: fd > 0}})
		}
		st.every = append(st.every, st.streams...)
	}
	return st.streams
}

// descriptor is the open stream with a number, nil if there is none.
func (st *State) descriptor(fd int64) *stream {
	if list := st.standard(); fd >= 0 && fd < int64(len(list)) {
		return list[fd]
	}
	return nil
}

// file is the stream that a FILE pointer means. What is none is reported.
func file(e Env, name string, p memory.Pointer) (*stream, bool) {
	st := e.State()
	st.standard()
	for _, s := range st.every {
		if s.file.Addr != p.Addr || p.Addr == 0 || p.Kind == memory.ProvAlloc && s.file.Alloc != p.Alloc {
			continue
		}
		if !s.open {
			e.Contract("%s: the stream of %q was closed", name, s.name)
			return nil, false
		}
		return s, isNull(s.array) || e.Room(s.array, s.arraySize) || !e.Over()
	}
	what := "the null pointer"
	if p.Addr != 0 {
		what = fmt.Sprintf("0x%x", p.Addr)
	}
	e.Contract("%s: %s is no stream: stdout is the pointer with the address 1, stderr that with 2, stdin that with %d, and others are what fopen gave", name, what, stdin)
	return nil, false
}

// writing is the stream of a function that writes. That of one of the three that is read is reported; of others C's errors tell.
func writing(e Env, name string, p memory.Pointer) (*stream, bool) {
	s, ok := file(e, name, p)
	if ok && s.data == nil && !s.mode.write {
		e.Contract("%s: 0x%x is no stream to write: stdout is the pointer with the address 1, stderr that with 2", name, p.Addr)
		return nil, false
	}
	return s, ok && s.turn(e, name, 'w') && s.orient(e, name, false)
}

// reading is the stream of a function that reads.
func reading(e Env, name string, p memory.Pointer) (*stream, bool) {
	s, ok := file(e, name, p)
	if ok && s.data == nil && !s.mode.read {
		e.Contract("%s: 0x%x is no stream to read: stdin is the pointer with the address %d", name, p.Addr, stdin)
		return nil, false
	}
	return s, ok && s.turn(e, name, 'r') && s.orient(e, name, false)
}

// orient reports the use of a stream for bytes after that for wide characters, and the other way round (C11 7.21.2p4). The functions of wide
// characters that package clib has use those of bytes.
func (s *stream) orient(e Env, name string, wide bool) bool {
	if e.FromLibrary() && !wide {
		return true
	}
	to, is := int8(-1), "bytes"
	if wide {
		to, is = 1, "wide characters"
	}
	if s.wide == -to {
		e.Contract("%s: the stream of %q was used for %s, and this is a function of %s (C11 7.21.2p4)", name, s.name, map[bool]string{true: "bytes", false: "wide characters"}[wide], is)
		return !e.Over()
	}
	s.wide = to
	return true
}

// fwide is the function of C (C11 7.29.3.5).
func fwide(e Env, a []Value) ([]Value, Status) {
	s, ok := file(e, "fwide", a[0].Ptr)
	if !ok {
		return give(e, IntValue(0))
	}
	if mode := a[1].signed(32); s.wide == 0 && mode != 0 {
		s.wide = 1
		if mode < 0 {
			s.wide = -1
		}
	}
	return one(IntValue(int64(s.wide)))
}

// wideStream is __tuffy_wide.
func wideStream(e Env, a []Value) ([]Value, Status) {
	if s, ok := file(e, "wide characters", a[0].Ptr); ok {
		s.orient(e, "wide characters", true)
	}
	return give(e)
}

// turn reports an input that follows an output without fflush or a positioning in between, and the other way round unless
// the input met the end of the file (C11 7.21.5.3 p7).
func (s *stream) turn(e Env, name string, to byte) bool {
	s.used = true
	if s.last != 0 && s.last != to && s.data != nil && (to == 'r' || !s.eof) {
		was := map[byte]string{'r': "read", 'w': "written"}[s.last]
		e.Contract("%s: the stream of %q was %s last: fflush or a function that sets its position comes in between", name, s.name, was)
		if e.Over() {
			return false
		}
	}
	s.last = to
	return true
}

// add makes a stream of data with a free descriptor; a FILE pointer is made if it is to have one.
func (st *State) add(e Env, name string, data content, m mode, withFile bool) (*stream, bool) {
	s := &stream{st: st, name: name, mode: m, data: data, open: true}
	if withFile && !s.give(e) {
		return nil, false
	}
	for s.fd = 0; s.fd < len(st.standard()) && st.streams[s.fd] != nil; s.fd++ {
	}
	if s.fd == len(st.streams) {
		st.streams = append(st.streams, nil)
	}
	st.streams[s.fd] = s
	st.every = append(st.every, s)
	return s, true
}

// give makes the FILE of a stream.
func (s *stream) give(e Env) (ok bool) {
	s.file, ok = e.Static(16, "the stream of "+s.name, nil)
	return ok
}

// room reports whether one more stream may be opened.
func (st *State) room() bool {
	n := 0
	for _, s := range st.standard() {
		if s != nil {
			n++
		}
	}
	return n < maxStreams
}

// close closes a stream, and gives the number of an error.
func (s *stream) close() int {
	code := s.flush()
	s.open = false
	s.st.streams[s.fd] = nil
	if s.data != nil {
		if err := s.data.Close(); err != nil && code == errNone {
			code = errorCode(err)
		}
	}
	return code
}

// openMode reads the mode of fopen (C11 7.21.5.3 p3); e is POSIX's and glibc's.
func openMode(text string) (m mode, ok bool) {
	if text == "" {
		return m, false
	}
	switch text[0] {
	case 'r':
		m = mode{read: true, flag: os.O_RDONLY}
	case 'w':
		m = mode{write: true, flag: os.O_WRONLY | os.O_CREATE | os.O_TRUNC}
	case 'a':
		m = mode{write: true, append: true, flag: os.O_WRONLY | os.O_CREATE}
	default:
		return m, false
	}
	m.text = !strings.Contains(text, "b")
	for n, c := range text[1:] {
		switch {
		case strings.ContainsRune(text[1:1+n], c):
			return m, false
		case c == '+':
			m.read, m.write = true, true
			m.flag = m.flag&^(os.O_RDONLY|os.O_WRONLY) | os.O_RDWR
		case c == 'x' && text[0] == 'w':
			m.flag |= os.O_EXCL
		case c == 'b' || c == 'e':
		default:
			return m, false
		}
	}
	return m, true
}

// openNamed opens a file of the tree; code is an error's number.
func openNamed(e Env, function, name string, m mode, perm os.FileMode, withFile bool) (s *stream, code int) {
	st := e.State()
	if !st.room() {
		return nil, errTooMany
	}
	f, err := st.files().open(st.at(name), m.flag, perm)
	if err != nil {
		code := errorCode(err)
		if code == errNoEntry {
			st.refused(function, name)
		}
		return nil, code
	}
	s, ok := st.add(e, name, f, m, withFile)
	if !ok {
		f.Close()
		return nil, errNoMemory
	}
	return s, errNone
}

// fill has bytes in the buffer, unless there are no more or they cannot be read.
func (s *stream) fill(e Env) bool {
	if len(s.buffer) > 0 {
		return true
	}
	if !s.mode.read {
		s.bad = true
		errno(e, errBadFile)
		return false
	}
	if code := s.flush(); code != errNone {
		s.bad = true
		errno(e, code)
		return false
	}
	b := make([]byte, streamBytes)
	n, err := s.data.ReadAt(b, s.pos)
	if n == 0 && err != nil && err != io.EOF {
		s.bad = true
		errno(e, errorCode(err))
		return false
	}
	s.buffer = b[:n]
	s.eof = s.eof || n == 0
	return n > 0
}

// peek is the next byte, which stays there; -1 at the end, or after an error.
func (s *stream) peek(e Env) int {
	switch {
	case s.back > 0:
		return s.back - 1
	case s.data != nil:
		if s.eof || !s.fill(e) { // it is sticky (C11 7.21.7.1 p3)
			return -1
		}
		return int(s.buffer[0])
	case s.ahead > 0:
		return s.ahead - 1
	}
	b := e.Input(1)
	if len(b) == 0 {
		s.eof = true
		return -1
	}
	s.ahead = int(b[0]) + 1
	return int(b[0])
}

// get is the next byte, -1 at the end.
func (s *stream) get(e Env) int {
	c := s.peek(e)
	if c >= 0 {
		s.drop()
	}
	return c
}

// drop takes the byte that peek gave.
func (s *stream) drop() {
	switch {
	case s.back > 0:
		s.back = 0
	case s.data != nil:
		s.buffer = s.buffer[1:]
		s.pos++
	default:
		s.ahead = 0
	}
}

// read is at most n bytes, fewer at the end.
func (s *stream) read(e Env, n uint64) (b []byte) {
	for uint64(len(b)) < n && (s.back > 0 || s.ahead > 0) {
		b = append(b, byte(s.get(e)))
	}
	if s.data == nil {
		rest := n - uint64(len(b))
		got := e.Input(rest)
		s.eof = s.eof || uint64(len(got)) < rest
		return append(b, got...)
	}
	for uint64(len(b)) < n && !s.eof && s.fill(e) {
		k := min(int(min(n-uint64(len(b)), 1<<30)), len(s.buffer))
		b = append(b, s.buffer[:k]...)
		s.buffer = s.buffer[k:]
		s.pos += int64(k)
	}
	return b
}

// put writes bytes. It is false after an error, of which errno and the indicator tell.
func (s *stream) put(e Env, b []byte) bool {
	if s.data == nil {
		e.Output(b)
		return true
	}
	if !s.mode.write {
		s.bad = true
		errno(e, errBadFile)
		return false
	}
	s.buffer, s.back = nil, 0
	if s.mode.append && len(s.waiting) == 0 {
		if n, err := s.data.Size(); err == nil {
			s.pos = n
		}
	}
	s.waiting = append(s.waiting, b...)
	s.pos += int64(len(b))
	if len(s.waiting) < streamBytes {
		return true
	}
	code := s.flush()
	if code != errNone {
		s.bad = true
		errno(e, code)
	}
	return code == errNone
}

// flush writes what waits, and gives the number of an error.
func (s *stream) flush() int {
	b := s.waiting
	if len(b) == 0 {
		return errNone
	}
	s.waiting = nil
	if _, err := s.data.WriteAt(b, s.pos-int64(len(b))); err != nil {
		return errorCode(err)
	}
	return errNone
}

// seek sets the position, and gives the number of an error.
func (s *stream) seek(off int64, whence int64) int {
	if s.data == nil {
		return errSeekPipe
	}
	if code := s.flush(); code != errNone {
		s.bad = true
		return code
	}
	at := int64(0)
	switch whence {
	case 1:
		at = s.tell()
	case 2:
		n, err := s.data.Size()
		if err != nil {
			return errorCode(err)
		}
		at = n
	}
	if off > 0 && at > 1<<62-off || at+off < 0 {
		return errInvalid
	}
	s.pos, s.buffer, s.back, s.eof, s.last = at+off, nil, 0, false, 0
	return errNone
}

// tell is the position.
func (s *stream) tell() int64 {
	if s.back > 0 {
		return s.pos - 1
	}
	return s.pos
}

// positions reports a position of a text stream that ftell has not given (C11 7.21.9.2p4). It is false if the run ended.
func (s *stream) positions(e Env, name string, off, whence int64) bool {
	if !s.mode.text || off == 0 || whence == 0 && s.told[off] {
		return true
	}
	e.Contract("%s: the stream of %q is a text stream, and ftell has not given the position (C11 7.21.9.2p4)", name, s.name)
	return !e.Over()
}

// tells notes a position that ftell gives, and reports that of a binary stream that has none since ungetc was called at its start
// (C11 7.21.7.10p5).
func (s *stream) tells(e Env, name string) bool {
	if s.mode.text {
		if s.told == nil {
			s.told = map[int64]bool{}
		}
		s.told[s.tell()] = true
	} else if s.back > 0 && s.pos == 0 {
		e.Contract("%s: the stream of %q has no position, since ungetc was called at its start (C11 7.21.7.10p5)", name, s.name)
	}
	return !e.Over()
}

// Open reports whether an allocation is the FILE of a stream that is open.
func (st *State) Open(id memory.AllocID) bool {
	for _, s := range st.every {
		if s.open && s.file.Kind == memory.ProvAlloc && s.file.Alloc == id {
			return true
		}
	}
	return false
}

// console reports that a function of stdin, 0, or stdout, 1, is called that was closed or is of wide characters.
func console(e Env, name string, fd int) bool {
	s := e.State().standard()[fd]
	if s == nil {
		e.Contract("%s: the stream of %q was closed", name, [...]string{"stdin", "stdout"}[fd])
		return false
	}
	s.used = true
	return s.orient(e, name, false) && (isNull(s.array) || e.Room(s.array, s.arraySize) || !e.Over())
}
