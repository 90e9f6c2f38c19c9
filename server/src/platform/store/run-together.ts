/**
 * Waits for queries that do not depend on each other: PostgreSQL gets them in one round trip, in this order. All have
 * ended when it throws, so that none uses a transaction that is over.
 */
export async function runTogether<const Results extends readonly unknown[]>(
  ...queries: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  try {
    return await Promise.all(queries)
  } catch (error) {
    const settled = await Promise.allSettled(queries)
    throw settled.find((result) => result.status === 'rejected')?.reason ?? error
  }
}
