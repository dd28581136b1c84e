import TuffyLean.Rewrites.FloatRigid
import TuffyLean.Rewrites.RelaxedRule

/-!
Wrong relaxed rules, each with the proof that it is not sound: without the flag, with the flag on one
of the operations, with the other flag, with a wrong sign, and what is an equation of numbers but no
reordering.
-/
namespace Tuffy.Rewrites.RelaxedPlanted
open Tuffy FloatFlags RVars

abbrev none : Flags := ⟨false, false⟩

/-- The flags of the root are `s`, those below are `t`. -/
def places (s t : Flags) : List Nat → Flags
  | [] => s
  | _ => t

/-- Patterns of f32 for the variables. -/
def leaves (l : List (String × Nat)) (n : String) : FExpr := .leaf ((l.lookup n).getD 0)

theorem none_le (s : Flags) : none.le s := ⟨fun h => (nomatch h), fun h => (nomatch h)⟩

/-- Under these flags the pattern has one result, and the replacement another. -/
theorem refuted {r : RelaxedRule} {P : (List Nat → Flags) → Prop} (l : List (String × Nat)) (s : List Nat → Flags) (hs : P s)
    (h : ((r.lhs.inst (leaves l) s).rigid &&
      (r.rhs.inst (leaves l) fun _ => none).eval .f32 != (r.lhs.inst (leaves l) s).eval .f32) = true) : ¬ r.SoundUnder P := by
  intro k
  rw [Bool.and_eq_true, bne_iff_ne] at h
  exact h.2 ((result_rigid h.1).mp ((k _ s none hs fun _ => none_le _).1 .f32 _ (result_eval .f32 _)))

/-- A NaN in the pattern goes away. -/
theorem refutedByNaN {r : RelaxedRule} (l : List (String × Nat))
    (h : ((r.lhs.inst (leaves l) fun _ => r.needs).hasNaN .f32 &&
      !FloatFmt.isNaN .f32 ((r.rhs.inst (leaves l) fun _ => none).eval .f32)) = true) : ¬ r.Sound := by
  intro k
  rw [Bool.and_eq_true, Bool.not_eq_true'] at h
  have := result_NaN (by decide +kernel) h.1 ((k _ (fun _ => r.needs) none (fun _ => r.needs.le_refl) fun _ => none_le _).1 .f32 _ (result_eval .f32 _))
  rw [h.2] at this
  contradiction

/-- Without rounding the two differ. -/
theorem refutedExactly {r : RelaxedRule} (l : List (String × Nat))
    (h : ((r.rhs.inst (leaves l) fun _ => none).exact Int.ofNat != (r.lhs.inst (leaves l) fun _ => r.needs).exact Int.ofNat) = true) :
    ¬ r.Sound := fun k =>
  (bne_iff_ne.mp h) ((k _ (fun _ => r.needs) none (fun _ => r.needs.le_refl) fun _ => none_le _).2 Int.ofNat)

def assoc : RelaxedRule := { name := "assoc", doc := "(x + y) + z = x + (y + z)", needs := reassoc, lhs := (x + y) + z, rhs := x + (y + z) }
def mulAssoc : RelaxedRule := { name := "mul_assoc", doc := "(x * y) * z = x * (y * z)", needs := reassoc, lhs := (x * y) * z, rhs := x * (y * z) }
def fuse : RelaxedRule := { name := "fuse", doc := "x * y + z = fma x y z", needs := contract, lhs := x * y + z, rhs := .fma x y z }

/-- 1, 2^25, -2^25. -/
def far : List (String × Nat) := [("x", 0x3f800000), ("y", 0x4c000000), ("z", 0xcc000000)]
/-- 2^-100, 2^100, 2^100. -/
def wide : List (String × Nat) := [("x", 0x0d800000), ("y", 0x71800000), ("z", 0x71800000)]
/-- 1 + 2^-23, the same, -(1 + 2^-22). -/
def close : List (String × Nat) := [("x", 0x3f800001), ("y", 0x3f800001), ("z", 0xbf800002)]

theorem assoc_without : ¬ assoc.SoundUnder (fun _ => True) := refuted far (places none none) trivial (by decide +kernel)
theorem assoc_root_only : ¬ assoc.SoundUnder (fun s => s [] = reassoc) := refuted far (places reassoc none) rfl (by decide +kernel)
theorem assoc_below_only : ¬ assoc.SoundUnder (fun s => s [0] = reassoc) := refuted far (places none reassoc) rfl (by decide +kernel)
theorem assoc_contract : ¬ assoc.SoundUnder (fun s => ∀ p, contract.le (s p)) :=
  refuted far (fun _ => contract) (fun _ => Flags.le_refl _) (by decide +kernel)
theorem mulAssoc_root_only : ¬ mulAssoc.SoundUnder (fun s => s [] = both) := refuted wide (places both none) rfl (by decide +kernel)
theorem mulAssoc_below_only : ¬ mulAssoc.SoundUnder (fun s => s [0] = both) := refuted wide (places none both) rfl (by decide +kernel)
theorem fuse_without : ¬ fuse.SoundUnder (fun _ => True) := refuted close (places none none) trivial (by decide +kernel)
theorem fuse_root_only : ¬ fuse.SoundUnder (fun s => s [] = contract) := refuted close (places contract none) rfl (by decide +kernel)
theorem fuse_below_only : ¬ fuse.SoundUnder (fun s => s [0] = both) := refuted close (places none both) rfl (by decide +kernel)
theorem fuse_reassoc : ¬ fuse.SoundUnder (fun s => ∀ p, reassoc.le (s p)) :=
  refuted close (fun _ => reassoc) (fun _ => Flags.le_refl _) (by decide +kernel)

def factor : RelaxedRule := { name := "factor", doc := "x * y + x * z = x * (y + z)", needs := reassoc, lhs := x * y + x * z, rhs := x * (y + z) }
/-- 3, 2^127, -2^127: both products are infinite. -/
theorem factor_unsound : ¬ factor.Sound :=
  refuted [("x", 0x40400000), ("y", 0x7f000000), ("z", 0xff000000)] (fun _ => reassoc) (fun _ => Flags.le_refl _) (by decide +kernel)

def split : RelaxedRule := { name := "split", doc := "fma x y z = x * y + z", needs := contract, lhs := .fma x y z, rhs := x * y + z }
theorem split_unsound : ¬ split.Sound := refuted close (fun _ => contract) (fun _ => Flags.le_refl _) (by decide +kernel)

def cancel : RelaxedRule := { name := "cancel", doc := "(x + y) - y = x", needs := reassoc, lhs := (x + y) - y, rhs := x }
theorem cancel_unsound : ¬ cancel.Sound := refutedByNaN [("x", 0x3f800000), ("y", 0x7fc00000)] (by decide +kernel)

def vanish : RelaxedRule := { name := "vanish", doc := "(x - y) + (y - x) = (x - x)", needs := both, lhs := (x - y) + (y - x), rhs := x - x }
theorem vanish_unsound : ¬ vanish.Sound := refutedByNaN [("x", 0x3f800000), ("y", 0x7fc00000)] (by decide +kernel)

def sign : RelaxedRule := { name := "sign", doc := "(x - y) - z = x - (y - z)", needs := reassoc, lhs := (x - y) - z, rhs := x - (y - z) }
theorem sign_unsound : ¬ sign.Sound := refutedExactly [("x", 1), ("y", 1), ("z", 1)] (by decide +kernel)

def fuseSign : RelaxedRule := { name := "fuse_sign", doc := "z - x * y = fma x y (-z)", needs := contract, lhs := z - x * y, rhs := .fma x y (-z) }
theorem fuseSign_unsound : ¬ fuseSign.Sound := refutedExactly [("x", 1), ("y", 1), ("z", 3)] (by decide +kernel)

end Tuffy.Rewrites.RelaxedPlanted
