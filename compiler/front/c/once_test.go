package c

import (
	"testing"
	"testing/fstest"
)

// TestOnce: which texts are preprocessed once. What may end the text early, or needs tokens that are counted, is left to two steps.
func TestOnce(t *testing.T) {
	headers := map[string]string{"a.h": "#include \"b.h\"\nint a;\n", "b.h": "int b;\n", "ring.h": "#include \"wheel.h\"\n", "wheel.h": "#include \"ring.h\"\n",
		"packs.h": "#pragma pack(1)\n", "asks.h": "#if __has_include(<nowhere.h>)\n#endif\n"}
	files := fstest.MapFS{}
	for name, text := range headers {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for text, want := range map[string]bool{
		"int main(void) { return 0; }\n":                         true,
		"#include <stdio.h>\n#include <string.h>\nint x;\n":      true,
		"#include \"a.h\"\n#include \"b.h\"\n#include \"a.h\"\n": true,
		"#pragma once\n#pragma STDC FP_CONTRACT ON\nint x;\n":    true,
		"#include <nowhere.h>\n":                                 false,
		"int *\n#include \"nowhere.h\"\n":                        false,
		"#define H <stdio.h>\n#include H\n":                      false,
		"#include __FILE__\n":                                    false,
		"%: include H\n":                                         false,
		"#include \"ring.h\"\n":                                  false,
		"#include \"o.c\"\n":                                     false,
		"#include \"packs.h\"\n":                                 false,
		"_Pragma(\"pack(1)\") int x;\n":                          false,
		"#include \"asks.h\"\n":                                  false,
		"int x = ;\n":                                            false,
		"#define A B B B B B B B B\n#define B C C C C C C C C\n#define C D D D D D D D D\n#define D E E E E E E E E\n#define E F F F F F F F F\n#define F G G G G G G G G\n#define G ; ; ; ; ; ; ; ;\nA\n": false,
	} {
		o := Options{Files: files}
		saw, abi, src := false, o.newABI(), []byte(text)
		read := tree{o, &saw, map[string]string{}}
		if _, ok := parseOnce(*o.config(abi, src, read, nil), "o.c", src, o.sources("o.c", src), read); ok != want {
			t.Errorf("%q: %v, want %v", text, ok, want)
		}
	}
}
