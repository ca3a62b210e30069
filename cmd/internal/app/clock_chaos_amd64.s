//go:build chaos && linux

#include "textflag.h"

// shiftedClock stands for clock_gettime of the vDSO, in the calling convention of C: the clock in DI, where to write in
// SI. It adds the shift to the seconds of CLOCK_REALTIME, which is 0.
TEXT ·shiftedClock(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ DI
	PUSHQ SI
	SUBQ  $8, SP
	MOVQ  ·trueClock(SB), AX
	CALL  AX
	ADDQ  $8, SP
	POPQ  SI
	POPQ  DI
	CMPL  DI, $0
	JNE   done
	MOVQ  ·clockShift(SB), CX
	ADDQ  CX, (SI)
done:
	RET

// func shiftedClockAddress() uintptr
TEXT ·shiftedClockAddress(SB), NOSPLIT, $0-8
	LEAQ ·shiftedClock(SB), AX
	MOVQ AX, ret+0(FP)
	RET
