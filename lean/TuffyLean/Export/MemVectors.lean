import TuffyLean.Export.Vectors
import TuffyLean.IR.Memory
import TuffyLean.IR.Inbounds
import TuffyLean.IR.Expose

/-!
Test vectors of memory: short sequences of instructions that `IR/Memory.lean` itself has executed.

    case 17
    store int 2 513 0+4 align 2 = ok
    load int 4 0+4 align 1 = poison
    load bytes 3 0+4 align 1 = 01 02 u
    memcpy 1+0 0+4 3 = ok
    end 0 = u u u u 01 02 u u u u u u u u u u
    end 1 = 01 02 u u u u u u u u u u u u u u

Two heap allocations, 0 and 1, of 16 uninit bytes each, at 0x112340 and 0x212340; an address is an allocation and
an offset, `null` or `poison`. At the end `exposed` says that numbers may become pointers to it. Undefined behaviour ends a case. Bytes are two hexadecimal digits, `u`
uninit, `p` poison, `0+4.3` byte 3 of that pointer; an allocation that has ended is `dead`. `free` of
null does nothing.
-/
namespace Tuffy.Export.Memory
open Tuffy

def size : Nat := 16
def base (i : Nat) : Nat := 1048576 * (i + 1) + 4660 * 16

/-- The memory that a case begins with. -/
def start : Tuffy.Memory := (execAlloc (execAlloc ⟨[]⟩ (base 0) size 16).1 (base 1) size 16).1

def address (p : Pointer) : String :=
  match p.prov with
  | .alloc i => s!"{i}+{p.addr - base i}"
  | .none => if p.addr = 0 then "null" else s!"none:{p.addr}"
  | .wildcard => s!"wildcard:{p.addr}"

def hex (n : Nat) : String := String.singleton (Nat.digitChar (n / 16)) ++ String.singleton (Nat.digitChar (n % 16))

def byte : Byte → String
  | .uninit => "u"
  | .poison => "p"
  | .bits b => hex b
  | .frag p i => s!"{address p}.{i}"

def value : Value → String
  | .int n => toString n
  | .bool b => toString b
  | .ptr p => address p
  | .bytes bs => " ".intercalate (bs.map byte)
  | .float f b => s!"f{f.width}:{b}"
  | .poison => "poison"
  | _ => "?"

def access : Acc → String
  | .int n => s!"int {n}"
  | .bool => "bool"
  | .float f => s!"f{f.width}"
  | .ptr => "ptr"
  | .bytes n => s!"bytes {n}"

/-- One instruction on values. -/
inductive Inst where
  | load (t : Acc) (p : Value) (align : Nat)
  | store (t : Acc) (v p : Value) (align : Nat)
  | copy (apart : Bool) (d s n : Value)
  | memset (p b n : Value)
  | free (p : Value)
  | move (p d : Value)
  | expose (t : Acc) (p : Value) (align : Nat)
  | cast (t : Acc) (p : Value)

def Inst.text : Inst → String
  | load t p al => s!"load {access t} {value p} align {al}"
  | store t v p al => s!"store {access t} {value v} {value p} align {al}"
  | copy a d s n => s!"{if a then "memcpy" else "memmove"} {value d} {value s} {value n}"
  | memset p b n => s!"memset {value p} {value b} {value n}"
  | free p => s!"free {value p}"
  | move p d => s!"ptradd.inbounds {value p} {value d}"
  | expose t p al => s!"load.expose {access t} {value p} align {al}"
  | cast t p => s!"bitcast.expose {access t} {value p}"

def ok (x : Exec Tuffy.Memory) : Exec (Tuffy.Memory × String) := x.map fun m => (m, "ok")

def Inst.exec (m : Tuffy.Memory) : Inst → Exec (Tuffy.Memory × String)
  | load t p al => (execLoad m p t al).map fun v => (m, value v)
  | store t v p al => ok (execStore m v p t al)
  | copy true d s n => ok (execMemCpy m d s n 1)
  | copy false d s n => ok (execMemMove m d s n 1)
  | memset p b n => ok (execMemSet m p b n 1)
  | free p => ok (execFree m p)
  | move p d => .ok (m, value (execPtrAddInbounds m p d))
  | expose t p al => (execLoadExpose m p t al).map fun (m, v) => (m, value v)
  | cast t p => let (m, v) := execBitcastExpose m .ptr t p; .ok (m, value v)

def code (u : UB) : String := "TUF-UB-" ++ (if u.code < 10 then "00" else "0") ++ toString u.code

/-- The lines of a case. -/
def lines (m : Tuffy.Memory) : List Inst → List String
  | [] => ((List.range m.allocs.length).zip m.allocs).map fun (i, a) =>
    s!"end {i} = " ++ if a.live then " ".intercalate (a.bytes.map byte) ++ (if a.exposed then " exposed" else "") else "dead"
  | i :: is => match i.exec m with
    | .ok (m', r) => (i.text ++ " = " ++ r) :: lines m' is
    | .ub u => [i.text ++ " = " ++ code u]
    | .limit => [i.text ++ " = limit"]

/-- Some instruction, from numbers. -/
def instOf (k a b c d : Nat) : Inst :=
  let ptr (x : Nat) : Value :=
    if x % 61 = 0 then .poison else if x % 97 = 0 then .ptr ⟨.none, 0⟩
    else .ptr ⟨.alloc (x % 2), base (x % 2) + (if x % 19 = 0 then (x / 2 % 22 : Nat) - 3 else (x / 2 % 9 : Nat))⟩
  let n : Nat := [1, 2, 3, 4, 8][c % 5]!
  let align : Nat := if d % 12 = 0 then 2 else if d % 13 = 0 then 4 else 1
  let int (x : Nat) : Value := if x % 11 = 0 then .poison else .int ((x % 70000 : Nat) - (if x % 3 = 0 then 70000 else 0 : Nat))
  let start : Value := .ptr ⟨.alloc (a % 2), base (a % 2)⟩
  let length (x : Nat) : Value := if x % 31 = 0 then .poison else if x % 37 = 0 then .int (-1) else .int (x % 6 : Nat)
  match k % 20 with
  | 0 | 1 | 2 => .store (.int n) (int b) (ptr a) align
  | 3 | 14 => .store .ptr (ptr b) (ptr a) 1
  | 15 | 16 => .move (ptr a) (if d % 23 = 0 then .poison else .int ((d / 2 % 26 : Nat) - (if d % 2 = 0 then 26 else 9 : Nat)))
  | 17 => .expose (.int n) (ptr a) align
  | 18 => if b % 4 = 0 then .expose .bool (ptr a) 1 else if b % 4 = 1 then .expose (.bytes n) (ptr a) 1 else .expose (.int 8) (ptr a) 1
  | 19 => .cast (if b % 3 = 0 then .bytes 8 else .int 8) (ptr a)
  | 4 => .store .bool (if b % 5 = 0 then .poison else .bool (b % 2 = 0)) (ptr a) 1
  | 5 => .store (.bytes 2) (.bytes [.bits (b % 256), if d % 2 = 0 then .uninit else .poison]) (ptr a) align
  | 6 | 7 => .load (.int n) (ptr a) align
  | 8 => .load .ptr (ptr a) 1
  | 9 => if b % 2 = 0 then .load .bool (ptr a) 1 else .load (.bytes n) (ptr a) 1
  | 10 => .copy true (ptr a) (ptr b) (length c)
  | 11 => .copy false (ptr a) (ptr b) (length c)
  | 12 => .memset (ptr a) (int b) (length c)
  | _ => if b % 4 = 0 then .free (match ptr a with | .ptr ⟨.alloc _, _⟩ => if c % 3 = 0 then ptr a else start | p => p)
    else .load (.bytes size) start 1

/-- Instructions from a stream of numbers. -/
def instsOf : List Nat → List Inst
  | k :: a :: b :: c :: d :: rest => instOf k a b c d :: instsOf rest
  | _ => []

/-- How many cases there are, of how many instructions. -/
def count : Nat := 4000
def length : Nat := 9

def case (i : Nat) : String := s!"case {i}\n" ++ String.join ((lines start (instsOf (noise (5 * length) (7919 * i + 1)))).map (· ++ "\n"))

/-- The file of vectors. -/
def file : String := String.join ((List.range count).map case)

end Tuffy.Export.Memory
