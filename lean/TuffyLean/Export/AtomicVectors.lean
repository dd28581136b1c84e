import TuffyLean.Export.DataVectors
import TuffyLean.IR.Atomic

/-!
Test vectors of atomic operations: short sequences that `IR/Atomic.lean` itself has executed.

    case 17
    store.atomic release int 4 513 0+4 align 4 = ok
    rmw add relaxed int 4 -1 0+4 align 1 = 513
    cmpxchg seqcst acquire ptr 0+8 null *1+8 align 8 = null
    load.atomic acquire byte(3) 0+4 align 1 = 00,02,00
    fence seqcst = ok
    end 0 = 01 26 4b …
    end 1 = u u u …

After an instruction with its orderings come the type (an int with its bytes), the values in the order of
the operands, and the alignment. There are four heap allocations of 24 bytes, aligned to 16. `start`
says what is in them: 0, 1, which is exposed, 2, which is constant, and 3, which is dead. An address is
an allocation and an offset, `null` or `poison`; before the allocation stands `*` where the provenance is
wildcard, `!` where there is none. Bytes are two hexadecimal digits, `u` uninit, `p` poison, `0+4.3` byte
3 of that pointer. Undefined behaviour ends a case.
-/
namespace Tuffy.Export.Atomic
open Tuffy Tuffy.Export

def size : Nat := 24
def base (i : Nat) : Nat := 2 ^ 41 * (i + 1) + 16

/-- What the allocations hold: known bytes, in the second one from the middle on. -/
def content (i : Nat) : List Byte :=
  (List.range size).map fun k => if i = 1 ∧ k < size / 2 then .uninit else .bits ((37 * k + 1) % 256)

/-- The memory that a case begins with. -/
def start : Tuffy.Memory :=
  ⟨(List.range 4).map fun i => ⟨base i, content i, 16, i != 3, i == 1, i == 2⟩⟩

def place (a : Int) : String :=
  match (List.range 4).find? fun i => decide ((base i : Int) - 2 ^ 20 < a ∧ a < base i + 2 ^ 20) with
  | some i => s!"{i}+{a - base i}"
  | none => s!"?{a}"

def address (p : Pointer) : String :=
  match p.prov with
  | .alloc i => s!"{i}+{p.addr - base i}"
  | .none => if p.addr = 0 then "null" else "!" ++ place p.addr
  | .wildcard => "*" ++ place p.addr

def byte : Byte → String
  | .uninit => "u"
  | .poison => "p"
  | .bits b => String.singleton (Nat.digitChar (b / 16)) ++ String.singleton (Nat.digitChar (b % 16))
  | .frag p i => s!"{address p}.{i}"

def value : Value → String
  | .ptr p => address p
  | .bytes bs => ",".intercalate (bs.map byte)
  | v => Export.value v

def access : Acc → String
  | .int n => s!"int {n}"
  | t => Data.typeText t

def order : Order → String
  | .relaxed => "relaxed" | .acquire => "acquire" | .release => "release" | .acqRel => "acqrel" | .seqCst => "seqcst"

def operation : RMWOp → String
  | .xchg => "xchg" | .add => "add" | .sub => "sub" | .and => "and" | .or => "or" | .xor => "xor"

/-- One instruction on values. -/
inductive Inst where
  | load (o : Order) (t : Acc) (p : Value) (align : Nat)
  | store (o : Order) (t : Acc) (v p : Value) (align : Nat)
  | rmw (op : RMWOp) (o : Order) (t : Acc) (p v : Value) (align : Nat)
  | cmpxchg (o fail : Order) (t : Acc) (p e v : Value) (align : Nat)
  | fence (o : Order)

def Inst.text : Inst → String
  | load o t p al => s!"load.atomic {order o} {access t} {value p} align {al}"
  | store o t v p al => s!"store.atomic {order o} {access t} {value v} {value p} align {al}"
  | rmw op o t p v al => s!"rmw {operation op} {order o} {access t} {value p} {value v} align {al}"
  | cmpxchg o f t p e v al => s!"cmpxchg {order o} {order f} {access t} {value p} {value e} {value v} align {al}"
  | fence o => s!"fence {order o}"

def Inst.exec (m : Tuffy.Memory) : Inst → Exec (Tuffy.Memory × String)
  | load _ t p al => (execLoadAtomic m p t al).map fun v => (m, value v)
  | store _ t v p al => (execStoreAtomic m v p t al).map fun m => (m, "ok")
  | rmw op _ t p v al => (execRMW op m p v t al).map fun (m, v) => (m, value v)
  | cmpxchg _ _ t p e v al => (execCmpXchg m p e v t al).map fun (m, v) => (m, value v)
  | fence _ => (execFence m).map fun m => (m, "ok")

def code (u : UB) : String := "TUF-UB-" ++ (if u.code < 10 then "00" else "0") ++ toString u.code

/-! ### cases -/

def pick {α : Type} [Inhabited α] (l : List α) (x : Nat) : α := l.getD (x % l.length) default

instance : Inhabited Acc := ⟨.bool⟩
instance : Inhabited Order := ⟨.relaxed⟩
instance : Inhabited RMWOp := ⟨.xchg⟩
instance : Inhabited Byte := ⟨.uninit⟩
instance : Inhabited Value := ⟨.poison⟩
instance : Inhabited Prov := ⟨.none⟩

def types : List Acc :=
  [.int 4, .int 8, .ptr, .int 1, .bool, .float .f32, .ptr, .bytes 2, .int 2, .float .f64, .bytes 8, .int 16, .ptr, .int 3, .float .bf16,
   .bytes 4, .int 4, .int 8, .int 1, .bytes 3]

def pointers : List Value :=
  [.ptr ⟨.none, 0⟩, .ptr ⟨.alloc 0, base 0⟩, .ptr ⟨.alloc 0, base 0 + 8⟩, .ptr ⟨.wildcard, base 0 + 8⟩, .ptr ⟨.none, base 0 + 8⟩,
   .ptr ⟨.alloc 1, base 1 + 4⟩, .ptr ⟨.wildcard, base 1 + 4⟩, .ptr ⟨.alloc 1, base 1 + 40⟩, .ptr ⟨.alloc 3, base 3⟩, .poison]

/-- Some value of a type. -/
def valueOf (t : Acc) (x : Nat) : Value :=
  let byteOf (x : Nat) : Byte := pick [.bits (x / 16 % 256), .bits 0, .uninit, .bits 255, .bits (x / 16 % 256), .poison, .bits 1, .frag ⟨.alloc 0, base 0 + 8⟩ (x / 16 % 8)] x
  match t with
  | .int _ => pick ([0, 1, -1, 2, 127, 128, 255, 256, -128, 65535, 2 ^ 31, 2 ^ 63, -(2 ^ 63), 2 ^ 64 + 5, -(2 ^ 70)].map Value.int ++
      [.int (x / 32 % 2 ^ 20 : Nat), .int (x / 32 : Nat), .poison]) x
  | .bool => pick [.bool true, .bool false, .poison, .bool true, .bool false] x
  | .float f => pick ((signed f (magnitudes f)).map (Value.float f) ++ [.poison]) x
  | .ptr => pick pointers x
  | .bytes n => .bytes ((noise n x).map fun y => byteOf (if x % 3 = 0 then y else 16 * y))

/-- Some address, of `n` bytes most of the time, and an alignment that it has most of the time. -/
def target (n x d : Nat) : Value × Nat :=
  let off := pick [0, 8, 0, 8, 4, 16, 0, 8, 12, 2, 16, 5, 20, 0] (x / 64)
  let off := if off + n ≤ size ∨ x / 64 % 41 = 0 then off else size - n
  let align := pick [1, 8, 2, 4] d
  let align := if off % align = 0 ∨ d / 4 % 16 = 0 then align else 1
  let p := if x % 127 = 0 then .poison else if x % 131 = 0 then .ptr ⟨.none, 0⟩
    else if x % 109 = 0 then .ptr ⟨pick [.none, .wildcard] x, base 0 + off⟩ else if x % 139 = 0 then .ptr ⟨.alloc 3, base 3⟩
    else if x % 43 = 0 then .ptr ⟨.alloc 2, base 2 + off⟩
    else if x % 5 = 0 then .ptr ⟨.wildcard, base 1 + off⟩ else .ptr ⟨.alloc (x % 2), base (x % 2) + off⟩
  (p, align)

/-- What a `cmpxchg` may expect: what is there, in another guise, or something else. -/
def expected (m : Tuffy.Memory) (t : Acc) (p : Value) (x : Nat) : Value :=
  match execLoad m p t 1 with
  | .ok (.int n) => if x % 4 = 0 then valueOf t (x / 4) else if x % 4 = 1 then .int (n - 256 ^ t.size) else .int n
  | .ok (.ptr q) => if x % 4 = 0 then valueOf t (x / 4) else if x % 4 = 1 then .ptr ⟨.none, q.addr⟩ else .ptr q
  | .ok v => if x % 2 = 0 then valueOf t (x / 2) else v
  | _ => valueOf t x

/-- Some instruction, from numbers. -/
def instOf (m : Tuffy.Memory) (k a b c d : Nat) : Inst :=
  let t : Acc := pick types c
  let t := if k % 20 < 7 ∨ 16 < k % 20 then t else pick [.int 4, .int 1, .int 8, .int 2, .int 16, .int 3, .int 8, .int 4] c
  let (p, align) := target t.size a d
  let any : Order := pick [.relaxed, .acquire, .release, .acqRel, .seqCst] (d / 64)
  match k % 20 with
  | 0 | 1 | 2 => .store (pick [.relaxed, .release, .seqCst] (d / 64)) t (valueOf t b) p align
  | 3 | 4 => .load (pick [.relaxed, .acquire, .seqCst] (d / 64)) t p align
  | 5 | 6 => .rmw .xchg any t p (valueOf t b) align
  | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 => .rmw (pick [.add, .sub, .and, .or, .xor] k) any t p (valueOf t b) align
  | 17 | 18 => .cmpxchg any (pick [.relaxed, .acquire, .seqCst] (d / 512)) t p (expected m t p b) (valueOf t (b / 8)) align
  | _ => .fence (pick [.acquire, .release, .acqRel, .seqCst] d)

/-- The lines of a case, from a stream of numbers. -/
def lines (m : Tuffy.Memory) : List Nat → List String
  | k :: a :: b :: c :: d :: rest =>
    let i := instOf m k a b c d
    match i.exec m with
    | .ok (m', r) => (i.text ++ " = " ++ r) :: lines m' rest
    | .ub u => [i.text ++ " = " ++ code u]
    | .limit => [i.text ++ " = limit"]
  | _ => ((List.range 2).zip m.allocs).map fun (i, a) => s!"end {i} = " ++ " ".intercalate (a.bytes.map byte)

/-- How many cases there are, of how many instructions. -/
def count : Nat := 2800
def length : Nat := 12

def case (i : Nat) : String := s!"case {i}\n" ++ String.join ((lines start (noise (5 * length) (6007 * i + 5))).map (· ++ "\n"))

/-- The file of vectors. -/
def file : String := String.join ((List.range count).map case)

end Tuffy.Export.Atomic
