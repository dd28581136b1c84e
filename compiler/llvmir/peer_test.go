//go:build peer

package llvmir_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// TestAssembler asks LLVM's own assembler.
func TestAssembler(t *testing.T) {
	as := ""
	for _, name := range []string{"llvm-as-19", "llvm-as-18", "llvm-as-17", "llvm-as-16", "llvm-as-15", "llvm-as"} {
		if path, err := exec.LookPath(name); err == nil {
			as = path
			break
		}
	}
	if as == "" {
		t.Fatal("LLVM's assembler, llvm-as of version 15 or newer, is not installed: run make deps")
	}
	corpus(t, func(name string, m *ir.Module, text string) {
		cmd := exec.Command(as, "-o", os.DevNull, "-")
		cmd.Stdin = strings.NewReader(text)
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Run(); err != nil {
			t.Errorf("%s: %v: %s\n%s", name, err, said.String(), text)
		}
	})
}
