package ir

// opCounts counts instructions by opcode: a hash table with open addressing, as most functions have few of the
// opcodes and a module may have 100,000 functions. Its length is a power of two, at most three quarters of it are
// in use, and an entry stays when its count is 0 again. Counts are kept of garbage too, which the verifier
// reports later.
type opCounts []opCount

type opCount struct {
	op   Op
	used bool
	n    int32
}

// at is the index of the entry of op, or of the free one where it belongs.
func (c opCounts) at(op Op) int {
	mask := len(c) - 1
	i := int(op) * 37 & mask // opcodes that functions use together are often neighbours
	for c[i].used && c[i].op != op {
		i = (i + 1) & mask
	}
	return i
}

// of is the count of op.
func (c opCounts) of(op Op) int {
	if c == nil {
		return 0
	}
	return int(c[c.at(op)].n)
}

// add changes the count of op by n.
func (c *opCounts) add(op Op, n int32) {
	if *c == nil {
		*c = make(opCounts, 8)
	}
	i := c.at(op)
	if !(*c)[i].used {
		c.grow()
		i = c.at(op)
		(*c)[i] = opCount{op, true, 0}
	}
	(*c)[i].n += n
}

// grow doubles a table that one more entry would fill beyond three quarters.
func (c *opCounts) grow() {
	used := 1
	for _, e := range *c {
		if e.used {
			used++
		}
	}
	if 4*used <= 3*len(*c) {
		return
	}
	old := *c
	*c = make(opCounts, 2*len(old))
	for _, e := range old {
		if e.used {
			(*c)[c.at(e.op)] = e
		}
	}
}
