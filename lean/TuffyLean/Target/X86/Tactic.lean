import TuffyLean.Target.X86.Lemmas

/-! How selection rules are written and proven: `sel_rule`, `sel_cases`, `sel_auto`. -/
namespace Tuffy.X86

theorem zext_bit (p : Prop) [Decidable p] : Bits.zext (if p then 1 else 0) Width.b8.bits = if p then 1 else 0 := by
  by_cases h : p <;> simp only [h, if_true, if_false] <;> decide
theorem bit_eq (p q : Prop) [Decidable p] [Decidable q] :
    ((if p then 1 else 0 : Int) = if q then 1 else 0) = (p ↔ q) := by
  by_cases h : p <;> by_cases k : q <;> simp [h, k]
theorem not_decide (p : Prop) [Decidable p] : (!decide p) = decide (¬ p) := by
  by_cases h : p <;> simp [h]
theorem immOk_sext32 {c : Int} (h : Bits.sext c 32 = c) : immOk .b64 c = True :=
  eq_true (h ▸ Bits.sext_inS c (show 32 ≠ 0 by decide))

theorem immOk_both {w : Width} {c : Int} (h : Bits.sext c w.bits = c) (k : Bits.sext c 32 = c) : immOk w c = True := by
  have h1 := h ▸ Bits.sext_inS c (show w.bits ≠ 0 by have := bits_pos w; omega)
  have h2 := k ▸ Bits.sext_inS c (show 32 ≠ 0 by decide)
  apply eq_true
  cases w <;> simp only [immOk, Width.bits] at * <;> first | exact h1 | exact h2
theorem zext_eq_imm {w : Width} {a c : Int} (ha : Bits.inS a w.bits) (h : Bits.sext c w.bits = c) :
    (Bits.zext a w.bits = Bits.zext c w.bits) = (a = c) :=
  zext_eq_of_inS ha (h ▸ Bits.sext_inS c (by have := bits_pos w; omega))
theorem zext_eq_zero_of_inS {w : Width} {a : Int} (ha : Bits.inS a w.bits) : (Bits.zext a w.bits = 0) = (a = 0) := by
  have h0 : Bits.inS 0 w.bits := by have := Bits.two_pow_pos (w.bits - 1); have := bits_pos w; simp only [Bits.inS]; omega
  rw [← zext_eq_of_inS ha h0]; simp [Bits.zext]
theorem zext_one8 : Bits.zext 1 Width.b8.bits = 1 := by decide
theorem zext_zero8 : Bits.zext 0 Width.b8.bits = 0 := by decide
theorem zext_sext_of_le (x : Int) {m n : Nat} (l : n ≤ m) : Bits.zext (Bits.sext x m) n = Bits.zext x n := by
  rw [← zext_of_le _ l, Bits.zext_sext, zext_of_le _ l]
theorem count_cl {w : Width} {j : Int} (h0 : 0 ≤ j) (h : j < w.bits) : w.count (Bits.zext j Width.b8.bits) = j.toNat := by
  have := bits_le w
  rw [show Bits.zext j Width.b8.bits = j by simp only [Bits.zext, Width.bits]; omega, count_of_lt h0 h]
theorem zext_by_shifts {i : Int} {k n w : Nat} (h : k + n = w) :
    Bits.zext (Bits.shr (Bits.zext (Bits.shl i k) w) k) w = Bits.zext (Bits.zext i n) w := by
  subst h; ext_bits
theorem sext_by_shifts {i : Int} {k n w : Nat} (h : k + n = w) (h1 : 1 ≤ n) :
    Bits.zext (Bits.shr (Bits.sext (Bits.shl i k) w) k) w = Bits.zext (Bits.sext i n) w := by
  subst h
  apply Bits.ext; intro j
  simp only [Bits.testBit_zext, Bits.testBit_shr, Bits.testBit_sext _ (show k + n ≠ 0 by omega),
    Bits.testBit_sext _ (show n ≠ 0 by omega), Bits.testBit_shl]
  have h2 : min (k + j) (k + n - 1) - k = min j (n - 1) := by omega
  have h3 : k ≤ min (k + j) (k + n - 1) := by omega
  simp [h2, h3]

section
variable (s : State) (w : Width) (d : Reg) (a : Int) (c : Nat)
theorem get_shl : (stepShift .shl w d a c s).get w d = Bits.zext (Bits.shl a c) w.bits := by
  unfold stepShift; split
  · subst c; rw [get_set_self]; simp [Bits.shl]
  · rw [get_setFlags, get_set_self]; rfl
theorem get_shr : (stepShift .shr w d a c s).get w d = Bits.zext (Bits.shr a c) w.bits := by
  unfold stepShift; split
  · subst c; rw [get_set_self]; simp [Bits.shr]
  · rw [get_setFlags, get_set_self]; rfl
theorem get_sar : (stepShift .sar w d a c s).get w d = Bits.zext (Bits.shr (Bits.sext a w.bits) c) w.bits := by
  unfold stepShift; split
  · subst c; rw [get_set_self]; simp [Bits.shr, Bits.zext_sext]
  · rw [get_setFlags, get_set_self]; rfl
theorem get_shift_ne (o : Sh) {w u : Width} {r : Reg} (h : r ≠ d) :
    (stepShift o w d a c s).get u r = s.get u r := by
  unfold stepShift; split
  · rw [get_set_ne _ _ _ _ _ _ h]
  · rw [get_setFlags, get_set_ne _ _ _ _ _ _ h]
end

/-- Runs code symbolically, reads registers, evaluates the pattern. -/
syntax "sel_simp" (" [" Lean.Parser.Tactic.simpLemma,* "]")? (Lean.Parser.Tactic.location)? : tactic
macro_rules
  | `(tactic| sel_simp $(loc)?) => `(tactic| sel_simp [eq_self] $(loc)?)
  | `(tactic| sel_simp [$ls,*] $(loc)?) => `(tactic| rule_simp [
    List.map_nil, List.map_cons, Inst.inst, Src.inst, Count.inst, WExpr.at, run, exec, stepAlu, stepUn, withCarry,
    Src.ok, Src.movOk, Src.val, Count.val, immOk_small, movOk_sext,
    get_set_self, get_set_b32, get_set_ne, get_setFlags, flags_setFlags, flags_set, ne_eq,
    Reg.gpr.injEq, Reg.tmp.injEq, Reg.opnd.injEq, String.reduceEq, Nat.reduceEqDiff,
    cond_ne, cond_ae, cond_a, cond_ge, cond_g, cond_e, cond_b, cond_be, cond_l, cond_le,
    cond_test_e, cond_test_s, cond_test_ns, Option.map_some,
    zext_bit, bit_eq, not_decide, exists_eq_left', decide_eq_true_eq, decide_eq_decide, Option.some.injEq, get_shl, get_shr, get_sar,
    Int.reduceToNat, Int.reduceLE, Int.reduceLT, Int.reduceNeg, Out.holds, Hold.all, Hold.holds, boolFact_bool, boolFact_poison, exists_some, $ls,*] $(loc)?)

/-- Brings words into the form `zext (an expression of the values) n`. -/
syntax "sel_norm" (" [" Lean.Parser.Tactic.simpLemma,* "]")? (Lean.Parser.Tactic.location)? : tactic
macro_rules
  | `(tactic| sel_norm $(loc)?) => `(tactic| sel_norm [eq_self] $(loc)?)
  | `(tactic| sel_norm [$ls,*] $(loc)?) => `(tactic| simp only [
    zext_zext_same, Bits.zext_sext, Bits.sext_zext, zext_add_l, zext_add_r, zext_sub_l, zext_sub_r, zext_neg_in,
    zext_mul_l, zext_mul_r, zext_smul_l, zext_smul_r, zext_land_l, zext_land_r, zext_lor_l, zext_lor_r,
    zext_xor_l, zext_xor_r, zext_lnot_in, zext_shl_in, $ls,*] $(loc)?)

set_option hygiene false in
/-- Replaces what registers hold, and extensions of values in range by the values. -/
macro "sel_finish" : tactic => `(tactic| (
  (try simp only [hs]) <;> (try sel_norm) <;>
  (try simp only [Bits.sext_of_inS, Bits.zext_of_inU, hp]) <;> (try simp only [hp, zext_eq_of_inS, zext_eq_imm]) <;>
  (try sel_norm) <;> (try omega)))

set_option hygiene false in
/-- `sel_cases` behind the choice of the size. -/
macro "sel_rest" : tactic => `(tactic| (
  intro e s hW ht hp hs
  dsimp only at ht hp hs ⊢
  (try sel_simp [hW] at hp)
  (try sel_simp [hW, hp, immOk_sext, immOk_sext32, immOk_both] at ht hs ⊢)
  (try rule_split ht)
  (try (all_goals (try sel_simp at *)))
  (try (all_goals (repeat' (split <;> (try sel_simp at *) <;> (try contradiction)))))))

set_option hygiene false in
/-- Reduces the soundness of a selection rule to statements about words and the integers that the
variables stand for: `u` is the operand size, `hu` says which there are, `hp` has the facts, `hs`
what the registers hold, `rename_i a b` names the values of the variables in order of their use. -/
macro "sel_cases" : tactic => `(tactic| (intro u hu; sel_rest))

set_option hygiene false in
/-- `sel_cases` for a rule of 64 bits alone. -/
macro "sel_one" : tactic => `(tactic| (intro u hu; have h64 : u = .b64 := List.mem_singleton.mp hu; subst h64; sel_rest))

set_option hygiene false in
/-- Congruences by linear arithmetic, size by size. -/
macro "sel_sizes" : tactic => `(tactic| (
  clear hu; revert hs hp; (try intro hs hp); cases u <;> simp only [Bits.zext, Bits.sext, Bits.inU, Bits.inS, Width.bits] at * <;> omega))

/-- `sel_cases`, then equality of normal forms. -/
macro "sel_auto" : tactic => `(tactic| (sel_cases <;> sel_finish))

/-- `sel_rule NAME "DOC" WIDTHS (PATTERN) using [HOLDS] where [FACTS] gives OUT emits [CODE] := by …`
defines the `ProvenSel` with that name. Without a proof: `sel_auto`. -/
syntax "sel_rule " ident str term:max term:max " using " term:max (" where " term:max)? (" gives " term:max)?
  " emits " term:max (" := " term)? : command
macro_rules
  | `(command| sel_rule $n:ident $doc:str $ws $p using $h $[where $pre]? $[gives $o]? emits $c $[:= $prf]?) => do
    let name := Lean.Syntax.mkStrLit (n.getId.toString (escape := false))
    let pre ← match pre with | some p => pure p | none => `([])
    let out ← match o with | some o => pure o | none => `(Out.int .sz)
    let prf ← match prf with | some p => pure p | none => `(by sel_auto)
    `(command| def $n : ProvenSel where
        rule := SelRule.mk $name $doc $ws $p $h $pre $out $c
        wf := by decide
        sound := $prf)

set_option hygiene false in
/-- Choices: the condition and the arms agree, case by case. -/
macro "sel_choose" : tactic => `(tactic| (
  (try simp only [hs, zext_zext_same, Bits.sext_zext, Bits.land_self, zext_one8, zext_zero8, decide_eq_true_eq,
    zext_eq_of_inS, Bits.sext_of_inS, Bits.zext_of_inU, hp] at *) <;>
  first | done | rfl | omega | contradiction | (congr 1; omega) | (exfalso; omega) | grind))

set_option hygiene false in
/-- Truth tables. -/
macro "sel_bool" : tactic => `(tactic| (sel_cases <;> (try simp only [hs]) <;> (try decide)))

set_option hygiene false in
/-- Conditions after `test x, x`. -/
macro "sel_test" : tactic => `(tactic| (
  simp only [hs, Bits.land_self, zext_zext_same, Bits.sext_zext, Bits.zext_of_inU, Bits.sext_of_inS,
    zext_eq_zero_of_inS, hp] <;> (try omega)))

set_option hygiene false in
/-- Values that fit, at sizes that are numbers. -/
macro "sel_fit" : tactic => `(tactic| (
  (try simp only [hs, Width.bits, Bits.sext_zext, Bits.zext_of_inU, Bits.sext_of_inS, hp]) <;>
  (try (simp only [Bits.zext, Bits.sext, Bits.inU, Bits.inS, Width.bits] at *; omega))))

set_option hygiene false in
/-- Counts in range are not masked. -/
macro "sel_shifts" : tactic => `(tactic| (
  simp only [hs]; rw [count_of_lt (by omega) (by omega)]; (try simp only [Int.toNat_natCast]); (try sel_norm)))

set_option hygiene false in
/-- The same for a count in `cl`. -/
macro "sel_shifts_cl" : tactic => `(tactic| (
  simp only [hs]; rw [count_cl (by omega) (by omega)]; (try sel_norm)))

/-! Names for rules. -/
namespace Sel
/-- Truth values are bytes. -/
abbrev sizes8 : List Width := [.b8]
/-- Every size. -/
abbrev sizes : List Width := [.b8, .b16, .b32, .b64]
/-- Without 8 bits. -/
abbrev sizes16 : List Width := [.b16, .b32, .b64]
abbrev sizes32 : List Width := [.b32, .b64]
abbrev W : CExpr := .const "W"
abbrev rx : Reg := .opnd "x"
abbrev ry : Reg := .opnd "y"
abbrev rz : Reg := .opnd "z"
abbrev rp : Reg := .opnd "p"
abbrev rq : Reg := .opnd "q"
abbrev rax : Reg := .gpr .rax
abbrev rcx : Reg := .gpr .rcx
abbrev rdx : Reg := .gpr .rdx
/-- An int in a register of the rule's size. -/
abbrev int (x : String) : String × Hold := (x, .int .sz)
abbrev bool (x : String) : String × Hold := (x, .bool)
/-- A constant as a sign-extended immediate. -/
abbrev immC (c : CExpr) : CExpr := .sext c W
/-- The constant fits a sign-extended immediate. -/
abbrev fits (c : CExpr) : Pre := .cmp .eq (.sext (.sext c W) 32) (.sext c W)
abbrev copy (r : Reg) : Code := .mov .sz .out (.reg r)
abbrev alu (o : Alu) (r : Reg) : Code := .alu o .sz .out (.reg r)
/-- The count is below the size. -/
abbrev inWord (c : CExpr) : Pre := .and (.cmp .le 0 c) (.cmp .lt c W)
abbrev U (v : String) : Pre := .inU v W
abbrev S (v : String) : Pre := .inS v W
abbrev alui (o : Alu) (c : CExpr) : Code := .alu o .sz .out (.imm c)
end Sel

end Tuffy.X86
