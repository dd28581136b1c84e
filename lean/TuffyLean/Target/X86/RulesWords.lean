import TuffyLean.IR.BitsMore
import TuffyLean.Target.X86.Tactic

/-! Selection: counting bits, the order of bytes, rotations, parts of words. -/
namespace Tuffy.X86.Words
open Tuffy Vars Sel

/-! ### counting -/

sel_rule popcnt "the ones of x in :uW" sizes16 (.countOnes x) using [int "x"] where [U "x"]
  emits [.scan .popcnt .sz .out rx] := by
  intro u hu e s hW ht hp hs
  dsimp only at ht hp hs ⊢
  sel_simp [hW, stepScan] at hp ht hs ⊢
  rule_split ht
  all_goals try sel_simp [stepScan] at *
  split
  · sel_simp
  · sel_simp
    rw [hs, Bits.zext_of_inU hp, Bits.count_of_inU hp]

sel_rule lzcnt "zeros above the highest one of W bits" sizes16 (.countLeadingZeros x W) using [int "x"]
  emits [.scan .lzcnt .sz .out rx] := by
  intro u hu e s hW ht hp hs
  dsimp only at ht hp hs ⊢
  sel_simp [hW, stepScan] at hp ht hs ⊢
  rule_split ht
  all_goals try sel_simp [stepScan] at *
  simp only [leading, hs]

sel_rule split_lo "the low half, or any low part as long as the size read" sizes (.splitLo x n) using [int "x"]
  where [.cmp .le W n] emits [copy rx] := by
  sel_cases; simp only [hs]; rw [zext_zext_same, zext_of_le]; omega

/-! ### the order of bytes -/

theorem byteSwap_zext {w : Width} {k : Nat} (h : w.bits = 8 * k) (x : Int) :
    byteSwap w (Bits.zext x w.bits) = (Bits.ofBits (8 * k) fun i => Bits.testBit x (8 * (k - 1 - i / 8) + i % 8) : Nat) := by
  rw [byteSwap, h]
  congr 1
  apply Bits.ofBits_congr
  intro i hi
  rw [Bits.testBit_zext, show 8 * k / 8 = k by omega]
  simp only [show 8 * (k - 1 - i / 8) + i % 8 < 8 * k by omega, decide_true, Bool.true_and]

sel_rule bswap32 "4 bytes in reverse order" [.b32] (.bswap x 4) using [int "x"]
  emits [copy rx, .bswap .sz .out] := by
  intro u hu; have h32 : u = .b32 := List.mem_singleton.mp hu
  subst h32; sel_rest
  rw [hs, zext_zext_same, byteSwap_zext (k := 4) rfl]
sel_rule bswap64 "8 bytes in reverse order" [.b64] (.bswap x 8) using [int "x"]
  emits [copy rx, .bswap .sz .out] := by
  sel_one
  rw [hs, zext_zext_same, byteSwap_zext (k := 8) rfl]

/-! ### shifts that change no flags -/

theorem count_reg {w : Width} {j : Int} (h0 : 0 ≤ j) (h : j < w.bits) : w.count (Bits.zext j w.bits) = j.toNat := by
  rw [Bits.zext_of_inU ⟨h0, by cases w <;> simp only [Width.bits] at * <;> omega⟩, count_of_lt h0 h]

set_option hygiene false in
macro "sel_shx" : tactic => `(tactic| (
  simp only [hs, shiftVal]; rw [count_reg (by omega) (by omega)]; (try sel_norm)))

sel_rule shlx "x << y" sizes32 (.shl x y) using [int "x", int "y"]
  where [.range "y" c d, .cmp .ge c 0, .cmp .lt d W]
  emits [.shx .shlx .sz .out rx ry] := by
  sel_cases; sel_shx
sel_rule shrx "x >> y, x in :uW" sizes32 (.shr x y) using [int "x", int "y"]
  where [U "x", .range "y" c d, .cmp .ge c 0, .cmp .lt d W]
  emits [.shx .shrx .sz .out rx ry] := by
  sel_cases; sel_shx; rw [Bits.zext_of_inU hp.1]
sel_rule sarx "x >> y, x in :sW" sizes32 (.shr x y) using [int "x", int "y"]
  where [S "x", .range "y" c d, .cmp .ge c 0, .cmp .lt d W]
  emits [.shx .sarx .sz .out rx ry] := by
  sel_cases; sel_shx; rw [Bits.sext_of_inS hp.1]

/-! ### the lowest one -/

sel_rule blsr "x and (x - 1)" sizes32 (.and x (.sub x 1)) using [int "x"]
  emits [.scan .blsr .sz .out rx] := by
  intro u hu e s hW ht hp hs
  dsimp only at ht hp hs ⊢
  sel_simp [hW, stepScan] at hp ht hs ⊢
  rule_split ht
  all_goals try sel_simp [stepScan] at *
  rw [hs, zext_land_l, ← zext_land_r, zext_sub_l, zext_land_r]
sel_rule blsi "x and -x" sizes32 (.and x (.sub 0 x)) using [int "x"]
  emits [.scan .blsi .sz .out rx] := by
  intro u hu e s hW ht hp hs
  dsimp only at ht hp hs ⊢
  sel_simp [hW, stepScan] at hp ht hs ⊢
  rule_split ht
  all_goals try sel_simp [stepScan] at *
  rw [hs, zext_land_l, ← zext_land_r, zext_neg_in, zext_land_r, Int.zero_sub]
sel_rule blsmsk "x xor (x - 1)" sizes32 (.xor x (.sub x 1)) using [int "x"]
  emits [.scan .blsmsk .sz .out rx] := by
  intro u hu e s hW ht hp hs
  dsimp only at ht hp hs ⊢
  sel_simp [hW, stepScan] at hp ht hs ⊢
  rule_split ht
  all_goals try sel_simp [stepScan] at *
  rw [hs, zext_xor_l, ← zext_xor_r, zext_sub_l, zext_xor_r]

/-- All rules of this file. -/
def rules : List ProvenSel := [
  popcnt, lzcnt, split_lo, bswap32, bswap64, shlx, shrx, sarx, blsr, blsi, blsmsk]

end Tuffy.X86.Words
