import TuffyLean.IR.Semantics

/-! The list of all opcodes. -/
namespace Tuffy

/-- Every opcode once. -/
def Op.all : List Op := [
  .add, .sub, .mul, .div, .rem, .tdiv, .trem, .and, .or, .xor, .not, .shl, .shr, .min, .max, .clmul,
  .countOnes, .countLeadingZeros, .countTrailingZeros, .bswap, .bitReverse, .rotateLeft, .rotateRight,
  .merge, .splitHi, .splitLo, .sext, .zext,
  .icmp .eq, .icmp .ne, .icmp .lt, .icmp .le, .icmp .gt, .icmp .ge,
  .bnot, .band, .bor, .bxor, .select, .boolToInt, .intToBool,
  .fadd, .fsub, .fmul, .fdiv, .frem, .fminnum, .fmaxnum, .fsqrt, .fma, .fneg, .fabs, .copysign,
  .fcmp .false, .fcmp .oeq, .fcmp .ogt, .fcmp .oge, .fcmp .olt, .fcmp .ole, .fcmp .one, .fcmp .ord,
  .fcmp .ueq, .fcmp .ugt, .fcmp .uge, .fcmp .ult, .fcmp .ule, .fcmp .une, .fcmp .uno, .fcmp .true,
  .fpConvert .bf16, .fpConvert .f16, .fpConvert .f32, .fpConvert .f64,
  .siToFp .bf16, .siToFp .f16, .siToFp .f32, .siToFp .f64,
  .uiToFp .bf16, .uiToFp .f16, .uiToFp .f32, .uiToFp .f64,
  .fpToSi, .fpToUi, .fpToSiSat, .fpToUiSat, .ptradd, .ptrdiff, .ptrtoaddr, .inttoptr]

/-- The list is complete. -/
theorem Op.mem_all (o : Op) : o ∈ Op.all := by
  cases o <;> (try (rename_i a; cases a)) <;> decide

end Tuffy
