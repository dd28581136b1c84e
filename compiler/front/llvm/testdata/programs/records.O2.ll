; ModuleID = 'records.c'
source_filename = "records.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@.str = private unnamed_addr constant [14 x i8] c"%c%d %ld %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"%u %u %d %x\0A\00", align 1
@.str.2 = private unnamed_addr constant [4 x i8] c"%g\0A\00", align 1
@.str.3 = private unnamed_addr constant [13 x i8] c"%s %d %g %s\0A\00", align 1
@.str.4 = private unnamed_addr constant [4 x i8] c"say\00", align 1
@.str.5 = private unnamed_addr constant [6 x i8] c"%d%s \00", align 1
@.str.7 = private unnamed_addr constant [5 x i8] c"zero\00", align 1
@.str.8 = private unnamed_addr constant [4 x i8] c"one\00", align 1
@.str.9 = private unnamed_addr constant [4 x i8] c"two\00", align 1
@.str.10 = private unnamed_addr constant [6 x i8] c"three\00", align 1
@.str.11 = private unnamed_addr constant [6 x i8] c"seven\00", align 1
@.str.12 = private unnamed_addr constant [5 x i8] c"many\00", align 1
@switch.table.main.rel = private unnamed_addr constant [8 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.7 to i64), i64 ptrtoint (ptr @switch.table.main.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.8 to i64), i64 ptrtoint (ptr @switch.table.main.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.9 to i64), i64 ptrtoint (ptr @switch.table.main.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.10 to i64), i64 ptrtoint (ptr @switch.table.main.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.12 to i64), i64 ptrtoint (ptr @switch.table.main.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.12 to i64), i64 ptrtoint (ptr @switch.table.main.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.12 to i64), i64 ptrtoint (ptr @switch.table.main.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.11 to i64), i64 ptrtoint (ptr @switch.table.main.rel to i64)) to i32)], align 4

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef 112, i32 noundef 7, i64 noundef 1, i64 noundef 34)
  %2 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef 5, i32 noundef 300, i32 noundef -7, i32 noundef 1065353216)
  %3 = tail call double (i32, ...) @mean(i32 poison, i32 noundef 1, double noundef 2.500000e+00, i32 noundef 3, double noundef 4.500000e+00)
  %4 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, double noundef %3)
  tail call void (ptr, ...) @say(ptr nonnull poison, ptr noundef nonnull @.str.4, i32 noundef 1, double noundef 2.500000e+00, ptr noundef nonnull @.str.11)
  %5 = tail call dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #10
  %6 = getelementptr inbounds i8, ptr %5, i64 8
  store i32 0, ptr %6, align 8, !tbaa !5
  store ptr null, ptr %5, align 8, !tbaa !11
  %7 = tail call dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #10
  %8 = getelementptr inbounds i8, ptr %7, i64 8
  store i32 1, ptr %8, align 8, !tbaa !5
  store ptr %5, ptr %7, align 8, !tbaa !11
  %9 = tail call dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #10
  %10 = getelementptr inbounds i8, ptr %9, i64 8
  store i32 2, ptr %10, align 8, !tbaa !5
  store ptr %7, ptr %9, align 8, !tbaa !11
  %11 = tail call dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #10
  %12 = getelementptr inbounds i8, ptr %11, i64 8
  store i32 3, ptr %12, align 8, !tbaa !5
  store ptr %9, ptr %11, align 8, !tbaa !11
  %13 = tail call dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #10
  %14 = getelementptr inbounds i8, ptr %13, i64 8
  store i32 4, ptr %14, align 8, !tbaa !5
  store ptr %11, ptr %13, align 8, !tbaa !11
  br label %17

15:                                               ; preds = %27
  %16 = tail call i32 @putchar(i32 10)
  ret i32 0

17:                                               ; preds = %0, %27
  %18 = phi i32 [ %31, %27 ], [ 0, %0 ]
  %19 = phi ptr [ %30, %27 ], [ %13, %0 ]
  %20 = getelementptr inbounds i8, ptr %19, i64 8
  %21 = load i32, ptr %20, align 8, !tbaa !5
  %22 = icmp ult i32 %18, 8
  br i1 %22, label %23, label %27

23:                                               ; preds = %17
  %24 = zext nneg i32 %18 to i64
  %25 = shl i64 %24, 2
  %26 = call ptr @llvm.load.relative.i64(ptr @switch.table.main.rel, i64 %25)
  br label %27

27:                                               ; preds = %17, %23
  %28 = phi ptr [ %26, %23 ], [ @.str.12, %17 ]
  %29 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, i32 noundef %21, ptr noundef nonnull %28)
  %30 = load ptr, ptr %19, align 8, !tbaa !11
  tail call void @free(ptr noundef nonnull %19)
  %31 = add nuw nsw i32 %18, 1
  %32 = icmp eq ptr %30, null
  br i1 %32, label %15, label %17, !llvm.loop !12
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn uwtable
define internal double @mean(i32 %0, ...) unnamed_addr #3 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #11
  call void @llvm.va_start.p0(ptr nonnull %2)
  %3 = load i32, ptr %2, align 16
  %4 = getelementptr inbounds i8, ptr %2, i64 4
  %5 = getelementptr inbounds i8, ptr %2, i64 8
  %6 = getelementptr inbounds i8, ptr %2, i64 16
  %7 = load ptr, ptr %6, align 16
  %8 = load i32, ptr %4, align 4
  %9 = load ptr, ptr %5, align 8
  %10 = icmp ult i32 %3, 41
  br i1 %10, label %11, label %15

11:                                               ; preds = %1
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr i8, ptr %7, i64 %12
  %14 = add nuw nsw i32 %3, 8
  store i32 %14, ptr %2, align 16
  br label %17

15:                                               ; preds = %1
  %16 = getelementptr i8, ptr %9, i64 8
  store ptr %16, ptr %5, align 8
  br label %17

17:                                               ; preds = %15, %11
  %18 = phi ptr [ %9, %11 ], [ %16, %15 ]
  %19 = phi i32 [ %14, %11 ], [ %3, %15 ]
  %20 = phi ptr [ %13, %11 ], [ %9, %15 ]
  %21 = load i32, ptr %20, align 4, !tbaa !14
  %22 = icmp ult i32 %8, 161
  br i1 %22, label %25, label %23

23:                                               ; preds = %17
  %24 = getelementptr i8, ptr %18, i64 8
  store ptr %24, ptr %5, align 8
  br label %29

25:                                               ; preds = %17
  %26 = zext nneg i32 %8 to i64
  %27 = getelementptr i8, ptr %7, i64 %26
  %28 = add nuw nsw i32 %8, 16
  store i32 %28, ptr %4, align 4
  br label %29

29:                                               ; preds = %25, %23
  %30 = phi ptr [ %18, %25 ], [ %24, %23 ]
  %31 = phi i32 [ %28, %25 ], [ %8, %23 ]
  %32 = phi ptr [ %27, %25 ], [ %18, %23 ]
  %33 = load double, ptr %32, align 8, !tbaa !15
  %34 = icmp ult i32 %19, 41
  br i1 %34, label %37, label %35

35:                                               ; preds = %29
  %36 = getelementptr i8, ptr %30, i64 8
  store ptr %36, ptr %5, align 8
  br label %41

37:                                               ; preds = %29
  %38 = zext nneg i32 %19 to i64
  %39 = getelementptr i8, ptr %7, i64 %38
  %40 = add nuw nsw i32 %19, 8
  store i32 %40, ptr %2, align 16
  br label %41

41:                                               ; preds = %37, %35
  %42 = phi ptr [ %30, %37 ], [ %36, %35 ]
  %43 = phi ptr [ %39, %37 ], [ %30, %35 ]
  %44 = load i32, ptr %43, align 4, !tbaa !14
  %45 = icmp ult i32 %31, 161
  br i1 %45, label %48, label %46

46:                                               ; preds = %41
  %47 = getelementptr i8, ptr %42, i64 8
  store ptr %47, ptr %5, align 8
  br label %52

48:                                               ; preds = %41
  %49 = zext nneg i32 %31 to i64
  %50 = getelementptr i8, ptr %7, i64 %49
  %51 = add nuw nsw i32 %31, 16
  store i32 %51, ptr %4, align 4
  br label %52

52:                                               ; preds = %46, %48
  %53 = phi ptr [ %50, %48 ], [ %42, %46 ]
  %54 = load double, ptr %53, align 8, !tbaa !15
  %55 = sitofp i32 %21 to double
  %56 = fadd double %33, %55
  %57 = sitofp i32 %44 to double
  %58 = fadd double %56, %57
  %59 = fadd double %58, %54
  call void @llvm.va_end.p0(ptr nonnull %2)
  %60 = fmul double %59, 2.500000e-01
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #11
  ret double %60
}

; Function Attrs: nofree nounwind uwtable
define internal void @say(ptr nocapture readnone %0, ...) unnamed_addr #4 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #11
  call void @llvm.va_start.p0(ptr nonnull %2)
  %3 = call i32 @vprintf(ptr noundef nonnull @.str.3, ptr noundef nonnull %2) #11
  call void @llvm.va_end.p0(ptr nonnull %2)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #11
  ret void
}

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #5

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr nocapture noundef) local_unnamed_addr #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #7

; Function Attrs: nofree nounwind
declare noundef i32 @vprintf(ptr nocapture noundef readonly, ptr noundef) local_unnamed_addr #2

; Function Attrs: nofree nounwind
declare noundef i32 @putchar(i32 noundef) local_unnamed_addr #8

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare ptr @llvm.load.relative.i64(ptr, i64) #9

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #8 = { nofree nounwind }
attributes #9 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #10 = { allocsize(0) }
attributes #11 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !10, i64 8}
!6 = !{!"node", !7, i64 0, !10, i64 8}
!7 = !{!"any pointer", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C/C++ TBAA"}
!10 = !{!"int", !8, i64 0}
!11 = !{!6, !7, i64 0}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !{!10, !10, i64 0}
!15 = !{!16, !16, i64 0}
!16 = !{!"double", !8, i64 0}
