package campaign

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// An event is something that a program can reach, a number below numEvents:
//
//   - end K: how the run ended
//   - made OP, exec OP: an instruction of the program, an instruction executed
//   - pair A B: an executed instruction B uses a result of A, or an argument of a block
//   - ran OP CODE, failed OP CODE: a check for undefined behaviour at an instruction
//   - fast N: a case of the fast engine
//   - fired transform T, fired rule R: what changed the program
//   - fired pass P/R, fired pass P idle: a rewrite of a pass, a pass that found nothing
//   - fired row R: a row of the table of encodings in code
//
// The numbers change when a table grows; the database keeps the names.
type event = int

// The events of each kind begin at these numbers. Their sum is the size of the bitset of each
// worker, about half a megabyte at most.
const (
	numKinds    = int(interp.OutOfFuel) + 1
	numCodes    = 64 // more than there are codes of undefined behaviour
	firstMade   = numKinds
	firstExec   = firstMade + ir.NumOps
	firstPair   = firstExec + ir.NumOps
	firstRan    = firstPair + (ir.NumOps+1)*ir.NumOps
	firstFailed = firstRan + ir.NumOps*numCodes
	firstFast   = firstFailed + ir.NumOps*numCodes
	firstFired  = firstFast + interp.LoweredCases
	numFired    = 4096 // more than there are transforms and rules
	numEvents   = firstFired + numFired
)

// fireable is what can fire, and each name's number. The order is that of package check; numbers
// are not stored.
var fireable = check.Fireable()

var firedNumber = func() map[string]int {
	if len(fireable) > numFired {
		panic("BUG: more transforms and rules than events")
	}
	m := map[string]int{}
	for n, name := range fireable {
		m[name] = n
	}
	return m
}()

// eventName names an event; names of different events differ. The names are stored in the database
// and must not change for an event that stays. They are in a form that people can read.
func eventName(e event) string {
	op := func(n int) string {
		if n == ir.NumOps {
			return "argument"
		}
		return ir.Op(n).String()
	}
	code := func(n int) string { return op(n/numCodes) + " " + interp.Code(n%numCodes).ID() }
	switch {
	case e < firstMade:
		return "end " + interp.OutcomeKind(e).String()
	case e < firstExec:
		return "made " + op(e-firstMade)
	case e < firstPair:
		return "exec " + op(e-firstExec)
	case e < firstRan:
		return "pair " + op((e-firstPair)/ir.NumOps) + " " + op((e-firstPair)%ir.NumOps)
	case e < firstFailed:
		return "ran " + code(e-firstRan)
	case e < firstFast:
		return "failed " + code(e-firstFailed)
	}
	if e < firstFired {
		return fmt.Sprint("fast ", e-firstFast)
	}
	if e-firstFired < len(fireable) {
		return "fired " + fireable[e-firstFired]
	}
	return fmt.Sprint("fired nothing ", e-firstFired)
}

// bitset is a set of events. Each worker has one as scratch memory.
type bitset [(numEvents + 63) / 64]uint64

// add is called by the owner of the set only: unlike known, it is not atomic.
func (s *bitset) add(e event) { s[e/64] |= 1 << (e % 64) }

// The list is ascending.
func (s *bitset) list() []event {
	var all []event
	for n, w := range s {
		for ; w != 0; w &= w - 1 {
			all = append(all, n*64+bits.TrailingZeros64(w))
		}
	}
	return all
}

// known is the events that merged programs reached. Workers read it while the coordinator
// adds; they may see an old state, and then send what turns out not to be new.
type known [(numEvents + 63) / 64]atomic.Uint64

// add reports whether e is new. It is called by the coordinator alone, and atomic only for the
// readers.
func (k *known) add(e event) bool {
	return k[e/64].Or(1<<(e%64))>>(e%64)&1 == 0
}

// has may miss an event that is being added, which costs a worker a second look.
func (k *known) has(e event) bool { return k[e/64].Load()>>(e%64)&1 != 0 }

// misses reports whether s has an event that k has not.
func (k *known) misses(s *bitset) bool {
	for n, w := range s {
		if w != 0 && w&^k[n].Load() != 0 {
			return true
		}
	}
	return false
}

// collect adds what the runs of a subject reached. They must be over. Coverage comes from the
// reference evaluator, cases of the fast engine from the base run. If either panics, the caller
// gets no coverage.
func (s *bitset) collect(sub *check.Subject) {
	s.add(int(sub.Base().Kind))
	sub.Reference()
	cov := sub.Coverage
	for op := range cov.Ops {
		s.add(firstExec + int(op))
	}
	for _, f := range sub.Module.Funcs {
		s.collectFunc(f, cov)
	}
	for n, w := range sub.Lowered {
		for ; w != 0; w &= w - 1 {
			s.add(firstFast + n*64 + bits.TrailingZeros64(w))
		}
	}
	for _, name := range sub.Fired {
		s.add(firstFired + firedNumber[name])
	}
	for key, n := range cov.Checks {
		f := sub.Module.Func(key.Func)
		at := int(f.Op(key.Inst))*numCodes + int(key.Code)
		if n.Ran > 0 {
			s.add(firstRan + at)
		}
		if n.Failed > 0 {
			s.add(firstFailed + at)
		}
	}
}

// Instructions in blocks that were not entered count as made only: the difference shows what a
// generator makes in vain. NumOps stands for a block argument.
func (s *bitset) collectFunc(f *ir.Func, cov *interp.Coverage) {
	for b := range f.Blocks() {
		executed := cov.Blocks[interp.BlockKey{Func: f.Name, Block: b}] > 0
		for i := range f.Insts(b) {
			op := int(f.Op(i))
			s.add(firstMade + op)
			if !executed {
				continue
			}
			for _, use := range f.Operands(i) {
				from := ir.NumOps
				if def := f.Def(use.Value); def != ir.NoInst {
					from = int(f.Op(def))
				}
				s.add(firstPair + from*ir.NumOps + op)
			}
		}
	}
}

// opcodesMissing lists the opcodes whose event is not known, in the order of the table. It is what
// the test for a vacuous campaign asks at the end.
func (k *known) opcodesMissing(first event) []string {
	var names []string
	for op := range ir.NumOps {
		if !k.has(first + op) {
			names = append(names, ir.Op(op).String())
		}
	}
	return names
}
