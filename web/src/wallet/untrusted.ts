/** What wallets and the storage of the browser hold and answer is untrusted: members may be missing, and anything may throw. */

/** Undefined if it throws. */
export function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Undefined if the member is missing or its getter throws. */
export function readMember(value: unknown, key: string): unknown {
  return ignoreErrors((): unknown => (isObject(value) ? Reflect.get(value, key) : undefined))
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
}
