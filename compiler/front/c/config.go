package c

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sync"

	"github.com/tuffy-ir/tuffy/ir/source"
	"modernc.org/cc/v4"
)

// The headers of musl 1.2.3: MIT, and in its words usable without attribution.
//
//go:embed include/musl.zip
var muslZip []byte

// What gcc predefines for x86-64 Linux, without what says that there are vector instructions, and decimal floats.
//
//go:embed include/predefined.h
var predefined string

// The functions and macros that the compiler itself provides.
//
//go:embed include/builtin.h
var builtinHeader string

// Headers that are the compiler's and not the library's.
//
//go:embed include/stdatomic.h
var stdatomicHeader []byte

// Options say how a translation unit is read.
type Options struct {
	Include  []string // directories for #include, tried in order
	System   []string // directories for #include <…>, tried before the headers that are built in
	Defines  string   // lines that stand before the text: #define and #undef
	Freeform bool     // the host's files may be read; else only what Files and the built-in headers have
	Hosted   bool     // objects of the C library that host functions stand for (stdout …) are defined
	Files    fs.FS    // where files are read from if not Freeform; nil is nothing
}

// headerRoot is where the built-in headers seem to stand.
const headerRoot = "/tuffy/include"

var headers = sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(muslZip), int64(len(muslZip)))
})

// tree is the file system that the preprocessor sees: the built-in headers, and what the options add.
type tree struct {
	o      Options
	packed *bool             // whether a file that was read has the word
	texts  map[string]string // what was read, by name
}

func (t tree) Open(name string) (fs.File, error) {
	if rel, ok := cutDir(name, headerRoot); ok {
		if rel == "stdatomic.h" {
			return memFile(rel, stdatomicHeader)
		}
		z, err := headers()
		if err != nil {
			panic("BUG: built-in headers: " + err.Error())
		}
		f, err := z.Open(rel)
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

// cutDir is the part of name below dir.
func cutDir(name, dir string) (string, bool) {
	name = path.Clean(name)
	if len(name) > len(dir)+1 && name[:len(dir)] == dir && name[len(dir)] == '/' {
		return name[len(dir)+1:], true
	}
	return "", false
}

// expansionLimit is how many tokens macros may expand to: a hundred times what sqlite's 240,000 lines take.
const expansionLimit = 200_000_000

// parse reads and types a translation unit.
func parse(name string, src []byte, o Options, pragma func([]cc.Token) error, saw *bool, texts map[string]string) (*cc.AST, error) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	cfg := &cc.Config{
		ABI:                abi,
		FS:                 tree{o, saw, texts},
		FSOnly:             true,
		IncludePaths:       append([]string{""}, o.Include...),
		SysIncludePaths:    append(append([]string{}, append(o.System, o.Include...)...), headerRoot),
		HasBuiltin:         hasBuiltin,
		ExpansionLimit:     expansionLimit,
		UnsignedEnums:      true,
		PragmaHandler:      pragma,
		IgnoreStaticAssert: true,
	}
	sources := []cc.Source{
		{Name: "<predefined>", Value: predefined},
		{Name: "<command line>", Value: o.Defines},
		{Name: "<builtin>", Value: builtinHeader},
		{Name: name, Value: src},
		// The parser, where it misses a qualifier behind a star, looks for a name or a bracket and does not stop at the
		// end of the text.
		{Name: "<end>", Value: "extern int __tuffy_end;\n"},
	}
	// A mistake that ends preprocessing ends the text before that name, and the parser would not stop: it is looked for
	// first.
	first := *cfg
	first.PragmaHandler = nil
	if err := cc.Preprocess(&first, sources, io.Discard); err != nil {
		return nil, err
	}
	return cc.Translate(cfg, sources)
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
func (e Error) Error() string {
	s := fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
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
