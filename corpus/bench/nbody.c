/* Five bodies under gravity in double precision, structs in an array by pointer. */
#define DEFAULT_N 300
#include "harness.h"
#include <emmintrin.h>

static inline double root(double x) {
  __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
}

#define N 5
typedef struct { double x, y, z, vx, vy, vz, mass; } body;

static body bodies[N];
static const body initial[N] = {
    {0, 0, 0, 0, 0, 0, 39.47841760435743},
    {4.84143144246472090, -1.16032004402742839, -0.10362204447112311, 0.60632639299583202, 2.81198684491626016, -0.02521836165988763, 0.03769367487038949},
    {8.34336671824457987, 4.12479856412430479, -0.40352341711432138, -1.01077434617879236, 1.82566237123041186, 0.00841576137658415, 0.01128632613196877},
    {12.8943695621391310, -15.1111514016986312, -0.22330757889265573, 1.08279100644153536, 0.86871301816960822, -0.01083263740136364, 0.00172372405705971},
    {15.3796971148509165, -25.9193146099879641, 0.17925877295037118, 0.97909073224389798, 0.59469899864767617, -0.03475595555078104, 0.00203368686992463},
};

static NOINLINE void advance(body *b, double dt) {
  for (int i = 0; i < N; i++) {
    for (int j = i + 1; j < N; j++) {
      double dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z;
      double d2 = dx * dx + dy * dy + dz * dz;
      double mag = dt / (d2 * root(d2));
      b[i].vx -= dx * b[j].mass * mag;
      b[i].vy -= dy * b[j].mass * mag;
      b[i].vz -= dz * b[j].mass * mag;
      b[j].vx += dx * b[i].mass * mag;
      b[j].vy += dy * b[i].mass * mag;
      b[j].vz += dz * b[i].mass * mag;
    }
  }
  for (int i = 0; i < N; i++) {
    b[i].x += dt * b[i].vx;
    b[i].y += dt * b[i].vy;
    b[i].z += dt * b[i].vz;
  }
}

static NOINLINE double energy(const body *b) {
  double e = 0;
  for (int i = 0; i < N; i++) {
    e += 0.5 * b[i].mass * (b[i].vx * b[i].vx + b[i].vy * b[i].vy + b[i].vz * b[i].vz);
    for (int j = i + 1; j < N; j++) {
      double dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z;
      e -= b[i].mass * b[j].mass / root(dx * dx + dy * dy + dz * dz);
    }
  }
  return e;
}

static NOINLINE u64 kernel(u32 n) {
  for (int i = 0; i < N; i++) bodies[i] = initial[i];
  for (u32 i = 0; i < n; i++) advance(bodies, 0.01);
  union { double d; u64 u; } e = {energy(bodies)};
  return e.u;
}
