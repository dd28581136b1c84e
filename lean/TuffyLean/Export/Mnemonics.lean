import TuffyLean.Target.X86.Machine

/-! The mnemonics of x86-64 that name an operation. -/
namespace Tuffy.X86.Export

def aluName : Alu → String
  | .add => "add" | .adc => "adc" | .sub => "sub" | .sbb => "sbb" | .and => "and" | .or => "or" | .xor => "xor"
  | .cmp => "cmp" | .test => "test"
def unName : Un → String
  | .neg => "neg" | .not => "not" | .inc => "inc" | .dec => "dec"
def shName : Sh → String
  | .shl => "shl" | .shr => "shr" | .sar => "sar" | .rol => "rol" | .ror => "ror"
def dshName : Dsh → String
  | .shld => "shld" | .shrd => "shrd"
def scanName : Scan → String
  | .bsf => "bsf" | .bsr => "bsr" | .popcnt => "popcnt" | .lzcnt => "lzcnt" | .tzcnt => "tzcnt" | .blsi => "blsi"
  | .blsr => "blsr" | .blsmsk => "blsmsk"
def shxName : Shx → String
  | .shlx => "shlx" | .shrx => "shrx" | .sarx => "sarx"
def ccName : Cc → String
  | .o => "o" | .no => "no" | .b => "b" | .ae => "ae" | .e => "e" | .ne => "ne" | .be => "be" | .a => "a"
  | .s => "s" | .ns => "ns" | .p => "p" | .np => "np" | .l => "l" | .ge => "ge" | .le => "le" | .g => "g"

end Tuffy.X86.Export
