import TuffyLean.IR.BitsMore
import TuffyLean.Target.X86.Tactic

/-! For rules with temporary registers and with instructions that can be stuck. -/
namespace Tuffy.X86

/-- Sizes less a width are small. -/
theorem immOk_rest {w : Width} {n : Int} (h : 1 ≤ n) (k : n ≤ w.bits) : immOk w (w.bits - n) = True :=
  eq_true (immOk_small _ _ (by have := bits_le w; omega))

theorem immOk_bit {w : Width} {n : Int} (h : 1 ≤ n) (k : n < w.bits) (l : n < 32) : immOk w (2 ^ (n - 1).toNat) = True := by
  have h1 : min w.bits 32 ≠ 0 := by have := bits_pos w; omega
  have h2 : (n - 1).toNat < min w.bits 32 - 1 := by omega
  have h3 := Bits.two_pow_lt h2
  have h4 := Bits.two_pow_pos (n - 1).toNat
  exact eq_true ⟨h1, by omega, h3⟩

set_option hygiene false in
/-- `sel_cases` with what temporary registers and `scan` need. -/
macro "sel_more" : tactic => `(tactic| (
  intro u hu e s hW ht hp hs
  dsimp only at ht hp hs ⊢
  (try sel_simp [hW] at hp)
  (try sel_simp [hW, hp, immOk_sext, immOk_sext32, immOk_both, immOk_rest, immOk_bit, stepScan, get_shift_ne] at ht hs ⊢)
  (try rule_split ht)
  (try (all_goals (try sel_simp [stepScan, get_shift_ne] at *)))
  (try (all_goals (repeat' (split <;> (try sel_simp [stepScan, get_shift_ne] at *) <;> (try contradiction)))))))

end Tuffy.X86
