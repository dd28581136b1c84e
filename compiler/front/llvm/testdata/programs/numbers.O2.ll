; ModuleID = 'numbers.c'
source_filename = "numbers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@data = internal unnamed_addr global [64 x i32] zeroinitializer, align 16
@.str = private unnamed_addr constant [10 x i8] c"%u %d %g\0A\00", align 1
@.str.1 = private unnamed_addr constant [19 x i8] c"%d %d %llx%016llx\0A\00", align 1
@.str.2 = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1
@.str.3 = private unnamed_addr constant [6 x i8] c"\00\01\01\00\02\00", align 1
@.str.4 = private unnamed_addr constant [10 x i8] c"%d %d %d\0A\00", align 1
@.str.5 = private unnamed_addr constant [12 x i8] c"%lld %d %u\0A\00", align 1
@run.to = internal unnamed_addr constant [3 x ptr] [ptr blockaddress(@run, %2), ptr blockaddress(@run, %11), ptr blockaddress(@run, %13)], align 16

; Function Attrs: nofree nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  store <4 x i32> <i32 -50, i32 -13, i32 24, i32 -40>, ptr @data, align 16, !tbaa !5
  store <4 x i32> <i32 -3, i32 34, i32 -30, i32 7>, ptr getelementptr inbounds (i8, ptr @data, i64 16), align 16, !tbaa !5
  store <4 x i32> <i32 44, i32 -20, i32 17, i32 -47>, ptr getelementptr inbounds (i8, ptr @data, i64 32), align 16, !tbaa !5
  store <4 x i32> <i32 -10, i32 27, i32 -37, i32 0>, ptr getelementptr inbounds (i8, ptr @data, i64 48), align 16, !tbaa !5
  store <4 x i32> <i32 37, i32 -27, i32 10, i32 47>, ptr getelementptr inbounds (i8, ptr @data, i64 64), align 16, !tbaa !5
  store <4 x i32> <i32 -17, i32 20, i32 -44, i32 -7>, ptr getelementptr inbounds (i8, ptr @data, i64 80), align 16, !tbaa !5
  store <4 x i32> <i32 30, i32 -34, i32 3, i32 40>, ptr getelementptr inbounds (i8, ptr @data, i64 96), align 16, !tbaa !5
  store <4 x i32> <i32 -24, i32 13, i32 50, i32 -14>, ptr getelementptr inbounds (i8, ptr @data, i64 112), align 16, !tbaa !5
  store <4 x i32> <i32 23, i32 -41, i32 -4, i32 33>, ptr getelementptr inbounds (i8, ptr @data, i64 128), align 16, !tbaa !5
  store <4 x i32> <i32 -31, i32 6, i32 43, i32 -21>, ptr getelementptr inbounds (i8, ptr @data, i64 144), align 16, !tbaa !5
  store <4 x i32> <i32 16, i32 -48, i32 -11, i32 26>, ptr getelementptr inbounds (i8, ptr @data, i64 160), align 16, !tbaa !5
  store <4 x i32> <i32 -38, i32 -1, i32 36, i32 -28>, ptr getelementptr inbounds (i8, ptr @data, i64 176), align 16, !tbaa !5
  store <4 x i32> <i32 9, i32 46, i32 -18, i32 19>, ptr getelementptr inbounds (i8, ptr @data, i64 192), align 16, !tbaa !5
  store <4 x i32> <i32 -45, i32 -8, i32 29, i32 -35>, ptr getelementptr inbounds (i8, ptr @data, i64 208), align 16, !tbaa !5
  store <4 x i32> <i32 2, i32 39, i32 -25, i32 12>, ptr getelementptr inbounds (i8, ptr @data, i64 224), align 16, !tbaa !5
  store <4 x i32> <i32 49, i32 -15, i32 22, i32 -42>, ptr getelementptr inbounds (i8, ptr @data, i64 240), align 16, !tbaa !5
  %1 = load <4 x i32>, ptr @data, align 16, !tbaa !5
  %2 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 16), align 16, !tbaa !5
  %3 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 32), align 16, !tbaa !5
  %4 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 48), align 16, !tbaa !5
  %5 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 64), align 16, !tbaa !5
  %6 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 80), align 16, !tbaa !5
  %7 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 96), align 16, !tbaa !5
  %8 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 112), align 16, !tbaa !5
  %9 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 128), align 16, !tbaa !5
  %10 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 144), align 16, !tbaa !5
  %11 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 160), align 16, !tbaa !5
  %12 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 176), align 16, !tbaa !5
  %13 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 192), align 16, !tbaa !5
  %14 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 208), align 16, !tbaa !5
  %15 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 224), align 16, !tbaa !5
  %16 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 240), align 16, !tbaa !5
  %17 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 196), align 4, !tbaa !5
  %18 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 164), align 4, !tbaa !5
  %19 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 132), align 4, !tbaa !5
  %20 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 100), align 4, !tbaa !5
  %21 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 68), align 4, !tbaa !5
  %22 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 36), align 4, !tbaa !5
  %23 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 4), align 4, !tbaa !5
  %24 = load <4 x i32>, ptr @data, align 16
  %25 = shufflevector <4 x i32> %24, <4 x i32> poison, <4 x i32> zeroinitializer
  %26 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %23, <4 x i32> %25)
  %27 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %22, <4 x i32> %26)
  %28 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %21, <4 x i32> %27)
  %29 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %20, <4 x i32> %28)
  %30 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %19, <4 x i32> %29)
  %31 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %18, <4 x i32> %30)
  %32 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %17, <4 x i32> %31)
  %33 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 212), align 4, !tbaa !5
  %34 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 180), align 4, !tbaa !5
  %35 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 148), align 4, !tbaa !5
  %36 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 116), align 4, !tbaa !5
  %37 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 84), align 4, !tbaa !5
  %38 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 52), align 4, !tbaa !5
  %39 = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @data, i64 20), align 4, !tbaa !5
  %40 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %39, <4 x i32> %25)
  %41 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %38, <4 x i32> %40)
  %42 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %37, <4 x i32> %41)
  %43 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %36, <4 x i32> %42)
  %44 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %35, <4 x i32> %43)
  %45 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %34, <4 x i32> %44)
  %46 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %33, <4 x i32> %45)
  %47 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %32, <4 x i32> %46)
  %48 = tail call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %47)
  %49 = add <4 x i32> %4, %2
  %50 = add <4 x i32> %6, %49
  %51 = add <4 x i32> %8, %50
  %52 = add <4 x i32> %10, %51
  %53 = add <4 x i32> %12, %52
  %54 = add <4 x i32> %14, %53
  %55 = add <4 x i32> %16, %54
  %56 = add <4 x i32> %3, %1
  %57 = add <4 x i32> %5, %56
  %58 = add <4 x i32> %7, %57
  %59 = add <4 x i32> %9, %58
  %60 = add <4 x i32> %11, %59
  %61 = add <4 x i32> %13, %60
  %62 = add <4 x i32> %15, %61
  %63 = load i32, ptr getelementptr inbounds (i8, ptr @data, i64 228), align 4, !tbaa !5
  %64 = tail call i32 @llvm.smax.i32(i32 %63, i32 %48)
  %65 = load i32, ptr getelementptr inbounds (i8, ptr @data, i64 232), align 8, !tbaa !5
  %66 = tail call i32 @llvm.smax.i32(i32 %65, i32 %64)
  %67 = load i32, ptr getelementptr inbounds (i8, ptr @data, i64 236), align 4, !tbaa !5
  %68 = tail call i32 @llvm.smax.i32(i32 %67, i32 %66)
  %69 = load i32, ptr getelementptr inbounds (i8, ptr @data, i64 240), align 16, !tbaa !5
  %70 = tail call i32 @llvm.smax.i32(i32 %69, i32 %68)
  %71 = load i32, ptr getelementptr inbounds (i8, ptr @data, i64 244), align 4, !tbaa !5
  %72 = tail call i32 @llvm.smax.i32(i32 %71, i32 %70)
  %73 = load i32, ptr getelementptr inbounds (i8, ptr @data, i64 248), align 8, !tbaa !5
  %74 = tail call i32 @llvm.smax.i32(i32 %73, i32 %72)
  %75 = load i32, ptr getelementptr inbounds (i8, ptr @data, i64 252), align 4, !tbaa !5
  %76 = tail call i32 @llvm.smax.i32(i32 %75, i32 %74)
  %77 = add <4 x i32> %55, %62
  %78 = mul <4 x i32> %77, <i32 3, i32 3, i32 3, i32 3>
  %79 = tail call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %78)
  %80 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %79, i32 noundef %76, double noundef 1.025000e+01)
  %81 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef 10, i32 noundef 15, i64 noundef 1255800, i64 noundef -6577963707816398304)
  %82 = tail call fastcc i32 @run(ptr nonnull poison)
  %83 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef %82, i32 noundef 35)
  %84 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.4, i32 noundef 8, i32 noundef 22, i32 noundef 4)
  %85 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, i64 noundef -3, i32 noundef -2, i32 noundef 571428571)
  ret i32 0
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #1

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define internal fastcc i32 @run(ptr nocapture readnone %0) #2 {
  br label %14

2:                                                ; preds = %14
  %3 = add nsw i32 %16, 3
  br label %4

4:                                                ; preds = %2, %11
  %5 = phi i32 [ %3, %2 ], [ %12, %11 ]
  %6 = load i8, ptr %15, align 1, !tbaa !9
  %7 = zext i8 %6 to i64
  %8 = getelementptr inbounds [3 x ptr], ptr @run.to, i64 0, i64 %7
  %9 = load ptr, ptr %8, align 8, !tbaa !10
  %10 = getelementptr inbounds i8, ptr %15, i64 1
  br label %14

11:                                               ; preds = %14
  %12 = shl nsw i32 %16, 1
  br label %4

13:                                               ; preds = %14
  ret i32 %16

14:                                               ; preds = %4, %1
  %15 = phi ptr [ getelementptr inbounds (i8, ptr @.str.3, i64 1), %1 ], [ %10, %4 ]
  %16 = phi i32 [ 1, %1 ], [ %5, %4 ]
  %17 = phi ptr [ blockaddress(@run, %2), %1 ], [ %9, %4 ]
  indirectbr ptr %17, [label %2, label %11, label %13]
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>) #3

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree norecurse nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!7, !7, i64 0}
!10 = !{!11, !11, i64 0}
!11 = !{!"any pointer", !7, i64 0}
