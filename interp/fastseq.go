package interp

// sequenceTree finds the longest sequence that starts with given operations.
type sequenceTree struct {
	op   fastOp // that stands for the path to here, 0 if none does
	next map[fastOp]*sequenceTree
}

var sequenceRoot = func() *sequenceTree {
	root := &sequenceTree{next: map[fastOp]*sequenceTree{}}
	for n, ops := range sequences {
		at := root
		for _, op := range ops {
			if at.next[op] == nil {
				at.next[op] = &sequenceTree{next: map[fastOp]*sequenceTree{}}
			}
			at = at.next[op]
		}
		at.op = numFastOps + fastOp(n)
	}
	return root
}()

// joinSequences gives the first instruction of each sequence the operation that executes all of it. The others stay as
// they are: it is there that the sequence continues when one of its instructions leaves, and branches may lead there.
func joinSequences(prog []code) {
	for pc := 0; pc < len(prog); pc++ {
		length, op := 1, fastOp(0)
		at := sequenceRoot
		for n := pc; n < len(prog); n++ {
			if at = at.next[prog[n].op]; at == nil {
				break
			}
			if at.op != 0 {
				length, op = n-pc+1, at.op
			}
		}
		if op != 0 {
			prog[pc].op = op
			pc += length - 1
		}
	}
}

// first is the operation whose operands an instruction has: of a sequence, its first one.
func (op fastOp) first() fastOp {
	if op >= numFastOps {
		return sequences[op-numFastOps][0]
	}
	return op
}
