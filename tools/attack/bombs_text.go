package main

import (
	"bufio"
	"fmt"
	"strings"
)

// textBombs are texts that are long, deep, or wrong in many places.
// Sizes are below the reader's limits unless the name says otherwise (parser.MaxInput is 64 MiB,
// parser.MaxItems 2^20), so that it must do the work and cannot refuse by size. Most are quadratic
// traps: they would show where a scan starts again from the first item, or a message repeats its text.
func textBombs() []bomb {
	var bs []bomb
	add := func(name string, write func(w *bufio.Writer), commands ...string) {
		if commands == nil {
			commands = []string{"verify"}
		}
		bs = append(bs, onAll("text-"+name, prog(write), commands...)...)
	}
	// One token of 30 MiB: a reader that copies a token, or counts columns from the start of a line
	// for each, shows in memory or time.
	add("comment", func(w *bufio.Writer) { w.WriteString("// "); times(w, 30<<20, "x") })
	// 80 MiB, beyond parser.MaxInput: it must be refused by its size, before lines are read.
	add("too-long", func(w *bufio.Writer) { times(w, 5<<20, "// line by line\n") })
	// A position of one line each: a table of line starts that is not compact takes many times the
	// text.
	add("blank-lines", func(w *bufio.Writer) { times(w, 30<<20, "\n") })
	// The string never ends, so that the mistake is at the end of the text.
	add("open-string", func(w *bufio.Writer) { w.WriteString(`data @d = "`); times(w, 20<<20, "a") })
	// Four bytes of text for one of data; the printer of fmt has to write them again.
	add("escapes", func(w *bufio.Writer) { w.WriteString(`data @d = "`); times(w, 4<<20, `\x41`); w.WriteString("\"\n") }, "verify", "fmt")
	// 4 Mi mistakes in one token: the list of mistakes must stop at parser.MaxErrors and not keep the
	// rest.
	add("bad-escapes", func(w *bufio.Writer) { w.WriteString(`data @d = "`); times(w, 4<<20, `\q`); w.WriteString("\"\n") })
	// A name is part of messages and tables: it must not be copied for each.
	add("long-name", func(w *bufio.Writer) {
		w.WriteString("func @")
		times(w, 8<<20, "n")
		w.WriteString("() {\n bb0:\n ret\n}\n")
	}, "verify", "fmt")
	// Two bytes of UTF-8 and an escape by turns: neither a plain copy nor one of valid text.
	add("quoted-name", func(w *bufio.Writer) {
		w.WriteString("func @\"")
		times(w, 2<<20, "é\\x01")
		w.WriteString("\"() {\n bb0:\n ret\n}\n")
	})
	// Symbols by the hundred thousand: lookup by a list is quadratic.
	add("functions", func(w *bufio.Writer) { times(w, 200_000, "func @f%d() {\n bb0:\n ret\n}\n") }, "verify", "fmt")
	// Each but the first is a mistake that names an earlier one.
	add("same-functions", func(w *bufio.Writer) { times(w, 200_000, "func @f() {\n bb0:\n ret\n}\n") })
	// A million mistakes at the top level: recovery must make progress in constant time each.
	add("errors", func(w *bufio.Writer) { times(w, 1_000_000, "!\n") })
	// The same within a body, where recovery looks for the next line.
	add("error-lines", func(w *bufio.Writer) {
		w.WriteString("func @f() {\n bb0:\n")
		times(w, 300_000, " v%d = frobnicate v%[2]d\n")
		w.WriteString("}\n")
	})
	// All mistakes are on one line, where computing a column by counting is quadratic.
	add("one-line-errors", func(w *bufio.Writer) { times(w, 1_000_000, "func ") })
	// Two names a line that nothing defines, known only at the end of the function.
	add("undefined-values", func(w *bufio.Writer) {
		w.WriteString("func @f() -> int {\n bb0:\n")
		times(w, 200_000, " v%d = add v9%[1]d99, v8%[1]d88\n")
		w.WriteString(" ret v0\n}\n")
	})
	// Branches to labels that never come.
	add("undefined-labels", func(w *bufio.Writer) {
		w.WriteString("func @f() {\n")
		times(w, 100_000, " bb%d:\n br bb7%[1]d77\n")
		w.WriteString("}\n")
	})
	add("same-labels", func(w *bufio.Writer) {
		w.WriteString("func @f() {\n")
		times(w, 200_000, " bb0:\n ret\n")
		w.WriteString("}\n")
	})
	add("same-values", func(w *bufio.Writer) {
		w.WriteString("func @f() {\n bb0:\n")
		times(w, 300_000, " v0 = iconst 1\n")
		w.WriteString(" ret\n}\n")
	})
	// Braces and regions that open and never close: recursion in the reader would end the process, as
	// a Go stack overflow cannot be caught.
	add("open-braces", func(w *bufio.Writer) { w.WriteString("func @f() {\n bb0:\n"); times(w, 1_000_000, "{") })
	add("regions", func(w *bufio.Writer) { w.WriteString("func @f() {\n"); times(w, 500_000, "region loop {\n") })
	// 250 regions, just below parser.MaxRegionDepth, so that it is read and goes through the
	// optimizer, whose walks over the tree of regions recur or not.
	add("regions-closed", func(w *bufio.Writer) {
		w.WriteString("func @f() {\n bb0:\n br bb1\n")
		times(w, 250, "region loop {\n")
		w.WriteString(" bb1:\n ret\n")
		times(w, 250, "}\n")
		w.WriteString("}\n")
	}, "verify", "fmt", "opt", "O2")
	// Types that nest beyond ir.MaxTypeDepth, open first and then closed: the reader must stop at the
	// limit on its way down.
	add("deep-struct", func(w *bufio.Writer) { w.WriteString("func @f("); times(w, 1_000_000, "struct{") })
	add("deep-array", func(w *bufio.Writer) { w.WriteString("func @f("); times(w, 1_000_000, "[") })
	// Here the text is balanced, so that only the depth is wrong.
	add("deep-struct-closed", func(w *bufio.Writer) {
		w.WriteString("func @f(")
		times(w, 50_000, "struct{")
		w.WriteString("int")
		times(w, 50_000, "}")
		w.WriteString(") {\n bb0:\n ret\n}\n")
	}, "verify", "fmt", "opt", "O0")
	// A literal far beyond parser.MaxIntBits; converting 5 million digits takes more than linear time,
	// so the length must be checked first.
	add("decimal", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n v0 = iconst ")
		times(w, 5_000_000, "7")
		w.WriteString("\n ret v0\n}\n")
	})
	// 300,000 digits are about a million bits, near the limit of one literal; sixty of them pass the
	// limit that all long literals of a text share.
	add("decimals", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n")
		for i := range 60 {
			fmt.Fprintf(w, " v%d = iconst ", i)
			times(w, 300_000, "7")
			w.WriteString("\n")
		}
		w.WriteString(" ret v0\n}\n")
	}, "verify", "fmt", "opt", "O2", "interp")
	// Hexadecimal digits convert in linear time, but 16 million bits are beyond the limit, too.
	add("hex", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n v0 = iconst 0x")
		times(w, 4_000_000, "f")
		w.WriteString("\n ret v0\n}\n")
	})
	// A pattern of 16 million bits where ir.MaxAnnotBits allows 2^20.
	add("pattern", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n v0:known(")
		times(w, 4_000_000, "?1x0")
		w.WriteString(") = iconst 1\n ret v0\n}\n")
	}, "verify", "interp", "opt")
	// Patterns of 3 to 3002 symbols: the texts are quadratic together, as are the facts if they are
	// copied for each value.
	add("patterns", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n v0 = iconst 1\n")
		for i := range 3000 {
			fmt.Fprintf(w, " v%d:known(0%s1) = add v%d, v0\n", i+1, strings.Repeat("?", 1+i), i)
		}
		w.WriteString(" ret v0\n}\n")
	}, "verify", "opt")
	// The same claim half a million times on one value: intersecting claims must not keep them.
	add("claims", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n v0")
		times(w, 500_000, ":s8")
		w.WriteString(" = iconst 1\n ret v0\n}\n")
	}, "verify", "opt")
	// All but the first few are passed on the stack.
	add("parameters", func(w *bufio.Writer) {
		w.WriteString("func @f(int")
		times(w, 300_000, ", int:s32")
		w.WriteString(") {\n bb0:\n ret\n}\n")
	}, "verify", "opt", "O0")
	// More results than one call can have (parser.maxPerInst).
	add("results", func(w *bufio.Writer) {
		w.WriteString("func @f() -> (int")
		times(w, 300_000, ", int")
		w.WriteString(") {\n bb0:\n unreachable\n}\n")
	})
	// One edge with 100,000 arguments: a parallel copy that is made by comparing all pairs takes 10^10
	// steps.
	add("block-arguments", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n v0 = iconst 1\n br bb1(v0")
		times(w, 100_000, ", v0")
		w.WriteString(")\n bb1(v1: int")
		for i := range 100_000 {
			fmt.Fprintf(w, ", v%d: int", i+2)
		}
		w.WriteString("):\n ret v1\n}\n")
	}, "verify", "fmt", "interp", "opt", "O2")
	// A source file and a variable of its own for each line: tables of names must be hashed.
	add("locations", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n")
		times(w, 100_000, " v%d = iconst 1 !loc(\"file%[1]d\", %[1]d, 7) !var(\"x%[1]d\")\n")
		w.WriteString(" ret v0\n}\n")
	}, "verify", "opt", "O2")
	// Numbers of values are names, not indexes: a table of 2^63 entries cannot be made.
	add("far-numbers", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n v9223372036854775806 = iconst 1\n v4294967295 = iconst 1\n ret v9223372036854775806\n}\n")
	})
	// Each block defines what the one before it uses, so that dominance and order of definition go
	// against the order of the text.
	add("backwards", func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0:\n br bb100000\n")
		for i := 1; i < 100_000; i++ {
			fmt.Fprintf(w, " bb%d:\n v%d = add v%d, v%d\n br bb%d\n", i, i, i+1, i+1, i-1+btoi(i == 1)*200_001)
		}
		w.WriteString(" bb100000:\n v100000 = iconst 1\n br bb99999\n bb200001:\n ret v100000\n}\n")
	})
	// Half a million relocations of one symbol to itself, in the order of their offsets.
	add("relocations", func(w *bufio.Writer) {
		w.WriteString("data @d = zero 8000000 relocs [0: @d")
		for i := 1; i < 500_000; i++ {
			fmt.Fprintf(w, ", %d: @d+%d", 8*i, i)
		}
		w.WriteString("]\nfunc @main() -> int {\n bb0:\n v0 = iconst 1\n ret v0\n}\n")
	}, "verify", "interp", "O2")
	// Symbols without code, which reach the object file.
	add("data", func(w *bufio.Writer) { times(w, 200_000, "data @d%d = \"abc\"\n") }, "verify", "O2")
	// Bytes that are no text: messages that quote them must neither grow nor reach the terminal as
	// they are.
	add("nul", func(w *bufio.Writer) { times(w, 4_000_000, "\x00") })
	add("invalid-utf8", func(w *bufio.Writer) { times(w, 4_000_000, "\xff\xc0") })
	return bs
}

// btoi is 1 for true, for numbers of labels that depend on a condition.
func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// typeBombs have types of values that no machine can hold.
// Each type is used as parameter, poison value, argument and result, so that each place that lays out
// or fills a value is reached. What is refused by ir.MaxTypeBytes or ir.MaxTypeFields must be refused
// before it is built.
func typeBombs() []bomb {
	var bs []bomb
	// @main makes a value of the type and passes it through @f.
	one := func(typ string) func(w *bufio.Writer) {
		return text("func @f(" + typ + ") -> " + typ + " {\n bb0:\n v0 = param 0\n ret v0\n}\nfunc @main() -> int {\n bb0(v0: mem):\n v1 = poison -> " + typ + "\n v2 = freeze v1\n v3 = symbol_addr @f\n v4, v5 = call v3(v2), v0 -> " + typ + "\n v6 = iconst 1\n ret v6, v4\n}\n")
	}
	nest := func(n int, k string) string {
		t := "int"
		for range n {
			t = "[" + t + "; " + k + "]"
		}
		return t
	}
	// A struct of two of the last, 18 times: 2^18 leaves from types that are each a few bytes, if
	// equal types are shared. The text itself doubles as well.
	double := "int"
	for range 18 {
		double = "struct{" + double + "," + double + "}"
	}
	// vec-64 needs one bit more than a number of 64 bits has, and the width of scalable overflows when it
	// is multiplied by vscale. byte-half is half a gigabyte, which a machine could hold but
	// ir.MaxTypePayload forbids. array-half takes 800 MB of ints: below ir.MaxTypeBytes, above
	// ir.MaxTypeFields. tower has 64 levels of two, so that its 2^64 leaves overflow to 0 if they are
	// multiplied without a check; tower-wide is deeper than ir.MaxTypeDepth. empty and units have no
	// bytes at all, so that a bound on bytes alone lets any number of elements pass, and a loop over
	// 10^12 of them never ends. fields is wide instead of deep.
	for name, typ := range map[string]string{
		"vec":        "vec<1099511627776>",
		"vec-64":     "vec<18446744073709551616>",
		"scalable":   "vec<vscale x 4611686018427387904>",
		"byte":       "byte(1099511627776)",
		"byte-half":  "byte(536870912)",
		"byte-63":    "byte(9223372036854775807)",
		"array":      "[int; 4611686018427387904]",
		"array-half": "[int; 100000000]",
		"cube":       nest(3, "1000"),
		"tower":      nest(64, "2"),
		"tower-wide": nest(200, "65536"),
		"empty":      nest(3, "0"),
		"units":      "[unit; 1000000000000]",
		"doubled":    double,
		"fields":     "struct{" + strings.Repeat("int,", 300_000) + "int}",
	} {
		bs = append(bs, onAll("type-"+name, prog(one(typ)), "interp", "O2")...)
	}
	bs = append(bs,
		// vscale is chosen on the command line: 2^60 overflows each product with it.
		bomb{name: "type-vscale", files: prog(one("vec<vscale x 128>")), argv: interpret("--vscale", "1152921504606846976")},
		bomb{name: "type-vscale-16", files: prog(one("vec<vscale x 65536>")), argv: interpret("--vscale", "65536")},
	)
	// The table above is a map; a count takes bombs by their place, which must be the same each time.
	sortBombs(bs)
	return bs
}

// sortBombs sorts in place by name. Names must be different, or one would be lost and another doubled.
func sortBombs(bs []bomb) {
	byName := map[string]bomb{}
	for _, b := range bs {
		byName[b.name] = b
	}
	for i, k := range sortedKeys(byName) {
		bs[i] = byName[k]
	}
}

// cfgBombs have many blocks.
// They would show an analysis that is quadratic in blocks, or one that recurs along edges: dominators,
// liveness, loop finding, layout of blocks. 100,000 blocks are for what must be linear, 20,000 for the
// passes.
func cfgBombs() []bomb {
	var bs []bomb
	// A shape calls block for each block by number, with its terminator; block n is the exit, which
	// write adds.
	graphs := map[string]func(n int, block func(i int, term string)){
		// Each block continues or leaves.
		"chain": func(n int, block func(int, string)) {
			for i := range n {
				block(i, fmt.Sprintf("brif v1, bb%d, bb%d", i+1, n))
			}
		},
		// Rungs between two sides, each of which may change over.
		"ladder": func(n int, block func(int, string)) {
			for i := 0; i < n; i += 2 {
				a, b := min(i+2, n), min(i+3, n)
				block(i, fmt.Sprintf("brif v1, bb%d, bb%d", a, b))
				block(i+1, fmt.Sprintf("brif v1, bb%d, bb%d", b, a))
			}
		},
		// A spine with teeth that return to its start of the next.
		"comb": func(n int, block func(int, string)) {
			for i := 0; i < n; i += 2 {
				block(i, fmt.Sprintf("brif v1, bb%d, bb%d", min(i+2, n), i+1))
				block(i+1, fmt.Sprintf("br bb%d", n))
			}
		},
		// Every block goes to the one after it and somewhere far off, also backwards.
		"mesh": func(n int, block func(int, string)) {
			for i := range n {
				block(i, fmt.Sprintf("brif v1, bb%d, bb%d", i+1, 1+(i*7919)%n))
			}
		},
		// A ladder upwards and all blocks back to the one before.
		"back": func(n int, block func(int, string)) {
			for i := range n {
				block(i, fmt.Sprintf("brif v1, bb%d, bb%d", i+1, max(1, i-1)))
			}
		},
		// One switch with an edge to each block, all of which meet again: the exit has n-1
		// predecessors.
		"fan": func(n int, block func(int, string)) {
			var b strings.Builder
			for i := 1; i < n; i++ {
				fmt.Fprintf(&b, ", %d: bb%d", i, i)
			}
			block(0, "switch v0, ["+b.String()[2:]+"], bb1")
			for i := 1; i < n; i++ {
				block(i, fmt.Sprintf("br bb%d", n))
			}
		},
		// Nothing but jumps to the next block, which simplification can merge one by one or at once.
		"straight": func(n int, block func(int, string)) {
			for i := range n {
				block(i, fmt.Sprintf("br bb%d", i+1))
			}
		},
	}
	// write makes @main of a shape. v1 decides all branches; it depends on the argument, so that none
	// is known.
	write := func(shape string, n int) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			w.WriteString("func @main(int:s32) -> int:s32 {\n")
			// Backward edges need a region; a plain one allows any.
			irregular := shape == "mesh" || shape == "back"
			graphs[shape](n, func(i int, term string) {
				fmt.Fprintf(w, " bb%d:\n", i)
				if i == 0 {
					w.WriteString(" v0 = param 0\n v9 = iconst 3\n v1 = icmp.lt v0, v9\n")
				}
				fmt.Fprintf(w, " %s\n", term)
				if irregular && i == 0 {
					w.WriteString(" region plain {\n")
				}
			})
			if irregular {
				w.WriteString(" }\n")
			}
			fmt.Fprintf(w, " bb%d:\n ret v0\n}\n", n)
		}
	}
	// Sorted, as the order of a map would change what a count takes.
	for _, shape := range sortedKeys(graphs) {
		bs = append(bs, onAll("cfg-"+shape, prog(write(shape, 100_000)), "verify")...)
		bs = append(bs, onAll("cfg-"+shape+"-20k", prog(write(shape, 20_000)), "opt", "O0", "O2")...)
		b := onAll("cfg-"+shape, prog(write(shape, 100_000)), "interp")[0]
		// The argument makes v1 true: the first target of each branch is taken.
		b.argv = interpret("--args", "[1]")
		bs = append(bs, b)
	}
	// v of diamond i is a block parameter that each of its arms changes: an expression of it has 2^n
	// paths.
	values := func(n int, merge bool) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			// Diamonds in a row, each of which passes a value on.
			w.WriteString("func @main(int:s32) -> int {\n bb0:\n v0 = param 0\n v1 = icmp.lt v0, v0\n br bb1(v0)\n")
			v := 2
			for i := range n {
				a := 3*i + 1
				fmt.Fprintf(w, " bb%d(v%d: int):\n brif v1, bb%d, bb%d\n bb%d:\n v%d = add v%d, v0\n br bb%d(v%d)\n bb%d:\n v%d = sub v%d, v0\n br bb%d(v%d)\n",
					a, v, a+1, a+2, a+1, v+1, v, a+3, v+1, a+2, v+2, v, a+3, v+2)
				v += 3
			}
			fmt.Fprintf(w, " bb%d(v%d: int):\n ret v%d\n}\n", 3*n+1, v, v)
		}
	}
	bs = append(bs, onAll("cfg-diamonds", prog(values(30_000, true)), "verify")...)
	bs = append(bs, onAll("cfg-diamonds-5k", prog(values(5_000, true)), "opt")...)
	// Loops within loops: each goes into the next one or to the block behind that, which continues; only the
	// outermost leaves.
	nested := func(n int) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			w.WriteString("func @main(int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n v1 = icmp.lt v0, v0\n br bb1\n")
			for i := range n {
				fmt.Fprintf(w, " region loop {\n bb%d:\n brif v1, bb%d, bb%d\n", i+1, i+2, 2*n-i+btoi(i == 0)*1)
			}
			fmt.Fprintf(w, " bb%d:\n br bb%d\n", n+1, n+2)
			for i := range n {
				fmt.Fprintf(w, " }\n bb%d:\n", n+2+i)
				if i < n-1 {
					w.WriteString(" continue\n")
				} else {
					w.WriteString(" ret v0\n")
				}
			}
			w.WriteString("}\n")
		}
	}
	bs = append(bs, onAll("cfg-nested-200", prog(nested(200)), "verify", "opt", "O2")...)
	return bs
}
