package cgen

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
)

// Plant is an item of annex J.2 of C11 that a program can have.
type Plant struct {
	Name    string
	Section string // of C11, that says so
	// top stands at file scope, body in a block of main. ⟨A¦B⟩ is A where the item is undefined and B in its twin.
	// $t, $u and $m are a type of signed integers, its unsigned one and its largest value; $k is a number from 1 to 9, $n one from 2 to 9.
	top, body string
	// Unseen says why the interpreter need not report the item with its default options; empty if it must.
	Unseen string
}

// plantTop stands at file scope where declarations of the planted item go.
const plantTop = "\x00top\n"

// planted is what was drawn for a program.
type planted struct {
	row       *Plant
	bad       bool
	top, body string
}

// signedTypes are what $t, $u and $m stand for.
var signedTypes = [][3]string{{"int", "unsigned", "2147483647"}, {"long", "unsigned long", "9223372036854775807L"},
	{"long long", "unsigned long long", "9223372036854775807LL"}}

// drawPlant draws an item, or its twin one time in three, and puts numbers in.
func drawPlant(r *choice.Record, name string) planted {
	row := &Plants[int(r.Word()%uint64(len(Plants)))]
	for n := range Plants {
		if Plants[n].Name == name {
			row = &Plants[n]
		}
	}
	p := planted{row: row, bad: r.Word()%3 != 0}
	t := signedTypes[r.Word()%3]
	words := strings.NewReplacer("$t", t[0], "$u", t[1], "$m", t[2], "$k", fmt.Sprint(1+r.Word()%9), "$n", fmt.Sprint(2+r.Word()%8))
	p.top = words.Replace(alternatives(row.top, p.bad))
	body := words.Replace(alternatives(row.body, p.bad))
	// The item lies in the block itself, or under a condition, or in a loop.
	open := []string{"{", "if (sizeof(int) == 4) {", "for (int once = 0; once < 1; once++) {"}[r.Word()%3]
	p.body = "  " + open + "\n    " + body + "\n  }\n  puts(\"end\");\n"
	return p
}

// alternatives chooses in a text with ⟨A¦B⟩.
func alternatives(s string, first bool) string {
	for {
		start := strings.Index(s, "⟨")
		if start < 0 {
			return s
		}
		end := strings.Index(s, "⟩")
		a, b, _ := strings.Cut(s[start+len("⟨"):end], "¦")
		if !first {
			a = b
		}
		s = s[:start] + a + s[end+len("⟩"):]
	}
}

// Plants is the table of what may be planted.
var Plants = []Plant{
	{"overflow of a sum", "6.5p5", "", `volatile $t x = $m - $k; volatile $t y = x + (⟨1¦0⟩ + $k); (void)y;`, ""},
	{"overflow of a difference", "6.5p5", "", `volatile $t x = -$m; volatile $t y = x - (⟨1¦0⟩ + 1); (void)y;`, ""},
	{"overflow of a product", "6.5p5", "", `volatile $t x = $m / $n; x = x * ($n + ⟨1¦0⟩);`, ""},
	{"overflow of a negation", "6.5p5", "", `volatile $t x = -$m - ⟨1¦0⟩; x = -x;`, ""},
	{"overflow of an increment", "6.5p5", "", `$t x = $m - 1 + ⟨1¦0⟩; x++; printf("%d\n", x == $m);`, ""},
	{"unread overflow", "6.5p5", "", `volatile $t x = $m - $k; $t unread = x + (⟨1¦0⟩ + $k);`, ""},
	{"division by zero", "6.5.5p5", "", `volatile $t x = ⟨0¦$k⟩; volatile $t y = $n / x; (void)y;`, ""},
	{"remainder by zero", "6.5.5p5", "", `volatile $t x = ⟨0¦$k⟩; volatile $t y = $n % x; (void)y;`, ""},
	{"overflow of a quotient", "6.5.5p6", "", `volatile $t x = -1, y = -$m - ⟨1¦0⟩; y = y / x;`, ""},
	{"shift by the width", "6.5.7p3", "", `volatile int n = 8 * sizeof($t) - ⟨0¦1⟩; volatile $u x = $k; x = x << n;`, ""},
	{"shift by a negative number", "6.5.7p3", "", `volatile int n = ⟨-$k¦$k⟩; volatile $u x = $n; x = x >> n;`, ""},
	{"shift that loses bits", "6.5.7p4", "", `volatile $t x = $m; x = ⟨x¦1⟩ << $k;`, ""},
	{"uninitialised variable", "6.3.2.1p2", "static int planted_yes(void) { return 1; }", `int x; if (⟨!¦⟩planted_yes()) x = $k; printf("%d\n", x == $k);`, ""},
	{"uninitialised element", "6.2.6.1p5", "", `int x[$n]; for (int i = ⟨1¦0⟩; i < $n; i++) x[i] = $k; printf("%d\n", x[0] == $k);`, ""},
	{"uninitialised field", "6.2.6.1p5", "struct planted_s { int a, b; };", `struct planted_s s; s.⟨a¦b⟩ = $k; printf("%d\n", s.b == $k);`, ""},
	{"uninitialised memory of malloc", "7.22.3.4p2", "", `int *p = ⟨malloc(sizeof *p)¦calloc(1, sizeof *p)⟩; printf("%d\n", *p == 0); free(p);`, ""},
	{"read behind an array", "6.5.6p8", "", `int a[$n] = {$k}; volatile int i = $n - ⟨0¦1⟩; volatile int y = a[i]; (void)y;`, ""},
	{"read before an array", "6.5.6p8", "", `int a[$n] = {$k}; volatile int i = ⟨-1¦0⟩; volatile int y = a[i]; (void)y;`, ""},
	{"write behind an array", "6.5.6p8", "", `int a[$n]; volatile int i = $n - ⟨0¦1⟩; a[i] = $k;`, ""},
	{"read in the next row", "6.5.6p8", "", `int a[2][$n] = {{1}}; volatile int i = $n - ⟨0¦1⟩; volatile int y = a[0][i]; (void)y;`, ""},
	{"write behind memory of malloc", "6.5.6p8", "", `char *p = malloc($n); volatile int i = $n - ⟨0¦1⟩; p[i] = $k; free(p);`, ""},
	{"pointer beyond one behind the end", "6.5.6p8", "", `int a[$n]; volatile int n = $n + ⟨1¦0⟩; int *p = a + n; printf("%d\n", p != a);`, ""},
	{"pointer before an array", "6.5.6p8", "", `int a[$n]; volatile int n = ⟨1¦0⟩; int *p = a - n; printf("%d\n", p != 0);`, ""},
	{"use after free", "6.2.4p2", "", `int *p = malloc(sizeof *p); *p = $k; ⟨free(p); *p = 1;¦*p = 1; free(p);⟩`, ""},
	{"read after free", "6.2.4p2", "", `int *p = calloc($n, sizeof *p); int y; ⟨free(p); y = p[1];¦y = p[1]; free(p);⟩ printf("%d\n", y);`, ""},
	{"use after realloc", "7.22.3.5p2", "", `int *p = malloc(sizeof *p); *p = $k; int *q = realloc(p, 1000); *⟨p¦q⟩ = 1; free(q);`, ""},
	{"use after scope", "6.2.4p2", "", `int *p, y = $k; { int x = $n; p = ⟨&x¦&y⟩; } printf("%d\n", *p > 0);`, ""},
	{"use after return", "6.2.4p2", "static int *planted_f(int *p) { int x = $k; ⟨p = &x;¦*p = x;⟩ return p; }", `int y; printf("%d\n", *planted_f(&y) == $k);`, ""},
	{"double free", "7.22.3.3p2", "", `char *p = malloc($n), *q = malloc($k); free(p); free(⟨p¦q⟩);`, ""},
	{"free of a part", "7.22.3.3p2", "", `char *p = malloc($n); free(p + ⟨1¦0⟩);`, ""},
	{"free of no memory of malloc", "7.22.3.3p2", "", `char a[$n]; char *p = ⟨a¦0⟩; (void)a; free(p);`, ""},
	{"read through null", "6.5.3.2p4", "", `int x = $k; int *volatile p = ⟨0¦&x⟩; printf("%d\n", *p == $k);`, ""},
	{"write through null", "6.5.3.2p4", "struct planted_s { int a[$n]; };", `struct planted_s s; struct planted_s *volatile p = ⟨0¦&s⟩; p->a[1] = $k;`, ""},
	{"misaligned pointer", "6.3.2.3p7", "", `_Alignas(8) char a[16] = {0}; volatile int n = ⟨1¦4⟩; int *p = (int *)(void *)(a + n); memset(a, 4, 4); volatile int y = *p; (void)y;`, ""},
	{"conversion of a number for another type", "7.21.6.1p9", "", `char b[40]; printf("%d\n", sprintf(b, "%⟨s¦d⟩", $k) > 0);`, ""},
	{"conversion of a long for an int", "7.21.6.1p9", "", `long x = $k; char b[40]; printf("%d\n", sprintf(b, "%⟨d¦ld⟩", x) > 0);`, "a list of arguments holds integers of any size"},
	{"conversion without an argument", "7.21.6.1p2", "", `char b[40]; printf("%d\n", sprintf(b, "%d %d", $k⟨¦, $n⟩) > 0);`, ""},
	{"write to a literal", "6.4.5p7", "", `char a[] = "abc"; char *p = ⟨"abc"¦a⟩; (void)a; p[1] = 'x';`, ""},
	{"write to a constant object", "6.7.3p6", "static ⟨const ¦⟩int planted_x[$n] = {1};", `int *p = (int *)planted_x; p[1] = $k;`, ""},
	{"missing return value", "6.9.1p12", "static int planted_f(int x) { if (x > ⟨$k¦-1⟩) return x; }", `volatile int y = planted_f(0); (void)y;`, "a value that is only stored"},
	{"function of another type", "6.3.2.3p8", "static int planted_f(int x⟨, int y¦⟩) { return x; }", `int (*p)(int) = (int (*)(int))planted_f; printf("%d\n", p($k) == $k);`, ""},
	{"function of another result", "6.3.2.3p8", "static ⟨double¦int⟩ planted_f(int x) { return x; }", `int (*p)(int) = (int (*)(int))planted_f; p($k);`, ""},
	{"call through null", "6.5.3.2p4", "static int planted_f(void) { return 1; }", `int (*volatile p)(void) = ⟨0¦planted_f⟩; p();`, ""},
	{"order of two objects", "6.5.8p5", "", `int a[$n], b[$n]; int *p = a, *q = ⟨b¦a + 1⟩; (void)b; volatile int y = p < q; (void)y;`, ""},
	{"distance of two objects", "6.5.6p9", "", `int a[$n], b[$n]; int *p = a, *q = ⟨b¦a + 1⟩; (void)b; volatile long y = q - p; (void)y;`, ""},
	{"memcpy of what overlaps", "7.24.2.1p2", "", `char a[20] = "abcdefghijk"; ⟨memcpy¦memmove⟩(a + 1, a, $k + 1);`, ""},
	{"strcpy of what overlaps", "7.24.2.3p2", "", `char a[20] = "abc"; strcpy(a + ⟨1¦5⟩, a);`, ""},
	{"missing terminator", "7.1.4p1", "", `char a[$n]; memset(a, 'x', $n); a[$n - 1] = ⟨'x'¦0⟩; printf("%d\n", strlen(a) > 0);`, ""},
	{"missing terminator of what is printed", "7.21.6.1p8", "", `char a[3] = ⟨"xyz"¦"xy"⟩; printf("%.3s%s\n", "", a);`, ""},
	{"string that is too long", "7.1.4p1", "", `char a[$n + 1]; char b[] = "0123456789"; b[$n + ⟨1¦0⟩] = 0; strcpy(a, b);`, ""},
	{"sprintf into too little", "7.1.4p1", "", `char a[$n]; sprintf(a, "%0*d", $n - ⟨0¦1⟩, $k);`, ""},
	{"strcat into too little", "7.1.4p1", "", `char a[10] = "123456789"; a[9 - ⟨$k¦9⟩] = 0; strcat(a, "abcdefgh⟨ij¦⟩");`, ""},
	{"memset beyond an object", "7.1.4p1", "", `int a[$n]; memset(a, 0, sizeof a + ⟨1¦0⟩);`, ""},
	{"memcpy from null", "7.1.4p1", "", `char a[$n], b[$n] = {1}; char *volatile p = ⟨0¦b⟩; memcpy(a, p, 1);`, ""},
	{"float beyond an integer", "6.3.1.4p1", "", `volatile double d = ⟨1e30¦1e3⟩; volatile $t x = ($t)d; (void)x;`, ""},
	{"negative float as an unsigned", "6.3.1.4p1", "", `volatile double d = ⟨-$k.0¦-0.5⟩; volatile $u x = ($u)d; (void)x;`, ""},
	{"value of no _Bool", "6.2.6.1p5", "", `_Bool b; unsigned char c = ⟨2 + $k¦1⟩; memcpy(&b, &c, 1); volatile int y = b; (void)y;`, ""},
	{"length of no array", "6.7.6.2p5", "", `volatile int n = ⟨-$k¦$k⟩; int a[n]; printf("%d\n", sizeof a > 0);`, ""},
	{"element behind a variable length", "6.5.6p8", "", `volatile int n = $n; int a[n]; a[n - ⟨0¦1⟩] = 1;`, ""},
	{"argument of another type", "7.16.1.1p2", "static long planted_f(int n, ...) { va_list ap; va_start(ap, n); long x = va_arg(ap, ⟨double¦long⟩); va_end(ap); return x; }", `planted_f(1, (long)$k);`, ""},
	{"more arguments than there are", "7.16.1.1p2", "static int planted_f(int n, ...) { va_list ap; int x = 0; va_start(ap, n); for (int i = 0; i < n; i++) x += va_arg(ap, int); va_end(ap); return x; }", `planted_f(2 + ⟨1¦0⟩, $k, $n);`, ""},
	{"list of arguments that was not started", "7.16.1.1p2", "static int planted_f(int n, ...) { va_list ap; ⟨¦va_start(ap, n);⟩ int x = va_arg(ap, int); va_end(ap); return x; }", `planted_f(1, $k);`, ""},
	{"jump into a call that has ended", "7.13.2.1p2", "static jmp_buf planted_j;\nstatic int planted_f(void) { return setjmp(planted_j); }", `volatile int n = 0; if (⟨planted_f()¦setjmp(planted_j)⟩ == 0) { if (n++ == 0) longjmp(planted_j, 1); }`, ""},
	{"variable changed before a jump", "7.13.2.1p3", "static jmp_buf planted_j;", `⟨¦volatile ⟩int x = 0; if (setjmp(planted_j) == 0) { x = $k; longjmp(planted_j, 1); } printf("%d\n", x == $k);`, ""},
	{"absolute value that does not fit", "7.22.6.1p2", "", `volatile int x = -2147483647 - ⟨1¦0⟩; x = abs(x);`, ""},
	{"character of no character function", "7.4p1", "#include <ctype.h>", `volatile int c = ⟨1000¦'x'⟩; volatile int y = isalpha(c) != 0; (void)y;`, "the functions take any number"},
	{"two changes of one object", "6.5p2", "", `int i = $k; i = ⟨i++ + 1¦i + 1⟩; printf("%d\n", i > 0);`, ""},
	{"a change and a use that are not ordered", "6.5p2", "", `int i = 0, a[$n] = {0}; ⟨a[i] = i++;¦a[i] = i; i++;⟩ printf("%d\n", i);`, ""},
	{"object of another type", "6.5p7", "", `int x = $k; ⟨short¦int⟩ *p = (void *)&x; volatile int y = *p; (void)y;`, "effective types are not looked at"},
	{"indeterminate pointer", "6.2.6.1p5", "", `int x = $k; int *p⟨¦ = &x⟩; (void)x; printf("%d\n", *p == $k);`, ""},
	{"pointer made of a number", "6.3.2.3p5", "", `int x = $k; int *volatile p = ⟨(int *)0x1234560¦&x⟩; (void)x; printf("%d\n", *p == $k);`, ""},
}
