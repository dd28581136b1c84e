import TuffyLean.IR.Refine

/-!
Rewrite rules as data, and what it means that one is sound.

A rule has a pattern, a replacement and preconditions, all data that the exporter writes and the
generated matcher reads. `Rule.Sound` speaks about exactly that data: for every environment that
gives the variables values of their types (poison among them) and satisfies the preconditions,
the value of the replacement refines the value of the pattern. A `Proven` is a rule with this
proof; rule lists are lists of `Proven`, so no rule gets into one without its theorem.
-/
namespace Tuffy

/-! ### what a rule is made of -/

/-- Arithmetic on the constants that a pattern has matched. -/
inductive CExpr where
  | const (n : String)
  | lit (k : Int)
  | add (a b : CExpr) | sub (a b : CExpr) | mul (a b : CExpr) | neg (a : CExpr)
  | div (a b : CExpr) | rem (a b : CExpr) | min (a b : CExpr) | max (a b : CExpr)
  | land (a b : CExpr) | lor (a b : CExpr) | xor (a b : CExpr) | lnot (a : CExpr)
  | shl (a b : CExpr) | shr (a b : CExpr)
  /-- `2 ^ a`; 1 for negative `a` -/
  | pow2 (a : CExpr)
  /-- floor of the logarithm; 0 for `a ≤ 0` -/
  | log2 (a : CExpr)
  | sext (a n : CExpr) | zext (a n : CExpr)
deriving DecidableEq, Repr

/-- One claim of an annotation, its numbers computed from constants. -/
inductive CClaim where
  | signed (n : CExpr)
  | unsigned (n : CExpr)
  | known (zeros ones dontCare : CExpr)
  | align (n : CExpr)
  /-- The value is in none of the classes, a bit set. -/
  | nofpclass (classes : Nat)
deriving DecidableEq, Repr

/-- An annotation of a pattern or replacement: whatever annotation `meta A` has matched, and
further claims. -/
structure CAnnot where
  metas : List String := []
  claims : List CClaim := []
deriving DecidableEq, Repr

/-- Patterns and replacements. In a pattern `calc` is only `const` or `lit`: a constant to match. -/
inductive Term where
  /-- any value of type `t` -/
  | var (n : String) (t : Ty)
  /-- an integer constant -/
  | calc (e : CExpr)
  /-- true or false -/
  | bool (b : Bool)
  /-- a float constant -/
  | float (f : FloatTy) (bits : Nat)
  /-- the reciprocal of the float constant that a variable is; in a replacement only -/
  | recip (n : String)
  /-- an opcode on operands, immediates last -/
  | op (o : Op) (args : List Term)
  /-- an operand with a use-side annotation; stands directly below `op` -/
  | use (a : CAnnot) (t : Term)
  /-- a result annotation -/
  | res (a : CAnnot) (t : Term)

/-- What a rule may ask of a float. -/
inductive FShape where
  | zero | negZero | one | negOne | two
  /-- a power of two with a reciprocal -/
  | recip
  /-- in none of the classes, a bit set -/
  | notIn (classes : Nat)
deriving DecidableEq, Repr

def FShape.holds (f : FloatFmt) (b : Nat) : FShape → Bool
  | zero => b == 0
  | negZero => b == f.neg 0
  | one => b == f.one
  | negOne => b == f.neg f.one
  | two => b == f.one + 2 ^ f.frac
  | recip => f.exactRecip b
  | notIn c => !c.testBit (f.classOf b)

/-- Preconditions. -/
inductive Pre where
  | cmp (p : Pred) (a b : CExpr)
  | isPow2 (e : CExpr)
  | not (p : Pre) | and (p q : Pre) | or (p q : Pre)
  /-- The value of a variable, unless poison, is in `:uN`. -/
  | inU (x : String) (n : CExpr)
  /-- The value of a variable, unless poison, is in `:sN`. -/
  | inS (x : String) (n : CExpr)
  /-- The value of a variable, unless poison, is between two numbers, both included. -/
  | range (x : String) (lo hi : CExpr)
  /-- The bits of the mask are known to be 0. -/
  | zeros (x : String) (mask : CExpr)
  /-- The bits of the mask are known to be 1. -/
  | ones (x : String) (mask : CExpr)
  /-- The value of a variable, unless poison, is a float like that. -/
  | float (x : String) (s : FShape)

inductive Kind where
  /-- each side refines the other -/
  | equivalence
  /-- the replacement refines the pattern -/
  | refinement
deriving DecidableEq, Repr

structure Rule where
  name : String
  doc : String
  lhs : Term
  rhs : Term
  pre : List Pre := []
  kind : Kind := .refinement

/-! ### meaning -/

/-- What matching has bound: values, constants, annotations. -/
structure Env where
  v : String → Value
  c : String → Int
  a : String → Annot

def CExpr.eval (e : Env) : CExpr → Int
  | const n => e.c n
  | lit k => k
  | add a b => a.eval e + b.eval e
  | sub a b => a.eval e - b.eval e
  | mul a b => a.eval e * b.eval e
  | neg a => -a.eval e
  | div a b => a.eval e / b.eval e
  | rem a b => a.eval e % b.eval e
  | min a b => Min.min (a.eval e) (b.eval e)
  | max a b => Max.max (a.eval e) (b.eval e)
  | land a b => Bits.land (a.eval e) (b.eval e)
  | lor a b => Bits.lor (a.eval e) (b.eval e)
  | xor a b => Bits.xor (a.eval e) (b.eval e)
  | lnot a => Bits.lnot (a.eval e)
  | shl a b => Bits.shl (a.eval e) (b.eval e).toNat
  | shr a b => Bits.shr (a.eval e) (b.eval e).toNat
  | pow2 a => 2 ^ (a.eval e).toNat
  | log2 a => (Bits.log2 (a.eval e) : Nat)
  | sext a n => Bits.sext (a.eval e) (n.eval e).toNat
  | zext a n => Bits.zext (a.eval e) (n.eval e).toNat

def CClaim.eval (e : Env) : CClaim → Claim
  | signed n => .signed (n.eval e).toNat
  | unsigned n => .unsigned (n.eval e).toNat
  | known z o x => .known (z.eval e) (o.eval e) (x.eval e)
  | align n => .align (n.eval e).toNat
  | nofpclass c => .nofpclass c

def CAnnot.eval (e : Env) (a : CAnnot) : Annot := a.metas.flatMap e.a ++ a.claims.map (·.eval e)

mutual
/-- The value of a term; violated annotations make poison, as in the IR. -/
def Term.eval (e : Env) : Term → Value
  | .var n _ => e.v n
  | .calc x => .int (x.eval e)
  | .bool b => .bool b
  | .float f b => .float f.fmt b
  | .recip n => float1 (fun f b => .float f (f.div f.one b)) [e.v n]
  | .op o args => evalOp o (Term.evalList e args)
  | .use a t => (a.eval e).check (t.eval e)
  | .res a t => (a.eval e).check (t.eval e)
/-- The values of operands. -/
def Term.evalList (e : Env) : List Term → List Value
  | [] => []
  | t :: ts => t.eval e :: Term.evalList e ts
end

mutual
/-- The variables have values of their types. -/
def Term.typed (e : Env) : Term → Prop
  | .var n t => (e.v n).hasTy t
  | .calc _ => True
  | .bool _ => True
  | .float f b => b < 2 ^ f.fmt.width
  | .recip _ => True
  | .op _ args => Term.typedList e args
  | .use _ t => t.typed e
  | .res _ t => t.typed e
def Term.typedList (e : Env) : List Term → Prop
  | [] => True
  | t :: ts => t.typed e ∧ Term.typedList e ts
end

/-- `P` of the integer in a value; nothing is claimed of poison. -/
def Value.fact (v : Value) (P : Int → Prop) : Prop := ∀ i, v = .int i → P i

/-- `P` of the float in a value; nothing is claimed of poison. -/
def Value.floatFact (v : Value) (P : FloatFmt → Nat → Bool) : Prop := ∀ f b, v = .float f b → P f b = true

def Pre.holds (e : Env) : Pre → Prop
  | cmp p a b => p.holds (a.eval e) (b.eval e)
  | isPow2 x => Bits.isPow2 (x.eval e)
  | not p => ¬ p.holds e
  | and p q => p.holds e ∧ q.holds e
  | or p q => p.holds e ∨ q.holds e
  | inU x n => (e.v x).fact (Bits.inU · (n.eval e).toNat)
  | inS x n => (e.v x).fact (Bits.inS · (n.eval e).toNat)
  | range x lo hi => (e.v x).fact fun i => lo.eval e ≤ i ∧ i ≤ hi.eval e
  | zeros x m => (e.v x).fact (Bits.land · (m.eval e) = 0)
  | ones x m => (e.v x).fact fun i => Bits.land i (m.eval e) = m.eval e
  | float x s => (e.v x).floatFact fun f b => s.holds f b

def Pre.all (e : Env) : List Pre → Prop
  | [] => True
  | p :: ps => p.holds e ∧ Pre.all e ps

def Kind.relates : Kind → Value → Value → Prop
  | .equivalence, l, r => r ⊑ l ∧ l ⊑ r
  | .refinement, l, r => r ⊑ l

/-- The rule may be applied: whatever the variables, constants and annotations are, if they fit
the types and the preconditions, the replacement refines the pattern. -/
def Rule.Sound (r : Rule) : Prop :=
  ∀ e : Env, r.lhs.typed e → Pre.all e r.pre → r.kind.relates (r.lhs.eval e) (r.rhs.eval e)

/-! ### well-formedness: what the matcher needs, decidable -/

structure Names where
  vars : List String := []
  consts : List String := []
  annots : List String := []

def Names.append (a b : Names) : Names := ⟨a.vars ++ b.vars, a.consts ++ b.consts, a.annots ++ b.annots⟩
def Names.subset (a b : Names) : Bool :=
  a.vars.all (b.vars.contains ·) && a.consts.all (b.consts.contains ·) && a.annots.all (b.annots.contains ·)

def CExpr.names : CExpr → List String
  | const n => [n]
  | lit _ => []
  | add a b | sub a b | mul a b | div a b | rem a b | min a b | max a b | land a b | lor a b | xor a b
  | shl a b | shr a b | sext a b | zext a b => a.names ++ b.names
  | neg a | lnot a | pow2 a | log2 a => a.names

def CClaim.names : CClaim → List String
  | signed n | unsigned n | align n => n.names
  | known a b c => a.names ++ b.names ++ c.names
  | nofpclass _ => []

def CAnnot.names (a : CAnnot) : Names := ⟨[], a.claims.flatMap (·.names), a.metas⟩

mutual
def Term.names : Term → Names
  | .var n _ => ⟨[n], [], []⟩
  | .calc x => ⟨[], x.names, []⟩
  | .bool _ | .float _ _ => {}
  | .recip n => ⟨[n], [], []⟩
  | .op _ args => Term.namesList args
  | .use a t => a.names.append t.names
  | .res a t => a.names.append t.names
def Term.namesList : List Term → Names
  | [] => {}
  | t :: ts => t.names.append (Term.namesList ts)
end

def Pre.names : Pre → Names
  | cmp _ a b => ⟨[], a.names ++ b.names, []⟩
  | isPow2 e => ⟨[], e.names, []⟩
  | not p => p.names
  | and p q | or p q => p.names.append q.names
  | inU x e | inS x e | zeros x e | ones x e => ⟨[x], e.names, []⟩
  | range x a b => ⟨[x], a.names ++ b.names, []⟩
  | float x _ => ⟨[x], [], []⟩

/-- Widths in an annotation of a pattern, and constants there, are matched as they stand. -/
def CExpr.matchable : CExpr → Bool
  | const _ | lit _ => true
  | _ => false

mutual
/-- A term that can be matched: constants are not computed. -/
def Term.matchable : Term → Bool
  | .var _ _ | .bool _ | .float _ _ => true
  | .calc x => x.matchable
  | .recip _ => false
  | .op _ args => Term.matchableList args
  | .use _ t | .res _ t => t.matchable
def Term.matchableList : List Term → Bool
  | [] => true
  | t :: ts => t.matchable && Term.matchableList ts
end

def Term.isCalc : Term → Bool
  | .calc _ => true
  | _ => false

mutual
/-- Opcodes have as many operands as their row says, and their immediates are constants. -/
def Term.arityOK : Term → Bool
  | .op o args => args.length == o.operands.length
      && (args.drop (args.length - o.immediates)).all Term.isCalc && Term.arityOKList args
  | .use _ t | .res _ t => t.arityOK
  | _ => true
def Term.arityOKList : List Term → Bool
  | [] => true
  | t :: ts => t.arityOK && Term.arityOKList ts
end

/-- The root, below result annotations, is an opcode. -/
def Term.rootOp : Term → Bool
  | .op _ _ => true
  | .res _ t => t.rootOp
  | _ => false

def CExpr.binds : CExpr → Names
  | const n => ⟨[], [n], []⟩
  | _ => {}

/-- A fact whose number is a bare constant that the pattern does not bind, binds it: `inU "x" n`
makes `n` the smallest width that `x` is known to fit, `zeros "x" m` makes `m` all bits known 0. -/
def Pre.binds : Pre → Names
  | inU _ e | inS _ e | zeros _ e | ones _ e => e.binds
  | range _ a b => a.binds.append b.binds
  | _ => {}

/-- What the pattern and the facts bind. -/
def Rule.bound (r : Rule) : Names := r.pre.foldl (fun a p => a.append p.binds) r.lhs.names

/-- The rule can be matched and built: everything used is bound by the pattern or a fact. -/
def Rule.wf (r : Rule) : Bool :=
  r.lhs.rootOp && r.lhs.matchable && r.lhs.arityOK && r.rhs.arityOK
    && r.rhs.names.subset r.bound && r.pre.all (·.names.subset r.bound)

/-- A rule with the proof that it may be applied. -/
structure Proven where
  rule : Rule
  wf : rule.wf = true
  sound : rule.Sound

/-! ### writing rules -/

instance (n : Nat) : OfNat CExpr n := ⟨.lit n⟩
instance : Neg CExpr := ⟨.neg⟩
instance : Add CExpr := ⟨.add⟩
instance : Sub CExpr := ⟨.sub⟩
instance : Mul CExpr := ⟨.mul⟩
instance (n : Nat) : OfNat Term n := ⟨.calc (.lit n)⟩
instance : Coe CExpr Term := ⟨.calc⟩

theorem CExpr.ofNat_def (n : Nat) : (OfNat.ofNat n : CExpr) = .lit n := rfl
theorem CExpr.neg_def (a : CExpr) : -a = .neg a := rfl
theorem CExpr.add_def (a b : CExpr) : a + b = .add a b := rfl
theorem CExpr.sub_def (a b : CExpr) : a - b = .sub a b := rfl
theorem CExpr.mul_def (a b : CExpr) : a * b = .mul a b := rfl
theorem Term.ofNat_def (n : Nat) : (OfNat.ofNat n : Term) = .calc (.lit n) := rfl

namespace Term
abbrev lit (k : Int) : Term := .calc (.lit k)
abbrev add (a b : Term) : Term := .op .add [a, b]
abbrev sub (a b : Term) : Term := .op .sub [a, b]
abbrev mul (a b : Term) : Term := .op .mul [a, b]
abbrev div (a b : Term) : Term := .op .div [a, b]
abbrev rem (a b : Term) : Term := .op .rem [a, b]
abbrev tdiv (a b : Term) : Term := .op .tdiv [a, b]
abbrev trem (a b : Term) : Term := .op .trem [a, b]
abbrev and (a b : Term) : Term := .op .and [a, b]
abbrev or (a b : Term) : Term := .op .or [a, b]
abbrev xor (a b : Term) : Term := .op .xor [a, b]
abbrev not (a : Term) : Term := .op .not [a]
abbrev shl (a b : Term) : Term := .op .shl [a, b]
abbrev shr (a b : Term) : Term := .op .shr [a, b]
abbrev min (a b : Term) : Term := .op .min [a, b]
abbrev max (a b : Term) : Term := .op .max [a, b]
abbrev clmul (a b : Term) : Term := .op .clmul [a, b]
abbrev countOnes (a : Term) : Term := .op .countOnes [a]
abbrev countLeadingZeros (a n : Term) : Term := .op .countLeadingZeros [a, n]
abbrev countTrailingZeros (a : Term) : Term := .op .countTrailingZeros [a]
abbrev bswap (a n : Term) : Term := .op .bswap [a, n]
abbrev bitReverse (a n : Term) : Term := .op .bitReverse [a, n]
abbrev rotateLeft (a b n : Term) : Term := .op .rotateLeft [a, b, n]
abbrev rotateRight (a b n : Term) : Term := .op .rotateRight [a, b, n]
abbrev merge (a b n : Term) : Term := .op .merge [a, b, n]
abbrev splitHi (a n : Term) : Term := .op .splitHi [a, n]
abbrev splitLo (a n : Term) : Term := .op .splitLo [a, n]
abbrev sext (a n : Term) : Term := .op .sext [a, n]
abbrev zext (a n : Term) : Term := .op .zext [a, n]
abbrev icmp (p : Pred) (a b : Term) : Term := .op (.icmp p) [a, b]
abbrev bnot (a : Term) : Term := .op .bnot [a]
abbrev band (a b : Term) : Term := .op .band [a, b]
abbrev bor (a b : Term) : Term := .op .bor [a, b]
abbrev bxor (a b : Term) : Term := .op .bxor [a, b]
abbrev select (c a b : Term) : Term := .op .select [c, a, b]
abbrev boolToInt (a : Term) : Term := .op .boolToInt [a]
abbrev intToBool (a : Term) : Term := .op .intToBool [a]
abbrev fadd (a b : Term) : Term := .op .fadd [a, b]
abbrev fsub (a b : Term) : Term := .op .fsub [a, b]
abbrev fmul (a b : Term) : Term := .op .fmul [a, b]
abbrev fdiv (a b : Term) : Term := .op .fdiv [a, b]
abbrev frem (a b : Term) : Term := .op .frem [a, b]
abbrev fminnum (a b : Term) : Term := .op .fminnum [a, b]
abbrev fmaxnum (a b : Term) : Term := .op .fmaxnum [a, b]
abbrev fsqrt (a : Term) : Term := .op .fsqrt [a]
abbrev fma (a b c : Term) : Term := .op .fma [a, b, c]
abbrev fneg (a : Term) : Term := .op .fneg [a]
abbrev fabs (a : Term) : Term := .op .fabs [a]
abbrev copysign (a b : Term) : Term := .op .copysign [a, b]
abbrev fcmp (p : FPred) (a b : Term) : Term := .op (.fcmp p) [a, b]
abbrev fpConvert (to : FloatTy) (a : Term) : Term := .op (.fpConvert to) [a]
abbrev siToFp (to : FloatTy) (a : Term) : Term := .op (.siToFp to) [a]
abbrev uiToFp (to : FloatTy) (a : Term) : Term := .op (.uiToFp to) [a]
abbrev fpToSi (a n : Term) : Term := .op .fpToSi [a, n]
abbrev fpToUi (a n : Term) : Term := .op .fpToUi [a, n]
abbrev fpToSiSat (a n : Term) : Term := .op .fpToSiSat [a, n]
abbrev fpToUiSat (a n : Term) : Term := .op .fpToUiSat [a, n]
abbrev ptradd (a b : Term) : Term := .op .ptradd [a, b]
abbrev ptrdiff (a b : Term) : Term := .op .ptrdiff [a, b]
abbrev ptrtoaddr (a : Term) : Term := .op .ptrtoaddr [a]
abbrev inttoptr (a : Term) : Term := .op .inttoptr [a]
end Term

/-! Variables and constants for rules: ints `x y z w`, bools `p q`, any type `s t`, constants `c d k n m`. -/
namespace Vars
abbrev x : Term := .var "x" .int
abbrev y : Term := .var "y" .int
abbrev z : Term := .var "z" .int
abbrev w : Term := .var "w" .int
abbrev p : Term := .var "p" .bool
abbrev q : Term := .var "q" .bool
abbrev s : Term := .var "s" .any
abbrev t : Term := .var "t" .any
abbrev c : CExpr := .const "c"
abbrev d : CExpr := .const "d"
abbrev k : CExpr := .const "k"
abbrev n : CExpr := .const "n"
abbrev m : CExpr := .const "m"
end Vars

/-! ### tactics -/

theorem and_symm_eq {α : Type} {a b : α} : (a = b ∧ b = a) = (a = b) :=
  propext ⟨And.left, fun h => ⟨h, h.symm⟩⟩
theorem fact_int (i : Int) (P : Int → Prop) : (Value.int i).fact P = P i :=
  propext ⟨fun h => h i rfl, fun h _ e => Value.int.inj e ▸ h⟩
theorem fact_poison (P : Int → Prop) : Value.poison.fact P = True := eq_true (fun _ e => nomatch e)
theorem floatFact_float (f : FloatFmt) (b : Nat) (P : FloatFmt → Nat → Bool) :
    (Value.float f b).floatFact P = (P f b = true) :=
  propext ⟨fun h => h f b rfl, fun h _ _ e => by cases e; exact h⟩
theorem floatFact_poison (P : FloatFmt → Nat → Bool) : Value.poison.floatFact P = True := eq_true (fun _ _ e => nomatch e)
theorem if_bool (b : Bool) {α : Type} (x : α) : (if b = true then x else x) = x := ite_self x

/-- Unfolds rules, terms, preconditions and operations. Further lemmas: `rule_simp [l₁, l₂]`. -/
syntax "rule_simp" (" [" Lean.Parser.Tactic.simpLemma,* "]")? (Lean.Parser.Tactic.location)? : tactic
macro_rules
  | `(tactic| rule_simp $(loc)?) => `(tactic| rule_simp [eq_self] $(loc)?)
  | `(tactic| rule_simp [$ls,*] $(loc)?) => `(tactic| simp only [
    Kind.relates, Term.typed, Term.typedList, Term.eval, Term.evalList, Value.hasTy,
    Pre.all, Pre.holds, CExpr.eval, CAnnot.eval, CClaim.eval, Pred.holds,
    CExpr.ofNat_def, CExpr.neg_def, CExpr.add_def, CExpr.sub_def, CExpr.mul_def, Term.ofNat_def,
    List.map_nil, List.map_cons, List.flatMap_nil, List.flatMap_cons, List.nil_append, List.append_nil, List.cons_append,
    evalOp, int1_int, int1_poison, int2_int, int2_poison_left, int2_poison_right,
    int3_int, int3_poison_1, int3_poison_2, int3_poison_3, bool1_bool, bool1_poison,
    bool2_bool, bool2_poison_left, bool2_poison_right, select3_true, select3_false, select3_poison, select3_bool,
    evalAdd, evalSub, evalMul, evalDiv, evalRem, evalTDiv, evalTRem, evalAnd, evalOr, evalXor, evalNot,
    evalShl, evalShr, evalMin, evalMax, evalClmul, evalCountOnes, evalCountLeadingZeros, evalCountTrailingZeros,
    evalBswap, evalBitReverse, evalRotateLeft, evalRotateRight, evalMerge, evalSplitHi, evalSplitLo,
    evalSext, evalZext, evalICmp, evalBnot, evalBand, evalBor, evalBxor, evalBoolToInt, evalIntToBool,
    refines_self, refines_poison, refines_int, refines_bool, refines_float, refines_ptr,
    Value.int.injEq, Value.bool.injEq, and_symm_eq, fact_int, fact_poison,
    Annot.check_poison, Annot.check_nil, Annot.check, Annot.holds_nil, Annot.holds_cons, Annot.holds_append, Claim.holds,
    Int.toNat_natCast, Int.cast_ofNat_Int, Value.hasTy, reduceIte, Bool.false_eq_true,
    and_true, true_and, and_assoc, or_true, true_or, or_false, false_or, exists_eq, exists_eq', exists_const, and_self, implies_true, if_true, if_false, ite_self, reduceCtorEq, not_true_eq_false, not_false_eq_true,
    $ls,*] $(loc)?)

/-- Splits the typing hypothesis `h` into the cases poison and value of every variable. -/
syntax "rule_split" ident : tactic
macro_rules
  | `(tactic| rule_split $h) => `(tactic| first
    | (have h1 := And.left $h; replace $h := And.right $h
       rcases h1 with hv | ⟨i, hv⟩ <;> (try simp only [hv] at *) <;> (try clear hv) <;>
         (try (revert i; refine Bool.forall_bool.mpr ⟨?_, ?_⟩ <;> (try intro $h:ident))) <;> (try rule_simp at *) <;> rule_split $h)
    | (rcases $h:ident with hv | ⟨i, hv⟩ <;> (try simp only [hv] at *) <;> (try clear hv) <;>
         (try (revert i; refine Bool.forall_bool.mpr ⟨?_, ?_⟩)) <;> (try rule_simp at *))
    | skip)

set_option hygiene false in
/-- Reduces the soundness of a rule to arithmetic on the integers that its variables and
constants stand for. The environment is `e` (constant `c` is `e.c "c"`), the preconditions are
`hp`; `rename_i a b` names the values of the variables in order of their use. Poison and bools are dealt with; every `if` of a division or a shift is split. -/
macro "rule_cases" : tactic => `(tactic| (
  intro e ht hp
  dsimp only at ht hp ⊢
  (try rule_simp at ht hp ⊢)
  (try rule_split ht)
  (try (all_goals (repeat' (split <;> (try rule_simp at *) <;> (try contradiction)))))
  (try (all_goals (try (show False; omega))))))

/-- `rule_cases`, then `omega`, then bit by bit. -/
macro "rule_auto" : tactic => `(tactic| (rule_cases <;> first | omega | ext_bits | grind))

/-- `rewrite_rule name "what it says" equivalence (lhs) => (rhs) where [preconditions] by tactics`
defines the `Proven` with that name. `where …` may be left out, and `by …` too: `rule_auto`. -/
syntax "rewrite_rule " ident str ident term:max " => " term:max (" where " term)? (" := " term)? : command
macro_rules
  | `(command| rewrite_rule $n:ident $doc:str $k:ident $l => $r $[where $pre]? $[:= $prf]?) => do
    let name := Lean.Syntax.mkStrLit (n.getId.toString (escape := false))
    let kind := Lean.mkIdent (`Tuffy.Kind ++ k.getId)
    let pre ← match pre with | some p => pure p | none => `([])
    let prf ← match prf with | some p => pure p | none => `(by rule_auto)
    `(command| def $n : Proven where
        rule := { name := $name, doc := $doc, lhs := $l, rhs := $r, pre := $pre, kind := $kind }
        wf := by decide
        sound := $prf)

end Tuffy
