import { wildcardFor } from '@countersign/contract/routes/admin/host.ts'
import type { Context } from '../../context.ts'
import { findCachedHost, findCachedHostId, type HostRecord } from './host.store.ts'
import { isOwnHost } from './host-name.ts'

/** The protected host with this name, else the wildcard that covers it. Never our own host, even if a wildcard covers it. */
export async function findHostFor(
  { store, config }: Pick<Context, 'store' | 'config'>,
  name: string,
): Promise<HostRecord | undefined> {
  if (isOwnHost(name, config.domain)) return undefined
  const id = await findCachedHostId(store, { host: name, wildcard: wildcardFor(name) })
  return id === undefined ? undefined : findCachedHost(store, id)
}
