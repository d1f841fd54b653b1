/*
 * How the ACL headers define an integer constant. It must work in `case` labels, and its type must be int
 * (`auto result = ACL_SUCCESS;`): in C only an enumerator does both, in C++ only a const int does.
 */
#ifndef ACL_CONSTANT_H
#define ACL_CONSTANT_H

#ifdef __cplusplus
#define BELAY_ACL_CONSTANT(name, value) static const int name = value
#else
#define BELAY_ACL_CONSTANT(name, value) enum { name = value }
#endif

#endif
