package trace

// Kind is a row of what a trace may say, with its meaning.
type Kind struct{ Name, Doc string }

// FactKinds are the kinds of facts in the order of the reference, which has each of them (docs/reference/trace.md), as the
// schema has.
var FactKinds = []Kind{
	{"annotation", "the value has this claim: min and max are those of :sN and :uN, known_zeros and known_ones those of :known"},
	{"callee", "the function that is called"},
	{"calls", "how many calls of the function are left"},
	{"const", "the value is this constant; properties say what rules ask of it"},
	{"counter", "the value counts the iterations of a loop, in equal steps"},
	{"demanded", "of the value only these bits matter, or none"},
	{"ends", "the loop ends"},
	{"equal", "the value is made as the other one is"},
	{"flags", "the fast-math flags of an instruction"},
	{"float_const", "the value is the float with these bits"},
	{"known_ones", "these bits of the value are 1"},
	{"known_zeros", "these bits of the value are 0"},
	{"nofpclass", "the float is in none of these classes"},
	{"operands", "where the operands are computed"},
	{"passed", "every edge passes this value for the argument, or the argument itself"},
	{"permitted", "the flags that the rule needs"},
	{"predecessors", "how many edges go into the block"},
	{"range", "the value is from min to max, as far as these are finite"},
	{"reachable", "whether a path from the entry reaches the block"},
	{"reads", "how often the parameter is read"},
	{"slots", "how many stack slots are directly in the region"},
	{"stored_before", "the value was stored where the loop is entered"},
	{"target", "the block that is threaded branches on the value"},
	{"times", "how often it runs by the profile"},
	{"token", "the memory token that stands in the place of another"},
	{"trip_count", "how often the loop runs"},
	{"type", "the type that all accesses of a slot have"},
	{"uses", "how many uses the result has"},
}
