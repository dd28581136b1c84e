/* Inline assembly on the stack of the x87: outputs on top, inputs that stay or are taken off. */
#include <stdio.h>
#define U(op) static long double f_##op(long double x){asm(#op:"+t"(x));return x;}
U(fabs) U(fchs) U(frndint) U(fsqrt)
#define K(op) static long double k_##op(void){long double r;asm(#op:"=t"(r));return r;}
K(fld1) K(fldl2t) K(fldl2e) K(fldpi) K(fldlg2) K(fldln2) K(fldz)
#define B(n,op) static double n(double a,double b){double r;asm(op:"=t"(r):"0"(a),"f"(b));return r;}
B(add,"fadd %2,%0") B(sub,"fsub %2,%0") B(subr,"fsubr %2,%0") B(mul,"fmul %2,%0") B(dv,"fdiv %2,%0") B(dvr,"fdivr %2,%0")
#define C(n,op) static float n(float a,long double b){float r;asm(op:"=t"(r):"0"(a),"u"(b):"st(1)");return r;}
C(subp,"fsubp") C(subrp,"fsubrp %%st,%%st(1)") C(divp,"fdivp %%st,%%st(1)") C(divrp,"fdivrp") C(addp,"faddp")
static long rnd(double x){long r;asm("fistpll %0":"=m"(r):"t"(x):"st");return r;}
static double three(double a,double b,double c){double r;asm("fld %%st(1)\n\tfmul %%st(3),%%st\n\tfadd %%st(1),%%st\n\tfstp %%st(1)":"=t"(r):"0"(a),"u"(b),"f"(c));return r;}
static double swp(double a,double b,double*q){double r;asm("fxch":"=t"(r),"=u"(*q):"0"(a),"1"(b));return r;}
int main(){double v[]={0.5,1.5,-2.5,3.7,-0.2,1e19,-0.0};for(int i=0;i<7;i++)printf("%Lg %Lg %Lg %Lg %ld\n",f_fabs(v[i]),f_fchs(v[i]),f_frndint(v[i]),v[i]<0?0:f_fsqrt(v[i]),i==5?0:rnd(v[i]));
printf("%.20Lg %.20Lg %.20Lg %.20Lg %.20Lg %.20Lg %.20Lg\n",k_fld1(),k_fldl2t(),k_fldl2e(),k_fldpi(),k_fldlg2(),k_fldln2(),k_fldz());
printf("%g %g %g %g %g %g\n",add(3,4),sub(3,4),subr(3,4),mul(3,4),dv(3,4),dvr(3,4));printf("%g %g %g %g %g\n",subp(3,5),subrp(3,5),divp(3,5),divrp(3,5),addp(3,5));
double q;printf("%g\n",three(2,3,5));printf("%g ",swp(1,2,&q));printf("%g\n",q);return 0;}
