// Package facts finds out what integers and truth values can be: known bits, ranges, whether they
// may be poison, and which bits of them anything reads.
//
// [Forward] is an abstract interpretation over blocks, block arguments and regions (Cousot and
// Cousot, 1977). An int has a [Fact], the reduced product of
//
//	Bits   masks of bits known to be 0 and to be 1, on infinite two's complement
//	Range  the least and the greatest number, either of which may be infinite
//
//	         nothing known                  all numbers
//	        /      |       \               /     |     \
//	     ...0    ...1    0.....       [0, inf) (-inf, 9] ...
//	        \      |       /               \     |     /
//	        contradiction                 no number at all
//
// and starts from nothing being reachable: the strongly connected components of the graph are taken
// in order, the blocks of one are visited in reverse postorder, a branch whose
// condition is known is followed one way only, arguments of loops grow a bounded number of times
// before they are widened, and two more rounds of the component win back what widening lost. Branches on
// comparisons refine their operands in the blocks that they dominate ([Info.FactAt]) and on the
// edge itself. Annotations of results and uses are facts, as a value that violates one is poison;
// and every fact claims something of values that are not poison only. [Info.NotPoison] says which
// values never are.
//
// [Info.Keep] and [Info.Update] keep what was found while the function changes, by the marks of
// [ir.Func.Settle]: an update computes what is dirty and what that changes, and finds exactly what
// [Forward] finds from scratch.
//
// [Demanded] goes backward, from the consumers of a value to the bits that they look at. [DemandedFor] does so for
// a program that is going to be replaced by one that refines it, see [Lowering].
//
// The rules of opcodes ([Binary], [Unary], [Sized], [Split], [Compare], [Assume], [Demand]) are
// those of lean/TuffyLean/Facts, one for one, where they are proven; tests compare the two.
//
// Not here: writing what was found into the program as annotations, facts about floats, pointers
// and memory, and relations between values.
package facts
