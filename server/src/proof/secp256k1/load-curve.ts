/** Signatures on secp256k1. The library is used only after a self-test, and replaced when a call of it throws. */

import type { Curve } from './curve.ts'
import { compileLibsecp256k1 } from './libsecp256k1.ts'
import { noble } from './noble.ts'
import { passSelfTest } from './self-test.ts'

export function loadCurve(compile: () => () => Curve = compileLibsecp256k1): Curve {
  try {
    const start = compile()
    const library = start()
    return passSelfTest(library) ? replaceOnTrap(library, start) : noble
  } catch {
    return noble
  }
}

/** A call that throws leaves its stack in the instance, so another one takes over. Noble answers that call. */
function replaceOnTrap(first: Curve, start: () => Curve): Curve {
  let library = first
  function call<T>(operate: (curve: Curve) => T): T {
    try {
      return operate(library)
    } catch {
      library = tryStart(start) ?? library
      return operate(noble)
    }
  }
  return {
    kind: first.kind,
    recover: (signature, recovery, hash) => call((curve) => curve.recover(signature, recovery, hash)),
    verifyEcdsa: (signature, hash, key) => call((curve) => curve.verifyEcdsa(signature, hash, key)),
    verifySchnorr: (signature, hash, x) => call((curve) => curve.verifySchnorr(signature, hash, x)),
    isOnCurve: (x) => call((curve) => curve.isOnCurve(x)),
  }
}

/** Undefined without memory for it; the next call tries again. */
function tryStart(start: () => Curve): Curve | undefined {
  try {
    return start()
  } catch {
    return undefined
  }
}

export const curve = loadCurve()
