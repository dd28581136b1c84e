package verb

import (
	"debug/elf"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
)

// undefinedNames are the names that a program for the interpreter refers to and that neither it nor any library of C has, sorted. Scripts that
// configure software ask a linker so. What the machine's library has and the interpreter's has not is left to the run, which may never come there.
func undefinedNames(m *ir.Module) []string {
	var out []string
	seen := map[string]bool{}
	var theirs map[string]bool
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) != ir.OpSymbolAddr {
					continue
				}
				name := m.SymbolName(f.SymbolOf(i))
				if seen[name] {
					continue
				}
				if seen[name] = true; definedIn(m, name) {
					continue
				}
				if theirs == nil {
					theirs = systemNames()
				}
				if len(theirs) > 0 && !theirs[name] {
					out = append(out, name)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// definedIn reports whether a program or the interpreter's library has a name.
func definedIn(m *ir.Module, name string) bool {
	if e := m.ExternNamed(name); e != nil && e.Asm != nil {
		return true
	}
	_, known := host.Lookup(name)
	return known || strings.HasPrefix(name, "tuffy.") || m.Func(name) != nil || m.DataNamed(name) != nil
}

// systemNames are what the C library of the machine defines, empty where it cannot be read.
func systemNames() map[string]bool {
	names := map[string]bool{}
	for _, lib := range []string{"libc.so.6", "libm.so.6"} {
		path, err := exec.Command(ccHost(), "-print-file-name="+lib).Output()
		if err != nil {
			return nil
		}
		f, err := elf.Open(strings.TrimSpace(string(path)))
		if err != nil {
			return nil
		}
		all, err := f.DynamicSymbols()
		f.Close()
		if err != nil {
			return nil
		}
		for _, s := range all {
			if s.Section != elf.SHN_UNDEF {
				names[s.Name] = true
			}
		}
	}
	return names
}

// undefinedReferences is the error of a linker about names.
func undefinedReferences(names []string) error {
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("undefined reference to '%s'", strings.Join(names, "', '"))
}
