package verb

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// types are the types by the words that begin them.
var types = []struct{ word, text string }{
	{"int", "int is an integer of any size: arithmetic is exact and never wraps. How many bits it takes is said where it matters: by a claim\n(int:s32), by sext and zext, by the size of a store."},
	{"bool", "bool is true or false."},
	{"unit", "unit has one value and takes no place."},
	{"mem", "mem is the memory token: what reads or writes memory takes the token that is current, and what writes makes the next. It is no\ndata: it cannot be stored, returned alone or compared."},
	{"ptr", "ptr is a pointer: an address of 64 bits and what it may be used for (its provenance). ptr(N) is one in address space N; null is\nthe pointer with address 0."},
	{"byte", "byte(N) is N bytes as memory holds them, each in one of four states: a value, uninitialized, poison, or a part of a pointer."},
	{"b", "b<N> is N bits as memory holds them, as byte(N/8)."},
	{"bf16", "bf16 is a float of 16 bits: 8 of exponent, 7 of fraction."},
	{"f16", "f16 is the IEEE 754 float of 16 bits."},
	{"f32", "f32 is the IEEE 754 float of 32 bits; float is another word for it."},
	{"f64", "f64 is the IEEE 754 float of 64 bits; double is another word for it."},
	{"f80", "f80 is the float of 80 bits of the x87, long double of C on x86-64: 15 of exponent, 64 of the significand."},
	{"f128", "f128 is the IEEE 754 float of 128 bits."},
	{"float", "float is f32, the IEEE 754 float of 32 bits."},
	{"double", "double is f64, the IEEE 754 float of 64 bits."},
	{"vec", "vec<N> is a vector of N bytes, vec<vscale x N> one of a multiple that the machine decides; the opcode says what its lanes are."},
	{"struct", "struct{T, T:CLAIM, …} is an aggregate of fields, each with a type of its own; extractvalue and insertvalue take paths into it."},
	{"array", "[T; N] is an aggregate of N values of one type."},
}

// byteLegend says what the bytes of reports and inputs stand for.
const byteLegend = `Bytes of memory are in one of four states, and are written alike in reports, traces, data and inputs:
  2a     a value, as two hexadecimal digits
  __     uninitialized: nothing was written there
  ??     poison: the result of a violated claim was written there
  &B+N   in an input: a byte of a pointer to offset N of buffer B; reports show parts of pointers with their allocation
An int that is loaded from a byte in one of the last three states is poison; byte(N) carries all four.
`

// typeText explains a type: the word that begins it, or a type as programs have it.
func typeText(word string) string {
	name := word
	if strings.HasPrefix(word, "[") {
		name = "array"
	}
	name, _, _ = strings.Cut(strings.NewReplacer("(", " ", "<", " ", "{", " ").Replace(name), " ")
	for _, t := range types {
		if t.word == name {
			return t.text + "\n"
		}
	}
	return ""
}

// sizedClaim is a claim without its colon.
var sizedClaim = regexp.MustCompile(`^(([sui]|align)[0-9]+|(known|nofpclass|abi)\(.*\))$`)

// stems are the words that a suffixed opcode may be explained by: load.4 by load, vec.shuffle.2 by vec.shuffle.
func stems(word string) []string {
	out := []string{word}
	for {
		at := strings.LastIndexByte(word, '.')
		if at <= 0 {
			return out
		}
		word = word[:at]
		out = append(out, word)
	}
}

// flagsNamed are the flags of all commands with this name, or with this letter if it is written -j, by the command. The
// dashes may be there, and a value.
func flagsNamed(word string) map[string]*pflag.Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	out := map[string]*pflag.Flag{}
	everyFlag(func(c *cobra.Command, f *pflag.Flag) {
		if f.Name == name || strings.HasPrefix(word, "-") && f.Shorthand != "" && (name == f.Shorthand || !strings.HasPrefix(word, "--") && strings.HasPrefix(name, f.Shorthand)) {
			out[c.CommandPath()] = f
		}
	})
	return out
}

// everyFlag visits the flags of all commands.
// Commands are made for it, so that texts are those of --help and cannot differ from them.
func everyFlag(do func(c *cobra.Command, f *pflag.Flag)) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { do(c, f) })
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(Tuffy())
}

// optionText explains the flags of a name: that of tuffy-interp, whose command this is, alone where it has one.
func optionText(word string) string {
	all := flagsNamed(word)
	if f := all["tuffy interp"]; f != nil {
		return option(f)
	}
	// Commands whose flags say the same are named together.
	by := map[string][]string{}
	for _, command := range slices.Sorted(maps.Keys(all)) {
		text := option(all[command])
		by[text] = append(by[text], command)
	}
	var parts []string
	for _, text := range slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Compare(by[a][0], by[b][0]) }) {
		parts = append(parts, strings.Join(by[text], ", ")+" "+text)
	}
	return strings.Join(parts, "\n")
}
