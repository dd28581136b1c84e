import TuffyLean.Export.Mnemonics

/-!
What the model says that instructions do, for comparison with a processor: `exec` itself on boundary
states. Every instruction of the model appears at every operand size that it has.

`states.txt` has a state a line: `rax rbx rcx rdx`, hexadecimal, and the flags, `cpazso` where they
are 1 and `-` where 0. The other files have an instruction a line, in Intel syntax, and after a
colon what it makes of each of the states, in their order: the registers that have changed, as
`a:1f` for `rax` (`b c d` likewise) with `;` between, a comma, and the flags, `?` where undefined;
or `stuck`.
-/
namespace Tuffy.X86.Export

/-! ### syntax -/

def partName (g : Gpr) (w : Width) : String :=
  match g, w with
  | .rax, .b8 => "al" | .rax, .b16 => "ax" | .rax, .b32 => "eax" | .rax, .b64 => "rax"
  | .rbx, .b8 => "bl" | .rbx, .b16 => "bx" | .rbx, .b32 => "ebx" | .rbx, .b64 => "rbx"
  | .rcx, .b8 => "cl" | .rcx, .b16 => "cx" | .rcx, .b32 => "ecx" | .rcx, .b64 => "rcx"
  | .rdx, .b8 => "dl" | .rdx, .b16 => "dx" | .rdx, .b32 => "edx" | .rdx, .b64 => "rdx"
  | _, _ => "?"

def part (w : Width) : Reg → String
  | .gpr g => partName g w
  | _ => "?"

def srcText (w : Width) : Src Int → String
  | .reg r => part w r
  | .imm v => toString v

def countText : Count Int → String
  | .imm v => toString v
  | .cl => "cl"

/-- The part of an address that is base and index. -/
def addressText (base index : Option Reg) (scale : Nat) (disp : Int) : String :=
  let parts := base.toList.map (part .b64) ++ index.toList.map (fun i => s!"{part .b64 i}*{scale}") ++ [toString disp]
  "[" ++ "+".intercalate parts ++ "]"

/-- An instruction in Intel syntax. -/
def text : Inst Width Int → String :=
  let row (name : String) (args : List String) := name ++ " " ++ ", ".intercalate args
  fun
  | .mov w d a => row "mov" [part w d, srcText w a]
  | .movzx w v d a => row "movzx" [part w d, part v a]
  | .movsx w v d a => row (if v = .b32 then "movsxd" else "movsx") [part w d, part v a]
  | .lea w d b i k disp => row "lea" [part w d, addressText b i k disp]
  | .alu o w d a => row (aluName o) [part w d, srcText w a]
  | .un o w d => row (unName o) [part w d]
  | .imul w d a => row "imul" [part w d, part w a]
  | .imul3 w d a v => row "imul" [part w d, part w a, toString v]
  | .mulWide g w a => row (if g then "imul" else "mul") [part w a]
  | .div w a => row "div" [part w a]
  | .idiv w a => row "idiv" [part w a]
  | .cwd .b8 => "cbw" | .cwd .b16 => "cwd" | .cwd .b32 => "cdq" | .cwd .b64 => "cqo"
  | .shift o w d n => row (shName o) [part w d, countText n]
  | .dshift o w d a n => row (dshName o) [part w d, part w a, countText n]
  | .scan o w d a => row (scanName o) [part w d, part w a]
  | .bswap w d => row "bswap" [part w d]
  | .andn w d a b => row "andn" [part w d, part w a, part w b]
  | .bextr w d a b => row "bextr" [part w d, part w a, part w b]
  | .shx o w d a n => row (shxName o) [part w d, part w a, part w n]
  | .setcc c d => row ("set" ++ ccName c) [part .b8 d]
  | .cmov c w d a => row ("cmov" ++ ccName c) [part w d, part w a]

/-! ### states -/

abbrev rax : Reg := .gpr .rax
abbrev rbx : Reg := .gpr .rbx
abbrev rcx : Reg := .gpr .rcx
abbrev rdx : Reg := .gpr .rdx

/-- Ends of the ranges of all sizes. -/
def ends : List Int := [
  0, 1, 2, 3, 0x7f, 0x80, 0x81, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff,
  0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffffe, 0xffffffffffffff80,
  0xffffffff80000000, 0x8080808080808080, 0x7f7f7f7f7f7f7f7f, 0x123456789abcdef0, 0xf, 0x10, 0xfedcba9876543210]

/-- Counts of shifts, the bits above the lowest byte set or not. -/
def counts : List Int := [
  0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 40, 48, 62, 63, 64, 65, 96, 127, 128, 255, 0xffffff00, 0xffffff01,
  0x123456789abcdef0 + 4, 0x0805, 0x1003, 0x4000, 0xff08, 0x2010]

/-- Upper halves of dividends. -/
def uppers : List Int := [0, 1, 0xffffffffffffffff, 0, 0x123456789abcdef0, 2, 0xfedcba9876543210, 0, 0xffff]

def stateCount : Nat := 128

/-- Register values of the state with a number. -/
def registers (i : Nat) : List Int :=
  let pick (l : List Int) (k : Nat) : Int := l[k % l.length]!
  let noise : Int := ((i * i + 1) * 0x9e3779b97f4a7c15 % 2 ^ 64 : Nat)
  let a := if i % 5 = 4 then noise else pick ends (i * 3 + i / 29)
  let b := if i % 7 = 6 then Bits.zext (noise * 0x2545f4914f6cdd1d) 64 else pick ends (i * 5 + 3 + i / 29)
  [a, b, pick counts i, pick uppers i]

/-- All 64 settings of the flags come twice. -/
def flagsOf (i : Nat) : Flags :=
  let bit (k : Nat) := some (i.testBit k)
  ⟨bit 0, bit 1, bit 2, bit 3, bit 4, bit 5⟩

def stateOf (i : Nat) : State :=
  let r := registers i
  { reg := fun
      | .gpr .rax => r[0]! | .gpr .rbx => r[1]! | .gpr .rcx => r[2]! | .gpr .rdx => r[3]!
      | _ => 0
    flags := flagsOf i }

/-! ### instructions -/

def ws : List Width := [.b8, .b16, .b32, .b64]
def ws16 : List Width := [.b16, .b32, .b64]
def ws32 : List Width := [.b32, .b64]

/-- Sign-extended immediates at their ends. -/
def immediates (w : Width) : List Int := [-128, 2 ^ (min w.bits 32 - 1) - 1]
def shiftCounts (w : Width) : List (Count Int) :=
  [.cl, .imm 0, .imm 1, .imm 3, .imm (w.bits - 1), .imm (w.bits + 1)]
def ccs : List Cc := [.o, .no, .b, .ae, .e, .ne, .be, .a, .s, .ns, .p, .np, .l, .ge, .le, .g]

/-- The instructions, by file. -/
def instructions : List (String × List (Inst Width Int)) := [
  ("mov", ws.flatMap (fun w => [.mov w rax (.reg rbx), .mov w rax (.imm (-1)), .mov w rax (.imm (2 ^ w.bits - 2))])
    ++ [(.b16, .b8), (.b32, .b8), (.b64, .b8), (.b32, .b16), (.b64, .b16)].flatMap
      (fun (w, v) => [.movzx w v rax rbx, .movsx w v rax rbx]) ++ [.movsx .b64 .b32 rax rbx]),
  ("lea", ws16.flatMap fun w => [.lea w rax (some rbx) (some rcx) 4 (-5), .lea w rax none (some rbx) 8 (2 ^ 31 - 1),
    .lea w rax (some rbx) none 1 (-(2 ^ 31)), .lea w rax (some rax) (some rbx) 1 0, .lea w rax none none 1 77,
    .lea w rcx (some rbx) (some rbx) 2 1]),
  ("alu", ws.flatMap fun w => [.add, .adc, .sub, .sbb, .and, .or, .xor, .cmp, .test].flatMap fun o =>
    [.alu o w rax (.reg rbx)] ++ (immediates w).map fun v => .alu o w rax (.imm v)),
  ("un", ws.flatMap fun w => [.neg, .not, .inc, .dec].map fun o => .un o w rax),
  ("mul", ws16.flatMap (fun w => .imul w rax rbx :: (immediates w).map fun v => .imul3 w rax rbx v)
    ++ ws.flatMap fun w => [.mulWide false w rbx, .mulWide true w rbx]),
  ("div", ws.flatMap fun w => [.div w rbx, .idiv w rbx, .div w rcx, .idiv w rcx, .cwd w]),
  ("shift", ws.flatMap fun w => [.shl, .shr, .sar].flatMap fun o => (shiftCounts w).map fun n => .shift o w rax n),
  ("rotate", ws.flatMap fun w => [.rol, .ror].flatMap fun o => (shiftCounts w).map fun n => .shift o w rax n),
  ("dshift", ws16.flatMap fun w => [.shld, .shrd].flatMap fun o =>
    [.cl, .imm 0, .imm 1, .imm (w.bits - 1)].map fun n => .dshift o w rax rbx n),
  ("scan", ws16.flatMap (fun w => [.bsf, .bsr, .popcnt, .lzcnt, .tzcnt].map fun o => .scan o w rax rbx)
    ++ ws32.flatMap fun w => [.blsi, .blsr, .blsmsk].map fun o => .scan o w rax rbx),
  ("bmi", ws32.flatMap fun w => [.bswap w rax, .andn w rax rbx rdx, .bextr w rax rbx rcx, .shx .shlx w rax rbx rcx,
    .shx .shrx w rax rbx rcx, .shx .sarx w rax rbx rcx]),
  ("setcc", ccs.map fun c => .setcc c rax),
  ("cmov", ccs.map (fun c => .cmov c .b32 rax rbx) ++ ws16.map fun w => .cmov .e w rax rbx)]

/-! ### files -/

def hexText (v : Int) : String := String.ofList (Nat.toDigits 16 v.toNat)

def flagsText (f : Flags) : String :=
  let one (name : String) : Option Bool → String
    | some true => name | some false => "-" | none => "?"
  one "c" f.cf ++ one "p" f.pf ++ one "a" f.af ++ one "z" f.zf ++ one "s" f.sf ++ one "o" f.of

/-- The registers that may change, with their letters. -/
def shown : List (Reg × String) := [(rax, "a"), (rbx, "b"), (rcx, "c"), (rdx, "d")]

def statesText : String :=
  String.join ((List.range stateCount).map fun i =>
    " ".intercalate ((registers i).map hexText) ++ " " ++ flagsText (flagsOf i) ++ "\n")

/-- What an instruction makes of a state. -/
def outcome (i : Inst Width Int) (s : State) : String :=
  match exec i s with
  | none => "stuck"
  | some t =>
    let changed := shown.filterMap fun (r, name) =>
      let new := Bits.zext (t.reg r) 64
      if new = s.reg r then none else some (name ++ ":" ++ hexText new)
    ";".intercalate changed ++ "," ++ flagsText t.flags

def instText (i : Inst Width Int) : String :=
  text i ++ ": " ++ " ".intercalate ((List.range stateCount).map fun k => outcome i (stateOf k)) ++ "\n"

/-- What the model says, by file name. -/
def machineFiles : List (String × String) :=
  ("states.txt", statesText) :: instructions.map fun (name, is) => (name ++ ".txt", String.join (is.map instText))

/-- The operand sizes exist. -/
theorem instructions_shape : instructions.all (·.2.all Inst.shapeOk) = true := by decide

end Tuffy.X86.Export
