import type { AccessRule } from '@countersign/contract/access.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { SITE } from '../../accounts/access-request/access-request.ts'
import { findAppByClientId } from '../../apps/app.ts'
import type { Context } from '../../context.ts'
import { accessRulesOf, findHostFor } from '../../forward-auth/hosts/find-host.ts'
import { originOf } from '../../forward-auth/hosts/host-name.ts'
import { invalidField } from '../../platform/invalid-field.ts'

export type Target = { kind: 'app' | 'host'; id: string; name: string; url: string | null; rules: AccessRule[] }

export type TargetQuery = { clientId?: string | undefined; host?: string | undefined }

/** Requires exactly one of the two. */
export async function findTarget(context: Context, { clientId, host }: TargetQuery): Promise<Target> {
  if ((clientId === undefined) === (host === undefined)) throw invalidField('/clientId', 'one_of_two')
  if (clientId !== undefined) {
    const app = await findAppByClientId(context.store, clientId)
    if (app?.status !== 'active') throw new AppError('not_found')
    return { kind: 'app', id: app.id, name: app.name, url: null, rules: [app] }
  }
  const name = host ?? ''
  const found = await findHostFor(context, name)
  if (!found?.enabled) throw new AppError('not_found')
  return { kind: 'host', id: found.id, name: found.name, url: originOf(name), rules: accessRulesOf(found) }
}

/** Only ids: the data of an event is kept when personal data is purged. */
export function eventDataOf({ id, object }: { id: string; object: string }): Record<string, string> {
  const key = object === SITE ? undefined : object.startsWith('app_') ? 'appId' : 'hostId'
  return { requestId: id, ...(key === undefined ? { for: SITE } : { [key]: object }) }
}
