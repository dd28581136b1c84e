target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%pair = type { i8, i32 }

@g = global [8 x i8] zeroinitializer, align 16
@one = internal constant i32 11
@two = internal constant i32 22
@table = constant [2 x ptr] [ptr @one, ptr @two]
@pair = private global %pair { i8 1, i32 -5 }
@bytes = private constant [4 x i8] c"\01ab\00", align 1
@partly = global { i16, i16 } { i16 1, i16 undef }
@other = alias i32, ptr @one
@mine = thread_local global i32 0

define internal i32 @twice(i32 noundef %x) {
  %r = shl nsw i32 %x, 1
  ret i32 %r
}

define i32 @strict(ptr noundef nonnull align 8 dereferenceable(8) %p, i32 noundef range(i32 0, 10) %x) {
  ret i32 %x
}

define i32 @loose(ptr nonnull %p, i32 %x) {
  %r = ptrtoint ptr %p to i32
  ret i32 %r
}

define i32 @wide(ptr dereferenceable(4) %p) {
  ret i32 1
}

define i32 @aligned(ptr align 4 %p) {
  %r = ptrtoint ptr %p to i32
  ret i32 %r
}

define i8 @first(i64 %v) {
  %p = alloca i64
  store i64 %v, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define void @bump(ptr byval(i32) align 4 %p) {
  store i32 5, ptr %p
  ret void
}

define i32 @second(i32 %n, ...) {
  %l = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, double
  %c = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %c
}

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn

!0 = !{i8 0, i8 2}
!1 = !{}
