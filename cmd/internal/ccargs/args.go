// Package ccargs reads command lines with the options of gcc, and writes what gcc writes about files: the rules of
// make about what an object depends on.
//
// It knows no compiler: whoever calls it does the work.
package ccargs

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/ir"
)

// Stage is how far a command goes.
type Stage uint8

// The stages; a command without an option for another one links.
const (
	Link Stage = iota
	Compile
	Assembly
	Preprocess
)

// Input is a file of the command line, or a library that is linked in its place.
type Input struct {
	Name string
	Lang string // what -x said, or what the name tells: c, cpp-output, assembler, assembler-with-cpp, header, or empty for the linker
}

// Args are what a command line says.
type Args struct {
	Stage        Stage
	Out          string
	Inputs       []Input // with what the linker is told in between, as its options: -lm, -Wl,…
	Level        string  // of optimization: 0, 1, 2, 3, s or fast
	Debug        bool
	Quote        []string // of -iquote
	Include      []string // of -I
	System       []string // of -isystem
	After        []string // of -idirafter
	Forced       []string // of -include
	Macros       string   // lines of #define and #undef
	Std          string   // of -std=, empty for gnu17
	Sysroot      string
	NoStdInc     bool
	PlainLines   bool // -P
	DumpMacros   bool // -dM
	Depend       Depend
	Linker       []string // options for the linker that have no place among the inputs
	Verbose, Dry bool
	Wrap         bool // signed arithmetic wraps
	Common       bool // objects without an initialiser are common symbols
	UnsignedChar bool
	trigraphs    bool
	Features     []string // that the target gets or loses, as in +avx2; those it does not know are for whoever knows them
	Position     compiler.Position
	Shared       bool
	Visibility   ir.Visibility
	OwnSections  bool // each function and object has a section of its own
	Interp       bool // executables are for the interpreter
	NoWarnings   bool
	Werror       bool   // warnings are errors
	Print        string // a question of -print-… or -dump…
	Help         bool
	Version      bool
}

// Depend is what is asked about files that a file includes.
type Depend struct {
	On       bool // -M, -MM: instead of preprocessing
	Beside   bool // -MD, -MMD: beside compiling
	NoSystem bool // -MM, -MMD
	Phony    bool // -MP
	File     string
	Targets  []string
}

// takes says how an option has its argument.
type takes uint8

const (
	nothing takes = iota
	joined        // in the same word: -std=c99
	next          // in the next word: -include FILE
	either        // in the same word or the next: -I DIR
)

// option is a row of the table.
type option struct {
	name  string
	takes takes
	do    func(a *Args, value string) error
}

//go:embed known.txt
var knownText string

// known are the names of gcc's options of warnings and code generation, without the no- of their negatives.
var known = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(knownText) {
		m[w] = true
	}
	return m
}()

func set(p func(a *Args) *bool) func(*Args, string) error {
	return func(a *Args, _ string) error { *p(a) = true; return nil }
}

func text(p func(a *Args) *string) func(*Args, string) error {
	return func(a *Args, v string) error { *p(a) = v; return nil }
}

func list(p func(a *Args) *[]string) func(*Args, string) error {
	return func(a *Args, v string) error { *p(a) = append(*p(a), v); return nil }
}

func stage(s Stage) func(*Args, string) error {
	return func(a *Args, _ string) error { a.Stage = s; return nil }
}

func position(p compiler.Position) func(*Args, string) error {
	return func(a *Args, _ string) error { a.Position = p; return nil }
}

func nop(*Args, string) error { return nil }

func refuse(why string) func(*Args, string) error {
	return func(_ *Args, v string) error { return errors.New(why) }
}

// toLinker hands the option itself on.
func toLinker(name string, apart bool) func(*Args, string) error {
	return func(a *Args, v string) error {
		if apart {
			a.Linker = append(a.Linker, name, v)
		} else {
			a.Linker = append(a.Linker, name+v)
		}
		return nil
	}
}

// inPlace hands the option on between the files.
func inPlace(name string) func(*Args, string) error {
	return func(a *Args, v string) error {
		a.Inputs = append(a.Inputs, Input{Name: name + v})
		return nil
	}
}

func print(question string) func(*Args, string) error {
	return func(a *Args, v string) error { a.Print = question + v; return nil }
}

// options are gcc's, the longest name that fits counts. -x and -Wp, are read in parse.
var options = []option{
	{"-c", nothing, stage(Compile)},
	{"-S", nothing, stage(Assembly)},
	{"-E", nothing, stage(Preprocess)},
	{"-o", either, text(func(a *Args) *string { return &a.Out })},
	{"-I", either, list(func(a *Args) *[]string { return &a.Include })},
	{"-iquote", either, list(func(a *Args) *[]string { return &a.Quote })},
	{"-isystem", either, list(func(a *Args) *[]string { return &a.System })},
	{"-idirafter", either, list(func(a *Args) *[]string { return &a.After })},
	{"-include", next, list(func(a *Args) *[]string { return &a.Forced })},
	{"-imacros", next, refuse("is not supported; -include takes a file of macros, too")},
	{"-D", either, define},
	{"-U", either, func(a *Args, v string) error { a.Macros += "#undef " + v + "\n"; return nil }},
	{"-std=", joined, standard},
	{"--std=", joined, standard},
	{"-trigraphs", nothing, set(func(a *Args) *bool { return &a.trigraphs })},
	{"-ansi", nothing, func(a *Args, _ string) error { return standard(a, "c90") }},
	{"-O", joined, optimize},
	{"-g", nothing, set(func(a *Args) *bool { return &a.Debug })},
	{"-g", joined, func(a *Args, v string) error { a.Debug = v != "0"; return nil }},
	{"-M", nothing, func(a *Args, _ string) error { a.Depend.On, a.Stage = true, Preprocess; return nil }},
	{"-MM", nothing, func(a *Args, _ string) error {
		a.Depend.On, a.Depend.NoSystem, a.Stage = true, true, Preprocess
		return nil
	}},
	{"-MD", nothing, set(func(a *Args) *bool { return &a.Depend.Beside })},
	{"-MMD", nothing, func(a *Args, _ string) error { a.Depend.Beside, a.Depend.NoSystem = true, true; return nil }},
	{"-MP", nothing, set(func(a *Args) *bool { return &a.Depend.Phony })},
	{"-MF", either, text(func(a *Args) *string { return &a.Depend.File })},
	{"-MT", either, list(func(a *Args) *[]string { return &a.Depend.Targets })},
	{"-MQ", either, func(a *Args, v string) error {
		a.Depend.Targets = append(a.Depend.Targets, escape(v))
		return nil
	}},
	{"-P", nothing, set(func(a *Args) *bool { return &a.PlainLines })},
	{"-dM", nothing, set(func(a *Args) *bool { return &a.DumpMacros })},
	{"-C", nothing, nop},
	{"-CC", nothing, nop},
	{"-H", nothing, nop},
	{"-w", nothing, set(func(a *Args) *bool { return &a.NoWarnings })},
	{"-pedantic", nothing, nop},
	{"-pedantic-errors", nothing, nop},
	{"-pipe", nothing, nop},
	{"-save-temps", nothing, nop},
	{"-nostdinc", nothing, set(func(a *Args) *bool { return &a.NoStdInc })},
	{"--sysroot=", joined, text(func(a *Args) *string { return &a.Sysroot })},
	{"--sysroot", next, text(func(a *Args) *string { return &a.Sysroot })},
	{"-isysroot", either, text(func(a *Args) *string { return &a.Sysroot })},
	{"-undef", nothing, refuse("is not supported")},
	{"-Q", nothing, nop},
	{"-time", nothing, nop},
	{"-fdump-", joined, nop},
	{"-fpermissive", nothing, nop},
	{"-pg", nothing, refuse("is not supported")},
	{"--coverage", nothing, refuse("is not supported")},
	{"-dD", nothing, refuse("is not supported; -dM gives the macros alone")},
	{"-l", either, inPlace("-l")},
	{"-L", either, toLinker("-L", false)},
	{"-B", either, toLinker("-B", false)},
	{"-T", either, toLinker("-T", true)},
	{"-u", either, toLinker("-u", true)},
	{"-z", next, toLinker("-z", true)},
	{"-Xlinker", next, func(a *Args, v string) error {
		a.Inputs = append(a.Inputs, Input{Name: "-Xlinker"}, Input{Name: v})
		return nil
	}},
	{"-Wl,", joined, inPlace("-Wl,")},
	{"-Wa,", joined, nop},
	{"-Xassembler", next, nop},
	{"-static", nothing, toLinker("-static", false)},
	{"-static-libgcc", nothing, toLinker("-static-libgcc", false)},
	{"-static-pie", nothing, toLinker("-static-pie", false)},
	{"-shared", nothing, func(a *Args, _ string) error {
		a.Shared = true
		return toLinker("-shared", false)(a, "")
	}},
	{"-shared-libgcc", nothing, nop},
	{"-r", nothing, toLinker("-r", false)},
	{"-s", nothing, toLinker("-s", false)},
	{"-pie", nothing, toLinker("-pie", false)},
	{"-no-pie", nothing, toLinker("-no-pie", false)},
	{"-rdynamic", nothing, toLinker("-rdynamic", false)},
	{"-nostdlib", nothing, toLinker("-nostdlib", false)},
	{"--interp", nothing, set(func(a *Args) *bool { return &a.Interp })},
	{"-nodefaultlibs", nothing, toLinker("-nodefaultlibs", false)},
	{"-nostartfiles", nothing, toLinker("-nostartfiles", false)},
	{"-pthread", nothing, func(a *Args, _ string) error {
		a.Macros += "#define _REENTRANT 1\n"
		return toLinker("-pthread", false)(a, "")
	}},
	{"-pthreads", nothing, refuse("is of another system; write -pthread")},
	{"-v", nothing, set(func(a *Args) *bool { return &a.Verbose })},
	{"-###", nothing, func(a *Args, _ string) error { a.Verbose, a.Dry = true, true; return nil }},
	{"--version", nothing, set(func(a *Args) *bool { return &a.Version })},
	{"--help", nothing, set(func(a *Args) *bool { return &a.Help })},
	{"-dumpversion", nothing, print("dumpversion")},
	{"-dumpfullversion", nothing, print("dumpfullversion")},
	{"-dumpmachine", nothing, print("dumpmachine")},
	{"-print-", joined, print("print-")},
	{"--print-", joined, print("print-")},
	{"-m32", nothing, refuse("is not supported: code is for x86-64")},
	{"-mx32", nothing, refuse("is not supported: code is for x86-64")},
	{"-march=", joined, march},
	{"-mno-", joined, func(a *Args, v string) error { a.feature("-", v); return nil }},
	{"-m", joined, func(a *Args, v string) error { a.feature("+", v); return nil }},
	{"-fcommon", nothing, set(func(a *Args) *bool { return &a.Common })},
	{"-fno-common", nothing, func(a *Args, _ string) error { a.Common = false; return nil }},
	{"-fwrapv", nothing, set(func(a *Args) *bool { return &a.Wrap })},
	{"-fno-strict-overflow", nothing, set(func(a *Args) *bool { return &a.Wrap })},
	{"-fno-wrapv", nothing, func(a *Args, _ string) error { a.Wrap = false; return nil }},
	{"-funsigned-char", nothing, set(func(a *Args) *bool { return &a.UnsignedChar })},
	{"-fno-signed-char", nothing, set(func(a *Args) *bool { return &a.UnsignedChar })},
	{"-fvisibility=", joined, visibility},
	{"-ffunction-sections", nothing, set(func(a *Args) *bool { return &a.OwnSections })},
	{"-fno-function-sections", nothing, func(a *Args, _ string) error { a.OwnSections = false; return nil }},
	{"-fshort-enums", nothing, refuse("is not supported: it changes the layout of data")},
	{"-fpack-struct", nothing, refuse("is not supported: it changes the layout of data")},
	{"-fshort-wchar", nothing, refuse("is not supported: it changes the layout of data")},
	{"-fopenmp", nothing, refuse("is not supported")},
	{"-fsanitize=", joined, refuse("is not supported; tuffy-interp runs a program with every check")},
	{"-fPIC", nothing, position(compiler.PIC)},
	{"-fpic", nothing, position(compiler.PIC)},
	{"-fPIE", nothing, position(compiler.PIE)},
	{"-fpie", nothing, position(compiler.PIE)},
	{"-fno-PIC", nothing, position(compiler.Near)},
	{"-fno-pic", nothing, position(compiler.Near)},
	{"-fno-PIE", nothing, position(compiler.Near)},
	{"-fno-pie", nothing, position(compiler.Near)},
	{"-fuse-ld=", joined, toLinker("-fuse-ld=", false)},
	{"-fsyntax-only", nothing, func(a *Args, _ string) error { a.Stage, a.Out = Compile, os.DevNull; return nil }},
	{"-f", joined, generation},
	{"-W", joined, warning},
	{"--param", next, nop},
	{"--param=", joined, nop},
}

// Names are the names of the options, for completion.
func Names() []string {
	var all []string
	for _, o := range options {
		all = append(all, o.name)
	}
	return all
}

func visibility(a *Args, v string) error {
	var l ir.Linkage
	if v != "default" && (!l.Word(v) || l.Visibility == ir.DefaultVisibility) {
		return fmt.Errorf("-fvisibility=%s: expected default, internal, hidden or protected", v)
	}
	a.Visibility = l.Visibility
	return nil
}

func define(a *Args, v string) error {
	name, value, ok := strings.Cut(v, "=")
	if !ok {
		value = "1"
	}
	if strings.TrimSpace(name) == "" || strings.ContainsAny(name, "\n\r") {
		return fmt.Errorf("%q is no macro: expected NAME or NAME=VALUE", v)
	}
	a.Macros += "#define " + name + " " + strings.ReplaceAll(value, "\n", " ") + "\n"
	return nil
}

// standards are the versions of C by the names of -std=.
var standards = map[string]string{
	"c89": "", "c90": "", "iso9899:1990": "", "iso9899:199409": "199409L", "c99": "199901L", "c9x": "199901L", "iso9899:1999": "199901L",
	"c11": "201112L", "c1x": "201112L", "iso9899:2011": "201112L", "c17": "201710L", "c18": "201710L", "iso9899:2017": "201710L", "iso9899:2018": "201710L",
	"gnu89": "", "gnu90": "", "gnu99": "199901L", "gnu9x": "199901L", "gnu11": "201112L", "gnu1x": "201112L", "gnu17": "201710L", "gnu18": "201710L",
	"c2x": "202000L", "gnu2x": "202000L",
}

func standard(a *Args, v string) error {
	if _, ok := standards[v]; !ok {
		return fmt.Errorf("%q is no version of C that is supported: expected c90, c99, c11, c17, gnu90, gnu99, gnu11 or gnu17", v)
	}
	a.Std = v
	return nil
}

// Trigraphs reports whether they are read: in the standards themselves, and not in gcc's.
func (a *Args) Trigraphs() bool {
	return a.trigraphs || a.Std != "" && !strings.HasPrefix(a.Std, "gnu")
}

// StdMacros are the lines that make the macros of the standard those of -std=.
func (a *Args) StdMacros() string {
	std := a.Std
	if std == "" {
		std = "gnu17"
	}
	s := "#undef __STDC_VERSION__\n"
	if v := standards[std]; v != "" {
		s += "#define __STDC_VERSION__ " + v + "\n"
	}
	if !strings.HasPrefix(std, "gnu") {
		s += "#define __STRICT_ANSI__ 1\n#undef linux\n#undef unix\n"
	}
	if a.UnsignedChar {
		s += "#define __CHAR_UNSIGNED__ 1\n"
	}
	switch a.Position {
	case compiler.PIE:
		s += "#define __pie__ 2\n#define __PIE__ 2\n#define __pic__ 2\n#define __PIC__ 2\n"
	case compiler.PIC:
		s += "#define __pic__ 2\n#define __PIC__ 2\n"
	}
	return s
}

func optimize(a *Args, v string) error {
	switch v {
	case "":
		v = "1"
	case "0", "1", "2", "3", "s", "fast":
	case "z":
		v = "s"
	case "g":
		v = "1"
	default:
		if strings.Trim(v, "0123456789") != "" {
			return fmt.Errorf("-O%s is no level: expected 0, 1, 2, 3, s, g or fast", v)
		}
		v = "3" // as gcc takes a greater number
	}
	a.Level = v
	return nil
}

// preprocessor reads the options of -Wp,.
func (a *Args) preprocessor(words []string) error {
	// -Wp,-MD,FILE names the file.
	if len(words) == 2 && (words[0] == "-MD" || words[0] == "-MMD") {
		a.Depend.Beside, a.Depend.NoSystem, a.Depend.File = true, words[0] == "-MMD", words[1]
		return nil
	}
	return a.parse(words)
}

// base is the name of an option of warnings or code generation in the table of gcc's names.
func base(letter, v string) string {
	v, _, _ = strings.Cut(v, "=")
	return letter + strings.TrimPrefix(v, "no-")
}

func generation(a *Args, v string) error {
	if !known[base("f", v)] && !strings.HasPrefix(v, "no-builtin-") {
		return fmt.Errorf("unrecognized command-line option '-f%s'", v)
	}
	return nil
}

func warning(a *Args, v string) error {
	if v == "error" || v == "no-error" {
		a.Werror = v == "error"
	}
	v = strings.TrimPrefix(v, "error=")
	if v != "" && v != "extra" && v != "error" && v != "fatal-errors" && !strings.HasPrefix(v, "no-") && !known[base("W", v)] {
		return fmt.Errorf("unrecognized command-line option '-W%s'", v)
	}
	return nil
}

// Parse reads a command line. An error names what is wrong with it.
func Parse(words []string) (*Args, error) {
	a := &Args{Level: "0", Position: compiler.PIE}
	words, err := expand(words, 0)
	if err != nil {
		return nil, err
	}
	return a, a.parse(words)
}

// parse reads the words in order. A word that ends an option with a value takes the next one.
func (a *Args) parse(words []string) error {
	lang := ""
	for n := 0; n < len(words); n++ {
		w := words[n]
		if w == "-" || !strings.HasPrefix(w, "-") {
			a.Inputs = append(a.Inputs, Input{w, language(w, lang)})
			continue
		}
		if strings.HasPrefix(w, "-x") {
			v := w[2:]
			if v == "" {
				if n++; n == len(words) {
					return fmt.Errorf("missing argument to '-x'")
				}
				v = words[n]
			}
			switch v {
			case "none":
				v = ""
			case "c", "cpp-output", "assembler", "assembler-with-cpp":
			case "c-header":
				v = "c"
			default:
				return fmt.Errorf("language %s not recognized: expected c, cpp-output, assembler, assembler-with-cpp or none", v)
			}
			lang = v
			continue
		}
		if v, ok := strings.CutPrefix(w, "-Wp,"); ok {
			if err := a.preprocessor(strings.Split(v, ",")); err != nil {
				return err
			}
			continue
		}
		o, value := find(w)
		if o == nil {
			return fmt.Errorf("unrecognized command-line option '%s'%s", w, nearest(w))
		}
		if o.takes == next || o.takes == either && value == "" {
			if n++; n == len(words) {
				return fmt.Errorf("missing argument to '%s'", w)
			}
			value = words[n]
		}
		if err := o.do(a, value); err != nil {
			return fmt.Errorf("%s: %w", w, err)
		}
	}
	return nil
}

// find is the row of an option with the longest name that fits, and what is joined to it.
func find(w string) (*option, string) {
	var best *option
	for i := range options {
		o := &options[i]
		fits := w == o.name
		if o.takes == joined || o.takes == either {
			fits = strings.HasPrefix(w, o.name)
		}
		if fits && (best == nil || len(o.name) > len(best.name)) {
			best = o
		}
	}
	if best == nil {
		return nil, ""
	}
	return best, w[len(best.name):]
}

// nearest is the option that a misspelt one most likely means.
func nearest(w string) string {
	best, least := "", 1+len(w)/3
	for _, o := range options {
		if d := distance(w, o.name); d < least {
			best, least = o.name, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean '" + best + "'?"
}

// distance is how many letters make a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// language is what a file is: by -x, else by its name.
func language(name, lang string) string {
	if lang != "" {
		return lang
	}
	switch filepath.Ext(name) {
	case ".c":
		return "c"
	case ".i":
		return "cpp-output"
	case ".h":
		return "header"
	case ".s":
		return "assembler"
	case ".S", ".sx":
		return "assembler-with-cpp"
	}
	if name == "-" {
		return "-"
	}
	return ""
}

// expand puts what a file @FILE holds in place of its name; what cannot be read stands for itself, as in gcc.
func expand(words []string, depth int) ([]string, error) {
	var out []string
	for _, w := range words {
		name, ok := strings.CutPrefix(w, "@")
		if !ok {
			out = append(out, w)
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			out = append(out, w)
			continue
		}
		if depth > 100 {
			return nil, fmt.Errorf("%s: too many files of options include each other", w)
		}
		inner, err := expand(split(string(b)), depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, inner...)
	}
	return out, nil
}

// split takes a file of options apart: words between spaces, in quotes or not, where a backslash stands before what is
// meant as it is.
func split(s string) []string {
	var words []string
	var w strings.Builder
	var quote byte
	in := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			w.WriteByte(s[i])
			in = true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, in = c, true
		case quote == 0 && strings.IndexByte(" \t\n\r\v\f", c) >= 0:
			if in {
				words = append(words, w.String())
				w.Reset()
				in = false
			}
		default:
			w.WriteByte(c)
			in = true
		}
	}
	if in {
		words = append(words, w.String())
	}
	return words
}
