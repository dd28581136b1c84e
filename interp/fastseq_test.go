package interp

import "testing"

// TestSequencesStartPlainly holds what leave and special rely on: an operation that is not the last of a sequence goes on to the next
// instruction, or leaves, and the first is found by its name.
func TestSequencesStartPlainly(t *testing.T) {
	for n, ops := range sequences {
		if len(ops) < 2 || (numFastOps+fastOp(n)).first() != ops[0] {
			t.Errorf("sequence %d: %v", n, ops)
		}
		for _, op := range ops[:len(ops)-1] {
			if op >= fBrEQ && op <= fSwitch || op >= fCall && op <= fLongJump {
				t.Errorf("sequence %v branches in its middle", ops)
			}
		}
	}
	prog := []code{{op: fShlIZ}, {op: fPtrAdd}, {op: fLoad64}, {op: fAddZ}, {op: fShlIZ}, {op: fPtrAdd}}
	joinSequences(prog)
	if prog[0].op != fShlIZ_PtrAdd_Load64 || prog[1].op != fPtrAdd || prog[2].op != fLoad64 || prog[3].op != fAddZ || prog[4].op != fShlIZ_PtrAdd {
		t.Errorf("joined %v", prog)
	}
}
