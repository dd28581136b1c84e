#pragma once
level __INCLUDE_LEVEL__ __LINE__
#ifdef AGAIN
twice
#endif
#define AGAIN
