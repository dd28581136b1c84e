package reference

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// TestOpcodes: every opcode of the table has its row, and says what the table of package ir says.
func TestOpcodes(t *testing.T) {
	for op := range ir.Op(ir.NumOps) {
		text, ok := Opcode(op.String())
		if doc := strings.ReplaceAll(op.Info().Doc, "`", ""); !ok || !strings.Contains(text, doc) {
			t.Errorf("%s: got %q, want %q in it", op, text, doc)
		}
	}
	if text, ok := Opcode("nonsense"); ok {
		t.Errorf("nonsense is %q", text)
	}
	if text, _ := Opcode("freeze"); !strings.Contains(text, "def evalFreeze") {
		t.Errorf("no definition in\n%s", text)
	}
}
