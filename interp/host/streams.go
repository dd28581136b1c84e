package host

import (
	"bytes"
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Functions of streams (C11 7.21). Like write, all output of stdout and stderr goes to the one output of the run, in order, so
// there is nothing to flush. What is written to files may wait there until they are closed, flushed or positioned, or the run ends.
var streamFunctions = []Function{
	{Name: "fputc", Params: []Kind{Byte, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes a byte to a stream", Call: putByte("fputc")},
	{Name: "putc", Params: []Kind{Byte, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes a byte to a stream", Call: putByte("putc")},
	{Name: "putc_unlocked", Hosted: true, Params: []Kind{Byte, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "putc", Call: putByte("putc_unlocked")},
	{Name: "fputs", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes a string to a stream",
		Call: func(e Env, a []Value) ([]Value, Status) {
			f, ok := writing(e, "fputs", a[1].Ptr)
			if !ok {
				return give(e, IntValue(-1))
			}
			s, ok := cstring(e, a[0].Ptr, 1<<63, true)
			if !ok || !f.put(e, s) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(1))
		}},
	{Name: "fprintf", Params: []Kind{Ptr, Ptr}, Variadic: true, Result: []Kind{Int}, Observable: true, Doc: "writes formatted text to a stream: conversions as of printf",
		Call: printStream("fprintf")},
	{Name: "fclose", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "closes a stream, which is not to be used after that; gives -1 where what was written cannot be stored",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := file(e, "fclose", a[0].Ptr)
			if !ok {
				return give(e, IntValue(-1))
			}
			if code := s.close(); code != errNone {
				return fail(e, code, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	{Name: "fgetc", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "reads a byte of a stream, -1 at the end of input", Call: getByte("fgetc")},
	{Name: "getc", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "reads a byte of a stream, -1 at the end of input", Call: getByte("getc")},
	{Name: "getc_unlocked", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "getc", Call: getByte("getc_unlocked")},
	{Name: "ungetc", Params: []Kind{Int, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "puts a byte back before what is read next of a stream; gives -1 for -1, and where one was put back already",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := reading(e, "ungetc", a[1].Ptr)
			if !ok {
				return give(e, IntValue(-1))
			}
			if a[0].signed(32) == -1 || s.back != 0 || !s.mode.read {
				return one(IntValue(-1))
			}
			s.back, s.eof = int(lowByte(a[0]))+1, false
			return one(IntValue(int64(lowByte(a[0]))))
		}},
	{Name: "fgets", Params: []Kind{Ptr, Int, Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "reads a line of a stream with its newline, at most n-1 bytes, and a zero byte behind it; null at the end of input",
		Call: fgets},
	{Name: "getline", Hosted: true, Params: []Kind{Ptr, Ptr, Ptr}, Result: []Kind{Long}, Observable: true, Doc: "reads a line of a stream with its newline into memory of malloc, which it makes or enlarges; gives its length, -1 at the end of input",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return getDelimited(e, "getline", a[0].Ptr, a[1].Ptr, '\n', a[2].Ptr)
		}},
	{Name: "getdelim", Hosted: true, Params: []Kind{Ptr, Ptr, Byte, Ptr}, Result: []Kind{Long}, Observable: true, Doc: "getline up to another byte than a newline",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return getDelimited(e, "getdelim", a[0].Ptr, a[1].Ptr, lowByte(a[2]), a[3].Ptr)
		}},
	{Name: "fread", Params: []Kind{Ptr, Size, Size, Ptr}, Result: []Kind{Size}, Observable: true, Doc: "reads elements of a size from a stream; gives how many it got whole",
		Call: fread},
	{Name: "fwrite", Params: []Kind{Ptr, Size, Size, Ptr}, Result: []Kind{Size}, Observable: true, Doc: "writes elements of a size to a stream; gives their number",
		Call: fwrite},
	{Name: "perror", Params: []Kind{Ptr}, Observable: true, Doc: "writes a string and a colon, unless it is null or empty, and the text of errno to stderr",
		Call: func(e Env, a []Value) ([]Value, Status) {
			var text []byte
			if !isNull(a[0].Ptr) {
				var ok bool
				if text, ok = cstring(e, a[0].Ptr, 1<<63, true); !ok {
					return give(e)
				}
			}
			if len(text) > 0 {
				text = append(text, ": "...)
			}
			e.Output(append(text, errorText(errorNumber(e))+"\n"...))
			return none()
		}},
	{Name: "fflush", Params: []Kind{Ptr}, Result: []Kind{Int}, Doc: "stores what waits in a stream that was written, or in all of them for null",
		Call: fflush},
	{Name: "fseek", Hosted: true, Params: []Kind{Ptr, Long, Int}, Result: []Kind{Int}, Observable: true, Doc: "sets the position of a stream from its start (0), where it is (1) or its end (2); gives -1 where that is not possible", Call: fseek("fseek")},
	{Name: "fseeko", Hosted: true, Params: []Kind{Ptr, Long, Int}, Result: []Kind{Int}, Observable: true, Doc: "fseek", Call: fseek("fseeko")},
	{Name: "ftell", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Long}, Observable: true, Doc: "the position of a stream, -1 where it has none", Call: ftell("ftell")},
	{Name: "ftello", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Long}, Observable: true, Doc: "ftell", Call: ftell("ftello")},
	{Name: "fwide", Hosted: true, Params: []Kind{Ptr, Int}, Result: []Kind{Int}, Observable: true, Doc: "makes a stream that was not used yet one of wide characters (above 0) or bytes (below 0); gives which of them it is, as a number of that sign, 0 for neither. Wide functions make it one in a run that reports what C leaves undefined", Call: fwide},
	{Name: "rewind", Hosted: true, Params: []Kind{Ptr}, Observable: true, Doc: "sets the position of a stream to its start and clears its error indicator",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := file(e, "rewind", a[0].Ptr)
			if !ok {
				return give(e)
			}
			s.used = true
			if code := s.seek(0, 0); code != errNone {
				errno(e, code)
			}
			s.bad = false
			return give(e)
		}},
	{Name: "fgetpos", Hosted: true, Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "stores the position of a stream for fsetpos; gives -1 where it has none",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := file(e, "fgetpos", a[0].Ptr)
			switch {
			case !ok:
				return give(e, IntValue(-1))
			case s.data == nil:
				return fail(e, errSeekPipe, IntValue(-1))
			case !e.Write(a[1].Ptr, append(little(uint64(s.tell()), 8), little(s.file.Addr, 8)...)):
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	{Name: "fsetpos", Hosted: true, Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "sets a position that fgetpos stored; gives -1 where that is not possible",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := file(e, "fsetpos", a[0].Ptr)
			if !ok {
				return give(e, IntValue(-1))
			}
			b, ok := e.Read(a[1].Ptr, 16, true)
			if !ok {
				return give(e, IntValue(-1))
			}
			if word(b[8:]) != s.file.Addr {
				e.Contract("fsetpos: the position is of another stream (C11 7.21.9.3p2)")
				return give(e, IntValue(-1))
			}
			s.used = true
			if code := s.seek(int64(word(b)), 0); code != errNone {
				return fail(e, code, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	indicator("feof", "1 if a stream met its end, else 0", func(s *stream) bool { return s.eof }),
	indicator("ferror", "1 if there was an error of a stream, else 0", func(s *stream) bool { return s.bad }),
	{Name: "clearerr", Hosted: true, Params: []Kind{Ptr}, Observable: true, Doc: "clears the indicators of end and error of a stream",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := file(e, "clearerr", a[0].Ptr)
			if !ok {
				return give(e)
			}
			s.eof, s.bad = false, false
			return none()
		}},
	{Name: "setvbuf", Hosted: true, Params: []Kind{Ptr, Ptr, Int, Size}, Result: []Kind{Int}, Observable: true, Doc: "says how a stream is buffered, fully (0), by lines (1) or not (2), before anything else is done with it; a buffer that is not null must have the size, and is not used",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return setBuffer(e, "setvbuf", a[0].Ptr, a[1].Ptr, a[2].signed(32), a[3].size())
		}},
	{Name: "setbuf", Hosted: true, Params: []Kind{Ptr, Ptr}, Observable: true, Doc: "setvbuf with a buffer of BUFSIZ (1024) bytes, or null for none",
		Call: func(e Env, a []Value) ([]Value, Status) {
			setBuffer(e, "setbuf", a[0].Ptr, a[1].Ptr, 0, 1024)
			return give(e)
		}},
	{Name: "flockfile", Hosted: true, Params: []Kind{Ptr}, Observable: true, Doc: "does nothing for a stream: each function is one step", Call: lockFile("flockfile")},
	{Name: "funlockfile", Hosted: true, Params: []Kind{Ptr}, Observable: true, Doc: "does nothing for a stream", Call: lockFile("funlockfile")},
}

// printStream is fprintf under a name.
func printStream(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		s, ok := writing(e, name, a[0].Ptr)
		if !ok {
			return give(e, IntValue(-1))
		}
		text, ok := formatted(e, name, a[1].Ptr, a[2:])
		if !ok || !s.put(e, text) {
			return give(e, IntValue(-1))
		}
		return one(IntValue(int64(len(text))))
	}
}

func getByte(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		s, ok := reading(e, name, a[0].Ptr)
		if !ok {
			return give(e, IntValue(-1))
		}
		return one(IntValue(int64(s.get(e))))
	}
}

// line is the bytes up to a delimiter, which is the last one, or the end of the stream; at most n.
func (s *stream) line(e Env, delim byte, n int64) (b []byte) {
	for int64(len(b)) < n && !bytes.HasSuffix(b, []byte{delim}) {
		c := s.get(e)
		if c < 0 {
			break
		}
		b = append(b, byte(c))
	}
	return b
}

// fgets writes nothing at the end of input (C11 7.21.7.2 p3). A size below 1 is left open by C: it gives null.
func fgets(e Env, a []Value) ([]Value, Status) {
	n := a[1].signed(32)
	s, ok := reading(e, "fgets", a[2].Ptr)
	if !ok {
		return give(e, PtrValue(memory.Pointer{}))
	}
	if n < 1 {
		e.Contract("fgets: a size of %d has no place for the zero byte", n)
		return give(e, PtrValue(memory.Pointer{}))
	}
	line := s.line(e, '\n', n-1)
	if len(line) == 0 && n > 1 || !e.Write(a[0].Ptr, append(line, 0)) {
		return give(e, PtrValue(memory.Pointer{}))
	}
	return one(PtrValue(a[0].Ptr))
}

// getDelimited has the contract of POSIX: the first argument points to null, or to memory of malloc of the size that the second
// points to.
func getDelimited(e Env, name string, buffer, size memory.Pointer, delim byte, from memory.Pointer) ([]Value, Status) {
	failed := Value{Kind: Long, Int: num.New(-1)}
	s, ok := reading(e, name, from)
	if !ok {
		return give(e, failed)
	}
	p, ok := e.ReadPointer(buffer)
	if !ok {
		return give(e, failed)
	}
	have := uint64(0)
	if !isNull(p) {
		b, ok := e.Read(size, 8, false)
		if !ok {
			return give(e, failed)
		}
		room, ok := e.Heap(p, name)
		if !ok {
			return give(e, failed)
		}
		if have = word(b); have > room {
			e.Contract("%s: the memory has %d bytes, its size is given as %d", name, room, have)
			if e.Over() {
				return nil, Ended
			}
			have = room
		}
	}
	line := s.line(e, delim, 1<<40)
	if len(line) == 0 {
		return give(e, failed)
	}
	if need := uint64(len(line)) + 1; need > have {
		need = max(need, 120, have*2)
		q, ok := e.Alloc(need, MallocAlign)
		if !ok {
			return fail(e, errNoMemory, failed)
		}
		if !isNull(p) && !e.Free(p) || !e.WritePointer(buffer, q) || !e.Write(size, little(need, 8)) {
			return give(e, failed)
		}
		p = q
	}
	if !e.Write(p, append(line, 0)) {
		return give(e, failed)
	}
	return one(Value{Kind: Long, Int: num.New(int64(len(line)))})
}

// fread of nothing gives 0 (C11 7.21.8.1 p3). A part of an element is written, too.
func fread(e Env, a []Value) ([]Value, Status) {
	s, ok := reading(e, "fread", a[3].Ptr)
	if !ok {
		return give(e, SizeValue(0))
	}
	hi, n := bits.Mul64(a[1].size(), a[2].size())
	if hi != 0 {
		e.Contract("fread: %s elements of %s bytes are more than any object has", a[2].Int, a[1].Int)
		return give(e, SizeValue(0))
	}
	if n == 0 {
		return one(SizeValue(0))
	}
	b := s.read(e, n)
	if !e.Write(a[0].Ptr, b) {
		return give(e, SizeValue(0))
	}
	// A part of an element leaves it indeterminate (C11 7.21.8.1p2).
	whole := uint64(len(b)) / a[1].size()
	if rest := uint64(len(b)) - whole*a[1].size(); rest > 0 && !e.Forget(at(a[0].Ptr, int(whole*a[1].size())), rest) {
		return give(e, SizeValue(whole))
	}
	return one(SizeValue(whole))
}

func putByte(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		s, ok := writing(e, name, a[1].Ptr)
		if !ok {
			return give(e, IntValue(-1))
		}
		b := lowByte(a[0])
		if !s.put(e, []byte{b}) {
			return give(e, IntValue(-1))
		}
		return one(IntValue(int64(b)))
	}
}

// fwrite of nothing gives 0 whatever the other number is (C11 7.21.8.2 p3).
func fwrite(e Env, a []Value) ([]Value, Status) {
	s, ok := writing(e, "fwrite", a[3].Ptr)
	if !ok {
		return give(e, SizeValue(0))
	}
	hi, n := bits.Mul64(a[1].size(), a[2].size())
	if hi != 0 {
		e.Contract("fwrite: %s elements of %s bytes are more than any object has", a[2].Int, a[1].Int)
		return give(e, SizeValue(0))
	}
	b, ok := e.Read(a[0].Ptr, n, true)
	if !ok || n == 0 || !s.put(e, b) {
		return give(e, SizeValue(0))
	}
	return one(a[2])
}

// fflush of a stream that was read last is undefined (C11 7.21.5.2 p2).
func fflush(e Env, a []Value) ([]Value, Status) {
	var list []*stream
	if isNull(a[0].Ptr) {
		list = e.State().standard()
	} else {
		s, ok := file(e, "fflush", a[0].Ptr)
		if !ok {
			return give(e, IntValue(-1))
		}
		if s.last == 'r' && !s.eof || !s.mode.write {
			e.Contract("fflush: the stream of %q is read: it stores what was written", s.name)
			return give(e, IntValue(-1))
		}
		s.last, list = 0, []*stream{s}
	}
	code := errNone
	for _, s := range list {
		if s == nil {
			continue
		}
		if failed := s.flush(); failed != errNone {
			s.bad, code = true, failed
		}
	}
	if code != errNone {
		return fail(e, code, IntValue(-1))
	}
	return one(IntValue(0))
}

func fseek(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		s, ok := file(e, name, a[0].Ptr)
		if !ok {
			return give(e, IntValue(-1))
		}
		off, whence := a[1].signed(64), a[2].signed(32)
		if whence < 0 || whence > 2 {
			return fail(e, errInvalid, IntValue(-1))
		}
		s.used = true
		if !s.positions(e, name, off, whence) {
			return nil, Ended
		}
		if code := s.seek(off, whence); code != errNone {
			return fail(e, code, IntValue(-1))
		}
		return one(IntValue(0))
	}
}

func ftell(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		s, ok := file(e, name, a[0].Ptr)
		switch {
		case !ok:
			return give(e, Value{Kind: Long, Int: num.New(-1)})
		case s.data == nil:
			return fail(e, errSeekPipe, Value{Kind: Long, Int: num.New(-1)})
		case !s.tells(e, name):
			return nil, Ended
		}
		return one(Value{Kind: Long, Int: num.New(max(s.tell(), 0))})
	}
}

func indicator(name, doc string, is func(*stream) bool) Function {
	return Function{Name: name, Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: doc,
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := file(e, name, a[0].Ptr)
			if ok && is(s) {
				return one(IntValue(1))
			}
			return give(e, IntValue(0))
		}}
}

// setBuffer only looks whether it is asked for rightly: of what is buffered a program sees nothing.
func setBuffer(e Env, name string, f, buffer memory.Pointer, how int64, size uint64) ([]Value, Status) {
	s, ok := file(e, name, f)
	if !ok {
		return give(e, IntValue(-1))
	}
	if s.used {
		e.Contract("%s: the stream of %q was used already: it comes before anything else (C11 7.21.5.6 p2)", name, s.name)
		return give(e, IntValue(-1))
	}
	if how < 0 || how > 2 {
		return fail(e, errInvalid, IntValue(-1))
	}
	if !isNull(buffer) && size > 0 {
		if !e.Room(buffer, size) {
			return give(e, IntValue(-1))
		}
		s.array, s.arraySize = buffer, size
	}
	return one(IntValue(0))
}

func lockFile(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		file(e, name, a[0].Ptr)
		return give(e)
	}
}
