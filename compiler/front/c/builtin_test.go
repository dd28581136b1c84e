package c

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestBuiltinsWithAnything: a builtin with any number of arguments, of any kind, is translated or refused. Names without
// a declaration are among them, and get no parameters from the parser.
func TestBuiltinsWithAnything(t *testing.T) {
	var names []string
	for name := range builtins {
		names = append(names, name)
	}
	for name := range libraryFunctions() {
		names = append(names, "__builtin_"+name)
	}
	slices.Sort(names)
	kinds := []string{"1", "p", "d", "v", "s", `"text"`, "w"}
	translated := 0
	for _, name := range names {
		text := "typedef int V __attribute__((vector_size(16))); struct S { int a; } s;\n"
		for n := range 5 {
			for k := range kinds {
				args := make([]string, n)
				for i := range args {
					args[i] = kinds[(k+i*k)%len(kinds)]
				}
				text += fmt.Sprintf("void f%d_%d(int *p, double d, V v, _Complex double w) { (void)%s(%s); }\n", n, k, name, strings.Join(args, ", "))
			}
		}
		if crash := compiles(text); crash == nil {
			translated++
		} else if !strings.HasPrefix(crash.Error(), "a.c:") {
			t.Errorf("%s: %v", name, crash)
		}
	}
	t.Logf("%d of %d take all", translated, len(names))
}

// compiles returns the mistakes that a text has, or how the compiler failed.
func compiles(text string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("crash: %v", r)
		}
	}()
	_, err = Compile([]File{{Name: "a.c", Text: []byte(text)}}, Options{})
	return err
}

// TestLibraryBuiltinsAreDeclared: what __has_builtin promises has a type.
func TestLibraryBuiltinsAreDeclared(t *testing.T) {
	for name := range libraryFunctions() {
		text := "void *f(void) { return (void *)__builtin_" + name + "; }"
		if _, err := Compile([]File{{Name: "a.c", Text: []byte(text)}}, Options{}); err != nil && strings.Contains(err.Error(), "not declared") {
			t.Error(name, err)
		}
	}
	for _, name := range []string{"logb", "logbf", "printf", "imaxabs", "memcpy", "fmodl"} {
		if !hasBuiltin("__builtin_" + name) {
			t.Error(name, "is no builtin")
		}
	}
	for _, name := range []string{"name", "nosuch"} {
		if hasBuiltin("__builtin_" + name) {
			t.Error(name, "is a builtin")
		}
	}
}
