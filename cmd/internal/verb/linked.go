package verb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/ir"
)

// linked is what a program is made of besides its first file.
type linked struct {
	sources   []string // more files of C
	objects   []string // for the linker of the machine, in order
	arguments []string // of the program, for --run
	// libraries and folders are the values of -l and -L.
	libraries, folders []string
	// machine says that Tuffy's library lacks something that the program needs.
	machine bool
}

// machineLibraries are what a program is linked with because of what Tuffy's library lacks.
var machineLibraries = []string{"m", "pthread"}

// isLinkable reports whether a file is one for a linker by its name.
func isLinkable(name string) bool {
	base := filepath.Base(name)
	return strings.HasSuffix(base, ".o") || strings.HasSuffix(base, ".a") || strings.HasSuffix(base, ".so") || strings.Contains(base, ".so.")
}

// split parts what follows the first file of the command: args, of which those from dash on stood behind --, or none
// did if dash is negative. Only programs of C have more than one file.
func (l *linked) split(first string, args []string, dash int) {
	l.sources, l.objects = nil, nil
	if isC(first) {
		for dash != 0 && len(args) > 0 && (isC(args[0]) || isLinkable(args[0])) {
			if isC(args[0]) {
				l.sources = append(l.sources, args[0])
			} else {
				l.objects = append(l.objects, args[0])
			}
			args = args[1:]
			dash--
		}
	}
	l.arguments = args
}

// foreign reports whether the linker of the machine is needed, with its C library: Tuffy's own has what -lm and -lc ask for,
// as far as it has it.
func (l *linked) foreign() bool {
	return l.machine || len(l.objects) > 0 || slices.ContainsFunc(l.libraries, func(name string) bool { return name != "m" && name != "c" })
}

// valid refuses what does not go together.
func (l *linked) valid(c *cobra.Command, first string, kind product, run string) error {
	switch {
	case len(l.libraries)+len(l.folders) > 0 && !isC(first):
		return errors.New("-l and -L are for programs of C files")
	case len(l.libraries)+len(l.folders)+len(l.objects) > 0 && kind.name != "exe":
		return fmt.Errorf("libraries and objects are for executables: --emit=%s, -c and -S link nothing", kind.name)
	case len(l.folders) > 0 && !l.foreign():
		return errors.New("-L does nothing without -l")
	case l.foreign() && run != "":
		return fmt.Errorf("--run=%s runs a program that is linked with Tuffy's library alone: leave out objects and libraries", run)
	case len(l.sources) > 0 && kind.name != "exe" && !c.Flags().Changed("output"):
		return fmt.Errorf("several files make one %s: -o says its name", kind.name)
	}
	for _, name := range l.objects {
		if _, err := os.Stat(name); err != nil {
			return badInput{missing(name, err)}
		}
	}
	return nil
}

// others are the options of a module that other modules are linked with: they may name what C gives external linkage,
// beside a main, too.
func others(m *ir.Module, o *compiler.Options) {
	local := map[string]bool{}
	for _, g := range m.Funcs {
		local[g.Name] = g.Linkage.Binding == ir.Local
	}
	for _, d := range m.Data {
		local[d.Name] = d.Linkage.Binding == ir.Local
	}
	o.Exported = func(name string) bool { return !local[name] }
}

// errNoLinker says what the machine lacks.
var errNoLinker = errors.New("there is no linker on this machine that knows its C library: gcc, cc or clang; without objects and libraries Tuffy links with its own")

// link makes an executable of an object and what stands on the command line, through the machine's linker.
func (l *linked) link(ctx context.Context, object []byte) ([]byte, error) {
	host := ccHost()
	if host == "" {
		return nil, errNoLinker
	}
	dir, err := os.MkdirTemp("", "tuffy-link-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "program.o"), filepath.Join(dir, "program")
	if err := os.WriteFile(in, object, 0o600); err != nil {
		return nil, err
	}
	args := []string{"-o", out, in}
	for _, name := range l.objects {
		if strings.HasPrefix(name, "-") {
			name = "./" + name
		}
		args = append(args, name)
	}
	for _, d := range l.folders {
		args = append(args, "-L"+d)
	}
	names := l.libraries
	if l.machine {
		names = slices.Concat(names, machineLibraries)
	}
	for _, name := range names {
		args = append(args, "-l"+name)
	}
	var said bytes.Buffer
	p := exec.CommandContext(ctx, host, args...)
	p.Stdout, p.Stderr = &said, &said
	if err := p.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) || ctx.Err() != nil {
			return nil, err
		}
		return nil, fmt.Errorf("the linker of the machine refuses the program:\n%s", strings.TrimSpace(strings.ReplaceAll(said.String(), dir+"/", "")))
	}
	return os.ReadFile(out)
}
