import { wildcardFor } from '@countersign/contract/host-name.ts'
import type { Context } from '../../context.ts'
import { findHostById, findHostId, type HostRecord } from './host.store.ts'
import { isOwnHost } from './host-name.ts'

/**
 * The protected host that a name belongs to: itself, else the wildcard that covers it. Never for the host people sign in
 * at, whatever covers it. Both look-ups are remembered.
 */
export async function findHostFor(
  { store, config }: Pick<Context, 'store' | 'config'>,
  name: string,
): Promise<HostRecord | undefined> {
  if (isOwnHost(name, config.domain)) return undefined
  const id = await findHostId(store, { host: name, wildcard: wildcardFor(name) })
  return id === undefined ? undefined : findHostById(store, id)
}
