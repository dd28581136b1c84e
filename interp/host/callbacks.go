package host

// They call functions of the program, and are functions in Tuffy IR themselves: package clib has them, for the interpreter and
// for compiled programs. What they do is reported where they do it.
var callbackFunctions = []Function{
	{Name: "qsort", Params: []Kind{Ptr, Size, Size, Ptr}, InIR: true, Doc: "sorts elements of a size by a function that compares two of them; in which order equal ones come is left open"},
	{Name: "bsearch", Params: []Kind{Ptr, Ptr, Size, Size, Ptr}, Result: []Kind{Ptr}, InIR: true, Doc: "finds an element that is equal to the key among sorted ones, null if there is none; the function compares the key with an element"},
}
