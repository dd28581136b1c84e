import TuffyLean.Target.X86.RulesArith
import TuffyLean.Target.X86.RulesLea
import TuffyLean.Target.X86.RulesCompareSigned
import TuffyLean.Target.X86.RulesCompareUnsigned
import TuffyLean.Target.X86.RulesCompareImm
import TuffyLean.Target.X86.RulesTruth
import TuffyLean.Target.X86.RulesChooseSigned
import TuffyLean.Target.X86.RulesChooseUnsigned
import TuffyLean.Target.X86.RulesExtend
import TuffyLean.Target.X86.RulesWords
import TuffyLean.Target.X86.RulesDivide
import TuffyLean.Target.X86.RulesOdd
import TuffyLean.Target.X86.RulesParts
import TuffyLean.Target.X86.RulesNarrow
import TuffyLean.Target.X86.RulesNarrowUnsigned
import TuffyLean.Target.X86.RulesRotate
import TuffyLean.Target.X86.RulesWide

/-! The selection rules of x86-64, by group. -/
namespace Tuffy.X86

def groups : List (String × List ProvenSel) := [
  ("arith", Arith.rules), ("lea", Lea.rules), ("compare_signed", CompareSigned.rules),
  ("compare_unsigned", CompareUnsigned.rules), ("compare_imm", CompareImm.rules), ("truth", Truth.rules),
  ("choose_signed", ChooseSigned.rules), ("choose_unsigned", ChooseUnsigned.rules), ("extend", Extend.rules),
  ("words", Words.rules), ("divide", Divide.rules), ("odd", Odd.rules),
  ("parts", Parts.rules), ("narrow", Narrow.rules), ("narrow_unsigned", NarrowUnsigned.rules),
  ("rotate", Rotate.rules), ("wide", Wide.rules)]

end Tuffy.X86
