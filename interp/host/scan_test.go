package host

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/memory"
)

// scanProgram answers a format and a string, each with a zero byte, with what sscanf makes of them: the result, and four
// buffers of 80 bytes that all arguments point to.
const scanProgram = `
#include <stdint.h>
#include <stdio.h>
#include <string.h>
int main(void) {
	static char format[256], string[256], b[4][80];
	uint32_t n[2];
	while (fread(n, 8, 1, stdin) == 1) {
		if (n[0] > 256 || n[1] > 256 || fread(format, 1, n[0], stdin) != n[0] || fread(string, 1, n[1], stdin) != n[1]) return 1;
		memset(b, 0xee, sizeof b);
		int32_t r = sscanf(string, format, b[0], b[1], b[2], b[3]);
		fwrite(&r, 4, 1, stdout); fwrite(b, sizeof b, 1, stdout);
	}
}`

type scanCase struct{ format, text string }

// randomScan draws a format of at most four conversions and a text that it may fit. Left out is where C leaves a choice, or
// glibc does not follow it: widths that end a number within its prefix or exponent, and what the
// argument cannot hold.
func randomScan(r *rand.Rand) scanCase {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	var c scanCase
	for range 1 + r.IntN(4) {
		c.format += pick("", "", " ", "x", ",", " %%", "\t\n")
		star, width := pick("", "", "", "*"), pick("", "", "", "1", "2", "3", "5", "12")
		switch r.IntN(6) {
		case 0, 1:
			c.format += "%" + star + pick("", "", "1", "5", "12") + pick("", "h", "hh", "l", "ll", "j", "z", "t") + pick("d", "i", "u", "o", "x", "X")
		case 2:
			c.format += "%" + star + pick("", "l") + pick("e", "f", "g", "a", "E", "G")
		case 3:
			c.format += "%" + star + width + pick("s", "c")
		case 4:
			c.format += "%" + star + width + pick("[a-f]", "[^a-f]", "[]x]", "[^],]", "[0-9.-]", "[z-]", "[^ ]")
		case 5:
			c.format += pick("%n", "%hn", "%hhn", "%ln")
		}
	}
	for range r.IntN(6) {
		c.text += pick(" ", "", ",", "x", "%", "\n", "-", "+", "]", "abcdefg", "a", "z-", "0", "7", "12", "-3", "077", "0x1f", "-0X5", "9", "1.5", ".5e1", "2e-3", "1e", "0x1.8p2", "inf", "nan", "infinity", "1.2.3")
	}
	return c
}

// open matches texts on which glibc differs from C11 7.21.6.2 p9, p10 and example 4: of an item that only begins as a number, as 1e
// or 0x, it takes the number that it begins with.
var open = regexp.MustCompile(`(?i)0x\.?([^0-9a-f.]|$)|[0-9.]e[+-]?([^0-9+-]|$)|[0-9.]e[+-][+-]|p[+-]?([^0-9+-]|$)|i(nf)?([^n]|$)|n(an)?\(|infi|in?$|na?$`)

// TestScan: sscanf, scanf and fscanf give and store what the sscanf of the C library does.
func TestScan(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	cases := []scanCase{{"%d", ""}, {"%d", " "}, {"%d", "x"}, {"%d", "-"}, {"%d", "-5"}, {"x%d", "y"}, {"x%d", ""}, {"%d,%d", "1"}, {"%d,%d", "1,"}, {"%d,%d", "1,x"}, {"%c%c", "a"},
		{"%5c", "abc"}, {"%s", "  word next"}, {"%2s%s", "abcd"}, {"%[a-c]%s", "abcd"}, {"%[^\n]%n", "one two\nthree"}, {"%lf %f", "0.1 0.1"}, {"%lf", "1e"}, {"%lf", "1e400"}, {"%f", "1.00000005960464477539062500000000000000001"},
		{"%3lf", "12345"}, {"%2f%f", "1.25"}, {"%*d%d", "1 2"}, {"%%%d", "%5"}, {" %% %d", "  %  5"}, {"%i%i%i%i", "10 010 0x10 0"}, {"%3d%3d", "12345678"}, {"%n%d%n", "  42"}, {"%hhd %hd", "-128 -32768"}, {"%u", "-1"}, {"%lx", "-1"}, {"%2d%3d", "12345678"}}
	for range testseed.Rounds(4000, 400) {
		cases = append(cases, randomScan(r))
	}
	var in bytes.Buffer
	for _, c := range cases {
		for _, n := range []int{len(c.format), len(c.text)} {
			if err := binary.Write(&in, binary.LittleEndian, uint32(n+1)); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&in, "%s\x00%s\x00", c.format, c.text)
	}
	cmd := exec.Command(gcctest.Build(t, map[string]string{"scan.c": scanProgram}, "-O1", "-w"))
	cmd.Stdin = &in
	answers, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	compared, failures := 0, 0
	out := bytes.NewReader(answers)
	for _, c := range cases {
		theirs := make([]byte, 4+4*80)
		if _, err := io.ReadFull(out, theirs); err != nil {
			t.Fatal(err)
		}
		for name := range map[string]bool{"sscanf": true, "scanf": true, "fscanf": true} {
			ours, ub := c.ours(t, name)
			switch {
			case ub && !strings.Contains(c.format, "%"):
				t.Errorf("%s %+v is undefined", name, c)
			case ub || open.MatchString(c.text):
			case !bytes.Equal(ours, theirs):
				if failures++; failures < 20 {
					t.Errorf("%s(%q, %q):\ngot  %s\nwant %s", name, c.text, c.format, short(ours), short(theirs))
				}
			default:
				compared++
			}
		}
	}
	if compared < len(cases) {
		t.Errorf("only %d of %d calls were compared", compared, 3*len(cases))
	}
}

// short is an answer without the bytes that nothing was stored in.
func short(answer []byte) string { return strings.ReplaceAll(fmt.Sprintf("%x", answer), "ee", "") }

// ours is the answer here; ub says that something was reported.
func (c scanCase) ours(t *testing.T, name string) (answer []byte, ub bool) {
	t.Helper()
	e := newFake(true)
	args := []Value{PtrValue(e.text(c.format))}
	switch name {
	case "sscanf":
		args = append([]Value{PtrValue(e.text(c.text))}, args...)
	case "fscanf":
		args = append([]Value{PtrValue(memory.Pointer{Addr: stdin})}, args...)
	}
	e.in = []byte(c.text)
	var buffers []memory.Pointer
	for range 4 {
		p := e.buffer(memory.Heap, known(bytes.Repeat([]byte{0xee}, 80)))
		buffers = append(buffers, p)
		args = append(args, PtrValue(p))
	}
	res, _ := e.call(t, name, args...)
	if len(e.ub) > 0 {
		return nil, true
	}
	n, _ := res[0].Int.Int64()
	answer = binary.LittleEndian.AppendUint32(nil, uint32(n))
	for _, p := range buffers {
		b, _ := e.Read(p, 80, false)
		answer = append(answer, b...)
	}
	return answer, false
}

// TestScanRest: what is not scanned stays for the next function, and one byte goes back.
func TestScanRest(t *testing.T) {
	e := newFake(true)
	e.in = []byte("12x4\nrest")
	get := func() int64 { return result(t, e, "getchar") }
	unget := func(c int64) int64 {
		return result(t, e, "ungetc", IntValue(c), PtrValue(memory.Pointer{Addr: stdin}))
	}
	p := e.heap(16)
	if n := result(t, e, "scanf", PtrValue(e.text("%d")), PtrValue(p)); n != 1 {
		t.Errorf("scanf gives %d", n)
	}
	for n, step := range []struct{ got, want int64 }{
		{unget('z'), 'z'}, // the x that scanf looked at stands behind it
		{get(), 'z'}, {get(), 'x'}, {unget('y' + 256), 'y'}, {unget('z'), -1}, {unget(-1), -1}, {get(), 'y'}, {unget(0), 0}, {get(), 0}, {unget(255), 255}, {get(), 255}, {get(), '4'}, {unget('q'), 'q'},
	} {
		if step.got != step.want {
			t.Errorf("step %d gives %d, not %d", n, step.got, step.want)
		}
	}
	line := e.heap(16)
	if _, s := e.call(t, "fgets", PtrValue(line), IntValue(16), PtrValue(memory.Pointer{Addr: stdin})); s != Done {
		t.Error(s)
	}
	if b, _ := e.Read(line, 3, false); string(b) != "q\n\x00" {
		t.Errorf("fgets stores %q", b)
	}
	if n := unget('R'); n != 'R' {
		t.Error(n)
	}
	if n := result(t, e, "fread", PtrValue(line), SizeValue(1), SizeValue(5), PtrValue(memory.Pointer{Addr: stdin})); n != 5 {
		t.Errorf("fread gives %d", n)
	}
	if b, _ := e.Read(line, 5, false); string(b) != "Rrest" {
		t.Errorf("fread stores %q", b)
	}
	if n := get(); n != -1 {
		t.Errorf("at the end there is %d", n)
	}
}

// result is the int that a call gives.
func result(t *testing.T, e *fakeEnv, name string, args ...Value) int64 {
	t.Helper()
	res, s := e.call(t, name, args...)
	if s != Done || len(e.ub) > 0 {
		t.Fatalf("%s: %v, %v", name, s, e.ub)
	}
	n, _ := res[0].Int.Int64()
	return n
}

// TestScanContracts: calls against the rules are reported once, and say what is wrong.
func TestScanContracts(t *testing.T) {
	for _, row := range []struct {
		format, text string
		args         func(e *fakeEnv) []Value
		want         string
	}{
		{"%d", "5", nil, "contract: sscanf: the format asks for more arguments than there are"},
		{"%d", "5", pointers(1), "contract: sscanf: an argument is a int, the format asks for a pointer"},
		{"%d", "2147483648", pointers("1234"), "contract: sscanf: 2147483648 does not fit the 32 bits"},
		{"%hhd", "-129", pointers("1234"), "contract: sscanf: -129 does not fit the 8 bits"},
		{"%hu", "65536", pointers("1234"), "contract: sscanf: 65536 does not fit the 16 bits"},
		{"%d", "5", pointers("123"), "out of bounds"},
		{"%lf", "5", pointers("1234"), "out of bounds"},
		{"%s", "abc", pointers("abc"), "out of bounds"},
		{"%d", "5", pointers(nil), "null pointer"},
		{"%q", "5", pointers("1234"), `contract: sscanf: no conversion "%q" is known`},
		{"%lp", "5", pointers("12345678"), `contract: sscanf: "%lp" has a length`},
		{"%", "5", nil, `contract: sscanf: the format ends within "%"`},
		{"%[ab", "5", pointers("1234"), `contract: sscanf: the set "%[ab" has no end`},
		{"%0d", "5", pointers("1234"), `contract: sscanf: "%0" has a width of 0`},
		{"%hs", "5", pointers("1234"), `contract: sscanf: "%hs" has a length`},
		{"%hf", "5", pointers("1234"), `contract: sscanf: "%hf" has a length`},
		{"%*n", "5", nil, `contract: sscanf: "%*n" has more than a length`},
	} {
		for _, strict := range []bool{true, false} {
			e := newFake(strict)
			args := []Value{PtrValue(e.text(row.text)), PtrValue(e.text(row.format))}
			if row.args != nil {
				args = append(args, row.args(e)...)
			}
			e.call(t, "sscanf", args...)
			if len(e.ub) != 1 || !strings.HasPrefix(e.ub[0], row.want) && !strings.Contains(e.ub[0], row.want) {
				t.Errorf("sscanf(%q, %q): %q, want %q", row.text, row.format, e.ub, row.want)
			}
		}
	}
	for name, args := range map[string]func(e *fakeEnv) []Value{
		"strtod": pointers(nil, nil), "strtof": pointers(nil, nil), "atof": pointers("12"), "ungetc": pointers(1, nil), "fscanf": pointers(nil, "%d\x00"), "perror": pointers("no end"),
	} {
		e := newFake(true)
		e.call(t, name, args(e)...)
		if len(e.ub) != 1 {
			t.Errorf("%s: %q", name, e.ub)
		}
	}
}
