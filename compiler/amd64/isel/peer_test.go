//go:build peer

package isel_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
)

// peerShapes are the patterns that the listing of each program must match, or with a ! must not.
var peerShapes = map[string][]string{
	"count_ops_on_u8_widen_before_encoding":                            {"!(POPCNT|LZCNT|TZCNT)_r8", "MOVZX_r32_rm8", "POPCNT_", "LZCNT_", "TZCNT_"},
	"isel_branch_only_direct_icmp_stays_in_flags":                      {"CMP_r64_rm64", "branch", "!SET"},
	"isel_branch_only_intified_bool_tree_stays_in_flags":               {`CMP_r32_rm32[^\n]*\n *branch`, "!SET"},
	"isel_count_zero_ops_use_narrow_integer_width":                     {"LZCNT_r32", "TZCNT_r32"},
	"isel_icmp_uses_narrow_integer_width":                              {"CMP_r32_rm32"},
	"isel_materializes_cmp_values_before_later_compares_clobber_flags": {`(?s)CMP_.*SET.*CMP_.*SET`},
	"isel_ptradd_const_uses_lea_offset":                                {`LEA_r64_m [^\n]*\+8\]`, `!MOV_r(32|64)_imm`},
	"isel_ptradd_mul_scale_uses_scaled_lea_without_mul":                {`LEA_r64_m [^\n]*\*8\]`, "!IMUL"},
	"isel_ptradd_shl_offset_uses_scaled_lea_without_shift":             {`LEA_r64_m [^\n]*\*8\]`, "!SHL"},
	"isel_ptradd_uses_lea_indexed":                                     {`LEA_r64_m [^\n]*\*1\]`, "!ADD"},
	"isel_shl_const_uses_imm_shift":                                    {"SHL_rm64_imm8 [^\n]*, 3", "!MOV_r"},
	"isel_shr_const_uses_imm_shift":                                    {"SHR_rm64_imm8 [^\n]*, 3", "!MOV_r"},
	"isel_small_constant_memcopy_avoids_libcall":                       {"!CALL", "MOV_r32_rm32", "MOV_rm32_r32"},
	"isel_small_constant_memmove_avoids_libcall":                       {"!CALL"},
	"isel_small_direct_memcpy_call_avoids_libcall":                     {"!CALL"},
	"lower_brif_falls_through_next_else_block":                         {"branch.l", "!jump"},
	"lower_brif_falls_through_next_then_block":                         {"branch.l", "!jump"},
	"lower_keeps_non_fallthrough_jump":                                 {"jump"},
	"lower_removes_fallthrough_jump":                                   {"jump bb1"}, // the next block; emission drops it
	"lower_reorders_dead_forwarder_blocks_out_of_hot_path":             {"branch", "!jump"},
}

// peerDir holds programs of the Rust implementation with what its backend must make of them; they
// are no part of this repository.
var peerDir = filepath.Join("..", "..", "..", "..", "shared", "corpus", "tuffy", "isel")

// TestPeerShapes: what the other implementation demands of the code of its programs.
func TestPeerShapes(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(peerDir, "*.tir"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("there are no programs in %s", peerDir)
	}
	for _, name := range files {
		base := strings.TrimSuffix(filepath.Base(name), ".tir")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		demands, ok := peerShapes[base]
		if !ok {
			t.Errorf("%s: nothing is demanded of it", base)
		}
		list := listing(t, name, string(text), isel.Options{Opt: 2, Features: counting})
		for _, d := range demands {
			if !matches(list, d) {
				t.Errorf("%s: %s\n%s", base, d, list)
			}
		}
	}
}
