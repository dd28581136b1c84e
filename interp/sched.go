package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// thread is what both engines have of a thread.
// Threads of the program are no goroutines: one runs at a time, sequentially consistent, and a switch happens
// only at synchronisation points.
// That loses no behaviour of race-free programs, and others are reported by the detector.
// acquire and release are nil until there is something to keep; a missing entry of a clock is 0.
type thread struct {
	id      int
	trace   func() []Frame     // the calls in progress, innermost first
	slots   func() *[]liveSlot // the stack slots of the innermost call that are alive, in the order of their making
	more    func() []argument  // the arguments of the innermost call behind the parameters
	save    func() any         // the values of the innermost call, for longjmp
	depth   func() int         // the number of calls in progress
	results []Value            // data results of its first function, once it returned
	clock   vclock
	acquire vclock // what relaxed loads saw, for a later acquire fence
	release vclock // the clock at the last release fence
}

// init must come before the thread executes anything: reports of its first call ask for the trace.
func (t *thread) init(_ *world, id int, trace func() []Frame, slots func() *[]liveSlot) {
	t.id, t.trace, t.slots = id, trace, slots
}

func (t *thread) common() *thread { return t }

// runner executes one thread. run continues until the thread ends, waits, gives up its turn
// (world.switchNow), or the run ends.
// run is called again after threadYields and threadBlocked, and never after the other two.
type runner interface {
	run() runState
	common() *thread
	census(c *census)
}

// runState says why a runner stopped.
type runState uint8

const (
	threadYields   runState = iota // another thread was chosen
	threadBlocked                  // the current instruction waits for another thread and must be executed again
	threadReturned                 // the thread's function returned
	threadEnded                    // the run ended
)

// hostStatus says what a call of an external function did.
type hostStatus uint8

const (
	hostDone  hostStatus = iota
	hostBlock            // the call waits for another thread and must be made again
	hostEnded            // the run ended
)

// runState is what a runner returns after a call that is not simply done.
func (s hostStatus) runState() runState {
	return [...]runState{hostDone: threadYields, hostBlock: threadBlocked, hostEnded: threadEnded}[s]
}

// threadState is what the scheduler knows of a thread.
// A thread is in the ready set, waits for another (waitFor), or is done.
type threadState struct {
	runner
	done bool
	// a second join is a mistake of the program
	joined  bool
	waitFor int // thread that it waits for, -1 if none, othersEnd for all others
	word    wordWait
}

// othersEnd is what a thread waits for that waits until it is the only one.
const othersEnd = -2

// wordWait is a wait for a word of memory, of a function that is made again when it is over.
type wordWait struct {
	state waitState
	timed bool   // it may end because nothing else can go on
	addr  uint64 // of the word
	since int64  // the turn of the threads that it began in
}

// waitState says how far a wait is.
type waitState uint8

const (
	waitNone waitState = iota
	waitBegun
	waitWoken
	waitLate // no thread woke it, and all of them waited
)

// runThreads runs the program: thread 0 is the entry function, the others are started by
// startThread. The program ends when thread 0 returns.
// start makes a runner of the engine at hand; the rest of the engine's state is behind that interface.
// The number of scheduling decisions is the number of synchronisation points, whichever engine runs, since a
// thread that is alone makes none: a seed therefore gives the same schedule on both.
// Thread 0 may return while others run: what they would have done is not part of the run.
func (w *world) runThreads(start func(id int, f *ir.Func, args []Value) runner) *Outcome {
	if w.ended != nil {
		return w.ended
	}
	w.spawn = start
	w.addThread(w.entry, w.args)
	out := w.runUntil(0)
	if w.ended != nil {
		out = w.ended
	}
	out = w.runExits(out)
	w.host.library.Close()
	out.Hint = w.host.library.Hint()
	return out
}

// runUntil runs the threads until thread main returns, which gives the outcome, or the run ends.
func (w *world) runUntil(main int) *Outcome {
	for w.ended == nil {
		t := w.threads[w.next]
		w.cur, w.switchNow = t.common(), false
		w.turn++
		switch t.run() {
		case threadReturned:
			if w.ended != nil {
				break
			}
			if w.next == main {
				return w.returned(t.common())
			}
			t.done = true
			// retire before choose: the thread that ended must not be chosen, and one that is left alone needs
			// no choice.
			w.retire(w.next)
			// More than one may wait; whichever is made again second finds the thread joined, which is a mistake of the program.
			for id, o := range w.threads {
				if o.waitFor == w.next || o.waitFor == othersEnd && w.live == 1 {
					o.waitFor = -1
					w.ready.add(id)
				}
			}
			w.choose()
		case threadBlocked:
			w.choose()
		// choose was called where the turn was given up, so w.next is set.
		case threadYields, threadEnded:
		}
	}
	return w.ended
}

// retire takes a thread that never continues out of those that may run.
func (w *world) retire(id int) {
	w.endThreadObjects(id)
	w.live--
	w.ready.remove(id)
}

// returned checks the results of the entry function.
// Results of the entry function leave the program: poison among them is undefined behaviour at the return,
// unless the caller compares such results itself.
func (w *world) returned(t *thread) *Outcome {
	out := &Outcome{Kind: Returned, Values: t.results}
	fs := t.trace()
	if len(fs) > 0 {
		out.Return = &fs[0]
	}
	for n, v := range t.results {
		if len(fs) == 0 || w.o.PoisonResult {
			break
		}
		w.checked(UBPoisonResult, fs[0].fn, fs[0].inst)
		if !isPoison(v) {
			continue
		}
		u := &UB{Code: UBPoisonResult, Message: "the result of " + ir.SymbolText(w.entry.Name) + " is poison", Cause: causeIn(v, w),
			Operands: []Operand{{w.resultName(fs[0].fn, fs[0].inst, n), v, w.space}}, Fallback: "the result stays poison"}
		if !w.fail(fs[0].fn, fs[0].inst, u) {
			return w.ended
		}
	}
	return out
}

// resultName is the name of data operand n of a ret.
func (w *world) resultName(f *ir.Func, i ir.Inst, n int) string {
	for k := range f.NumOperands(i) {
		v := f.Arg(i, k)
		if f.TypeOf(v) == ir.Mem {
			continue
		}
		if n == 0 {
			return w.number(f).Name(v)
		}
		n--
	}
	return "result"
}

// addThread makes a thread that is ready.
// What its maker did before happens before all that it does; what the maker does from here on does not, hence
// the tick of the maker's own clock.
// Threads keep their number for the whole run: numbers of ended ones are not used again.
func (w *world) addThread(f *ir.Func, args []Value) int {
	id := len(w.threads)
	prev := w.cur
	if id == 0 {
		prev = nil
	}
	r := w.spawn(id, f, args)
	t := r.common()
	t.clock = w.tick(t.clock, id)
	if prev != nil {
		t.clock = w.joined(t.clock, prev.clock)
		prev.clock = w.tick(prev.clock, prev.id)
	}
	w.threads = append(w.threads, &threadState{runner: r, waitFor: -1})
	w.live++
	w.ready.add(id)
	return id
}

// maxThreads bounds the threads of a run, a power of two.
// The tree in indexes descends by halves.
const maxThreads = 1 << 12

// startThread makes a thread that runs f. From the second thread on every memory access is
// looked at by the race detector.
func (w *world) startThread(f *ir.Func, args []Value) (id int, ok bool) {
	if len(w.threads) >= maxThreads {
		w.limit("thread limit of %d", maxThreads)
		return 0, false
	}
	// Accesses before this moment happen before the new thread and need no history, so one thread pays nothing.
	w.slowMemory, w.concurrent = true, true
	return w.addThread(f, args), w.ended == nil
}

// joinState is what thread_join finds.
type joinState uint8

const (
	joinDone joinState = iota
	joinWait           // the thread runs: the call must be made again
	joinBad            // no such thread, joined before, or itself
)

// joinThread waits for thread id. Its results are those of its function.
// A join that must wait takes the thread out of the ready set until the other one ends, and is then made again.
// A thread is joined once; the second join of it is a mistake, as is a join of itself.
func (w *world) joinThread(id int64) ([]Value, joinState) {
	if id <= 0 || id >= int64(len(w.threads)) || int(id) == w.cur.id || w.threads[id].joined {
		return nil, joinBad
	}
	t := w.threads[id]
	if !t.done {
		w.threads[w.cur.id].waitFor = int(id)
		w.ready.remove(w.cur.id)
		return nil, joinWait
	}
	t.joined = true
	// All that the thread did happens before what follows the join.
	w.cur.clock = w.joined(w.cur.clock, t.common().clock)
	return t.common().results, joinDone
}

// syncPoint is a place where another thread may be chosen to continue. Programs with one thread
// pay a comparison.
// Only after an instruction's effect: what is before it in the thread has happened.
func (w *world) syncPoint() {
	if w.live > 1 {
		w.choose()
		w.switchNow = w.next != w.cur.id
	}
}

// choose picks the next thread among those that can run, by the seed.
// Whoever is chosen runs until its next synchronisation point.
// If no thread can run, every one waits.
// The choice is by place in the order of thread numbers, which does not depend on who waited for whom.
func (w *world) choose() {
	if w.ready.len == 0 {
		w.timeOut()
	}
	n := w.ready.len
	if n == 0 {
		w.deadlock()
		return
	}
	w.next = w.ready.at(w.pickThread(n))
}

// deadlock ends a run in which every thread waits for another: a report in a run of C, which says where they wait. C defines it, if what they
// wait for is no mutex that they hold: it is told because nothing follows.
func (w *world) deadlock() {
	const text = "deadlock: every thread waits for another"
	at := w.here()
	if at == nil || at.inst == ir.NoInst || !w.o.SourceUB {
		w.limit(text)
		return
	}
	var where []string
	for id, t := range w.threads {
		if t.done {
			continue
		}
		for _, fr := range t.common().trace() {
			if p, ok := fr.sourcePlace(); ok && fr.fn.Module == w.m {
				where = append(where, fmt.Sprintf("thread %d at %s:%d%s", id, p.File, p.Line, w.waitsFor(t)))
				break
			}
		}
	}
	w.fail(at.fn, at.inst, &UB{Code: UBHostContract, Message: text + ": " + strings.Join(where, ", ") + " (C11 7.26.4.3p2)"})
}

// locking are the functions that wait for a mutex in its word, behind which stands who holds it.
var locking = []string{"pthread_mutex_lock", "pthread_mutex_timedlock", "mtx_lock", "mtx_timedlock", "__tuffy_acquire"}

// waitsFor says what a thread waits for that waits for another thread, or in a word of memory.
func (w *world) waitsFor(t *threadState) string {
	if t.waitFor >= 0 {
		return fmt.Sprintf(" for the end of thread %d", t.waitFor)
	}
	if t.word.state == waitNone {
		return ""
	}
	var a *memory.Alloc
	w.space.Each(func(x *memory.Alloc) bool {
		if t.word.addr-x.Base < x.Size {
			a = x
		}
		return a == nil
	})
	info := w.m.Debug.Info()
	if a == nil || info == nil {
		return ""
	}
	fs := t.common().trace()
	if len(fs) == 0 || fs[0].fn == nil || !slices.Contains(locking, fs[0].fn.Name) {
		return ""
	}
	const word, owner = 4, 8 // offsets of the ints in a mutex: see locks.c of package clib
	off := t.word.addr - word - a.Base
	s := " for " + (&teller{w: w, info: info, u: &UB{}}).holder(a, off)
	var b [4]memory.Byte
	if off+owner+4 <= a.Size {
		w.mem.ReadBytes(a, off+owner, b[:])
		id := int(b[0].Value) | int(b[1].Value)<<8
		if id > 0 {
			s += fmt.Sprintf(", which thread %d holds", id-1)
		}
	}
	return s
}

// waitWord waits until another thread wakes who waits for the word at an address, and says whether it came too late. It is made again as long as ok
// is false.
func (w *world) waitWord(addr uint64, timed bool) (late, ok bool) {
	t := w.threads[w.cur.id]
	switch t.word.state {
	case waitNone:
		t.word = wordWait{waitBegun, timed, addr, w.turn}
		w.ready.remove(w.cur.id)
		return false, false
	case waitBegun:
		return false, false
	}
	late = t.word.state == waitLate
	t.word = wordWait{}
	return late, true
}

// waits reports whether the thread that runs is in a wait for a word that was begun before.
func (w *world) waits() bool { return w.threads[w.cur.id].word.state != waitNone }

// wakeWord wakes at most n threads that wait for the word at an address, who waits longest first.
func (w *world) wakeWord(addr uint64, n int64) {
	for ; n > 0; n-- {
		id := w.longest(func(x wordWait) bool { return x.addr == addr })
		if id < 0 {
			return
		}
		w.threads[id].word.state = waitWoken
		w.ready.add(id)
	}
}

// longest is the thread of a wait that is longest there, -1 if there is none.
func (w *world) longest(of func(wordWait) bool) int {
	found := -1
	for id, t := range w.threads {
		if t.word.state == waitBegun && of(t.word) && (found < 0 || t.word.since < w.threads[found].word.since) {
			found = id
		}
	}
	return found
}

// timeOut ends the wait of a thread that does not wait for ever: time passes where nothing else happens.
func (w *world) timeOut() {
	if id := w.longest(func(x wordWait) bool { return x.timed }); id >= 0 {
		w.threads[id].word.state = waitLate
		w.ready.add(id)
	}
}

// waitOthers waits until the other threads have ended, and is made again as long as it is false.
func (w *world) waitOthers() bool {
	if w.live == 1 {
		return true
	}
	w.threads[w.cur.id].waitFor = othersEnd
	w.ready.remove(w.cur.id)
	return false
}

// indexes is a set of numbers below [maxThreads] of which the k-th smallest is found in
// logarithmic time: a binary indexed tree (Fenwick, "A New Data Structure for Cumulative
// Frequency Tables", 1994).
// Programs make thousands of threads, of which one is chosen at each synchronisation point; a slice of ready
// threads would make that linear, or dependent on an order that only history explains.
type indexes struct {
	has  []bool  // as many as a power of two, grown to the greatest number there was
	sums []int32 // one more
	len  int
}

func (s *indexes) add(n int)    { s.set(n, true, 1) }
func (s *indexes) remove(n int) { s.set(n, false, -1) }

// set is idempotent. by is what the size changes by.
// Logarithmic, and constant where nothing changes.
func (s *indexes) set(n int, has bool, by int) {
	for n >= len(s.has) {
		s.grow()
	}
	if s.has[n] == has {
		return
	}
	s.has[n] = has
	s.len += by
	for k := n + 1; k <= len(s.has); k += k & -k {
		s.sums[k] += int32(by)
	}
}

// grow doubles the room: most programs have one thread. Of the new sums only the last is of numbers that were there.
func (s *indexes) grow() {
	room := max(2*len(s.has), 1)
	s.has = append(s.has, make([]bool, room-len(s.has))...)
	s.sums = append(s.sums, make([]int32, room+1-len(s.sums))...)
	s.sums[room] = int32(s.len)
}

// at is the k-th smallest number, from 0.
// k must be below len: the search then ends at a number that is in the set.
func (s *indexes) at(k int) int {
	n, left := 0, int32(k)
	for step := len(s.has); step > 0; step /= 2 {
		if n+step <= len(s.has) && s.sums[n+step] <= left {
			n += step
			left -= s.sums[n]
		}
	}
	return n
}
