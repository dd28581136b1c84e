import TuffyLean.IR.Semantics

/-! The list of all opcodes. -/
namespace Tuffy

/-- Every opcode once. -/
def Op.all : List Op := [
  .add, .sub, .mul, .div, .rem, .tdiv, .trem, .and, .or, .xor, .not, .shl, .shr, .min, .max, .clmul,
  .countOnes, .countLeadingZeros, .countTrailingZeros, .bswap, .bitReverse, .rotateLeft, .rotateRight,
  .merge, .splitHi, .splitLo, .sext, .zext,
  .icmp .eq, .icmp .ne, .icmp .lt, .icmp .le, .icmp .gt, .icmp .ge,
  .bnot, .band, .bor, .bxor, .select, .boolToInt, .intToBool]

/-- The list is complete. -/
theorem Op.mem_all (o : Op) : o ∈ Op.all := by
  cases o <;> (try (rename_i p; cases p)) <;> decide

end Tuffy
