package main

import (
	"bufio"
	"fmt"
	"strings"
)

// optBombs ask much of the optimizer and the compiler.
// A bomb is a shape on which a pass that is written without care takes more than linear time or makes
// code of exponential size. By default it goes through the optimizer alone and through the whole
// compiler.
func optBombs() []bomb {
	var bs []bomb
	add := func(name string, write func(w *bufio.Writer), commands ...string) {
		if commands == nil {
			commands = []string{"opt", "O2"}
		}
		bs = append(bs, onAll("opt-"+name, prog(write), commands...)...)
	}
	// straight is a function of a body in which v0, v1 are parameters; line i makes v(i+2).
	straight := func(n int, line string) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			w.WriteString("func @f(int:s32, int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n v1 = param 1\n")
			for i := range n {
				fmt.Fprintf(w, " "+line+"\n", i+2, i+1, i)
			}
			fmt.Fprintf(w, " v%d = sext v%d, 32\n ret v%d\n}\n", n+2, n+1, n+2)
		}
	}
	// Each value uses the one before it twice: a walk over operands without a note of what it has seen
	// takes 2^n steps. With a claim on each, so that ranges stay narrow.
	add("doubling", straight(20_000, "v%[1]d:s32 = add v%[2]d, v%[2]d"))
	// Without claims the range grows by a bit a line, and facts of 3000 bits for 3000 values are
	// quadratic together.
	add("doubling-exact", straight(3_000, "v%[1]d = add v%[2]d, v%[2]d"))
	// Ranges double their bits a line: 2^60 bits after sixty, so that facts must be bounded.
	add("squares", straight(60, "v%[1]d = mul v%[2]d, v%[2]d"))
	// Two operands each, of different depth: exponentially many paths again, but no pattern x + x.
	add("fibonacci", straight(20_000, "v%[1]d:s32 = add v%[2]d, v%[3]d"))
	// Reassociation sees one tree of 40,000 operands, of which most cancel.
	add("xor", straight(40_000, "v%[1]d = xor v%[2]d, v%[3]d"))
	// One addend 30,000 times: a rewrite of sums that walks back to the first of them for each line is
	// quadratic.
	add("chain", straight(30_000, "v%[1]d:s32 = add v%[2]d, v0"))
	// Each select's condition depends on the last: exploring both arms of all is exponential.
	add("select", func(w *bufio.Writer) {
		w.WriteString("func @f(int:s32, int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n v1 = param 1\n")
		for i := range 10_000 {
			fmt.Fprintf(w, " v%d = icmp.lt v%d, v0\n v%d = select v%d, v%d, v1\n", 2*i+2, 2*i+1, 2*i+3, 2*i+2, 2*i+1)
		}
		w.WriteString(" ret v20001\n}\n")
	})
	// A chain of branches in two orders of targets and two of the text: depth-first walks go down
	// 100,000 levels in one of them, and iterations in order of the text need as many iterations in
	// another.
	for _, order := range []struct{ name, line string }{{"exit-first", "brif v0, bb200001, bb%d"}, {"exit-last", "brif v0, bb%d, bb200001"}} {
		// All blocks test the same condition, so that jump threading can thread each through the rest.
		chain := func(backwards bool) func(w *bufio.Writer) {
			return func(w *bufio.Writer) {
				w.WriteString("func @f(bool) -> int {\n bb0:\n v0 = param 0\n v1 = iconst 1\n br bb1\n")
				for i := range 100_000 {
					k := i + 1
					if backwards {
						k = 100_000 - i
					}
					fmt.Fprintf(w, " bb%d:\n "+order.line+"\n", k, k+1)
				}
				w.WriteString(" bb100001:\n br bb200001\n bb200001:\n ret v1\n}\n")
			}
		}
		add("branches-"+order.name, chain(false), "opt", "O2")
		add("branches-"+order.name+"-backwards", chain(true), "opt", "O2")
	}
	// Known bits and ranges of x^(2^n), from an argument of 32 bits.
	add("squares-many", func(w *bufio.Writer) {
		w.WriteString("func @f(int:s32) -> int {\n bb0:\n v9000 = param 0\n v9001 = iconst 3\n v0 = mul v9000, v9001\n")
		times(w, 3000, " v%[2]d = mul v%[1]d, v%[1]d\n")
		w.WriteString(" ret v3000\n}\n")
	})
	// The same of a constant, which folding computes until it finds a bound.
	add("squares-of-three", func(w *bufio.Writer) {
		w.WriteString("func @f() -> int {\n bb0:\n v0 = iconst 3\n")
		times(w, 3000, " v%[2]d = mul v%[1]d, v%[1]d\n")
		w.WriteString(" ret v3000\n}\n")
	})
	// 40 squarings reach 2^40 bits: the bound of folding must be on bits and not on instructions.
	add("constants", func(w *bufio.Writer) {
		w.WriteString("func @f() -> int {\n bb0:\n v0 = iconst 3\n")
		times(w, 40, " v%[2]d = mul v%[1]d, v%[1]d\n")
		w.WriteString(" ret v40\n}\n")
	})
	// A million bits a line, which fits for sixteen lines (interp.MaxShiftBits); the remainder is
	// small in the end.
	add("shifted-constants", func(w *bufio.Writer) {
		w.WriteString("func @f() -> int {\n bb0:\n v0 = iconst 3\n v9000 = iconst 1000000\n")
		times(w, 3000, " v%[2]d = shl v%[1]d, v9000\n")
		w.WriteString(" v9001 = iconst 3\n v9002 = rem v3000, v9001\n ret v9002\n}\n")
	})
	// 10,000 stores to as many places of one object: comparing each with all is 10^8 alias questions.
	add("stores", func(w *bufio.Writer) {
		w.WriteString("func @f(ptr, int:s32) -> int {\n bb0(v0: mem):\n v1 = param 0\n v2 = param 1\n v3 = iconst 0\n v4 = store.4 v2, v1, v0\n")
		v := 5
		for i := range 10_000 {
			fmt.Fprintf(w, " v%d = iconst %d\n v%d = ptradd v1, v%d\n v%d = store.4 v2, v%d, v%d\n", v, 4*i, v+1, v, v+2, v+1, v-1)
			v += 3
		}
		fmt.Fprintf(w, " ret v3, v%d\n}\n", v-1)
	})
	// A slot, a store and a load each: promotion must handle all slots in one walk.
	add("slots", func(w *bufio.Writer) {
		w.WriteString("func @f(int:s32) -> int {\n bb0(v0: mem):\n v1 = param 0\n")
		m, v := 0, 2
		for range 10_000 {
			fmt.Fprintf(w, " v%d = stack_slot 8\n v%d = store.4 v1, v%d, v%d\n v%d = load.4 v%d, v%d\n", v, v+1, v, m, v+2, v, v+1)
			m, v = v+1, v+3
		}
		fmt.Fprintf(w, " ret v%d, v%d\n}\n", v-1, m)
	})
	// Each call may touch all slots that escaped before it.
	add("slots-escaped", func(w *bufio.Writer) {
		w.WriteString("extern func @g(ptr) -> int:s32\nfunc @f(int:s32) -> int:s32 {\n bb0(v0: mem):\n v1 = param 0\n v2 = symbol_addr @g\n")
		m, v := 0, 3
		for range 3_000 {
			fmt.Fprintf(w, " v%d = stack_slot 8\n v%d = store.4 v1, v%d, v%d\n v%d, v%d = call v2(v%d), v%d -> int:s32\n", v, v+1, v, m, v+2, v+3, v, v+1)
			m, v = v+2, v+4
		}
		fmt.Fprintf(w, " ret v%d, v%d\n}\n", v-1, m)
	}, "opt")
	// One slot of 20,000 fields, of which only the first is read.
	add("fields", func(w *bufio.Writer) {
		w.WriteString("func @f(int:s32) -> int {\n bb0(v0: mem):\n v1 = param 0\n v2 = stack_slot 800000\n")
		m, v := 0, 3
		for i := range 20_000 {
			fmt.Fprintf(w, " v%d = iconst %d\n v%d = ptradd v2, v%d\n v%d = store.4 v1, v%d, v%d\n", v, 4*i, v+1, v, v+2, v+1, m)
			m, v = v+2, v+3
		}
		fmt.Fprintf(w, " v%d = load.4 v2, v%d\n ret v%d, v%d\n}\n", v, m, v, m)
	})
	// A function of each level calls the next level's some times, so that inlining all makes
	// calls^depth copies.
	inline := func(depth, calls int) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			for i := range depth {
				fmt.Fprintf(w, "func @f%d(int:s32) -> int:s32 {\n bb0(v0: mem):\n v1 = param 0\n v2 = symbol_addr @f%d\n", i, i+1)
				m, v := 0, 3
				for range calls {
					fmt.Fprintf(w, " v%d, v%d = call v2(v1), v%d -> int:s32\n", v, v+1, m)
					m, v = v, v+2
				}
				fmt.Fprintf(w, " ret v%d, v%d\n}\n", v-1, m)
			}
			fmt.Fprintf(w, "func @f%d(int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n ret v0\n}\n", depth)
		}
	}
	// 2^30 copies by two calls a level, and 20^6 by twenty: the budget must hold over the whole
	// program and not for each call.
	add("inline", inline(30, 2), "opt", "opt3", "O2")
	add("inline-wide", inline(6, 20), "opt", "opt3")
	// alwaysinline asks for 2^24 copies, at -O0, too.
	add("inline-always", func(w *bufio.Writer) {
		for i := range 24 {
			fmt.Fprintf(w, "func @f%d(int:s32) -> int:s32 alwaysinline {\n bb0(v0: mem):\n v1 = param 0\n v2 = symbol_addr @f%d\n v3, v4 = call v2(v1), v0 -> int:s32\n v5, v6 = call v2(v4), v3 -> int:s32\n ret v6, v5\n}\n", i, i+1)
		}
		w.WriteString("func @f24(int:s32) -> int:s32 alwaysinline {\n bb0:\n v0 = param 0\n ret v0\n}\n")
	}, "opt", "O0")
	// alwaysinline of a function that calls itself cannot be obeyed.
	add("inline-itself", text(tir("func @f(int:s32) -> int:s32 alwaysinline {\n bb0($m0: mem):\n$x = param 0\n$n, $r = call &f($x), $m0 -> int:s32\n$o, $s = call &f($r), $n -> int:s32\nret $s, $o\n}\n")))
	// unroll nests loops of a known trip count around a load, with labels by the level.
	unroll := func(depth int, trip string) string {
		open, end := "", ""
		for d := range depth {
			open += fmt.Sprintf("br bb%d(#0)\nregion loop {\nbb%d($i%d: int):\n$c%d = icmp.lt $i%d, #%s\nbrif $c%d, bb%d, bb%d\nbb%d:\n", 10*d+1, 10*d+1, d, d, d, trip, d, 10*d+2, 10*d+3, 10*d+2)
			end = fmt.Sprintf("$j%d = add $i%d, #1\ncontinue $j%d\n}\nbb%d:\n", d, d, d, 10*d+3) + end
		}
		return tir("func @f(ptr) -> int {\n bb0($m0: mem):\n$p = param 0\n" + open + "$k = load.4 $p, $m0\n" + end + "ret #0, $m0\n}\n")
	}
	// 8^6 copies if each level is unrolled, 2^40 below, and 2^63-1 iterations of one loop: budgets must
	// count what they make and not overflow.
	add("unroll", text(unroll(6, "8")), "opt", "opt3", "O2")
	add("unroll-deep", text(unroll(40, "2")), "opt", "opt3")
	add("unroll-far", text(unroll(2, "9223372036854775807")), "opt", "opt3", "O2")
	// 100,000 cases far apart: neither a table by value nor a chain of comparisons is good, and
	// targets repeat.
	add("switch", func(w *bufio.Writer) {
		w.WriteString("func @f(int:s64) -> int:s32 {\n bb0:\n v0 = param 0\n v1 = iconst 1\n v2 = iconst 2\n switch v0, [0: bb1")
		for i := 1; i < 100_000; i++ {
			fmt.Fprintf(w, ", %d: bb%d", i*7919, 1+i%2)
		}
		w.WriteString("], bb2\n bb1:\n ret v1\n bb2:\n ret v2\n}\n")
	}, "opt", "O0", "O2")
	// Cases of 10,000 digits, of both signs: their distance is no machine number.
	add("switch-far", text("func @f(int) -> int:s32 {\n bb0:\n v0 = param 0\n v1 = iconst 1\n v2 = iconst 2\n switch v0, ["+strings.Repeat("9", 10000)+": bb1, -"+strings.Repeat("9", 10000)+": bb1], bb2\n bb1:\n ret v1\n bb2:\n ret v2\n}\n"))
	// A thousand switches of sixty cases that share a target: 60,000 edges into two blocks.
	add("switches", func(w *bufio.Writer) {
		w.WriteString("func @f(int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n br bb1\n")
		for i := range 1000 {
			fmt.Fprintf(w, " bb%d:\n switch v0, [", i+1)
			for k := range 60 {
				fmt.Fprintf(w, "%d: bb%d, ", k*k+i, 1002+btoi(k%2 == 0))
			}
			fmt.Fprintf(w, "-1: bb1002], bb%d\n", i+2)
		}
		w.WriteString(" bb1001:\n br bb1002\n bb1002:\n ret v0\n bb1003:\n trap\n}\n")
	})
	// What a pass allocates for each function must be given back.
	add("functions", func(w *bufio.Writer) {
		times(w, 20_000, "func @f%d(int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n v1:s32 = add v0, v0\n ret v1\n}\n")
	})
	// The chain of memory tokens through calls is as long as the function.
	add("calls", func(w *bufio.Writer) {
		w.WriteString("extern func @g(int:s32) -> int:s32\nfunc @f(int:s32) -> int:s32 {\n bb0(v0: mem):\n v1 = param 0\n v2 = symbol_addr @g\n")
		m, v := 0, 3
		for range 10_000 {
			fmt.Fprintf(w, " v%d, v%d = call v2(v1), v%d -> int:s32\n", v, v+1, m)
			m, v = v, v+2
		}
		fmt.Fprintf(w, " ret v%d, v%d\n}\n", v-1, m)
	}, "opt")
	// 4000 values live at once and then used in order: interference is 16 million pairs, and all but a
	// few spill.
	add("live", func(w *bufio.Writer) {
		w.WriteString("func @f(int:s32, int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n v1 = param 1\n")
		for i := range 4000 {
			fmt.Fprintf(w, " v%d = iconst %d\n v%d = xor v0, v%d\n", 2*i+2, i*77+5, 2*i+3, 2*i+2)
		}
		w.WriteString(" v10000 = and v0, v1\n")
		for i := range 4000 {
			fmt.Fprintf(w, " v%d = or v%d, v%d\n", 10001+i, 10000+i, 2*i+3)
		}
		w.WriteString(" ret v14000\n}\n")
	}, "opt", "O0", "O2")
	// Division by a constant is a product and a shift; 8000 in a chain, each with its range.
	add("divisions", func(w *bufio.Writer) {
		w.WriteString("func @f(int:u64) -> int:u64 {\n bb0:\n v0 = param 0\n v9000 = iconst 7\n")
		times(w, 8000, " v%[2]d = div v%[1]d, v9000\n")
		w.WriteString(" ret v8000\n}\n")
	})
	// A gigabyte of memset with a load behind it: forwarding must not model the bytes.
	add("memsets", func(w *bufio.Writer) {
		w.WriteString("func @f(ptr) -> int {\n bb0(v0: mem):\n v1 = param 0\n v2 = iconst 1073741824\n v3 = iconst 0\n v4 = memset v1, v3, v2, v0\n v5 = load.4 v1, v4\n ret v5, v4\n}\n")
	})
	// Lanes that no register holds: 4096 of eight bits, or a million, to be split or refused.
	add("vectors", func(w *bufio.Writer) {
		w.WriteString("func @f(ptr) -> int:s32 {\n bb0(v0: mem):\n v1 = param 0\n v2 = load.4096 v1, v0 -> vec<32768>\n v3 = vec.mul.i8 v2, v2\n v4 = vec.div.s8 v3, v2\n v5 = vec.reduce.add.i8 v4\n v6 = sext v5, 32\n ret v6, v0\n}\n")
	})
	add("vector-wide", func(w *bufio.Writer) {
		w.WriteString("func @f(ptr) -> int:s32 {\n bb0(v0: mem):\n v1 = param 0\n v2 = load.1048576 v1, v0 -> vec<8388608>\n v3 = vec.add.i8 v2, v2\n v5 = vec.reduce.add.i8 v3\n v6 = sext v5, 32\n ret v6, v0\n}\n")
	})
	// --check runs before and after each pass; its time is bounded apart from that of the passes.
	b := onAll("opt-check", prog(straight(3_000, "v%[1]d:s32 = add v%[2]d, v%[3]d")), "opt")[0]
	b.argv = []string{"tuffy", "opt", "-O2", "--check", "--check-time", "2s", "-o", "o.tir", "p.tir"}
	bs = append(bs, b)
	// The program does not end, so that no comparison can.
	b = onAll("opt-check-endless", mainOf("br bb1(#0)\nregion loop {\nbb1($i: int):\n$d = add $i, #0\n$j = add $d, #1\ncontinue $j\n}"), "opt")[0]
	b.argv = []string{"tuffy", "opt", "-O2", "--check", "--check-time", "2s", "-o", "o.tir", "p.tir"}
	bs = append(bs, b)
	// A full trace has the whole function after each rewrite.
	b = onAll("opt-trace", prog(straight(10_000, "v%[1]d:s32 = add v%[2]d, v0")), "opt")[0]
	b.argv = []string{"tuffy", "opt", "-O2", "--emit-trace=full", "--trace", "t.jsonl", "-o", "o.tir", "p.tir"}
	bs = append(bs, b)
	// A million brackets for the reader of JSON.
	b = onAll("opt-config", prog(straight(10, "v%[1]d:s32 = add v%[2]d, v0")), "opt")[0]
	b.files["c.json"] = func(w *bufio.Writer) { times(w, 1_000_000, "[") }
	b.argv = []string{"tuffy", "opt", "--config", "c.json", "-o", "o.tir", "p.tir"}
	return append(bs, b)
}

// reducerBombs have commands that print or start too much.
// The test of a reduction is any command that the user names: it may print without end, sleep, leave
// children, or change its mind. --time bounds the whole and --test-timeout each call; whatever is
// started must be gone when the reducer ends.
func reducerBombs() []bomb {
	small := tir("func @main() -> int {\n bb0($m0: mem):\n$a = add #1, #2\n$b = mul $a, #3\n$z = inttoptr #0\n$l = load.1 $z, $m0\nret $b, $m0\n}\n")
	var bs []bomb
	test := func(name, command string, flags ...string) {
		bs = append(bs, bomb{name: "reduce-" + name, files: prog(text(small)),
			argv: append([]string{"tuffy-reduce", "--test", command, "p.tir", "-o", "o.tir", "-q", "--time", "4s", "--test-timeout", "1s"}, flags...)})
	}
	// Output without end, on either stream: it must be dropped, and not kept or waited for.
	test("yes", "yes")
	test("yes-stderr", "yes >&2")
	test("zeros", "head -c 3000000000 /dev/zero")
	// A test that sleeps, and one that ends while its child sleeps with the pipe open.
	test("sleep", "sleep 1000")
	test("sleep-behind", "sleep 1000 & true")
	test("children", "for i in 1 2 3 4 5 6 7 8 9; do sleep 1000 & done; exit 0")
	// Only SIGKILL ends these.
	test("ignores-signals", "trap '' TERM INT HUP; sleep 1000")
	test("stops-itself", "kill -STOP $$")
	test("kills-itself", "kill -9 $$")
	// Everything is interesting: the result is as small as a text can be. Or nothing is, not even the
	// input.
	test("interesting", "true")
	test("boring", "false")
	test("no-command", "/nonexistent/command {}")
	// A predicate that depends on the time: the reducer must end, whatever the result.
	test("flips", "test $(( $(date +%N | sed 's/^0*//') % 2 )) -eq 0")
	// The test removes the file that it is given.
	test("deletes", "rm -f {}")
	// A command line of 100 KB.
	test("long", "true "+strings.Repeat("x ", 50_000))
	// 30,000 instructions of which one matters, and it is last; btoi makes the first ones refer to v1
	// and later ones to the value five lines up.
	big := func(w *bufio.Writer) {
		w.WriteString("func @main() -> int {\n bb0(v0: mem):\n v1 = iconst 1\n v2 = iconst 0\n v3 = inttoptr v2\n")
		for i := range 30_000 {
			fmt.Fprintf(w, " v%d = add v%d, v1\n", i+4, max(1, i-1)*btoi(i > 5)+btoi(i <= 5))
		}
		w.WriteString(" v40000 = load.1 v3, v0\n ret v1, v0\n}\n")
	}
	bs = append(bs,
		bomb{name: "reduce-big", files: prog(big), argv: []string{"tuffy-reduce", "--ub", "5", "p.tir", "-o", "o.tir", "-q", "--time", "4s"}},
		bomb{name: "reduce-big-test", files: prog(big), argv: []string{"tuffy-reduce", "--test", "grep -q load {}", "p.tir", "-o", "o.tir", "-q", "--time", "4s"}},
		// Each candidate may run for ever or grow for ever, so that a verdict costs its fuel or its
		// time.
		bomb{name: "reduce-endless", files: mainOf(forever("$n, $r = call &putchar(#65), $m -> int")), argv: []string{"tuffy-reduce", "--verdict", "out of fuel", "p.tir", "-o", "o.tir", "-q", "--time", "4s"}},
		bomb{name: "reduce-endless-wide", files: mainOf(loopBody("#3", "$v: int", "$c = icmp.gt $v, #0", "$w = mul $v, $v", "$w", "$v, $m0")), argv: []string{"tuffy-reduce", "--verdict", "unsupported", "p.tir", "-o", "o.tir", "-q", "--time", "4s"}},
		// 20,000 blocks and an exit that is undefined: removing blocks one by one takes as many runs
		// of as many blocks.
		bomb{name: "reduce-cfg", files: prog(func(w *bufio.Writer) {
			w.WriteString("func @main(int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n v9 = iconst 3\n v1 = icmp.lt v0, v9\n br bb1\n")
			for i := 1; i < 20_000; i++ {
				fmt.Fprintf(w, " bb%d:\n brif v1, bb%d, bb20000\n", i, i+1)
			}
			w.WriteString(" bb20000:\n unreachable\n}\n")
		}), argv: []string{"tuffy-reduce", "--ub", "3", "--args", "[1]", "p.tir", "-o", "o.tir", "-q", "--time", "4s"}},
	)
	return bs
}

// pairBombs are compared with themselves. The right verdict of a program against itself is that it
// refines, or that nothing could be compared. --time 3s bounds the search for inputs, which no bomb
// may get around.
func pairBombs() []bomb {
	var bs []bomb
	add := func(name string, files map[string]func(*bufio.Writer), flags ...string) {
		bs = append(bs, bomb{name: "pair-" + name, files: files, argv: append([]string{"tuffy-interp", "--differential", "--time", "3s", "p.tir", "p.tir"}, flags...)})
	}
	f := func(sig, stmts string) map[string]func(*bufio.Writer) {
		return prog(text(tir("func @f(" + sig + " {\n bb0($m0: mem):\n" + stmts + "\n}\n")))
	}
	add("endless", f("int) -> int", "$x = param 0\n"+forever("$n = memset $p, #0, #0, $m")))
	// The sketch needs $p, which the slot defines.
	bs[0].files = f("int) -> int", "$x = param 0\n$p = stack_slot 1\n"+forever("$n = memset $p, #0, #0, $m"))
	// It ends for arguments that are not negative, after as many iterations.
	add("endless-sometimes", f("int) -> int", "$x = param 0\n"+loopBody("$x", "$v: int", "$c = icmp.ne $v, #0", "$w = sub $v, #1", "$w", "$v, $m0")))
	// The argument is squared again and again: it stays 1, or grows to the limit on integers.
	add("wide", f("int) -> int", "$x = param 0\n"+loopBody("$x", "$v: int", "$c = icmp.ne $v, #0", "$w = mul $v, $v", "$w", "$v, $m0")))
	// Two arguments that decide how large a result is.
	add("shift", f("int, int) -> int", "$x = param 0\n$y = param 1\n$r = shl $x, $y\nret $r, $m0"))
	// More than the memory limit of a run, by a constant, by an argument, and filled.
	add("malloc", f("int) -> ptr", "$x = param 0\n$n, $h = call &malloc(#2147483648), $m0 -> ptr\nret $h, $n"))
	add("malloc-argument", f("int) -> ptr", "$x = param 0\n$n, $h = call &malloc($x), $m0 -> ptr\nret $h, $n"))
	add("malloc-filled", f("int) -> ptr", "$x = param 0\n$n, $h = call &malloc(#300000000), $m0 -> ptr\n$o = memset $h, $x, #300000000, $n\nret $h, $o"))
	// A list of up to a million nodes that the result points to: comparing what is reachable must not
	// recur along it.
	add("list", f("int:u20) -> ptr", "$x = param 0\n$z = inttoptr #0\nbr bb1($x, $z, $m0)\nregion loop {\nbb1($i: int, $l: ptr, $m: mem):\n$c = icmp.gt $i, #0\nbrif $c, bb2, bb3\nbb2:\n$n, $h = call &malloc(#16), $m -> ptr\n$o = store.8 $l, $h, $n\n$j = sub $i, #1\ncontinue $j, $h, $o\n}\nbb3:\nret $l, $m"))
	// How much is filled depends on the argument, and the object on the input that the comparison
	// makes up.
	add("memset", f("ptr, int) -> int", "$p = param 0\n$x = param 1\n$m = memset $p, #0, $x, $m0\nret $x, $m"))
	add("recursion", f("int) -> int", "$x = param 0\n$n, $r = call &f($x), $m0 -> int\nret $r, $n"))
	// Traces of events are what is compared, and they have no end.
	add("events", f("int) -> int", "$x = param 0\n"+forever("$n, $r = call &putchar($x), $m -> int")))
	add("havoc", prog(text("extern func @g(ptr) -> ptr\n"+tir("func @f(ptr) -> int {\n bb0($m0: mem):\n$p = param 0\n"+forever("$n, $r = call &g($p), $m -> ptr")+"\n}\n"))), "--extern", "g:havoc")
	add("havoc-memory", prog(text("extern func @g(ptr) -> ptr\ndata @d = zero 100000000\n"+tir("func @f(ptr) -> int {\n bb0($m0: mem):\n$p = param 0\n$n, $r = call &g(&d), $m0 -> ptr\nret #0, $n\n}\n"))), "--extern", "g:havoc", "--entry", "f")
	// Inputs as large as ir.MaxTypeFields allows: each run makes one, and a result of the same size to
	// compare.
	add("array", f("[int; 60000]) -> [int; 60000]", "$x = param 0\nret $x, $m0"))
	add("arrays", f("[[int; 256]; 256]) -> [[int; 256]; 256]", "$x = param 0\nret $x, $m0"))
	add("vector", f("vec<8388608>) -> vec<8388608>", "$x = param 0\n$y = vec.add.i8 $x, $x\nret $y, $m0"))
	add("vector-far", f("vec<67108864>) -> vec<67108864>", "$x = param 0\nret $x, $m0"))
	add("bytes", f("byte(100000000)) -> byte(100000000)", "$x = param 0\nret $x, $m0"))
	// 3000 arguments: combinations of special values cannot be enumerated.
	add("parameters", f(strings.TrimSuffix(strings.Repeat("int:s32, ", 3000), ", ")+") -> int", "$x = param 2999\nret $x, $m0"))
	// 2000 pointers, each to a buffer of its own or to a shared one.
	add("pointers", f(strings.TrimSuffix(strings.Repeat("ptr, ", 2000), ", ")+") -> int", "$x = param 1999\n$l = load.1 $x, $m0\nret $l, $m0"))
	// Two choices of any integer: the sets of results are infinite.
	add("freeze", f("int) -> int", "$v = poison -> int\n$a = freeze $v\n$b = freeze $v\n$d = sub $a, $b\nret $d, $m0"))
	// 100,000 choices a run: 2^800000 combinations to search through for a match.
	add("freezes", f("int:s8) -> int", "$x = param 0\n"+loopBody("#0, #0", "$i: int, $s: int", "$c = icmp.lt $i, #100000", "$v = poison -> int\n$a = freeze $v\n$b = zext $a, 8\n$t = add $s, $b\n$j = add $i, #1", "$j, $t", "$s, $m0")))
	// Constants of the program are candidates for arguments: 50,000 for each of three make 10^14
	// inputs.
	add("constants", prog(func(w *bufio.Writer) {
		w.WriteString("func @f(int, int, int) -> int {\n bb0:\n v0 = param 0\n")
		for i := range 50_000 {
			fmt.Fprintf(w, " v%d = iconst %d\n", i+1, i*i)
		}
		w.WriteString(" ret v0\n}\n")
	}))
	// Candidates of 10,000 digits, multiplied.
	add("constants-wide", prog(func(w *bufio.Writer) {
		w.WriteString("func @f(int, int, int) -> int {\n bb0:\n v0 = param 0\n")
		for i := range 200 {
			fmt.Fprintf(w, " v%d = iconst 1%s\n", i+1, strings.Repeat("7", 10_000))
		}
		w.WriteString(" v300 = mul v0, v0\n ret v300\n}\n")
	}))
	// 500 MB of memory to be compared after a run that writes one byte.
	add("data", prog(text("data @d = zero 500000000\n"+tir("func @f(int) -> int {\n bb0($m0: mem):\n$x = param 0\n$m = store.1 $x, &d, $m0\nret #0, $m\n}\n"))))
	// 20,000 functions by two runs each.
	bs = append(bs, bomb{name: "pair-functions", files: prog(func(w *bufio.Writer) {
		times(w, 20_000, "func @f%d(int:s32) -> int:s32 {\n bb0:\n v0 = param 0\n ret v0\n}\n")
	}), argv: []string{"tuffy-interp", "--differential", "--runs", "2", "p.tir", "p.tir"}})
	add("engines-endless", mainOf("br bb1(#0)\nregion loop {\nbb1($i: int):\n$d = add $i, #1\n$j = zext $d, 8\ncontinue $j\n}"))
	// Each engine needs a limit of its own.
	bs[len(bs)-1].argv = []string{"tuffy-interp", "--differential", "--engines=interp,sim,native", "p.tir"}
	add("threads", prog(text(tir("func @w(ptr) -> int {\n bb0($m0: mem):\n$p = param 0\n"+forever("$n = call &thread_yield(), $m")+"\n}\nfunc @f(ptr) -> int {\n bb0($m0: mem):\n$p = param 0\n$n, $t = call &thread_spawn(&w, $p), $m0 -> int\n$o, $u = call &thread_spawn(&w, $p), $n -> int\n$q, $r = call &thread_join($t), $o -> int\nret $r, $q\n}\n"))), "--entry", "f")
	return bs
}

// simBombs are compiled and run on the simulator and on the processor.
// setup compiles p.tir; a compiler that refuses the program is a failure here, since the simulator
// would not be tried.
func simBombs() []bomb {
	var bs []bomb
	add := func(name, src string, argv ...string) {
		bs = append(bs, bomb{name: "sim-" + name, files: prog(text(src)), setup: []string{"tuffy", "-O0", "-o", "p", "p.tir"}, argv: argv})
	}
	// The argument of continue is cut to eight bits, so that the claim on $i holds for ever.
	loop := tir("func @main() -> int:s32 {\n bb0($m0: mem):\nbr bb1(#0)\nregion loop {\nbb1($i: int:u8):\n$d = add $i, #1\n$j = zext $d, 8\ncontinue $j\n}\n}\n")
	// It allocates a megabyte at a time until malloc gives null, and fills each.
	allocate := tir("func @main() -> int:s32 {\n bb0($m0: mem):\nbr bb1($m0)\nregion loop {\nbb1($m: mem):\n$n, $h = call &malloc(#1000000), $m -> ptr\n$a = ptrtoaddr $h\n$c = icmp.eq $a, #0\nbrif $c, bb2, bb3\nbb3:\n$o = memset $h, #1, #1000000, $n\ncontinue $o\n}\nbb2:\nret #1, $n\n}\n")
	print := tir("func @main() -> int:s32 {\n bb0($m0: mem):\nbr bb1($m0)\nregion loop {\nbb1($m: mem):\n$n, $r = call &putchar(#65), $m -> int:s32\ncontinue $n\n}\n}\n")
	recur := tir("func @g(int:s32) -> int:s32 {\n bb0($m0: mem):\n$x = param 0\n$n, $r = call &g($x), $m0 -> int:s32\n$s:s32 = add $r, #1\nret $s, $n\n}\nfunc @main() -> int:s32 {\n bb0($m0: mem):\n$n, $r = call &g(#1), $m0 -> int:s32\nret $r, $n\n}\n")
	add("endless", loop, "tuffy", "sim", "--max-steps", "100000000", "p")
	add("memory", allocate, "tuffy", "sim", "--max-steps", "100000000", "p")
	// The simulator's memory and stack of 2^60 bytes: room must be taken when it is touched and not
	// before.
	add("memory-far", allocate, "tuffy", "sim", "--max-steps", "100000000", "--memory", "1152921504606846976", "p")
	add("stack-far", loop, "tuffy", "sim", "--max-steps", "1000000", "--stack", "1152921504606846976", "p")
	add("output", print, "tuffy", "sim", "--max-steps", "100000000", "p")
	// The stack ends in a fault of the simulated program, not in one of the simulator.
	add("recursion", recur, "tuffy", "sim", "--max-steps", "100000000", "p")
	add("trace", loop, "tuffy", "sim", "--max-steps", "200000", "--trace", "p")
	// A terabyte of zeros, which neither the compiler nor the loader may write out.
	bss := "data @d = zero 1000000000000\n" + tir("func @main() -> int:s32 {\n bb0($m0: mem):\n$m = store.1 #1, &d, $m0\nret #0, $m\n}\n")
	bs = append(bs,
		bomb{name: "sim-data", files: prog(text(bss)), argv: []string{"tuffy", "-O2", "--run=sim", "p.tir"}},
		bomb{name: "sim-memory-run", files: prog(text(allocate)), argv: []string{"tuffy", "-O2", "--run=native", "p.tir"}},
		bomb{name: "sim-recursion-native", files: prog(text(recur)), argv: []string{"tuffy", "-O0", "--run=native", "p.tir"}},
		bomb{name: "sim-engines", files: prog(text(loop)), argv: []string{"tuffy-interp", "--differential", "--engines=interp,sim", "--entry", "main", "p.tir"}},
		bomb{name: "sim-engines-memory", files: prog(text(allocate)), argv: []string{"tuffy-interp", "--differential", "--engines=interp,native", "--entry", "main", "p.tir"}},
		bomb{name: "sim-engines-output", files: prog(text(print)), argv: []string{"tuffy-interp", "--differential", "--engines=interp,sim,native", "--entry", "main", "p.tir"}},
	)
	return bs
}
