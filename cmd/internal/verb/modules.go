package verb

import (
	"container/list"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
)

// modules are programs that were read lately, by the name of their file. What it returns is shared: it must not be
// changed.
type modules struct {
	// limit is exceeded only by programs that are being read, of which size is not known yet.
	limit int // of the bytes of text behind the programs that are kept

	// mu guards all fields below and the size of every program. It is never held while a file is read.
	mu     sync.Mutex
	byName map[string]*list.Element
	recent list.List // of *program, the latest first
	bytes  int
}

// program is a file of modules.
type program struct {
	name string
	// once lets whoever asks first read while others wait; m and err do not change afterwards.
	once sync.Once
	m    *ir.Module
	err  error
	// size is 0 while the file is read, and such a program is not forgotten: its reader counts it.
	size int
}

// programBytes is what a file counts besides its text.
// It bounds how many empty or missing files are remembered.
const programBytes = 1 << 12

// load is as the function of that name, which reads the file if this did not do so lately.
//
// An error is kept as a program is: a file that is missing is not looked for again.
func (s *modules) load(name string) (*ir.Module, error) {
	p := s.program(name)
	p.once.Do(func() {
		src, err := readFile(name)
		if err == nil {
			p.m, err = loadText(name, src)
		}
		p.err = err
		s.keep(p, len(src)+programBytes)
	})
	return p.m, p.err
}

// program finds or makes the entry of a name and moves it to the front. It does not read the file.
func (s *modules) program(name string) *program {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.byName[name]; e != nil {
		s.recent.MoveToFront(e)
		return e.Value.(*program)
	}
	if s.byName == nil {
		s.byName = map[string]*list.Element{}
	}
	p := &program{name: name}
	s.byName[name] = s.recent.PushFront(p)
	return p
}

// keep counts a program that was read and forgets those that were not asked for longest. One that is being read
// counts when it was.
func (s *modules) keep(p *program, size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.size = size
	s.bytes += size
	// p itself may be among those. Who waits for it holds it by its pointer.
	for s.bytes > s.limit {
		e := s.recent.Back()
		for e != nil && e.Value.(*program).size == 0 {
			e = e.Prev()
		}
		if e == nil {
			return
		}
		old := s.recent.Remove(e).(*program)
		delete(s.byName, old.name)
		s.bytes -= old.size
	}
}
