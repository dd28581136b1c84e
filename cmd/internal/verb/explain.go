package verb

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tuffy-ir/tuffy/docs/reference"
	"github.com/tuffy-ir/tuffy/docs/ub"
	"github.com/tuffy-ir/tuffy/docs/undefined"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// explain is `tuffy-interp explain TOPIC`.
//
// The pages are embedded, the same that docs has, so that a topic is explained without the network.
func explain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain TOPIC | explain host FUNCTION",
		Short: "Explain undefined behaviour, opcodes, annotations, options",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 2 {
				return fmt.Errorf("expected a topic, or host and a function, got %s", ir.Counted(len(args), "word"))
			}
			return nil
		},
		Long: `Explains a code of undefined behaviour, by its name (use-after-free), identifier (TUF-UB-012) or
number (12); what poison is (poison); an opcode (sext, load.4, trap); a type (int, ptr); an annotation
(:s32, :known); the states of bytes (bytes); an option of a command (leaks, --trace); lists the external functions that a program may call (host), or says
what one of them asks of its caller (host strtol, or strtol alone); an item of what C leaves undefined (J2-036) or a
paragraph of C11 (6.5p5), with programs; or how values and blocks are numbered (numbering).
Without a topic it lists them all.`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return explained(), cobra.ShellCompDirectiveNoFileComp
		},
		// An option is a topic, so that only those about help are options here.
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			for _, flag := range []string{"help", "help-all"} {
				if len(args) > 0 && (args[0] == "--"+flag || args[0] == "-h") {
					must(c.Flags().Set(flag, "true"))
					return c.Help()
				}
			}
			if len(args) == 0 {
				listTopics(c.OutOrStdout())
				return nil
			}
			if len(args) == 2 {
				if args[0] != "host" {
					return fmt.Errorf("expected one topic, got 2: %s %s", args[0], args[1])
				}
				f, ok := host.Lookup(symbol(args[1]))
				if !ok {
					return badInput{fmt.Errorf("there is no host function %s; 'explain host' lists them, and docs/reference/host.md says why others are left out%s", ir.SymbolText(symbol(args[1])), meant("@"+symbol(args[1]), hostNames()))}
				}
				_, err := fmt.Fprint(c.OutOrStdout(), hostPage(f))
				return written(err)
			}
			text, ok := topic(args[0])
			if !ok {
				return badInput{fmt.Errorf("there is no topic %q; 'explain' alone lists them%s", args[0], meantTopic(args[0]))}
			}
			_, err := fmt.Fprint(c.OutOrStdout(), text)
			return written(err)
		},
	}
}

// topic is the page of a word. Words of several kinds may be alike: poison is a page and an opcode, and has both.
func topic(word string) (string, bool) {
	if word == "host" {
		var s strings.Builder
		listHost(&s)
		return s.String(), true
	}
	if word == "numbering" {
		return numbering, true
	}
	if word == "bytes" {
		return byteLegend, true
	}
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if page, ok := ub.Page(word); ok {
		add(page)
		code, _, _ := strings.Cut(strings.TrimPrefix(page, "# "), " ")
		add(undefinedOfCode(code))
	}
	add(undefinedPages(word))
	for _, name := range stems(word) {
		if text, ok := reference.Opcode(name); ok {
			add(text + outcomes[name])
			break
		}
		if text, ok := parser.Spelling(name); ok {
			add(text + "\n\nIt names no opcode: the parser expands it into exact arithmetic, which listings show.\n")
			break
		}
	}
	add(typeText(word))
	if sizedClaim.MatchString(word) {
		add(annotation(":" + word))
	}
	add(annotation(word))
	if f, ok := host.Lookup(symbol(word)); ok {
		add(hostPage(f))
	}
	add(optionText(word))
	return strings.Join(parts, "\n"), len(parts) > 0
}

// numbering is the rule of ir.Func.Names in words, and what the trace of the optimizer makes of it.
const numbering = `Values and blocks have the numbers that the author of the text gave them: in reports, traces, messages of the
verifier, listings, and what the reducer and fmt write. A pass keeps the numbers of the values that it keeps; what it
makes has numbers above all of the author's, in the order of the making, in listings and in traces of rewrites alike.
An instruction without results takes a number when the printer counts, though nothing is called by it.
Two programs that are compared have each their own numbers.
`

// outcomes say what a run makes of opcodes that end it.
// The reference says what they are; here is what the command does then.
var outcomes = map[string]string{
	"trap":        "\nA run that comes to it ends there, with the word trap and the status 3. That is a behaviour of the program and no\nundefined behaviour: a program that traps is refined by one that traps after the same calls.\n",
	"unreachable": "\nA run that comes to it is undefined: TUF-UB-003.\n",
}

// annotations are the claims by the words that begin them.
var annotations = []struct{ word, text string }{
	{":s", ":sN claims that the integer fits N bits, signed: it is from -2^(N-1) to 2^(N-1)-1. What violates it is poison."},
	{":u", ":uN claims that the integer fits N bits, unsigned: it is from 0 to 2^N-1. What violates it is poison."},
	{":known", ":known(BITS) claims bits of an integer, the lowest at the right: 0 and 1 are claimed, ? says nothing, x is a bit\nthat nothing looks at. The leftmost symbol holds for all bits above it. A claimed bit that is another is poison."},
	{":i", ":iN says that nothing looks at bits N and above: it is short for x there. In a normal run it changes nothing;\n--dont-care overwrites such bits, and a program that then behaves in another way made a false claim."},
	{":align", ":alignN claims that the address of a pointer is a multiple of N, a power of two. What violates it is poison."},
	{":nofpclass", ":nofpclass(CLASSES) claims that a float is in none of the classes. A member of one is poison."},
	{":abi", ":abi(\"CLASSES\") says how C passes a byte(N): for each eightbyte i (integer), s (SSE), u (the upper part of the\nvector before), x (x87) or n (padding), or m alone for memory; a number behind it is an alignment above 8. It claims\nnothing of the value. Code generation reads it in signatures, at calls and at va_arg."},
}

// annotation explains a claim: the word that begins it, or a claim as programs have it.
// The number or list that follows is cut off: :s32 and :known(0?) are explained as :s and :known.
func annotation(word string) string {
	if !strings.HasPrefix(word, ":") {
		return ""
	}
	name := strings.TrimRight(strings.SplitN(word, "(", 2)[0], "0123456789")
	for _, a := range annotations {
		if a.word == name {
			return a.text + "\n\nOn a result, the result is poison; on a use, the results of the instruction that reads it are. Several claims hold\ntogether. No operation takes its meaning from a claim.\n"
		}
	}
	return ""
}

// interpOptions are the options of tuffy-interp.
// A command is made for it, so that the text is that of --help and cannot differ from it.
func interpOptions() *pflag.FlagSet {
	c := &cobra.Command{}
	new(interpFlags).declare(c)
	return c.Flags()
}

// option explains a flag of tuffy-interp.
// Defaults that switch an option off are left out.
func option(f *pflag.Flag) string {
	value, usage := pflag.UnquoteUsage(f)
	s := "--" + f.Name
	switch {
	case value != "" && f.NoOptDefVal != "" && f.Value.Type() != "bool":
		s += "[=" + value + "]"
	case value != "":
		s += " " + value
	}
	s += "\n  " + usage
	if words := f.Annotations[wordsKey]; len(words) > 0 {
		s += "\n  one of: " + strings.Join(words, ", ")
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" && f.DefValue != "0s" {
		s += "\n  default: " + f.DefValue
	}
	return s + "\n"
}

// listTopics writes the words that explain knows.
// Lines end before column 80.
func listTopics(w io.Writer) {
	for _, code := range interp.Codes() {
		fmt.Fprintln(w, code)
	}
	fmt.Fprintln(w, "poison\nbytes\nhost\nnumbering")
	fmt.Fprintf(w, "J2-001 to %s: what C11 leaves undefined; or a paragraph of it, as 6.5p5\n", lastUndefined())
	var claims, options, kinds []string
	for _, t := range types {
		kinds = append(kinds, t.word)
	}
	for _, a := range annotations {
		claims = append(claims, a.word)
	}
	interpOptions().VisitAll(func(f *pflag.Flag) { options = append(options, f.Name) })
	for _, kind := range []struct {
		name  string
		words []string
	}{{"types", kinds}, {"annotations", claims}, {"opcodes", append(opcodeNames(), parser.Spellings()...)}, {"options of tuffy-interp; those of other commands are explained, too", options}} {
		fmt.Fprintf(w, "%s:\n", kind.name)
		line := " "
		for _, word := range kind.words {
			if len(line)+len(word) > 78 {
				fmt.Fprintln(w, line)
				line = " "
			}
			line += " " + word
		}
		fmt.Fprintln(w, line)
	}
}

// meantTopic is the hint at a word that explain knows. Dashes and the suffix of an opcode are left alone: of --tracee it is
// the name that is misspelt.
func meantTopic(word string) string {
	known := explained()
	if name := strings.TrimLeft(word, "-"); name != word {
		known = nil
		everyFlag(func(_ *cobra.Command, f *pflag.Flag) { known = append(known, "--"+f.Name) })
		return meant("--"+name, known)
	}
	words := stems(word)
	return cmp.Or(meant(word, known), meant(words[len(words)-1], known))
}

// explained are the words that explain knows.
// Completion and the hints at what was meant go by the same list.
func explained() []string {
	out := append(codeWords(), "poison", "bytes", "host", "numbering")
	for _, i := range undefined.Items() {
		out = append(out, i.ID())
	}
	out = append(append(out, opcodeNames()...), parser.Spellings()...)
	for _, t := range types {
		out = append(out, t.word)
	}
	for _, a := range annotations {
		out = append(out, a.word)
	}
	interpOptions().VisitAll(func(f *pflag.Flag) { out = append(out, f.Name) })
	return out
}

// listHost writes the external functions that a program may call.
// Package host has the table that runs go by, so that a function that is listed can be called.
func listHost(w io.Writer) {
	for n := range host.Functions {
		fmt.Fprint(w, hostRow(&host.Functions[n]))
	}
}

// hostRow is an external function with its parameters, and what it does.
func hostRow(f *host.Function) string {
	var params []string
	for _, k := range f.Params {
		params = append(params, k.String())
	}
	if f.Variadic {
		params = append(params, "…")
	}
	result := ""
	if len(f.Result) > 0 {
		result = " -> " + f.Result[0].String()
	}
	hosted := ""
	if f.Hosted {
		hosted = " (interpreted; compiled programs have that of the system)"
	}
	return fmt.Sprintf("@%s(%s)%s%s\n    %s\n", f.Name, strings.Join(params, ", "), result, hosted, f.Doc)
}

// hostPage is a function with what it asks of its caller, and how a program declares and calls it.
func hostPage(f *host.Function) string {
	var s strings.Builder
	s.WriteString(hostRow(f))
	var params, args []string
	pointers := false
	for n, k := range f.Params {
		t := "int"
		switch k {
		case host.Ptr, host.List:
			t, pointers = "ptr", true
		case host.F64:
			t = "f64"
		case host.F32:
			t = "f32"
		case host.F80:
			t = "f80"
		}
		params, args = append(params, t), append(args, fmt.Sprintf("v%d", n+1))
	}
	arrow, bound := "", ""
	if len(f.Result) > 0 {
		t := map[host.Kind]string{host.Ptr: "ptr", host.F64: "f64", host.F32: "f32", host.F80: "f80"}[f.Result[0]]
		arrow, bound = " -> "+cmp.Or(t, "int"), ", v9"
	}
	fmt.Fprintf(&s, "\nIn a program, where v0 is the memory token:\n    v7 = symbol_addr @%s\n    v8%s = call v7(%s), v0%s\n", f.Name, bound, strings.Join(args, ", "), arrow)
	s.WriteString("\nThe call is undefined with a wrong number of arguments, or one of another type than (" + strings.Join(params, ", ") + ") (" + interp.UBCallSignature.ID() + "). ")
	if f.InIR {
		s.WriteString("It is a function\nin Tuffy IR: an int beyond the range of its C type is poison, and what is undefined in it, or in what it calls, is reported there.")
	} else {
		s.WriteString("So it is with\npoison (" + interp.UBPoisonExternal.ID() + "), with an int beyond the range of its C type, and against the above (" + interp.UBHostContract.ID() + ").")
	}
	if pointers {
		s.WriteString("\nA pointer must be to live memory with room for what is read or written; a string must have its zero byte there; what is\nread must have been written. Null is refused unless the above says otherwise.")
	}
	s.WriteString("\n")
	return s.String()
}
