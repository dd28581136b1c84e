package check

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// memoryRules looks at the memory and at the calls that a run leaves behind. They are properties of
// every run, whatever the program does.
func memoryRules(s *Subject) *Failure {
	out := s.Base()
	if out.Kind == interp.Unsupported {
		return nil
	}
	for _, d := range s.Module.Data {
		if !d.Const {
			continue
		}
		// A snapshot of the symbol's bytes is taken at the end, whatever the end was.
		if k := altered(d, out.Space.Snapshot(out.Symbols[d.Name])); k >= 0 {
			return &Failure{Rule: "constant data", Message: fmt.Sprintf("byte %d of %s is not what it was", k, ir.SymbolText(d.Name)), Detail: out.Text() + "\n" + s.Module.String()}
		}
	}
	if e := strayFree(out.Events); e != nil {
		return &Failure{Rule: "heap", Message: fmt.Sprintf("%s of what starts no allocation", e.Name), Detail: e.Frame.Inst + "\n" + out.Text() + "\n" + s.Module.String()}
	}
	return nil
}

// altered is the first byte that is not what the definition of the data says, -1 if there is
// none. It compares abstract bytes by kind and value; an address is only known to be one.
// now has the bytes of the object, as many as d has.
func altered(d *ir.Data, now []memory.Byte) int {
	was := make([]memory.Byte, 0, len(now))
	for _, p := range d.Pieces {
		for _, b := range p.Bytes {
			was = append(was, memory.BitsByte(b))
		}
		for range p.Zero {
			if p.Uninit {
				was = append(was, memory.UninitByte())
			} else {
				was = append(was, memory.BitsByte(0))
			}
		}
	}
	pointer := make([]bool, len(was))
	for _, r := range d.Relocs {
		for k := range uint64(ir.PtrBytes) {
			pointer[r.Off+k] = true
		}
	}
	for k, b := range now {
		if pointer[k] && b.Kind != memory.Fragment || !pointer[k] && (b.Kind != was[k].Kind || b.Value != was[k].Value) {
			return k
		}
	}
	return -1
}

// mostEvents is how many calls a run records at least (maxQuietEvents of package interp). Beyond
// that number calls may be missing from the record, so nothing is concluded.
const mostEvents = 1 << 16

// strayFree replays the calls that make and end heap allocations and returns the first that
// ends none. Address 0 may be freed at any time. An address counts as live from the call that
// returned it.
func strayFree(events []interp.Event) *interp.Event {
	live := map[uint64]bool{0: true}
	for n := range events {
		e := &events[n]
		switch e.Name {
		case "free", "realloc":
			p, ok := address(e.Args)
			// Beyond mostEvents the call that made the allocation may be missing.
			if ok && !live[p] && n < mostEvents {
				return e
			}
			delete(live, p)
			// Freeing address 0 does nothing and may happen again.
			live[0] = true
		}
		if e.Name == "malloc" || e.Name == "calloc" || e.Name == "aligned_alloc" || e.Name == "realloc" {
			if p, ok := address(e.Results); ok {
				// realloc both ends an allocation and makes one; a failed one returns 0, which is live
				// anyway.
				live[p] = true
			}
		}
	}
	return nil
}

// address is that of the first of some values.
func address(values []interp.Value) (uint64, bool) {
	if len(values) == 0 {
		return 0, false
	}
	p, ok := values[0].(interp.Ptr)
	return p.Addr, ok
}
