import TuffyLean.Export.Vectors
import TuffyLean.IR.Const
import TuffyLean.IR.Behaviour

/-!
Programs that `IR/Step.lean` has run, in `programs.txt`: blocks with arguments, nested regions, all
terminators, calls, stack slots, memory, pointers through integers. Below the text of a program a line
for each run, the arguments of `main` and how it ended:

    program 3
    func @main(int, int, int) -> (int, int, int) {
    …
    }
    run 2 -1 poison = 7 0 -3
    run 0 0 0 = TUF-UB-001
    run 1 1 5 = trap

A program is made from a stream of numbers. Every block but the entry has the variables of the
program as its arguments, three ints and a pointer, and may go to any block that it is allowed to.
Runs that do not end soon are left out. A use of a stack slot after its end is `useAfterFree` here.
-/
namespace Tuffy.Export.Step
open Tuffy Tuffy.Export Tuffy.Prog

/-! ### blocks -/

/-- A block as far as it is made. -/
structure Made where
  next : Nat
  ints : List Nat
  ptr : Nat
  mem : Nat
  code : List Code := []
  text : List String := []

def v (r : Nat) : String := s!"v{r}"
def u (r : Nat) : Opd := .use r []
def res (r : Nat) : Res := ⟨r, []⟩

def Made.int (b : Made) (k : Nat) : Nat := (b.ints[k % b.ints.length]?).getD 0
def Made.fresh (b : Made) : Made := { b with next := b.next + 1 }
def Made.setInt (b : Made) (k r : Nat) : Made := { b with ints := b.ints.set (k % b.ints.length) r }

/-- One more instruction, whose result, if it has one, is register `next`. -/
def Made.add (b : Made) (i : Code) (t : String) : Made :=
  { b with next := b.next + 1, code := b.code ++ [i], text := b.text ++ [t] }

def Made.pure (b : Made) (o : Op) (args : List Nat) (imms : List Int := []) (annot : Annot := []) (shown : String := "") : Made :=
  b.add (.inst (.pure ⟨b.next, annot⟩ o (args.map u ++ imms.map .imm)))
    s!"{v b.next}{shown} = {o.name} {", ".intercalate (args.map v ++ imms.map toString)}"

def Made.const (b : Made) (n : Int) : Made := b.add (.inst (.const (res b.next) (.int n))) s!"{v b.next} = iconst {n}"

/-- The annotation `k` says, if it says one. -/
def annotOf (k : Nat) : Annot × String :=
  match k % 30 with
  | 0 => ([.signed 6], ":s6")
  | 1 => ([.unsigned 8], ":u8")
  | _ => ([], "")

def binary : List Op := [.add, .sub, .min, .max, .and, .or, .xor, .add, .sub]

/-- The functions that can be called: name, pointer, number of ints. -/
def functions : List (String × Pointer × Nat) :=
  [("main", ⟨.alloc 0, 4096⟩, 3), ("two", ⟨.alloc 1, 8192⟩, 2), ("one", ⟨.alloc 2, 12288⟩, 1)]

def sigOf (n : Nat) : Sig := ⟨List.replicate n .int, if n = 3 then [.int, .int, .int] else [.int]⟩

/-- A call of what register `f` holds with `n` ints; the result goes to variable `k`. -/
def Made.call (b : Made) (f n k : Nat) : Made :=
  let args := (List.range n).map fun i => b.int (k + i)
  let r := b.next + 1
  let code := b.code ++ [.call [res r] (sigOf n) (u f) (args.map u)]
  let text := b.text ++ [s!"{v b.next}, {v r} = call {v f}({", ".intercalate (args.map v)}), {v b.mem} -> int"]
  let b := { b with next := b.next + 2, mem := b.next, code, text }
  b.setInt k r

def symbol (b : Made) (k : Nat) : Made :=
  let (name, p, _) := (functions[k]?).getD ("", ⟨.none, 0⟩, 0)
  b.add (.inst (.const (res b.next) (.ptr p))) s!"{v b.next} = symbol_addr @{name}"

def Made.slot (b : Made) : Made :=
  { b.add (.inst (.stackSlot (res b.next) 8 8)) s!"{v b.next} = stack_slot 8 align 8" with ptr := b.next }
def Made.store (b : Made) (a : Nat) : Made :=
  { b.add (.inst (.store (u a) (u b.ptr) (.int 4) 1)) s!"{v b.next} = store.4 {v a}, {v b.ptr}, {v b.mem}" with mem := b.next }

/-- Some instruction. -/
def Made.some (b : Made) (leaf : Bool) (k x y z : Nat) : Made :=
  let a := b.int x
  let c := b.int y
  match k % 20 with
  | 0 | 1 | 2 | 3 =>
    let (annot, shown) := annotOf (x / 8)
    (b.pure ((binary[z % binary.length]?).getD .add) [a, c] [] annot shown).setInt y b.next
  | 4 =>
    let b := b.pure .mul [a, c]
    (b.pure .sext [b.next - 1] [12]).setInt y b.next
  | 5 =>
    let b := b.const ((x % 7 : Nat) - 9)
    (b.pure (if z % 2 = 0 then .div else .rem) [a, if z % 5 = 0 then c else b.next - 1]).setInt y b.next
  | 6 | 7 => (b.const ((z % 9 : Nat) - 3)).setInt y b.next
  | 8 => (b.pure (if z % 2 = 0 then .sext else .zext) [a] [3]).setInt y b.next
  | 9 | 10 =>
    let align := if z % 7 = 0 then 4 else 1
    (b.add (.inst (.load (res b.next) (.int 4) align (u b.ptr)))
      s!"{v b.next} = load.4 {v b.ptr}, {if align = 1 then "" else s!"align={align}, "}{v b.mem}").setInt y b.next
  | 11 | 12 => b.store a
  | 13 => if z % 4 = 0 then b.slot else b.slot.store a
  | 14 =>
    let b := b.const ([4, -4, 2, 4, 0][z % 5]!)
    { b.pure .ptradd [b.ptr, b.next - 1] with ptr := b.next }
  | 15 =>
    let b := if z % 3 = 0 then b.pure .ptrtoaddr [b.ptr] else
      b.add (.inst (.ptrToInt (res b.next) (u b.ptr))) s!"{v b.next} = ptrtoint {v b.ptr}"
    let b := b.pure .inttoptr [b.next - 1]
    { b with ptr := b.next - 1 }
  | 16 =>
    (b.add (.inst (.freeze (res b.next) (u a))) s!"{v b.next} = freeze {v a}").setInt y b.next
  | 17 =>
    let b := b.pure (.icmp (if z % 2 = 0 then .lt else .eq)) [a, c]
    (b.pure .select [b.next - 1, a, b.int (y + 1)]).setInt y b.next
  | _ =>
    if leaf then (b.const (z % 5 : Nat)).setInt y b.next
    else match z % 24 with
      | 0 => let b := symbol b 2; b.call (b.next - 1) 2 y
      | 1 => b.call b.ptr 1 y
      | 2 => let b := b.add (.inst (.const (res b.next) .poison)) s!"{v b.next} = poison -> ptr"; b.call (b.next - 1) 1 y
      | 3 => let b := b.const 0; let b := b.pure .inttoptr [b.next - 1]; b.call (b.next - 1) 2 y
      | 4 => (b.add (.inst (.const (res b.next) .poison)) s!"{v b.next} = poison -> int").setInt y b.next
      | n => if n % 2 = 0 then let b := symbol b 1; b.call (b.next - 1) 2 y else let b := symbol b 2; b.call (b.next - 1) 1 y

def Made.many (b : Made) (leaf : Bool) : List Nat → Made
  | k :: x :: y :: z :: rest => (b.some leaf k x y z).many leaf rest
  | _ => b

/-! ### functions -/

/-- Where blocks are: the region, and the blocks that they may go to. -/
structure Place where
  region : Nat
  targets : List Nat

/-- The shapes of functions: places of blocks, regions, and the blocks and regions in order as text has them. -/
inductive Item where
  | block (i : Nat)
  | open (loop : Bool)
  | close

structure Shape where
  places : List Place
  regions : List Region
  items : List Item

def nested (innerLoop outerLoop : Bool) : Shape where
  places := [⟨0, [1, 2, 2]⟩, ⟨0, [2, 7, 8, 2]⟩, ⟨1, [3, 4, 6, 7, 4]⟩, ⟨1, [4, 6, 8, 4]⟩, ⟨2, [5, 3, 7, 6, 5]⟩, ⟨2, [3, 6, 8, 5]⟩,
    ⟨1, [3, 7, 4]⟩, ⟨0, [8, 1]⟩, ⟨0, [8, 7]⟩]
  regions := [{}, { loop := outerLoop, parent := .some 0, entry := 2, next := .some 7 },
    { loop := innerLoop, parent := .some 1, entry := 4, next := .some 6 }]
  items := [.block 0, .block 1, .open outerLoop, .block 2, .block 3, .open innerLoop, .block 4, .block 5, .close, .block 6,
    .close, .block 7, .block 8]

def flat : Shape where
  places := [⟨0, [1, 2]⟩, ⟨0, [2, 2, 1]⟩, ⟨0, []⟩]
  regions := [{}]
  items := [.block 0, .block 1, .block 2]

/-- Where a branch goes, as text. -/
def target (b : Made) (t : Nat) : Target × String :=
  let args := b.ints ++ [b.ptr]
  (⟨t, args.map u⟩, s!"bb{t}({", ".intercalate (args.map v ++ [v b.mem])})")

/-- The end of a block. -/
def Made.end (b : Made) (s : Shape) (i : Nat) (p : Place) (returns k x y : Nat) : Made × Terminator × String :=
  let vs := b.ints ++ [b.ptr]
  let yielded := ", ".intercalate (vs.map v ++ [v b.mem])
  let inLoop := s.regions.length > 1 && p.region ≠ 0 && ((s.regions[p.region]?).any (·.loop) || (s.regions[1]?).any (·.loop))
  let to (i : Nat) : Nat := (p.targets[i % p.targets.length]?).getD 0
  let ret : Made × Terminator × String :=
    let rs := (List.range returns).map b.int
    (b, .ret (rs.map u), s!"ret {", ".intercalate (rs.map v ++ [v b.mem])}")
  if p.targets.isEmpty || i ≥ 7 && k % 5 < 3 then ret
  else if (s.regions.drop 1).any (·.entry = i) && k % 5 ≠ 0 then
    -- A loop that counts the last int down.
    let b := b.const 1
    let b := (b.pure .sub [b.int 2, b.next - 1]).setInt 2 b.next
    let b := b.const 0
    let b := b.pure (.icmp .gt) [b.int 2, b.next - 1]
    let (t₁, s₁) := target b (to 0)
    let (t₂, s₂) := target b (to 3)
    (b, .brif (u (b.next - 1)) t₁ t₂, s!"brif {v (b.next - 1)}, {s₁}, {s₂}")
  else match (if s.regions.length = 1 then 2 + k % 38 else if p.region = 0 then k % 40 else k % 32) with
    | 0 => (b, .trap, "trap")
    | 1 => (b, .unreachable, "unreachable")
    | 2 | 3 => ret
    | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 =>
      if p.region = 0 then let (t, s) := target b (to x); (b, .br t, s!"br {s}")
      else if inLoop && k / 40 % 3 ≠ 0 then (b, .continue (vs.map u), s!"continue {yielded}")
      else (b, .regionYield (vs.map u), s!"region_yield {yielded}")
    | 17 | 18 | 19 | 20 => let (t, s) := target b (to x); (b, .br t, s!"br {s}")
    | 21 | 22 | 23 | 24 | 25 =>
      let a := b.int x
      let (t₁, s₁) := target b (to x)
      let (t₂, s₂) := target b (to (x / 8))
      let (t₃, s₃) := target b (to (x / 64))
      let n : Int := (y % 4 : Nat) - 1
      (b, .switch (u a) [(n, t₁), (n + 2, t₂)] t₃, s!"switch {v a}, [{n}: {s₁}, {n + 2}: {s₂}], {s₃}")
    | _ =>
      let pred : Pred := ([.lt, .eq, .ge, .ne][y % 4]?).getD .eq
      let b := b.pure (.icmp pred) [b.int x, b.int (x + 1 + y / 4 % 2)]
      let (t₁, s₁) := target b (to (x / 8))
      let (t₂, s₂) := target b (to (x / 64))
      (b, .brif (u (b.next - 1)) t₁ t₂, s!"brif {v (b.next - 1)}, {s₁}, {s₂}")

/-- A block and its text. -/
def blockOf (s : Shape) (leaf : Bool) (ints i : Nat) (p : Place) (seed : Nat) : Block × String :=
  let base := 100 * i
  let ns := noise 24 seed
  let count := 4 * (1 + ns.headD 0 % 4)
  let params := (List.range 4).map (base + ·)
  let start : Made := ⟨base + 5, params.take 3, base + 3, base + 4, [], []⟩
  let start : Made :=
    if i = 0 then
      -- Ints that the function is not given are constants, and the pointer is one to a slot.
      let given := [0, 1, 2].map fun k => if k < ints then base + k else base
      let text := (List.range ints).map fun k => s!"{v (base + k)} = param {k}"
      let b : Made := { start with ints := given, text }
      b.slot.store base
    else start
  let b := start.many leaf ((ns.drop 1).take count)
  let (b, term, text) := b.end s i p (if ints = 3 then 3 else 1) (ns.getD 20 0) (ns.getD 21 0) (ns.getD 22 0)
  let head := if i = 0 then s!"bb0({v (base + 4)}: mem):"
    else s!"bb{i}({", ".intercalate ((params.take 3).map fun r => v r ++ ": int")}, {v (base + 3)}: ptr, {v (base + 4)}: mem):"
  (⟨if i = 0 then (List.range ints).map fun k => res (base + k) else params.map res, b.code, term, p.region⟩,
    "\n".intercalate (head :: (b.text ++ [text]).map ("  " ++ ·)) ++ "\n")

/-- A function and its text. -/
def funcOf (s : Shape) (k seed : Nat) : Func × String :=
  let (name, p, n) := (functions[k]?).getD ("", ⟨.none, 0⟩, 0)
  let blocks := ((List.range s.places.length).zip s.places).map fun (i, place) =>
    blockOf s (k = 2) n i place (seed + 17 * i)
  let text := String.join (s.items.map fun
    | .block i => ((blocks[i]?).map (·.2)).getD ""
    | .open loop => s!"region {if loop then "loop" else "plain"} \{\n"
    | .close => "}\n")
  let sig := sigOf n
  let returns := if n = 3 then "(int, int, int)" else "int"
  (⟨p, sig, [], blocks.map (·.1), s.regions⟩,
    s!"func @{name}({", ".intercalate (List.replicate n "int")}) -> {returns} \{\n{text}}\n")

/-! ### programs -/

/-- Slots lie far from each other; poison is frozen to 0. -/
def choices : Choices where
  place l size _ := if size < 2 ^ 19 then .some (2 ^ 20 * (l.length + 1)) else none
  freeze _ x := evalFreeze (.int 0) x

def world : World := ⟨fun _ _ _ => []⟩

/-- The functions have places in memory, but no bytes. -/
def memory : Tuffy.Memory := ⟨functions.map fun (_, p, _) => ⟨p.addr.toNat, [], 16, true, false, true⟩⟩

def code (u : UB) : String := "TUF-UB-" ++ (if u.code < 10 then "00" else "0") ++ toString u.code

/-- How a run ended; `none` if it has not, or has met a limit. -/
def ended : State → Option String
  | .final _ (.returned vs _) => .some (" ".intercalate (vs.map value))
  | .final _ (.ub u) => .some (code u)
  | .final _ .trapped => .some "trap"
  | _ => none

/-- How many programs there are, how many runs of each, of how many steps at most. -/
def count : Nat := 360
def runs : Nat := 10
def steps : Nat := 150

def arguments (k : Nat) : List Value :=
  (noise 3 k).map fun a => if a % 29 = 0 then .poison else .int ((a / 32 % 7 : Nat) - 2)

def program (k : Nat) : String :=
  let shape := nested (k % 3 ≠ 0) (k % 4 ≠ 3)
  let fs := [funcOf shape 0 (k * 1009 + 5), funcOf flat 1 (k * 1013 + 7), funcOf flat 2 (k * 1019 + 11)]
  let P : Program := ⟨fs.map (·.1)⟩
  let lines := (List.range runs).filterMap fun j =>
    let args := arguments (1000 * k + j)
    ((P.start 0 memory args).bind fun s => ended (run P choices world steps s)).map fun r =>
      s!"run {" ".intercalate (args.map value)} = {r}\n"
  s!"program {k}\n" ++ String.join (fs.map (·.2)) ++ String.join lines

def file : String := String.join ((List.range count).map program)

end Tuffy.Export.Step
