package c

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/front/c/internal/headers"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/source"
	"modernc.org/cc/v4"
)

// ownHeaders are those that the compiler has beside any library, by name. Intel's have a name for each extension, and one content here.
var ownHeaders = map[string][]byte{"stdatomic.h": headers.StdAtomic, "immintrin.h": headers.Intrinsics, "xmmintrin.h": headers.Intrinsics,
	"emmintrin.h": headers.Intrinsics, "pmmintrin.h": headers.Intrinsics, "tmmintrin.h": headers.Intrinsics, "smmintrin.h": headers.Intrinsics,
	"nmmintrin.h": headers.Intrinsics, "wmmintrin.h": headers.Intrinsics, "x86intrin.h": headers.Intrinsics,
	"cpuid.h": headers.CPUID, "mm_malloc.h": headers.MMMalloc, "unwind.h": headers.Unwind}

// checkedHeaders take the place of headers of the library where Options.Checks asks what a function is given: those have macros that
// do not look.
var checkedHeaders = map[string][]byte{"ctype.h": headers.CType}

// Options say how a translation unit is read.
type Options struct {
	Include   []string          // directories for #include, tried in order
	Quote     []string          // directories for #include "…" alone, tried before those
	System    []string          // directories tried after those, before the headers of the library
	After     []string          // directories tried after all others
	Library   []string          // directories of the headers of another C library than musl, which are then not built in
	Defines   string            // lines that stand before the text: #define and #undef
	Forced    []string          // files that are included before the text
	Trigraphs bool              // ??= and the like are read as other characters, as in strict modes of gcc
	Assembly  bool              // the text is for an assembler, and only preprocessed
	Freeform  bool              // the host's files may be read; else only what Files and the built-in headers have
	Opened    func(name string) // is told each file that is read, the first time; nil is nobody
	Common    bool              // objects without an initialiser are common symbols, as with gcc's -fcommon
	Hosted    bool              // objects of the C library that host functions stand for (stdout …) are defined
	Debug     bool              // types, scopes and variables are described for debuggers
	Words     bool              // the module tells which expressions its values stand for, for reports
	Entry     string            // a function that is translated even if it is static and nothing refers to it
	External  func(name string) // is told each symbol that is defined for other files; nil is nobody
	Warn      func(Warning)     // is told each warning, by unit and place, if there are no errors; nil is nobody
	lengths   *lengthMarks      // lengths of arrays that the parser takes for others
	long      *bool             // if there, files with a long macro are not read, and it is set; see longMacro
	// Visibility is that of definitions whose declarations say none.
	Visibility ir.Visibility
	// Late leaves __builtin_constant_p of what is no constant here to the optimizer.
	Late bool
	// UnsignedChar says that char has no sign, Wrap that signed arithmetic wraps around instead of being undefined.
	UnsignedChar, Wrap bool
	// Reverse is asked where C leaves the order of operands or arguments open, at the operator or the call, whether they are
	// evaluated from right to left; nil is never.
	Reverse func(file string, line, col int) bool
	// Checks adds instructions that only find undefined behaviour when they are interpreted.
	Checks bool
	// Restrict tells the interpreter of restrict parameters and of accesses.
	Restrict bool
	// EffectiveTypes tells it of the types of objects and lvalues.
	EffectiveTypes bool
	Files          fs.FS // where files are read from if not Freeform; nil is nothing
}

// headerRoot is where the built-in headers seem to stand, compilerRoot where those are that belong to the compiler
// and not to the library, for another C library.
const (
	headerRoot   = "/tuffy/include"
	compilerRoot = "/tuffy/compiler"
)

var muslHeaders = sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(headers.Musl), int64(len(headers.Musl)))
})

// tree is the file system that the preprocessor sees: the built-in headers, and what the options add.
type tree struct {
	o      Options
	packed *bool             // whether a file that was read has the word
	texts  map[string]string // what was read, by name
}

// Open finds a built-in header, a file in memory or, if the options allow it, a file of the host.
func (t tree) Open(name string) (fs.File, error) {
	if rel, ok := cutDir(name, headerRoot); ok {
		if text, ok := ownHeaders[rel]; ok {
			return memFile(rel, text)
		}
		if text, ok := checkedHeaders[rel]; ok && t.o.Checks {
			return memFile(rel, text)
		}
		return t.library(name, rel)
	}
	if rel, ok := cutDir(name, compilerRoot); ok {
		if text, ok := ownHeaders[rel]; ok {
			return memFile(rel, text)
		}
		text, ok := headers.Compiler[rel]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		f, err := memFile(rel, text)
		return t.scanned(name, f, err)
	}
	if t.o.Freeform {
		f, err := openHost(name)
		return t.scanned(name, f, err)
	}
	if t.o.Files != nil {
		f, err := t.o.Files.Open(path.Clean(name))
		return t.scanned(name, f, err)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// libraryTexts are the built-in headers that were read, as the parser gets them and as they are.
var libraryTexts sync.Map

// library is a built-in header of the C library.
func (t tree) library(name, rel string) (fs.File, error) {
	type text struct{ spelled, own []byte }
	known, ok := libraryTexts.Load(rel)
	if !ok {
		z, err := muslHeaders()
		if err != nil {
			panic("BUG: built-in headers: " + err.Error())
		}
		b, err := fs.ReadFile(z, rel)
		if err != nil {
			return nil, err
		}
		known, _ = libraryTexts.LoadOrStore(rel, text{spellAtomic(b), b})
	}
	of := known.(text)
	if _, old := t.texts[name]; !old && t.o.Opened != nil {
		t.o.Opened(name)
	}
	if _, old := t.texts[name]; !old {
		t.texts[name] = string(of.own)
	}
	if t.o.Assembly {
		return memFile(path.Base(rel), of.own)
	}
	return memFile(path.Base(rel), of.spelled)
}

// cutDir is the part of name below dir.
func cutDir(name, dir string) (string, bool) {
	name = path.Clean(name)
	if len(name) > len(dir)+1 && name[:len(dir)] == dir && name[len(dir)] == '/' {
		return name[len(dir)+1:], true
	}
	return "", false
}

// expansionLimit is how many tokens macros may expand to: several times what sqlite's 240,000 lines take, of a small
// file. It also ends a file that includes itself.
func expansionLimit(src []byte) int { return 15_000_000 + 10*len(src) }

// newABI is what the parser is told of the machine.
func (o Options) newABI() *cc.ABI {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	abi.SignedChar = !o.UnsignedChar
	return abi
}

// parse reads and types a translation unit.
func parse(name string, src []byte, o Options, more string, pragma func(toks []cc.Token, before int) error, saw *bool, texts map[string]string) (*cc.AST, error) {
	abi := o.newABI()
	if e := unfinished(name, src); e != nil {
		return nil, *e
	}
	src = withoutLineZero(src)
	cfg := o.config(abi, src, tree{o, saw, texts}, nil)
	sources := o.sources(name, o.lengths.mark(name, spellAtomic(src)))
	// The parser, where it misses a qualifier behind a star, looks for a name or a bracket and does not stop at the
	// end of the text.
	sources = append(sources, cc.Source{Name: "<end>", Value: more + "extern int __tuffy_end;\n"})
	// A mistake that ends preprocessing ends the text before that name, and the parser would not stop: it is looked for
	// first.
	if ast, ok := parseOnce(*cfg, name, src, sources, tree{o, saw, texts}); ok {
		return ast, nil
	}
	first := *cfg
	var tokens tokenCounter
	first.PragmaHandler = func(toks []cc.Token) error { return pragma(toks, int(tokens)) }
	if err := cc.Preprocess(&first, sources, &tokens); err != nil {
		return nil, err
	}
	first.PragmaHandler = nil
	ast, err := cc.Translate(cfg, sources)
	if err != nil && withoutPlace(err) {
		if ast, err := cc.Parse(&first, sources); err == nil {
			if es := misplaced(ast.TranslationUnit); len(es) > 0 {
				return nil, es
			}
		}
	}
	return ast, err
}

// lineZero is a line that says that line 0 of a file follows: what C leaves undefined (6.10.4p3), and compilers write before what is
// built in.
var lineZero = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(?:line[ \t]+)?(0+)(?:[ \t\r]|$)`)

// withoutLineZero counts such lines from 1, since the parser takes a place in line 0 for none.
func withoutLineZero(src []byte) []byte {
	all := lineZero.FindAllSubmatchIndex(src, -1)
	if len(all) == 0 {
		return src
	}
	src = bytes.Clone(src)
	for _, m := range all {
		src[m[3]-1] = '1'
	}
	return src
}

// withoutPlace reports whether an error of the parser begins with no place.
func withoutPlace(err error) bool {
	return !linePlace.MatchString(parserPlace.ReplaceAllString(err.Error(), ""))
}

// config is how the parser and the preprocessor read a text.
func (o Options) config(abi *cc.ABI, src []byte, files fs.FS, pragma func([]cc.Token) error) *cc.Config {
	angled := slices.Concat(o.Include, o.System, o.libraryDirs(), o.After)
	return &cc.Config{
		ABI:             abi,
		FS:              files,
		FSOnly:          true,
		IncludePaths:    slices.Concat([]string{""}, o.Quote, angled),
		SysIncludePaths: angled,
		HasBuiltin:      hasBuiltin,
		ExpansionLimit:  expansionLimit(src),
		UnsignedEnums:   true,
		PragmaHandler:   pragma,
		// As to gcc: the warning is ours, and what is not evaluated is not undefined.
		IgnoreNegativeShiftAmounts: true,
	}
}

// libraryDirs are the directories of the headers of the compiler and the C library.
func (o Options) libraryDirs() []string {
	if o.Library == nil {
		return []string{headerRoot}
	}
	return append([]string{compilerRoot}, o.Library...)
}

// sources are the texts of a translation unit.
func (o Options) sources(name string, src []byte) []cc.Source {
	var forced strings.Builder
	if len(o.Library) > 0 {
		// gcc includes it before each text, too.
		forced.WriteString("#if __has_include(<stdc-predef.h>)\n#include <stdc-predef.h>\n#endif\n")
	}
	for _, f := range o.Forced {
		fmt.Fprintf(&forced, "#include \"%s\"\n", f)
	}
	all := []cc.Source{
		{Name: "<predefined>", Value: headers.Predefined},
		{Name: "<command line>", Value: o.Defines},
	}
	if !o.Assembly {
		all = append(all, cc.Source{Name: "<builtin>", Value: headers.Builtin})
	}
	return append(all, cc.Source{Name: "<forced>", Value: forced.String()}, cc.Source{Name: name, Value: src})
}

// Errors are the mistakes of one translation unit, in the order of the text.
type Errors []Error

// Error is a mistake at a place of the text.
type Error struct {
	File      string
	Line, Col int
	Msg       string
	text      string // the line, empty if the file is not known
}

// Error is the place and the message, and below it the line with a caret.
func (e Error) Error() string { return e.report("error") }

func (e Error) report(kind string) string {
	s := fmt.Sprintf("%s:%d:%d: %s: %s", e.File, e.Line, e.Col, kind, e.Msg)
	if e.text != "" {
		s += "\n" + source.Excerpt(e.text, e.Col)
	}
	return s
}

func (e Errors) Error() string {
	var b bytes.Buffer
	for i, x := range e {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(x.Error())
	}
	return b.String()
}

// Unwrap makes each mistake visible to errors.As.
func (e Errors) Unwrap() []error {
	var all []error
	for _, x := range e {
		all = append(all, x)
	}
	return all
}
