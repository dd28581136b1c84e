import TuffyLean.Rewrites.Rule

/-!
Rules that need a claim on the result: where the extension changes the value, the claim makes it
poison.
-/
namespace Tuffy.Rewrites.Claims
open Tuffy Vars

rewrite_rule zext_signed_claim "zext n x claimed :sM is x for x in :sK, K, M <= n" refinement
  (.res { claims := [.signed m] } (.zext x n)) => x
  where [.inS "x" k, .cmp .le k n, .cmp .le m n, .cmp .ge n 1] := by
  rule_cases
  rename_i h
  have z := Bits.sext_of_inS (Bits.inS_mono h (show (e.c "m").toNat ≤ (e.c "n").toNat by omega))
  rw [Bits.sext_zext, Bits.sext_of_inS (Bits.inS_mono hp.1 (by omega))] at z
  exact z

rewrite_rule sext_unsigned_claim "sext n x claimed :uM is x for x in :uK, K <= n" refinement
  (.res { claims := [.unsigned m] } (.sext x n)) => x
  where [.inU "x" k, .cmp .le k n, .cmp .ge n 1] := by
  rule_cases
  rename_i i _ h
  have n0 : (e.c "n").toNat ≠ 0 := by omega
  have s := Bits.sext_inS i n0
  have p := Bits.two_pow_le (show (e.c "n").toNat - 1 ≤ (e.c "n").toNat by omega)
  have z := Bits.zext_of_inU (x := Bits.sext i (e.c "n").toNat) (n := (e.c "n").toNat) ⟨h.1, by have := s.2.2; omega⟩
  rw [Bits.zext_sext, Bits.zext_of_inU (Bits.inU_mono hp.1 (by omega))] at z
  exact z

/-- All rules of this file. -/
def rules : List Proven := [zext_signed_claim, sext_unsigned_claim]

end Tuffy.Rewrites.Claims
