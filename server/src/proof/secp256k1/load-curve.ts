/** Signatures on secp256k1. The library is used only after a self-test, and replaced when a call of it throws. */

import type { Curve } from './curve.ts'
import { startLibsecp256k1 } from './libsecp256k1.ts'
import { noble } from './noble.ts'
import { passSelfTest } from './self-test.ts'

export async function loadCurve(start = startLibsecp256k1): Promise<Curve> {
  const library = await startTested(start)
  return library === noble ? noble : replaceOnTrap(library, start)
}

async function startTested(start: () => Promise<Curve>): Promise<Curve> {
  try {
    const library = await start()
    return passSelfTest(library) ? library : noble
  } catch {
    return noble
  }
}

/** A call that throws leaves its stack in the instance, so another one is started. Noble answers until then. */
function replaceOnTrap(first: Curve, start: () => Promise<Curve>): Curve {
  let library = first
  function call<T>(operate: (curve: Curve) => T): T {
    try {
      return operate(library)
    } catch {
      library = noble
      void startTested(start).then((next) => {
        library = next
      })
      return operate(noble)
    }
  }
  return {
    get kind() {
      return library.kind
    },
    recover: (signature, recovery, hash) => call((curve) => curve.recover(signature, recovery, hash)),
    verifyEcdsa: (signature, hash, key) => call((curve) => curve.verifyEcdsa(signature, hash, key)),
    verifySchnorr: (signature, hash, x) => call((curve) => curve.verifySchnorr(signature, hash, x)),
    isOnCurve: (x) => call((curve) => curve.isOnCurve(x)),
  }
}

export const curve = await loadCurve()
