/** The values that were added last. */
export type Recent<T> = {
  add(key: string, value: T): void
  /** Removes it. */
  take(key: string): T | undefined
}

/** Keeps at least half of `max`. Two maps, because searching a map for its oldest entry passes those that were deleted. */
export function createRecent<T>(max: number): Recent<T> {
  let newer = new Map<string, T>()
  let older = new Map<string, T>()
  return {
    add(key, value) {
      newer.set(key, value)
      if (newer.size < max / 2) return
      older = newer
      newer = new Map()
    },
    take(key) {
      for (const values of [newer, older]) {
        const value = values.get(key)
        if (value === undefined) continue
        values.delete(key)
        return value
      }
      return undefined
    },
  }
}
