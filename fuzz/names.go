package fuzz

// libraryNames are names that the run-time library of compiled programs has, too, and that the generator calls
// nothing by: a program that defines one has its own, and the library must not see it. What the
// library does for calloc, printf and the bulk instructions rests on several of them.
var libraryNames = []string{"memset", "memmove", "strlen", "read", "realloc", "fma", "exit", "_exit", "strcpy", "strncmp", "memchr",
	"rand", "getchar", "snprintf", "fmaf", "memcmp", "strchr", "srand", "environ", "__assert_fail"}

// drawNames decides whether some names are those of the library.
func (g *generator) drawNames(r *record) {
	g.naming = r.stream(0x6e616d6573)
	g.borrow = g.naming.chance(g.cfg.Names)
}

// name is what the program calls a function or datum of its own that is plainly called so: in some
// programs half of them have names of the library. It has a stream of decisions of its own.
func (g *generator) name(plain string) string {
	if !g.borrow || g.naming.below(2) == 1 {
		return plain
	}
	free := libraryNames
	if !g.violate { // a violation may call it
		free = append([]string{"memcpy"}, free...)
	}
	name := free[g.naming.below(len(free))]
	if g.m.Func(name) != nil || g.m.DataNamed(name) != nil {
		return plain
	}
	return name
}
