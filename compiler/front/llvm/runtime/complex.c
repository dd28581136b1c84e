/* Products and quotients of complex numbers with the recovery of infinities of C11's annex G, under the names that clang calls.
   complex.ll is what clang 19 makes of it by -O1 -ffp-contract=off -S -emit-llvm. */
#define FUNCTIONS(T, MUL, DIV, FABS, FMAX, COPYSIGN, LOGB, SCALBN, ISINF, ISNAN)                             \
	_Complex T MUL(T a, T b, T c, T d)                                                                  \
	{                                                                                                   \
		T ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                 \
		_Complex T z;                                                                               \
		if (ISNAN(x) && ISNAN(y)) {                                                                 \
			int again = 0;                                                                      \
			if (ISINF(a) || ISINF(b)) {                                                         \
				a = COPYSIGN(ISINF(a) ? 1 : 0, a);                                          \
				b = COPYSIGN(ISINF(b) ? 1 : 0, b);                                          \
				if (ISNAN(c)) c = COPYSIGN(0, c);                                           \
				if (ISNAN(d)) d = COPYSIGN(0, d);                                           \
				again = 1;                                                                  \
			}                                                                                   \
			if (ISINF(c) || ISINF(d)) {                                                         \
				c = COPYSIGN(ISINF(c) ? 1 : 0, c);                                          \
				d = COPYSIGN(ISINF(d) ? 1 : 0, d);                                          \
				if (ISNAN(a)) a = COPYSIGN(0, a);                                           \
				if (ISNAN(b)) b = COPYSIGN(0, b);                                           \
				again = 1;                                                                  \
			}                                                                                   \
			if (!again && (ISINF(ac) || ISINF(bd) || ISINF(ad) || ISINF(bc))) {                 \
				if (ISNAN(a)) a = COPYSIGN(0, a);                                           \
				if (ISNAN(b)) b = COPYSIGN(0, b);                                           \
				if (ISNAN(c)) c = COPYSIGN(0, c);                                           \
				if (ISNAN(d)) d = COPYSIGN(0, d);                                           \
				again = 1;                                                                  \
			}                                                                                   \
			if (again) {                                                                        \
				x = (T)__builtin_inf() * (a * c - b * d);                                   \
				y = (T)__builtin_inf() * (a * d + b * c);                                   \
			}                                                                                   \
		}                                                                                           \
		__real__ z = x;                                                                             \
		__imag__ z = y;                                                                             \
		return z;                                                                                   \
	}                                                                                                   \
	_Complex T DIV(T a, T b, T c, T d)                                                                  \
	{                                                                                                   \
		int k = 0;                                                                                  \
		T big = LOGB(FMAX(FABS(c), FABS(d)));                                                       \
		_Complex T z;                                                                               \
		if (!ISINF(big) && !ISNAN(big)) {                                                           \
			k = (int)big;                                                                       \
			c = SCALBN(c, -k);                                                                  \
			d = SCALBN(d, -k);                                                                  \
		}                                                                                           \
		T n = c * c + d * d, x = SCALBN((a * c + b * d) / n, -k), y = SCALBN((b * c - a * d) / n, -k); \
		if (ISNAN(x) && ISNAN(y)) {                                                                 \
			if (n == 0 && (!ISNAN(a) || !ISNAN(b))) {                                           \
				x = COPYSIGN((T)__builtin_inf(), c) * a;                                    \
				y = COPYSIGN((T)__builtin_inf(), c) * b;                                    \
			} else if ((ISINF(a) || ISINF(b)) && FABS(c) < (T)__builtin_inf() && FABS(d) < (T)__builtin_inf()) { \
				a = COPYSIGN(ISINF(a) ? 1 : 0, a);                                          \
				b = COPYSIGN(ISINF(b) ? 1 : 0, b);                                          \
				x = (T)__builtin_inf() * (a * c + b * d);                                   \
				y = (T)__builtin_inf() * (b * c - a * d);                                   \
			} else if (ISINF(big) && big > 0 && FABS(a) < (T)__builtin_inf() && FABS(b) < (T)__builtin_inf()) { \
				c = COPYSIGN(ISINF(c) ? 1 : 0, c);                                          \
				d = COPYSIGN(ISINF(d) ? 1 : 0, d);                                          \
				x = 0 * (a * c + b * d);                                                    \
				y = 0 * (b * c - a * d);                                                    \
			}                                                                                   \
		}                                                                                           \
		__real__ z = x;                                                                             \
		__imag__ z = y;                                                                             \
		return z;                                                                                   \
	}

#define INF(x) (__builtin_fabs(x) == __builtin_inf())
#define INFF(x) (__builtin_fabsf(x) == __builtin_inff())
#define INFL(x) (__builtin_fabsl(x) == __builtin_infl())
#define NAN(x) ((x) != (x))

FUNCTIONS(float, __mulsc3, __divsc3, __builtin_fabsf, __builtin_fmaxf, __builtin_copysignf, __builtin_logbf, __builtin_scalbnf, INFF, NAN)
FUNCTIONS(double, __muldc3, __divdc3, __builtin_fabs, __builtin_fmax, __builtin_copysign, __builtin_logb, __builtin_scalbn, INF, NAN)
FUNCTIONS(long double, __mulxc3, __divxc3, __builtin_fabsl, __builtin_fmaxl, __builtin_copysignl, __builtin_logbl, __builtin_scalbnl, INFL, NAN)
