; ModuleID = 'records.c'
source_filename = "records.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.point = type { i8, i32 }
%struct.big = type { [4 x i64] }
%union.word = type { float }
%struct.bits = type { i32 }
%struct.node = type { ptr, i32 }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@__const.main.p = private unnamed_addr constant %struct.point { i8 112, i32 3 }, align 4
@__const.main.b = private unnamed_addr constant %struct.big { [4 x i64] [i64 1, i64 2, i64 3, i64 4] }, align 8
@__const.main.w = private unnamed_addr constant %union.word { float 1.000000e+00 }, align 4
@.str = private unnamed_addr constant [14 x i8] c"%c%d %ld %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"%u %u %d %x\0A\00", align 1
@.str.2 = private unnamed_addr constant [4 x i8] c"%g\0A\00", align 1
@.str.3 = private unnamed_addr constant [13 x i8] c"%s %d %g %s\0A\00", align 1
@.str.4 = private unnamed_addr constant [4 x i8] c"say\00", align 1
@.str.5 = private unnamed_addr constant [6 x i8] c"%d%s \00", align 1
@.str.6 = private unnamed_addr constant [2 x i8] c"\0A\00", align 1
@.str.7 = private unnamed_addr constant [5 x i8] c"zero\00", align 1
@.str.8 = private unnamed_addr constant [4 x i8] c"one\00", align 1
@.str.9 = private unnamed_addr constant [4 x i8] c"two\00", align 1
@.str.10 = private unnamed_addr constant [6 x i8] c"three\00", align 1
@.str.11 = private unnamed_addr constant [6 x i8] c"seven\00", align 1
@.str.12 = private unnamed_addr constant [5 x i8] c"many\00", align 1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca %struct.point, align 4
  %3 = alloca %struct.big, align 8
  %4 = alloca %struct.bits, align 4
  %5 = alloca %union.word, align 4
  %6 = alloca ptr, align 8
  %7 = alloca %struct.point, align 4
  %8 = alloca %struct.big, align 8
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  store i32 0, ptr %1, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %2, ptr align 4 @__const.main.p, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %3, ptr align 8 @__const.main.b, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %5, ptr align 4 @__const.main.w, i64 4, i1 false)
  store ptr null, ptr %6, align 8
  %13 = load i64, ptr %2, align 4
  %14 = call i64 @move(i64 %13, i32 noundef 4)
  store i64 %14, ptr %7, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %2, ptr align 4 %7, i64 8, i1 false)
  call void @fill(ptr dead_on_unwind writable sret(%struct.big) align 8 %8, ptr noundef byval(%struct.big) align 8 %3, i32 noundef 10)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %3, ptr align 8 %8, i64 32, i1 false)
  %15 = load i32, ptr %4, align 4
  %16 = and i32 %15, -8
  %17 = or i32 %16, 5
  store i32 %17, ptr %4, align 4
  %18 = load i32, ptr %4, align 4
  %19 = and i32 %18, -4089
  %20 = or i32 %19, 2400
  store i32 %20, ptr %4, align 4
  %21 = load i32, ptr %4, align 4
  %22 = and i32 %21, -258049
  %23 = or i32 %22, 233472
  store i32 %23, ptr %4, align 4
  %24 = getelementptr inbounds %struct.point, ptr %2, i32 0, i32 0
  %25 = load i8, ptr %24, align 4
  %26 = sext i8 %25 to i32
  %27 = getelementptr inbounds %struct.point, ptr %2, i32 0, i32 1
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds %struct.big, ptr %3, i32 0, i32 0
  %30 = getelementptr inbounds [4 x i64], ptr %29, i64 0, i64 0
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds %struct.big, ptr %3, i32 0, i32 0
  %33 = getelementptr inbounds [4 x i64], ptr %32, i64 0, i64 3
  %34 = load i64, ptr %33, align 8
  %35 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %26, i32 noundef %28, i64 noundef %31, i64 noundef %34)
  %36 = load i32, ptr %4, align 4
  %37 = and i32 %36, 7
  %38 = load i32, ptr %4, align 4
  %39 = lshr i32 %38, 3
  %40 = and i32 %39, 511
  %41 = load i32, ptr %4, align 4
  %42 = shl i32 %41, 14
  %43 = ashr i32 %42, 26
  %44 = load i32, ptr %5, align 4
  %45 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %37, i32 noundef %40, i32 noundef %43, i32 noundef %44)
  %46 = call double (i32, ...) @mean(i32 noundef 4, i32 noundef 1, double noundef 2.500000e+00, i32 noundef 3, double noundef 4.500000e+00)
  %47 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %46)
  %48 = call ptr @name(i32 noundef 7)
  call void (ptr, ...) @say(ptr noundef @.str.3, ptr noundef @.str.4, i32 noundef 1, double noundef 2.500000e+00, ptr noundef %48)
  store i32 0, ptr %9, align 4
  br label %49

49:                                               ; preds = %61, %0
  %50 = load i32, ptr %9, align 4
  %51 = icmp slt i32 %50, 5
  br i1 %51, label %52, label %64

52:                                               ; preds = %49
  %53 = call ptr @malloc(i64 noundef 16) #6
  store ptr %53, ptr %10, align 8
  %54 = load i32, ptr %9, align 4
  %55 = load ptr, ptr %10, align 8
  %56 = getelementptr inbounds %struct.node, ptr %55, i32 0, i32 1
  store i32 %54, ptr %56, align 8
  %57 = load ptr, ptr %6, align 8
  %58 = load ptr, ptr %10, align 8
  %59 = getelementptr inbounds %struct.node, ptr %58, i32 0, i32 0
  store ptr %57, ptr %59, align 8
  %60 = load ptr, ptr %10, align 8
  store ptr %60, ptr %6, align 8
  br label %61

61:                                               ; preds = %52
  %62 = load i32, ptr %9, align 4
  %63 = add nsw i32 %62, 1
  store i32 %63, ptr %9, align 4
  br label %49, !llvm.loop !6

64:                                               ; preds = %49
  store i32 0, ptr %11, align 4
  br label %65

65:                                               ; preds = %80, %64
  %66 = load ptr, ptr %6, align 8
  %67 = icmp ne ptr %66, null
  br i1 %67, label %68, label %83

68:                                               ; preds = %65
  %69 = load ptr, ptr %6, align 8
  store ptr %69, ptr %12, align 8
  %70 = load ptr, ptr %12, align 8
  %71 = getelementptr inbounds %struct.node, ptr %70, i32 0, i32 1
  %72 = load i32, ptr %71, align 8
  %73 = load i32, ptr %11, align 4
  %74 = call ptr @name(i32 noundef %73)
  %75 = call i32 (ptr, ...) @printf(ptr noundef @.str.5, i32 noundef %72, ptr noundef %74)
  %76 = load ptr, ptr %12, align 8
  %77 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 0
  %78 = load ptr, ptr %77, align 8
  store ptr %78, ptr %6, align 8
  %79 = load ptr, ptr %12, align 8
  call void @free(ptr noundef %79)
  br label %80

80:                                               ; preds = %68
  %81 = load i32, ptr %11, align 4
  %82 = add nsw i32 %81, 1
  store i32 %82, ptr %11, align 4
  br label %65, !llvm.loop !8

83:                                               ; preds = %65
  %84 = call i32 (ptr, ...) @printf(ptr noundef @.str.6)
  ret i32 0
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i64 @move(i64 %0, i32 noundef %1) #0 {
  %3 = alloca %struct.point, align 4
  %4 = alloca %struct.point, align 4
  %5 = alloca i32, align 4
  store i64 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds %struct.point, ptr %4, i32 0, i32 1
  %8 = load i32, ptr %7, align 4
  %9 = add nsw i32 %8, %6
  store i32 %9, ptr %7, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %3, ptr align 4 %4, i64 8, i1 false)
  %10 = load i64, ptr %3, align 4
  ret i64 %10
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @fill(ptr dead_on_unwind noalias writable sret(%struct.big) align 8 %0, ptr noundef byval(%struct.big) align 8 %1, i32 noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %2, ptr %4, align 4
  store i32 0, ptr %5, align 4
  br label %6

6:                                                ; preds = %20, %3
  %7 = load i32, ptr %5, align 4
  %8 = icmp slt i32 %7, 4
  br i1 %8, label %9, label %23

9:                                                ; preds = %6
  %10 = load i32, ptr %4, align 4
  %11 = load i32, ptr %5, align 4
  %12 = mul nsw i32 %10, %11
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds %struct.big, ptr %1, i32 0, i32 0
  %15 = load i32, ptr %5, align 4
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds [4 x i64], ptr %14, i64 0, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = add nsw i64 %18, %13
  store i64 %19, ptr %17, align 8
  br label %20

20:                                               ; preds = %9
  %21 = load i32, ptr %5, align 4
  %22 = add nsw i32 %21, 1
  store i32 %22, ptr %5, align 4
  br label %6, !llvm.loop !9

23:                                               ; preds = %6
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %0, ptr align 8 %1, i64 32, i1 false)
  ret void
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal double @mean(i32 noundef %0, ...) #0 {
  %2 = alloca i32, align 4
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca double, align 8
  %5 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  store double 0.000000e+00, ptr %4, align 8
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %6)
  store i32 0, ptr %5, align 4
  br label %7

7:                                                ; preds = %54, %1
  %8 = load i32, ptr %5, align 4
  %9 = load i32, ptr %2, align 4
  %10 = icmp slt i32 %8, %9
  br i1 %10, label %11, label %57

11:                                               ; preds = %7
  %12 = load i32, ptr %5, align 4
  %13 = srem i32 %12, 2
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %32

15:                                               ; preds = %11
  %16 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %17 = getelementptr inbounds %struct.__va_list_tag, ptr %16, i32 0, i32 1
  %18 = load i32, ptr %17, align 4
  %19 = icmp ule i32 %18, 160
  br i1 %19, label %20, label %25

20:                                               ; preds = %15
  %21 = getelementptr inbounds %struct.__va_list_tag, ptr %16, i32 0, i32 3
  %22 = load ptr, ptr %21, align 16
  %23 = getelementptr i8, ptr %22, i32 %18
  %24 = add i32 %18, 16
  store i32 %24, ptr %17, align 4
  br label %29

25:                                               ; preds = %15
  %26 = getelementptr inbounds %struct.__va_list_tag, ptr %16, i32 0, i32 2
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr i8, ptr %27, i32 8
  store ptr %28, ptr %26, align 8
  br label %29

29:                                               ; preds = %25, %20
  %30 = phi ptr [ %23, %20 ], [ %27, %25 ]
  %31 = load double, ptr %30, align 8
  br label %50

32:                                               ; preds = %11
  %33 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %34 = getelementptr inbounds %struct.__va_list_tag, ptr %33, i32 0, i32 0
  %35 = load i32, ptr %34, align 16
  %36 = icmp ule i32 %35, 40
  br i1 %36, label %37, label %42

37:                                               ; preds = %32
  %38 = getelementptr inbounds %struct.__va_list_tag, ptr %33, i32 0, i32 3
  %39 = load ptr, ptr %38, align 16
  %40 = getelementptr i8, ptr %39, i32 %35
  %41 = add i32 %35, 8
  store i32 %41, ptr %34, align 16
  br label %46

42:                                               ; preds = %32
  %43 = getelementptr inbounds %struct.__va_list_tag, ptr %33, i32 0, i32 2
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr i8, ptr %44, i32 8
  store ptr %45, ptr %43, align 8
  br label %46

46:                                               ; preds = %42, %37
  %47 = phi ptr [ %40, %37 ], [ %44, %42 ]
  %48 = load i32, ptr %47, align 4
  %49 = sitofp i32 %48 to double
  br label %50

50:                                               ; preds = %46, %29
  %51 = phi double [ %31, %29 ], [ %49, %46 ]
  %52 = load double, ptr %4, align 8
  %53 = fadd double %52, %51
  store double %53, ptr %4, align 8
  br label %54

54:                                               ; preds = %50
  %55 = load i32, ptr %5, align 4
  %56 = add nsw i32 %55, 1
  store i32 %56, ptr %5, align 4
  br label %7, !llvm.loop !10

57:                                               ; preds = %7
  %58 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %58)
  %59 = load double, ptr %4, align 8
  %60 = load i32, ptr %2, align 4
  %61 = sitofp i32 %60 to double
  %62 = fdiv double %59, %61
  ret double %62
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @say(ptr noundef %0, ...) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  store ptr %0, ptr %2, align 8
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %4)
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %7 = call i32 @vprintf(ptr noundef %5, ptr noundef %6) #7
  %8 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %8)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @name(i32 noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  switch i32 %4, label %10 [
    i32 0, label %5
    i32 1, label %6
    i32 2, label %7
    i32 3, label %8
    i32 7, label %9
  ]

5:                                                ; preds = %1
  store ptr @.str.7, ptr %2, align 8
  br label %11

6:                                                ; preds = %1
  store ptr @.str.8, ptr %2, align 8
  br label %11

7:                                                ; preds = %1
  store ptr @.str.9, ptr %2, align 8
  br label %11

8:                                                ; preds = %1
  store ptr @.str.10, ptr %2, align 8
  br label %11

9:                                                ; preds = %1
  store ptr @.str.11, ptr %2, align 8
  br label %11

10:                                               ; preds = %1
  store ptr @.str.12, ptr %2, align 8
  br label %11

11:                                               ; preds = %10, %9, %8, %7, %6, %5
  %12 = load ptr, ptr %2, align 8
  ret ptr %12
}

; Function Attrs: allocsize(0)
declare ptr @malloc(i64 noundef) #3

declare void @free(ptr noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #4

; Function Attrs: nounwind
declare i32 @vprintf(ptr noundef, ptr noundef) #5

attributes #0 = { noinline nounwind optnone uwtable }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { }
attributes #3 = { allocsize(0) }
attributes #4 = { nocallback nofree nosync nounwind willreturn }
attributes #5 = { nounwind }
attributes #6 = { allocsize(0) }
attributes #7 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
!9 = distinct !{!9, !7}
!10 = distinct !{!10, !7}
