import TuffyLean.IR.Bits

/-!
The x86-64 instructions that a backend selects for integers: what they do to registers and flags,
at 8, 16, 32 and 64 bits. Source: Intel 64 and IA-32 Architectures Software Developer's Manual,
volume 2, the section of the instruction's name; volume 1, 3.4.1.1 for writes of parts of a register, 3.4.3 for
flags and appendix B for the condition codes.

`exec` is a function, `none` is *stuck*: a divide error, a flag read while undefined, a result
that the manual leaves undefined, an immediate that cannot be encoded. So a theorem
`run code s = some s'` says that none of these happens.

Words are integers `0 ≤ x < 2 ^ N`, made by `Bits.zext`; nothing of a register matters but its
low 64 bits. Besides the 16 general registers there are names for registers not yet allocated.

Not here: memory operands, `ah bh ch dh` as operands, control flow, encodings, timing, SSE.
-/
namespace Tuffy.X86

/-- Operand sizes. -/
inductive Width where
  | b8 | b16 | b32 | b64
deriving DecidableEq, Repr

def Width.bits : Width → Nat
  | b8 => 8 | b16 => 16 | b32 => 32 | b64 => 64

inductive Gpr where
  | rax | rcx | rdx | rbx | rsp | rbp | rsi | rdi | r8 | r9 | r10 | r11 | r12 | r13 | r14 | r15
deriving DecidableEq, Repr

/-- A general register, or the name of one that the allocator will choose: what holds an operand
of the pattern, the result, temporary values. -/
inductive Reg where
  | gpr (g : Gpr)
  | opnd (x : String)
  | out
  | tmp (n : Nat)
deriving DecidableEq, Repr

/-- `none` is undefined. -/
structure Flags where
  cf : Option Bool
  pf : Option Bool
  af : Option Bool
  zf : Option Bool
  sf : Option Bool
  of : Option Bool
deriving DecidableEq, Repr

structure State where
  reg : Reg → Int
  flags : Flags

/-- The low bits of a register. -/
def State.get (s : State) (w : Width) (r : Reg) : Int := Bits.zext (s.reg r) w.bits

/-- A register after its low bits became those of `v`: 8 and 16 bits leave the others as they
are, 32 bits clear them (volume 1, 3.4.1.1). -/
def Width.write : Width → (old v : Int) → Int
  | b8, old, v => old - Bits.zext old 8 + Bits.zext v 8
  | b16, old, v => old - Bits.zext old 16 + Bits.zext v 16
  | b32, _, v => Bits.zext v 32
  | b64, _, v => Bits.zext v 64

def State.set (s : State) (w : Width) (r : Reg) (v : Int) : State :=
  { s with reg := fun q => if q = r then w.write (s.reg r) v else s.reg q }

def State.setFlags (s : State) (f : Flags) : State := { s with flags := f }

/-! ### flags -/

/-- The highest bit of the low `w.bits` bits. -/
def msb (w : Width) (r : Int) : Bool := decide (2 ^ (w.bits - 1) ≤ Bits.zext r w.bits)
/-- The number of ones in the lowest byte is even. -/
def parity (r : Int) : Bool := Bits.count 8 (Bits.testBit r) % 2 == 0

/-- ZF, SF and PF as a result says, the others given. -/
def resultFlags (w : Width) (r : Int) (cf of af : Option Bool) : Flags :=
  { cf, of, af, zf := some (decide (Bits.zext r w.bits = 0)), sf := some (msb w r), pf := some (parity r) }

/-- After `a + b + c` of words and a carry. -/
def addFlags (w : Width) (a b c : Int) : Flags :=
  resultFlags w (a + b + c) (some (decide (2 ^ w.bits ≤ a + b + c)))
    (some (decide (¬ Bits.inS (Bits.sext a w.bits + Bits.sext b w.bits + c) w.bits)))
    (some (decide (16 ≤ a % 16 + b % 16 + c)))

/-- After `a - b - c` of words and a borrow. -/
def subFlags (w : Width) (a b c : Int) : Flags :=
  resultFlags w (a - b - c) (some (decide (a - b - c < 0)))
    (some (decide (¬ Bits.inS (Bits.sext a w.bits - Bits.sext b w.bits - c) w.bits)))
    (some (decide (a % 16 - b % 16 - c < 0)))

/-- After and, or, xor, test: AF is undefined. -/
def logicFlags (w : Width) (r : Int) : Flags := resultFlags w r (some false) (some false) none

/-- After mul and imul: CF and OF tell whether the upper half matters, the others are undefined. -/
def mulFlags (over : Bool) : Flags := ⟨some over, none, none, none, none, some over⟩

def noFlags : Flags := ⟨none, none, none, none, none, none⟩

/-- Conditions of setcc, cmovcc and jcc. -/
inductive Cc where
  | o | no | b | ae | e | ne | be | a | s | ns | p | np | l | ge | le | g
deriving DecidableEq, Repr

/-- `none` if a flag that it reads is undefined. Volume 1, appendix B. -/
def cond : Cc → Flags → Option Bool
  | .o, f => f.of
  | .no, f => f.of.map (!·)
  | .b, f => f.cf
  | .ae, f => f.cf.map (!·)
  | .e, f => f.zf
  | .ne, f => f.zf.map (!·)
  | .be, f => f.cf.bind fun c => f.zf.map (c || ·)
  | .a, f => f.cf.bind fun c => f.zf.map fun z => !(c || z)
  | .s, f => f.sf
  | .ns, f => f.sf.map (!·)
  | .p, f => f.pf
  | .np, f => f.pf.map (!·)
  | .l, f => f.sf.bind fun s => f.of.map (s ^^ ·)
  | .ge, f => f.sf.bind fun s => f.of.map fun o => !(s ^^ o)
  | .le, f => f.zf.bind fun z => f.sf.bind fun s => f.of.map fun o => z || (s ^^ o)
  | .g, f => f.zf.bind fun z => f.sf.bind fun s => f.of.map fun o => !(z || (s ^^ o))

/-! ### instructions -/

inductive Alu where
  | add | adc | sub | sbb | and | or | xor | cmp | test
deriving DecidableEq, Repr
inductive Un where
  | neg | not | inc | dec
deriving DecidableEq, Repr
inductive Sh where
  | shl | shr | sar | rol | ror
deriving DecidableEq, Repr
inductive Dsh where
  | shld | shrd
deriving DecidableEq, Repr
inductive Scan where
  | bsf | bsr | popcnt | lzcnt | tzcnt | blsi | blsr | blsmsk
deriving DecidableEq, Repr
/-- Shifts of BMI2, which change no flags. -/
inductive Shx where
  | shlx | shrx | sarx
deriving DecidableEq, Repr

inductive Src (ι : Type) where
  | reg (r : Reg)
  | imm (v : ι)
deriving DecidableEq, Repr

/-- The count of a shift: a constant or `cl`. -/
inductive Count (ι : Type) where
  | imm (v : ι)
  | cl
deriving DecidableEq, Repr

/-- Instructions with operand sizes `ω` and immediates `ι`: in the machine `Width` and `Int`, in
the code of a rule expressions. The destination comes first. -/
inductive Inst (ω ι : Type) where
  | mov (w : ω) (d : Reg) (s : Src ι)
  /-- `movzx` to `w` from `v` -/
  | movzx (w v : ω) (d s : Reg)
  /-- `movsx`, `movsxd` to `w` from `v` -/
  | movsx (w v : ω) (d s : Reg)
  /-- `base + index * scale + disp` -/
  | lea (w : ω) (d : Reg) (base index : Option Reg) (scale : Nat) (disp : ι)
  | alu (o : Alu) (w : ω) (d : Reg) (s : Src ι)
  | un (o : Un) (w : ω) (d : Reg)
  | imul (w : ω) (d s : Reg)
  | imul3 (w : ω) (d s : Reg) (v : ι)
  /-- `rdx:rax := rax * s` -/
  | mulWide (signed : Bool) (w : ω) (s : Reg)
  /-- `rax, rdx := rdx:rax div s, rem` -/
  | div (w : ω) (s : Reg)
  | idiv (w : ω) (s : Reg)
  /-- the sign of `rax` into `rdx`: `cwd cdq cqo`; at 8 bits into `ah`: `cbw` -/
  | cwd (w : ω)
  | shift (o : Sh) (w : ω) (d : Reg) (n : Count ι)
  | dshift (o : Dsh) (w : ω) (d s : Reg) (n : Count ι)
  | scan (o : Scan) (w : ω) (d s : Reg)
  | bswap (w : ω) (d : Reg)
  /-- `not a and b` -/
  | andn (w : ω) (d a b : Reg)
  | bextr (w : ω) (d a b : Reg)
  | shx (o : Shx) (w : ω) (d a n : Reg)
  | setcc (c : Cc) (d : Reg)
  | cmov (c : Cc) (w : ω) (d s : Reg)
deriving Repr

/-- A sign-extended immediate has at most 32 bits. -/
def immOk (w : Width) (v : Int) : Prop := Bits.inS v (min w.bits 32)
instance (w : Width) (v : Int) : Decidable (immOk w v) := inferInstanceAs (Decidable (Bits.inS _ _))

/-- `mov` alone takes 64 bits. -/
def movOk (w : Width) (v : Int) : Prop := Bits.inS v w.bits ∨ Bits.inU v w.bits
instance (w : Width) (v : Int) : Decidable (movOk w v) := inferInstanceAs (Decidable (_ ∨ _))

/-- Immediates that can be encoded. -/
def Src.ok (w : Width) : Src Int → Prop
  | .reg _ => True
  | .imm v => immOk w v
instance (w : Width) (a : Src Int) : Decidable (a.ok w) := by cases a <;> simp only [Src.ok] <;> infer_instance

def Src.movOk (w : Width) : Src Int → Prop
  | .reg _ => True
  | .imm v => X86.movOk w v
instance (w : Width) (a : Src Int) : Decidable (a.movOk w) := by cases a <;> simp only [Src.movOk] <;> infer_instance

def Src.val (w : Width) (s : State) : Src Int → Int
  | .reg r => s.get w r
  | .imm v => Bits.zext v w.bits

/-- Counts are taken modulo 32, modulo 64 at 64 bits. -/
def Width.count (w : Width) (n : Int) : Nat := (n % if w = .b64 then 64 else 32).toNat

def Count.val (s : State) : Count Int → Int
  | .imm v => v
  | .cl => s.get .b8 (.gpr .rcx)

/-- add or sub with a carry that must be defined. -/
def withCarry (s : State) (k : Int → State) : Option State :=
  match s.flags.cf with
  | none => none
  | some c => some (k (if c then 1 else 0))

/-- Sections ADD, ADC, SUB, SBB, AND, OR, XOR, CMP, TEST. -/
def stepAlu (w : Width) (d : Reg) (a b : Int) (s : State) : Alu → Option State
  | .add => some ((s.set w d (a + b)).setFlags (addFlags w a b 0))
  | .adc => withCarry s fun c => (s.set w d (a + b + c)).setFlags (addFlags w a b c)
  | .sub => some ((s.set w d (a - b)).setFlags (subFlags w a b 0))
  | .sbb => withCarry s fun c => (s.set w d (a - b - c)).setFlags (subFlags w a b c)
  | .and => some ((s.set w d (Bits.land a b)).setFlags (logicFlags w (Bits.land a b)))
  | .or => some ((s.set w d (Bits.lor a b)).setFlags (logicFlags w (Bits.lor a b)))
  | .xor => some ((s.set w d (Bits.xor a b)).setFlags (logicFlags w (Bits.xor a b)))
  | .cmp => some (s.setFlags (subFlags w a b 0))
  | .test => some (s.setFlags (logicFlags w (Bits.land a b)))

/-- Sections NEG, NOT, INC, DEC. -/
def stepUn (w : Width) (d : Reg) (a : Int) (s : State) : Un → State
  | .neg => (s.set w d (-a)).setFlags (subFlags w 0 a 0)
  | .not => s.set w d (Bits.lnot a)
  | .inc => (s.set w d (a + 1)).setFlags { addFlags w a 1 0 with cf := s.flags.cf }
  | .dec => (s.set w d (a - 1)).setFlags { subFlags w a 1 0 with cf := s.flags.cf }

/-- What a shift makes of a word, the count `c` already masked. Sections SAL/SAR/SHL/SHR, RCL/RCR/ROL/ROR. -/
def shiftVal (w : Width) (a : Int) (c : Nat) : Sh → Int
  | .shl => Bits.shl a c
  | .shr => Bits.shr a c
  | .sar => Bits.shr (Bits.sext a w.bits) c
  | .rol => Bits.lor (Bits.shl a (c % w.bits)) (Bits.shr a (w.bits - c % w.bits))
  | .ror => Bits.lor (Bits.shr a (c % w.bits)) (Bits.shl a (w.bits - c % w.bits))

/-- Flags after a shift by `c > 0`: OF is defined for 1, AF for none, CF of `shl` and `shr` below
the size; rotations touch CF and OF only. -/
def shiftFlags (w : Width) (a : Int) (c : Nat) (f : Flags) (o : Sh) : Flags :=
  let r := shiftVal w a c o
  let one (b : Bool) := if c = 1 then some b else none
  match o with
  | .shl =>
    let cf := if c < w.bits then some (Bits.testBit a (w.bits - c)) else none
    resultFlags w r cf (one (msb w r ^^ msb w a)) none
  | .shr =>
    let cf := if c < w.bits then some (Bits.testBit a (c - 1)) else none
    resultFlags w r cf (one (msb w a)) none
  | .sar => resultFlags w r (some (Bits.testBit (Bits.sext a w.bits) (c - 1))) (one false) none
  | .rol => { f with cf := some (Bits.testBit r 0), of := one (msb w r ^^ Bits.testBit r 0) }
  | .ror => { f with cf := some (msb w r), of := one (msb w r ^^ Bits.testBit r (w.bits - 2)) }

/-- A count of 0 leaves the flags alone, and still clears the upper half at 32 bits. -/
def stepShift (o : Sh) (w : Width) (d : Reg) (a : Int) (c : Nat) (s : State) : State :=
  if c = 0 then s.set w d a
  else (s.set w d (shiftVal w a c o)).setFlags (shiftFlags w a c s.flags o)

/-- Sections SHLD, SHRD; a count above the size leaves the result undefined. -/
def stepDshift (o : Dsh) (w : Width) (d : Reg) (a b : Int) (c : Nat) (s : State) : Option State :=
  if w.bits < c then none
  else if c = 0 then some (s.set w d a)
  else
    let (r, cf) := match o with
      | .shld => (Bits.lor (Bits.shl a c) (Bits.shr b (w.bits - c)), Bits.testBit a (w.bits - c))
      | .shrd => (Bits.lor (Bits.shr a c) (Bits.shl b (w.bits - c)), Bits.testBit a (c - 1))
    some ((s.set w d r).setFlags
      (resultFlags w r (some cf) (if c = 1 then some (msb w r ^^ msb w a) else none) none))

/-- Zeros below the lowest one. -/
def trailing (w : Width) (a : Int) : Nat := Bits.firstBit w.bits 0 (Bits.testBit a)
/-- Zeros above the highest one. -/
def leading (w : Width) (a : Int) : Int := w.bits - Bits.bitLen a.toNat

/-- Sections BSF, BSR, POPCNT, LZCNT, TZCNT, BLSI, BLSR, BLSMSK; `bsf` and `bsr` of 0 are undefined. -/
def stepScan (w : Width) (d : Reg) (a : Int) (s : State) : Scan → Option State
  | .bsf => if a = 0 then none else some ((s.set w d (trailing w a)).setFlags { noFlags with zf := some false })
  | .bsr => if a = 0 then none else
      some ((s.set w d (w.bits - 1 - leading w a)).setFlags { noFlags with zf := some false })
  | .popcnt =>
      some ((s.set w d (Bits.count w.bits (Bits.testBit a))).setFlags
        ⟨some false, some false, some false, some (decide (a = 0)), some false, some false⟩)
  | .lzcnt => some ((s.set w d (leading w a)).setFlags
      { noFlags with cf := some (decide (a = 0)), zf := some (decide (leading w a = 0)) })
  | .tzcnt => some ((s.set w d (trailing w a)).setFlags
      { noFlags with cf := some (decide (a = 0)), zf := some (decide (trailing w a = 0)) })
  | .blsi => some ((s.set w d (Bits.land a (-a))).setFlags
      { resultFlags w (Bits.land a (-a)) (some (decide (a ≠ 0))) (some false) none with pf := none })
  | .blsr => some ((s.set w d (Bits.land a (a - 1))).setFlags
      { resultFlags w (Bits.land a (a - 1)) (some (decide (a = 0))) (some false) none with pf := none })
  | .blsmsk => some ((s.set w d (Bits.xor a (a - 1))).setFlags
      { resultFlags w (Bits.xor a (a - 1)) (some (decide (a = 0))) (some false) none with pf := none })

/-- The product into `rdx:rax`, at 8 bits into `ax`. -/
def setWide (w : Width) (s : State) (p : Int) : State :=
  if w = .b8 then s.set .b16 (.gpr .rax) p
  else (s.set w (.gpr .rax) p).set w (.gpr .rdx) (Bits.shr p w.bits)

/-- `rdx:rax`, at 8 bits `ax`. -/
def getWide (w : Width) (s : State) : Int :=
  if w = .b8 then s.get .b16 (.gpr .rax) else s.get w (.gpr .rdx) * 2 ^ w.bits + s.get w (.gpr .rax)

/-- Quotient and remainder into `rax` and `rdx`, at 8 bits into `al` and `ah`. -/
def setQuotient (w : Width) (s : State) (q r : Int) : State :=
  if w = .b8 then s.set .b16 (.gpr .rax) (Bits.zext r 8 * 256 + Bits.zext q 8)
  else (s.set w (.gpr .rax) q).set w (.gpr .rdx) r

/-- The reverse order of bytes. -/
def byteSwap (w : Width) (a : Int) : Int :=
  (Bits.ofBits w.bits fun i => Bits.testBit a (8 * (w.bits / 8 - 1 - i / 8) + i % 8) : Nat)

/-- What an instruction does; `none` if it is stuck. -/
def exec : Inst Width Int → State → Option State
  | .mov w d a, s => if a.movOk w then some (s.set w d (a.val w s)) else none
  | .movzx w v d a, s => some (s.set w d (s.get v a))
  | .movsx w v d a, s => some (s.set w d (Bits.sext (s.get v a) v.bits))
  | .lea w d base index scale disp, s =>
    -- The address has 64 bits; its low bits depend on the low bits of its parts only.
    let part := fun (r : Option Reg) => match r with | some r => s.get w r | none => 0
    if immOk .b64 disp then some (s.set w d (part base + part index * scale + disp)) else none
  | .alu o w d a, s => if a.ok w then stepAlu w d (s.get w d) (a.val w s) s o else none
  | .un o w d, s => some (stepUn w d (s.get w d) s o)
  | .imul w d a, s =>
    let p := Bits.sext (s.get w d) w.bits * Bits.sext (s.get w a) w.bits
    some ((s.set w d p).setFlags (mulFlags (decide (¬ Bits.inS p w.bits))))
  | .imul3 w d a v, s =>
    let p := Bits.sext (s.get w a) w.bits * v
    if immOk w v then some ((s.set w d p).setFlags (mulFlags (decide (¬ Bits.inS p w.bits)))) else none
  | .mulWide false w a, s =>
    let p := s.get w (.gpr .rax) * s.get w a
    some ((setWide w s p).setFlags (mulFlags (decide (2 ^ w.bits ≤ p))))
  | .mulWide true w a, s =>
    let p := Bits.sext (s.get w (.gpr .rax)) w.bits * Bits.sext (s.get w a) w.bits
    some ((setWide w s p).setFlags (mulFlags (decide (¬ Bits.inS p w.bits))))
  | .div w a, s =>
    let n := getWide w s
    let b := s.get w a
    if b = 0 ∨ 2 ^ w.bits ≤ n / b then none
    else some ((setQuotient w s (n / b) (n % b)).setFlags noFlags)
  | .idiv w a, s =>
    let n := Bits.sext (getWide w s) (2 * w.bits)
    let b := Bits.sext (s.get w a) w.bits
    if b = 0 ∨ ¬ Bits.inS (n.tdiv b) w.bits then none
    else some ((setQuotient w s (n.tdiv b) (n.tmod b)).setFlags noFlags)
  | .cwd .b8, s => some (s.set .b16 (.gpr .rax) (Bits.sext (s.get .b8 (.gpr .rax)) 8))
  | .cwd w, s => some (s.set w (.gpr .rdx) (if msb w (s.get w (.gpr .rax)) then -1 else 0))
  | .shift o w d n, s => some (stepShift o w d (s.get w d) (w.count (n.val s)) s)
  | .dshift o w d b n, s => stepDshift o w d (s.get w d) (s.get w b) (w.count (n.val s)) s
  | .scan o w d a, s => stepScan w d (s.get w a) s o
  | .bswap w d, s => some (s.set w d (byteSwap w (s.get w d)))
  | .andn w d a b, s =>
    let r := Bits.land (Bits.lnot (s.get w a)) (s.get w b)
    some ((s.set w d r).setFlags { logicFlags w r with pf := none })
  | .bextr w d a b, s =>
    let c := s.get w b
    let r := Bits.zext (Bits.shr (s.get w a) (c % 256).toNat) (c / 256 % 256).toNat
    some ((s.set w d r).setFlags
      { noFlags with cf := some false, of := some false, zf := some (decide (Bits.zext r w.bits = 0)) })
  | .shx o w d a n, s =>
    let c := w.count (s.get w n)
    some (s.set w d (shiftVal w (s.get w a) c (match o with | .shlx => .shl | .shrx => .shr | .sarx => .sar)))
  | .setcc c d, s => match cond c s.flags with
    | none => none
    | some b => some (s.set .b8 d (if b then 1 else 0))
  | .cmov c w d a, s => match cond c s.flags with
    | none => none
    | some b => some (s.set w d (if b then s.get w a else s.get w d))

/-- One instruction after the other. -/
def run : List (Inst Width Int) → State → Option State
  | [], s => some s
  | i :: is, s => match exec i s with
    | none => none
    | some t => run is t

/-- Which operand sizes an instruction has. -/
def Inst.shapeOk {ι : Type} : Inst Width ι → Bool
  | .movzx w v _ _ => v.bits < w.bits && v.bits ≤ 16
  | .movsx w v _ _ => v.bits < w.bits
  | .lea w _ _ _ k _ => w != .b8 && [1, 2, 4, 8].contains k
  | .imul w _ _ | .imul3 w _ _ _ | .dshift _ w _ _ _ | .cmov _ w _ _ => w != .b8
  | .scan o w _ _ => match o with
    | .blsi | .blsr | .blsmsk => 32 ≤ w.bits
    | _ => w != .b8
  | .bswap w _ | .andn w _ _ _ | .bextr w _ _ _ | .shx _ w _ _ _ => 32 ≤ w.bits
  | _ => true

/-- Registers that an instruction may change. -/
def Inst.writes {ω ι : Type} : Inst ω ι → List Reg
  | .mov _ d _ | .movzx _ _ d _ | .movsx _ _ d _ | .lea _ d _ _ _ _ | .un _ _ d | .imul _ d _ | .imul3 _ d _ _
  | .shift _ _ d _ | .dshift _ _ d _ _ | .scan _ _ d _ | .bswap _ d | .andn _ d _ _ | .bextr _ d _ _
  | .shx _ _ d _ _ | .setcc _ d | .cmov _ _ d _ => [d]
  | .alu o _ d _ => if o = .cmp ∨ o = .test then [] else [d]
  | .mulWide _ _ _ | .div _ _ | .idiv _ _ | .cwd _ => [.gpr .rax, .gpr .rdx]

end Tuffy.X86
