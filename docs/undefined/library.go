package undefined

const (
	contract = "TUF-UB-026"
	noSignal = "signal keeps what is to be done, and no signal comes"
	cLocale  = "the locale is always \"C\""
)

// library are the items of clauses 7.1 to 7.20, in the order of the annex.
var library = []Item{
	{Number: 100, Where: "7.1.4p1, 7.24.2.1p2", Text: "a library function copies between objects that overlap, and is not said to", Status: Detected, How: "TUF-UB-018"},
	{Number: 101, Where: "7.1.2p3", Text: "a file with the name of a standard header is put among the standard places", Status: Defined, How: "the built-in headers are found last, so the file is taken"},
	{Number: 102, Where: "7.1.2p4", Text: "a header is included within a declaration or definition", Status: Defined, How: "its declarations stand there"},
	{Number: 103, Where: "7.1.2p4", Text: "something of a header is used before the header is included", Status: Warned, How: "is not declared", Example: "int main(void) { puts(\"x\"); return 0; }"},
	{Number: 104, Where: "7.1.2p4", Text: "a header is included while a macro has the name of a keyword", Status: Defined, How: "the macro is expanded in the header"},
	{Number: 105, Where: "7.1.2p6", Text: "a library function is declared by the program, and not with external linkage", Status: Defined, How: "it is a function of the program"},
	{Number: 106, Where: "7.1.3p2", Text: "a reserved identifier is declared or defined", Status: Defined, How: "the definition of the program counts, in the program"},
	{Number: 107, Where: "7.1.3p3", Text: "a macro that begins with an underscore and a capital or another underscore is undefined", Status: Defined, How: "it is gone"},
	{Number: 108, Where: "7.1.4p1", Text: "an argument of a library function has an invalid value", Status: Detected, How: "TUF-UB-026, TUF-UB-005, TUF-UB-020"},
	{Number: 109, Where: "7.1.4p1", Text: "an array argument of a library function does not have room for its accesses", Status: Detected, How: "TUF-UB-007"},
	{Number: 110, Where: "7.2p1", Text: "the macro assert is undefined to get at a function", Status: Warned, How: "is not declared", Example: "#include <assert.h>\n#undef assert\nint main(void) { assert(1); return 0; }"},
	{Number: 111, Where: "7.2.1.1p2", Text: "the argument of assert is no scalar", Status: Refused, How: "scalars", Example: "#include <assert.h>\nstruct s { int a; } x;\nint main(void) { assert(x); return 0; }"},
	{Number: 112, Where: "7.3.4p2, 7.6.1p2, 7.12.2p2", Text: "a pragma of floating arithmetic stands in the middle of a block", Status: Defined, How: "these pragmas have no meaning"},
	{Number: 113, Where: "7.4p1", Text: "a function of characters gets neither EOF nor an unsigned char", Status: Detected, How: contract},
	{Number: 114, Where: "7.5p2", Text: "the macro errno is undefined, or its name defined", Status: Defined, How: "the name is the program's, and no function sets it"},
	{Number: 115, Where: "7.6.1p2", Text: "flags or modes of floating arithmetic are used where FENV_ACCESS is off", Status: OutOfReach, How: "the functions of <fenv.h> are not among the host functions"},
	{Number: 116, Where: "7.6.2p1", Text: "an argument for exceptions is no sum of their macros", Status: OutOfReach, How: "the functions of <fenv.h> are not among the host functions"},
	{Number: 117, Where: "7.6.2.4p2", Text: "fesetexceptflag sets flags that its object was not made for", Status: OutOfReach, How: "the functions of <fenv.h> are not among the host functions"},
	{Number: 118, Where: "7.6.4.3p2, 7.6.4.4p2", Text: "fesetenv or feupdateenv get what is no environment", Status: OutOfReach, How: "the functions of <fenv.h> are not among the host functions"},
	{Number: 119, Where: "7.8.2.1p2, 7.8.2.2p2, 7.22.1p1, 7.22.6.1p2, 7.22.6.2p2", Text: "abs, div, atoi or another of their kind has a result that its type cannot hold", Status: Detected, How: contract},
	{Number: 120, Where: "7.11.1.1p8", Text: "the string of setlocale is modified", Status: NotYet, How: "the string can be written"},
	{Number: 121, Where: "7.11.2.1p8", Text: "the struct of localeconv is modified", Status: NotYet, How: "the struct can be written"},
	{Number: 122, Where: "7.12p9", Text: "the macro math_errhandling is undefined, or its name defined", Status: Defined, How: "the name is the program's"},
	{Number: 123, Where: "7.12.3p1, 7.12.14p1", Text: "a macro that classifies or compares floats gets an integer", Status: Defined, How: "it is converted to double"},
	{Number: 124, Where: "7.13p2", Text: "the macro setjmp is undefined to get at a function, or its name defined", Status: Defined, How: "setjmp is known by its name"},
	{Number: 125, Where: "7.13.1.1p4, 7.13.1.1p5", Text: "setjmp stands where it may not, as in a sum", Status: Defined, How: "the value is that of any call"},
	{Number: 126, Where: "7.13.2.1p2", Text: "longjmp goes to what setjmp has not filled, or whose function has ended", Status: Detected, How: "TUF-UB-032"},
	{Number: 127, Where: "7.13.2.1p3", Text: "after longjmp a local object is read that is not volatile and was changed since setjmp", Status: Detected, How: poisonCodes},
	{Number: 128, Where: "7.14.1.1p3", Text: "a signal is sent to a handler that is no function", Status: OutOfReach, How: noSignal},
	{Number: 129, Where: "7.14.1.1p3", Text: "a handler of a computational exception returns", Status: OutOfReach, How: noSignal},
	{Number: 130, Where: "7.14.1.1p4", Text: "a handler of a signal of abort or raise calls raise", Status: OutOfReach, How: noSignal},
	{Number: 131, Where: "7.14.1.1p5", Text: "a handler of another signal uses static objects or calls functions that it may not", Status: OutOfReach, How: noSignal},
	{Number: 132, Where: "7.14.1.1p5", Text: "errno is read after a handler of another signal got SIG_ERR", Status: OutOfReach, How: noSignal},
	{Number: 133, Where: "7.14.1.1p5", Text: "a signal is raised by an asynchronous handler", Status: OutOfReach, How: noSignal},
	{Number: 134, Where: "7.14.1.1p7", Text: "signal is called in a program with threads", Status: OutOfReach, How: noSignal},
	{Number: 135, Where: "7.16p3, 7.16.1.1p2, 7.16.1.4p3", Text: "varying arguments are read by a list that is not initialised", Status: Detected, How: "TUF-UB-030"},
	{Number: 136, Where: "7.16p3", Text: "a list is used after a function that it was given to has read of it", Status: NotYet, How: "after vprintf and its like it is reported (TUF-UB-030), after a function of the program it has moved on"},
	{Number: 137, Where: "7.16.1p1", Text: "a macro of <stdarg.h> is undefined to get at a function", Status: Defined, How: "a run that calls it ends as unsupported"},
	{Number: 138, Where: "7.16.1p1", Text: "va_start or va_copy has no va_end in its function, or va_end no start", Status: NotYet, How: "a list that is never ended is not reported; va_end of no list is (TUF-UB-030)"},
	{Number: 139, Where: "7.16.1.1p1", Text: "the type of va_arg makes no pointer type with a * behind it", Status: Refused, How: "unexpected", Example: "#include <stdarg.h>\nint f(int a, ...) { va_list ap; va_start(ap, a); int *p = va_arg(ap, int[2]); va_end(ap); return *p; }\nint main(void) { return 0; }"},
	{Number: 140, Where: "7.16.1.1p2", Text: "va_arg finds no argument, or one of another type", Status: Detected, How: "TUF-UB-030"},
	{Number: 141, Where: "7.16.1.2p3, 7.16.1.4p3", Text: "va_start or va_copy get a list that is in use", Status: NotYet, How: "the list is made anew"},
	{Number: 142, Where: "7.16.1.4p4", Text: "the parameter of va_start is a register, a function, an array or of a type that promotion changes", Status: Defined, How: "the parameter is not looked at"},
	{Number: 143, Where: "7.19p3", Text: "offsetof is of what is no member, or of a bit-field", Status: Refused, How: "bit-field", Example: "#include <stddef.h>\nstruct s { int a : 3; };\nint main(void) { return offsetof(struct s, a); }"},
	{Number: 144, Where: "7.20.4p2", Text: "a macro of integer constants gets what is none, or does not fit", Status: Defined, How: "it is an expression of the type that the constant has with its suffix"},
}
