import { AppError } from '@countersign/contract/errors.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findHostForChange, type HostRecord } from './host.store.ts'

/** Locks the host until the transaction ends. With `version`, throws when someone else changed it since. */
export async function lockHost(queries: Queries, id: string, version?: number): Promise<HostRecord> {
  const host = await findHostForChange(queries, id)
  if (!host) throw new AppError('not_found')
  if (version !== undefined && host.version !== version) throw new AppError('version_conflict')
  return host
}
