package ir

import "strconv"

// Numbering maps handles to the numbers that the printer writes; -1 where a value or block
// is not in the text. The zero Numbering numbers both by handle.
// It is valid until the function changes.
type Numbering struct {
	Value []int
	Block []int
}

// Number returns the canonical numbers of f: those of the order of the text.
// It is linear in the function: whoever names many values keeps it.
// Unreachable blocks are numbered like others: the text has all of them.
func (f *Func) Number() Numbering {
	n := Numbering{make([]int, len(f.values)), make([]int, len(f.blocks))}
	for i := range n.Value {
		n.Value[i] = -1
	}
	for i := range n.Block {
		n.Block[i] = -1
	}
	v, blk := 0, 0
	for b := range f.Blocks() {
		n.Block[b] = blk
		blk++
		for _, a := range f.blocks[b].args {
			n.Value[a] = v
			v++
		}
		for i := range f.Insts(b) {
			for k := range f.NumResults(i) {
				n.Value[f.Result(i, k)] = v + k
			}
			v += max(1, f.NumResults(i))
		}
	}
	return n
}

// SetNames records the numbers that the author of a text gave the values and blocks of f, by handle, -1 for none.
// Without it the author's numbers are the canonical ones.
// They belong to the handle: a value that a pass makes later has none, one that it keeps keeps its own.
func (f *Func) SetNames(n Numbering) { f.names = n }

// Names returns the numbers by which people know the values and blocks of f: the author's, and for what was made
// since numbers above all of them, in the order of the making. So a change gives a number to what it makes, and no
// other number is another value's then: texts of a function before and after can be compared.
// Of a function whose author gave no numbers they are those of [Func.Number].
// Reports, messages and listings use it. It is valid until the function changes, and linear in the function.
func (f *Func) Names() Numbering {
	n := f.Number()
	if f.names.Value == nil && f.names.Block == nil {
		return n
	}
	renumber(n.Value, f.names.Value)
	renumber(n.Block, f.names.Block)
	return n
}

// maxNumber is the largest number that a text may give.
const maxNumber = 1<<32 - 1

// renumber replaces canonical numbers by those written, -1 for none; written may be shorter. The others count on
// from the largest, and from 0 over what is free if that was the last number there is. What is not in the text, -1, stays so.
func renumber(canonical, written []int) {
	next := 0
	for _, n := range written {
		next = max(next, n+1)
	}
	taken := func(int) bool { return false }
	if next+len(canonical) > maxNumber {
		set := make(map[int]bool, len(written))
		for _, n := range written {
			set[n] = true
		}
		next, taken = 0, func(n int) bool { return set[n] }
	}
	// Handles are in the order of the making. What is gone keeps its number: nothing else may have it.
	for h, n := range canonical {
		number := next
		if h < len(written) && written[h] >= 0 {
			number = written[h]
		} else {
			for taken(next) {
				next++
			}
			number, next = next, next+1
		}
		if n >= 0 {
			canonical[h] = number
		}
	}
}

// Name is the spelling of v: v3. A value that is not in the text is "v?".
func (n Numbering) Name(v Value) string { return string(n.appendName(nil, v)) }

func (n Numbering) appendName(text []byte, v Value) []byte {
	return appendNumbered(append(text, 'v'), n.Value, uint32(v), v == NoValue)
}

// BlockName is the spelling of b: bb1.
func (n Numbering) BlockName(b Block) string { return string(n.appendBlockName(nil, b)) }

func (n Numbering) appendBlockName(text []byte, b Block) []byte {
	return appendNumbered(append(text, "bb"...), n.Block, uint32(b), b == NoBlock)
}

// appendNumbered writes the number of a handle.
// A nil table numbers by handle, for debugging a function that cannot be walked.
func appendNumbered(text []byte, numbers []int, handle uint32, none bool) []byte {
	switch {
	case none:
		return append(text, '?')
	case numbers == nil:
		return strconv.AppendUint(text, uint64(handle), 10)
	case numbers[handle] < 0:
		return append(text, '?')
	}
	return strconv.AppendInt(text, int64(numbers[handle]), 10)
}
