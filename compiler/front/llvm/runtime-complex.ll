target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define <2 x float> @__mulsc3(float noundef %0, float noundef %1, float noundef %2, float noundef %3) {
  %5 = fmul float %0, %2
  %6 = fmul float %1, %3
  %7 = fmul float %0, %3
  %8 = fmul float %1, %2
  %9 = fsub float %5, %6
  %10 = fadd float %8, %7
  %11 = fcmp uno float %9, 0.000000e+00
  %12 = fcmp uno float %10, 0.000000e+00
  %13 = and i1 %11, %12
  br i1 %13, label %14, label %100

14:                                               ; preds = %4
  %15 = tail call float @llvm.fabs.f32(float %0)
  %16 = fcmp oeq float %15, 0x7FF0000000000000
  %17 = tail call float @llvm.fabs.f32(float %1)
  %18 = fcmp oeq float %17, 0x7FF0000000000000
  %19 = or i1 %16, %18
  br i1 %19, label %20, label %31

20:                                               ; preds = %14
  %21 = uitofp i1 %16 to float
  %22 = tail call float @llvm.copysign.f32(float %21, float %0)
  %23 = uitofp i1 %18 to float
  %24 = tail call float @llvm.copysign.f32(float %23, float %1)
  %25 = fcmp uno float %2, 0.000000e+00
  %26 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %2)
  %27 = select i1 %25, float %26, float %2
  %28 = fcmp uno float %3, 0.000000e+00
  %29 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %3)
  %30 = select i1 %28, float %29, float %3
  br label %31

31:                                               ; preds = %14, %20
  %32 = phi float [ %30, %20 ], [ %3, %14 ]
  %33 = phi float [ %27, %20 ], [ %2, %14 ]
  %34 = phi float [ %24, %20 ], [ %1, %14 ]
  %35 = phi float [ %22, %20 ], [ %0, %14 ]
  %36 = phi i32 [ 1, %20 ], [ 0, %14 ]
  %37 = tail call float @llvm.fabs.f32(float %33)
  %38 = fcmp oeq float %37, 0x7FF0000000000000
  %39 = tail call float @llvm.fabs.f32(float %32)
  %40 = fcmp oeq float %39, 0x7FF0000000000000
  %41 = or i1 %40, %38
  br i1 %41, label %42, label %53

42:                                               ; preds = %31
  %43 = uitofp i1 %38 to float
  %44 = tail call float @llvm.copysign.f32(float %43, float %33)
  %45 = uitofp i1 %40 to float
  %46 = tail call float @llvm.copysign.f32(float %45, float %32)
  %47 = fcmp uno float %35, 0.000000e+00
  %48 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %35)
  %49 = select i1 %47, float %48, float %35
  %50 = fcmp uno float %34, 0.000000e+00
  %51 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %34)
  %52 = select i1 %50, float %51, float %34
  br label %53

53:                                               ; preds = %31, %42
  %54 = phi float [ %46, %42 ], [ %32, %31 ]
  %55 = phi float [ %44, %42 ], [ %33, %31 ]
  %56 = phi float [ %52, %42 ], [ %34, %31 ]
  %57 = phi float [ %49, %42 ], [ %35, %31 ]
  %58 = phi i32 [ 1, %42 ], [ %36, %31 ]
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %60, label %85

60:                                               ; preds = %53
  %61 = tail call float @llvm.fabs.f32(float %5)
  %62 = fcmp oeq float %61, 0x7FF0000000000000
  %63 = tail call float @llvm.fabs.f32(float %6)
  %64 = fcmp oeq float %63, 0x7FF0000000000000
  %65 = or i1 %62, %64
  %66 = tail call float @llvm.fabs.f32(float %7)
  %67 = fcmp oeq float %66, 0x7FF0000000000000
  %68 = or i1 %67, %65
  %69 = tail call float @llvm.fabs.f32(float %8)
  %70 = fcmp oeq float %69, 0x7FF0000000000000
  %71 = or i1 %70, %68
  br i1 %71, label %72, label %85

72:                                               ; preds = %60
  %73 = fcmp uno float %57, 0.000000e+00
  %74 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %57)
  %75 = select i1 %73, float %74, float %57
  %76 = fcmp uno float %56, 0.000000e+00
  %77 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %56)
  %78 = select i1 %76, float %77, float %56
  %79 = fcmp uno float %55, 0.000000e+00
  %80 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %55)
  %81 = select i1 %79, float %80, float %55
  %82 = fcmp uno float %54, 0.000000e+00
  %83 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %54)
  %84 = select i1 %82, float %83, float %54
  br label %85

85:                                               ; preds = %60, %72, %53
  %86 = phi float [ %54, %53 ], [ %84, %72 ], [ %54, %60 ]
  %87 = phi float [ %55, %53 ], [ %81, %72 ], [ %55, %60 ]
  %88 = phi float [ %56, %53 ], [ %78, %72 ], [ %56, %60 ]
  %89 = phi float [ %57, %53 ], [ %75, %72 ], [ %57, %60 ]
  %90 = phi i1 [ false, %53 ], [ false, %72 ], [ true, %60 ]
  br i1 %90, label %100, label %91

91:                                               ; preds = %85
  %92 = fmul float %87, %89
  %93 = fmul float %86, %88
  %94 = fsub float %92, %93
  %95 = fmul float %94, 0x7FF0000000000000
  %96 = fmul float %86, %89
  %97 = fmul float %87, %88
  %98 = fadd float %97, %96
  %99 = fmul float %98, 0x7FF0000000000000
  br label %100

100:                                              ; preds = %85, %91, %4
  %101 = phi float [ %9, %4 ], [ %95, %91 ], [ %9, %85 ]
  %102 = phi float [ %10, %4 ], [ %99, %91 ], [ %10, %85 ]
  %103 = insertelement <2 x float> poison, float %101, i64 0
  %104 = insertelement <2 x float> %103, float %102, i64 1
  ret <2 x float> %104
}

declare float @llvm.fabs.f32(float)

declare float @llvm.copysign.f32(float, float)

define <2 x float> @__divsc3(float noundef %0, float noundef %1, float noundef %2, float noundef %3) {
  %5 = tail call float @llvm.fabs.f32(float %2)
  %6 = tail call float @llvm.fabs.f32(float %3)
  %7 = tail call float @llvm.maxnum.f32(float %5, float %6)
  %8 = tail call float @logbf(float noundef %7)
  %9 = tail call float @llvm.fabs.f32(float %8)
  %10 = fcmp oeq float %9, 0x7FF0000000000000
  %11 = fcmp uno float %8, 0.000000e+00
  %12 = select i1 %10, i1 true, i1 %11
  br i1 %12, label %18, label %13

13:                                               ; preds = %4
  %14 = fptosi float %8 to i32
  %15 = sub nsw i32 0, %14
  %16 = tail call float @scalbnf(float noundef %2, i32 noundef %15)
  %17 = tail call float @scalbnf(float noundef %3, i32 noundef %15)
  br label %18

18:                                               ; preds = %13, %4
  %19 = phi float [ %3, %4 ], [ %17, %13 ]
  %20 = phi i32 [ 0, %4 ], [ %14, %13 ]
  %21 = phi float [ %2, %4 ], [ %16, %13 ]
  %22 = fmul float %21, %21
  %23 = fmul float %19, %19
  %24 = fadd float %23, %22
  %25 = fmul float %21, %0
  %26 = fmul float %19, %1
  %27 = fadd float %26, %25
  %28 = fdiv float %27, %24
  %29 = sub nsw i32 0, %20
  %30 = tail call float @scalbnf(float noundef %28, i32 noundef %29)
  %31 = fmul float %21, %1
  %32 = fmul float %19, %0
  %33 = fsub float %31, %32
  %34 = fdiv float %33, %24
  %35 = tail call float @scalbnf(float noundef %34, i32 noundef %29)
  %36 = fcmp uno float %30, 0.000000e+00
  %37 = fcmp uno float %35, 0.000000e+00
  %38 = select i1 %36, i1 %37, i1 false
  br i1 %38, label %39, label %98

39:                                               ; preds = %18
  %40 = fcmp oeq float %24, 0.000000e+00
  br i1 %40, label %41, label %49

41:                                               ; preds = %39
  %42 = fcmp uno float %0, 0.000000e+00
  %43 = fcmp uno float %1, 0.000000e+00
  %44 = and i1 %42, %43
  br i1 %44, label %49, label %45

45:                                               ; preds = %41
  %46 = tail call float @llvm.copysign.f32(float 0x7FF0000000000000, float %21)
  %47 = fmul float %46, %0
  %48 = fmul float %46, %1
  br label %98

49:                                               ; preds = %41, %39
  %50 = tail call float @llvm.fabs.f32(float %0)
  %51 = fcmp oeq float %50, 0x7FF0000000000000
  %52 = tail call float @llvm.fabs.f32(float %1)
  %53 = fcmp oeq float %52, 0x7FF0000000000000
  %54 = or i1 %51, %53
  %55 = xor i1 %54, true
  %56 = tail call float @llvm.fabs.f32(float %21)
  %57 = fcmp ueq float %56, 0x7FF0000000000000
  %58 = or i1 %57, %55
  %59 = tail call float @llvm.fabs.f32(float %19)
  %60 = fcmp ueq float %59, 0x7FF0000000000000
  %61 = or i1 %60, %58
  br i1 %61, label %75, label %62

62:                                               ; preds = %49
  %63 = uitofp i1 %51 to float
  %64 = tail call float @llvm.copysign.f32(float %63, float %0)
  %65 = uitofp i1 %53 to float
  %66 = tail call float @llvm.copysign.f32(float %65, float %1)
  %67 = fmul float %64, %21
  %68 = fmul float %66, %19
  %69 = fadd float %68, %67
  %70 = fmul float %69, 0x7FF0000000000000
  %71 = fmul float %66, %21
  %72 = fmul float %64, %19
  %73 = fsub float %71, %72
  %74 = fmul float %73, 0x7FF0000000000000
  br label %98

75:                                               ; preds = %49
  %76 = fcmp ule float %8, 0.000000e+00
  %77 = xor i1 %10, true
  %78 = select i1 %77, i1 true, i1 %76
  %79 = fcmp ueq float %50, 0x7FF0000000000000
  %80 = or i1 %79, %78
  %81 = fcmp ueq float %52, 0x7FF0000000000000
  %82 = or i1 %81, %80
  br i1 %82, label %98, label %83

83:                                               ; preds = %75
  %84 = fcmp oeq float %56, 0x7FF0000000000000
  %85 = uitofp i1 %84 to float
  %86 = tail call float @llvm.copysign.f32(float %85, float %21)
  %87 = fcmp oeq float %59, 0x7FF0000000000000
  %88 = uitofp i1 %87 to float
  %89 = tail call float @llvm.copysign.f32(float %88, float %19)
  %90 = fmul float %86, %0
  %91 = fmul float %89, %1
  %92 = fadd float %91, %90
  %93 = fmul float %92, 0.000000e+00
  %94 = fmul float %86, %1
  %95 = fmul float %89, %0
  %96 = fsub float %94, %95
  %97 = fmul float %96, 0.000000e+00
  br label %98

98:                                               ; preds = %45, %75, %83, %62, %18
  %99 = phi float [ %70, %62 ], [ %93, %83 ], [ %30, %75 ], [ %47, %45 ], [ %30, %18 ]
  %100 = phi float [ %74, %62 ], [ %97, %83 ], [ %35, %75 ], [ %48, %45 ], [ %35, %18 ]
  %101 = insertelement <2 x float> poison, float %99, i64 0
  %102 = insertelement <2 x float> %101, float %100, i64 1
  ret <2 x float> %102
}

declare float @logbf(float noundef)

declare float @llvm.maxnum.f32(float, float)

declare float @scalbnf(float noundef, i32 noundef)

define { double, double } @__muldc3(double noundef %0, double noundef %1, double noundef %2, double noundef %3) {
  %5 = fmul double %0, %2
  %6 = fmul double %1, %3
  %7 = fmul double %0, %3
  %8 = fmul double %1, %2
  %9 = fsub double %5, %6
  %10 = fadd double %8, %7
  %11 = fcmp uno double %9, 0.000000e+00
  %12 = fcmp uno double %10, 0.000000e+00
  %13 = and i1 %11, %12
  br i1 %13, label %14, label %100

14:                                               ; preds = %4
  %15 = tail call double @llvm.fabs.f64(double %0)
  %16 = fcmp oeq double %15, 0x7FF0000000000000
  %17 = tail call double @llvm.fabs.f64(double %1)
  %18 = fcmp oeq double %17, 0x7FF0000000000000
  %19 = or i1 %16, %18
  br i1 %19, label %20, label %31

20:                                               ; preds = %14
  %21 = uitofp i1 %16 to double
  %22 = tail call double @llvm.copysign.f64(double %21, double %0)
  %23 = uitofp i1 %18 to double
  %24 = tail call double @llvm.copysign.f64(double %23, double %1)
  %25 = fcmp uno double %2, 0.000000e+00
  %26 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %2)
  %27 = select i1 %25, double %26, double %2
  %28 = fcmp uno double %3, 0.000000e+00
  %29 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %3)
  %30 = select i1 %28, double %29, double %3
  br label %31

31:                                               ; preds = %14, %20
  %32 = phi double [ %30, %20 ], [ %3, %14 ]
  %33 = phi double [ %27, %20 ], [ %2, %14 ]
  %34 = phi double [ %24, %20 ], [ %1, %14 ]
  %35 = phi double [ %22, %20 ], [ %0, %14 ]
  %36 = phi i32 [ 1, %20 ], [ 0, %14 ]
  %37 = tail call double @llvm.fabs.f64(double %33)
  %38 = fcmp oeq double %37, 0x7FF0000000000000
  %39 = tail call double @llvm.fabs.f64(double %32)
  %40 = fcmp oeq double %39, 0x7FF0000000000000
  %41 = or i1 %40, %38
  br i1 %41, label %42, label %53

42:                                               ; preds = %31
  %43 = uitofp i1 %38 to double
  %44 = tail call double @llvm.copysign.f64(double %43, double %33)
  %45 = uitofp i1 %40 to double
  %46 = tail call double @llvm.copysign.f64(double %45, double %32)
  %47 = fcmp uno double %35, 0.000000e+00
  %48 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %35)
  %49 = select i1 %47, double %48, double %35
  %50 = fcmp uno double %34, 0.000000e+00
  %51 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %34)
  %52 = select i1 %50, double %51, double %34
  br label %53

53:                                               ; preds = %31, %42
  %54 = phi double [ %46, %42 ], [ %32, %31 ]
  %55 = phi double [ %44, %42 ], [ %33, %31 ]
  %56 = phi double [ %52, %42 ], [ %34, %31 ]
  %57 = phi double [ %49, %42 ], [ %35, %31 ]
  %58 = phi i32 [ 1, %42 ], [ %36, %31 ]
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %60, label %85

60:                                               ; preds = %53
  %61 = tail call double @llvm.fabs.f64(double %5)
  %62 = fcmp oeq double %61, 0x7FF0000000000000
  %63 = tail call double @llvm.fabs.f64(double %6)
  %64 = fcmp oeq double %63, 0x7FF0000000000000
  %65 = or i1 %62, %64
  %66 = tail call double @llvm.fabs.f64(double %7)
  %67 = fcmp oeq double %66, 0x7FF0000000000000
  %68 = or i1 %67, %65
  %69 = tail call double @llvm.fabs.f64(double %8)
  %70 = fcmp oeq double %69, 0x7FF0000000000000
  %71 = or i1 %70, %68
  br i1 %71, label %72, label %85

72:                                               ; preds = %60
  %73 = fcmp uno double %57, 0.000000e+00
  %74 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %57)
  %75 = select i1 %73, double %74, double %57
  %76 = fcmp uno double %56, 0.000000e+00
  %77 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %56)
  %78 = select i1 %76, double %77, double %56
  %79 = fcmp uno double %55, 0.000000e+00
  %80 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %55)
  %81 = select i1 %79, double %80, double %55
  %82 = fcmp uno double %54, 0.000000e+00
  %83 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %54)
  %84 = select i1 %82, double %83, double %54
  br label %85

85:                                               ; preds = %60, %72, %53
  %86 = phi double [ %54, %53 ], [ %84, %72 ], [ %54, %60 ]
  %87 = phi double [ %55, %53 ], [ %81, %72 ], [ %55, %60 ]
  %88 = phi double [ %56, %53 ], [ %78, %72 ], [ %56, %60 ]
  %89 = phi double [ %57, %53 ], [ %75, %72 ], [ %57, %60 ]
  %90 = phi i1 [ false, %53 ], [ false, %72 ], [ true, %60 ]
  br i1 %90, label %100, label %91

91:                                               ; preds = %85
  %92 = fmul double %87, %89
  %93 = fmul double %86, %88
  %94 = fsub double %92, %93
  %95 = fmul double %94, 0x7FF0000000000000
  %96 = fmul double %86, %89
  %97 = fmul double %87, %88
  %98 = fadd double %97, %96
  %99 = fmul double %98, 0x7FF0000000000000
  br label %100

100:                                              ; preds = %85, %91, %4
  %101 = phi double [ %9, %4 ], [ %95, %91 ], [ %9, %85 ]
  %102 = phi double [ %10, %4 ], [ %99, %91 ], [ %10, %85 ]
  %103 = insertvalue { double, double } poison, double %101, 0
  %104 = insertvalue { double, double } %103, double %102, 1
  ret { double, double } %104
}

declare double @llvm.fabs.f64(double)

declare double @llvm.copysign.f64(double, double)

define { double, double } @__divdc3(double noundef %0, double noundef %1, double noundef %2, double noundef %3) {
  %5 = tail call double @llvm.fabs.f64(double %2)
  %6 = tail call double @llvm.fabs.f64(double %3)
  %7 = tail call double @llvm.maxnum.f64(double %5, double %6)
  %8 = tail call double @logb(double noundef %7)
  %9 = tail call double @llvm.fabs.f64(double %8)
  %10 = fcmp oeq double %9, 0x7FF0000000000000
  %11 = fcmp uno double %8, 0.000000e+00
  %12 = select i1 %10, i1 true, i1 %11
  br i1 %12, label %18, label %13

13:                                               ; preds = %4
  %14 = fptosi double %8 to i32
  %15 = sub nsw i32 0, %14
  %16 = tail call double @scalbn(double noundef %2, i32 noundef %15)
  %17 = tail call double @scalbn(double noundef %3, i32 noundef %15)
  br label %18

18:                                               ; preds = %13, %4
  %19 = phi i32 [ 0, %4 ], [ %14, %13 ]
  %20 = phi double [ %3, %4 ], [ %17, %13 ]
  %21 = phi double [ %2, %4 ], [ %16, %13 ]
  %22 = fmul double %21, %21
  %23 = fmul double %20, %20
  %24 = fadd double %23, %22
  %25 = fmul double %21, %0
  %26 = fmul double %20, %1
  %27 = fadd double %26, %25
  %28 = fdiv double %27, %24
  %29 = sub nsw i32 0, %19
  %30 = tail call double @scalbn(double noundef %28, i32 noundef %29)
  %31 = fmul double %21, %1
  %32 = fmul double %20, %0
  %33 = fsub double %31, %32
  %34 = fdiv double %33, %24
  %35 = tail call double @scalbn(double noundef %34, i32 noundef %29)
  %36 = fcmp uno double %30, 0.000000e+00
  %37 = fcmp uno double %35, 0.000000e+00
  %38 = select i1 %36, i1 %37, i1 false
  br i1 %38, label %39, label %98

39:                                               ; preds = %18
  %40 = fcmp oeq double %24, 0.000000e+00
  br i1 %40, label %41, label %49

41:                                               ; preds = %39
  %42 = fcmp uno double %0, 0.000000e+00
  %43 = fcmp uno double %1, 0.000000e+00
  %44 = and i1 %42, %43
  br i1 %44, label %49, label %45

45:                                               ; preds = %41
  %46 = tail call double @llvm.copysign.f64(double 0x7FF0000000000000, double %21)
  %47 = fmul double %46, %0
  %48 = fmul double %46, %1
  br label %98

49:                                               ; preds = %41, %39
  %50 = tail call double @llvm.fabs.f64(double %0)
  %51 = fcmp oeq double %50, 0x7FF0000000000000
  %52 = tail call double @llvm.fabs.f64(double %1)
  %53 = fcmp oeq double %52, 0x7FF0000000000000
  %54 = or i1 %51, %53
  %55 = xor i1 %54, true
  %56 = tail call double @llvm.fabs.f64(double %21)
  %57 = fcmp ueq double %56, 0x7FF0000000000000
  %58 = or i1 %57, %55
  %59 = tail call double @llvm.fabs.f64(double %20)
  %60 = fcmp ueq double %59, 0x7FF0000000000000
  %61 = or i1 %60, %58
  br i1 %61, label %75, label %62

62:                                               ; preds = %49
  %63 = uitofp i1 %51 to double
  %64 = tail call double @llvm.copysign.f64(double %63, double %0)
  %65 = uitofp i1 %53 to double
  %66 = tail call double @llvm.copysign.f64(double %65, double %1)
  %67 = fmul double %64, %21
  %68 = fmul double %66, %20
  %69 = fadd double %68, %67
  %70 = fmul double %69, 0x7FF0000000000000
  %71 = fmul double %66, %21
  %72 = fmul double %64, %20
  %73 = fsub double %71, %72
  %74 = fmul double %73, 0x7FF0000000000000
  br label %98

75:                                               ; preds = %49
  %76 = fcmp ule double %8, 0.000000e+00
  %77 = xor i1 %10, true
  %78 = select i1 %77, i1 true, i1 %76
  %79 = fcmp ueq double %50, 0x7FF0000000000000
  %80 = or i1 %79, %78
  %81 = fcmp ueq double %52, 0x7FF0000000000000
  %82 = or i1 %81, %80
  br i1 %82, label %98, label %83

83:                                               ; preds = %75
  %84 = fcmp oeq double %56, 0x7FF0000000000000
  %85 = uitofp i1 %84 to double
  %86 = tail call double @llvm.copysign.f64(double %85, double %21)
  %87 = fcmp oeq double %59, 0x7FF0000000000000
  %88 = uitofp i1 %87 to double
  %89 = tail call double @llvm.copysign.f64(double %88, double %20)
  %90 = fmul double %86, %0
  %91 = fmul double %89, %1
  %92 = fadd double %91, %90
  %93 = fmul double %92, 0.000000e+00
  %94 = fmul double %86, %1
  %95 = fmul double %89, %0
  %96 = fsub double %94, %95
  %97 = fmul double %96, 0.000000e+00
  br label %98

98:                                               ; preds = %45, %75, %83, %62, %18
  %99 = phi double [ %70, %62 ], [ %93, %83 ], [ %30, %75 ], [ %47, %45 ], [ %30, %18 ]
  %100 = phi double [ %74, %62 ], [ %97, %83 ], [ %35, %75 ], [ %48, %45 ], [ %35, %18 ]
  %101 = insertvalue { double, double } poison, double %99, 0
  %102 = insertvalue { double, double } %101, double %100, 1
  ret { double, double } %102
}

declare double @logb(double noundef)

declare double @llvm.maxnum.f64(double, double)

declare double @scalbn(double noundef, i32 noundef)

define { x86_fp80, x86_fp80 } @__mulxc3(x86_fp80 noundef %0, x86_fp80 noundef %1, x86_fp80 noundef %2, x86_fp80 noundef %3) {
  %5 = fmul x86_fp80 %0, %2
  %6 = fmul x86_fp80 %1, %3
  %7 = fmul x86_fp80 %0, %3
  %8 = fmul x86_fp80 %1, %2
  %9 = fsub x86_fp80 %5, %6
  %10 = fadd x86_fp80 %8, %7
  %11 = fcmp uno x86_fp80 %9, 0xK00000000000000000000
  %12 = fcmp uno x86_fp80 %10, 0xK00000000000000000000
  %13 = and i1 %11, %12
  br i1 %13, label %14, label %100

14:                                               ; preds = %4
  %15 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %0)
  %16 = fcmp oeq x86_fp80 %15, 0xK7FFF8000000000000000
  %17 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %1)
  %18 = fcmp oeq x86_fp80 %17, 0xK7FFF8000000000000000
  %19 = or i1 %16, %18
  br i1 %19, label %20, label %31

20:                                               ; preds = %14
  %21 = uitofp i1 %16 to x86_fp80
  %22 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %21, x86_fp80 %0)
  %23 = uitofp i1 %18 to x86_fp80
  %24 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %23, x86_fp80 %1)
  %25 = fcmp uno x86_fp80 %2, 0xK00000000000000000000
  %26 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK00000000000000000000, x86_fp80 %2)
  %27 = select i1 %25, x86_fp80 %26, x86_fp80 %2
  %28 = fcmp uno x86_fp80 %3, 0xK00000000000000000000
  %29 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK00000000000000000000, x86_fp80 %3)
  %30 = select i1 %28, x86_fp80 %29, x86_fp80 %3
  br label %31

31:                                               ; preds = %14, %20
  %32 = phi x86_fp80 [ %30, %20 ], [ %3, %14 ]
  %33 = phi x86_fp80 [ %27, %20 ], [ %2, %14 ]
  %34 = phi x86_fp80 [ %24, %20 ], [ %1, %14 ]
  %35 = phi x86_fp80 [ %22, %20 ], [ %0, %14 ]
  %36 = phi i32 [ 1, %20 ], [ 0, %14 ]
  %37 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %33)
  %38 = fcmp oeq x86_fp80 %37, 0xK7FFF8000000000000000
  %39 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %32)
  %40 = fcmp oeq x86_fp80 %39, 0xK7FFF8000000000000000
  %41 = or i1 %40, %38
  br i1 %41, label %42, label %53

42:                                               ; preds = %31
  %43 = uitofp i1 %38 to x86_fp80
  %44 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %43, x86_fp80 %33)
  %45 = uitofp i1 %40 to x86_fp80
  %46 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %45, x86_fp80 %32)
  %47 = fcmp uno x86_fp80 %35, 0xK00000000000000000000
  %48 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK00000000000000000000, x86_fp80 %35)
  %49 = select i1 %47, x86_fp80 %48, x86_fp80 %35
  %50 = fcmp uno x86_fp80 %34, 0xK00000000000000000000
  %51 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK00000000000000000000, x86_fp80 %34)
  %52 = select i1 %50, x86_fp80 %51, x86_fp80 %34
  br label %53

53:                                               ; preds = %31, %42
  %54 = phi x86_fp80 [ %46, %42 ], [ %32, %31 ]
  %55 = phi x86_fp80 [ %44, %42 ], [ %33, %31 ]
  %56 = phi x86_fp80 [ %52, %42 ], [ %34, %31 ]
  %57 = phi x86_fp80 [ %49, %42 ], [ %35, %31 ]
  %58 = phi i32 [ 1, %42 ], [ %36, %31 ]
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %60, label %85

60:                                               ; preds = %53
  %61 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %5)
  %62 = fcmp oeq x86_fp80 %61, 0xK7FFF8000000000000000
  %63 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %6)
  %64 = fcmp oeq x86_fp80 %63, 0xK7FFF8000000000000000
  %65 = or i1 %62, %64
  %66 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %7)
  %67 = fcmp oeq x86_fp80 %66, 0xK7FFF8000000000000000
  %68 = or i1 %67, %65
  %69 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %8)
  %70 = fcmp oeq x86_fp80 %69, 0xK7FFF8000000000000000
  %71 = or i1 %70, %68
  br i1 %71, label %72, label %85

72:                                               ; preds = %60
  %73 = fcmp uno x86_fp80 %57, 0xK00000000000000000000
  %74 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK00000000000000000000, x86_fp80 %57)
  %75 = select i1 %73, x86_fp80 %74, x86_fp80 %57
  %76 = fcmp uno x86_fp80 %56, 0xK00000000000000000000
  %77 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK00000000000000000000, x86_fp80 %56)
  %78 = select i1 %76, x86_fp80 %77, x86_fp80 %56
  %79 = fcmp uno x86_fp80 %55, 0xK00000000000000000000
  %80 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK00000000000000000000, x86_fp80 %55)
  %81 = select i1 %79, x86_fp80 %80, x86_fp80 %55
  %82 = fcmp uno x86_fp80 %54, 0xK00000000000000000000
  %83 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK00000000000000000000, x86_fp80 %54)
  %84 = select i1 %82, x86_fp80 %83, x86_fp80 %54
  br label %85

85:                                               ; preds = %60, %72, %53
  %86 = phi x86_fp80 [ %54, %53 ], [ %84, %72 ], [ %54, %60 ]
  %87 = phi x86_fp80 [ %55, %53 ], [ %81, %72 ], [ %55, %60 ]
  %88 = phi x86_fp80 [ %56, %53 ], [ %78, %72 ], [ %56, %60 ]
  %89 = phi x86_fp80 [ %57, %53 ], [ %75, %72 ], [ %57, %60 ]
  %90 = phi i1 [ false, %53 ], [ false, %72 ], [ true, %60 ]
  br i1 %90, label %100, label %91

91:                                               ; preds = %85
  %92 = fmul x86_fp80 %87, %89
  %93 = fmul x86_fp80 %86, %88
  %94 = fsub x86_fp80 %92, %93
  %95 = fmul x86_fp80 %94, 0xK7FFF8000000000000000
  %96 = fmul x86_fp80 %86, %89
  %97 = fmul x86_fp80 %87, %88
  %98 = fadd x86_fp80 %97, %96
  %99 = fmul x86_fp80 %98, 0xK7FFF8000000000000000
  br label %100

100:                                              ; preds = %85, %91, %4
  %101 = phi x86_fp80 [ %9, %4 ], [ %95, %91 ], [ %9, %85 ]
  %102 = phi x86_fp80 [ %10, %4 ], [ %99, %91 ], [ %10, %85 ]
  %103 = insertvalue { x86_fp80, x86_fp80 } poison, x86_fp80 %101, 0
  %104 = insertvalue { x86_fp80, x86_fp80 } %103, x86_fp80 %102, 1
  ret { x86_fp80, x86_fp80 } %104
}

declare x86_fp80 @llvm.fabs.f80(x86_fp80)

declare x86_fp80 @llvm.copysign.f80(x86_fp80, x86_fp80)

define { x86_fp80, x86_fp80 } @__divxc3(x86_fp80 noundef %0, x86_fp80 noundef %1, x86_fp80 noundef %2, x86_fp80 noundef %3) {
  %5 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %2)
  %6 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %3)
  %7 = tail call x86_fp80 @llvm.maxnum.f80(x86_fp80 %5, x86_fp80 %6)
  %8 = tail call x86_fp80 @logbl(x86_fp80 noundef %7)
  %9 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %8)
  %10 = fcmp oeq x86_fp80 %9, 0xK7FFF8000000000000000
  %11 = fcmp uno x86_fp80 %8, 0xK00000000000000000000
  %12 = select i1 %10, i1 true, i1 %11
  br i1 %12, label %18, label %13

13:                                               ; preds = %4
  %14 = fptosi x86_fp80 %8 to i32
  %15 = sub nsw i32 0, %14
  %16 = tail call x86_fp80 @scalbnl(x86_fp80 noundef %2, i32 noundef %15)
  %17 = tail call x86_fp80 @scalbnl(x86_fp80 noundef %3, i32 noundef %15)
  br label %18

18:                                               ; preds = %13, %4
  %19 = phi i32 [ 0, %4 ], [ %14, %13 ]
  %20 = phi x86_fp80 [ %3, %4 ], [ %17, %13 ]
  %21 = phi x86_fp80 [ %2, %4 ], [ %16, %13 ]
  %22 = fmul x86_fp80 %21, %21
  %23 = fmul x86_fp80 %20, %20
  %24 = fadd x86_fp80 %23, %22
  %25 = fmul x86_fp80 %21, %0
  %26 = fmul x86_fp80 %20, %1
  %27 = fadd x86_fp80 %26, %25
  %28 = fdiv x86_fp80 %27, %24
  %29 = sub nsw i32 0, %19
  %30 = tail call x86_fp80 @scalbnl(x86_fp80 noundef %28, i32 noundef %29)
  %31 = fmul x86_fp80 %21, %1
  %32 = fmul x86_fp80 %20, %0
  %33 = fsub x86_fp80 %31, %32
  %34 = fdiv x86_fp80 %33, %24
  %35 = tail call x86_fp80 @scalbnl(x86_fp80 noundef %34, i32 noundef %29)
  %36 = fcmp uno x86_fp80 %30, 0xK00000000000000000000
  %37 = fcmp uno x86_fp80 %35, 0xK00000000000000000000
  %38 = select i1 %36, i1 %37, i1 false
  br i1 %38, label %39, label %98

39:                                               ; preds = %18
  %40 = fcmp oeq x86_fp80 %24, 0xK00000000000000000000
  br i1 %40, label %41, label %49

41:                                               ; preds = %39
  %42 = fcmp uno x86_fp80 %0, 0xK00000000000000000000
  %43 = fcmp uno x86_fp80 %1, 0xK00000000000000000000
  %44 = and i1 %42, %43
  br i1 %44, label %49, label %45

45:                                               ; preds = %41
  %46 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK7FFF8000000000000000, x86_fp80 %21)
  %47 = fmul x86_fp80 %46, %0
  %48 = fmul x86_fp80 %46, %1
  br label %98

49:                                               ; preds = %41, %39
  %50 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %0)
  %51 = fcmp oeq x86_fp80 %50, 0xK7FFF8000000000000000
  %52 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %1)
  %53 = fcmp oeq x86_fp80 %52, 0xK7FFF8000000000000000
  %54 = or i1 %51, %53
  %55 = xor i1 %54, true
  %56 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %21)
  %57 = fcmp ueq x86_fp80 %56, 0xK7FFF8000000000000000
  %58 = or i1 %57, %55
  %59 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %20)
  %60 = fcmp ueq x86_fp80 %59, 0xK7FFF8000000000000000
  %61 = or i1 %60, %58
  br i1 %61, label %75, label %62

62:                                               ; preds = %49
  %63 = uitofp i1 %51 to x86_fp80
  %64 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %63, x86_fp80 %0)
  %65 = uitofp i1 %53 to x86_fp80
  %66 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %65, x86_fp80 %1)
  %67 = fmul x86_fp80 %64, %21
  %68 = fmul x86_fp80 %66, %20
  %69 = fadd x86_fp80 %68, %67
  %70 = fmul x86_fp80 %69, 0xK7FFF8000000000000000
  %71 = fmul x86_fp80 %66, %21
  %72 = fmul x86_fp80 %64, %20
  %73 = fsub x86_fp80 %71, %72
  %74 = fmul x86_fp80 %73, 0xK7FFF8000000000000000
  br label %98

75:                                               ; preds = %49
  %76 = fcmp ule x86_fp80 %8, 0xK00000000000000000000
  %77 = xor i1 %10, true
  %78 = select i1 %77, i1 true, i1 %76
  %79 = fcmp ueq x86_fp80 %50, 0xK7FFF8000000000000000
  %80 = or i1 %79, %78
  %81 = fcmp ueq x86_fp80 %52, 0xK7FFF8000000000000000
  %82 = or i1 %81, %80
  br i1 %82, label %98, label %83

83:                                               ; preds = %75
  %84 = fcmp oeq x86_fp80 %56, 0xK7FFF8000000000000000
  %85 = uitofp i1 %84 to x86_fp80
  %86 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %85, x86_fp80 %21)
  %87 = fcmp oeq x86_fp80 %59, 0xK7FFF8000000000000000
  %88 = uitofp i1 %87 to x86_fp80
  %89 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %88, x86_fp80 %20)
  %90 = fmul x86_fp80 %86, %0
  %91 = fmul x86_fp80 %89, %1
  %92 = fadd x86_fp80 %91, %90
  %93 = fmul x86_fp80 %92, 0xK00000000000000000000
  %94 = fmul x86_fp80 %86, %1
  %95 = fmul x86_fp80 %89, %0
  %96 = fsub x86_fp80 %94, %95
  %97 = fmul x86_fp80 %96, 0xK00000000000000000000
  br label %98

98:                                               ; preds = %45, %75, %83, %62, %18
  %99 = phi x86_fp80 [ %70, %62 ], [ %93, %83 ], [ %30, %75 ], [ %47, %45 ], [ %30, %18 ]
  %100 = phi x86_fp80 [ %74, %62 ], [ %97, %83 ], [ %35, %75 ], [ %48, %45 ], [ %35, %18 ]
  %101 = insertvalue { x86_fp80, x86_fp80 } poison, x86_fp80 %99, 0
  %102 = insertvalue { x86_fp80, x86_fp80 } %101, x86_fp80 %100, 1
  ret { x86_fp80, x86_fp80 } %102
}

declare x86_fp80 @logbl(x86_fp80 noundef)

declare x86_fp80 @llvm.maxnum.f80(x86_fp80, x86_fp80)

declare x86_fp80 @scalbnl(x86_fp80 noundef, i32 noundef)



