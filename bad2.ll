define i8 @f(i8 %x) {
  %a = add nsw i8 %x, 1
  ret i8 %a
}
