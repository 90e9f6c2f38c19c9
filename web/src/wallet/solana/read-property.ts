/** A registered wallet is a page object of unknown origin: its getters may throw, and its lists may be anything. */
export function readProperty(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}

export function readList(value: unknown, key: string): unknown[] {
  const list = readProperty(value, key)
  return Array.isArray(list) ? list : []
}
