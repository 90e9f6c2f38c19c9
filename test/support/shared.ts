/** Resources shared by all test files of a process, such as the browser: created on first use, disposed of once. */

type Disposable = { dispose(): Promise<unknown> }

const created: Disposable[] = []

/** A function that creates the value when it is first called and again when it is no longer usable. */
export function share<T>(
  create: () => Promise<T>,
  { dispose, isUsable = () => true }: { dispose(value: T): Promise<unknown>; isUsable?: (value: T) => boolean },
): () => Promise<T> {
  let value: Promise<T> | undefined
  return async () => {
    if (value && isUsable(await value)) return value
    const next = create()
    value = next
    created.push({ dispose: async () => dispose(await next) })
    return next
  }
}

export async function disposeShared(): Promise<void> {
  for (const each of created.splice(0).reverse()) await each.dispose()
}
