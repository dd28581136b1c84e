package verb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/cmd/internal/ccargs"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/ir"
)

// What tuffy cc --interp makes carries translation units as they were read, with the headers that they included and how they were
// to be read: objects one, executables all. An executable is a script that starts tuffy-interp on itself.

// carriedUnit is a translation unit.
type carriedUnit struct {
	Name, Text                            string
	Files                                 map[string]string // that were read besides, but for those that are built in
	Include, Quote, System, After, Forced []string
	Defines                               string
	UnsignedChar, Wrap, Trigraphs         bool
}

// carriedMark begins the line that has the units as JSON.
const carriedMark = "tuffy-units-1 "

// carriedScript is the head of an executable; %s is the command.
const carriedScript = `#!/bin/sh
# Made by tuffy cc --interp: the program stands below, and tuffy-interp runs it. TUFFY_INTERP_FLAGS are more of its flags.
exec "${TUFFY_INTERP:-%s}" --program --error-exitcode 99 $TUFFY_INTERP_FLAGS "$0" -- "$@"
`

// units are those that a file carries; ok is false of another file.
func units(text []byte) (all []carriedUnit, ok bool, err error) {
	if bytes.HasPrefix(text, []byte("#!")) {
		at := bytes.Index(text, []byte("\n"+carriedMark))
		if at < 0 {
			return nil, false, nil
		}
		text = text[at+1:]
	}
	text, ok = bytes.CutPrefix(text, []byte(carriedMark))
	if !ok {
		return nil, false, nil
	}
	return all, true, json.Unmarshal(text, &all)
}

// carries reports whether a file is an executable or object of tuffy cc --interp.
func carries(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 1024)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	head = head[:n]
	return bytes.HasPrefix(head, []byte(carriedMark)) || bytes.HasPrefix(head, []byte("#!")) && bytes.Contains(head, []byte("\n"+carriedMark))
}

// fromC reports whether a program is one of C, by its name or by what it carries.
func fromC(name string) bool { return isC(name) || carries(name) }

// loadUnits is the program of units.
func loadUnits(all []carriedUnit) (*ir.Module, error) {
	var files []c.File
	for n := range all {
		u := &all[n]
		o := readC
		o.Freeform, o.Files = false, carriedFiles(u.Files)
		o.Warn = nil // the objects have told
		o.Include, o.Quote, o.System, o.After, o.Forced = u.Include, u.Quote, u.System, u.After, u.Forced
		o.Defines, o.UnsignedChar, o.Wrap, o.Trigraphs = u.Defines, u.UnsignedChar, u.Wrap, u.Trigraphs
		files = append(files, c.File{Name: u.Name, Text: []byte(u.Text), Own: &o})
	}
	if len(files) == 0 {
		return nil, badInput{errors.New("the program carries no translation unit")}
	}
	return loadC(files)
}

// carriedFiles are files by their names.
type carriedFiles map[string]string

// Open implements fs.FS.
func (f carriedFiles) Open(name string) (fs.File, error) {
	text, ok := f[path.Clean(name)]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return carriedFile{strings.NewReader(text), name}, nil
}

// carriedFile is an open file, and what is known of it.
type carriedFile struct {
	*strings.Reader
	name string
}

func (f carriedFile) Close() error               { return nil }
func (f carriedFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f carriedFile) Name() string               { return f.name }
func (f carriedFile) Mode() fs.FileMode          { return 0o444 }
func (f carriedFile) ModTime() time.Time         { return time.Time{} }
func (f carriedFile) IsDir() bool                { return false }
func (f carriedFile) Sys() any                   { return nil }

// carry reads a translation unit, with the mistakes and warnings of compiling it, and writes it to an object.
func (d *ccDriver) carry(text c.File, o c.Options, out string) error {
	a := d.a
	u := carriedUnit{Name: text.Name, Text: string(text.Text), Files: map[string]string{}, Include: a.Include, Quote: a.Quote, System: a.System,
		After: a.After, Forced: a.Forced, Defines: a.StdMacros() + a.Macros, UnsignedChar: a.UnsignedChar, Wrap: a.Wrap, Trigraphs: a.Trigraphs()}
	opened := o.Opened
	o.Opened = func(name string) {
		opened(name)
		if b, err := os.ReadFile(name); err == nil && !strings.HasPrefix(name, "/tuffy/") {
			u.Files[path.Clean(name)] = string(b)
		}
	}
	o.Library, o.Hosted = nil, true
	warnings := 0
	if !a.NoWarnings {
		o.Warn = func(w c.Warning) {
			warnings++
			fmt.Fprintln(d.cmd.ErrOrStderr(), quote.Text(w.String()))
		}
	}
	if _, err := c.Compile([]c.File{text}, o); err != nil {
		return err
	}
	if a.Werror && warnings > 0 {
		return place(text.Name, fmt.Errorf("%s, and -Werror makes each an error", ir.Counted(warnings, "warning")))
	}
	b, err := json.Marshal([]carriedUnit{u})
	if err != nil {
		return err
	}
	return d.write(out, append([]byte(carriedMark), b...), 0)
}

// ownLibraries are those whose functions are the interpreter's.
var ownLibraries = map[string]bool{"-lm": true, "-lc": true, "-lpthread": true, "-ldl": true, "-lrt": true}

// linkCarried makes an executable of objects and archives of objects.
func (d *ccDriver) linkCarried(inputs []string) error {
	if d.a.Shared {
		return errors.New("--interp makes no shared libraries: archives of objects can be linked")
	}
	var all []carriedUnit
	for _, name := range inputs {
		switch {
		case ownLibraries[name]:
			continue
		case strings.HasPrefix(name, "-l"):
			return fmt.Errorf("%s: an interpreted program has no library but that of C: give the sources of this one", name)
		case strings.HasPrefix(name, "-"):
			continue // for a linker
		}
		b, err := readFile(name)
		if err != nil {
			return err
		}
		more, err := carriedIn(name, b)
		if err != nil {
			return err
		}
		all = append(all, more...)
	}
	// What is defined twice is found now.
	silent := readC
	defer func() { readC = silent }()
	readC.Hosted, readC.Warn = true, nil
	m, err := loadUnits(all)
	if err != nil {
		return err
	}
	if err := undefinedReferences(undefinedNames(m)); err != nil {
		return err
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	out := d.a.Out
	if out == "" {
		out = "a.out"
	}
	if err := d.write(out, append([]byte(fmt.Sprintf(carriedScript, shellQuoted(interpCommand()))+carriedMark), b...), 0); err != nil {
		return err
	}
	if info, err := os.Stat(out); err != nil || !info.Mode().IsRegular() {
		return err // a device stays as it is
	}
	return os.Chmod(out, 0o755)
}

// shellQuoted is a text within double quotes of a shell.
func shellQuoted(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(s)
}

// interpCommand is tuffy-interp beside this command, or in the path.
func interpCommand() string {
	if own, err := os.Executable(); err == nil {
		if name := filepath.Join(filepath.Dir(own), "tuffy-interp"); exists(name) {
			return name
		}
	}
	return "tuffy-interp"
}

// carriedIn are the units of an object, or of all objects of an archive.
func carriedIn(name string, b []byte) ([]carriedUnit, error) {
	const magic = "!<arch>\n"
	if rest, ok := bytes.CutPrefix(b, []byte(magic)); ok {
		return carriedMembers(name, rest)
	}
	all, ok, err := units(b)
	if err == nil && !ok {
		err = errors.New("expected an object that tuffy cc --interp made")
	}
	if err != nil {
		return nil, place(name, err)
	}
	return all, nil
}

// carriedMembers are the units of the members of an archive (ar(5)): a header of 60 bytes with the size in decimal from byte 48 on,
// and the member, padded to an even size. Members of the archive's own, such as its symbols, carry none.
func carriedMembers(name string, b []byte) (all []carriedUnit, err error) {
	const header, sizeAt, sizeEnd = 60, 48, 58
	for len(b) >= header {
		size, err := strconv.Atoi(strings.TrimSpace(string(b[sizeAt:sizeEnd])))
		if err != nil || size < 0 || size > len(b)-header {
			return nil, place(name, errors.New("the archive is damaged"))
		}
		own := b[0] == '/'
		member := b[header : header+size]
		b = b[min(len(b), header+size+size%2):]
		more, ok, err := units(member)
		switch {
		case err != nil:
			return nil, place(name, err)
		case !ok && !own:
			return nil, place(name, errors.New("expected an archive of objects that tuffy cc --interp made"))
		}
		all = append(all, more...)
	}
	return all, nil
}

// carriedStage reports whether objects of the command carry their source.
func (d *ccDriver) carriedStage() bool {
	return d.a.Interp && (d.a.Stage == ccargs.Link || d.a.Stage == ccargs.Compile)
}
