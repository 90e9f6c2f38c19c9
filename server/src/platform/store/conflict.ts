/** Two wrote the same unique thing at once and this one lost: begun again, it will see the other's. */
export class UniqueConflict extends Error {
  constructor(cause: unknown) {
    super('Somebody else wrote the same thing first', { cause })
    this.name = 'UniqueConflict'
  }
}

/** Runs the work again, once, when it lost such a race. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UniqueConflict) return work()
    throw error
  }
}
