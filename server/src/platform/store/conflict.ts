/** A unique constraint failed because of a concurrent transaction: a retry will see its row. */
export class UniqueConflict extends Error {
  constructor(cause: unknown) {
    super('A concurrent transaction wrote the same row first', { cause })
    this.name = 'UniqueConflict'
  }
}

export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UniqueConflict) return work()
    throw error
  }
}
