/** What wallets hold and answer is untrusted input: members may be missing, and getters may throw. */

/** Undefined if the member is missing or its getter throws. */
export function readMember(value: unknown, key: string): unknown {
  try {
    return isObject(value) ? Reflect.get(value, key) : undefined
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
}
